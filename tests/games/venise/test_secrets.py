"""Nobody learns another's cards: give a seat others from the pile, and no other byte changes."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.games.venise.game import Venise
from companion.games.venise.pieces import sorted_cards
from companion.referee import Referee
from companion.refusal import Refusal
from companion.simulate import some_answer
from companion.steps import TABLE
from companion.views import history, seat_view
from tests.tables import referee


def seen_by_others(judge: Referee, owner: int) -> str:
    """Every byte that anyone but the owner can get: views, histories, receipts, corrections, refusals."""
    others = [seat for seat in (TABLE, *judge.game.seats) if seat != owner]
    return json.dumps(
        {
            "views": [seat_view(judge, seat) for seat in others],
            "history": [history(judge, seat) for seat in others],
            "receipts": [receipt.to_json() for receipt in judge.game.receipts],
            "corrections": {place: offer.to_json() for place, offer in judge.game.corrections().items()},
            "refusals": [refusal(judge, seat) for seat in others],
        }
    )


def refusal(judge: Referee, seat: int) -> list[str]:
    """What a curious seat is told when it tries things it may not."""
    attempts = [
        lambda: judge.answer(seat, "no such thing"),
        lambda: judge.undo(0),
        lambda: judge.amend(len(judge.entries) - 1, "no such thing"),
        lambda: judge.take_back(99),
    ]
    said = []
    for attempt in attempts:
        try:
            attempt()
            said.append("done")
        except Refusal as refused:
            said.append(json.dumps(refused.to_json()))
    return said


def twin_of(judge: Referee, owner: int, rng: Random) -> Referee | None:
    """The same game, but that this seat holds another card, which was in the pile."""
    twin = Referee(judge.kind, judge.table, judge.urn, judge.entries)
    assert isinstance(twin.game, Venise)
    pieces = twin.game.pieces
    if not pieces.hand[owner] or not pieces.deck:
        return None
    mine, other = rng.choice(pieces.hand[owner]), rng.choice(pieces.deck)
    if mine == other:
        return None
    pieces.hand[owner].remove(mine)
    pieces.deck.remove(other)
    pieces.hand[owner] = sorted_cards([*pieces.hand[owner], other])
    pieces.deck = sorted_cards([*pieces.deck, mine])
    for decision in twin.open.values():
        decision.choice = decision.offer()
    return twin


def entries_of(judge: Referee, number: int, rng: Random) -> None:
    for _ in range(number):
        if judge.open:
            seat = rng.choice(list(judge.open))
            judge.answer(seat, some_answer(judge.game, judge.open[seat], rng))


@pytest.mark.rule("VSE.T1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_byte_depends_on_anothers_cards(players: int) -> None:
    rng = Random(players)
    compared = differed = 0
    for seed in range(15):
        judge = referee("venise", players, seed=seed, help=rng.choice(["none", "ways"]))
        entries_of(judge, rng.randrange(1, 120), rng)
        for _ in range(8):
            if not judge.open or not judge.entries:
                break
            for owner in judge.game.seats:
                twin = twin_of(judge, owner, rng)
                if twin is not None:
                    assert seen_by_others(twin, owner) == seen_by_others(judge, owner)
                    differed += json.dumps(seat_view(twin, owner)) != json.dumps(seat_view(judge, owner))
                    compared += 1
            entries_of(judge, 3, rng)
    assert compared > 100
    assert differed == compared, "the owner's own view does change: something is compared"


@pytest.mark.rule("VSE.T1", "VSE.T5")
def test_what_a_player_considers_is_his_own_until_it_is_done() -> None:
    """Looking at a card and going back leaves no trace that others could read."""
    judge = referee("venise", 2, seed=3)
    (seat,) = judge.open
    before = [seat_view(judge, other)["pieces"] for other in (TABLE, 3 - seat)]
    told = len(judge.game.tells)
    judge.answer(seat, "small")
    judge.answer(seat, "back")
    assert [seat_view(judge, other)["pieces"] for other in (TABLE, 3 - seat)] == before
    assert len(judge.game.tells) == told
    assert [line.keys() for line in history(judge, 3 - seat)] == [{"n", "seat", "secret"}] * 2


def hidden_words(value: Any) -> set[str]:
    text = json.dumps(value)
    return {card for card in ("advance-3", "remove", "move", "advance-2") if f'"{card}"' in text}


@pytest.mark.rule("VSE.S1")
def test_the_table_sees_how_many_cards_and_never_which() -> None:
    judge = referee("venise", 3)
    view = seat_view(judge, TABLE)
    assert [view["pieces"]["seats"][str(seat)]["cards"] for seat in (1, 2, 3)] == [6, 6, 6]
    assert hidden_words(view) == set()
    assert "own" not in view["pieces"]


def test_with_cardboard_cards_the_box_knows_no_hand() -> None:
    judge = referee("venise", 3, cards="table")
    assert all(judge.game.view(seat)["own"] == {} for seat in judge.game.seats)
    assert isinstance(judge.game, Venise)
    assert {card for hand in judge.game.pieces.hand.values() for card in hand} == {None}
    assert not any(drawn.draw.startswith("card") for drawn in judge.run.draws)
