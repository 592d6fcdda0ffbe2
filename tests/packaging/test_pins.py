"""The versions pinned for a Pi: all that our program needs, in range, each with its hashes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PINS = ROOT / "firmware/install"
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def pinned(name: str) -> dict[str, tuple[str, int]]:
    """Return the version of each pinned package and how many hashes it has.

    >>> pinned("requirements-pi.txt")                        # doctest: +SKIP
    {'rpi-gpio': ('0.7.1', 6)}
    """
    text = (PINS / name).read_text("utf-8")
    entries = re.findall(r"^(\S+)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", text, re.MULTILINE)
    others = [
        line for line in text.splitlines() if line and not line.startswith(("#", "    --hash=")) and "==" not in line
    ]
    assert not others
    return {canonicalize_name(package): (version, hashes.count("--hash=")) for package, version, hashes in entries}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("requirements.txt", PYPROJECT["project"]["dependencies"] + PYPROJECT["build-system"]["requires"]),
        ("requirements-pi.txt", PYPROJECT["project"]["optional-dependencies"]["pi"]),
        ("requirements-pi5.txt", PYPROJECT["project"]["optional-dependencies"]["pi5"]),
        ("requirements-mqtt.txt", PYPROJECT["project"]["optional-dependencies"]["mqtt"]),
        ("requirements-hall.txt", PYPROJECT["project"]["optional-dependencies"]["hall"]),
    ],
)
def test_each_requirement_is_pinned_in_its_range(name: str, wanted: list[str]) -> None:
    pins = pinned(name)
    for requirement in map(Requirement, wanted):
        if requirement.name != "lgpio":  # the system's own
            version, _ = pins[canonicalize_name(requirement.name)]
            assert version in requirement.specifier, f"{requirement}: `make pins` is due"


def test_every_pin_has_its_hashes() -> None:
    for file in PINS.glob("requirements*.txt"):
        entries = [line for line in file.read_text("utf-8").splitlines() if "==" in line]
        assert len(pinned(file.name)) == len(entries) > 0


def test_no_pin_names_where_it_comes_from() -> None:
    for file in PINS.glob("requirements*.txt"):
        assert "://" not in file.read_text("utf-8")
