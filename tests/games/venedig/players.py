"""Players who hurry: they build what they can, pay what they have and draw three cards at a time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.choices import Pick, Sheet, Spread
from companion.games.venedig.game import Venedig
from companion.games.venedig.rules.board import Shape
from companion.games.venedig.rules.hand import MOST_KINDS
from companion.games.venedig.rules.kinds import BASILICA, CAMPO, CARDS, CASA, KINDS, PALAZZO, PONTE, points
from companion.games.venedig.rules.pieces import EMPTY, Pieces
from companion.games.venedig.rules.track import PRICE
from companion.referee import Referee
from companion.steps import Decision


class Brisk:
    """Answers for all seats of a mapped game with cards and gold in the box; without a habit, at random."""

    def __init__(self, rng: Random, referee: Referee) -> None:
        self.rng = rng
        self.referee = referee

    @property
    def game(self) -> Venedig:
        assert isinstance(self.referee.game, Venedig)
        return self.referee.game

    @property
    def pieces(self) -> Pieces:
        return self.game.pieces

    def answer(self, decision: Decision) -> Any:
        habit = getattr(self, decision.key.replace("-", "_"), None)
        return habit(decision) if habit else decision.choice.sample(self.rng)

    def worth(self, kind: str, hexes: Shape) -> int:
        """Return the points of a building there."""
        plan = self.pieces.plan
        if kind == PONTE:
            return max(self.pieces.houses_on(island) for island in plan.islands_of(hexes))
        around = plan.around(hexes)
        built = self.pieces.developed(around)
        return points(kind, built if kind == CAMPO else len(around) - built)

    def cards(self, decision: Decision) -> dict[str, dict[str, int]]:
        """Lay all that can be built or continues two kinds, the best first; keep one new kind to lay face up."""
        assert isinstance(decision.choice, Sheet)
        choices = {kind: numbers_of(cells["cards"]) for kind, cells in decision.choice.rows.items()}
        best = {kind: max((self.worth(kind, site) for site in self.pieces.sites(kind)), default=-1) for kind in KINDS}
        begun = set(self.pieces.cards.kinds_before(decision.seat))
        laid: dict[str, int] = {}
        for kind in sorted(choices, key=lambda kind: (kind not in begun, -best[kind] * self.rng.uniform(0.7, 1))):
            most = max(choices[kind])
            continues = kind in begun or len(begun) < MOST_KINDS or most >= self.wanted(kind)
            laid[kind] = most if best[kind] >= 0 and continues else 0
            if laid[kind] and kind != CASA:
                begun.add(kind)
        self.keep_one(decision.seat, choices, laid)
        return {kind: {"cards": laid[kind]} for kind in choices}

    def wanted(self, kind: str) -> int:
        return CARDS[kind] - self.pieces.cards.out[kind]

    def keep_one(self, seat: int, choices: dict[str, Sequence[int]], laid: dict[str, int]) -> None:
        """Hold a casa or an unfinished kind back: laid face up, a new kind brings three cards (VEN.R2)."""
        cards = self.pieces.cards
        new = [kind for kind in choices if kind not in cards.open]
        if any(cards.hands[seat][kind] > laid[kind] for kind in new):
            return
        for kind in sorted(new, key=lambda kind: kind != CASA):
            fewer = [number for number in choices[kind] if number < laid[kind]]
            if fewer and (kind == CASA or laid[kind] < self.wanted(kind)):
                laid[kind] = max(fewer)
                return

    def place(self, decision: Decision) -> Any:
        kind, chosen = decision.facts["building"], set(decision.facts["chosen"])
        sites = [site for site in self.pieces.sites(kind) if chosen <= set(site)]
        best = max(sites, key=lambda site: self.worth(kind, site))
        return next(name for name in best if name not in chosen)

    def drain(self, decision: Decision) -> Any:
        """Drain beside what is free already, until there is room for palazzi and a basilica."""
        ground, plan = self.pieces.ground, self.pieces.plan
        free = {name for name, what in ground.items() if what == EMPTY} | set(self.game.chosen)
        swamps = [name for name in decision.choice.legal() if name in ground]
        enough = len(self.pieces.sites(BASILICA)) > 1 and len(self.pieces.sites(PALAZZO)) > 3
        if enough or not swamps:
            return "enough"
        return max(swamps, key=lambda name: (len(plan.adjacent[name] & free), self.rng.random()))

    def pay(self, decision: Decision) -> dict[str, int]:
        """Pay everything as soon as it is worth a space."""
        assert isinstance(decision.choice, Spread)
        purse = dict(decision.choice.most)
        return purse if decision.facts["gold"] >= PRICE else dict.fromkeys(purse, 0)

    def take(self, decision: Decision) -> Any:
        lays = [option for option in decision.choice.legal() if option.startswith("lay.")]
        return self.rng.choice(lays) if lays else next(iter(decision.choice.legal()))


def numbers_of(cell: Any) -> Sequence[int]:
    assert isinstance(cell, Pick)
    return [int(number) for number in cell.options]
