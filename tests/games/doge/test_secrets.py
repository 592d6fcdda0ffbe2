"""Nobody learns a ballot before its time: change one seat's secrets, and no other byte changes."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from companion.entries import Answer
from companion.games.doge.game import Doge
from companion.referee import Referee
from companion.refusal import Refusal
from companion.steps import TABLE
from companion.views import history, seat_view
from tests.tables import referee


def seen_by_others(judge: Referee, owner: int) -> str:
    """Every byte that anyone but the owner can get: views, histories, tellings, refusals, undo lists."""
    others = [seat for seat in (TABLE, *judge.game.seats) if seat != owner]
    return json.dumps(
        {
            "views": [seat_view(judge, seat) for seat in others],
            "history": [history(judge, seat) for seat in others],
            "receipts": [receipt.to_json() for receipt in judge.game.receipts],
            "corrections": {place: offer.to_json() for place, offer in judge.game.corrections().items()},
            "refusals": [refusal(judge, seat, owner) for seat in others],
        }
    )


def refusal(judge: Referee, seat: int, owner: int) -> list[str]:
    """What a curious seat is told when it tries things it may not."""
    attempts = [
        lambda: judge.answer(seat, "no such thing"),
        lambda: judge.undo(0),
        lambda: judge.amend(len(judge.entries) - 1, "no such thing"),
        lambda: judge.take_back(99),
    ]
    said = []
    for attempt in attempts:
        with pytest.raises(Refusal) as refused:
            attempt()
        said.append(json.dumps(refused.value.to_json()))
    return said


def twins(judge: Referee, rng: Random) -> list[tuple[Referee, int]]:
    """The same game, but for one seat's secret that has not been shown yet; and that seat."""
    game = judge.game
    assert isinstance(game, Doge)
    found = []
    for index, entry in enumerate(judge.entries):
        if not isinstance(entry, Answer) or not entry.secret or entry.decision is None:
            continue
        sealed = index >= judge.run.sealed_from
        if not sealed and not _face_down(game, entry):
            continue
        other = entry.decision.choice.sample(rng)
        if other == entry.value or (not sealed and len(other) != len(entry.value)):
            continue
        entries = [*judge.entries[:index], replace(entry, value=other), *judge.entries[index + 1 :]]
        try:
            twin = Referee(judge.kind, judge.table, judge.urn, entries)
        except Refusal:
            continue  # a later answer of the same seat no longer fits: not a twin
        assert isinstance(twin.game, Doge)
        if twin.game.pieces.turned == game.pieces.turned:  # else its last ballot, shown since, is another
            found.append((twin, entry.seat))
    return found


def _face_down(game: Doge, entry: Answer) -> bool:
    """Whether these are ballots of this year that lie in an area not counted yet."""
    assert entry.decision is not None
    if entry.decision.key != "ballots" or not entry.question.startswith(f"ballots@{game.year}."):
        return False
    area = entry.decision.facts["area"]
    return area not in game.counted and area != game.area


@pytest.mark.rule("DOG.B3")
@pytest.mark.parametrize("players", [3, 4])
def test_no_byte_depends_on_anothers_ballots(players: int) -> None:
    rng = Random(players)
    compared = 0
    for seed in range(20):
        judge = referee("doge", players, seed=seed)
        for _ in range(rng.randrange(1, 160)):
            seat = rng.choice(list(judge.open))
            judge.answer(seat, judge.open[seat].choice.sample(rng))
        for _ in range(12):
            for twin, owner in twins(judge, rng):
                assert seen_by_others(twin, owner) == seen_by_others(judge, owner)
                compared += 1
            seat = rng.choice(list(judge.open))
            judge.answer(seat, judge.open[seat].choice.sample(rng))
    assert compared > 200


def test_the_comparison_would_notice_a_leak() -> None:
    """The owner's own view does change: the test above compares something."""
    judge = referee("doge", 3)
    judge.answer(1, "castello")
    twin = referee("doge", 3)
    twin.answer(1, "san-polo")
    assert seen_by_others(judge, owner=2) != seen_by_others(twin, owner=2)
    assert seen_by_others(judge, owner=1) == seen_by_others(twin, owner=1)


@pytest.mark.rule("DOG.S2", "DOG.V1")
def test_next_years_order_does_not_exist_before_it_is_turned_up() -> None:
    """The blue cards are drawn one by one as they are shown: there is nothing to peek at."""
    judge = referee("doge", 3)
    drawn = [drawn.draw for drawn in judge.run.draws]
    assert drawn == ["first@0", *(f"order@0.{n}" for n in range(1, 7))]
