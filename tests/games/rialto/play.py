"""Rialto brought to a stage with a chosen position, to prove a rule on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion import games
from companion.choices import Item, Sheet
from companion.games.rialto.game import Rialto
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.referee.urn import Urn
from companion.steps import TABLE, Decision
from tests.games.playing import Playing
from tests.tables import table

QUIET = {
    "activate": "none",
    "building": "none",
    "building-and-more": "none",
    "councillor": "leave",
    "delay": "now",
    "play": "0",
    "gondola-district": "nowhere",
}
"""Answers that make as little as possible happen."""


class Rigged(Urn):
    """An urn that deals the cards of a script first, then draws like any other."""

    def __init__(self, script: str) -> None:
        super().__init__(bytes(32))
        self.script = script

    def draw(self, draw_id: str, outcomes: Sequence[Item]) -> Item:
        key, _, at = draw_id.partition("@")
        number = int(at.split(".")[-1]) if key == "card" else 0
        if 0 < number <= len(self.script):
            assert self.script[number - 1] in outcomes, "the script wants more cards than there are"
            return self.script[number - 1]
        return super().draw(draw_id, outcomes)


def deal(rows: Sequence[str], *drawn: str) -> str:
    """Write the script that lays these rows card by card, followed by the cards drawn from the pile."""
    return "".join(row[column] for column in range(6) for row in rows) + "".join(drawn)


class Play(Playing):
    """A game at stage A of its first round, on a position set by corrections before the first buildings are taken.

    Cards are cardboard unless an option says otherwise. `buildings` are the first ones, by seat.

    >>> play = Play(3, {"coins.1": 5})
    >>> play.key, play.choice_rows
    ('stage', ['1', '2', '3'])
    """

    def __init__(
        self,
        players: int = 3,
        position: dict[str, Any] | None = None,
        *,
        turns: Sequence[str] = DISTRICTS,
        first: int = 1,
        buildings: dict[int, str] | None = None,
        bridge: str = "3-5",
        script: str = "",
        stop: str = "stage",
        **options: str,
    ) -> None:
        chosen = {"cards": "table", "draw_turn": "table", "draw_first": "table", "draw_bridge": "table"} | options
        kind = games.find("rialto").game
        self.referee = Referee(kind, table("rialto", players, **chosen), Rigged(script))
        for answer in (*turns[:-1], bridge, first):
            self.referee.answer(TABLE, answer)
        self.set(position or {})
        while self.referee.open and self.key == "first-building":
            wanted = buildings or {}
            others = [kind for kind in self.options if kind not in wanted.values()]
            self.answer("first-building", wanted.get(self.seat, (others or self.options)[-1]))
        if stop:
            self.until(stop)

    def set(self, position: dict[str, Any]) -> Play:
        for place, value in position.items():
            self.referee.correct(place, value)
        return self

    @property
    def game(self) -> Rialto:
        game = self.referee.game
        assert isinstance(game, Rialto)
        assert self.referee.fault is None, repr(self.referee.fault)
        return game

    @property
    def decision(self) -> Decision:
        return self.referee.open[min(self.referee.open)]

    @property
    def key(self) -> str:
        assert self.referee.fault is None, repr(self.referee.fault)
        return self.decision.key if self.referee.open else "over"

    @property
    def choice_rows(self) -> list[str]:
        assert isinstance(self.decision.choice, Sheet)
        return list(self.decision.choice.rows)

    def cell(self, seat: int) -> list[Any]:
        """Return what a seat may have played, by the sheet of the stage."""
        assert isinstance(self.decision.choice, Sheet)
        return list(self.decision.choice.rows[str(seat)]["played"].legal())

    def quietly(self) -> None:
        """Answer the open question so that as little as possible happens."""
        if self.key == "stage":
            self.plays()
            return
        options = [] if self.key in ("discard", "bring") else self.options
        wanted = QUIET.get(self.key)
        if self.key == "discard":
            choice: Any = self.decision.choice
            self.referee.answer(self.seat, list(choice.items[-choice.low :]))
        elif self.key == "bring":
            self.referee.answer(self.seat, {})
        else:
            self.referee.answer(self.seat, wanted if wanted in options else options[0])

    def until(self, key: str, at: str = "") -> Play:
        """Answer quietly up to this question. `at` is how its place must start, e.g. `1.C`."""
        while self.key != key or not self.decision.at.startswith(at):
            assert self.referee.open, f"{key} was never asked"
            self.quietly()
        return self

    def to(self, stage: str, number: int = 1) -> Play:
        return self.until("stage", f"{number}.{stage}")

    def plays(self, said: dict[int, str] | None = None) -> Play:
        """Fill in the sheet of a stage. Players not named pass."""
        rows = {row: {"played": (said or {}).get(int(row), "0")} for row in self.choice_rows}
        return self.answer("stage", rows)

    def counted(self, district: str) -> Mapping[str, Any]:
        """Return the final count of a district: its worth, and who scores what there, by rank."""
        facts = self.told("final-count").facts
        scores = {player: points for player, _, points in facts["ranks"][district]}
        return {"worth": facts["worth"][district], "scores": scores}

    def asked(self, question: str) -> list[int]:
        """Return the seats that answered this question, in order."""
        return [one.seat for one in self.referee.entries if isinstance(one, Answer) and one.question == question]

    def tells(self, *keys: str) -> list[str]:
        return [tell.key for tell in self.game.tells if tell.key in keys]

    def points(self, seat: int) -> int:
        return self.game.score[seat]["points"]

    def why(self, seat: int) -> dict[str, int]:
        """Add up a seat's points by their reason."""
        sums: dict[str, int] = {}
        for receipt in self.game.receipts:
            if receipt.seat == seat:
                sums[receipt.why] = sums.get(receipt.why, 0) + receipt.amount
        return sums

    def kinds(self, seat: int) -> list[str]:
        return sorted(building.label for building in self.game.pieces.boards[seat])
