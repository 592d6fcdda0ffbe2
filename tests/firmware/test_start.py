"""Starting and stopping: the first picture before anything heavy, a clean end, any build."""

from __future__ import annotations

import gc
import os
import pty
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from companion.ledger import Ledger
from companion.words import HERE as SHARED_WORDS
from companion.words import Words
from firmware import WORDS
from firmware.box.box import Box
from firmware.box.program import open_phones, run_box
from firmware.machine.network import Web
from firmware.scenes.home.sealing import Stir
from firmware.scenes.menus import Menu
from firmware.scenes.questions.questions import QuestionScene
from firmware.screens import SPLASH
from firmware.screens.splash import splash
from firmware.start import profile_name, wants_box
from hardware.frame import pack
from hardware.keys import Key
from hardware.panel import Panel
from hardware.profile import load, names
from tests.firmware.boxes import TestBox
from tests.firmware.playing import menu_of, start_doge, stir

FIRST = """
import sys
from firmware.start import first_picture
glass = first_picture(["run", "--profile", "simulated"])
assert glass.simulated.chip.picture().getbbox() is not None, "nothing on the screen"
heavy = ("flask", "companion", "click", "gpiozero", "logging")
loaded = [name for name in sys.modules if name.split(".")[0] in heavy]
assert not loaded, loaded
"""


def test_the_first_picture_comes_before_anything_heavy() -> None:
    """No game, no flask, no gpiozero, not even a logger is imported when the splash is on the glass."""
    subprocess.run([sys.executable, "-c", FIRST], check=True)


def test_the_first_picture_is_kept_as_it_is_drawn() -> None:
    assert SPLASH.read_bytes() == pack(splash()), "python -m firmware.screens.splash writes it again"


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
    assert ended.returncode == 3, "not found"
    assert "toaster" in ended.stderr
    assert "adafruit-bonnet" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_box_cleanly(tmp_path: Path, number: int) -> None:
    """As under systemd: it says that it is ready and that it stops, and exits with 0. No terminal, no window."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        environment = {**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify")}
        run = ["run", "--profile", "simulated", "--host", "127.0.0.1", "--port", "0"]
        command = [sys.executable, "-m", "firmware", "--data", str(tmp_path), *run]
        box = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
        )
        try:
            assert systemd.recv(100) == b"READY=1"
            box.send_signal(number)
            assert systemd.recv(100) == b"STOPPING=1"
            out, errors = box.communicate(timeout=60)
        finally:
            box.kill()
    assert (box.returncode, out, errors) == (0, b"", b"")


def test_a_box_that_ends_leaves_a_dark_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Home is on the glass while it runs; then the chip is off, the keys are released and the pages are closed."""
    panel = Panel.open_screen(load("simulated"))
    assert panel.simulated is not None
    chip, seen = panel.simulated.chip, []
    words = Words("en", [WORDS, SHARED_WORDS])
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # keep the signals of the test run

    def one_step(box: Box, timeout: float | None = 0.0) -> None:
        seen.append((chip.picture(), box.scene.picture()))
        box.stop()

    monkeypatch.setattr(Box, "step", one_step)
    run_box(panel, None, Ledger(tmp_path), words, web=Web("127.0.0.1", 0))
    ((glass, home),) = seen
    assert glass.tobytes() == home.tobytes()
    assert glass.getbbox() is not None
    assert chip.picture().getbbox() is None
    assert panel.screen.status == "closed"
    assert not any(thread.name == "phones" for thread in threading.enumerate())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_taken_port_does_not_stop_the_game(box: TestBox) -> None:
    """The box then has no phones, does not mention them, and plays."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert open_phones(box.box, *other.getsockname()) is None
    gc.collect()  # waitress leaves the socket that it could not bind for garbage collection
    assert box.box.phones is None
    box.box.go_home()
    assert isinstance(box.box.scene, Menu)
    assert "Join" not in [item.row.text for item in box.box.scene.items]
    match = start_doge(box)
    box.thumb.answer("castello", 1)
    assert len(match.referee.entries) == 1


def test_on_a_terminal_the_box_is_shown_and_q_leaves(tmp_path: Path) -> None:
    """`make run`: the window is drawn with the box's own dots; q ends it and gives the terminal back."""
    ours, theirs = pty.openpty()
    os.set_blocking(ours, False)
    environment = {**os.environ, "TERM": "xterm"}
    command = [sys.executable, "-m", "firmware", "--data", str(tmp_path), "run", "--profile", "simulated", "--no-web"]
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


MOST_PRESSES = 8
"""Of OK, from power-on to the urn."""


@pytest.mark.parametrize("profile", [name for name in names() if name != "breadboard"])
def test_every_build_with_a_stick_reaches_the_first_question(tmp_path: Path, profile: str) -> None:
    box = TestBox(tmp_path, profile=profile)
    for _ in range(MOST_PRESSES):
        if not isinstance(box.box.scene, Stir):
            box.tap(Key.OK)
    stir(box)
    box.wait_out_tellings()
    assert isinstance(box.box.scene, QuestionScene)
    assert box.glass().tobytes() == box.box.scene.picture().tobytes()
    box.close()


def test_a_knob_walks_the_menus_too(tmp_path: Path) -> None:
    """Turning moves the bar, pushing takes, turning while pushed goes sideways."""
    box = TestBox(tmp_path, profile="breadboard")
    for turns, line in ((1, 1), (2, 3), (-3, 0)):
        box.wires.turn(turns)
        for _ in range(12):
            box.wait(0.02)
        assert menu_of(box).cursor == line
    box.tap(Key.OK)
    assert len(box.box.scenes) == 2
    box.close()
