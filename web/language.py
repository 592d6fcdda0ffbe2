"""The language of a page: the phone's own, unless its owner has chosen another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flask import request

from companion.games import names
from companion.seats import Seat
from companion.words import HERE, LANGUAGES, Words, folders_of

WORDS = Path(__file__).parent / "words"
COOKIE = "language"


def language() -> str:
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(LANGUAGES) or "en"


def page_words(game: str | None = None, seats: Sequence[Seat] = ()) -> Words:
    """Return the words of a page, which has room for long ones; with a game, its words too."""
    folders = folders_of(game) if game and game.partition(":")[0] in names() else [HERE]
    return Words(language(), [WORDS, *folders], seats, long=True)


def game_title(game: str) -> str:
    """Return what a game is called; one that is not installed here keeps its own name."""
    return page_words(game).thing("game", game) if game in names() else game


def label(game: str) -> str:
    """Return the title of a game, or of one of its draws."""
    name, _, draw = game.partition(":")
    words = page_words(game)
    return words.pair(words.thing("game", name), words.thing("draw", draw)) if draw else words.thing("game", name)
