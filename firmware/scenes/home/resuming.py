"""Games that were left open: to resume, or to delete."""

from __future__ import annotations

from functools import partial

from companion import games
from companion.jobs.draw import Drawing
from companion.ledger import Listed
from companion.refusal import OfOtherVersion, Refusal, SetAside
from companion.words import folders_of
from firmware.scenes.home import Home
from firmware.scenes.home.drawing import DrawMatch
from firmware.scenes.match.match import Match
from firmware.scenes.menus import Agree, Item, Menu
from firmware.screens.lists import Row


def left_open(box: Home) -> list[Listed]:
    """Return the games that can go on. Why others can't is said once home is on the screen."""

    def say(refusal: Refusal) -> None:
        box.post(lambda: box.refuse(box.words.refusal(refusal)))

    try:
        found = box.ledger.games()
    except Refusal as refusal:  # another program is writing: the box still starts
        say(refusal)
        return []
    if box.ledger.unopened:
        say(Refusal("cannot-open", names=box.ledger.unopened))
        box.ledger.unopened = []
    if box.preferences.refusal is not None:
        say(box.preferences.refusal)
        box.preferences.refusal = None
    while box.ledger.newer:
        say(OfOtherVersion("newer-game", value=box.ledger.newer.pop()))
    while box.ledger.set_aside:
        name, why = box.ledger.set_aside.pop()
        say(SetAside(name, why))
    return [game for game in found if game.resumable and game.game.partition(":")[0] in games.names()]


def kept_text(box: Home, kept: Listed) -> str:
    words = box.words_for(folders_of(kept.game))
    game, _, draw = kept.game.partition(":")
    title = words.thing("game", game)
    return f"{title}, {words.thing('draw', draw) if draw else ', '.join(kept.names)}"


def choose_kept(box: Home, kept: list[Listed]) -> None:
    """List the games left open, the one played last first. Where there is only one, resume it."""
    if len(kept) == 1:
        resume(box, kept[0].id)
        return
    items = [Item(Row(kept_text(box, game)), partial(resume, box, game.id)) for game in kept]
    items.append(Item(Row(box.words("home.delete"), "▸"), lambda: choose_to_delete(box, kept)))
    box.push(Menu(box, box.words("home.resume"), lambda: items))


def resume(box: Home, game_id: str) -> None:
    try:
        referee = box.ledger.resume(game_id)
    except SetAside:
        box.go_home()  # which says why
        return
    except Refusal as refusal:
        box.go_home()
        box.refuse(box.words.refusal(refusal))
        return
    kind = DrawMatch if isinstance(referee.game, Drawing) else Match
    match = kind(box, referee, box.words_for(folders_of(referee.kind.name), referee.table.seats))
    box.play(match)
    match.go_on()


def choose_to_delete(box: Home, kept: list[Listed]) -> None:
    """List the games left open; the chosen one is deleted once the table has said yes twice."""
    items = [Item(Row(kept_text(box, game)), partial(ask_to_delete, box, game)) for game in kept]
    box.push(Menu(box, box.words("home.delete"), lambda: items))


def ask_to_delete(box: Home, kept: Listed) -> None:
    title = box.words("home.delete-ask")

    def ask_again() -> None:
        box.push(Agree(box, title, box.words("home.delete-sure"), partial(delete, box, kept.id)))

    box.push(Agree(box, title, kept_text(box, kept), ask_again))


def delete(box: Home, game_id: str) -> None:
    try:
        box.ledger.delete(game_id)
    except Refusal as refusal:
        box.go_home()
        box.refuse(box.words.refusal(refusal))
        return
    box.go_home()
