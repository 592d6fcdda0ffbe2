"""The sound cards of this machine, and how each is played by.

ALSA's own default is its first card, which on a Pi is a jack or a television that may not be there. A loudspeaker
that somebody has plugged in is meant to be heard, so it comes first.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path("/")
CARDS, STREAMS = "proc/asound/cards", "proc/asound/pcm"
LISTED = re.compile(r"^ *(?P<number>\d+) \[(?P<id>\S+) *\]: (?P<driver>.*?) - (?P<name>.*)$", re.MULTILINE)
DEFAULT = ("aplay", "--quiet", "-")
"""Plays by whatever ALSA has as its default."""
USB, HEADPHONES, HDMI = "usb", "headpho", "hdmi"


class SoundCard(NamedTuple):
    """A sound card: its id, by which ALSA and the owner's choice know it, and what it calls itself."""

    id: str
    name: str
    driver: str

    @property
    def rank(self) -> int:
        """Return the card's place: one by USB, a sound HAT, the headphones' jack, a television."""
        said = f"{self.driver} {self.name}".lower()
        return 0 if USB in said else 3 if HDMI in said else 2 if HEADPHONES in said else 1


def cards(root: Path = ROOT) -> list[SoundCard]:
    """Return the cards that can play, the best first; a microphone or a camera is none."""
    listed = list(LISTED.finditer(_read(root / CARDS)))
    streams = _read(root / STREAMS)
    players = {int(line.partition("-")[0]) for line in streams.splitlines() if "playback" in line}
    found = [
        SoundCard(one["id"], one["name"].strip(), one["driver"])
        for one in listed
        if not streams or int(one["number"]) in players
    ]
    return sorted(found, key=lambda card: card.rank)


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""


def in_order(found: Sequence[SoundCard], chosen: str) -> list[SoundCard]:
    """Return cards with the chosen one first, if it is there.

    >>> usb = SoundCard("Device", "USB Audio", "USB-Audio")
    >>> jack = SoundCard("Headphones", "bcm2835", "bcm2835_headpho")
    >>> [card.id for card in in_order([usb, jack], "Headphones")], [card.id for card in in_order([usb, jack], "gone")]
    (['Headphones', 'Device'], ['Device', 'Headphones'])
    """
    return sorted(found, key=lambda card: card.id != chosen)


def has_sound_server() -> bool:
    """Return whether a desktop mixes the sound of all programs; its user has chosen a card there."""
    return Path(os.environ.get("XDG_RUNTIME_DIR", ""), "pulse/native").exists()


def players(chosen: str, root: Path = ROOT) -> list[Sequence[str]]:
    """Return the commands that play a sound, in the order to try them in: card by card, then ALSA's default."""
    if not chosen and has_sound_server():
        return [DEFAULT]
    by_card = [("aplay", "--quiet", "-D", f"plughw:CARD={card.id}", "-") for card in in_order(cards(root), chosen)]
    return [*by_card, DEFAULT]
