"""The imaginary third player of a table of two (VEN.T1-T3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.choices import Pick
from companion.games.venedig.rules.building import build_all
from companion.games.venedig.rules.kinds import CASA, KINDS, THIRD
from companion.games.venedig.rules.laying import MOST_KINDS, lay_before
from companion.games.venedig.rules.taking import refill, top_card
from companion.steps import TABLE, Decision, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venedig.game import Venedig

NOW, LATER = named("when", "now", "later")


def third_comes_first(game: Venedig, active: int, at: str) -> Flow[bool]:
    """VEN.T1: whether the third player's card is drawn at the start of the turn; else it is at the end."""
    if not game.has_third:
        return False
    when: str = yield Decision("third-when", active, at, lambda: Pick("when", (NOW, LATER)), "VEN.T1", {})
    return when == NOW


def third_plays(game: Venedig, active: int, at: str) -> Flow[bool]:
    """VEN.T1: a card is laid before him; one that would be his third kind is discarded at once.

    Whether it completed a building in which a real player has a part.
    """
    cards = game.pieces.cards
    refill(game)
    kind = yield from card_of_third(game, at)
    refill(game)  # the table may have set a hand right meanwhile
    cards.turn_up(kind)
    game.tell("third-card", "VEN.T1", building=kind)
    before = cards.kinds_before(THIRD)
    if kind == CASA:
        cards.sets[THIRD][CASA] += 1
        game.tell("third-casa", "VEN.T3")
    elif kind not in before and len(before) >= MOST_KINDS:
        cards.discards[kind] += 1
        game.tell("third-discards", "VEN.T1", building=kind)
    else:
        lay_before(game, THIRD, kind, 1)  # VEN.T2
    return (yield from build_all(game, active, f"{at}.{THIRD}"))  # VEN.T3


def card_of_third(game: Venedig, at: str) -> Flow[str]:
    """The top of the pile; of a real one the table says what it is."""
    cards = game.pieces.cards
    if cards.known:
        return (yield from top_card(game, "VEN.T1"))

    def offer() -> Pick:
        return Pick("building", [kind for kind in KINDS if cards.unseen[kind]])

    kind: str = yield Decision("third-card", TABLE, at, offer, "VEN.T1", {})
    return kind
