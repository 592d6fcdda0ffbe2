"""Crowded tables of Rialto, and where to find their pieces in the picture."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree.ElementTree import Element

from companion.games.rialto.rules.pieces import DISTRICTS, KINDS
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.steps import TABLE
from tests.companion.picture.drawn import View, of_kind
from tests.tables import referee


def crowded(players: int, seed: int, neutral: bool = False) -> tuple[Referee, View]:
    """Return a table, and a view of it that shows as much as possible."""
    rng = Random(seed)
    options: dict[str, Any] = {"neutral": "with"} if neutral else {}
    judge = referee("rialto", players, seed=seed, **options)
    play_random(judge, rng, most=30)
    view = judge.game.view(TABLE)
    for here in view["districts"].values():
        here |= {"councillors": {player: rng.randint(1, 18) for player in here["councillors"]}, "worth": 21}
    for connection in view["connections"].values():
        ends = dict(zip(connection["between"], rng.sample(range(3, 7), 2), strict=True))
        tile = rng.choice(["bridge", "gondola"])
        connection |= {"tile": tile, "ends": ends if tile == "bridge" else {}}
    for own in view["seats"].values():
        buildings = [{"kind": rng.choice(KINDS), "state": rng.choice(["idle", "used", "fresh"])} for _ in range(7)]
        own |= {"buildings": buildings, "cards": 15, "limit": 10, "coins": rng.randint(1, 12)}
    players_there = view["track"]["order"]
    view |= {"rows": [], "phase": 2, "stage": "F", "first": players_there[0], "holder": players_there[-1], "round": 4}
    view["plays"] = {str(player): {"play": "2", "n": rng.randint(0, 5)} for player in players_there}
    view["district"] = next(district for district, here in view["districts"].items() if here["turn"] == 4)
    return judge, view


def districts(picture: Element) -> dict[str, Element]:
    return dict(zip(DISTRICTS, of_kind(picture, "rialto-district"), strict=True))


def crossings(picture: Element, view: View) -> dict[str, Element]:
    return dict(zip(view["connections"], of_kind(picture, "rialto-crossing"), strict=True))


def colours_of(judge: Referee) -> dict[str, str]:
    return {str(seat.number): seat.colour for seat in judge.table.seats} | {"neutral": "neutral"}


def boards(**buildings: str) -> tuple[Referee, View]:
    """Return a table in phase III with these buildings, `anna="blue-1 green-2.used"`, everyone with a coin."""
    judge, view = crowded(3, 1)
    view |= {"stage": None, "phase": 3}
    for (_, own), labels in zip(view["seats"].items(), buildings.values(), strict=False):
        parts = [label.partition(".") for label in labels.split()]
        own |= {"coins": 1, "buildings": [{"kind": kind, "state": state or "idle"} for kind, _, state in parts]}
    return judge, view
