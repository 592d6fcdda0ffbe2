"""What a box says to its club is sound in every game and at every moment, and holds nothing secret."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.club import messages
from companion.club.book import Book
from companion.club.shared import OVER, PLAYING
from companion.club.tables import Tables
from companion.ledger.record import header
from companion.referee import Referee
from companion.referee.simulation import some_answer
from companion.referee.views import SeatView
from companion.refusal import Malformed, TooMuch
from companion.steps import TABLE
from companion.words import LANGUAGES, Words, folders_of
from tests.counted import counted
from tests.tables import referee
from tests.twins import pairs


def words_of(judge: Referee, language: str = "en") -> Words:
    return Words(language, folders_of(judge.kind.name), judge.table.seats, long=True)


def published(judge: Referee, language: str = "en") -> list[tuple[str, bytes]]:
    """Return every byte that a box would say about a game as it stands."""
    view, words = SeatView.of(judge, TABLE), words_of(judge, language)
    game = judge.urn.mark
    said = [(messages.STATE, messages.state(view, words, since=1, game=game))]
    events = messages.events(view, words, 0, at=1, game=game)
    said += [(messages.EVENT, {**event, "id": f"b-{event['n']}"}) for event in events]
    hidden = messages.shared_id(judge.urn.commitment, "table-1")
    over, facts = judge.outcome is not None, header(judge.kind, judge.table, judge.urn)
    result = messages.result(judge, facts, 5, game) | {"id": "b-1", "sequence": 1}
    said += [
        (messages.RESULT, result),
        (
            messages.STATE,
            messages.hidden_state(judge.kind.name, judge.table.seats, hidden, words, over=over, since=1),
        ),
        (messages.URNS, messages.urns({judge.urn.commitment: OVER if over else PLAYING})),
    ]
    return [(messages.topic("table-1", kind), json.dumps(payload).encode()) for kind, payload in said]


@pytest.mark.parametrize("game", games.names())
def test_every_message_of_a_whole_game_fits_the_schema(game: str) -> None:
    rng, judge = Random(7), referee(game, max(games.find(game).game.players))
    for step in range(2_000):
        if step % 25 == 0 or judge.outcome is not None:
            for topic, data in published(judge, LANGUAGES[step % len(LANGUAGES)]):
                assert messages.read(topic, data).box == "table-1"
        if judge.outcome is not None:
            break
        seat, decision = next(iter(judge.open.items()))
        judge.answer(seat, some_answer(judge.game, decision, rng))
    (result,) = [read for one in published(judge) if (read := messages.read(*one)).kind == messages.RESULT]
    assert result.payload["places"] == (judge.outcome.places if judge.outcome else [])


@pytest.mark.parametrize("game", games.names())
def test_no_byte_to_the_club_depends_on_a_secret(game: str) -> None:
    compared = 0
    for pair in pairs(game, 6):
        assert published(pair.judge) == published(pair.twin)
        counted(f"twin worlds of {game.capitalize()} compared, what is said to a club")
        compared += 1
    assert compared >= 2


GOOD = messages.topic("table-1", messages.ONLINE), b'{"version": 1, "online": true}'


@pytest.mark.parametrize(
    ("topic", "data", "refusal"),
    [
        ("ballottino/2/table-1/online", GOOD[1], Malformed),
        ("ballottino/1/Table 1/online", GOOD[1], Malformed),
        ("ballottino/1/table-1/secret", GOOD[1], Malformed),
        (GOOD[0], b"\xff\xfe", Malformed),
        (GOOD[0], b"[" * 190, Malformed),
        (GOOD[0], b'{"version": 2, "online": true}', Malformed),
        (GOOD[0], b" " * 10_000, TooMuch),
        ("ballottino/1/table-1/state", b'{"version": 1, "since": 1, "table": {"game": "doge"}}', Malformed),
    ],
)
def test_what_is_unsound_is_refused(topic: str, data: bytes, refusal: type[Malformed]) -> None:
    with pytest.raises(refusal):
        messages.read(topic, data)
    assert messages.read(*GOOD).payload["online"]


SEATED = {
    "id": "ab" * 32,
    "game": "doge",
    "title": "Doge",
    "round": 1,
    "people": [{"name": "Anna", "colour": "red", "score": 1}, {"name": "Ben", "colour": "blue", "score": 1}],
    "turn": [2],
    "asked": "",
    "over": False,
    "winners": [],
}
ENDED = {
    "version": 1,
    "id": "b-1",
    "sequence": 1,
    "game": "ab" * 32,
    "name": "doge",
    "people": SEATED["people"],
    "places": [[1], [2]],
    "won": True,
    "options": {},
    "end": "",
    "at": 1,
}


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (messages.STATE, {"turn": [3]}),
        (messages.STATE, {"winners": [9]}),
        (messages.STATE, {"turn": [1.0]}),
        (messages.STATE, {"asked": "\ud800"}),
        (messages.STATE, {"round": float("nan")}),
        (messages.RESULT, {"places": [[1.0], [2.0]]}),
        (messages.RESULT, {"sequence": 1e5}),
        (messages.RESULT, {"people": [{"name": "\udfff", "colour": "red", "score": 1}] * 2}),
    ],
)
def test_what_would_trouble_a_page_or_the_book_is_refused(
    tmp_path: Path, kind: str, payload: dict[str, object]
) -> None:
    tables = Tables(Book(tmp_path / "hall.sqlite"))

    def say(number: int, **changes: object) -> bool:
        sound = {"version": 1, "since": 1, "table": SEATED | changes}
        said = sound if kind == messages.STATE else ENDED | {"id": f"b-{number}", "sequence": number} | changes
        return tables.take(messages.topic("table-1", kind), json.dumps(said).encode())

    assert not say(1, **payload)
    assert [refusal.key for _, refusal in tables.refused] == ["bad-message"]
    assert tables.book.results() == []
    assert say(2), "nothing of it stays"
    assert say(3, **({"id": "no number"} if kind == messages.RESULT else {"asked": "\U0001f3b2"}))


def test_a_hall_notes_what_it_refuses_and_goes_on(tmp_path_factory: pytest.TempPathFactory) -> None:
    tables = Tables(Book(tmp_path_factory.mktemp("hall") / "hall.sqlite"))
    assert not tables.take(GOOD[0], b"{}")
    assert tables.take(*GOOD)
    assert [table.box for table in tables.all()] == ["table-1"]
    assert len(tables.refused) == 1


def test_a_telling_that_is_told_again_replaces_those_after_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    tables = Tables(Book(tmp_path_factory.mktemp("hall") / "hall.sqlite"))

    def tell(number: int, n: int, text: str) -> bool:
        event = {
            "version": 1,
            "id": f"b-{number}",
            "game": "ab" * 32,
            "n": n,
            "key": "k",
            "rule": "",
            "text": text,
            "at": 1,
        }
        return tables.take(messages.topic("table-1", messages.EVENT), json.dumps(event).encode())

    assert [tell(1, 0, "a"), tell(2, 1, "b"), tell(2, 1, "b"), tell(3, 2, "c"), tell(4, 1, "x")] == [
        True,
        True,
        False,
        True,
        True,
    ]
    table = tables.find("table-1")
    assert table is not None
    assert [event["text"] for event in table.events] == ["a", "x"]
