"""The big screen: what is beside the table on a television, the code to join with and the clock of the evening.

It shows what everyone may see. The code is on it only where the screen was opened from the box: by its QR code, on
the machine itself, or by a phone that has a seat. Otherwise anyone on the network could take a seat without having
been at the table.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from companion.referee import Referee
from companion.refusal import Forbidden
from companion.steps import TABLE
from web.boards.sharing import qr
from web.language import page_words
from web.origin import is_from_elsewhere, is_this_machine
from web.site import site
from web.table.actions import WEEK, holder

blueprint = Blueprint("big_screen", __name__)

SCREEN_COOKIE = "screen"


class Beside(NamedTuple):
    """The signs beside the table on a big screen: for how many minutes it has been played, and how to join."""

    minutes: int = 0
    code: str = ""
    qr: str = ""
    address: str = ""


def beside() -> Beside:
    """Return what this screen shows beside the table; the code while a seat is free, where it may be seen."""
    here = site()
    found = here.door.ask_if_any(_free_for(is_trusted()))
    if found is None:
        return Beside()
    minutes, is_free = found
    if not is_free:
        return Beside(minutes)
    address, code = here.door.host.address, here.codes.code
    return Beside(minutes, code, qr(f"HTTP://{address}/J/{code}".upper()), address)


def _free_for(is_allowed: Callable[[], bool]) -> Callable[[Referee], tuple[int, bool]]:
    here = site()

    def look(referee: Referee) -> tuple[int, bool]:
        taken = here.seats.taken(here.door.host.game_id())
        is_free = referee.outcome is None and bool(set(referee.game.seats) - taken)
        return int(here.playing_for() // 60), is_free and is_allowed()

    return look


def is_trusted() -> Callable[[], bool]:
    """Return what says, in the loop, whether this screen may show the code."""
    is_known = is_this_machine() or _is_screen(request.cookies.get(SCREEN_COOKIE, ""))
    whose = holder()
    return lambda: is_known or whose() != TABLE


def _is_screen(token: str) -> bool:
    return hmac.compare_digest(token.encode(), site().screen_token.encode())


@blueprint.get("/tv/beside")
def now() -> dict[str, Any]:
    """Return what has changed beside the table, for a screen that looks every few seconds."""
    shown = beside()
    joining = render_template("_joining.html", words=page_words(), beside=shown) if shown.code else ""
    return {"minutes": shown.minutes, "joining": joining}


@blueprint.get("/tv/<code>")
@blueprint.get("/TV/<code>")  # a QR code in capitals is smaller
def open_screen(code: str) -> Response:
    """Make this a screen that shows the code, if it was opened by the right one; a screen it is in any case."""
    response = redirect(url_for("pages.big_screen"))
    if is_from_elsewhere():
        return response
    here = site()
    try:
        here.codes.check(code, request.remote_addr or "")
    except Forbidden:
        return response
    response.set_cookie(SCREEN_COOKIE, here.screen_token, max_age=WEEK, httponly=True, samesite="Strict", path="/")
    return response
