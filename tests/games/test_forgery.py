"""`verify` accepts the true records of all games, and finds and names every draw that was tampered with."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from companion import games
from companion.game import Table
from companion.ledger import record
from companion.referee import Referee
from companion.referee.seals import seal_words, second_seal
from companion.referee.simulation import play_random, random_urn
from companion.referee.urn import Urn
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.counted import counted
from tests.games.harness import tables
from tests.tables import rechained, table

pytestmark = pytest.mark.xdist_group("forgeries")

ALL = [pytest.param(game, setting, id=name) for game in games.names() for name, setting in tables(game).items()]
DRAWINGS = [f"{game}:{draw}" for game in games.names() for draw in games.find(game).draws]
EVERYTHING = [*games.names(), *DRAWINGS]

Lines = list[dict[str, Any]]


@pytest.mark.parametrize(("game", "setting"), ALL)
def test_records_with_all_options_are_true(game: str, setting: Table) -> None:
    """Whether box or table deals and draws, every draw is verified."""
    urn = random_urn(Random(2))
    urn.stir("a word")
    referee = Referee(games.find(game).game, setting, urn)
    play_random(referee, Random(2), most=80)
    verified = record.verify(record.read(record.write(referee)))
    assert verified == [(drawn.draw, drawn.value) for drawn in referee.run.draws]


@cache
def whole_record(kind: str) -> str:
    """Return the record of a full game with the most players, or of a long drawing, from a stirred urn."""
    game, _, draw = kind.partition(":")
    rng = Random(5)
    urn = Urn(rng.randbytes(32), ["a word from Anna", "OK 71923"])
    if not draw:
        referee = Referee(games.find(game).game, table(game, max(games.find(game).game.players)), urn)
        play_random(referee, rng)
        assert referee.outcome is not None
        return record.write(referee)
    drawing = games.find_kind(kind)
    referee = Referee(drawing, drawing.set_table([], {}, games.find(game).layout()), urn)
    while referee.open and len(referee.entries) < 12:
        referee.answer(TABLE, referee.open[TABLE].likely)
    return record.write(referee)


@pytest.mark.parametrize("kind", EVERYTHING)
def test_a_whole_record_is_true(kind: str) -> None:
    read = record.read(whole_record(kind))
    assert len(record.verify(read)) == len(read.draws) > 0


def lines_of(kind: str) -> Lines:
    """Return the lines of a record without their digests: a forger would compute them again."""
    *lines, _ = [json.loads(line) for line in whole_record(kind).splitlines()]
    return [{key: value for key, value in line.items() if key != "d"} for line in lines]


def places(lines: Lines) -> list[int]:
    """Return the line numbers of a record's draws."""
    return [place for place, line in enumerate(lines) if "draw" in line]


def another(line: dict[str, Any]) -> Any:
    return next(outcome for outcome in line["of"] if outcome != line["value"])


def change_value(lines: Lines, place: int) -> str:
    lines[place]["value"] = another(lines[place])
    return str(lines[place]["draw"])


def change_outcomes(lines: Lines, place: int) -> str:
    """Draw from the wanted result alone, so that the computation still comes out."""
    lines[place]["of"] = [lines[place]["value"]] * len(lines[place]["of"])
    return str(lines[place]["draw"])


def say_the_table_drew(lines: Lines, place: int) -> str:
    lines[place] |= {"by": "table", "value": another(lines[place])}
    return str(lines[place]["draw"])


def leave_out(lines: Lines, place: int) -> str:
    return str(lines.pop(place)["draw"])


def add_one(lines: Lines, place: int) -> str:
    """Add a draw that was never made, with the result the urn would give."""
    urn = Urn(bytes.fromhex(lines[0]["secret"]), lines[0]["stirred"])
    outcomes = lines[place]["of"]
    made_up = {"draw": "never@9.9", "of": outcomes, "value": urn.draw("never@9.9", outcomes), "by": "urn"}
    lines.insert(place, made_up)
    return "never@9.9"


def say_it_twice(lines: Lines, place: int) -> str:
    """Repeat a draw: the copy stands where the next draw, or nothing, should."""
    lines.insert(place, dict(lines[place]))
    later = [line["draw"] for line in lines[place + 2 :] if "draw" in line]
    return str(later[0] if later else lines[place]["draw"])


def swap_with_next(lines: Lines, place: int) -> str:
    draws = places(lines)
    other = draws[min(draws.index(place) + 1, len(draws) - 1)]
    first, second = sorted((other, place if other != place else draws[-2]))
    name = lines[first]["draw"]
    lines[first], lines[second] = lines[second], lines[first]
    return str(name)


