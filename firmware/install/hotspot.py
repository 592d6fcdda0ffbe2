"""The box's own Wi-Fi, through NetworkManager, for a table where there is none."""

from __future__ import annotations

import hashlib
import json
import secrets

from firmware.install.machine import Machine
from firmware.install.service import FOLDER
from firmware.install.step import File, Step, take, take_back
from firmware.install.system import USER
from firmware.machine.hotspot import ADDRESS, CHECK_NAMES, PLACE, Hotspot, known

NAME = "ballottino-hotspot"
KEYFILES = "/etc/NetworkManager/system-connections"
KEYFILE = f"{KEYFILES}/{NAME}.nmconnection"
NAMES = "/etc/NetworkManager/dnsmasq-shared.d/ballottino.conf"
"""The file of the hotspot's answers for names: those by which phones look whether there is internet lead
to the box, so that its page can open by itself."""
ACTIVE = f"LC_ALL=C nmcli --get-values GENERAL.STATE connection show {NAME} | grep -qx activated"
SSID = "Ballottino"
MACHINE_ID = "/etc/machine-id"
CHIP_PROTECTS = "iw phy 2>/dev/null | grep -q CMAC"
"""Whether the Wi-Fi chip lists the cipher of protected management frames. The older ones of a Pi don't, and a hotspot
that offers them nevertheless lets no phone in."""

OPTIONAL, DISABLED = "2", "1"
"""NetworkManager's values for protected management frames: optional, and none."""

LETTERS = "abcdefghjknpqrstuvxyz23456789"  # no letter that looks like another, or is too wide for the screen
LENGTH = 12
"""A fifteen-letter name gives 45 bytes; 29 modules, the most that fit two dots wide with a margin, hold 53."""

CONNECTION = f"""\
[connection]
id={NAME}
uuid=6d5d3a0c-5f0e-4f5b-9c3b-0d09e0ba1107
type=wifi
interface-name=wlan0
autoconnect=true
autoconnect-priority=100

[wifi]
mode=ap
band=bg
ssid=@SSID@

[wifi-security]
key-mgmt=wpa-psk
proto=rsn;
pairwise=ccmp;
group=ccmp;
pmf=@PROTECTED@
psk=@PASSWORD@

[ipv4]
method=shared
address1=@ADDRESS@/24

[ipv6]
method=disabled
"""


def own_name(machine: Machine) -> str:
    """Return a name that two boxes in one room are unlikely to share. It doesn't reveal the machine's id."""
    seed = machine.read(MACHINE_ID) or secrets.token_bytes()
    return f"{SSID}-{hashlib.sha256(b'ballottino hotspot ' + seed.strip()).hexdigest()[:4].upper()}"


class Secret(Step):
    """Makes a name and a password once and keeps them, so that phones recognise the box.

    >>> Secret(machine).hotspot                              # doctest: +SKIP
    Hotspot(ssid='Ballottino-3F7A', password='k7m2p9xwq4tz', address='10.42.0.1')
    """

    says = "a name and a password for the hotspot"
    is_setting = True
    place = str(PLACE)

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        kept = known(machine.path(self.place))
        password = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self.hotspot = kept or Hotspot(own_name(machine), password, ADDRESS)

    def done(self) -> bool:
        return known(self.machine.path(self.place)) == self.hotspot

    def do(self) -> None:
        # The box shows them on its screen, so its user may read them; nobody else.
        self.machine.write(self.place, json.dumps(self.hotspot._asdict()).encode(), 0o640)
        self.machine.run("chgrp", USER, self.place)

    def left(self) -> bool:
        return self.machine.is_there(self.place)

    def undo(self) -> None:
        self.machine.remove(self.place)
        self.machine.remove_if_empty(FOLDER)


class OnAir(Step):
    """Switches the hotspot on, now and at every boot; where nothing runs, at the next one.

    >>> OnAir(machine).do()                                  # doctest: +SKIP
    """

    says = "the hotspot switched on"

    def done(self) -> bool:
        return not self.machine.is_booted() or self.machine.ask("sh", "-c", ACTIVE)

    def do(self) -> None:
        self.machine.run("nmcli", "connection", "up", NAME)

    def left(self) -> bool:
        running = self.machine.is_booted() and self.machine.is_there(KEYFILE)
        return running and self.machine.ask("sh", "-c", ACTIVE)

    def undo(self) -> None:
        self.machine.run("nmcli", "connection", "down", NAME)


def switch_on(machine: Machine) -> None:
    """Switch the hotspot on, with the name and the password it has, or new ones. Neither is printed."""
    secret = Secret(machine)
    take([secret, *switch(machine, secret.hotspot)], machine)


def switch_off(machine: Machine) -> None:
    """Switch the hotspot off; its name and password stay."""
    take_back(switch(machine, Secret(machine).hotspot), machine)


def switch(machine: Machine, hotspot: Hotspot) -> list[Step]:
    """Return the steps that switch the hotspot on; taken back they switch it off, but its name and password stay."""
    protected = OPTIONAL if machine.ask("sh", "-c", CHIP_PROTECTS) else DISABLED
    text = CONNECTION.replace("@PROTECTED@", protected)
    for mark, value in zip(("@SSID@", "@PASSWORD@", "@ADDRESS@"), hotspot, strict=True):
        text = text.replace(mark, value)
    # NetworkManager reads such a file only if nobody else can. On the command line the password would be
    # seen by all.
    reload = [("nmcli", "connection", "reload")] if machine.is_booted() else []
    names = "".join(f"address=/{name}/{hotspot.address}\n" for name in CHECK_NAMES)
    return [
        File(machine, "the names by which phones look for internet", NAMES, names),
        File(machine, "the hotspot in NetworkManager", KEYFILE, text, 0o600, reload),
        OnAir(machine),
    ]
