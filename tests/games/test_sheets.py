"""What holds for the score sheets of all games."""

from __future__ import annotations

import json
from random import Random

import jsonschema
import pytest

from companion import games
from companion.refusal import Refusal

SHEETS = [(game, name) for game in games.names() for name in games.find(game).sheets]


@pytest.mark.parametrize(("game", "name"), SHEETS)
def test_the_schema_and_the_sheet_agree(game: str, name: str) -> None:
    """Random sheets that the schema admits are counted or refused by a rule, never by their shape."""
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
            for wrong in (broken, {**filled, "extra": 1}, {**filled, "players": 9}, [], None):
                assert not schema.is_valid(wrong)
                with pytest.raises(Refusal):
                    sheet.score(wrong, layout)
