"""Deleting a game from a phone: asked twice, kept for a week, and restored by a press until then."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.refusal import Busy, NotFound
from web.history.history import check_id, date
from web.language import label, page_words
from web.site import site

blueprint = Blueprint("deletion", __name__)


@blueprint.get("/history/<game_id>/delete")
def ask(game_id: str) -> str:
    return _question(game_id, is_sure=False)


@blueprint.post("/history/<game_id>/delete")
def delete(game_id: str) -> Response | str:
    """Ask again; delete what was asked twice, in the loop, where no game can be put on the table meanwhile."""
    if "sure" not in request.form:
        return _question(game_id, is_sure=True)
    check_id(game_id)
    here = site()

    def act() -> None:
        if here.door.host.game_id() == game_id:
            raise Busy("played-elsewhere")
        here.ledger.delete(game_id)

    here.door.do(act)
    return redirect(url_for("history.games"), 303)


@blueprint.post("/history/<game_id>/restore")
def restore(game_id: str) -> Response:
    check_id(game_id)
    site().ledger.restore(game_id)
    return redirect(url_for("history.games"), 303)


def _question(game_id: str, *, is_sure: bool) -> str:
    kept = next((kept for kept in site().ledger.games() if kept.id == game_id), None)
    if kept is None:
        raise NotFound("no-such-game", value=game_id[:40])
    return render_template(
        "delete.html", words=page_words(), kept=kept, label=label(kept.game), when=date(game_id), is_sure=is_sure
    )
