"""The hall of fame on the box, in short: who has won how many of how many games."""

from __future__ import annotations

from functools import partial

from companion.club.fame import Fame, by_game
from companion.club.own import OwnFame
from companion.words import Words
from firmware.scenes.home import HomeStage
from firmware.scenes.home.resuming import title_of
from firmware.scenes.menus import Item, Menu, Reading
from firmware.screens.lists import Row


def show_fame(box: HomeStage) -> None:
    """List everyone who has finished a game among people here, most wins first."""
    own = OwnFame(box.ledger)
    items = [
        Item(
            Row(one.name, share_text(box.words, one)),
            partial(show_person, box, own, one),
            note=box.words("fame.streak", n=one.longest) if one.longest > 1 else "",
        )
        for one in own.fame()
    ]
    if items:
        box.push(Menu(box, box.words("home.fame"), lambda: items))
    else:
        box.push(Reading(box, box.words("home.fame"), box.words("fame.nobody")))


def share_text(words: Words, one: Fame) -> str:
    """Return how many games somebody has won of how many."""
    return words("fame.share", wins=one.wins, games=one.games)


def show_person(box: HomeStage, own: OwnFame, one: Fame) -> None:
    """Show one person: every game, and how often they came in before and behind each of the others."""
    words = box.words
    games = [
        words.pair(title_of(box, game), share_text(words, fame))
        for game in sorted(by_game(own.results()))
        for fame in own.fame(game)
        if fame.name == one.name
    ]
    others = [
        words("fame.against", name=name, before=meetings.before, behind=meetings.behind)
        for name, meetings in sorted(one.against.items(), key=lambda pair: -pair[1].games)
    ]
    box.push(Reading(box, one.name, [*games, *others], right=share_text(words, one)))
