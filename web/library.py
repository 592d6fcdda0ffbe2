"""Pages to read: the available games, and the rules of each."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import games
from companion.picture.colours import at_night
from companion.rules import rules_of
from companion.words import language_name, languages_of
from web.language import page_words
from web.site import site

blueprint = Blueprint("library", __name__)


def all_games() -> list[tuple[str, str]]:
    """Return every game with its title in the phone's language."""
    return [(name, page_words(name).thing("game", name)) for name in games.names()]


def games_to_start() -> list[tuple[str, str, str]]:
    """Return every game with its title and how many can play it."""
    players = {name: games.find(name).game.players for name in games.names()}
    return [
        (name, title, "–".join(map(str, dict.fromkeys((min(players[name]), max(players[name]))))))
        for name, title in all_games()
    ]


def on_table() -> str | None:
    """Return the game on the table, if there is one."""
    return site().door.ask_if_any(lambda referee: referee.kind.name)


@blueprint.get("/rules")
def all_rules() -> Response:
    """Show the rules of the first game while none is on the table."""
    return redirect(url_for("library.rules", game=games.names()[0]))


@blueprint.get("/rules/<game>")
def rules(game: str) -> str:
    """Show the rules by number in the phone's language; `q` keeps those that contain these words."""
    if game not in games.names():
        abort(404)
    words = page_words(game)
    wanted = request.args.get("q", "").strip()[:60]
    found = [
        (rule, words(rule.id))
        for rule in rules_of(game).values()
        if all(part in f"{rule.id} {words(rule.id)}".casefold() for part in wanted.casefold().split())
    ]
    spoken = languages_of(game)
    return render_template(
        "rules.html",
        words=words,
        game=game,
        found=found,
        wanted=wanted,
        seen_game=on_table(),
        has_board=games.find(game).has_board,
        spoken=[] if words.language in spoken else [language_name(language) for language in spoken],
    )


@blueprint.get("/board/<game>.css")
def board_style(game: str) -> Response:
    """Return the style of a game's board."""
    return _as_style(game, lambda style: style)


@blueprint.get("/board/night/<game>.css")
def night_style(game: str) -> Response:
    """Return the style of a game's board that is always dark."""
    return _as_style(game, at_night)


def _as_style(game: str, coloured: Callable[[str], str]) -> Response:
    """Return a style, which hardly ever changes."""
    if game not in games.names():
        abort(404)
    response = Response(coloured(games.find(game).board_style), mimetype="text/css")
    response.headers["Cache-Control"] = "max-age=600"
    return response
