"""The messages of a box to its club: topics and payloads, version 1. `messages.json` is their schema.

Everything is built from the view that everyone at the table has, so nothing secret can get into it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.ledger.record import end_of, write
from companion.referee import Referee
from companion.referee.views import SeatView
from companion.refusal import Malformed, TooMuch, quoted
from companion.seats import Seat
from companion.steps import TABLE
from companion.words import Words

VERSION = 1
ROOT = f"ballottino/{VERSION}"
ONLINE, STATE, EVENT, RESULT, RECORD, URNS = ("online", "state", "event", "result", "record", "urns")
KINDS = (ONLINE, STATE, EVENT, RESULT, RECORD, URNS)
BOARDS = f"ballottino-boards/{VERSION}"
RESULT_AGAIN = f"{RESULT}/again"
"""A result that was said before, retained under a number for a hall that may have missed it.

Whatever a result sets off, this does not.
"""
PROBE = "probe"
"""Kind published under a name no box has, to test the broker's rules."""
LARGEST_BOARD = 300_000
"""Bytes of a picture of a board: ten times one of ours."""
LARGEST = {
    ONLINE: 200,
    STATE: 8_000,
    EVENT: 4_000,
    RESULT: 16_000,
    RESULT_AGAIN: 16_000,
    RECORD: 1_100_000,
    URNS: 8_000,
}
"""Bytes of a payload, by kind: a larger one is not read."""

SCHEMA = Path(__file__).with_name("messages.json")
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
"""The name of a box in its topics: also its user name at the broker."""

Payload = dict[str, Any]


def board_topic(box: str) -> str:
    """Return the topic with the picture of a table's board: apart, since a hall has no use for all of those bytes."""
    return f"{BOARDS}/{box}"


def topic(box: str, kind: str) -> str:
    """Return the topic of a kind of message.

    >>> topic("table-7", STATE)
    'ballottino/1/table-7/state'
    """
    return f"{ROOT}/{box}/{kind}"


def box_name(text: str) -> str:
    """Return a name for a box made of any text, for instance of a computer's name.

    >>> box_name("Ballottino_3F7A.local")
    'ballottino-3f7a'
    """
    plain = re.sub(r"[^a-z0-9]+", "-", text.partition(".")[0].lower()).strip("-")[:32].strip("-")
    return plain or "ballottino"


def online(*, is_online: bool) -> Payload:
    return {"version": VERSION, "online": is_online}


def state(view: SeatView | None, words: Words, since: int, game: str = "") -> Payload:
    """Return the table as it is now, from everyone's view of the game with this id; `None` is a free table."""
    return {"version": VERSION, "since": since, "table": None if view is None else _table(view, words, game)}


def _table(view: SeatView, words: Words, game: str) -> Payload:
    assert view.seat == TABLE, "only what everyone may see leaves the box"
    asked = [words.brief(decision) for decision in view.asked]
    return {
        "id": game,
        "game": view.game,
        "title": words.thing("game", view.game),
        "round": view.round,
        "people": people(view.seats, view.score, view.boxed),
        "turn": [seat for seat in view.waiting if seat != TABLE],
        "asked": ", ".join(dict.fromkeys(asked)),
        "over": view.outcome is not None,
        "winners": view.winners,
    }


def hidden_state(kind: str, seats: Sequence[Seat], game_id: str, words: Words, *, over: bool, since: int) -> Payload:
    """Return a table that plays from a shared urn: who plays what, and nothing that tells a draw to other tables."""
    table = {
        "id": game_id,
        "game": kind,
        "title": words.thing("game", kind),
        "round": 0,
        "people": [{"name": seat.name, "colour": seat.colour, "score": 0} for seat in seats],
        "turn": [],
        "asked": "",
        "over": over,
        "winners": [],
        "shared": True,
    }
    return {"version": VERSION, "since": since, "table": table}


def urns(states: Mapping[str, str]) -> Payload:
    """Return how this table is doing with each urn that it shares with others."""
    return {"version": VERSION, "urns": dict(states)}


