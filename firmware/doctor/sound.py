"""The check of what the box needs to speak: espeak-ng with a voice, aplay, and something to hear it by."""

from __future__ import annotations

from pathlib import Path

from companion.vocabulary import named
from companion.words import LANGUAGES, language_name
from firmware.box.preferences import Preferences
from firmware.doctor.finding import Findings, note, ok, warn
from firmware.speech import outputs, voice
from firmware.speech.choices import OFF, Choices

named("doctor", "voice-right", "voice-missing", "voice-mute", "voice-foreign", "voice-no-card")
named("advice", "voice-missing", "voice-mute", "voice-foreign", "voice-no-card")


def speech(data_folder: Path, root: Path) -> Findings:
    """Can the box speak? If it should, it is a warning that it can't; otherwise only something to know."""
    preferences = Preferences(data_folder)
    chosen = Choices.of(preferences)
    lacks = note if chosen.measure == OFF else warn
    language = preferences["language"] if preferences["language"] in LANGUAGES else LANGUAGES[0]
    if programs := voice.missing():
        yield lacks("voice", "voice-missing", programs=programs)
    elif not (heard := [one for one in voice.voices(language) if voice.can_speak(one)]):
        yield lacks("voice", "voice-mute")
    elif heard[0] != voice.voices(language)[0]:
        yield lacks("voice", "voice-foreign", language=language_name(language))
    elif not (cards := outputs.in_order(outputs.cards(root), chosen.output)):
        yield lacks("voice", "voice-no-card")
    else:
        yield ok("voice", "voice-right", card=cards[0].name)
