"""Starting a game from a phone: a form to fill in, what was chosen in it, and the urn that a word is stirred into.

The first seal stands on the form, so it is shown before anyone stirs. The second is shown to everyone before the
first draw, on the box and on every phone, as for a game that is set up on the box.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from companion import games
from companion.club.shared import same_table
from companion.game import Game, Table
from companion.ledger.beginning import Beginning
from companion.options import settle
from companion.players import BOX_NAMES, PEOPLE, PLAYERS, STRENGTHS
from companion.referee.urn import Urn, moment
from companion.refusal import Malformed, NotFound, Refusal, Stale, quoted
from companion.seats import NAME_LENGTH, seat_table
from companion.teaching.newcomers import are_new_to, games_of_people, people_of
from companion.teaching.practice import practice, practice_urn
from companion.vocabulary import named
from web.host import Host
from web.language import page_words
from web.petitions import START, Deed
from web.site import Site, site
from web.table.actions import hand_over

blueprint = Blueprint("starting", __name__)

WHEN_NEW, TAUGHT, _ = TEACHING = named("teaching", "when-new", "yes", "no")
LIKE_A_TOKEN = re.compile(r"[\w-]{32}", re.ASCII)
LONGEST_WORD = 12
"""Letters of a word that is stirred in: the box shows it on one line."""
SUGGESTED = 20
"""Names that are suggested."""


class Sitting(NamedTuple):
    """A line of the form: who sits there, in which colour, and who plays the seat: a person, or the box."""

    name: str
    colour: str
    player: str = PEOPLE


class Start(NamedTuple):
    """A game that a phone wants to start."""

    kind: type[Game]
    table: Table
    boxed: Mapping[int, str]
    word: str
    commitment: str
    """The first seal, as the phone saw it."""
    mine: int = 0
    """The seat that this phone asks for, if any; once the game begins, its `token` holds it."""
    token: str = ""
    teach: str = WHEN_NEW
    practises: bool = False
    """Whether it is the practice game of the person in the first seat."""
    shared: bool = False
    """Whether other tables play from the same urn."""

    @property
    def first_seal(self) -> str:
        """Return the seal of the urn that will be used."""
        return practice_urn(self.kind.name).commitment if self.practises else self.commitment

    @property
    def deed(self) -> Deed:
        """Return what the owner is asked to allow: nothing else than what was chosen."""
        seats = [seat.to_json() for seat in self.table.seats]
        agreed = [seats, dict(self.table.options), dict(self.boxed), self.word, self.commitment]
        chosen = [*agreed, self.mine, self.token, self.teach, self.practises]
        fingerprint = hashlib.sha256(json.dumps(chosen, sort_keys=True).encode()).hexdigest()
        return Deed(START, self.kind.name, fingerprint, tuple(seat.name for seat in self.table.seats))

    def is_on(self, host: Host) -> bool:
        """Return whether this very game has begun or is about to. Only to be asked in the loop."""
        ahead = host.game() or host.about_to_begin()
        return ahead is not None and (ahead.urn.commitment, list(ahead.table.seats)) == (
            self.first_seal,
            list(self.table.seats),
        )

    def check(self, here: Site) -> None:
        """Refuse if another game is on, or if the urn is no longer the one whose seal the phone saw."""
        host = here.door.host
        if self.is_on(host):
            return
        if host.game() is not None or host.about_to_begin() is not None:
            raise Refusal("game-on")
        if self.shared:
            self._from_shared_urn(here)
        elif self.commitment != here.urn.commitment:
            raise Stale("urn-used")

    def begin(self, here: Site) -> None:
        """Stir the urn and begin; sent twice, it begins once. Only to be called in the loop."""
        self.check(here)
        if self.is_on(here.door.host):
            return
        if self.practises:
            here.door.host.start_game(
                Beginning(self.kind, self.table, practice_urn(self.kind.name), self.boxed, taught=True)
            )
            return
        beginning = self._from_shared_urn(here) if self.shared else self._from_own_urn(here)
        if self.mine:
            here.seats.expect(self.commitment, self.mine, self.token)
        here.door.host.start_game(beginning)

    def _from_own_urn(self, here: Site) -> Beginning:
        """Stir this box's own urn; the next game gets another."""
        urn, here.urn = here.urn, Urn.fresh()
        for stirred in filter(None, (self.word, moment())):
            urn.stir(stirred)
        return Beginning(self.kind, self.table, urn, self.boxed, self.is_taught(here))

    def _from_shared_urn(self, here: Site) -> Beginning:
        """Take the urn that other tables play from, too; refuse one that waits no longer."""
        for urn in here.door.host.shared_urns():
            if (urn.game, urn.seal) == (self.kind.name, self.commitment):
                return urn.beginning(self.table.seats, self.boxed, taught=self.is_taught(here))
        raise NotFound("no-shared-urn")

    def is_taught(self, here: Site) -> bool:
        """Return whether the table is led through its game: as the phone says, or else if it is new to all."""
        people = [seat.name for seat in self.table.seats if seat.number not in self.boxed]
        if self.teach != WHEN_NEW:
            return self.teach == TAUGHT
        return here.door.host.teaches() and are_new_to(here.ledger, self.kind.name, people)


