"""The doctor on what an evening costs: heat, power, and what is written to the card, on a Pi's files in a folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware.doctor import service, vitals, wear
from firmware.doctor.wear import HEAT
from hardware.profile import load
from tests.firmware.findings import keys

BONNET, SIMULATED = load("adafruit-bonnet"), load("simulated")


def put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


@pytest.mark.parametrize(("told", "expected"), [("48312\n", "heat-fine"), ("75000", "heat-much")])
def test_heat(tmp_path: Path, told: str, expected: str) -> None:
    put(tmp_path / HEAT, told)
    (found,) = wear.heat(BONNET, tmp_path)
    assert (found.what, found.facts) == (f"doctor.{expected}", {"degrees": round(int(told) / 1000)})
    assert list(wear.heat(SIMULATED, tmp_path)) == []


def test_a_pi_that_does_not_say_is_not_ill(tmp_path: Path) -> None:
    put(tmp_path / HEAT, "?")
    assert [
        *wear.heat(BONNET, tmp_path),
        *wear.written(BONNET, tmp_path, tmp_path),
        *service.power(BONNET, tmp_path),
    ] == []


@pytest.mark.parametrize(
    ("told", "expected"),
    [("0\n", "power-enough"), ("50005", "power-low"), ("0x50000", "power-was-low"), ("20000", "power-enough")],
)
def test_power_now_and_since_it_was_switched_on(tmp_path: Path, told: str, expected: str) -> None:
    put(tmp_path / service.THROTTLED, told)
    assert [key for _, key in keys(service.power(BONNET, tmp_path))] == [expected]


@pytest.mark.parametrize(
    ("megabytes", "seconds", "expected"),
    [(12, 7200, "wear-little"), (900, 600, "wear-little"), (3000, 7200, "wear-much")],
)
def test_what_was_written_to_the_card_of_the_games(
    tmp_path: Path, megabytes: int, seconds: int, expected: str
) -> None:
    """By the kernel's own count of sectors of that disk, whoever wrote them."""
    device = tmp_path.stat().st_dev
    fields = ["1"] * 6 + [str(megabytes * 1_000_000 // 512)] + ["1"] * 4
    put(tmp_path / f"sys/dev/block/{os.major(device)}:{os.minor(device)}/stat", "  " + " ".join(fields) + "\n")
    put(tmp_path / "proc/uptime", f"{seconds}.25 100.0\n")
    (found,) = wear.written(BONNET, tmp_path / "not" / "yet", tmp_path)
    assert found.what == f"doctor.{expected}"
    assert found.facts["hours"] == {7200: "2:00", 600: "0:10"}[seconds]
    assert abs(found.facts["megabytes"] - megabytes) <= 1
    assert list(wear.written(SIMULATED, tmp_path, tmp_path)) == []


def test_vitals_leave_wires_and_words_alone(tmp_path: Path) -> None:
    assert {found.check for found in vitals(SIMULATED, tmp_path)} <= {"space", "wear", "heat", "power", "clock"}
