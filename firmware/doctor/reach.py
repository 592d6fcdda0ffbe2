"""The checks of the connections to phones and to a club: Wi-Fi, hotspot, address, broker."""

from __future__ import annotations

from pathlib import Path

from companion.vocabulary import named
from firmware.box.preferences import Preferences
from firmware.doctor.finding import Findings, note, ok, warn
from firmware.machine import hotspot, network
from hardware.profile import Profile

named("doctor", "wifi-found", "wifi-missing", "wifi-blocked", "wifi-switched-off")
named("doctor", "hotspot-on", "hotspot-off", "phones-here", "phones-nowhere")
named("doctor", "club-away", "club-open", "club-keeps-rules")
named("advice", "club-away", "club-open")
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


def club(data_folder: Path) -> Findings:
    """If the box has joined a club, does the broker keep boxes from speaking for each other?"""
    from firmware.club import BOX, are_installed
    from firmware.club.address import Address, kept_address

    address = kept_address(Preferences(data_folder))
    if not address or not are_installed(BOX):
        return
    from firmware.club.probe import open_rules

    broker = Address.parse(address)
    found = open_rules(broker, data_folder)
    if found is None:
        yield warn("club", "club-away", address=str(broker))
    elif found:
        yield warn("club", "club-open", address=str(broker))
    else:
        yield ok("club", "club-keeps-rules", address=str(broker))


def _says(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
