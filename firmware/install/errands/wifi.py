"""Joining a Wi-Fi through NetworkManager, as its owner has typed it on a phone or on the box."""

from __future__ import annotations

from companion.refusal import Refusal
from firmware.care.errands import check_wifi
from firmware.install import hotspot
from firmware.install.machine import Failed, Machine
from firmware.install.step import File

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


def join(machine: Machine, name: str, password: str) -> None:
    """Join a Wi-Fi and leave the hotspot; if that fails, everything is as before, and the hotspot is back."""
    check_wifi(name, password)
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
