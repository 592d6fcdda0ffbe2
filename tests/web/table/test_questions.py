"""The layout of a question: on the board where its places have no names or are many, otherwise as a list."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion import games
from companion.choices import Choice, Count, Item, Pick, Several, Sheet, Spread
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn
from companion.seats import seat_table
from companion.steps import Decision
from companion.words import Words, folders_of
from web.table.forms import answer_in
from web.table.questions import MANY, options_of, question

WORDS = Words("en", folders_of("venezia"))


def nothing(what: str, item: Item) -> str:
    """Draw nothing: no option is a thing."""
    return ""


def asked(choice: Choice) -> Decision:
    decision = Decision("land", 1, "1", choice, "VEZ.Z1", {})
    decision.choice = choice
    return decision


def test_places_without_names_are_tapped_though_the_first_has_one() -> None:
    """One place that has only its letters is enough: in a list nobody would recognise it."""
    laid = question(asked(Pick("zone", ("castello", "B1", "pass"))), WORDS, {"castello", "B1"}, nothing)
    assert (laid.places, laid.others, laid.tapped) == (["castello", "B1"], ["pass"], True)


def test_places_with_names_are_listed() -> None:
    laid = question(asked(Pick("zone", ("castello", "cannaregio"))), WORDS, {"castello", "cannaregio"}, nothing)
    assert not laid.tapped


def test_many_places_are_tapped_whatever_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    items = tuple(f"zone-{number}" for number in range(MANY + 1))
    words = Words("en", folders_of("venezia"))
    monkeypatch.setattr(words, "thing", lambda _, item: f"Zone {item}")
    assert question(asked(Several("zone", items, 1, 2)), words, set(items), nothing).tapped
    assert not question(asked(Several("zone", items, 1, 2)), words, set(items[1:]), nothing).tapped


def test_options_that_are_not_on_the_board_are_not_tapped() -> None:
    assert not question(asked(Pick("part", ("B1", "B2"))), WORDS, set(), nothing).tapped
    assert not question(asked(Count("doves", 0, 3)), WORDS, {"1", "2"}, nothing).tapped


def test_an_offer_changes_with_its_options_and_their_words() -> None:
    one, same, other, dearer = (
        question(asked(Pick("zone", options)), WORDS, (), nothing)
        for options in (("a", "b"), ("a", "b"), ("a",), ("a", "b"))
    )
    dearer.decision.facts = {"price": 4}
    assert one.offer == same.offer
    assert len({one.offer, other.offer, dearer.offer}) == 3


def test_things_are_ticked_one_by_one_if_all_are_drawn() -> None:
    """A hand of cards has each card to be tapped; a form that ticks them says the same as one with numbers."""

    def draw(what: str, item: Item) -> str:
        return f"<svg>{what} {item}" if item != "dove" else ""

    cards = Sheet("zone", {"casa": {"cards": Pick("", (0, 1, 2))}, "ponte": {"cards": Pick("", (0, 1))}})
    ticked: dict[Choice, tuple[dict[Item, int], Any]] = {
        Several("zone", ("casa", "casa", "ponte"), 1, 2): ({"casa": 2, "ponte": 1}, ["casa", "ponte"]),
        Spread("zone", {"casa": 2, "ponte": 1}, 0, 3): ({"casa": 2, "ponte": 1}, {"casa": 1, "ponte": 1}),
        cards: ({"casa": 2, "ponte": 1}, {"casa": {"cards": 1}, "ponte": {"cards": 1}}),
    }
    for choice, (many, answer) in ticked.items():
        laid = question(asked(choice), WORDS, (), draw)
        assert laid.many == many
        assert laid.things == {item: f"<svg>zone {item}" for item in many}
        form = MultiDict([(laid.field("casa"), "1"), (laid.field("ponte"), "1")])
        assert answer_in(choice, form) == answer
        form.add(laid.field("casa"), "1")
        assert sum(laid.many.values()) == len(form.getlist(laid.field("casa"))) + 1
        assert answer_in(choice, form) != answer
    assert question(asked(Several("zone", ("casa", "dove"), 1, 1)), WORDS, (), draw).things == {}


def test_what_is_ticked_beforehand_is_what_is_likely() -> None:
    cards = asked(Sheet("zone", {"casa": {"cards": Pick("", (0, 1, 2))}}))
    cards.likely = {"casa": {"cards": 2}}
    assert question(cards, WORDS, (), lambda what, item: "<svg>").usual("casa") == 2


@pytest.mark.parametrize("game", games.names())
def test_every_card_of_a_hand_is_drawn(game: str) -> None:
    """What a seat holds is drawn from shapes that its board defines."""
    kit = games.find(game)
    options = {
        name: "device" for name in ("cards", "plates") if any(name == one.name for one in kit.game.own_options)
    }
    seats = seat_table(["Anna", "Ben", "Cleo"], kit.game.colours)
    referee = Referee(kit.game, kit.game.set_table(seats, options, kit.layout(None, options)), random_urn(Random(5)))
    assert kit.thing is not None
    assert kit.board is not None
    rng, drawn = Random(2), set[str]()
    while referee.open and len(referee.entries) < 120:
        for decision in referee.open.values():
            drawn |= {
                kit.thing(getattr(decision.choice, "of", ""), one, "red") for one in options_of(decision.choice)
            }
        play_random(referee, rng, most=len(referee.entries) + 1)
    board = kit.board(referee.game.view(0), Words("en", folders_of(game), seats), seats, None, ()).svg
    used = {shape for svg in drawn for shape in re.findall(r'href="#([^"]+)"', svg)}
    assert used or game == "venedig"
    assert [shape for shape in used if f'id="{shape}"' not in board] == []
