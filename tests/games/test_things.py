"""Cards, ballots and coins beside a question: each has its own picture, made of shapes that the board defines."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from companion import games
from companion.choices import Item
from companion.games.doge.rules.pieces import AREAS, COUNCIL
from companion.games.rialto.rules.hands import FROM_PILE
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.games.rialto.rules.pieces import KINDS as RIALTO_KINDS
from companion.games.venedig.rules.hand import PILE
from companion.games.venedig.rules.kinds import KINDS as VENEDIG_KINDS
from companion.games.venezia.rules.pieces import ACTIONS, ZONES
from companion.games.venise.layout import CARDS
from tests.companion.picture.drawn import drawn
from tests.tables import referee

DRAWN: dict[tuple[str, str], tuple[Item, ...]] = {
    ("doge", "ballot"): (0, 1, 2, 3),
    ("doge", "build"): ("palace",),
    ("doge", "area"): AREAS,
    ("doge", "advisor"): COUNCIL,
    ("doge", "shift.area"): ("out.castello", "in.castello", "in.san-polo"),
    ("doge", "on.houses"): ("",),
    ("rialto", "card"): ("A", "J", FROM_PILE),
    ("rialto", "row"): ("A", "AA", "AJ"),
    ("rialto", "building"): tuple(RIALTO_KINDS),
    ("rialto", "building.tile"): ("green-1.ready", "green-1.used"),
    ("rialto", "play.A"): ("1", "2", "2+1", "2*3", "0*3"),
    ("rialto", "short"): DISTRICTS,
    ("rialto", "on.district"): ("castello",),
    ("rialto", "councillor"): ("take",),
    ("rialto", "delay"): ("later",),
    ("venedig", "card"): (*VENEDIG_KINDS, PILE),
    ("venedig", "purse"): (0, 3, 6),
    ("venedig", "card.times"): ("casa.1", "casa.2"),
    ("venedig", "token"): ("treasure", "swamp"),
    ("venezia", "action"): tuple(ACTIONS),
    ("venezia", "zone"): (*ZONES, "piazza", "feint", "edge"),
    ("venezia", "card"): ("first", "left", "middle", "right"),
    ("venezia", "on.zone"): ("castello",),
    ("venezia", "seat"): ("1", "grey"),
    ("venezia", "recover"): ("yes",),
    ("venise", "card"): (*CARDS, "joker", "swap"),
    ("venise", "give"): ("take", "large"),
    ("venise", "over"): ("discard", "swap"),
}
SIGNS: list[tuple[str, str, Item, str]] = [
    ("doge", "ballot", 2, ">2<"),
    ("venedig", "purse", 6, ">6<"),
    ("venezia", "action", "feud", "venezia-blades"),
    ("venezia", "zone", "castello", "#d-castello"),
    ("venezia", "zone", "piazza", "d-paving"),
    ("doge", "shift.area", "out.castello", "#d-house-"),
    ("doge", "advisor", "quarantia-2", ">2<"),
    ("rialto", "play.A", "0+1", "rialto-card-J"),
    ("venezia", "action", "poison", "venezia-ink"),
    ("venise", "card", "advance-2", ">2<"),
    ("venise", "card", "remove", "venise-away"),
    ("venise", "card", "move", "venise-arrow"),
]
NOT_DRAWN: list[tuple[str, str, Item]] = [
    ("doge", "build", "house"),
    ("doge", "area", "abstain"),
    ("doge", "shift.area", "stay"),
    ("rialto", "card", "none"),
    ("rialto", "row", "none"),
    ("rialto", "building", "none"),
    ("rialto", "play.A", "0"),
    ("rialto", "short", "supply"),
    ("rialto", "delay", "now"),
    ("venedig", "card", "done"),
    ("venezia", "action", "none"),
    ("venezia", "zone", "enough"),
    ("venezia", "seat", "nobody"),
    ("venezia", "recover", "no"),
    ("venise", "card", "done"),
    ("venise", "cell", "large"),
]


def thing(game: str, what: str, item: Item) -> str:
    kit = games.find(game)
    assert kit.thing is not None
    return kit.thing(what, item, kit.game.colours[0])


@pytest.mark.parametrize(("game", "what"), DRAWN)
def test_each_thing_has_its_own_picture(game: str, what: str) -> None:
    pictures = [thing(game, what, item) for item in DRAWN[game, what]]
    assert len(set(pictures)) == len(pictures), "no two look alike"
    board = drawn(referee(game, min(games.find(game).game.players)))
    defined = {f"#{part.get('id')}" for part in board.iter()}
    for picture in map(ElementTree.fromstring, pictures):
        assert "thing" in picture.get("class", "").split()
        assert {part.get("href") for part in picture.iter("use")} <= defined


@pytest.mark.parametrize(("game", "what", "item", "sign"), SIGNS)
def test_a_thing_shows_what_it_does_or_is_worth(game: str, what: str, item: Item, sign: str) -> None:
    assert sign in thing(game, what, item)


@pytest.mark.parametrize(("game", "what", "item"), NOT_DRAWN)
def test_other_answers_have_no_picture(game: str, what: str, item: Item) -> None:
    assert thing(game, what, item) == ""
