"""Nobody learns another's cards or gold: change what one seat drew in secret, and no other byte changes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from companion.choices import Item, Sheet, Spread
from companion.entries import Answer
from companion.referee import Referee
from companion.refusal import Refusal
from companion.simulate import random_urn
from companion.steps import TABLE, Decision
from companion.urn import Urn
from companion.views import history, seat_view
from tests.games.doge.test_secrets import refusal
from tests.tables import referee


class OtherUrn(Urn):
    """An urn in which one draw comes out differently and all others as before, as far as they still can."""

    def __init__(self, urn: Urn, drawn: dict[str, Item], changed: str, value: Item) -> None:
        super().__init__(urn.secret, urn.stirred)
        self.drawn = drawn | {changed: value}

    def draw(self, draw_id: str, outcomes: Sequence[Item]) -> Item:
        value = self.drawn.get(draw_id)
        if value is None:
            return super().draw(draw_id, outcomes)
        if value not in outcomes:
            raise Unlike
        return value


class Unlike(Exception):
    """No twin: what is changed has been seen since."""


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
            "asked": sorted(judge.open),
        }
    )


def twin_of(judge: Referee, changed: str, value: Item) -> Referee | None:
    """The same game but for one draw; nothing if a later answer no longer fits."""
    drawn = {one.draw: one.value for one in judge.run.draws}
    twin = Referee(judge.kind, judge.table, OtherUrn(judge.urn, drawn, changed, value))
    for entry in judge.entries:
        assert isinstance(entry, Answer)
        if twin.fault is not None or entry.seat not in twin.open:
            return None
        try:
            twin.answer(entry.seat, as_before(twin.open[entry.seat], entry.value), entry.question)
        except (Refusal, Unlike):
            return None
    return None if twin.fault is not None else twin


def as_before(decision: Decision, value: Any) -> Any:
    """The same cards laid, or tokens paid, from a hand or a purse that is otherwise another."""
    choice = decision.choice
    if isinstance(choice, Sheet):
        if any(row["cards"] for kind, row in value.items() if kind not in choice.rows):
            raise Unlike
        return {kind: value.get(kind, {"cards": 0}) for kind in choice.rows}
    if isinstance(choice, Spread):
        return {place: number for place, number in value.items() if number}
    return value


def twins(judge: Referee, rng: Random) -> Iterator[tuple[Referee, int]]:
    """Twins of a game, each with the one seat that can tell them apart."""
    secret = [one for one in judge.run.draws if not one.draw.startswith("first")]
    for one in rng.sample(secret, min(6, len(secret))):
        value = rng.choice(one.outcomes)
        if value == one.value:
            continue
        twin = twin_of(judge, one.draw, value)
        if twin is None:
            continue
        owners = [seat for seat in judge.game.seats if own(judge, seat) != own(twin, seat)]
        if len(owners) == 1:
            yield twin, owners[0]


def own(judge: Referee, seat: int) -> Any:
    return judge.game.view(seat)["own"]


@pytest.mark.rule("VEN.D1", "VEN.B9", "VEN.R1")
@pytest.mark.parametrize("board", ["mapped", "counted"])
@pytest.mark.parametrize("players", [3, 5])
def test_no_byte_depends_on_anothers_cards_or_gold(players: int, board: str) -> None:
    rng = Random(players)
    compared = 0
    for seed in range(8):
        judge = referee("venedig", players, seed=seed, board=board)
        for _ in range(rng.randrange(1, 120)):
            answer_at_random(judge, rng)
        for _ in range(8):
            for twin, owner in twins(judge, rng):
                assert seen_by_others(twin, owner) == seen_by_others(judge, owner)
                compared += 1
            answer_at_random(judge, rng)
    assert compared > 50


def answer_at_random(judge: Referee, rng: Random) -> None:
    if judge.open:
        seat = rng.choice(list(judge.open))
        judge.answer(seat, judge.open[seat].choice.sample(rng))


@pytest.mark.rule("VEN.R1")
def test_the_comparison_would_notice_a_leak() -> None:
    """The owner's own view does change: the test above compares something."""
    judge = referee("venedig", 3)
    first = next(one for one in judge.run.draws if one.draw == "card@1")
    other = next(kind for kind in first.outcomes if kind != first.value)
    twin = twin_of(judge, "card@1", other)
    assert twin is not None
    owner = judge.game.view(TABLE)["active"]
    assert own(twin, owner) != own(judge, owner)
    assert seen_by_others(twin, owner) == seen_by_others(judge, owner)
    another = owner % 3 + 1
    assert seen_by_others(twin, another) != seen_by_others(judge, another)


@pytest.mark.rule("VEN.R4", "VEN.D1")
def test_pile_and_tokens_do_not_exist_before_they_are_drawn() -> None:
    """Cards and values are drawn as they are taken: there is nothing to peek at."""
    judge = Referee(referee("venedig", 3).kind, referee("venedig", 3).table, random_urn(Random(1)))
    assert [one.draw for one in judge.run.draws] == ["first@0", *(f"card@{n}" for n in range(1, 10))]
