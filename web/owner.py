"""Asking for the owner's word: a phone without a seat waits for it on a page, then its request is sent again."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator

from flask import Blueprint, after_this_request, g, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from companion.input.bounds import BOARD
from companion.ledger import begun_as
from companion.refusal import NoSeat, NotFound, Refusal
from web.boards.shelf import kit_of
from web.history.history import date
from web.language import label, page_words
from web.petitions import BACKUP, BOARDS, RESTORE, RESTORE_BACKUP, SET_UP, UPDATE, Deed, Petition
from web.site import site

blueprint = Blueprint("owner", __name__)

PHONE_COOKIE = "phone"
DAY = 24 * 3600


def require_word(kind: str, otherwise: Refusal) -> ResponseReturnValue | None:
    """Let a request pass if the owner's word for it was given to this phone; else ask for it on the box.

    Where there is no box to ask on, refuse: `otherwise` says what would help.
    """
    here = site()
    if not here.door.do(here.door.host.has_owner):
        raise otherwise
    petition = ask_for_word(find_deed(kind, request.view_args or {}))
    return None if petition is None else (waiting_page(petition, can_join=isinstance(otherwise, NoSeat)), 403)


def ask_for_word(deed: Deed, then: Callable[[], None] | None = None) -> Petition | None:
    """Ask on the box for the owner's word for a deed, and return the petition; `None` if this phone has the word.

    `then` is done by the box itself, as soon as the word is given.
    """
    here, phone = site(), request.cookies.get(PHONE_COOKIE, "")
    if here.petitions.is_given(deed, phone):
        g.has_word = True
        return None
    petition = here.petitions.ask(deed, phone or secrets.token_urlsafe(24), request.remote_addr or "", then)
    here.door.do(lambda: here.door.host.ask_owner(petition))

    @after_this_request
    def know_again(response: Response) -> Response:
        response.set_cookie(PHONE_COOKIE, petition.phone, max_age=DAY, httponly=True, samesite="Strict", path="/")
        return response

    return petition


def has_word() -> bool:
    """Return whether this request passed by the owner's word."""
    return bool(g.get("has_word"))


def find_deed(kind: str, arguments: dict[str, str]) -> Deed:
    """Return what a request is about, by the arguments of its route; refuse what does not exist."""
    if kind in (BACKUP, RESTORE_BACKUP, UPDATE, SET_UP):
        return Deed(kind)
    if kind == BOARDS:
        return Deed(kind, kit_of(arguments["game"]).game.name)
    game_id, ledger = arguments["game_id"], site().ledger
    if kind == RESTORE and game_id in ledger.deleted():
        return Deed(kind, begun_as(game_id), game_id)
    if kind != RESTORE:
        for kept in ledger.games():
            if kept.id == game_id:
                return Deed(kind, kept.game, game_id, tuple(kept.names))
    raise NotFound("no-such-game", value=game_id[:40])


def waiting_page(petition: Petition, *, can_join: bool) -> str:
    """Show what is asked for, and the code by which the owner knows this phone. It holds what was sent."""
    deed = petition.deed
    about = ", ".join(filter(None, (deed.game and label(deed.game), *deed.names, deed.id and date(deed.id))))
    return render_template(
        "asking.html", words=page_words(), petition=petition, about=about, sent=list(_sent()), can_join=can_join
    )


def _sent() -> Iterator[tuple[str, str]]:
    """Yield the fields of a form, to be sent again. A file goes along as text: no page may fill in a file."""
    yield from request.form.items(multi=True)
    for name, file in request.files.items():
        yield name, file.read(BOARD.size + 1).decode("utf-8", "replace")


@blueprint.get("/owner/word")
def word() -> dict[str, str]:
    """Say what has become of this phone's petition, for a page that waits."""
    return {"word": site().petitions.word_to(request.cookies.get(PHONE_COOKIE, ""))}
