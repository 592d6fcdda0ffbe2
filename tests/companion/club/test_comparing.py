"""Tables that had the same luck are compared seat by seat and question by question; others are refused."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.club.comparing import compare, most_alike
from companion.games import find
from companion.ledger.record import Record, read, write
from companion.referee import Referee
from companion.referee.simulation import some_answer
from companion.referee.urn import Urn
from companion.refusal import Damaged, Refusal
from companion.seats import seat_table

URN = Urn(bytes(range(32)), ["gondola"])
PEOPLE = (("Anna", "Ben", "Cleo"), ("Dario", "Elena", "Fausto"), ("Gina", "Hugo", "Ines"))


def played(
    number: int, game: str = "venezia", urn: Urn = URN, answers: int = 9_999, players: int = 3, **options: str
) -> Record:
    """Return the record of a table at which random people have played."""
    kit = find(game)
    seats = seat_table(list(PEOPLE[number][:players]), kit.game.colours)
    referee = Referee(kit.game, kit.game.set_table(seats, options, kit.layout(None, options)), urn)
    rng = Random(number)
    for _ in range(answers):
        if referee.outcome is not None:
            break
        seat, decision = next(iter(referee.open.items()))
        referee.answer(seat, some_answer(referee.game, decision, rng))
    return read(write(referee))


@pytest.mark.parametrize("game", games.names())
def test_tables_with_the_same_luck_are_compared_in_every_game(game: str) -> None:
    records = [played(number, game) for number in range(3)]
    found = compare(records)
    assert [list(names) for names in found.names] == [list(names) for names in PEOPLE]
    assert {placing.name: placing.score for placing in found.placings} == {
        seat.name: score
        for record in records
        for seat, score in zip(record.table.seats, record.replay().run.final.scores, strict=True)  # type: ignore[union-attr]
    }
    for placings in found.by_seat().values():
        assert [placing.table for placing in placings] == [0, 1, 2]
        assert sum(placing.above for placing in placings) == 0, "what one is above the average, others are below"
    above = [placing.above for placing in found.placings]
    assert above == sorted(above, reverse=True)
    assert found.draws_alike > 0
    assert found.questions, "at least the first question was the same"
    assert found.different


def test_the_first_draws_are_the_same_and_the_same_question_is_found() -> None:
    one, other = played(0, "doge"), played(1, "doge")
    found = compare([one, other])
    assert one.draws[0] == other.draws[0]
    first = found.questions[0]
    assert first.decision.id == one.entries[0].question  # type: ignore[union-attr]
    assert first.answers[0] == one.entries[0].value
    assert first.differs == (first.answers[0] != first.answers[1])


def test_what_cannot_be_compared_is_refused() -> None:
    one = played(0)
    cases = {
        "too-few-records": [one],
        "same-record": [one, played(0)],
        "other-luck": [one, played(1, urn=Urn(bytes(32), ["gondola"]))],
        "other-table": [one, played(1, players=2)],
        "still-running": [one, played(1, answers=3)],
    }
    for key, records in cases.items():
        with pytest.raises(Refusal, match=key):
            compare(records)
    with pytest.raises(Refusal, match="other-luck"):
        compare([one, played(1, urn=Urn(URN.secret, ["ponte"]))])
    with pytest.raises(Refusal, match="other-table"):
        compare([one, played(1, births="per-pigeon")])


def test_records_unlike_most_are_found() -> None:
    one, two, other = played(0), played(1), played(2, births="per-pigeon")
    assert most_alike([one, other, two]) == [0, 2]
    assert most_alike([one, other]) == [0, 1], "neither is right: comparing them says why not"
    assert most_alike([]) == []


def test_a_forged_record_is_refused(tmp_path: Path) -> None:
    one, other = played(0), played(1)
    other.draws[0]["value"] = next(x for x in other.draws[0]["of"] if x != other.draws[0]["value"])
    with pytest.raises(Damaged):
        compare([one, other])
