"""Every kind of screen that the box shows, as it is met in real games: each with a caption that is the same in all
languages.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from PIL import Image

from companion import games
from companion.game import Table, Tell
from companion.ledger import Ledger
from companion.referee.simulation import some_answer
from companion.referee.urn import Urn
from companion.screen.hints import Shown
from companion.steps import TABLE
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.match import Match
from firmware.scenes.match.teller import Teller, alike
from firmware.scenes.match.telling import Turning
from hardware.keys import Key
from tests import tables
from tests.firmware.boxes import TestBox, asked_seat
from tests.firmware.long_tables import few_tables, on_box
from tests.games.harness import new_referee

MOST_ANSWERS = 400
Screens = dict[str, Image.Image]


def screens_of_game(game: str, language: str) -> Screens:
    """Return the first screen of each question and each telling of a game, and those around them."""
    found: Screens = {}
    for table in few_tables(game):
        with tempfile.TemporaryDirectory() as folder:
            _play(game, table, language, Path(folder), found)
    return dict(sorted(found.items()))


def _play(game: str, table: Table, language: str, folder: Path, found: Screens) -> None:
    with on_box(new_referee(table, game, 3), language, folder) as (box, match):
        rng, referee = Random(4), match.referee
        while referee.open and len(referee.entries) < MOST_ANSWERS:
            match.untold.clear()
            match.go_on()
            seat = asked_seat(match)
            decision = referee.open[seat]
            if isinstance(box.box.scene, Guard):
                found.setdefault("hand over", box.box.scene.picture())
                match.hand_to(seat)
            found.setdefault(f"asks: {decision.key}", box.box.scene.picture())
            referee.answer(seat, some_answer(referee.game, decision, rng))
        _add_tellings(match, found)
        _add_menu(box, match, found)


def _add_tellings(match: Match, found: Screens) -> None:
    game, tells = match.referee.game, [tell for tell in match.referee.game.tells if tell.to == TABLE]
    shown: Shown = game.shown
    for place, tell in enumerate(tells):
        if shown.get(tell.key) is not None and f"tells: {tell.key}" not in found:
            found[f"tells: {tell.key}"] = _telling(match, tells[place:])


def _telling(match: Match, tells: list[Tell]) -> Image.Image:
    """Return the screen of the first of these, together with those that stand on it too, once nothing turns."""
    game = match.referee.game
    showing = game.shown[tells[0].key]
    assert showing is not None
    teller = Teller(match.stage, match.words, lambda: None, game.chart, game.options)
    scene = teller.scene(showing, tells[: alike(game.shown, match.words, tells)])
    if isinstance(scene, Turning):
        scene.key(Key.OK)
    return scene.picture()


def _add_menu(box: TestBox, match: Match, found: Screens) -> None:
    """Add the game's menu and the screens it leads to, and after a game its ending."""
    match.untold.clear()
    match.go_on()
    found.setdefault("after a game" if match.referee.outcome else "while playing", box.box.scene.picture())
    opened: dict[str, Callable[[], None]] = {
        "menu": match.open_menu,
        "menu: answers": match.going_back.show_answers,
        "menu: corrections": match.correcting.show_corrections,
    }
    for caption, action in opened.items():
        action()
        found.setdefault(caption, box.box.scene.picture())
        box.box.back()


SET_UP = (Key.DOWN, Key.DOWN, Key.DOWN, Key.OK)
WALKS: dict[str, tuple[Key, ...]] = {
    "home": (),
    "home: further down": (Key.UP,),
    "play": (Key.OK,),
    "play: a table": (Key.OK, Key.OK),
    "play: what an option means": (Key.OK, Key.OK, Key.DOWN, Key.DOWN, Key.OK),
    "play: further options": (Key.OK, Key.OK, Key.UP),
    "play: who sits here": (Key.OK, Key.OK, *[Key.DOWN] * 3, Key.OK),
    "play: the urn": (Key.OK, Key.OK, Key.OK),
    "draw": (Key.DOWN, Key.OK),
    "draw: for a game": (Key.DOWN, Key.OK, Key.OK),
    "score": (Key.DOWN, Key.DOWN, Key.OK),
    "score: for a game": (Key.DOWN, Key.DOWN, Key.OK, Key.OK),
    "score: a sheet": (Key.DOWN, Key.DOWN, *[Key.OK] * 4),
    "set-up": SET_UP,
    "set-up: further down": (*SET_UP, *[Key.DOWN] * 5),
    "set-up: the end": (*SET_UP, Key.UP),
    "practice": (Key.UP, Key.OK),
}
"""Keys that lead to the screens outside a game, from home on."""
WITH_GAMES: dict[str, tuple[Key, ...]] = {
    "home: a game left open": (),
    "resume": (Key.OK,),
    "hall of fame": (*[Key.DOWN] * 3, Key.OK),
}
"""The same on a box that keeps a game that is over and one that is not."""


def screens_at_home(language: str) -> Screens:
    """Return the screens on the way to a game."""
    return {
        **{caption: _walk(language, keys) for caption, keys in WALKS.items()},
        **{caption: _walk(language, keys, keep_two) for caption, keys in WITH_GAMES.items()},
    }


def _walk(language: str, keys: tuple[Key, ...], keep: Callable[[Ledger], None] | None = None) -> Image.Image:
    with tempfile.TemporaryDirectory() as folder:
        if keep is not None:
            keep(Ledger(Path(folder)))
        box = TestBox(Path(folder), language)
        for key in keys:
            box.tap(key)
        picture = box.box.scene.picture()
        box.close()
    return picture


def keep_two(ledger: Ledger) -> None:
    """Keep a game of Rialto that is over, and one of Doge that has just begun."""
    for game, players, most in (("rialto", 3, MOST_ANSWERS), ("doge", 4, 5)):
        kept = ledger.begin(games.find(game).game, tables.table(game, players), Urn(bytes(32)))
        rng = Random(1)
        while kept.open and len(kept.entries) < most:
            seat, decision = next(iter(kept.open.items()))
            kept.answer(seat, some_answer(kept.game, decision, rng))
        tables.file_of(kept).close()


def all_screens(language: str) -> dict[str, Screens]:
    """Return every page of the gallery in one language."""
    return {"box": screens_at_home(language), **{game: screens_of_game(game, language) for game in games.names()}}
