"""The doctor on a box that runs: its screen and keys are left alone, and that is no fault."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from firmware.doctor import examine, service, wires
from hardware.keys import pins
from hardware.profile import load

HAT = load("waveshare-hat")


def installed(root: Path) -> Path:
    unit = root / service.UNIT
    unit.parent.mkdir(parents=True)
    unit.touch()
    return root


def told(state: str) -> Any:
    def run(command: Any, **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 0, f"ActiveState={state}\nSubState=x\nNRestarts=0\n", "")

    return run


@pytest.mark.parametrize(("state", "running"), [("active", True), ("inactive", False), ("failed", False)])
def test_whether_the_box_runs(tmp_path: Path, state: str, running: bool) -> None:
    assert not service.is_running(HAT, tmp_path, told("active")), "nothing is installed"
    assert service.is_running(HAT, installed(tmp_path), told(state)) == running
    assert not service.is_running(load("simulated"), tmp_path, told(state))


def test_a_running_box_keeps_its_wires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def touched(*_: Any) -> Any:
        raise AssertionError("the running box's screen would go blank")

    monkeypatch.setattr(wires, "connector", touched)
    monkeypatch.setattr(pins, "probe", touched)
    monkeypatch.setattr(service, "is_running", lambda *_: True)
    findings = {found.check: found for found in examine(HAT, tmp_path, installed(tmp_path / "root"))}
    assert "screen" not in findings
    assert "keys" not in findings
    assert (findings["wires"].state, findings["wires"].what) == ("ok", "doctor.wires-in-use")


def test_a_stopped_box_has_its_wires_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "is_running", lambda *_: False)
    checks = [found.check for found in examine(HAT.on_paper(), tmp_path)]
    assert "screen" in checks
    assert "keys" in checks
    assert "wires" not in checks


def test_doctor_stays_within_its_root() -> None:
    for place in (service.UNIT, service.WANTED, service.RULES):
        assert (Path("/elsewhere") / place).is_relative_to("/elsewhere")
