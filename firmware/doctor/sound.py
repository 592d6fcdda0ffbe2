"""The check of what the box needs to speak: espeak-ng, aplay, and something to hear it by."""

from __future__ import annotations

from pathlib import Path

from companion.vocabulary import named
from firmware.box.preferences import Preferences
from firmware.doctor.finding import Findings, note, ok, warn
from firmware.speech import voice
from firmware.speech.choices import OFF, Choices

named("doctor", "voice-right", "voice-missing", "voice-no-card")
named("advice", "voice-missing", "voice-no-card")

CARDS = "proc/asound/cards"
NONE = "no soundcards"


def speech(data_folder: Path, root: Path) -> Findings:
    """Can the box speak? If it should, it is a warning that it can't; otherwise only something to know."""
    is_wanted = Choices.of(Preferences(data_folder)).measure != OFF
    lacks = warn if is_wanted else note
    if programs := voice.missing():
        yield lacks("voice", "voice-missing", programs=programs)
    elif not (card := _card(root)):
        yield lacks("voice", "voice-no-card")
    else:
        yield ok("voice", "voice-right", card=card)


def _card(root: Path) -> str:
    """Return the first sound card, as Linux lists it; nothing if there is none."""
    try:
        listed = (root / CARDS).read_text("utf-8", "replace")
    except OSError:
        return ""
    return "" if NONE in listed else listed.partition("\n")[0].partition(": ")[2].strip()
