"""Joining a Wi-Fi through NetworkManager, as its owner has typed it on a phone or on the box."""

from __future__ import annotations

from companion.refusal import Refusal
from firmware.care.errands import check_wifi
from firmware.care.networks import FOUND, LARGEST
from firmware.install import hotspot
from firmware.install.machine import Failed, Machine
from firmware.install.step import File

RASPI_CONFIG = "/usr/bin/raspi-config"
NAME = "ballottino-wifi"
KEYFILE = f"{hotspot.KEYFILES}/{NAME}.nmconnection"
PATIENCE = "45"
"""Seconds that NetworkManager has to join it."""
CONNECTION = f"""\
[connection]
id={NAME}
uuid=0f5a2d2e-6f4b-4a51-8e60-5d6b3c1f7a42
type=wifi
interface-name=wlan0
autoconnect=true

[wifi]
mode=infrastructure
ssid=@SSID@
@SECURITY@
[ipv4]
method=auto

[ipv6]
method=auto
"""
SECURITY = """
[wifi-security]
key-mgmt=wpa-psk
psk=@PASSWORD@
"""


def connection(name: str, password: str) -> str:
    """Return the file by which NetworkManager knows a Wi-Fi: the name byte by byte, the password with its escapes.

    >>> [line for line in connection("Rio", "a \\\\ password").splitlines() if line.startswith(("ssid", "psk"))]
    ['ssid=82;105;111;', 'psk=a\\\\s\\\\\\\\\\\\spassword']
    """
    ssid = "".join(f"{byte};" for byte in name.encode())
    escaped = password.replace("\\", "\\\\").replace(" ", "\\s")
    security = SECURITY.replace("@PASSWORD@", escaped) if password else ""
    return CONNECTION.replace("@SSID@", ssid).replace("@SECURITY@", security)


def scan(machine: Machine) -> None:
    """Note which Wi-Fis are around, no matter what comes of it: a radio that is an access point itself finds none."""
    listing = "nmcli --terse --fields SIGNAL,SSID device wifi list --rescan yes"
    script = f'LC_ALL=C.UTF-8 timeout 20 {listing} | head --bytes={LARGEST} >"$0.new" && mv "$0.new" "$0"'
    machine.status("sh", "-c", script, str(machine.path(FOUND)))


def choose_country(machine: Machine, country: str) -> None:
    """Tell the radio in which country it is, which decides on its channels, and on a new Pi whether it may send."""
    if machine.is_there(RASPI_CONFIG):
        machine.status(RASPI_CONFIG, "nonint", "do_wifi_country", country)
    else:
        machine.status("iw", "reg", "set", country)


def join(machine: Machine, name: str, password: str, country: str = "") -> None:
    """Join a Wi-Fi and leave the hotspot; if that fails, everything is as before, and the hotspot is back."""
    check_wifi(name, password, country, machine.root)
    if country:
        choose_country(machine, country)
    had, had_hotspot = machine.read(KEYFILE), machine.is_there(hotspot.KEYFILE)
    file = File(machine, "a Wi-Fi", KEYFILE, connection(name, password), 0o600, [("nmcli", "connection", "reload")])
    machine.run("nmcli", "radio", "wifi", "on")
    file.do()
    try:
        machine.run("nmcli", "--wait", PATIENCE, "connection", "up", NAME)
    except Failed as why:
        if had is None:
            machine.remove(KEYFILE)
        else:
            machine.write(KEYFILE, had, 0o600)
        machine.run("nmcli", "connection", "reload")
        if had_hotspot:
            machine.run("nmcli", "connection", "up", hotspot.NAME)
        raise Refusal("wifi-not-joined", value=name) from why
    hotspot.switch_off(machine)