def move_past_an_answer(lines: Lines, place: int) -> str:
    """Pretend it was drawn before or after someone decided: the first draw out of place is named."""
    answers = [n for n, line in enumerate(lines) if "seat" in line]
    after = next((n for n in answers if n > place), None)
    line = lines.pop(place)
    lines.insert(after if after is not None else answers[-1], line)
    return str(line["draw"])


FORGERIES: dict[str, Callable[[Lines, int], str]] = {
    "another value": change_value,
    "other outcomes": change_outcomes,
    "said to be the table's": say_the_table_drew,
    "left out": leave_out,
    "added": add_one,
    "said twice": say_it_twice,
    "swapped": swap_with_next,
    "moved": move_past_an_answer,
}
WHERE = {"first": 0, "middle": 0.5, "last": 1}


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("kind", games.names())
def test_a_forged_draw_is_found_and_named(kind: str, forgery: str, where: str) -> None:
    lines = lines_of(kind)
    draws = places(lines)
    name = FORGERIES[forgery](lines, draws[round(WHERE[where] * (len(draws) - 1))])
    refusal = refused(lines)
    assert refusal.facts["draw"] == name
    assert refusal.key in ("forged-draw", "draw-missing", "draw-added")


@pytest.mark.parametrize("kind", DRAWINGS)
def test_a_forged_drawing_is_found(kind: str) -> None:
    lines = lines_of(kind)
    name = change_value(lines, [place for place in places(lines) if len(set(lines[place]["of"])) > 1][-1])
    assert (refusal := refused(lines)).key == "forged-draw"
    assert refusal.facts["draw"] == name


@pytest.mark.parametrize("kind", EVERYTHING)
def test_a_forged_urn_is_found(kind: str) -> None:
    """Another secret breaks the commitment; with another commitment, or other stirred words, the draws differ."""

    def with_header(**changed: Any) -> Refusal:
        lines = lines_of(kind)
        head = lines[0] | changed
        return refused([head | {"sealed": second_seal(head)}, *lines[1:]])

    other = Urn(bytes(31) + b"\1")
    assert with_header(secret=other.secret.hex()).key == "false-commitment"
    assert with_header(commitment=other.commitment).key == "false-commitment"
    both = with_header(secret=other.secret.hex(), commitment=other.commitment)
    assert both.key == "forged-draw"
    assert with_header(stirred=["a word from Anna", "OK 71924"]).key == "forged-draw"
    assert with_header(stirred=["OK 71923", "a word from Anna"]).key == "forged-draw"
    assert with_header(stirred=[]).facts["draw"].partition("@")[2]


OF_A_BOARD = "another note on the board"
HEADS: dict[str, Callable[[dict[str, Any]], object]] = {
    "renamed": lambda head: head["seats"][0].update(name="Zoe"),
    "seats swapped": lambda head: head["seats"].reverse(),
    "another word": lambda head: head["stirred"].append("once more"),
    OF_A_BOARD: lambda head: next(iter(head["layout"]["facts"].values())).update(note="ours"),
}


@pytest.mark.parametrize("forgery", HEADS)
@pytest.mark.parametrize("kind", games.names())
def test_the_seals_that_players_noted_show_another_table(kind: str, forgery: str) -> None:
    """Even if the record itself were made to fit: all its draws could be true to another stirring."""
    noted = record.read(whole_record(kind)).seals
    lines = lines_of(kind)
    if forgery == OF_A_BOARD and not lines[0]["layout"]["facts"]:
        pytest.skip("a game without a board")
    HEADS[forgery](lines[0])
    assert refused(lines).key == "false-second-seal"
    lines[0]["sealed"] = second_seal(lines[0])
    forged = record.read(rechained(lines))
    counted("forged records tried")
    for name in (record.SECOND, record.END):
        with pytest.raises(Refusal) as caught:
            record.check_noted(forged.seals, {name: seal_words(noted[name])})
        assert caught.value.key == "another-seal"
    counted("found by the seals that players noted")


@pytest.mark.parametrize("kind", games.names())
def test_any_changed_line_shows_in_the_chain(kind: str) -> None:
    """A changed answer that fits as well is found all the same, with its line, or by the last seal."""
    lines = whole_record(kind).splitlines(keepends=True)
    for number in Random(4).sample(range(1, len(lines) - 1), min(20, len(lines) - 2)):
        forged = [*lines]
        forged[number], forged[number - 1] = forged[number - 1], forged[number]
        for text in ("".join(forged), "".join(lines[:number] + lines[number + 1 :])):
            counted("forged records tried")
            with pytest.raises(Refusal) as caught:
                record.read(text)
            counted("found by the record alone")
            assert caught.value.key in ("broken-chain", "not-a-record")


def refused(lines: Lines) -> Refusal:
    text = rechained(lines)
    assert text != whole_record(lines[0]["game"])
    counted("forged records tried")
    with pytest.raises(Refusal) as caught:
        record.verify(record.read(text))
    counted("found by the record alone")
    return caught.value
