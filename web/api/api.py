"""The table as JSON for other clients, with the same rules as the pages and the same seat cookie."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from flask import Blueprint, g, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from companion import games
from companion.game import Game
from companion.input.bounds import Bounds, check_json
from companion.ledger import Listed
from companion.ledger.beginning import Beginning
from companion.ledger.record import FIRST, SECOND
from companion.picture.shapes import with_style
from companion.players import PLAYERS
from companion.referee import Referee
from companion.referee.consent import Proposal
from companion.referee.seals import seal_words
from companion.referee.views import SeatView
from companion.refusal import Malformed, Refusal, WrongMediaType, quoted
from companion.rules import rules_of
from companion.seats import Seat
from companion.steps import TABLE
from companion.words import Words
from web.api.openapi import DEEPEST, DESCRIPTION, EXAMPLES, LONGEST_CODE, LONGEST_QUESTION, LONGEST_SEAL
from web.api.worded import worded_proposal, worded_view
from web.language import page_words
from web.petitions import Petition
from web.site import site
from web.table import actions
from web.table.actions import require_seat
from web.table.drawn import board_of
from web.table.pages import reasons
from web.table.starting import LONGEST_WORD, Sitting, Start, set_up, shared_urns

PREFIX = "/api/"
blueprint = Blueprint("api", __name__, url_prefix="/api")

BODY = Bounds(size=32 * 1024, deep=DEEPEST + 1, entries=4000)
"""Limits of a request; an answer in it is checked more closely once it is parsed."""

NEWEST = 100
"""Games that are listed."""

LONGEST_TEXT = 300
"""Longest text of an error, which may quote what was sent."""


@blueprint.get("/table")
def table() -> Response:
    """Return the game as everyone may see it."""
    return _view(lambda: TABLE)


@blueprint.get("/seat")
def seat() -> Response:
    """Return the game as the seat of this cookie may see it."""
    whose = actions.holder()
    return _view(lambda: require_seat(whose()))


def _view(whose: actions.Holder) -> Response:
    """Return version, seat and view, which belong together and are taken in one trip to the loop."""
    listeners = site().listeners

    def look(referee: Referee) -> tuple[int, SeatView, Proposal | None]:
        return listeners.version, SeatView.of(referee, whose()), referee.proposal

    version, seen, proposal = site().door.ask(look)
    words = _words(seen.game, seen.seats)
    return _json(
        {
            "version": version,
            "seat": seen.seat,
            "language": words.language,
            **worded_view(seen, words),
            "proposal": worded_proposal(proposal, words),
        }
    )


def _words(game: str, seats: Sequence[Seat] = ()) -> Words:
    """Return the words of a game in the language that was asked for, or else the client's own."""
    words = page_words(game, seats)
    return Words(request.args["lang"], words.folders, seats, long=True) if "lang" in request.args else words


@blueprint.get("/seats")
def seats() -> Response:
    """Return who sits where, and which seats no phone has taken yet."""
    here = site()

    def look(referee: Referee) -> tuple[list[Seat], set[int]]:
        return list(referee.table.seats), here.seats.taken(here.door.host.game_id())

    found, taken = here.door.ask(look)
    return _json([{**one.to_json(), "seat": one.number, "free": one.number not in taken} for one in found])


@blueprint.get("/board")
def board() -> Response:
    """Return the board as a picture of its own; empty for a game that draws none."""
    seen = site().door.ask(lambda referee: SeatView.of(referee, TABLE))
    drawn = board_of(seen, None, _words(seen.game, seen.seats)).svg
    style = games.find(seen.game.partition(":")[0]).board_style
    return _json({"svg": with_style(drawn, style) if drawn else ""})


@blueprint.get("/why")
def why() -> Response:
    """Return why the box played its last moves as it did, as far as everyone may know."""
    _, _, found = reasons()
    return _json([{"seat": seat, "text": text} for seat, text in found])


@blueprint.get("/history")
def history() -> Response:
    """Return the newest games that are kept, the one played last first."""
    return _json(
        [
            {"id": one.id, "game": one.game, "names": one.names, "over": one.over, "winners": _winners(one)}
            for one in site().ledger.games()[:NEWEST]
        ]
    )


