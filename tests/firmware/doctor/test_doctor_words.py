"""The doctor on words: all of them are checked, those of the phones' pages too."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.words import extract
from firmware.doctor import home


def test_words_of_every_package_are_checked() -> None:
    looked_at = {file.parent for file in home._catalogues()}
    written = {file.parent for package in extract.PACKAGES for file in (extract.ROOT / package).rglob("words/en.po")}
    assert looked_at == written


def test_a_missing_catalogue_of_the_pages_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    exists = Path.exists
    monkeypatch.setattr(Path, "exists", lambda file: exists(file) and file.parts[-3:] != ("web", "words", "fr.mo"))
    (found,) = home.words()
    assert (found.state, found.facts) == ("bad", {"files": ["web/words/fr.mo"]})
