"""The job Draw: a game's randomisers alone, for a table that only lacks a dial or a deck.

A drawing is a small game without seats: its flow draws, and asks the table whether to draw again. So it is
recorded, resumed and verified like any other game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from companion.choices import Count, Pick
from companion.game import Correction, Game, Outcome, Table
from companion.steps import TABLE, Decision, Flow
from companion.vocabulary import named

MORE, STOP = named("go-on", "more", "stop")
WHO_DRAWS = -1
"""The addressee of a tell that only the person drawing may see; no view or log has it. No seat has this number."""


class Drawing(Game):
    """A game that only draws, again and again; `drawn` holds what has come up so far, as JSON values."""

    players = (0,)
    colours = ()
    tallies = ()
    rule: ClassVar[str]
    """The rule that it follows, if it draws the same again and again."""
    asks: ClassVar[tuple[str, ...]] = ()
    """The keys of the questions that must be answered before it can draw."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.drawn: list[Any] = []

    def play(self) -> Flow[Outcome]:
        """Draw once, and again as long as the table asks for more."""
        while True:
            at = f"{len(self.drawn) + 1}"
            yield from self.draw_once(at)
            if not (yield from self.go_on(at, self.rule)):
                return self.done()

    def draw_once(self, at: str) -> Flow[None]:
        """Draw at this place, note in `drawn` what came up, and tell it."""
        raise NotImplementedError

    def go_on(self, at: str, rule: str, **facts: Any) -> Flow[bool]:
        """Ask whether to draw again."""
        answer = yield from Decision(
            "go-on", TABLE, at, lambda: Pick("go-on", (MORE, STOP)), rule, facts, likely=MORE
        )
        return answer == MORE

    def ask_players(self, at: str, rule: str, players: Sequence[int], *, likely: int) -> Flow[int]:
        """Ask how many play, of the numbers that the game allows."""
        number = yield from Decision(
            "players", TABLE, at, lambda: Count("seats", min(players), max(players)), rule, {}, likely=likely
        )
        return number

    def done(self) -> Outcome:
        return Outcome([], "", won=False)

    @property
    def round(self) -> int:
        return len(self.drawn)

    def view(self, seat: int) -> dict[str, Any]:
        return {"drawn": list(self.drawn)}

    def corrections(self) -> dict[str, Correction]:
        return {}

    def check(self) -> None:
        """Check nothing: draws are independent of each other."""


def asks_to_go_on(decision: Decision) -> bool:
    return isinstance(decision.choice, Pick) and decision.choice.of == "go-on"
