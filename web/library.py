"""Pages to read: the available games, and the rules of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import games
from companion.picture.cases import draw_cases
from companion.picture.colours import at_night
from companion.referee.run import Run
from companion.referee.urn import Urn
from companion.rules import rules_of
from companion.seats import NAMES, Seat, seat_table
from companion.steps import TABLE
from companion.words import Words, language_name, languages_of
from companion.words.short import has_short, short_of
from web.boards.boards import in_use
from web.language import page_words
from web.site import site

blueprint = Blueprint("library", __name__)


def all_games() -> list[tuple[str, str]]:
    """Return every game with its title in the phone's language."""
    return [(name, page_words(name).thing("game", name)) for name in games.names()]


def games_to_start() -> list[tuple[str, str, str]]:
    """Return every game with its title and how many can play it."""
    players = {name: games.players(name) for name in games.names()}
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
        has_short=has_short(games.find(game)),
        spoken=[] if words.language in spoken else [language_name(language) for language in spoken],
    )


@blueprint.get("/rules/<game>/short")
def short(game: str) -> str:
    """Show a game in five minutes, on a page that can be printed."""
    if game not in games.names():
        abort(404)
    kit, words = games.find(game), page_words(game)
    seats = seat_table(NAMES[: max(kit.game.players)], kit.game.colours)
    return render_template(
        "short.html",
        words=words,
        game=game,
        short=short_of(kit, words),
        board=first_board(kit, words, seats),
        cases=draw_cases(game, kit.cases, list(rules_of(game)), words, seats, seats[0].number),
    )


def first_board(kit: games.Kit, words: Words, seats: Sequence[Seat]) -> str:
    """Draw the board as a game on it begins, always the same."""
    if kit.board is None:
        return ""
    kind = kit.game
    run = Run(kind, kind.set_table(seats, {}, in_use(kit)), Urn(b"\0" * 32, ("in five minutes",)))
    return kit.board(run.game.view(TABLE), words, seats, None, ()).svg


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
