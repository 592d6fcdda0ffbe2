"""Ears for tests: a voice that keeps what it is given to say."""

from __future__ import annotations

from pathlib import Path

from firmware.speech.choices import ALL, EARPHONE, MEASURE
from firmware.speech.voice import Utterance
from tests.firmware.boxes import TestBox


class Ears:
    """Hears what the box says."""

    def __init__(self) -> None:
        self.utterances: list[Utterance] = []
        self.interrupted: list[bool] = []

    def say(self, utterance: Utterance, *, interrupts: bool = False) -> None:
        self.utterances.append(utterance)
        self.interrupted.append(interrupts)

    def hush(self) -> None:
        self.interrupted.append(True)

    def close(self) -> None:
        pass

    @property
    def texts(self) -> list[str]:
        return [utterance.text for utterance in self.utterances]

    def take(self) -> str:
        """Return what was said since the last time."""
        said = " ".join(self.texts)
        self.utterances.clear()
        self.interrupted.clear()
        return said


def listen(box: TestBox, measure: str = ALL, *, earphone: bool = False) -> Ears:
    """Have a box speak, and return what hears it."""
    ears = Ears()
    box.box.speaker.voice = ears
    box.box.preferences[MEASURE] = measure
    box.box.preferences[EARPHONE] = earphone
    return ears


def box_that_speaks(folder: Path, language: str = "en", *, earphone: bool = False) -> tuple[TestBox, Ears]:
    box = TestBox(folder, language)
    return box, listen(box, earphone=earphone)
