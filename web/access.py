"""The rights of phones: the one table of all routes. A route that is missing here is refused.

What needs the owner is done for a seat in the game on the table; without such a game, for the machine itself; and
else for a phone that the owner gave their word on the box.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from functools import partial

from flask import abort, g, request
from flask.typing import ResponseReturnValue

from companion.ledger.game_file import is_held
from companion.referee import Referee
from companion.refusal import Forbidden, NoSeat, SharedTable
from companion.steps import TABLE
from web.api import api
from web.origin import is_in, is_this_machine
from web.owner import ask_for_word, require_word, waiting_page
from web.petitions import BACKUP, BOARDS, DELETE, RECORD, RESTORE, RESTORE_BACKUP, SET_UP, UPDATE
from web.site import site
from web.table import starting
from web.table.actions import holder
from web.table.big_screen import is_trusted
from web.table.starting import Start


class Need(Enum):
    """Requirements that a request must meet."""

    NOTHING = auto()
    """Anyone may look, read and join."""
    LOOK = auto()
    """Nothing; but while other tables play from the same urn, a seat in the game on the table, a screen that was
    opened from the box, or the machine itself. Otherwise they could look up their own draws here."""
    SEAT = auto()
    """A seat, which the action itself looks up, in the same trip to the loop: between two trips another game could be
    put on the table."""
    BOX = auto()
    """The machine that the simulated box runs on, unless its owner shares it: its screen shows secrets, and whoever
    has its keys has the game."""
    START = auto()
    """No game on the table, and the owner's word, given on the box, for the very game that is to start. Where there
    is no box to ask on, anyone may start one."""
    OWNER = auto()
    """A seat in the game on the table, or the owner's word for this deed, given on the box. Without a game that has
    seats, the machine itself will do."""
    SET_UP = auto()
    """The owner's word. At the first start, and on a box that never had a screen, being in its own Wi-Fi is enough:
    whoever is there has read its password on the box, or was told it by whoever installed it."""
    WORD = auto()
    """The owner's word for this deed, given on the box, whoever asks: it reveals what no player may know, or changes
    the box itself."""


NEEDS: Mapping[str, Need] = {
    "api.agree": Need.SEAT,
    "api.all_games": Need.NOTHING,
    "api.answer": Need.SEAT,
    "api.board": Need.LOOK,
    "api.description": Need.NOTHING,
    "api.for_people": Need.NOTHING,
    "api.hand_seat": Need.SEAT,
    "api.history": Need.NOTHING,
    "api.join": Need.NOTHING,
    "api.leave": Need.NOTHING,
    "api.redo": Need.SEAT,
    "api.rules": Need.NOTHING,
    "api.seat": Need.SEAT,
    "api.seats": Need.NOTHING,
    "api.start": Need.START,
    "api.table": Need.LOOK,
    "api.take_back": Need.SEAT,
    "api.undo": Need.SEAT,
    "api.urn": Need.NOTHING,
    "api.version": Need.NOTHING,
    "api.why": Need.LOOK,
    "backup.allow_restoring": Need.SET_UP,
    "backup.download": Need.WORD,
    "backup.explain": Need.NOTHING,
    "backup.restore": Need.SET_UP,
    "backup.state": Need.NOTHING,
    "backup.take_piece": Need.SET_UP,
    "big_screen.now": Need.NOTHING,
    "big_screen.open_screen": Need.NOTHING,
    "boards.board": Need.NOTHING,
    "boards.board_picture": Need.NOTHING,
    "boards.download": Need.NOTHING,
    "boards.manage": Need.OWNER,
    "boards.shipped": Need.NOTHING,
    "boards.shipped_picture": Need.NOTHING,
    "captive.check": Need.NOTHING,
    "deletion.ask": Need.NOTHING,
    "deletion.delete": Need.OWNER,
    "deletion.restore": Need.OWNER,
    "downloads.download": Need.NOTHING,
    "downloads.publish_record": Need.OWNER,
    "downloads.score_sheet": Need.NOTHING,
    "editor.change": Need.OWNER,
    "editor.edit": Need.NOTHING,
    "editor.open_code": Need.NOTHING,
    "fair.explain": Need.NOTHING,
    "fair.game": Need.NOTHING,
    "fame.fame": Need.NOTHING,
    "fame.person": Need.NOTHING,
    "first_start.begin_trial": Need.SET_UP,
    "first_start.by_code": Need.NOTHING,
    "first_start.choose": Need.SET_UP,
    "first_start.finish": Need.SET_UP,
    "first_start.join_wifi": Need.SET_UP,
    "first_start.network": Need.NOTHING,
    "first_start.show": Need.NOTHING,
    "first_start.trial": Need.NOTHING,
    "health.download_log": Need.NOTHING,
    "health.show": Need.NOTHING,
    "history.game": Need.NOTHING,
    "history.games": Need.NOTHING,
    "layouts.back_to_ours": Need.OWNER,
    "layouts.correct": Need.OWNER,
    "layouts.layout": Need.NOTHING,
    "library.all_rules": Need.NOTHING,
    "library.board_style": Need.NOTHING,
    "library.night_style": Need.NOTHING,
    "library.rules": Need.NOTHING,
    "library.short": Need.NOTHING,
    "owner.word": Need.NOTHING,
    "pages.answer": Need.SEAT,
    "pages.answer_proposal": Need.SEAT,
    "pages.big_screen": Need.LOOK,
    "pages.events": Need.NOTHING,
    "pages.hand_seat": Need.SEAT,
    "pages.join": Need.NOTHING,
    "pages.leave": Need.NOTHING,
    "pages.mirror": Need.LOOK,
    "pages.part": Need.LOOK,
    "pages.picture": Need.LOOK,
    "pages.play_again": Need.SEAT,
    "pages.redo": Need.SEAT,
    "pages.seat_page": Need.NOTHING,
    "pages.set_language": Need.NOTHING,
    "pages.take_back": Need.SEAT,
    "pages.take_seat": Need.NOTHING,
    "pages.undo": Need.SEAT,
    "pages.version": Need.NOTHING,
    "pages.why": Need.LOOK,
    "replay.look_back": Need.NOTHING,
    "replay.part": Need.NOTHING,
    "replay.picture": Need.NOTHING,
    "simulated_box.box": Need.BOX,
    "simulated_box.dots": Need.BOX,
    "simulated_box.key": Need.BOX,
    "starting.form": Need.NOTHING,
    "starting.start": Need.START,
    "static": Need.NOTHING,
    "teaching.hint": Need.LOOK,
    "teaching.set_up": Need.LOOK,
    "update.allow": Need.WORD,
    "update.explain": Need.NOTHING,
    "update.install": Need.WORD,
    "update.state": Need.NOTHING,
    "update.take_piece": Need.WORD,
}
"""Requirements by endpoint."""

DEEDS: Mapping[str, str] = {
    "backup.download": BACKUP,
    "backup.allow_restoring": RESTORE_BACKUP,
    "backup.restore": RESTORE_BACKUP,
    "backup.take_piece": RESTORE_BACKUP,
    "boards.manage": BOARDS,
    "deletion.delete": DELETE,
    "deletion.restore": RESTORE,
    "downloads.publish_record": RECORD,
    "editor.change": BOARDS,
    "first_start.begin_trial": SET_UP,
    "first_start.choose": SET_UP,
    "first_start.finish": SET_UP,
    "first_start.join_wifi": SET_UP,
    "layouts.back_to_ours": BOARDS,
    "layouts.correct": BOARDS,
    "update.allow": UPDATE,
    "update.install": UPDATE,
    "update.take_piece": UPDATE,
}
"""The deeds that the owner is asked to allow, by endpoint."""


STARTS: Mapping[str, Callable[[], Start]] = {
    "api.start": api.read_start,
    "starting.start": starting.read_form,
}
"""Each reads from a request the game that is to start, by endpoint."""


def check_access() -> ResponseReturnValue | None:
    """Refuse a request that lacks what its route needs; have the phone wait where the owner can still allow it."""
    if request.endpoint is None:  # no such page: that is said in its own words
        return None
    need = NEEDS.get(request.endpoint)
    if need is None:
        abort(403)
    if need is Need.BOX:
        require_box()
    if need is Need.LOOK:
        require_look()
    if need is Need.START:
        return require_start(STARTS[request.endpoint]())
    if need is Need.SET_UP:
        return require_set_up(DEEDS[request.endpoint])
    if need is Need.WORD:
        return require_word(DEEDS[request.endpoint], Forbidden("word-only"))
    return require_owner(DEEDS[request.endpoint]) if need is Need.OWNER else None


def require_owner(kind: str) -> ResponseReturnValue | None:
    """Let a player of the game on the table pass; while none has seats, the machine itself. Others need the word."""
    whose = holder()

    def holds_seat(referee: Referee) -> bool | None:
        return whose() != TABLE if referee.game.seats else None

    seated = site().door.ask_if_any(holds_seat)
    if seated or (seated is None and is_this_machine()):
        return None
    return require_word(kind, NoSeat() if seated is False else Forbidden("owner-only"))


def require_set_up(kind: str) -> ResponseReturnValue | None:
    """Let a phone in the box's own Wi-Fi pass while nobody has set the box up, or if it was built without a screen.

    A screen, a lamp or a key that has failed opens nothing: then nobody is let in until it works again.
    """
    here = site()
    host = here.door.host
    is_open = here.door.do(lambda: host.setting_up.is_first() or host.setting_up.is_headless())
    if is_open and is_in(host.setting_up.own_network()):
        return None
    return require_word(kind, Forbidden("word-only"))


def require_start(start: Start) -> ResponseReturnValue | None:
    """Refuse to start a game while another is on; then ask for the owner's word, unless the box has no screen.

    The box begins the game itself when the word is given. The phone that sends its request again is shown it. While
    a screen has failed, nobody starts a game by phone.
    """
    here = site()
    host = here.door.host

    def needs_word() -> bool:
        start.check(here)
        if host.setting_up.is_headless():
            return False
        if not host.has_owner():
            raise Forbidden("screen-lost")
        return True

    g.start = start
    if not here.door.do(needs_word):
        return None
    petition = ask_for_word(start.deed, partial(start.begin, here))
    if petition is None:
        return None
    return api.waiting(petition) if api.is_asked() else (waiting_page(petition, can_join=False), 403)


def require_look() -> None:
    """Refuse to show a table whose urn others still play from, except to those who sit at it."""
    may_look = is_trusted()

    def is_hidden(referee: Referee) -> bool:
        return is_held(referee) and not may_look()

    if site().door.ask_if_any(is_hidden):
        raise SharedTable()


def require_box() -> None:
    """Refuse the simulated box to other machines, unless it is shared. A real box has no such page to refuse."""
    here = site()
    if here.door.host.simulated_box is not None and not here.share_box and not is_this_machine():
        raise Forbidden("box-not-shared")
