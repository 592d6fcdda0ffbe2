"""Home: Play, Score, Draw, Resume, Set-up."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from companion import games
from companion.ledger import Kept
from companion.refusal import Refusal
from companion.urn import Urn
from companion.words import folders_of
from firmware.scenes.joining import Joining
from firmware.scenes.match import Match
from firmware.scenes.menus import Item, Menu
from firmware.scenes.seating import choose_players
from firmware.scenes.settings import settings
from firmware.scenes.sheets import choose_sheet
from firmware.screens.lists import Row

if TYPE_CHECKING:
    from firmware.box import Box


def home(box: Box) -> Menu:
    """The first menu; a game that was left open is the likeliest thing to want."""
    kept = left_open(box)

    def items() -> list[Item]:
        words = box.words
        rows = [
            Item(Row(words("home.play"), words("home.play-note")), lambda: choose_game(box, "play")),
            Item(Row(words("home.score"), words("home.score-note")), lambda: choose_game(box, "score")),
            Item(Row(words("home.draw"), words("home.draw-note")), lambda: choose_game(box, "draw")),
        ]
        if kept:
            rows.append(Item(Row(words("home.resume"), kept_text(box, kept[0])), lambda: choose_kept(box, kept)))
        if box.phones is not None:
            phones = box.phones
            rows.append(Item(Row(words("home.join"), phones.address), lambda: box.push(Joining(box))))
        rows.append(Item(Row(words("home.setup"), words("home.setup-note")), lambda: settings(box)))
        return rows

    return Menu(box, "BALLOTTINO", items, cursor=3 if kept else 0)


def left_open(box: Box) -> list[Kept]:
    """The games that can go on. What keeps some from it is said once home is on the screen."""

    def say(refusal: Refusal) -> None:
        box.post(lambda: box.refuse(box.words.refusal(refusal)))

    try:
        found = box.ledger.games()
    except Refusal as refusal:  # a full disk, say: the box still starts
        say(refusal)
        return []
    while box.ledger.set_aside:
        name, why = box.ledger.set_aside.pop()
        say(Refusal("set-aside", value=name, why=why))
    return [game for game in found if not game.over and game.game.partition(":")[0] in games.names()]


def kept_text(box: Box, kept: Kept) -> str:
    words = box.words_for(folders_of(kept.game))
    game, _, draw = kept.game.partition(":")
    title = words.thing("game", game)
    return f"{title}, {words.thing('draw', draw) if draw else ', '.join(kept.names)}"


def choose_game(box: Box, job: str) -> None:
    """Which game? With one only, that one."""
    names = games.names()

    def start(name: str) -> None:
        if job == "play":
            choose_players(box, name)
        elif job == "score":
            choose_sheet(box, name)
        else:
            choose_draw(box, name)

    def items() -> list[Item]:
        return [
            Item(Row(box.words_for(folders_of(name)).thing("game", name)), partial(start, name)) for name in names
        ]

    if len(names) == 1:
        start(names[0])
    else:
        box.push(Menu(box, box.words("home.game"), items))


def choose_draw(box: Box, name: str) -> None:
    kit = games.find(name)
    words = box.words_for(folders_of(name))

    def start(what: str) -> None:
        kind = kit.draws[what]
        table = kind.set_table([], {}, kit.layout(box.ledger.folder / "layouts"))
        urn = Urn.fresh()
        urn.stir(str(box.clock()))
        Match(box, box.ledger.begin(kind, table, urn), words, told=0).go_on()

    if len(kit.draws) == 1:
        start(next(iter(kit.draws)))
        return
    items = [Item(Row(words.thing("draw", what)), partial(start, what)) for what in kit.draws]
    box.push(Menu(box, words.thing("game", name), lambda: items))


def choose_kept(box: Box, kept: list[Kept]) -> None:
    """The games left open, the newest first; with one only, straight on."""
    if len(kept) == 1:
        resume(box, kept[0].id)
        return
    items = [Item(Row(kept_text(box, game)), partial(resume, box, game.id)) for game in kept]
    box.push(Menu(box, box.words("home.resume"), lambda: items))


def resume(box: Box, game_id: str) -> None:
    try:
        referee = box.ledger.resume(game_id)
    except Refusal as refusal:
        box.go_home()
        if refusal.key != "set-aside":  # home says that itself
            box.refuse(box.words.refusal(refusal))
        return
    if referee.outcome is not None and referee.keeper is not None:
        with suppress(Refusal):  # power went between the last answer and the word that it was the last
            referee.keeper.finish()
    words = box.words_for(folders_of(referee.kind.name), referee.table.seats)
    Match(box, referee, words).go_on()
