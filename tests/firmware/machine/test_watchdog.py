"""Signs of life, heard on real sockets; and switching off."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.refusal import Refusal
from firmware.machine.power import COMMAND, Run, power_off, run
from firmware.machine.watchdog import Watchdog, notify


@pytest.fixture(params=["file", "abstract"])
def systemd(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[socket.socket]:
    """Yield a socket that listens as systemd does, under either kind of name."""
    name = str(tmp_path / "notify") if request.param == "file" else f"@ballottino-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(name.replace("@", "\0", 1) if name.startswith("@") else name)
        ear.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        yield ear


def test_notice_reaches_the_socket(systemd: socket.socket) -> None:
    assert notify("READY=1", "STATUS=Doge, l’année 2")
    assert systemd.recv(200).decode() == "READY=1\nSTATUS=Doge, l’année 2"
    assert notify("STOPPING=1")
    assert systemd.recv(200) == b"STOPPING=1"


def test_full_socket_is_not_waited_for(systemd: socket.socket) -> None:
    said = 0
    while notify("WATCHDOG=1"):
        said += 1
        assert said < 100_000
    assert said


def test_missing_socket_is_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not notify("READY=1")
    for name in (str(tmp_path / "gone"), "@gone-for-good", "vsock:2:1234", "x" * 500):
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        assert not notify("READY=1")


def test_the_watchdog_gives_its_sign_when_due(systemd: socket.socket) -> None:
    watchdog = Watchdog.from_environment({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())})
    assert watchdog.interval == 7.5
    signs = []
    systemd.setblocking(False)
    for now in (100.0, 101.0, 107.4, 107.5, 114.9, 130.0):
        watchdog.tick(now)
        try:
            signs.append((now, systemd.recv(100)))
        except BlockingIOError:
            continue
    assert signs == [(now, b"WATCHDOG=1") for now in (100.0, 107.5, 130.0)]


@pytest.mark.parametrize(
    "environment", [{}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "x"}, {"WATCHDOG_USEC": "9", "WATCHDOG_PID": "1"}]
)
def test_watchdog_is_silent_when_not_asked(environment: dict[str, str]) -> None:
    signs: list[str] = []
    watchdog = Watchdog(Watchdog.from_environment(environment).interval, signs.append)
    watchdog.tick(0.0)
    assert (signs, watchdog.interval) == ([], None)


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    return tmp_path


def answering(status: int, words: str, asked: list[Sequence[str]]) -> Run:
    def answer(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, status, "", words)

    return answer


def test_a_pi_is_switched_off(pi: Path) -> None:
    asked: list[Sequence[str]] = []
    power_off(answering(0, "", asked), pi)
    assert asked == [COMMAND]


def test_a_laptop_is_not_even_asked(tmp_path: Path) -> None:
    asked: list[Sequence[str]] = []
    with pytest.raises(Refusal) as refused:
        power_off(answering(0, "", asked), tmp_path)
    assert (refused.value.key, asked) == ("not-a-pi", [])


@pytest.mark.parametrize(
    ("words", "key", "facts"),
    [
        ("Failed to power off system via logind: Interactive authentication required.", "poweroff-denied", {}),
        ("Call to PowerOff failed: Access denied", "poweroff-denied", {}),
        (
            "Failed to connect to bus: no such file",
            "poweroff-failed",
            {"why": "Failed to connect to bus: no such file"},
        ),
        ("", "poweroff-failed", {"why": "systemctl: 1"}),
    ],
)
def test_refusal_of_the_system_is_reported(pi: Path, words: str, key: str, facts: dict[str, str]) -> None:
    with pytest.raises(Refusal) as refused:
        power_off(answering(1, words, []), pi)
    assert (refused.value.key, refused.value.facts) == (key, facts)


def test_missing_systemctl_is_reported(pi: Path) -> None:
    def missing(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        return run(["there-is-no-such-command"])

    with pytest.raises(Refusal) as refused:
        power_off(missing, pi)
    assert refused.value.key == "poweroff-failed"
    assert run(["true"]).returncode == 0
