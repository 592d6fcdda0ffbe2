"""Whoever starts the box at a terminal is warned about what is missing, and told how to end it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.firmware.commands.test_cli import refused

PATIENCE = 60.0


@contextmanager
def started(data: Path, *arguments: str, lang: str = "en") -> Iterator[subprocess.Popen[str]]:
    """Yield a box without a terminal of its own; Ctrl-C ends it."""
    command = [sys.executable, "-m", "firmware", "--lang", lang, "--data", str(data), "run", *arguments]
    alone = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=alone) as box:
        silent = threading.Timer(PATIENCE, box.kill)  # a silent one is not waited for for ever
        silent.start()
        try:
            yield box
        finally:
            box.send_signal(signal.SIGINT)
            box.wait()
            silent.cancel()


def line(box: subprocess.Popen[str]) -> str:
    assert box.stderr is not None
    return box.stderr.readline().strip()


@pytest.fixture
def taken() -> Iterator[int]:
    """Yield a port that is taken."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "No phones"), ("fr", "Pas de téléphones"), ("it", "Niente telefoni")]
)
def test_taken_port_is_reported_with_another_to_try(tmp_path: Path, taken: int, lang: str, said: str) -> None:
    wanted = ("--profile", "simulated", "--host", "127.0.0.1", "--port", str(taken))
    with started(tmp_path, *wanted, lang=lang) as box:
        told = line(box)
    assert told.startswith(said)
    assert f"--port {taken + 1}" in told


def test_invalid_host_leaves_a_box_without_phones(tmp_path: Path) -> None:
    with started(tmp_path, "--profile", "simulated", "--host", "no.such.host.invalid") as box:
        assert "no.such.host.invalid" in line(box)
    assert box.returncode == 0


def test_a_build_without_its_wires_says_where_its_pages_are(tmp_path: Path) -> None:
    with started(tmp_path, "--profile", "adafruit-bonnet", "--host", "127.0.0.1", "--port", "0") as box:
        first, second = line(box), line(box)
    assert first == "Screen or keys don’t answer here; ballottino doctor says why. Ctrl-C ends."
    assert second.startswith("Pages: http://")


@pytest.mark.parametrize(("lang", "said"), [("fr", "Il n’y a pas de profil"), ("it", "Non c’è un profilo")])
@pytest.mark.parametrize("command", ["run", "doctor"])
def test_unknown_profile_is_refused_in_the_users_language(tmp_path: Path, command: str, lang: str, said: str) -> None:
    told = refused(command, "--profile", "nope", code=3, data=tmp_path, lang=lang)
    assert told.startswith(said)
    assert "adafruit-bonnet, breadboard" in told
