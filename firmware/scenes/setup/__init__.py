"""Scenes of Set-up: the owner's settings, the voice, the club, backups, updates and health."""

from __future__ import annotations

from typing import Protocol

from companion.words import Words
from firmware.scenes.home import HomeStage
from firmware.speech.choices import Choices
from hardware.panel import Panel


class Aloud(Protocol):
    """The voice of the box, as the owner sets it up."""

    @property
    def choices(self) -> Choices: ...

    def say(self, text: str, words: Words, *, interrupts: bool = False) -> None:
        """Say a text in the language of these words."""

    def hush(self) -> None:
        """Fall silent at once."""


class SetupStage(HomeStage, Protocol):
    """The part of the box that Set-up needs: all that home needs, and the parts that the owner adjusts and tests."""

    @property
    def panel(self) -> Panel: ...

    @property
    def speaker(self) -> Aloud: ...

    @property
    def no_phones(self) -> str:
        """The reason why there are no pages for phones, if there should be."""

    def speak(self, language: str) -> None:
        """Word everything in another language from now on."""
