"""The doctor's findings, in short."""

from __future__ import annotations

from collections.abc import Iterable

from firmware.doctor import Finding


def keys(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    """Return each finding's state, and what it says."""
    return [(found.state, found.what.removeprefix("doctor.")) for found in findings]
