"""A picture names the places that can be tapped in it."""

from __future__ import annotations

from companion.picture.board import BoardPicture
from companion.picture.picture import Tappable
from companion.words import Words


class Shore(BoardPicture):
    """Two islands, of which the second lies beside the board."""

    def draw(self) -> str:
        return "<svg>" + "".join(self.island(name) for name in ("murano", "burano")) + "</svg>"

    def island(self, name: str) -> str:
        if name == "burano":
            return self.offered.opening(None, "island", name) + "</g>"
        return self.offered.mark(name, "island", "M & M", "") if name in self.offered else ""


def test_places_are_the_options_that_were_drawn_as_buttons() -> None:
    picture = Shore.picture({}, Words("en"), [], None, ["murano", "burano", "pass"])
    assert picture.places == {"murano"}
    assert picture.svg == (
        '<svg><g role="button" tabindex="0" data-option="murano" class="island"><title>M &amp; M</title></g>'
        '<g role="img" class="island" aria-label="burano"></g></svg>'
    )


def test_without_a_question_nothing_can_be_tapped() -> None:
    assert Shore.picture({}, Words("en"), []).places == frozenset()


def test_an_offer_is_the_collection_of_its_options() -> None:
    offer = Tappable(["a", "b"])
    assert (list(offer), len(offer), "a" in offer, "c" in offer, bool(Tappable())) == (
        ["a", "b"],
        2,
        True,
        False,
        False,
    )
    assert offer.places == set()
