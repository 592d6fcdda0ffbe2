"""The access rules: one table of all routes and what each requires. A route that is missing here is refused."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from ipaddress import IPv6Address, ip_address

from flask import abort, request

from companion.referee import Referee
from companion.refusal import Forbidden
from web.site import site
from web.table.actions import holder, require_seat


class Need(Enum):
    """Requirements that a request must meet."""

    NOTHING = auto()
    """Anyone may look, read and join."""
    SEAT = auto()
    """A seat, which the action itself looks up, in the same trip to the loop: between two trips another game could be
    put on the table."""
    BOX = auto()
    """The machine that the simulated box runs on, unless its owner shares it: its screen shows secrets, and whoever
    has its keys has the game."""
    OWNER = auto()
    """A seat in the game on the table. Without such a game, only the machine itself will do."""


NEEDS: Mapping[str, Need] = {
    "api.all_games": Need.NOTHING,
    "api.answer": Need.SEAT,
    "api.description": Need.NOTHING,
    "api.join": Need.NOTHING,
    "api.rules": Need.NOTHING,
    "api.seat": Need.SEAT,
    "api.table": Need.NOTHING,
    "api.take_back": Need.SEAT,
    "api.version": Need.NOTHING,
    "boards.board": Need.NOTHING,
    "boards.board_picture": Need.NOTHING,
    "boards.download": Need.NOTHING,
    "boards.manage": Need.OWNER,
    "boards.shipped": Need.NOTHING,
    "boards.shipped_picture": Need.NOTHING,
    "downloads.download": Need.NOTHING,
    "downloads.publish_record": Need.OWNER,
    "downloads.score_sheet": Need.NOTHING,
    "editor.change": Need.OWNER,
    "editor.edit": Need.NOTHING,
    "editor.open_code": Need.NOTHING,
    "fair.explain": Need.NOTHING,
    "fair.game": Need.NOTHING,
    "history.game": Need.NOTHING,
    "history.games": Need.NOTHING,
    "layouts.back_to_ours": Need.OWNER,
    "layouts.correct": Need.OWNER,
    "layouts.layout": Need.NOTHING,
    "library.all_rules": Need.NOTHING,
    "library.board_style": Need.NOTHING,
    "library.rules": Need.NOTHING,
    "pages.answer": Need.SEAT,
    "pages.answer_proposal": Need.SEAT,
    "pages.events": Need.NOTHING,
    "pages.join": Need.NOTHING,
    "pages.leave": Need.NOTHING,
    "pages.mirror": Need.NOTHING,
    "pages.part": Need.NOTHING,
    "pages.seat_page": Need.NOTHING,
    "pages.set_language": Need.NOTHING,
    "pages.take_back": Need.SEAT,
    "pages.take_seat": Need.NOTHING,
    "pages.redo": Need.SEAT,
    "pages.undo": Need.SEAT,
    "pages.version": Need.NOTHING,
    "simulated_box.box": Need.BOX,
    "simulated_box.dots": Need.BOX,
    "simulated_box.key": Need.BOX,
    "static": Need.NOTHING,
}
"""Requirements by endpoint."""


def check_access() -> None:
    """Refuse a request that lacks what its route needs."""
    if request.endpoint is None:  # no such page: Flask answers 404
        return
    need = NEEDS.get(request.endpoint)
    if need is None:
        abort(403)
    if need is Need.OWNER:
        require_owner()
    if need is Need.BOX:
        require_box()


def require_owner() -> None:
    """Refuse anyone but a player of the game on the table; while none has seats, anyone but the machine itself."""
    whose = holder()

    def find_seat(referee: Referee) -> bool:
        return bool(referee.game.seats) and require_seat(whose()) > 0

    if not site().door.ask_if_any(find_seat) and not is_this_machine():
        raise Forbidden("owner-only")


def require_box() -> None:
    """Refuse the simulated box to other machines, unless it is shared. A real box has no such page to refuse."""
    here = site()
    if here.door.host.dots() is not None and not here.share_box and not is_this_machine():
        raise Forbidden("box-not-shared")


def is_this_machine() -> bool:
    """Return whether this request comes from the machine that serves it."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback
