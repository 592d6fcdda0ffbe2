"""The health of the box in Set-up and on a page, in every language; and a log that is short and holds no secret."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.words import LANGUAGES
from firmware.box.phones import Phones
from firmware.care.log import LINES, LONGEST, MemoryLog, kept_log
from firmware.doctor import finding
from firmware.scenes.menus import Reading
from firmware.scenes.setup import upkeep
from firmware.scenes.setup.upkeep import Working
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose
from web.app import create_app

FOUND = [
    finding.warn("space", "space-little", free=120),
    finding.warn("wear", "wear-much", megabytes=3000, hours="2:30"),
    finding.warn("heat", "heat-much", degrees=81),
    finding.warn("power", "power-was-low"),
    finding.note("clock", "clock-alone", time="2026-01-31 20:00"),
]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[TestBox]:
    box = TestBox(tmp_path)
    yield box
    box.close()


@contextmanager
def phones_of(box: TestBox) -> Iterator[Phones]:
    phones = Phones(box.box, "127.0.0.1", 0)
    phones.start()
    yield phones
    phones.stop()


def test_set_up_shows_how_the_box_is(box: TestBox) -> None:
    choose(box, "Set-up")
    choose(box, "Health")
    for _ in range(1000):
        if not isinstance(box.box.scene, Working):
            break
        box.wait(0.3)
    scene = box.box.scene
    assert isinstance(scene, Reading)
    assert "Free space" in " ".join(scene.lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_worry_is_worded_on_the_box_and_on_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, cut: list[str]
) -> None:
    monkeypatch.setattr(upkeep, "vitals", lambda *_: FOUND)
    monkeypatch.setattr("firmware.box.upkeep.vitals", lambda *_: FOUND)
    box = TestBox(tmp_path, language)
    upkeep.show_health(box.box)
    while isinstance(box.box.scene, Working):
        box.wait(0.3)
    scene = box.box.scene
    assert isinstance(scene, Reading)
    for top in range(len(scene.lines)):
        scene.top = top
        scene.picture()
    assert cut == []
    with phones_of(box) as phones:
        page = create_app(phones.site).test_client().get("/health", headers={"Accept-Language": language}).text
    assert "81" in page
    assert "doctor." not in page + " ".join(scene.lines)
    assert page.count("<small>") >= len(FOUND)
    box.close()


def test_many_phones_do_not_keep_the_doctor_busy(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    examined: list[int] = []

    def examine(*_: object) -> list[finding.Finding]:
        examined.append(1)
        return FOUND

    monkeypatch.setattr("firmware.box.upkeep.vitals", examine)
    with phones_of(box) as phones:
        assert phones.upkeep.health("en") == phones.upkeep.health("en") != phones.upkeep.health("fr")
    assert len(examined) == 1


def test_the_log_is_kept_in_memory_and_stays_short(caplog: pytest.LogCaptureFixture) -> None:
    with kept_log() as log:
        for number in range(LINES + 50):
            logging.getLogger("ballottino").error("fault %s %s", number, "x" * 2 * LONGEST)
        lines = log.text().splitlines()
    logging.getLogger("ballottino").error("afterwards")
    assert len(lines) == LINES == len(log.text().splitlines())
    assert "fault 50 " in lines[0]
    assert max(map(len, lines)) == LONGEST


def test_what_others_log_is_kept_without_what_they_say() -> None:
    with kept_log() as log:
        logging.getLogger("waitress").error("the hand of %s", "Anna")
        logging.getLogger("ballottino.club").error("mqtt://table:secret@club")
        logging.getLogger("ballottino").error("a scene failed:\nhere")
        logging.getLogger("ballottino").info("nothing of note")
    first, second, third = log.text().splitlines()
    assert first.endswith("ERROR waitress")
    assert second.endswith("ERROR ballottino.club")
    assert third.endswith("ERROR ballottino a scene failed: < here")


def test_a_phone_downloads_the_log(box: TestBox) -> None:
    box.box.log = MemoryLog()
    box.box.log.handle(logging.makeLogRecord({"name": "ballottino", "levelname": "ERROR", "msg": "a scene failed"}))
    with phones_of(box) as phones:
        sent = create_app(phones.site).test_client().get("/health/log")
    assert "a scene failed" in sent.text
    assert "attachment" in sent.headers["Content-Disposition"]
