"""The imaginary third player in a game for two (VEN.T1-T3)."""

from __future__ import annotations

from companion.choices import Pick
from companion.games.venedig.rules.building import build_all
from companion.games.venedig.rules.hand import MOST_KINDS, lay_before, refill, top_card
from companion.games.venedig.rules.kinds import CASA, KINDS, THIRD
from companion.games.venedig.rules.state import State
from companion.steps import TABLE, Decision, Flow
from companion.vocabulary import named

NOW, LATER = named("when", "now", "later")


def third_comes_first(game: State, active: int, at: str) -> Flow[bool]:
    """VEN.T1: the active player draws the third player's card at the start of the turn or at its end."""
    if not game.has_third:
        return False
    when = yield from Decision("third-when", active, at, lambda: Pick("when", (NOW, LATER)), "VEN.T1", {})
    return when == NOW


def third_plays(game: State, active: int, at: str) -> Flow[bool]:
    """VEN.T1: lay a card in front of the third player; one that would be a third kind is discarded at once.

    Return whether it completed a building in which a real player had a part.
    """
    cards = game.pieces.cards
    refill(game)
    kind = yield from card_of_third(game, at)
    refill(game)  # a correction of a hand may have emptied the pile while the question was open
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


def card_of_third(game: State, at: str) -> Flow[str]:
    """Draw the top card of the pile; if it is of cardboard, ask the table what it is."""
    cards = game.pieces.cards
    if cards.known:
        return (yield from top_card(game, "VEN.T1", to=TABLE))

    def offer() -> Pick[str]:
        return Pick("building", [kind for kind in KINDS if cards.unseen[kind]])

    kind = yield from Decision("third-card", TABLE, at, offer, "VEN.T1", {})
    return kind
