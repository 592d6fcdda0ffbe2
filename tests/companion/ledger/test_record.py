"""Records must be complete, of our version, and true to the urn."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.ledger import record
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.referee.urn import Urn
from companion.refusal import Damaged, Refusal
from tests.games.harness import fingerprint
from tests.tables import referee

JUDGE = referee("doge", 3, seed=6, draw_first="table")
play_random(JUDGE, Random(6))
TEXT = record.write(JUDGE)
LINES = [json.loads(line) for line in TEXT.splitlines()]


def text_of(lines: list[Any]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def changed(change: Callable[[list[Any]], object]) -> str:
    lines = json.loads(json.dumps(LINES))
    change(lines)
    return text_of(lines)


def first(key: str, lines: list[Any]) -> int:
    return next(n for n, line in enumerate(lines) if key in line)


def test_a_record_replays_to_the_same_game() -> None:
    again = record.read(TEXT).replay()
    assert fingerprint(again) == fingerprint(JUDGE)
    assert record.write(again) == TEXT


def test_a_word_may_hold_any_character() -> None:
    """Some of them end a line in other formats."""
    judge = Referee(JUDGE.kind, JUDGE.table, Urn(bytes(32), ["one\u2028two\x85three\nfour"]))
    text = record.write(judge)
    assert record.read(text).urn.stirred == judge.urn.stirred
    assert record.write(record.read(text).replay()) == text


@pytest.mark.parametrize("upto", [0, 1, 50])
def test_replay_stops_after_the_given_number_of_entries(upto: int) -> None:
    assert len(record.read(TEXT).replay(upto).entries) == upto


BAD = {
    "empty": ("", "not-a-record"),
    "not json": ("hello\n", "cut-record"),
    "another json": ("[1]\n", "not-a-record"),
    "cut in a line": (TEXT[: len(TEXT) // 2], "cut-record"),
    "cut at the end": (TEXT[:-1], "cut-record"),
    "another version": (changed(lambda lines: lines[0].update(ballottino=99)), "other-version"),
    "an unknown key": (changed(lambda lines: lines[0].update(extra=1)), "bad-header"),
    "a missing key": (changed(lambda lines: lines[0].pop("seats")), "bad-header"),
    "an unknown game": (changed(lambda lines: lines[0].update(game="chess")), "unknown-game"),
    "malformed seats": (changed(lambda lines: lines[0].update(seats=[1, 2])), "bad-header"),
    "a game that is a number": (changed(lambda lines: lines[0].update(game=5)), "unknown-game"),
    "a word that is half a letter": (changed(lambda lines: lines[0].update(stirred=["\ud800"])), "bad-header"),
    "a board with half a letter": (
        changed(lambda lines: lines[0]["layout"]["facts"]["sites"].update(note="\ud800")),
        "bad-header",
    ),
    "a secret too short": (changed(lambda lines: lines[0].update(secret="")), "bad-header"),
    "a secret that is not hexadecimal": (changed(lambda lines: lines[0].update(secret="zz")), "bad-header"),
    "an unknown option": (changed(lambda lines: lines[0]["options"].update(x="y")), "unknown-option"),
    "a layout that is a list": (changed(lambda lines: lines[0].update(layout=[])), "bad-layout"),
    "a foreign line": (changed(lambda lines: lines.append({"what": 1})), "not-an-entry"),
    "an answer with more": (changed(lambda lines: lines[first("seat", lines)].update(x=1)), "not-an-entry"),
}


@pytest.mark.parametrize(("text", "key"), BAD.values(), ids=BAD)
def test_incomplete_and_ill_formed_records_are_refused(text: str, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        record.read(text)
    assert refused.value.key == key


@pytest.mark.parametrize("by", ["urn", "table"])
def test_a_draw_with_an_unprintable_name_is_refused(by: str) -> None:
    """JSON allows a lone surrogate, which the urn can't encode."""
    text = changed(lambda lines: lines[first("draw", lines)].update(draw="\ud800", by=by))
    with pytest.raises(Damaged) as refused:
        record.verify(record.read(text))
    assert refused.value.key == "not-an-entry"
    assert str(refused.value.facts["line"]).isprintable()


UNFIT = {
    "out of range": changed(lambda lines: lines[first("seat", lines)].update(value=9)),
    "of another seat": changed(lambda lines: lines[first("seat", lines)].update(seat=9)),
    "left out": changed(lambda lines: lines.pop(first("seat", lines))),
}


@pytest.mark.parametrize("text", UNFIT.values(), ids=UNFIT)
def test_a_forged_answer_is_found(text: str) -> None:
    with pytest.raises(Damaged) as refused:
        record.verify(record.read(text))
    assert refused.value.key == "entry-unfit"