def _winners(kept: Listed) -> list[int]:
    return list(site().ledger.winners(kept.id)) if kept.over else []


@blueprint.get("/")
def for_people() -> str:
    """Show the description as a page, with an example for every request."""
    return render_template("api.html", words=page_words(), described=DESCRIPTION, examples=EXAMPLES)


@blueprint.get("/games")
def all_games() -> Response:
    """Return the games that can be played here."""
    return _json([_game(games.find(name).game, page_words(name)) for name in games.names()])


def _game(kind: type[Game], words: Words) -> dict[str, Any]:
    options = [
        {
            "name": one.name,
            "values": list(one.values),
            "rule": one.rule,
            "text": words.option(one.name),
            "texts": {value: words.option_value(one.name, value) for value in one.values},
            "note": words.option_note(one.name),
        }
        for one in kind.all_options()
    ]
    return {
        "game": kind.name,
        "title": words.thing("game", kind.name),
        "players": list(kind.players),
        "colours": list(kind.colours),
        "options": options,
    }


@blueprint.get("/rules/<game>")
def rules(game: str) -> Response:
    """Return a game's rules by number, in the requested language or the client's own."""
    found = rules_of(game)
    words = _words(game)
    lines = [{"id": rule.id, "kind": rule.kind, "text": words(rule.id)} for rule in found.values()]
    return _json({"game": game, "language": words.language, "rules": lines})


@blueprint.get("/version")
def version() -> Response:
    """Return the version of the table, which only ever grows."""
    return _version()


@blueprint.get("/openapi.json")
def description() -> Response:
    return _json(DESCRIPTION)


@blueprint.post("/join")
def join() -> Response:
    """Take a free seat with the code on the box."""
    body = _body(code=str, seat=int)
    _refuse_long(body["code"], LONGEST_CODE)
    token = actions.take_seat(body["code"], body["seat"])
    return actions.hand_over(token, _version())


@blueprint.post("/leave")
def leave() -> Response:
    """Give this client's seat back; without one, change nothing."""
    _body()
    return actions.leave(_version())


@blueprint.get("/start")
def urn() -> Response:
    """Return the first seal of the next game's urn, and the game whose seals are shown before it begins, if any."""
    here = site()
    ahead = here.door.do(here.door.host.about_to_begin)
    commitment = here.urn.commitment
    shared = [
        {"game": urn.game, "players": urn.players, "commitment": urn.seal, "text": seal_words(urn.seal)}
        for urn in shared_urns()
    ]
    text, beginning = seal_words(commitment), ahead and _ahead(ahead)
    return _json({"commitment": commitment, "text": text, "beginning": beginning, "shared": shared})


def _ahead(beginning: Beginning) -> dict[str, Any]:
    return {
        "game": beginning.kind.name,
        "names": list(beginning.names),
        "commitment": beginning.seals[FIRST],
        "second_seal": beginning.seals[SECOND],
        "stirred": list(beginning.urn.stirred),
        "text": seal_words(beginning.seals[SECOND]),
    }


@blueprint.post("/start")
def start() -> Response:
    """Begin the game that was chosen, once the owner's word is given where there is a box to give it on."""
    chosen: Start = g.start
    site().door.do(partial(chosen.begin, site()))
    return _version()


def read_start() -> Start:
    """Return the game that the body asks for."""
    body = _body(game=str, players=list, options=dict, word=str, commitment=str)
    _refuse_long(body["commitment"], LONGEST_SEAL)
    _refuse_long(body["word"], LONGEST_WORD)
    for player in body["players"]:
        if type(player) is not dict or set(player) != set(Sitting._fields) or not _are_texts(player.values()):
            raise Malformed("wrong-type", name="players")
        if player["player"] not in PLAYERS:
            raise Malformed("unknown-player", value=quoted(player["player"]), known=list(PLAYERS))
    if not _are_texts(body["options"].values()):
        raise Malformed("wrong-type", name="options")
    sitting = [Sitting(**player) for player in body["players"]]
    word, commitment = body["word"].strip(), body["commitment"]
    is_shared = commitment in {urn.seal for urn in shared_urns()}
    return set_up(body["game"], sitting, body["options"], word, commitment, shared=is_shared)


def _are_texts(values: Iterable[Any]) -> bool:
    return all(type(value) is str for value in values)


