"""Advisors: taking control of one and posting it, or abstaining (DOG.A1-A5, Q1-Q2)."""

from __future__ import annotations

from typing import Any

from companion.choices import Pick
from companion.games.doge.rules.houses import move_anywhere, move_in_or_out
from companion.games.doge.rules.palaces import offer_palace
from companion.games.doge.rules.pieces import AREAS, QUARANTIA, Advisor
from companion.games.doge.rules.state import State
from companion.refusal import Refusal
from companion.steps import Decision, Flow
from companion.vocabulary import named

ABSTAIN, NEUTRAL = named("area", "abstain", "neutral")
AWAY = {home: tuple(area for area in AREAS if area != home) for home in AREAS}  # DOG.A3
POST_OR_ABSTAIN = {home: Pick("area", (*posts, ABSTAIN)) for home, posts in AWAY.items()}
NO_RING = {
    home: Pick("area", (ABSTAIN,), dict.fromkeys(posts, Refusal("no-ring", "DOG.A2"))) for home, posts in AWAY.items()
}


def settle_one(game: State, seat: int, unsettled: list[Advisor], *, at: str, rule: str) -> Flow[None]:
    """DOG.Q1: choose one of several advisors, then settle it. Equivalent advisors are offered once."""

    def offer() -> Pick[str]:
        distinct = {(advisor.place, advisor.controller): advisor.name for advisor in reversed(unsettled)}
        return Pick("advisor", sorted(distinct.values()))

    if not game.pieces.rings[seat] and len(offer().options) > 1:
        game.tell("no-ring", "DOG.A2", seat=seat)
    stand = [f"{one.name[-1]}.{one.place or NEUTRAL}" for one in unsettled]
    name = yield from Decision("which", seat, at, offer, rule, {"stand": stand})
    advisor = game.pieces.advisors[name]
    unsettled.remove(advisor)
    yield from settle(game, seat, advisor, at=at, rule=rule)


def settle(game: State, seat: int, advisor: Advisor, *, at: str, rule: str) -> Flow[None]:
    """DOG.A1-A5, Q2: take control of an advisor and post it, or abstain."""

    def offer() -> Pick[str]:
        return (POST_OR_ABSTAIN if has_ring_for(game, seat, advisor) else NO_RING)[advisor.home]

    def against(post: Any) -> Refusal | None:
        return Refusal("at-home", "DOG.A3", area=advisor.home) if post == advisor.home else None

    facts = {"advisor": advisor.name, "now": advisor.place}
    post = yield from Decision("advisor", seat, at, offer, rule, facts, likely=next_to_count(game), against=against)
    if post == ABSTAIN:
        yield from abstain(game, seat, advisor, at)
    else:
        take_control(game, seat, advisor, post)


def has_ring_for(game: State, seat: int, advisor: Advisor) -> bool:
    """DOG.A2: a ring in reserve, or the one that the advisor already wears."""
    return game.pieces.rings[seat] > 0 or advisor.controller == seat


def next_to_count(game: State) -> str | None:
    """Return where an advisor's vote would count soonest, which is where most players want it."""
    place = len(game.counted) + 1
    return game.brown[place] if place < len(game.brown) else None


def take_control(game: State, seat: int, advisor: Advisor, post: str) -> None:
    if advisor.controller != seat:
        lose_control(game, advisor, "DOG.A1")
        game.gain(seat, "advisors", 1, "DOG.A1", "controls", advisor=advisor.name)
    game.pieces.post(advisor, seat, post)
    game.tell("controls", "DOG.A1", seat=seat, advisor=advisor.name, area=post)


def lose_control(game: State, advisor: Advisor, rule: str) -> None:
    if advisor.controller is not None:
        game.gain(advisor.controller, "advisors", -1, rule, "lost", advisor=advisor.name)


def abstain(game: State, seat: int, advisor: Advisor, at: str) -> Flow[None]:
    """DOG.A5, Q2: the advisor turns neutral, and whoever abstained may move a house."""
    in_quarantia = advisor.home == QUARANTIA
    rule = "DOG.Q2" if in_quarantia else "DOG.A5"
    if has_ring_for(game, seat, advisor):
        game.tell("abstains", rule, seat=seat, advisor=advisor.name)
    else:
        game.tell("must-abstain", "DOG.A2", seat=seat, advisor=advisor.name)
    turn_neutral(game, advisor, rule)
    if in_quarantia:
        moved = yield from move_anywhere(game, seat, at, rule)
    else:
        moved = yield from move_in_or_out(game, seat, advisor.home, at=at, rule=rule)
    if moved:
        yield from offer_palace(game, seat, moved, f"{at}.moved")


def turn_neutral(game: State, advisor: Advisor, rule: str) -> None:
    """Give the ring back to its owner, and the advisor back to its symbol beside the map."""
    if advisor.controller is not None:
        lose_control(game, advisor, rule)
        game.pieces.post(advisor, None, None)
        game.tell("neutral", rule, advisor=advisor.name)
