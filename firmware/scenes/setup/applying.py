"""Puts the owner's preferences into effect: at every start, and after a backup has brought some of them."""

from __future__ import annotations

from companion.words import LANGUAGES
from firmware.scenes.setup import SetupStage

BRIGHTNESS = (1, 64, 128, 255)
USUAL_BRIGHTNESS = 2


def brightness_of(box: SetupStage) -> int:
    """Return the step of brightness that the owner has chosen."""
    kept = box.preferences["brightness"]
    return kept if kept in range(len(BRIGHTNESS)) else USUAL_BRIGHTNESS


def apply_preferences(box: SetupStage, *, keeps_language: bool) -> None:
    """Set the box up as its owner left it; a language given with the command is kept."""
    language, brightness = box.preferences["language"], box.preferences["brightness"]
    if language in LANGUAGES and not keeps_language:
        box.speak(language)
    if brightness in range(len(BRIGHTNESS)):
        box.panel.screen.contrast(BRIGHTNESS[brightness])


def apply_restored(box: SetupStage) -> None:
    """Read the preferences again, to which a backup has added, and put them into effect."""
    box.preferences.read_again()
    apply_preferences(box, keeps_language=False)
