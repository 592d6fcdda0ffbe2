"""The machine, as the pages for phones know it, and the files they bring it. Any thread may ask."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from importlib.metadata import version

from companion.ledger import Ledger
from firmware.box.setting_up import phone_words
from firmware.care.backups import SentBackup
from firmware.care.log import MemoryLog
from firmware.care.updates import SentRelease
from firmware.doctor import MARKS, Finding, vitals
from hardware.profile import Profile

FRESH = 10.0
"""Seconds for which the findings about the box's health are shown again."""


class Upkeep:
    """The host of the pages about the box's health, log, updates and backups; `restored` follows a backup."""

    def __init__(self, profile: Profile, ledger: Ledger, log: MemoryLog, restored: Callable[[], None]) -> None:
        self._profile = profile
        self._folder = ledger.folder
        self._log = log
        self._examining = threading.Lock()
        self._examined_until = 0.0
        self._findings: list[Finding] = []
        self.update = SentRelease(ledger.folder, phone_words)
        self.restoring = SentBackup(ledger, phone_words, then=restored)

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
