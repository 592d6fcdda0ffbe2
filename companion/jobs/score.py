"""The job Score: a sheet to fill in, and the count with every point explained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.choices import Choice
from companion.game import Receipt, Tell
from companion.layout import Layout
from companion.refusal import Refusal

Fields = dict[str, Choice]
"""The questions of a sheet, in the order in which they are asked."""

Filled = Mapping[str, Any]
"""The answers, each checked against its question."""


@dataclass
class Counted:
    """The count of a filled sheet: the result as data, what to say about it, and a receipt for every point."""

    result: dict[str, Any]
    tells: list[Tell] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)

    def tell(self, key: str, rule: str, **facts: Any) -> None:
        self.tells.append(Tell(key, rule, facts))

    def to_json(self) -> dict[str, Any]:
        return {
            "result": self.result,
            "tells": [tell.to_json() for tell in self.tells],
            "receipts": [receipt.to_json() for receipt in self.receipts],
        }


@dataclass(frozen=True)
class ScoreSheet:
    """A score sheet: its questions for a number of players, and how it is counted on a board.

    `likely` has the answers that are offered first, where the lowest number or the first option is rarely right.
    """

    players: Sequence[int]
    fields: Callable[[int, Layout], Fields]
    count: Callable[[Filled, Layout], Counted]
    likely: Mapping[str, Any] = field(default_factory=dict)

    def depends_on_players(self, layout: Layout) -> bool:
        """Return whether the questions depend on the number of players. The count sees only the answers."""
        shapes = [
            {key: choice.to_json() for key, choice in self.fields(players, layout).items()}
            for players in self.players
        ]
        return any(shape != shapes[0] for shape in shapes)

    def schema(self, layout: Layout) -> dict[str, Any]:
        """Return the JSON Schema of a filled sheet, with one shape for each number of players."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "oneOf": [self._schema(players, layout) for players in self.players],
        }

    def _schema(self, players: int, layout: Layout) -> dict[str, Any]:
        fields = {key: choice.schema() for key, choice in self.fields(players, layout).items()}
        return {
            "type": "object",
            "properties": {"players": {"const": players}, **fields},
            "required": ["players", *fields],
            "additionalProperties": False,
        }

    def score(self, filled: Any, layout: Layout) -> Counted:
        """Check a filled sheet, question by question, and count it."""
        if type(filled) is not dict:
            raise Refusal("not-a-sheet", value=str(filled)[:40])
        if "players" not in filled:
            raise Refusal("field-missing", field="players")
        players = filled["players"]
        if type(players) is not int or players not in self.players:
            raise Refusal("wrong-players", count=players, known=list(self.players))
        fields = self.fields(players, layout)
        for key in filled:
            if key != "players" and key not in fields:
                raise Refusal("unknown-field", field=key, known=list(fields))
        for key in fields:
            if key not in filled:
                raise Refusal("field-missing", field=key)
        return self.count({key: choice.check(filled[key]) for key, choice in fields.items()}, layout)
