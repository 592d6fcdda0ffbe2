"""The checks of the connection to phones: Wi-Fi, hotspot, address."""

from __future__ import annotations

from pathlib import Path

from companion.vocabulary import named
from firmware.box import hotspot, network
from firmware.doctor.finding import Findings, note, ok, warn
from hardware.profile import Profile

named("doctor", "wifi-found", "wifi-missing", "wifi-blocked", "wifi-switched-off")
named("doctor", "hotspot-on", "hotspot-off", "phones-here", "phones-nowhere")
named("advice", "wifi-missing", "wifi-blocked", "wifi-switched-off", "hotspot-off", "phones-nowhere")

NETS = "sys/class/net"
SWITCHES = "sys/class/rfkill"


def wifi(profile: Profile, root: Path) -> Findings:
    """Is there Wi-Fi, and may it send? A Pi's is off until it knows its country."""
    if profile.simulated:
        return
    cards = sorted(place.parent.name for place in (root / NETS).glob("*/phy80211"))
    switches = [place for place in (root / SWITCHES).glob("*") if _says(place / "type") == "wlan"]
    if not cards:
        yield note("wifi", "wifi-missing")
    elif any(_says(switch / "hard") == "1" for switch in switches):
        yield warn("wifi", "wifi-switched-off", card=cards[0])
    elif any(_says(switch / "soft") == "1" for switch in switches):
        yield warn("wifi", "wifi-blocked", card=cards[0])
    else:
        yield ok("wifi", "wifi-found", card=cards[0])


def own_wifi() -> Findings:
    """If the box was given a Wi-Fi of its own, is it on?"""
    own = hotspot.known()
    if own is None:
        return
    if own.is_on():
        yield ok("hotspot", "hotspot-on", name=own.ssid, address=own.address)
    else:
        yield note("hotspot", "hotspot-off", name=own.ssid)


def phones() -> Findings:
    """Where would phones find the box?"""
    address = network.address()
    if address == network.NOWHERE:
        yield warn("phones", "phones-nowhere")
    else:
        yield ok("phones", "phones-here", address=address)


def _says(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