def set_up(
    game: str,
    sitting: Sequence[Sitting],
    options: Mapping[str, str],
    word: str,
    commitment: str,
    teach: str = WHEN_NEW,
    *,
    shared: bool = False,
) -> Start:
    """Return the game that was chosen; refuse one that can't be played like that.

    One from a `shared` urn is played as at every other table: nothing is chosen but who sits where.
    """
    if teach not in TEACHING:
        raise Malformed("unknown-value", option="teach", value=quoted(teach), known=list(TEACHING))
    if game not in games.names():
        abort(404)
    kit = games.find(game)
    kind = kit.game
    if len(sitting) not in kind.players:
        raise Refusal("wrong-players", count=len(sitting), known=list(kind.players))
    boxed = {seat: one.player for seat, one in enumerate(sitting, start=1) if one.player != PEOPLE}
    for player in boxed.values():
        if player not in STRENGTHS:
            raise Malformed("unknown-player", value=quoted(player), known=list(PLAYERS))
    seats = seat_table(_names(sitting), kind.colours, _colours(sitting, kind.colours))
    if shared:
        return Start(kind, same_table(game, seats, options, word), boxed, "", commitment, shared=True)
    settled = settle(kind.all_options(), options)
    if boxed and kind.adviser:
        settled |= kind.adviser.needs
    if len(word) > LONGEST_WORD or not word.isprintable():
        raise Malformed("bad-word", value=quoted(word), most=LONGEST_WORD)
    layout = kit.layout(site().ledger.folder / "layouts", settled)
    return Start(kind, kind.set_table(seats, settled, layout), boxed, word, commitment, teach=teach)


def set_up_practice(game: str, name: str, commitment: str) -> Start:
    """Return the practice game of this person."""
    chosen = practice(games.find(game), name, site().ledger.folder / "layouts")
    return Start(chosen.kind, chosen.table, chosen.boxed, "", commitment, teach=TAUGHT, practises=True)


def _names(sitting: Sequence[Sitting]) -> list[str]:
    """Return the names; a seat that the box plays is given one if it has none."""
    given = {one.name.casefold() for one in sitting}
    free = iter([name for name in BOX_NAMES if name.casefold() not in given])
    return [one.name if one.name or one.player == PEOPLE else next(free, "") for one in sitting]


def _colours(sitting: Sequence[Sitting], colours: Sequence[str]) -> list[str]:
    """Return the colours; whoever has not chosen gets the next free one."""
    chosen = {one.colour for one in sitting}
    free = iter([colour for colour in colours if colour not in chosen])
    return [one.colour or next(free, "") for one in sitting]


@blueprint.get("/start/<game>")
def form(game: str) -> ResponseReturnValue:
    """Show the form of a game, with the people who played it last."""
    if game not in games.names():
        abort(404)
    here = site()
    if here.door.do(lambda: here.door.host.game() or here.door.host.about_to_begin()):
        return redirect(url_for("pages.mirror"))
    if (seal := shared_seal()) and (game, seal) not in {(urn.game, urn.seal) for urn in shared_urns()}:
        raise NotFound("no-shared-urn")
    return _page(game)


