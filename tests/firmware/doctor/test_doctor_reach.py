"""The doctor on Wi-Fi, hotspot and address, and on the service and its power, on a Pi's files in a folder."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.doctor import reach, service
from firmware.machine import hotspot, network
from firmware.machine.hotspot import Hotspot
from hardware.profile import load
from tests.firmware.findings import keys

BONNET, SIMULATED = load("adafruit-bonnet"), load("simulated")


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, str], None]:
    def put(name: str, text: str) -> None:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    return put


def systemd(**state: str) -> Callable[..., Any]:
    told = "".join(f"{name}={value}\n" for name, value in state.items())
    return lambda command, **_: subprocess.CompletedProcess(command, 0, told, "")


@pytest.mark.parametrize(
    ("soft", "hard", "expected"),
    [
        ("0", "0", ("ok", "wifi-found")),
        ("1", "0", ("warn", "wifi-blocked")),
        ("1", "1", ("warn", "wifi-switched-off")),
    ],
)
def test_wifi_allowed_or_blocked(
    soft: str, hard: str, expected: tuple[str, str], tmp_path: Path, put: Callable[[str, str], None]
) -> None:
    put("sys/class/net/eth0/address", "")
    assert keys(reach.wifi(BONNET, tmp_path)) == [("ok", "wifi-missing")]
    put("sys/class/net/wlan0/phy80211/index", "0")
    for number, kind in enumerate(("bluetooth", "wlan")):
        put(f"sys/class/rfkill/rfkill{number}/type", f"{kind}\n")
        put(f"sys/class/rfkill/rfkill{number}/soft", f"{soft if kind == 'wlan' else 1}\n")
        put(f"sys/class/rfkill/rfkill{number}/hard", f"{hard if kind == 'wlan' else 1}\n")
    (found,) = reach.wifi(BONNET, tmp_path)
    assert (keys([found]), found.facts) == ([expected], {"card": "wlan0"})
    assert keys(reach.wifi(SIMULATED, tmp_path)) == []


def test_the_hotspot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hotspot, "known", lambda: None)
    assert keys(reach.own_wifi()) == []
    monkeypatch.setattr(hotspot, "known", lambda: Hotspot("Ballot", "secret77", "127.0.0.1"))
    (on,) = reach.own_wifi()
    assert (on.what, on.facts) == ("doctor.hotspot-on", {"name": "Ballot", "address": "127.0.0.1"})
    monkeypatch.setattr(hotspot, "known", lambda: Hotspot("Ballot", "secret77", "192.0.2.77"))
    assert keys(reach.own_wifi()) == [("ok", "hotspot-off")]


def test_where_phones_find_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "address", lambda: "192.168.1.7")
    assert keys(reach.phones()) == [("ok", "phones-here")]
    monkeypatch.setattr(network, "address", lambda: "127.0.0.1")
    assert keys(reach.phones()) == [("warn", "phones-nowhere")]


def installed(root: Path, put: Callable[[str, str], None]) -> None:
    put(service.UNIT, "[Service]\n")
    put(service.RULES, "")
    (root / service.WANTED).parent.mkdir(parents=True)
    (root / service.WANTED).symlink_to("/nowhere")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({"ActiveState": "active", "SubState": "running", "NRestarts": "0"}, ("ok", "service-runs")),
        ({"ActiveState": "active", "SubState": "running", "NRestarts": "7"}, ("bad", "service-falling")),
        ({"ActiveState": "activating", "SubState": "auto-restart", "NRestarts": "1"}, ("bad", "service-falling")),
        ({"ActiveState": "failed", "SubState": "failed", "NRestarts": "0"}, ("bad", "service-falling")),
        ({"ActiveState": "inactive", "SubState": "dead", "NRestarts": "0"}, ("ok", "service-stopped")),
        ({}, ("ok", "service-stopped")),
    ],
)
def test_service_runs_or_fails(
    state: dict[str, str], expected: tuple[str, str], tmp_path: Path, put: Callable[[str, str], None]
) -> None:
    installed(tmp_path, put)
    assert keys(service.service(BONNET, tmp_path, systemd(**state))) == [expected]


def test_service_missing_stopped_or_not_allowed_to_switch_off(
    tmp_path: Path, put: Callable[[str, str], None]
) -> None:
    assert keys(service.service(BONNET, tmp_path)) == [("ok", "service-missing")]
    assert keys(service.service(SIMULATED, tmp_path)) == []
    installed(tmp_path, put)
    (tmp_path / service.WANTED).unlink()
    runs = systemd(ActiveState="active")
    assert keys(service.service(BONNET, tmp_path, runs)) == [("warn", "service-asleep"), ("ok", "service-runs")]
    (tmp_path / service.RULES).unlink()
    assert keys(service.service(BONNET, tmp_path, runs))[-1] == ("warn", "poweroff-forbidden")


def test_rules_that_only_root_may_see(
    tmp_path: Path, put: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, put)

    def closed(folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", closed)
    assert keys(service.service(BONNET, tmp_path, systemd(ActiveState="active"))) == [("ok", "service-runs")]


def test_a_machine_without_systemd(tmp_path: Path, put: Callable[[str, str], None]) -> None:
    installed(tmp_path, put)

    def missing(*_: Any, **__: Any) -> Any:
        raise FileNotFoundError("systemctl")

    assert keys(service.service(BONNET, tmp_path, missing)) == [("ok", "service-stopped")]


def test_weak_power_supply(tmp_path: Path, put: Callable[[str, str], None]) -> None:
    put("sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    assert keys(service.power(BONNET, tmp_path)) == [], "not every machine tells"
    put("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert keys(service.power(BONNET, tmp_path)) == [("ok", "power-enough")]
    put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert keys(service.power(BONNET, tmp_path)) == [("warn", "power-low")]
