"""A box that leaves its club in an orderly way leaves nothing of it behind: neither on a wall nor with the broker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club.messages import ONLINE, topic
from firmware.box.program import open_club
from firmware.club.address import INSTALLED_FOR, KNOWN, PASSWORD, Address
from firmware.club.leaving import note_known
from tests.firmware.boxes import TestBox
from tests.firmware.club.broker import MOSQUITTO, Broker
from tests.firmware.club.test_club import Box, Hall
from tests.firmware.club.test_shared import Ears
from tests.waiting import wait_until as until

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="no mosquitto here: apt install mosquitto")


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Broker]:
    monkeypatch.setenv(PASSWORD, "gondola")
    started = Broker(tmp_path, ["hall", "home-assistant", "table-1", "table-2"], "gondola")
    yield started
    started.kill()


def retained(broker: Broker, folder: Path) -> set[str]:
    """Return the topics of table-1 on which the broker keeps something for whoever comes later."""
    late = Ears(broker, "home-assistant", folder, "#", "ballottino-boards/#", "homeassistant/#")
    late.link.send("read-by-nobody/last", b"")
    until(lambda: len(late.taken) > 1)
    late.link.stop()
    return {where for where, data in late.said if "table-1" in where and data}


def joined(tmp_path: Path, broker: Broker, hall: Hall) -> TestBox:
    """Return a box that has played a game and told the club of it, as table-1."""
    player = Box(broker, "table-1", tmp_path)
    player.play(player.begin())
    until(lambda: hall.results() == 1)
    player.close()
    box = TestBox(tmp_path / "table-1")
    box.box.club.join(broker.address("table-1"))
    until(lambda: (seen := hall.tables.find("table-1")) and seen.online)
    until(lambda: (tmp_path / "table-1" / KNOWN).exists())
    return box


def test_a_box_that_leaves_is_gone_from_the_wall_and_from_the_broker(broker: Broker, tmp_path: Path) -> None:
    hall = Hall(broker, tmp_path)
    box = joined(tmp_path, broker, hall)
    assert len(retained(broker, tmp_path)) > 3
    box.box.club.join("")
    until(lambda: hall.tables.find("table-1") is None)
    until(lambda: not (tmp_path / "table-1" / KNOWN).exists())
    assert retained(broker, tmp_path) == set()
    assert not hall.tables.refused, "what the broker forgets is no message"
    assert hall.results() == 1, "what was played was played"
    box.close()
    hall.close()


def test_a_renamed_box_leaves_its_old_name(broker: Broker, tmp_path: Path) -> None:
    hall = Hall(broker, tmp_path)
    box = joined(tmp_path, broker, hall)
    box.box.club.join(broker.address("table-2"))
    until(lambda: [table.box for table in hall.tables.all()] == ["table-2"])
    until(lambda: list(json.loads((tmp_path / "table-1" / KNOWN).read_text())) == [broker.address("table-2")])
    assert retained(broker, tmp_path) == set()
    assert box.box.club.publisher is not None
    box.box.club.stop()
    box.close()
    hall.close()


def test_a_box_reinstalled_without_a_club_leaves_at_its_start(
    broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(broker, tmp_path)
    box = joined(tmp_path, broker, hall)
    assert box.box.club.publisher is not None
    box.box.club.stop()
    until(lambda: (seen := hall.tables.find("table-1")) and not seen.online)
    monkeypatch.delenv(PASSWORD)
    monkeypatch.delenv(INSTALLED_FOR, raising=False)
    box.box.club.publisher = None
    open_club(box.box, None)
    until(lambda: hall.tables.find("table-1") is None)
    box.close()
    hall.close()


def test_where_a_box_is_known_only_the_box_may_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PASSWORD, "gondola")
    note_known(tmp_path, Address.parse("mqtt://table-1@club.local"))
    assert (tmp_path / KNOWN).stat().st_mode & 0o777 == 0o600


def test_a_broker_that_no_longer_lets_a_box_in_is_not_asked_again(broker: Broker, tmp_path: Path) -> None:
    hall = Hall(broker, tmp_path)
    box = joined(tmp_path, broker, hall)
    place = tmp_path / "table-1" / KNOWN
    place.write_text(json.dumps({broker.address("table-1"): "barca"}))
    box.box.club.join("")
    until(lambda: not place.exists())
    assert topic("table-1", ONLINE) in retained(broker, tmp_path), "the organiser takes it off the wall"
    box.close()
    hall.close()