def shared_id(seal: str, box: str) -> str:
    """Return what a club calls a game from an urn that tables share, since each of them has its secret.

    Any other game is called by its urn's mark, which nobody can tell before its box does. If it is brought back on
    another box, it keeps that, and counts once.
    """
    return hashlib.sha256(f"{seal} {box}".encode()).hexdigest()


def people(seats: Sequence[Seat], score: Mapping[int, Mapping[str, int]], boxed: Collection[int]) -> list[Payload]:
    """Return who plays, with the score that decides the game: its first tally, or 0 where nothing is counted.

    The seats of the box are marked.
    """
    return [
        {"name": seat.name, "colour": seat.colour, "score": next(iter(score[seat.number].values()), 0)}
        | ({"box": True} if seat.number in boxed else {})
        for seat in seats
    ]


def events(view: SeatView, words: Words, first: int, at: int, game: str) -> list[Payload]:
    """Return what everyone was told in the game with this id, from telling `first` on."""
    return [
        {
            "version": VERSION,
            "game": game,
            "n": n,
            "key": tell.key,
            "rule": tell.rule,
            "text": words.tell(tell),
            "at": at,
        }
        for n, tell in enumerate(view.tells[first:], start=first)
    ]


def result(referee: Referee, header: Mapping[str, Any], at: int, game: str) -> Payload:
    """Return how the game with this id ended; one that is not over, because its end was undone, has no places."""
    outcome = referee.outcome
    return {
        "version": VERSION,
        "game": game,
        "name": referee.kind.name,
        "people": people(referee.table.seats, referee.game.score, referee.run.played_by_box()),
        "places": [] if outcome is None else outcome.places,
        "won": outcome is not None and outcome.won,
        "options": dict(referee.table.options),
        "end": "" if outcome is None else end_of(write(referee, header)),
        "at": at,
    }


def record(game: str, text: str) -> Payload:
    return {"version": VERSION, "game": game, "text": text}


class Message(NamedTuple):
    """A message that has come from a box, and was found to be sound."""

    box: str
    kind: str
    payload: Payload


def read(topic: str, data: bytes) -> Message:
    """Return the message in a topic's payload; refuse one that is too large, unsound, or of another version.

    Which box it is from, only its topic says: the broker lets each box write under its own name alone.
    """
    version, _, rest = topic.removeprefix("ballottino/").partition("/")
    box, _, kind = rest.partition("/")
    if kind.startswith(f"{RESULT_AGAIN}/") and kind.rpartition("/")[2].isdecimal():
        kind = RESULT_AGAIN
    if version != str(VERSION) or not NAME.fullmatch(box) or kind not in LARGEST:
        raise Malformed("unknown-topic", value=quoted(topic))
    if len(data) > LARGEST[kind]:
        raise TooMuch("too-large", most=LARGEST[kind] // 1024)
    kind = RESULT if kind == RESULT_AGAIN else kind
    validate = _validators()[kind]
    try:
        payload: Payload = validate(_loaded(data))
        if kind == STATE and payload["table"] is not None:
            _check_seats(payload["table"])
    except (ValueError, RecursionError) as error:  # fastjsonschema's own error is a ValueError too
        raise Malformed("bad-message", value=quoted(topic), why=quoted(str(error))) from error
    return Message(box, kind, payload)


def _loaded(data: bytes) -> Any:
    """Return what JSON says; raise ValueError at a number with a point and at half a letter, which no box says."""
    text = data.decode()
    loaded = json.loads(text, parse_float=_refused, parse_constant=_refused)
    if "\\ud" in text.lower():
        json.dumps(loaded, ensure_ascii=False).encode()
    return loaded


def _refused(number: str) -> None:
    raise ValueError(f"no whole number: {number}")


def _check_seats(table: Payload) -> None:
    """Raise ValueError if somebody is asked or has won who is not at the table."""
    if max([*table["turn"], *table["winners"]], default=0) > len(table["people"]):
        raise ValueError("nobody has that seat")


@cache
def _validators() -> Mapping[str, Callable[[Any], Payload]]:
    import fastjsonschema

    schema = json.loads(SCHEMA.read_text("utf-8"))
    return {kind: fastjsonschema.compile({**schema, "$ref": f"#/definitions/{kind}"}) for kind in KINDS}
