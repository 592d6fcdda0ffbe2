"""The plan of an installation: every step, in order, for one box on one Pi."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from firmware.box import pi
from firmware.install import hotspot, service
from firmware.install.boot import Buses
from firmware.install.club import Club
from firmware.install.machine import Failed, Machine
from firmware.install.step import File, Step
from firmware.install.system import Account, Packages, device_rules
from firmware.install.versions import Rehearsal, Switch, Tidy, Version
from hardware.profile import Profile, load

CHECKOUT = Path(__file__).parents[2]


class Order(NamedTuple):
    """An order: what somebody wants installed, and on which machine; with a `voice`, if it should speak.

    >>> Order("adafruit-bonnet", "pi5", "trixie")
    Order(profile='adafruit-bonnet', extra='pi5', release='trixie', club='', voice=False, wheels=None)
    """

    profile: str
    extra: pi.Extra
    release: str
    club: str = ""
    """The address of a club's broker; `off` for none, nothing to leave it as it is."""
    voice: bool = False
    wheels: Path | None = None
    """A folder with the libraries, where they are not to be fetched from the index."""


ANY = Order("simulated", "pi", "bookworm")
"""An order to take a box back: it does not matter which one it was."""


def order(
    machine: Machine, profile: str, *, club: str = "", voice: bool = False, wheels: Path | None = None
) -> Order:
    """Return an order for this machine; a dry run elsewhere takes it for a Pi 4 with Bookworm, and says so."""
    load(profile)
    extra, release = pi.extra(machine.root), codename(machine)
    if extra is None or release not in service.BACKOFF:
        what = "Raspberry Pi OS Bookworm or Trixie" if extra else "a Raspberry Pi"
        if not machine.dry:
            raise Failed(f"this is not {what}; with --dry-run it would only be told what is done there")
        machine.say(f"This is not {what}: so it would go on a Pi 4 with Bookworm.")
        return Order(profile, ANY.extra, ANY.release, club, voice, wheels)
    return Order(profile, extra, release, club, voice, wheels)


def codename(machine: Machine) -> str:
    """Return the release of the system, by its own name."""
    for line in (machine.read("/etc/os-release") or b"").decode().splitlines():
        name, _, value = line.partition("=")
        if name == "VERSION_CODENAME":
            return value.strip('"')
    return ""


def packages(
    profile: Profile, extra: pi.Extra, *, narrow: bool = sys.maxsize < 2**32, voice: bool = False
) -> list[str]:
    """Return the Debian packages for a build.

    lgpio on every Pi: on kernels since 6.6 gpiozero gets no edges from RPi.GPIO, which is then only what
    luma.oled sets an SPI screen's lines with.

    >>> packages(load("adafruit-bonnet"), "pi5", narrow=False)
    ['python3-venv', 'python3-lgpio', 'i2c-tools', 'polkitd', 'openssh-client']
    """
    # openssh-client checks who has signed an update; Raspberry Pi OS has it, a small Debian may not.
    wanted = ["python3-venv", "python3-lgpio", "i2c-tools", "polkitd", "openssh-client"]
    if profile.screen.bus == "spi":
        wanted.append("python3-spidev")
    if extra == "pi":
        wanted += ["gcc", "python3-dev"]  # RPi.GPIO is compiled where there is no wheel of it
    if narrow:
        wanted += ["libopenjp2-7", "libtiff6", "libxcb1"]  # Pillow's wheel for 32 bits needs these
    if voice:
        wanted += ["espeak-ng", "alsa-utils"]  # aplay is one of the utilities
    return wanted


def box(machine: Machine, order: Order) -> list[Step]:
    """Return the steps from a bare Pi to a box that starts by itself.

    >>> take(box(machine, order(machine, "adafruit-bonnet")), machine)      # doctest: +SKIP
    """
    profile = load(order.profile)
    version = Version(machine, CHECKOUT, order.extra, order.wheels)
    return [
        Packages(machine, packages(profile, order.extra, voice=order.voice)),
        Account(machine),
        device_rules(machine),
        version,
        service.unit_file(machine, version, order.profile, order.release),
        *service.errand_files(machine, version),
        Rehearsal(machine, version, order.profile),
        Buses(machine, profile),
        # Switching the bus on makes the wires; this makes /dev/i2c-1.
        File(machine, "i2c-dev loaded at boot", "/etc/modules-load.d/ballottino.conf", "i2c-dev\n", reboot=True),
        service.OwnProfile(machine, order.profile),
        Club(machine, order.club),
        hotspot.Secret(machine),  # a box that finds no network at its first start opens its own
        service.poweroff_rule(machine),
        Switch(machine, version),
        *service.links(machine),
        service.Running(machine, version),
        service.Waiting(machine),
        Tidy(machine),
    ]


def everything(machine: Machine) -> list[Step]:
    """Return everything that can have been installed, to take it back."""
    return [*box(machine, ANY), *hotspot.switch(machine, hotspot.Secret(machine).hotspot)]
