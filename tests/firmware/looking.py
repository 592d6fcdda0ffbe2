"""Putting a game on a box as it stands, and looking at everything its screens lead to."""

from __future__ import annotations

from companion.referee import Referee
from companion.words import folders_of
from firmware.scenes import Scene
from firmware.scenes.match.counting import Scores
from firmware.scenes.match.match import Match
from firmware.scenes.menus import Menu, Reading
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.tables import file_of

ITEMS = 8
"""Number of items of a long menu that are opened."""
FOR_GOOD = ("Undo a step", "Redo", "Leave the game", "Play again", "Home")
"""Menu lines that change the game, which come last."""


def put(box: TestBox, judge: Referee, answers: int) -> Match:
    """Put a game on the box that already has this many answers."""
    page = file_of(box.box.ledger.begin(judge.kind, judge.table, judge.urn))
    referee = Referee(judge.kind, judge.table, judge.urn, judge.entries[:answers], keeper=page)
    page.rewrite(0, referee.entries, [])
    match = Match(box.box, referee, box.box.words_for(folders_of(judge.kind.name), judge.table.seats))
    box.box.play(match)
    match.go_on()
    box.box.show()
    return match


def look_around(box: TestBox, depth: int = 3) -> None:
    """Look at the screen and everything it leads to, except what would change the game."""
    scene = box.box.scene
    if isinstance(scene, Reading):
        top = -1
        while scene.top != top:
            top = scene.top
            box.tap(Key.RIGHT)
    elif isinstance(scene, Scores):
        for _ in box.box.match.referee.game.seats if box.box.match else ():
            box.tap(Key.OK)
            back_to(box, scene)
            box.tap(Key.DOWN)
    elif isinstance(scene, Menu) and depth:
        for number in range(0, len(scene.items), max(1, len(scene.items) // ITEMS)):
            scene.cursor = number
            box.box.show()
            if scene.items[number].row.text not in FOR_GOOD:
                box.tap(Key.OK)
                look_around(box, depth - 1)
                back_to(box, scene)


def back_to(box: TestBox, scene: Scene) -> None:
    while box.box.scene is not scene:
        box.tap(Key.BACK)
