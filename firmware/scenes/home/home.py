"""Home: Play, Score, Draw, Resume, Set-up."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from companion import games
from companion.referee.seals import seal_words
from companion.referee.urn import Urn
from companion.words import LANGUAGE_NAMES, folders_of, languages_of
from firmware.scenes.home import Home
from firmware.scenes.home.resuming import choose_kept, kept_text, left_open
from firmware.scenes.home.scoring import choose_sheet
from firmware.scenes.home.seating import choose_players
from firmware.scenes.home.settings import settings
from firmware.scenes.joining import Joining
from firmware.scenes.match.match import Match
from firmware.scenes.menus import Item, Menu
from firmware.screens.lists import Row
from hardware.keys import Key


def home(box: Home) -> Menu:
    """Return the first menu, with the bar on a game that was left open, if there is one."""
    kept = left_open(box)

    def items() -> list[Item]:
        words, phones = box.words, box.phones
        rows = [
            Item(
                Row(words("home.play"), words("home.play-note")),
                lambda: choose_game(box, choose_players),
            ),
            Item(
                Row(words("home.score"), words("home.score-note")),
                lambda: choose_game_to_score(box),
            ),
            Item(Row(words("home.draw"), words("home.draw-note")), lambda: choose_draw(box)),
        ]
        if kept:
            rows.append(Item(Row(words("home.resume"), kept_text(box, kept[0])), lambda: choose_kept(box, kept)))
        if phones is not None:
            join = partial(Joining, box, phones, has_game=False)
            rows.append(Item(Row(words("home.join"), "▸"), lambda: box.push(join())))
        rows.append(Item(Row(words("home.setup"), words("home.setup-note")), lambda: settings(box)))
        return rows

    return Menu(box, "BALLOTTINO", items, cursor=3 if kept else 0)


def choose_game_to_score(box: Home) -> None:
    """Ask which of the games that have a score sheet."""
    choose_game(box, choose_sheet, [name for name in games.names() if games.find(name).sheets])


def choose_game(box: Home, then: Callable[[Home, str], None], among: list[str] | None = None) -> None:
    """Ask which game, with the bar on the one that was on the table last. Where there is only one, take it.

    A game that does not speak the language of the box says which it speaks.
    """
    names = games.names() if among is None else among
    titles = {name: box.words_for(folders_of(name)).thing("game", name) for name in names}
    others = {name: spoken for name in names if box.words.language not in (spoken := languages_of(name))}
    if len(names) == 1:
        then(box, names[0])
        return
    items = [
        Item(Row(titles[name], LANGUAGE_NAMES[others[name][0]] if name in others else ""), partial(then, box, name))
        for name in names
    ]
    last = [name for kept in box.ledger.games() if (name := kept.game.partition(":")[0]) in names]
    box.push(Menu(box, box.words("home.game"), lambda: items, cursor=names.index(last[0]) if last else 0))


def choose_draw(box: Home) -> None:
    """Ask which dial or deck, all games' on one list; the bar is on the last one used.

    The list shows the beginning of the urn's seal: the box has committed itself before anything is chosen.
    """
    urn = Urn.fresh()
    draws = [f"{name}:{what}" for name in games.names() for what in games.find(name).draws]

    def items() -> list[Item]:
        rows = []
        for kind in draws:
            game, _, what = kind.partition(":")
            words = box.words_for(folders_of(game))
            rows.append(
                Item(Row(words.thing("draw", what), words.thing("game", game)), partial(draw, box, kind, urn))
            )
        return rows

    last = [kept.game for kept in box.ledger.games() if kept.game in draws]
    cursor = draws.index(last[0]) if last else 0
    box.push(Menu(box, box.words("home.draw"), items, cursor, right=seal_of(urn)))


def seal_of(urn: Urn) -> str:
    """Return as much of the first seal as a title has room for.

    >>> len(seal_of(Urn(bytes(32))))
    14
    """
    return " ".join(seal_words(urn.commitment).split()[:3])


def draw(box: Home, kind_name: str, urn: Urn) -> None:
    """Draw until the table has enough; the moment it begins is stirred in."""
    game = kind_name.partition(":")[0]
    kind = games.find_kind(kind_name)
    table = kind.set_table([], {}, games.find(game).layout(box.ledger.folder / "layouts"))
    urn.stir(f"{Key.OK} {time.perf_counter_ns()}")
    referee = box.ledger.begin(kind, table, urn)
    match = Match(box, referee, box.words_for(folders_of(game)), referee.game.tells)
    box.play(match)
    match.go_on()
