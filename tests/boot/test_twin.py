"""The twin and the Pi agree key by key, and a Pi that shows something else is found out. Here both are simulated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from PIL import Image

from hardware.keys import Key
from tests.boot import report, twin
from tests.boot.building.kept import CHECKOUT, Failed, Kept, Minutes
from tests.boot.bus import Seen
from tests.boot.machine import Line, Machine
from tests.boot.strip import Strip
from tests.boot.twin import Twin
from tests.firmware.boxes import TestBox


class Glass:
    """What the bus of a stand-in shows, each time that it is looked at."""

    def __init__(self, box: TestBox) -> None:
        self.box = box
        self.seen = [Seen(0.0, Image.new("1", (128, 64)))]

    @property
    def picture(self) -> Image.Image:
        self.box.wait()
        self.seen.append(Seen(len(self.seen), self.box.glass()))
        return self.seen[-1].picture


class StandIn:
    """A simulated box in place of a machine: its contacts can be closed, its picture seen."""

    def __init__(self, data: Path, folder: Path) -> None:
        self.box = TestBox(data, profile="adafruit-bonnet")
        self.bus = Glass(self.box)
        self.folder = folder
        self.is_on = True
        self.begun = 0.0
        self.console = [Line(0.5, "Started ballottino.service"), Line(0.6, "some other line")]

    def close_contact(self, pin: int) -> None:
        self.box.wires.drive(pin, level=False)
        self.box.wait()

    def open_contact(self, pin: int) -> None:
        self.box.wires.drive(pin, level=True)
        self.box.wait(0.5)

    def since(self) -> float:
        return 1.0


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Twin, StandIn]]:
    for name, seconds in {"PRESS": 0.0, "PAUSE": 0.0, "PATIENCE": 0.5}.items():
        monkeypatch.setattr(twin, name, seconds)
    (tmp_path / "pi").mkdir()
    pi = StandIn(tmp_path / "pi", tmp_path)
    both = Twin(tmp_path / "twin", cast("Machine", pi))
    pi.box.box.phones = both.box.phones  # home has a line for them
    pi.box.box.go_home()
    yield both, pi
    both.close()
    pi.box.close()


def test_every_key_goes_to_both(pair: tuple[Twin, StandIn]) -> None:
    both, pi = pair
    both.meet()
    for key in (Key.DOWN, Key.DOWN, Key.UP, Key.UP, Key.OK, Key.BACK):
        both.tap(key)
        assert pi.box.glass().tobytes() == both.glass().tobytes()
    assert both.met >= 5


def test_a_pi_that_has_missed_a_key_is_found_out(pair: tuple[Twin, StandIn], monkeypatch: pytest.MonkeyPatch) -> None:
    both, pi = pair
    both.meet()
    monkeypatch.setattr(pi, "close_contact", lambda pin: None)
    with pytest.raises(Failed, match="does not show what the twin does"):
        both.tap(Key.DOWN)
    assert (pi.folder / "disagreement.png").exists()


def test_film_and_figures_go_into_the_page_and_the_rest_of_it_stays(
    pair: tuple[Twin, StandIn], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both, pi = pair
    both.meet()
    strip = Strip()
    strip.shoot(cast("Machine", pi), "home")
    page = tmp_path / "BOOT.md"
    page.write_text(f"# Before\n{report.BEGIN}\nold figures\n{report.END}\nafter\n")
    monkeypatch.setattr(report, "FILM", CHECKOUT / "build/film.png")
    seconds = {"first picture": 60.0, "page": 139.0}
    figures = report.Figures(seconds, seconds, answers=40, presses=72, phone="doge")
    minutes = Minutes()
    minutes.taken.append(("power on", 139.0))
    report.write(report.Seen(figures), minutes, strip, page)
    text = page.read_text()
    assert text.startswith("# Before\n")
    assert text.endswith("after\n")
    assert "old figures" not in text
    assert "| 1 | home | some other line |" in text
    assert "| power on | 2.3 |" in text
    assert "72 keys" in text
    assert "40 answers of Doge" in text


def test_each_picture_has_the_last_word_of_the_console(
    pair: tuple[Twin, StandIn], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also long after the service was started, with the commands of the test in between."""
    _, pi = pair
    said = [
        (0.1, "[    3.4] mmc0: new high speed SD card"),
        (0.2, "[  OK  ] Started ballottino.service - Ballottino."),
        (0.3, "(1 of 2) Job dev-usb.device/start running (40s / no limit)"),
        (0.4, "root@box:~# stty -echo; PS1="),
        (0.5, " printf '\\n%s-begin\\n' mark-1; systemctl is-active ballottino.service"),
        (0.6, "mark-1-begin"),
        (0.6, "active"),
        (0.6, "mark-1-end-0"),
        (0.7, ""),
        (0.8, "[  OK  ] Stopped target graphical.target."),
    ]
    pi.console = [Line(at, text) for at, text in said]
    strip = Strip()
    for at in (0.1, 0.2, 0.3, 0.75, 0.9):
        strip.shoot(cast("Machine", pi), "home", at=at)
    assert [shot.console for shot in strip.shots] == [
        "mmc0: new high speed SD card",
        *["Started ballottino.service - Ballottino."] * 3,
        "Stopped target graphical.target.",
    ]


def test_a_result_is_kept_until_what_it_is_made_of_changes(tmp_path: Path) -> None:
    made: list[str] = []
    kept = Kept(tmp_path, Minutes())

    def make(place: Path) -> None:
        made.append(place.name)
        (place / "half").touch()

    for of in (["a"], ["a"], ["b"]):
        assert (kept.made("root", "a root", of, make) / "half").exists()
    assert made == ["root", "root"]

    def fail(place: Path) -> None:
        raise Failed("no network")

    with pytest.raises(Failed):
        kept.made("root", "a root", ["c"], fail)
    kept.made("root", "a root", ["b"], make)
    assert made == ["root", "root", "root"], "what a failure has left is not taken for the whole"
