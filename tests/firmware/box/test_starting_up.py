"""The box just after it started: home with its phones, or why it can't start."""

from __future__ import annotations

import gc
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.ledger import Ledger
from companion.refusal import Refusal
from companion.words import HERE as SHARED_WORDS
from companion.words import LANGUAGES, Words
from firmware import WORDS
from firmware.box import program
from firmware.box.box import Box
from firmware.box.program import open_panel, open_phones, run_box, show_refusal, start_up_warnings
from firmware.commands.machine import run_box as run_command
from firmware.commands.settings import Settings
from firmware.machine.network import Web
from firmware.scenes.menus import Menu
from firmware.scenes.setup.settings import about
from firmware.screens import reading
from hardware.panel import Panel
from hardware.profile import load
from tests.firmware.boxes import TestBox
from tests.firmware.commands.test_cli import run


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    """Restore the signals that the box takes over."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def started(folder: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Menu, list[str], list[str]]:
    """Return the lines of home when the loop begins, and what *About* says then."""
    seen: list[tuple[Menu, list[str], list[str]]] = []

    def look(box: Box) -> None:
        assert isinstance(box.scene, Menu)
        seen.append((box.scene, [item.row.text for item in box.scene.items], about(box)))

    monkeypatch.setattr(Box, "run", look)
    words = Words("en", [WORDS, SHARED_WORDS])
    run_box(open_panel("simulated"), None, Ledger(folder), words, web=Web("127.0.0.1", port))
    return seen[0]


def test_home_offers_to_join_from_the_first_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, lines, _ = started(tmp_path, 0, monkeypatch)
    assert "Join" in lines
    assert not any("127.0.0.1" in item.row.note for item in home.items), "no address before there is a network"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # waitress drops what it can't bind
def test_about_says_why_there_are_no_phones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        _, lines, said = started(tmp_path, port, monkeypatch)
    gc.collect()
    assert "Join" not in lines
    assert f"No phones: {os.strerror(98)} ({port})" in said
    assert not any(line.startswith("Address") for line in said)


def test_unwritable_folder_is_reported_on_the_screen(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    panel = Panel.open_screen(load("adafruit-bonnet").on_paper())
    settings = Settings(tmp_path / "file", "en", panel)
    with pytest.raises(Refusal) as refused:
        asked = {"profile": None, "no_web": True, "host": "", "port": 0, "share": False, "share_box": False}
        run_command.callback.__wrapped__(settings, **asked, club=None)  # type: ignore[union-attr]
    assert refused.value.key == "no-data-folder"
    text = settings.words().refusal(refused.value)
    assert panel.simulated is not None
    assert panel.simulated.chip.picture().tobytes() == reading.small_print(text).tobytes()
    panel.close()


@pytest.mark.parametrize("arguments", [(), ("run",)])
def test_the_command_alone_starts_the_box_as_run_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    started: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
    monkeypatch.setattr(program, "run_box", lambda *given, **more: started.append((given, more)))
    assert run(*arguments, data=tmp_path).exit_code == 0
    (((panel, profile, _, _), more),) = started
    assert (panel, profile, more["web"], more["club"]) == (None, None, Web(None, 8080), None)


@pytest.mark.parametrize(
    ("arguments", "web"),
    [
        (("--share",), Web("0.0.0.0", 8080)),
        (("--share-box",), Web("0.0.0.0", 8080, share_box=True)),
        (("--host", "10.0.0.5", "--share"), Web("10.0.0.5", 8080)),
    ],
)
def test_the_pages_are_shared_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], web: Web
) -> None:
    started: list[Any] = []
    monkeypatch.setattr(program, "run_box", lambda *_, web, **__: started.append(web))
    assert run("run", *arguments, data=tmp_path).exit_code == 0
    assert started == [web]


@pytest.mark.parametrize(
    ("is_simulated", "web", "host"),
    [
        (True, Web(None, 0), "127.0.0.1"),
        (True, Web("0.0.0.0", 0), "0.0.0.0"),
        (False, Web(None, 0), "0.0.0.0"),
    ],
)
def test_a_simulated_box_keeps_to_its_machine_and_says_how_to_share(
    box: TestBox, is_simulated: bool, web: Web, host: str
) -> None:
    if not is_simulated:
        box.box.panel.simulated = None
    assert web.host_for(is_simulated=is_simulated) == host
    phones = open_phones(box.box, host, 0)
    assert phones is not None
    phones.stop()
    told = [text for text in start_up_warnings(box.box, web) if "--share" in text]
    assert bool(told) == (host == "127.0.0.1")


def test_on_a_real_screen_there_is_time_to_read_it() -> None:
    panel = Panel.open_screen(load("simulated"))
    panel.simulated = None
    stayed: list[float] = []
    show_refusal(panel, "No.", stayed.append)
    assert stayed == [20.0]
    panel.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_reason_fits_on_one_screen(language: str) -> None:
    why = "Read-only file system"
    text = Settings(Path(), language).words().refusal(Refusal("no-data-folder", value="/var/lib/ballottino", why=why))
    with_more = reading.small_print(f"{text} x")
    assert with_more.tobytes() != reading.small_print(text).tobytes(), "there is room after the last word"
