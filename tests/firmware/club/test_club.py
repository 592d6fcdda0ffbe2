"""Boxes and a hall at a real broker: every result arrives once, whatever is killed, and nobody speaks for another."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from jinja2 import Environment

from companion import games
from companion.club.book import Book
from companion.club.messages import RESULT, STATE, board_topic, shared_id, topic
from companion.club.people import veil_picture
from companion.club.tables import Tables
from companion.games import find
from companion.ledger import Ledger
from companion.referee import Referee
from companion.referee.simulation import random_urn, some_answer
from companion.referee.views import SeatView
from companion.refusal import Malformed, NotFound
from companion.seats import seat_table
from companion.steps import TABLE
from companion.words import Words, folders_of
from firmware import WORDS
from firmware.club.address import PASSWORD, Address
from firmware.club.discovery import announcement
from firmware.club.hall import HallLink
from firmware.club.link import Link
from firmware.club.outbox import MOST_EVENTS, Outbox
from firmware.club.publisher import Publisher, board_picture
from tests.firmware.club.broker import MOSQUITTO, Broker
from tests.tables import file_of, table
from tests.twins import pairs
from tests.waiting import wait_until as until
from web.hall.app import KEY_COOKIE, create_hall
from web.hall.hall import Hall as Pages

needs_broker = pytest.mark.skipif(MOSQUITTO is None, reason="no mosquitto here: apt install mosquitto")


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Broker]:
    monkeypatch.setenv(PASSWORD, "gondola")
    started = Broker(tmp_path, ["hall", "home-assistant", "table-1", "table-2"], "gondola")
    yield started
    started.kill()


class Hall:
    """A hall without pages."""

    def __init__(self, broker: Broker, folder: Path) -> None:
        self.tables = Tables(Book(folder / "hall.sqlite"))
        self.link = HallLink(Address.parse(broker.address("hall")), folder, self.tables, lambda: None)
        self.link.start()
        until(lambda: self.link.is_up)

    def results(self) -> int:
        return len(self.tables.book.results())

    def close(self) -> None:
        self.link.stop()
        self.tables.book.close()


class Box:
    """A box that plays Venezia at random, and its word to the club."""

    def __init__(self, broker: Broker, name: str, folder: Path) -> None:
        self.ledger = Ledger(folder / name)
        self.publisher = Publisher(Address.parse(broker.address(name)), self.ledger, lambda: "en")
        self.publisher.start()
        self.rng = Random(name)

    def begin(self) -> Referee:
        referee = self.ledger.begin(find("venezia").game, table("venezia", 2), random_urn(self.rng))
        self.publisher.follow(referee)
        self.publisher.publish()
        return referee

    def play(self, referee: Referee, answers: int = 9_999) -> None:
        for _ in range(answers):
            if referee.outcome is not None:
                break
            seat, decision = next(iter(referee.open.items()))
            referee.answer(seat, some_answer(referee.game, decision, self.rng))
            self.publisher.publish()

    def close(self) -> None:
        self.publisher.stop()


@needs_broker
def test_a_game_is_seen_live_and_its_result_arrives(broker: Broker, tmp_path: Path) -> None:
    hall, box = Hall(broker, tmp_path), Box(broker, "table-1", tmp_path)
    referee = box.begin()
    box.play(referee, 30)
    until(lambda: (seen := hall.tables.find("table-1")) and seen.online and seen.now and len(seen.events) > 5)
    box.play(referee)
    until(lambda: hall.results() == 1)
    seen = hall.tables.find("table-1")
    assert seen is not None
    until(lambda: seen.is_over and seen.events[-1]["key"] == "won")
    numbers = [event["n"] for event in seen.events]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), "in order, and none is missing"
    (result,) = hall.tables.book.results()
    assert referee.outcome is not None
    assert result.places == referee.outcome.places
    box.close()
    until(lambda: not seen.online)
    hall.close()


@needs_broker
def test_no_result_is_lost_when_broker_hall_and_box_are_killed(broker: Broker, tmp_path: Path) -> None:
    hall, box = Hall(broker, tmp_path), Box(broker, "table-1", tmp_path)
    box.play(box.begin())
    until(lambda: hall.results() == 1)
    broker.kill()
    box.play(box.begin())
    hall.close()
    broker.start()
    until(lambda: box.publisher.is_up)
    box.publisher._link.stop()  # killed, without a goodbye
    box.publisher._work.put(None)
    box.play(box.begin())  # heard by nobody
    again = Publisher(Address.parse(broker.address("table-1")), box.ledger, lambda: "en")
    again.start()
    hall = Hall(broker, tmp_path)
    until(lambda: hall.results() == 3)
    again.stop()
    hall.close()


@needs_broker
def test_an_end_that_is_undone_is_taken_back_in_the_hall(broker: Broker, tmp_path: Path) -> None:
    hall, box = Hall(broker, tmp_path), Box(broker, "table-1", tmp_path)
    referee = box.begin()
    box.play(referee)
    until(lambda: hall.results() == 1)
    referee.undo(len(referee.entries) - 1, consent=referee.game.seats)
    box.publisher.publish()
    until(lambda: hall.results() == 0)
    box.play(referee)
    until(lambda: hall.results() == 1)
    box.close()
    hall.close()


@needs_broker
def test_a_record_arrives_after_the_result_that_it_fits(broker: Broker, tmp_path: Path) -> None:
    hall, box = Hall(broker, tmp_path), Box(broker, "table-1", tmp_path)
    referee = box.begin()
    box.play(referee)
    until(lambda: hall.results() == 1)
    (first,) = hall.tables.book.results()
    box.close()
    referee.undo(len(referee.entries) - 1, consent=referee.game.seats)  # by the command, while the box is off
    referee.correct("points.1", 99)
    box.play(referee)
    file_of(referee).close()
    text = box.ledger.export(file_of(referee).path.stem)
    again = Publisher(Address.parse(broker.address("table-1")), box.ledger, lambda: "en")
    again.start()
    until(lambda: box_has_given_out(hall, first.id))
    assert hall.tables.book.record(first.id) == text
    assert not hall.tables.refused
    again.stop()
    hall.close()


def box_has_given_out(hall: Hall, game: str) -> bool:
    try:
        return bool(hall.tables.book.record(game))
    except NotFound:
        return False


@needs_broker
def test_the_board_goes_to_home_assistant_and_not_to_the_hall(
    broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.club.publisher.BOARD_PAUSE", 0.2)
    hall, box, ears = Hall(broker, tmp_path), Box(broker, "table-1", tmp_path), Ears()
    link = Link(Address.parse(broker.address("home-assistant")), tmp_path, ears)
    link.start()
    until(lambda: ears.is_in)
    link.subscribe("ballottino-boards/#")
    referee = box.begin()
    box.play(referee, 30)
    words = Words("en", [WORDS, *folders_of("venezia")], referee.table.seats, long=True)
    now = board_picture(SeatView.of(referee, TABLE), words)
    until(lambda: ears.said and ears.said[-1] == (board_topic("table-1"), now))
    assert now.startswith(b"<svg ")
    assert not hall.tables.refused
    box.close()
    link.stop()
    hall.close()


@needs_broker
def test_a_hall_has_a_board_sent_to_it_only_while_somebody_looks(
    broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.club.publisher.BOARD_PAUSE", 0.2)
    hall, box = Hall(broker, tmp_path), Box(broker, "table-1", tmp_path)
    referee = box.begin()
    box.play(referee, 30)
    until(lambda: (seen := hall.tables.find("table-1")) and seen.now)
    shared = Pages(hall.tables, "key", lambda: True, lambda: "")
    shared.watch = hall.link.watch
    pages = create_hall(shared).test_client()
    assert pages.get("/table/table-1/board.svg").status_code == 404, "nothing is sent before somebody looks"
    words = Words("en", [WORDS, *folders_of("venezia")], referee.table.seats, long=True)
    until(lambda: hall.tables.board("table-1") == board_picture(SeatView.of(referee, TABLE), words))
    assert '<img class="board" src="/table/table-1/board.svg?v=' in pages.get("/table/table-1").text
    answer = pages.get("/table/table-1/board.svg")
    assert (answer.mimetype, answer.data) == ("image/svg+xml", hall.tables.board("table-1"))
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    box.play(referee, 5)
    until(lambda: hall.tables.board("table-1") == board_picture(SeatView.of(referee, TABLE), words))
    monkeypatch.setattr("firmware.club.hall.WATCHED", -1.0)
    hall.link.look_away()
    assert hall.tables.board("table-1") == b""
    heard: list[str] = []
    monkeypatch.setattr(hall.link, "_see", lambda where, _: heard.append(where))
    box.play(referee)
    until(lambda: hall.results() == 1)
    assert heard == [], "it is not sent any more"
    box.close()
    hall.close()


@needs_broker
def test_a_hall_keeps_few_boards(broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.club.hall.MOST_WATCHED", 2)
    hall = Hall(broker, tmp_path)
    for number in (1, 2, 3, 2):
        hall.link.watch(f"table-{number}")
    assert set(hall.link._watched) == {"table-2", "table-3"}
    hall.close()


@pytest.mark.parametrize("game", games.names())
def test_no_byte_of_the_picture_or_the_announcement_depends_on_a_secret(game: str) -> None:
    compared = 0
    for pair in pairs(game, 4):
        words = Words("en", folders_of(game), pair.judge.table.seats, long=True)
        one, other = (board_picture(SeatView.of(judge, TABLE), words) for judge in (pair.judge, pair.twin))
        assert one == other
        told, untold = (
            announcement("table-1", Words("en", [WORDS, *folders_of(game)], judge.table.seats, long=True))
            for judge in (pair.judge, pair.twin)
        )
        assert told == untold
        compared += bool(one)
    assert compared


@pytest.mark.parametrize("game", games.names())
def test_no_picture_of_a_board_names_whoever_is_left_out(game: str) -> None:
    kit = find(game)
    names = ["O'Neil & Z", "Anna", "Ben", "Cleo", "Dario"][: max(kit.game.players)]
    seats = seat_table(names, kit.game.colours)
    judge = Referee(kit.game, kit.game.set_table(seats, {}, kit.layout(None, {})), random_urn(Random(1)))
    words = Words("de", [WORDS, *folders_of(game)], judge.table.seats, long=True)
    shown = board_picture(SeatView.of(judge, TABLE), words)
    veiled = veil_picture(shown, {names[0], names[1]}, "Gast")
    assert b"Neil" in shown
    assert b"Anna" in shown
    assert b"Neil" not in veiled
    assert b"Anna" not in veiled
    assert b"Ben" in veiled
    shapes = re.compile(rb' d="[^"]*"')
    assert shapes.findall(veiled) == shapes.findall(shown)


class Ears:
    """Someone who tries to speak at the broker."""

    def __init__(self) -> None:
        self.is_in = False
        self.why = ""
        self.said: list[tuple[str, bytes]] = []

    def connected(self) -> None:
        self.is_in = True

    def refused(self, why: str) -> None:
        self.why = why

    def delivered(self, number: int) -> None: ...

    def heard(self, topic: str, data: bytes) -> None:
        self.said.append((topic, data))


@needs_broker
def test_a_box_can_speak_only_for_itself(broker: Broker, tmp_path: Path) -> None:
    hall, ears = Hall(broker, tmp_path), Ears()
    link = Link(Address.parse(broker.address("table-2")), tmp_path, ears)
    link.start()
    until(lambda: ears.is_in)
    free = json.dumps({"version": 1, "since": 1, "table": None}).encode()
    link.send(topic("table-1", STATE), free)
    link.send(topic("table-1", RESULT), b"{}")
    link.send(topic("table-2", STATE), free)
    until(lambda: hall.tables.find("table-2"))
    assert hall.tables.find("table-1") is None
    link.stop()
    hall.close()


@needs_broker
def test_a_hostile_box_is_refused_and_told_and_nothing_is_lost(broker: Broker, tmp_path: Path) -> None:
    hall, ears, box = Hall(broker, tmp_path), Ears(), Box(broker, "table-1", tmp_path)
    box.play(box.begin())
    until(lambda: hall.results() == 1)
    (true,) = hall.tables.book.results()
    link = Link(Address.parse(broker.address("table-2")), tmp_path, ears)
    link.start()
    until(lambda: ears.is_in)
    people = [{"name": name, "colour": "red", "score": 1} for name in ("Eve", "Eva")]
    facts = {"name": "venezia", "people": people, "places": [[1], [2]], "won": True, "options": {}, "end": "cd" * 32}
    claim = {"version": 1, "id": "x-9", "sequence": 9, "game": true.id, "at": 1, **facts}
    link.send(topic("table-2", RESULT), json.dumps(claim).encode())
    link.send(topic("table-2", STATE), b"{")
    link.send(topic("table-2", STATE), b" " * 100_000)
    link.send(topic("table-2", "made-up"), b"{}")
    until(lambda: len(hall.tables.refused) == 4)
    assert [refusal.key for _, refusal in hall.tables.refused] == [
        "of-another-box",
        "bad-message",
        "too-large",
        "unknown-topic",
    ]
    pages = create_hall(Pages(hall.tables, "key", lambda: True, lambda: "")).test_client()
    pages.set_cookie(KEY_COOKIE, "key")
    assert pages.get("/refused").text.count("table-2") >= 4
    link.send(topic("table-2", STATE), b" " * 2_000_000)  # more than our broker takes
    link.send(topic("table-2", STATE), json.dumps({"version": 1, "since": 1, "table": None}).encode())
    box.play(box.begin())
    until(lambda: hall.results() == 2)
    assert true in hall.tables.book.results()
    link.stop()
    box.close()
    hall.close()


@needs_broker
def test_nobody_else_tells_how_a_game_ended_though_they_know_its_seal(broker: Broker, tmp_path: Path) -> None:
    hall, eve, box = Hall(broker, tmp_path), Ears(), Box(broker, "table-1", tmp_path)
    link = Link(Address.parse(broker.address("table-2")), tmp_path, eve)
    link.start()
    until(lambda: eve.is_in)
    people = [{"name": name, "colour": "red", "score": 1} for name in ("Eve", "Eva")]
    facts = {"name": "venezia", "people": people, "places": [[1], [2]], "won": True, "options": {}, "end": "cd" * 32}

    def claim(number: int, game: str) -> None:
        said = {"version": 1, "id": f"x-{number}", "sequence": number, "game": game, "at": 1, **facts}
        link.send(topic("table-2", RESULT), json.dumps(said).encode())

    referee = box.begin()
    until(lambda: (seen := hall.tables.find("table-1")) and seen.now)
    seen = hall.tables.find("table-1")
    assert seen is not None
    assert seen.now is not None
    claim(1, seen.now["id"])  # as someone might who sees all that the hall sees
    until(lambda: len(hall.tables.refused) == 1)
    broker.kill()
    box.play(referee)
    away = box.begin()
    hall.close()
    broker.start()
    until(lambda: link.is_up)
    for number, game in enumerate((away.urn.commitment, shared_id(away.urn.commitment, "table-1")), start=2):
        claim(number, game)  # all that the seal of a game tells, which was begun while nobody heard of it
    box.play(away)
    hall = Hall(broker, tmp_path)
    ours = {judge.urn.mark: judge.outcome.places for judge in (referee, away) if judge.outcome is not None}
    until(lambda: ours.keys() <= {one.id for one in hall.tables.book.results()})
    claim(9, away.urn.mark)
    until(lambda: "of-another-box" in [refusal.key for _, refusal in hall.tables.refused])
    found = {one.id: (one.box, one.places) for one in hall.tables.book.results() if one.id in ours}
    assert found == {game: ("table-1", places) for game, places in ours.items()}
    file_of(away).close()
    box.ledger.export(file_of(away).path.stem)
    box.publisher._work.put(box.publisher._reconcile)
    until(lambda: box_has_given_out(hall, away.urn.mark))
    assert away.urn.commitment not in {one.id for one in hall.tables.book.results()}, "the record proves it false"
    link.stop()
    box.close()
    hall.close()


@needs_broker
def test_a_hall_with_a_wrong_password_says_so_on_its_pages(
    broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(PASSWORD, "barca")
    tables = Tables(Book(tmp_path / "hall.sqlite"))
    link = HallLink(Address.parse(broker.address("hall")), tmp_path, tables, lambda: None)
    link.start()
    until(lambda: link.refusal)
    pages = create_hall(Pages(tables, "key", lambda: link.is_up, lambda: link.refusal)).test_client()
    assert "does not let us in" in pages.get("/").text
    link.refused(link.refusal)
    assert caplog.text.count("does not let us in") == 1, "it is tried every second"
    link.stop()
    tables.book.close()


@needs_broker
def test_a_wrong_password_is_told_and_the_table_goes_on(
    broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(PASSWORD, "barca")
    box = Box(broker, "table-1", tmp_path)
    until(lambda: box.publisher.refusal)
    referee = box.begin()
    box.play(referee)
    assert referee.outcome is not None
    box.publisher.refused(box.publisher.refusal)
    assert caplog.text.count("does not let us in") == 1, "it is tried every second"
    box.close()


def test_what_waits_is_bounded_and_results_are_never_dropped(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "club.sqlite")
    outbox.put(RESULT, [{"n": 0}])
    outbox.put("event", [{"n": n} for n in range(MOST_EVENTS + 1_000)])
    waiting = outbox.waiting(0, 99_999)
    assert waiting[0].kind == RESULT
    assert MOST_EVENTS <= len(waiting) - 1 < MOST_EVENTS + 100
    assert json.loads(waiting[-1].payload)["n"] == MOST_EVENTS + 999, "the newest are kept"


def test_numbers_grow_across_restarts_also_if_nothing_waits(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "club.sqlite")
    outbox.put("event", [{}, {}])
    outbox.remove([1, 2])
    outbox.close()
    again = Outbox(tmp_path / "club.sqlite")
    again.put("event", [{}])
    assert [message.sequence for message in again.waiting(0, 9)] == [3]
    assert again.box == outbox.box


def test_a_damaged_outbox_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "club.sqlite").write_bytes(b"no database" * 100)
    outbox = Outbox(tmp_path / "club.sqlite")
    outbox.put("event", [{}])
    assert len(outbox.waiting(0, 9)) == 1


@pytest.mark.parametrize(
    "text", ["http://club", "mqtt://", "mqtt://a:secret@club", "mqtt://Anna Müller@club", "mqtt://x:y"]
)
def test_an_address_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        Address.parse(text)


def test_home_assistants_templates_read_our_messages() -> None:
    place, config = announcement("table-1", Words("en", [WORDS]))
    assert place == "homeassistant/device/table-1/config"
    assert {"device", "origin", "components"} <= config.keys()
    people = [{"name": "Anna", "colour": "red", "score": 4}, {"name": "Ben", "colour": "blue", "score": 7}]
    now = {"title": "Doge", "round": 3, "turn": [2], "people": people}
    board = config["components"].pop("board")
    assert (board["platform"], board["image_topic"]) == ("image", "ballottino-boards/1/table-1")
    assert board["content_type"] == "image/svg+xml"
    shown = {name: Environment().from_string(one["value_template"]) for name, one in config["components"].items()}
    seats = [f"score-{seat}" for seat in range(1, 6)]
    assert [shown[seat].render(value_json={"table": now}) for seat in seats] == ["4", "7", "", "", ""]
    assert [shown[seat].render(value_json={"table": now | {"shared": True}}) for seat in seats] == [""] * 5
    assert {shown[seat].render(value_json={"table": None}) for seat in seats} == {""}
    who = [Environment().from_string(config["components"][seat]["json_attributes_template"]) for seat in seats]
    named = [json.loads(one.render(value_json={"table": now})) for one in who]
    assert named[1:3] == [{"name": "Ben", "colour": "blue"}, {}]
    assert json.loads(who[0].render(value_json={"table": None})) == {}
    assert config["components"]["score-2"]["name"] == "Score of seat 2"
    read = {
        name: shown[name].render(value_json={"table": now}) for name in ("game", "round", "turn", "colour", "leader")
    }
    assert read == {"game": "Doge", "round": "3", "turn": "Ben", "colour": "blue", "leader": "Ben"}
    assert {shown[name].render(value_json={"table": None}) for name in read} == {"", "0"}
    scores = config["components"]["leader"]["json_attributes_template"]
    assert json.loads(Environment().from_string(scores).render(value_json={"table": now})) == {"Anna": 4, "Ben": 7}
    hidden = {"table": now | {"shared": True}}
    assert shown["leader"].render(value_json=hidden) == "", "nobody leads where no score is told"
    assert json.loads(Environment().from_string(scores).render(value_json=hidden)) == {}
    over = shown["over"].render(value_json={"places": [[2], [1]], "people": people, "name": "doge"})
    assert json.loads(over) == {"event_type": "over", "game": "doge", "winners": ["Ben"]}
    assert shown["over"].render(value_json={"places": [], "people": people, "name": "doge"}) == ""


ENTITY = {
    "availability",
    "availability_mode",
    "availability_template",
    "availability_topic",
    "device",
    "enabled_by_default",
    "encoding",
    "entity_category",
    "icon",
    "json_attributes_template",
    "json_attributes_topic",
    "name",
    "object_id",
    "origin",
    "payload_available",
    "payload_not_available",
    "platform",
    "qos",
    "unique_id",
}
"""What Home Assistant permits of every entity: `schemas.py` and `config.py` in `homeassistant/components/mqtt` of
github.com/home-assistant/core. Of entities it drops any other key without a word; of the device, its origin and the
whole it accepts none.
"""
PLATFORMS = {
    "sensor": (
        {"state_topic"},
        {"value_template", "device_class", "expire_after", "force_update", "state_class", "unit_of_measurement"},
    ),
    "event": ({"state_topic", "event_types"}, {"value_template", "device_class"}),
    "image": ({"image_topic"}, {"content_type", "image_encoding"}),
}
"""What each platform requires, and what it permits beside that: `sensor.py`, `event.py` and `image.py` in the same
folder. An image has either `image_topic` or `url_topic`."""
DEVICE = {"identifiers", "connections", "manufacturer", "model", "model_id", "name", "hw_version", "serial_number"}
DEVICE |= {"sw_version", "via_device", "suggested_area", "configuration_url"}
ORIGIN = {"name", "sw_version", "support_url"}
WHOLE = {"device", "components", "origin", "state_topic", "command_topic", "qos", "encoding", "availability"}
WHOLE |= {"availability_mode", "availability_topic", "availability_template", "payload_available"}
WHOLE |= {"payload_not_available"}


def test_home_assistant_accepts_every_key_of_the_announcement() -> None:
    _, config = announcement("table-1", Words("en", [WORDS]))
    assert {"device", "origin", "components"} <= config.keys() <= WHOLE
    assert config["device"].keys() <= DEVICE
    assert config["device"]["identifiers"]
    assert {"name"} <= config["origin"].keys() <= ORIGIN
    for name, one in config["components"].items():
        required, permitted = PLATFORMS[one["platform"]]
        assert required | {"platform", "unique_id"} <= one.keys(), name
        assert one.keys() <= required | permitted | ENTITY, name
    assert {one["platform"] for one in config["components"].values()} == PLATFORMS.keys()
    unique = [one["unique_id"] for one in config["components"].values()]
    assert len(set(unique)) == len(unique)
