"""The layout of a question: on the board where its places have no names or are many, otherwise as a list."""

from __future__ import annotations

import pytest

from companion.choices import Count, Pick, Several
from companion.steps import Decision
from companion.words import Words, folders_of
from web.table.questions import MANY, question

WORDS = Words("en", folders_of("venezia"))


def asked(choice: Pick | Several | Count) -> Decision:
    decision = Decision("land", 1, "1", choice, "VEZ.Z1", {})
    decision.choice = choice
    return decision


def test_places_without_names_are_tapped_though_the_first_has_one() -> None:
    """One place that has only its letters is enough: in a list nobody would recognise it."""
    laid = question(asked(Pick("zone", ("castello", "B1", "pass"))), WORDS, {"castello", "B1"})
    assert (laid.places, laid.others, laid.tapped) == (["castello", "B1"], ["pass"], True)


def test_places_with_names_are_listed() -> None:
    laid = question(asked(Pick("zone", ("castello", "cannaregio"))), WORDS, {"castello", "cannaregio"})
    assert not laid.tapped


def test_many_places_are_tapped_whatever_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    items = tuple(f"zone-{number}" for number in range(MANY + 1))
    words = Words("en", folders_of("venezia"))
    monkeypatch.setattr(words, "thing", lambda _, item: f"Zone {item}")
    assert question(asked(Several("zone", items, 1, 2)), words, set(items)).tapped
    assert not question(asked(Several("zone", items, 1, 2)), words, set(items[1:])).tapped


def test_options_that_are_not_on_the_board_are_not_tapped() -> None:
    assert not question(asked(Pick("part", ("B1", "B2"))), WORDS, set()).tapped
    assert not question(asked(Count("doves", 0, 3)), WORDS, {"1", "2"}).tapped


def test_an_offer_changes_with_its_options_and_their_words() -> None:
    one, same, other, dearer = (
        question(asked(Pick("zone", options)), WORDS, ()) for options in (("a", "b"), ("a", "b"), ("a",), ("a", "b"))
    )
    dearer.decision.facts = {"price": 4}
    assert one.offer == same.offer
    assert len({one.offer, other.offer, dearer.offer}) == 3
