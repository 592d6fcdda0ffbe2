"""The checks of what any computer has: Python, words, fonts, a clock."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import web
from companion import games
from companion.vocabulary import named
from companion.words import LANGUAGES, folders_of
from firmware import WORDS
from firmware.doctor.finding import Findings, bad, note, ok, warn
from firmware.fonts import Font

named("doctor", "python-right", "python-old", "words-complete", "words-missing", "words-stale")
named("doctor", "fonts-right", "fonts-broken", "clock-right", "clock-alone", "clock-wrong")
named("advice", "python-old", "words-missing", "words-stale", "fonts-broken", "clock-alone", "clock-wrong")

OLDEST_PYTHON = (3, 11)
FONTS = ("small", "tiny", "large")
EARLIEST = 2025  # a Pi that was never online boots in the past


def python() -> Findings:
    """Is Python new enough?"""
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < OLDEST_PYTHON:
        yield bad("python", "python-old", version=version)
    else:
        yield ok("python", "python-right", version=version)


def words() -> Findings:
    """Are the words of every language compiled, and up to date?"""
    compiled = list(_catalogues())
    missing = [_short(file) for file in compiled if not file.exists()]
    stale = [_short(file) for file in compiled if file.exists() and _is_stale(file)]
    if missing:
        yield bad("words", "words-missing", files=missing)
    elif stale:
        yield warn("words", "words-stale", files=stale)
    else:
        yield ok("words", "words-complete", languages=list(LANGUAGES))


def _catalogues() -> Iterator[Path]:
    """Yield every compiled catalogue that should exist: ours in every language, a game's in its own."""
    for folder in (WORDS, Path(web.__file__).with_name("words"), *folders_of("")[1:]):
        yield from (folder / f"{language}.mo" for language in LANGUAGES)
    for folder in (folders_of(game)[0] for game in games.names()):
        written = {file.stem for file in folder.glob("*.[mp]o")} or {LANGUAGES[0]}
        yield from (folder / f"{language}.mo" for language in LANGUAGES if language in written)


def _is_stale(file: Path) -> bool:
    source = file.with_suffix(".po")
    return source.exists() and source.stat().st_mtime > file.stat().st_mtime


def _short(file: Path) -> str:
    return "/".join(file.parts[-3:])


def fonts() -> Findings:
    """Can the fonts be read and drawn with?"""
    for name in FONTS:
        try:
            width = Font.load(name).width("Niccolò, Ésaü")
        except Exception as fault:  # a damaged file may fail in any way
            yield bad("fonts", "fonts-broken", font=name, why=f"{type(fault).__name__}: {fault}")
            return
        if not width:
            yield bad("fonts", "fonts-broken", font=name, why="0")
            return
    yield ok("fonts", "fonts-right", fonts=list(FONTS))


def clock(now: datetime | None = None, synchronized: bool | None = None) -> Findings:
    """Is the clock about right, and does anything keep it so?"""
    now = now or datetime.now()
    told = f"{now:%Y-%m-%d %H:%M}"
    if now.year < EARLIEST:
        yield warn("clock", "clock-wrong", time=told)
    elif _synchronized() if synchronized is None else synchronized:
        yield ok("clock", "clock-right", time=told)
    else:
        yield note("clock", "clock-alone", time=told)


def _synchronized() -> bool:
    """Return whether the system takes its time from the network, if it says."""
    command = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=5).stdout
    except (OSError, subprocess.TimeoutExpired):
        return False
    return said.strip() == "yes"
