"""`ballottino doctor`: looks at everything the box needs, and says what to do about each thing that is wrong.

>>> [finding.state for finding in examine(load("simulated"), folder) if finding.check == "fonts"]
['ok']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.vocabulary import named
from firmware.doctor import home, reach, service, sound, storage, wear, wires
from firmware.doctor.finding import Finding, Findings, bad
from firmware.machine import pi
from hardware.profile import Profile

__all__ = ["Finding", "examine", "is_healthy", "sentences", "vitals"]

named("doctor", "check-broken")
named("advice", "check-broken")

MARKS = {"ok": "✓", "warn": "!", "bad": "✗"}


VITALS = ("space", "wear", "heat", "power", "clock")
"""Checks of what changes from evening to evening on a box that works, and can be looked at meanwhile."""


def examine(
    profile: Profile,
    data_folder: Path,
    root: Path = pi.ROOT,
    on_check: Callable[[int, int], None] = lambda done, of: None,
) -> list[Finding]:
    """Check everything, in the order in which it would be fixed. Nothing is changed.

    `on_check` is called after each check with the number of checks done, and of all.
    """
    findings: list[Finding] = []
    checks = _checks(profile, data_folder, root)
    for number, (name, check) in enumerate(checks.items(), start=1):
        findings += _safely(name, check)
        on_check(number, len(checks))
    return findings


def vitals(profile: Profile, data_folder: Path, root: Path = pi.ROOT) -> list[Finding]:
    """Check only what changes while the box is used: room, wear, heat, power, clock."""
    checks = _checks(profile, data_folder, root)
    return [finding for name in VITALS for finding in _safely(name, checks[name])]


def _checks(profile: Profile, data_folder: Path, root: Path) -> dict[str, Callable[[], Findings]]:
    tries: dict[str, Callable[[], Findings]] = {
        "screen": lambda: wires.screen(profile, root),
        "keys": lambda: wires.keys(profile, root),
    }
    return {
        "python": home.python,
        "words": home.words,
        "fonts": home.fonts,
        "chip": lambda: wires.chip(profile, root),
        "library": lambda: wires.library(profile, root),
        "bus": lambda: wires.bus(profile, root),
        **({"wires": wires.in_use} if service.is_running(profile, root) else tries),
        "card": lambda: storage.card(root),
        "data": lambda: storage.data(data_folder, root=root),
        "space": lambda: storage.space(data_folder),
        "wear": lambda: wear.written(profile, data_folder, root),
        "heat": lambda: wear.heat(profile, root),
        "power": lambda: service.power(profile, root),
        "service": lambda: service.service(profile, root),
        "wifi": lambda: reach.wifi(profile, root),
        "hotspot": reach.own_wifi,
        "phones": reach.phones,
        "club": lambda: reach.club(data_folder),
        "voice": lambda: sound.speech(data_folder, root),
        "clock": home.clock,
    }


def _safely(name: str, check: Callable[[], Findings]) -> Iterator[Finding]:
    """Run a check. One that breaks is a finding too: the others are needed all the more."""
    try:
        yield from check()
    except Exception as fault:
        yield bad(name, "check-broken", check=name, why=f"{type(fault).__name__}: {fault}")


def is_healthy(findings: Sequence[Finding]) -> bool:
    """Return whether the box can work."""
    return all(finding.state != "bad" for finding in findings)


def sentences(findings: Sequence[Finding], words: Callable[..., str] | None) -> Iterator[str]:
    """Yield the findings line by line, each with its advice below; without any words, as bare keys.

    >>> for line in sentences(examine(profile, folder), words):      # doctest: +SKIP
    ...     print(line)
    """
    say: Callable[..., str] = words or _bare
    for finding in findings:
        yield f"{MARKS[finding.state]} {say(finding.what, **finding.facts)}"
        if finding.advice:
            yield f"  → {say(finding.advice, **finding.facts)}"


def _bare(key: str, **facts: Any) -> str:
    # The words may be what is missing.
    return " ".join([key, *(f"{name}={value}" for name, value in facts.items())])