def waiting(petition: Petition) -> Response:
    """Return that the box has to allow this: the same request is sent again until it is answered."""
    return _json({"code": petition.code, "text": page_words()("web.asking-how")}, 202)


@blueprint.post("/answer")
def answer() -> Response:
    """Answer an open question of this seat or of the table."""
    body = _body(question=str, seat=int, value=object)
    _refuse_long(body["question"], LONGEST_QUESTION)
    actions.give_answer(body["question"], body["seat"], lambda _: body["value"])
    return _version()


@blueprint.post("/take-back")
def take_back() -> Response:
    """Take back this seat's sealed answer while others still decide."""
    body = _body(question=str, given=int)
    _refuse_long(body["question"], LONGEST_QUESTION)
    actions.take_back(body["question"], body["given"])
    return _version()


@blueprint.post("/player")
def hand_seat() -> Response:
    """Hand your seat, or one that no phone holds, to the box or back to a person."""
    body = _body(seat=int, player=str)
    if body["player"] not in PLAYERS:
        raise Malformed("unknown-player", value=quoted(body["player"]), known=list(PLAYERS))
    actions.hand_seat(body["seat"], body["player"])
    return _version()


@blueprint.post("/undo")
def undo() -> Response:
    """Take back the last step, or propose that to those who must agree."""
    actions.undo(_body(entries=int)["entries"])
    return _version()


@blueprint.post("/redo")
def redo() -> Response:
    """Enter again what was taken back last."""
    actions.redo(_body(entries=int)["entries"])
    return _version()


@blueprint.post("/agree")
def agree() -> Response:
    """Agree to the proposal that waits, or say no, which ends it."""
    body = _body(entries=int, agrees=bool)
    actions.answer_proposal(body["entries"], agrees=body["agrees"])
    return _version()


def _version() -> Response:
    return _json({"version": site().listeners.version})


def _json(data: Any, status: int = 200) -> Response:
    """Return data as JSON with its keys in order, which often is the board's."""
    return Response(json.dumps(data), status=status, mimetype="application/json")


def _body(**kinds: type) -> dict[str, Any]:
    """Return the JSON object that was sent; refuse one without exactly these keys and types."""
    if request.mimetype != "application/json":
        raise WrongMediaType("not-json-type")
    body = _read(request.get_data(cache=False))
    if type(body) is not dict or set(body) != set(kinds):
        raise Malformed("wrong-keys", known=list(kinds))
    for key, kind in kinds.items():
        if kind is not object and type(body[key]) is not kind:
            raise Malformed("wrong-type", name=key)
    return body


def _read(sent: bytes) -> Any:
    """Parse strict JSON: no NaN, no lone surrogates, and no deeper than an answer can be."""
    try:
        text = sent.decode("utf-8")
        check_json(text, BODY)
        body = json.loads(text, parse_constant=_no_number)
        json.dumps(body, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise Malformed("not-json") from None
    _refuse_deep(body, DEEPEST)
    return body


def _no_number(name: str) -> None:
    raise ValueError(name)


def _refuse_deep(value: Any, left: int) -> None:
    if left < 0:
        raise Malformed("too-deep", most=DEEPEST)
    for item in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        _refuse_deep(item, left - 1)


def _refuse_long(text: str, most: int) -> None:
    if len(text) > most:
        raise Malformed("too-long", most=most)


def is_asked() -> bool:
    """Return whether this request is for the API, so that its errors are JSON too."""
    return request.path.startswith(PREFIX)


def refused(refusal: Refusal, text: str, status: int) -> Response:
    """Return a refusal as JSON."""
    return _error(refusal.key, text, refusal.rule, status)


def failed(error: HTTPException, text: str) -> Response:
    """Return an HTTP error as JSON, with its headers about methods and retrying."""
    code = error.code or 500
    answer = _error(KEYS.get(code, "bad-request"), text, "", code)
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            answer.headers[name] = value
    return answer


KEYS = {403: "forbidden", 404: "not-found", 405: "wrong-method", 413: "too-large", 500: "fault"}


def _error(key: str, text: str, rule: str, status: int) -> Response:
    short = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"
    return _json({"key": key, "text": short, "rule": rule}, status)
