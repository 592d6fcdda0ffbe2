"""Home: Play, Draw, Score, Resume, Set-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion import games
from companion.referee.urn import Urn
from companion.words import language_name, languages_of
from firmware.scenes.home import HomeStage, drawing, scoring
from firmware.scenes.home.fame import show_fame
from firmware.scenes.home.last_time import GAME, game_of, last_first, last_table, place_of_job
from firmware.scenes.home.resuming import all_kept, choose_kept, kept_text, left_open, title_of
from firmware.scenes.home.seating import play_again, play_alone, set_up
from firmware.scenes.home.sharing import shared_items
from firmware.scenes.joining import Joining
from firmware.scenes.menus import Item, Menu
from firmware.scenes.setup import SetupStage
from firmware.scenes.setup.settings import settings
from firmware.screens.lists import Row

JOBS = ("play", "draw", "score")


def home(box: SetupStage) -> Menu:
    """Return the first menu; the bar is on a game that was left open, or else on the job that was done last."""
    last = box.preferences[GAME]
    solo = games.names().index(last) if last in games.names() else 0

    def turn_solo(way: int) -> None:
        nonlocal solo
        solo = (solo + way) % len(games.names())

    def items() -> list[Item]:
        words, phones, kept = box.words, box.phones, left_open(box)
        rows = [
            Item(Row(words("home.play"), words("home.play-note")), lambda: choose_game(box)),
            Item(Row(words("home.draw"), words("home.draw-note")), lambda: choose_draw(box)),
            Item(Row(words("home.score"), words("home.score-note")), lambda: choose_game_to_score(box)),
        ]
        if kept:
            rows.append(Item(Row(words("home.resume"), kept_text(box, kept[0])), lambda: choose_kept(box, kept)))
        if phones is not None:
            join = partial(Joining, box, phones, has_game=False)
            rows.append(Item(Row(words("home.join"), "▸"), lambda: box.push(join())))
        rows.append(Item(Row(words("home.setup"), words("home.setup-note")), lambda: settings(box)))
        alone = games.names()[solo]
        rows.append(Item(Row(words("home.alone"), title_of(box, alone)), lambda: play_alone(box, alone), turn_solo))
        if any(game.over and game.names for game in all_kept(box)):
            rows.append(Item(Row(words("home.fame"), "▸"), lambda: show_fame(box)))
        return rows

    return Menu(box, "BALLOTTINO", items, cursor=len(JOBS) if left_open(box) else place_of_job(box, JOBS))


def choose_draw(box: HomeStage) -> None:
    """Ask for which game to draw, the one drawn for last first.

    The title shows the beginning of the urn's seal: the box has committed itself before anything is chosen.
    """
    urn = Urn.fresh()
    names = last_first(drawing.last_game(box), drawing.games_to_draw())
    items = game_items(box, names, lambda name: drawing.choose_dial(box, name, urn))
    box.push(Menu(box, box.words("home.draw"), lambda: items, right=drawing.seal_of(urn)))


def choose_game_to_score(box: HomeStage) -> None:
    """Ask which of the games that have a score sheet, the one scored last first."""
    names = last_first(scoring.last_game(box), scoring.games_to_score())
    items = game_items(box, names, partial(scoring.choose_sheet, box))
    box.push(Menu(box, box.words("home.score"), lambda: items))


def choose_game(box: HomeStage) -> None:
    """Ask which game to play: the last one again with the same people, or any. Where there is only one, take it."""
    names = games.names()
    last = box.preferences[GAME]
    again = last_table(box, last) if last in names else None
    if len(names) == 1 and again is None and not box.club.shared_urns():
        set_up(box, names[0])
        return
    items = game_items(box, names, partial(set_up, box))
    cursor = 0
    shared = shared_items(box)
    if again is not None:
        people = ", ".join(seat.name for seat in again.seats)
        row = Row(box.words("home.again", game=title_of(box, last)), people)
        items.insert(0, Item(row, partial(play_again, box, last)))
    else:
        played = [name for kept in box.ledger.games() if (name := game_of(kept.game)) in names]
        cursor = names.index(played[0]) if played else 0
    first = 0 if shared else cursor
    box.push(Menu(box, box.words("home.game"), lambda: [*shared, *items], cursor=first))


def game_items(box: HomeStage, names: Sequence[str], then: Callable[[str], None]) -> list[Item]:
    """Return games by name, author and number of players, so that Venezia, Venise and Venedig can be told apart.

    A game that does not speak the language of the box says which it speaks.
    """
    return [Item(Row(title_of(box, name), about_game(box, name)), partial(then, name)) for name in names]


def about_game(box: HomeStage, name: str) -> str:
    """Return a game's author and how many can play it; or the language it speaks, if not that of the box.

    >>> about_game(box, "doge")                              # doctest: +SKIP
    'Colovini 3–4'
    """
    spoken = languages_of(name)
    if box.words.language not in spoken:
        return language_name(spoken[0])
    kind = games.find(name).game
    least, most = min(kind.players), max(kind.players)
    surname = kind.author.rpartition(" ")[2]
    return f"{surname} {least}–{most}".strip() if least < most else f"{surname} {least}".strip()
