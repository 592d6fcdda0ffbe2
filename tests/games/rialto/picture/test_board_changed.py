"""The board as a picture: changes are marked, and nothing else is."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from companion.referee import Referee
from tests.companion.picture.drawn import View, drawn, kinds, of_kind, text, used
from tests.games.rialto.picture.crowd import boards, crowded, districts


def changed(judge: Referee, view: View, before: View) -> tuple[list[str], list[str]]:
    """Return the marked districts, and the texts or shapes of other marks."""
    picture = drawn(judge, view, before)
    marked = of_kind(picture, "rialto-changed")
    pieces = [part for part in marked if "rialto-district" not in kinds(part)]
    names = [(part.get("href") or text(part) or used(part)[0]).removeprefix("#d-") for part in pieces]
    return [name for name, part in districts(picture).items() if part in marked], names


FREED: View = {"cannaregio.castello": {"between": ["cannaregio", "castello"], "tile": None, "ends": {}}}
CHANGES: dict[str, tuple[Callable[[View], Any], tuple[list[str], list[str]]]] = {
    "councillors": (
        lambda view: view["districts"]["castello"]["councillors"].update({"1": 19}),
        (["castello"], ["19"]),
    ),
    "worth": (lambda view: view["districts"]["castello"].update(worth=22), ([], ["22"])),
    "tile": (lambda view: view["connections"].update(FREED), ([], ["touch"])),
    "marker": (lambda view: view["track"].update(stacks={"3": [2, 3], "9": [1]}), ([], ["disc-red"])),
    "bank": (lambda view: view["banks"]["ultra"].update(open=False), ([], ["west bank"])),
    "supply": (lambda view: view["supply"]["buildings"].update({"blue-2": 0}), ([], ["×0"])),
    "coins": (lambda view: view["supply"].update(coins=29), ([], ["×29"])),
    "purse": (lambda view: view["seats"]["2"].update(coins=25), ([], ["25"])),
    "hand": (lambda view: view["seats"]["2"].update(limit=11), ([], ["15/11"])),
    "play": (lambda view: view["plays"].update({"2": {"play": "6", "n": 6}}), ([], ["6"])),
}


@pytest.mark.parametrize("what", CHANGES)
def test_changes_are_marked(what: str) -> None:
    judge, before = crowded(3, 1)
    before["track"] |= {"stacks": {"3": [1, 2, 3]}, "order": [3, 2, 1]}
    assert changed(judge, before, before) == ([], [])
    view = copy.deepcopy(before)
    change, marked = CHANGES[what]
    change(view)
    assert changed(judge, view, before) == marked


@pytest.mark.rule("RIA.X5")
def test_a_building_that_came_or_was_used_is_marked_and_no_other() -> None:
    judge, before = boards(anna="blue-1 blue-1 green-2", ben="", cleo="")
    view = copy.deepcopy(before)
    view["seats"]["1"]["buildings"][1]["state"] = "used"
    view["seats"]["1"]["buildings"].append({"kind": "blue-1", "state": "fresh"})
    marks = [
        kinds(part)[1]
        for part in of_kind(drawn(judge, view, before), "rialto-built")
        if "rialto-changed" in kinds(part)
    ]
    assert marks == ["rialto-used", "rialto-fresh"]
    view = copy.deepcopy(before)
    view["seats"]["1"]["buildings"].append({"kind": "blue-1", "state": "idle"})
    built = of_kind(drawn(judge, view, before), "rialto-built")
    assert ["rialto-changed" in kinds(part) for part in built] == [False, False, False, True], "one more of a kind"
