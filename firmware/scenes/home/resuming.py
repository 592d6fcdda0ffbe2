"""Games that are kept: to resume those left open, to delete any, and to bring deleted ones back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from companion import games
from companion.jobs.draw import Drawing
from companion.ledger import Listed, begun_as
from companion.ledger.game_file import GameFile
from companion.refusal import OfOtherVersion, Refusal, SetAside
from companion.vocabulary import named
from companion.words import Words, folders_of
from firmware.scenes.home import HomeStage
from firmware.scenes.home.drawing import DrawMatch
from firmware.scenes.match.match import Match
from firmware.scenes.menus import Agree, Item, Menu
from firmware.screens.lists import Row

MONTHS = named("month", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

MOST_TO_DELETE = 100
"""Games that can be deleted on the box, those played last; older ones on a phone or by the command."""


def left_open(box: HomeStage) -> list[Listed]:
    """Return the games that can continue. Why others can't is said once home is on the screen."""

    def say(refusal: Refusal) -> None:
        box.post(lambda: box.refuse(box.words.refusal(refusal)))

    try:
        found = box.ledger.left_open()
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
    return [game for game in found if is_installed(game)]


def is_installed(kept: Listed) -> bool:
    return kept.game.partition(":")[0] in games.names()


def all_kept(box: HomeStage) -> list[Listed]:
    """Return the games played last, whether they are over or not."""
    try:
        return [game for game in box.ledger.games()[:MOST_TO_DELETE] if is_installed(game)]
    except Refusal:  # another program is writing: home has said so
        return []


def kept_text(box: HomeStage, kept: Listed) -> str:
    return f"{title_of(box, kept.game)}, {', '.join(kept.names)}" if kept.names else title_of(box, kept.game)


def title_of(box: HomeStage, kind: str) -> str:
    """Return what a game is called, or one of its draws."""
    words = box.words_for(folders_of(kind))
    game, _, draw = kind.partition(":")
    title = words.thing("game", game)
    return f"{title}, {words.thing('draw', draw)}" if draw else title


def kept_items(box: HomeStage, kept: Sequence[Listed], action: Callable[[Listed], None]) -> list[Item]:
    """Return a line for each game: the game and its people, and while the bar is on it the round and when.

    Games of several months are grouped by them.
    """
    months = [box.words.thing("month", MONTHS[moment(game.changed).month - 1]) for game in kept]
    groups = months if len(set(months)) > 1 else [""] * len(months)
    return [
        Item(Row(kept_text(box, game)), partial(action, game), note=partial(how_far, box, game), group=group)
        for game, group in zip(kept, groups, strict=True)
    ]


def moment(nanoseconds: int) -> datetime:
    """Return a moment by the box's own clock."""
    return datetime.fromtimestamp(nanoseconds // 10**9)


def how_far(box: HomeStage, kept: Listed) -> str:
    """Return in which round a game is, and when it was played last."""
    when = when_text(box.words, kept.changed)
    try:
        referee = box.ledger.peek(kept.id)
    except Refusal:  # said once it is resumed
        return when
    if isinstance(referee.keeper, GameFile):
        referee.keeper.close()
    if isinstance(referee.game, Drawing):
        return when
    return f"{box.words('home.round', round=referee.game.round)}, {when}"


def when_text(words: Words, nanoseconds: int) -> str:
    """Return a moment in words, by the box's own clock."""
    then = moment(nanoseconds)
    clock = f"{then:%H:%M}"
    days = (datetime.now().date() - then.date()).days
    if days == 0:
        return words("home.today", clock=clock)
    if days == 1:
        return words("home.yesterday", clock=clock)
    return words("home.day", day=then.day, month=MONTHS[then.month - 1], clock=clock)


def choose_kept(box: HomeStage, kept: list[Listed]) -> None:
    """List the games left open, the one played last first. Where there is only one, resume it."""
    if len(kept) == 1:
        resume(box, kept[0].id)
        return
    items = kept_items(box, kept, lambda game: resume(box, game.id))
    items.append(Item(Row(box.words("home.delete"), "▸"), lambda: choose_to_delete(box, kept)))
    box.push(Menu(box, box.words("home.resume"), lambda: items))


def resume(box: HomeStage, game_id: str) -> None:
    try:
        referee = box.ledger.resume(game_id)
    except SetAside:
        box.go_home()  # home says why
        return
    except Refusal as refusal:
        box.go_home()
        box.refuse(box.words.refusal(refusal))
        return
    kind = DrawMatch if isinstance(referee.game, Drawing) else Match
    match = kind(box, referee, box.words_for(folders_of(referee.kind.name), referee.table.seats))
    box.play(match)
    match.go_on()


def choose_to_delete(box: HomeStage, kept: list[Listed]) -> None:
    """List these games; the chosen one is deleted once the table has said yes twice."""
    items = kept_items(box, kept, partial(ask_to_delete, box))
    box.push(Menu(box, box.words("home.delete"), lambda: items))


def ask_to_delete(box: HomeStage, kept: Listed) -> None:
    title = box.words("home.delete-ask")

    def ask_again() -> None:
        box.push(Agree(box, title, box.words("home.delete-sure"), partial(delete, box, kept.id)))

    box.push(Agree(box, title, kept_text(box, kept), ask_again))


def delete(box: HomeStage, game_id: str) -> None:
    try:
        box.ledger.delete(game_id)
    except Refusal as refusal:
        box.go_home()
        box.refuse(box.words.refusal(refusal))
        return
    box.go_home()


def choose_to_restore(box: HomeStage) -> None:
    """List the deleted games, each with the days it is still kept; OK brings one back."""

    def item(game_id: str, days: int) -> Item:
        note = partial(box.words, "cli.days-kept", n=days)
        return Item(Row(deleted_text(box, game_id)), partial(restore, box, game_id), note=note)

    items = [item(game_id, days) for game_id, days in box.ledger.deleted().items()]
    box.push(Menu(box, box.words("home.restore"), lambda: items))


def deleted_text(box: HomeStage, game_id: str) -> str:
    """Return which game a deleted one is, and when it was begun, as far as its id tells."""
    kind = begun_as(game_id)
    title = title_of(box, kind) if kind.partition(":")[0] in games.names() else game_id
    try:
        begun = datetime.strptime(game_id[:15], "%Y%m%d-%H%M%S")
    except ValueError:
        return title
    return f"{title}, {when_text(box.words, int(begun.timestamp()) * 10**9)}"


def restore(box: HomeStage, game_id: str) -> None:
    box.go_home()
    try:
        box.ledger.restore(game_id)
    except Refusal as refusal:
        box.refuse(box.words.refusal(refusal))
        return
    box.go_home()