def shared_seal() -> str:
    """Return the seal of the urn that other tables play from, too, if the address names one."""
    return request.args.get("shared", "")


class Offered(NamedTuple):
    """An urn that waits for this table and others, without its secret."""

    game: str
    players: int
    seal: str
    stirred: Sequence[str]


def shared_urns() -> list[Offered]:
    """Return the urns that wait for this table and others."""
    here = site()
    waiting = here.door.do(here.door.host.shared_urns)
    return [Offered(urn.game, urn.players, urn.seal, urn.stirred) for urn in waiting]


@blueprint.post("/start/<game>")
def start(game: str) -> Response:
    """Begin the game that was chosen, once the owner's word is given where there is a box to give it on."""
    chosen: Start = g.start
    site().door.do(partial(chosen.begin, site()))
    if not chosen.mine:
        return redirect(url_for("pages.mirror"))
    return hand_over(chosen.token, redirect(url_for("pages.seat_page")))


def read_form() -> Start:
    """Return the game that the form asks for."""
    fields = request.form
    game = (request.view_args or {})["game"]
    kind = games.find(game).game if game in games.names() else abort(404)
    seal = shared_seal()
    options = {one.name: fields.get(f"option.{one.name}", one.usual) for one in kind.all_options() if not seal}
    if fields.get("practice"):
        return set_up_practice(game, fields.get("name.1", "").strip(), fields.get("commitment", ""))
    lines = dict(enumerate(_lines(kind), start=1))
    taken = [number for number, one in lines.items() if one.name or one.player != PEOPLE]
    sitting = [lines[number] for number in taken]
    word, commitment = fields.get("word", "").strip(), seal or fields.get("commitment", "")
    start = set_up(game, sitting, options, word, commitment, fields.get("teach", WHEN_NEW), shared=bool(seal))
    mine = next((seat for seat, number in enumerate(taken, start=1) if str(number) == fields.get("mine")), 0)
    token = fields.get("token", "")
    if mine in start.boxed or not LIKE_A_TOKEN.fullmatch(token):
        return start
    return start._replace(mine=mine, token=token)


def refused(text: str, status: int) -> ResponseReturnValue:
    """Show the form again as it was filled in, with what is wrong."""
    return _page((request.view_args or {})["game"], text), status


def _page(game: str, refusal: str = "") -> str:
    here, kind = site(), games.find(game).game
    seal = shared_seal()
    return render_template(
        "start.html",
        shared=next((urn for urn in shared_urns() if urn.seal == seal), None),
        words=page_words(game),
        game=game,
        kind=kind,
        refused=refusal,
        lines=_lines(kind),
        options=[(one, request.form.get(f"option.{one.name}", one.usual)) for one in kind.options_offered()],
        people=people_of(here.ledger)[:SUGGESTED],
        players=PLAYERS,
        teaching=TEACHING,
        most_letters=NAME_LENGTH,
        longest_word=LONGEST_WORD,
        commitment=seal or here.urn.commitment,
        token=request.form.get("token", "") if request.method == "POST" else secrets.token_urlsafe(24),
        mine=request.form.get("mine", ""),
        is_asked_on_box=here.door.do(here.door.host.has_owner),
    )


def _lines(kind: type[Game]) -> list[Sitting]:
    """Return the lines of the form as they were filled in; at first, those who played this game last."""
    places = range(max(kind.players))
    if request.method == "POST":
        return [_line(place + 1) for place in places]
    played = games_of_people(site().ledger)
    last = next((kept.names for kept in played if kept.game == kind.name), [])
    names = [name for name in last if name not in BOX_NAMES]
    return [Sitting(names[place] if place < len(names) else "", kind.colours[place]) for place in places]


def _line(number: int) -> Sitting:
    name, colour, player = (request.form.get(f"{what}.{number}", "") for what in ("name", "colour", "player"))
    return Sitting(name.strip(), colour, player or PEOPLE)
