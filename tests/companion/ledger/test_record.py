"""Records must be complete, of our version, and true to the urn."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.ledger import record
from companion.referee import Referee
from companion.referee.seals import seal_words, second_seal
from companion.referee.simulation import play_random
from companion.referee.urn import Urn
from companion.refusal import Damaged, Malformed, Refusal
from tests.games.harness import fingerprint
from tests.tables import rechained, referee

JUDGE = referee("doge", 3, seed=6, draw_first="table")
play_random(JUDGE, Random(6))
TEXT = record.write(JUDGE)
LINES = [{key: value for key, value in json.loads(line).items() if key != "d"} for line in TEXT.splitlines()[:-1]]
"""The record's lines without their digests: a forger would compute them again."""


def changed(change: Callable[[list[Any]], object]) -> str:
    lines = json.loads(json.dumps(LINES))
    change(lines)
    return rechained(lines)


def first(key: str, lines: list[Any]) -> int:
    return next(n for n, line in enumerate(lines) if key in line)


def line_changed(number: int) -> str:
    """Return the record with one letter of a line changed, and nothing else."""
    lines = TEXT.splitlines(keepends=True)
    lines[number] = lines[number].replace('":', '": ', 1)
    return "".join(lines)


def swapped(number: int) -> str:
    lines = TEXT.splitlines(keepends=True)
    lines[number], lines[number + 1] = lines[number + 1], lines[number]
    return "".join(lines)


def without(number: int) -> str:
    lines = TEXT.splitlines(keepends=True)
    del lines[number]
    return "".join(lines)


@pytest.mark.parametrize("number", [0, 1, 60, len(LINES) - 1])
@pytest.mark.parametrize("forge", [line_changed, swapped, without])
def test_a_changed_swapped_or_missing_line_breaks_the_chain(forge: Callable[[int], str], number: int) -> None:
    with pytest.raises(Damaged) as refused:
        record.read(forge(number))
    assert refused.value.key in ("broken-chain", "not-a-record")


def test_a_record_without_its_end_is_incomplete() -> None:
    with pytest.raises(Damaged) as refused:
        record.read(without(len(LINES)))
    assert refused.value.key == "cut-record"


def test_seals_that_players_noted_prove_which_game_it_is() -> None:
    found = record.read(TEXT)
    digests = {"first": found.commitment, "second": found.sealed, "end": found.end}
    for noted in (digests, {name: seal_words(digest) for name, digest in digests.items()}):
        record.check_noted(found.seals, noted)
    for name in digests:
        with pytest.raises(Damaged) as refused:
            record.check_noted(found.seals, digests | {name: seal_words("0" * 64)})
        assert refused.value.key == "another-seal"
    with pytest.raises(Malformed):
        record.check_noted(found.seals, {"first": "babe babi"})


OTHERS: dict[str, Callable[[Any], object]] = {
    "renamed": lambda head: head["seats"][0].update(name="Zoe"),
    "other colours": lambda head: head["seats"][0].update(colour="green"),
    "another stirring": lambda head: head["stirred"].append("again"),
    "other options": lambda head: head["options"].update({"draw.order": "table"}),
    "another board": lambda head: head["layout"]["facts"]["sites"].update(value=[3, 4, 5, 6, 8]),
}


@pytest.mark.parametrize("other", OTHERS)
def test_another_table_has_another_second_seal(other: str) -> None:
    head = json.loads(json.dumps(LINES[0]))
    OTHERS[other](head)
    assert second_seal(head) != JUDGE.sealed == LINES[0]["sealed"]
    with pytest.raises(Damaged) as refused:
        record.verify(record.read(rechained([head, *LINES[1:]])))
    assert refused.value.key == "false-second-seal"


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
