"""What the pages for phones know of the machine, and the updates they bring it. Any thread may ask."""

from __future__ import annotations

import threading
import time
from importlib.metadata import version
from pathlib import Path

from companion.refusal import Refusal
from firmware.box.setting_up import phone_words
from firmware.care import errands, updates
from firmware.care.log import MemoryLog
from firmware.doctor import MARKS, Finding, vitals
from hardware.profile import Profile

FRESH = 10.0
"""Seconds for which the findings about the box's health are shown again."""


class Upkeep:
    """The host of the pages about the box's health, log and updates."""

    def __init__(self, profile: Profile, folder: Path, log: MemoryLog) -> None:
        self._profile = profile
        self._folder = folder
        self._log = log
        self._examining = threading.Lock()
        self._examined_until = 0.0
        self._findings: list[Finding] = []
        self._upload = updates.Upload(folder)

    def health(self, language: str) -> list[tuple[str, str, str]]:
        """Return the findings of a moment ago, worded for a phone: many phones must not keep the doctor busy."""
        with self._examining:
            if time.monotonic() > self._examined_until:
                self._findings = vitals(self._profile, self._folder)
                self._examined_until = time.monotonic() + FRESH
            found = self._findings
        words = phone_words(language)
        return [
            (MARKS[one.state], words(one.what, **one.facts), words(one.advice, **one.facts) if one.advice else "")
            for one in found
        ]

    def log(self) -> str:
        return self._log.text()

    def version(self) -> str:
        return version("ballottino")

    def take_piece(self, at: int, piece: bytes) -> int:
        return self._upload.add(at, piece)

    def install_update(self, language: str) -> tuple[str, str]:
        words = phone_words(language)
        try:
            self._upload.install()
        except Refusal as refusal:
            return errands.REFUSED, words.refusal(refusal)
        return errands.WORKING, words("update.working")

    def update_state(self, language: str) -> tuple[str, str]:
        """Return what has become of the last update, worded for a phone."""
        said = errands.standing(self._folder, errands.UPDATE)
        if said is None:
            return "", ""
        return said.state, updates.outcome_text(phone_words(language), said)
