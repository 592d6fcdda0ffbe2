"""Starting and stopping: the first picture before anything heavy, a clean end, any build."""

from __future__ import annotations

import os
import pty
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware.start import profile_name, wants_box
from hardware.keys import Key
from hardware.profile import names
from tests.firmware.boxes import TestBox

FIRST = """
import sys
from firmware.start import first_picture
panel = first_picture(["run", "--profile", "simulated"])
assert panel.simulated.chip.picture().getbbox() is not None, "nothing on the screen"
loaded = [name for name in sys.modules if name.split(".")[0] in ("flask", "companion", "click", "gpiozero")]
assert not loaded, loaded
"""


def test_the_first_picture_comes_before_anything_heavy() -> None:
    """No game, no flask, no gpiozero, not even the referee is imported when the splash is on the glass."""
    subprocess.run([sys.executable, "-c", FIRST], check=True)


@pytest.mark.parametrize(
    ("arguments", "box"),
    [
        ([], True),
        (["run"], True),
        (["--lang", "fr", "run", "--no-web"], True),
        (["--data=/tmp"], True),
        (["--lang", "run", "games"], False),
        (["simulate", "doge"], False),
        (["--version"], False),
        (["--help"], False),
    ],
)
def test_which_arguments_start_the_box(arguments: list[str], box: bool) -> None:
    assert wants_box(arguments) == box


def test_the_profile_is_found_among_the_arguments() -> None:
    assert profile_name(["run", "--profile", "x"]) == "x"
    assert profile_name(["run", "--profile=y"]) == "y"
    assert profile_name(["run", "--profile"]) is None


def test_an_unknown_profile_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "firmware",
        "--lang",
        "en",
        "--data",
        str(tmp_path),
        "run",
        "--profile",
        "toaster",
    ]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 1
    assert "toaster" in ended.stderr
    assert "adafruit-bonnet" in ended.stderr
    assert "Traceback" not in ended.stderr


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def wait_until_answers(port: int) -> None:
    """Until the box serves its pages, the last thing it does before it is ready."""
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_box_cleanly(tmp_path: Path, number: int) -> None:
    """As systemd stops it: the loop ends, the screen goes dark, the exit code is 0. Without a terminal, no window."""
    port = free_port()
    run = ["run", "--profile", "simulated", "--host", "127.0.0.1", "--port", str(port)]
    command = [sys.executable, "-m", "firmware", "--data", str(tmp_path), *run]
    box = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until_answers(port)
    box.send_signal(number)
    out, errors = box.communicate(timeout=60)
    assert (box.returncode, out, errors) == (0, b"", b"")


def test_on_a_terminal_the_box_is_shown_and_q_leaves(tmp_path: Path) -> None:
    """`make run`: the window is drawn with the box's own dots; q ends it and gives the terminal back."""
    ours, theirs = pty.openpty()
    os.set_blocking(ours, False)
    environment = {**os.environ, "TERM": "xterm"}
    command = [sys.executable, "-m", "firmware", "--data", str(tmp_path), "run", "--profile", "simulated"]
    box = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, env=environment)
    os.close(theirs)
    shown = b""
    deadline = time.monotonic() + 60
    while len(shown) < 500 and time.monotonic() < deadline:
        time.sleep(0.1)
        shown += _drain(ours)
    os.write(ours, b"q")
    while box.poll() is None and time.monotonic() < deadline:
        shown += _drain(ours)
        time.sleep(0.05)
    assert box.wait(timeout=60) == 0
    assert box.stderr is not None
    assert box.stderr.read() == b""
    box.stderr.close()
    os.close(ours)
    assert len(shown) > 500


def _drain(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


@pytest.mark.parametrize("profile", [name for name in names() if name != "breadboard"])
def test_every_build_with_a_stick_reaches_the_first_question(tmp_path: Path, profile: str) -> None:
    box = TestBox(tmp_path, profile=profile)
    for _ in range(6):
        box.tap(Key.OK)
    box.wait_out_tellings()
    assert type(box.box.scene).__name__ == "Guard"
    assert box.glass().tobytes() == box.box.scene.picture().tobytes()
    box.close()


def test_a_knob_walks_the_menus_too(tmp_path: Path) -> None:
    """Turning moves the bar, pushing takes, turning while pushed goes sideways."""
    box = TestBox(tmp_path, profile="breadboard")
    for turns, line in ((1, 1), (2, 3), (-3, 0)):
        box.wires.turn(turns)
        for _ in range(12):
            box.wait(0.02)
        assert box.box.scene.cursor == line  # type: ignore[attr-defined]
    box.tap(Key.OK)
    assert len(box.box.scenes) == 2
    box.close()
