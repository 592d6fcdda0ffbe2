"""Hands that are followed from outside hold no more than there was room for, and nothing that a pile had not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.players.hands import Hand, Stock
from companion.players.knowledge import HIDDEN, Event, Knowledge, Told, Unfit
from tests.tables import table

SHUFFLED: Told = ("shuffled", "", {})


def drawn(draw: str, value: Any = HIDDEN, heard: int = 0) -> Event:
    return Event(0, draw, "card", value, to=2 if value is HIDDEN else 0, heard=heard)


def stock(*events: Event) -> Stock:
    seen = Knowledge(1, [1, 2], table("doge", 3).layout, "ask", events, [SHUFFLED], {})
    return Stock(seen, "shuffled", {"doge": 2, "gold": 2})


def holding(*draws: str, stock: Stock | None = None, seed: int = 1) -> Hand:
    hand = Hand(Random(seed), stock)
    for draw in draws:
        hand.draws(draw)
    return hand


def test_what_was_played_must_have_been_drawn() -> None:
    hand = holding("one", "two")
    hand.loses(["doge"])
    assert list(hand.drawn().values()) == ["doge"]
    hand.loses(["gold"])
    with pytest.raises(Unfit):
        hand.loses(["gold"])


def test_no_more_of_a_type_is_drawn_unseen_than_the_others_left_in_the_pile() -> None:
    pile = stock(drawn("seen", "doge"), drawn("one"), drawn("two"))
    hand = holding("one", "two", stock=pile)
    hand.loses(["doge"])
    with pytest.raises(Unfit):
        hand.loses(["doge"])


def test_a_pile_that_was_made_again_has_them_all_again() -> None:
    pile = stock(drawn("seen", "doge"), drawn("first", "doge"), drawn("one", heard=1))
    hand = holding("one", stock=pile)
    hand.loses(["doge"])
    assert hand.drawn() == {"one": "doge"}


def test_no_more_cards_are_kept_than_there_was_room_for() -> None:
    """Of two that were held only one can have been kept: the other card played was drawn afterwards."""
    for seed in range(100):
        hand = holding("old", "older", seed=seed)
        moment = hand.puts_away(1)
        hand.draws("new")
        hand.loses(["doge", "gold"])
        assert hand.kept_after(moment).total() == 1
        assert "new" in hand.drawn()
