"""The hall of fame of this box: who has won how often, at which games, against whom."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.club.fame import by_game
from companion.refusal import NotFound, quoted
from web.language import game_title, page_words
from web.site import site

blueprint = Blueprint("fame", __name__)
blueprint.add_app_template_filter(game_title)


@blueprint.get("/fame")
def fame() -> str:
    """Show everyone's fame at all games or at one, with any number of players or one; games with boxes apart."""
    own = site().fame
    game, players = request.args.get("game", ""), request.args.get("players", 0, type=int)
    return render_template(
        "fame.html",
        words=page_words(),
        people=own.fame(game, players),
        with_boxes=own.fame(game, players, with_boxes=True),
        ratings=own.ratings(game, players),
        games=sorted(by_game(own.results())),
        players=sorted({len(result.people) for result in own.results()}),
    )


@blueprint.get("/fame/<path:name>")
def person(name: str) -> str:
    """Show one person: every game, and how often they came in before whom."""
    own = site().fame
    found = {one.name: one for one in own.fame()}
    if name not in found:
        raise NotFound("no-such-person", value=quoted(name))
    per_game = [(game, one) for game in sorted(by_game(own.results())) for one in own.fame(game) if one.name == name]
    return render_template(
        "person.html", words=page_words(), one=found[name], per_game=per_game, rating=own.ratings().get(name)
    )
