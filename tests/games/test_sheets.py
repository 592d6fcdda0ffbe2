"""The score sheets of all games agree with their schemas."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import jsonschema
import pytest

from companion import games
from companion.refusal import Refusal

SHEETS = [(game, name) for game in games.names() for name in games.find(game).sheets]


@pytest.mark.parametrize(("game", "name"), SHEETS)
def test_the_schema_and_the_sheet_agree(game: str, name: str) -> None:
    """A random sheet that the schema admits is counted or refused by a rule, never for its shape."""
    kit = games.find(game)
    sheet, layout = kit.sheets[name], kit.layout()
    schema = jsonschema.Draft202012Validator(json.loads(json.dumps(sheet.schema(layout))))
    rng = Random(1)
    for players in sheet.players:
        for _ in range(50):
            fields = sheet.fields(players, layout)
            filled = {"players": players} | {key: choice.sample(rng) for key, choice in fields.items()}
            schema.validate(filled)
            try:
                sheet.score(filled, layout)
            except Refusal as refusal:
                assert refusal.rule
            missing = rng.choice(list(fields))
            broken = {key: value for key, value in filled.items() if key != missing}
            wrongs: list[Any] = [broken, {**filled, "extra": 1}, {**filled, "players": 9}, [], None]
            for wrong in wrongs:
                assert not schema.is_valid(wrong)
                with pytest.raises(Refusal):
                    sheet.score(wrong, layout)
