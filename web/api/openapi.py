"""The API described as OpenAPI 3.1, kept by hand beside `web.api.api` and proved against it by the tests."""

from __future__ import annotations

from typing import Any

from companion.games import names
from companion.players import PLAYERS, STRENGTHS
from companion.words import LANGUAGES
from web.table.starting import LONGEST_WORD

DEEPEST = 8
"""Deepest nesting of a value that is sent; a sheet of lists needs four."""
LONGEST_CODE = 8
LONGEST_QUESTION = 100
LONGEST_SEAL = 64
MOST_SEATS = 99
CHOICES = ("Pick", "Count", "Several", "Spread", "Sheet")

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer"}
NATURAL: Json = {"type": "integer", "minimum": 0}
ITEM: Json = {"type": ["string", "integer"]}
ANY_OBJECT: Json = {"type": "object"}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


def _map(values: Json) -> Json:
    return {"type": "object", "additionalProperties": values}


def _closed(description: str = "", **properties: Json) -> Json:
    """Describe an object with exactly these keys, all of them required."""
    schema: Json = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"description": description, **schema} if description else schema


def _choice(kind: str, description: str, **properties: Json) -> Json:
    named: Json = {
        "kind": {"const": kind},
        "of": {**TEXT, "description": "Its vocabulary."},
        "texts": {**_map(TEXT), "description": "What it offers, in words."},
    }
    return _closed(description, **named, **properties)


VIEW: Json = {
    "version": _ref("Number"),
    "seat": {**NATURAL, "description": "Whose view this is; 0 is everyone's."},
    "game": TEXT,
    "seats": _list(_ref("Player")),
    "options": _map(TEXT),
    "boxed": {**_map({"enum": list(STRENGTHS)}), "description": "The seats that the box plays, and how well."},
    "commitment": {**TEXT, "description": "The first seal: what the urn promised before anyone stirred."},
    "second_seal": {**TEXT, "description": "The seal over the table, the first seal and what was stirred."},
    "stirred": {**_list(TEXT), "description": "What the players stirred into the urn."},
    "entries": {**NATURAL, "description": "How many answers and corrections there are."},
    "pieces": {**ANY_OBJECT, "description": "What lies on the table, each game in its own way."},
    "score": _map(_map(WHOLE)),
    "asked": _list({"oneOf": [_ref("Question"), _ref("HiddenQuestion")]}),
    "tells": _list(_ref("Tell")),
    "places": {"description": "Seats from first place to last once it is over.", "type": ["array", "null"]},
    "winners": {"description": "Who has won once it is over; nobody may have.", "type": ["array", "null"]},
    "sealed": {
        "description": "Your last answer that is still sealed, which you may take back.",
        "oneOf": [{"type": "null"}, _ref("TakeBack")],
    },
    "halted": {"type": "boolean"},
    "language": {"enum": list(LANGUAGES), "description": "Of all that is said in words."},
    "receipts": {**_list(_ref("Receipt")), "description": "Why each tally is what it is: the sum of these."},
    "ending": {**TEXT, "description": "Why the game ended as it did; empty while it goes on."},
    "taken_back": {**_list(TEXT), "description": "What was taken back last and can be redone."},
    "may_redo": {"type": "boolean", "description": "Whether by you."},
    "proposal": {
        "description": "What somebody would like to take back, if others must agree.",
        "oneOf": [{"type": "null"}, _ref("Proposal")],
    },
}
VIEW["places"]["items"] = _list(NATURAL)
VIEW["winners"]["items"] = NATURAL

SCHEMAS: Json = {
    "Number": {**NATURAL, "description": "The table's version: it grows with every change."},
    "Version": _closed(version=_ref("Number")),
    "Error": _closed("What is wrong, in the client's language, and by which rule.", key=TEXT, text=TEXT, rule=TEXT),
    "Player": _closed("A seat; they are numbered from 1 in this order.", name=TEXT, colour=TEXT),
    "TakenSeat": _closed(
        "A seat, and whether a phone may take it.", seat=NATURAL, name=TEXT, colour=TEXT, free={"type": "boolean"}
    ),
    "Kept": _closed(
        "A game in the ledger.",
        id={**TEXT, "description": "Its page is at /history/{id} once it is over."},
        game=TEXT,
        names=_list(TEXT),
        over={"type": "boolean"},
        winners=_list(NATURAL),
    ),
    "View": _closed(**VIEW),
    "Question": _closed(
        "An open question, in full.",
        id={**TEXT, "description": "Send it back as `question`."},
        key=TEXT,
        seat={**NATURAL, "description": "Who is asked; 0 is everyone."},
        rule=TEXT,
        facts=ANY_OBJECT,
        secret={"type": "boolean"},
        likely={"description": "The answer most would give, if there is one."},
        choice=_ref("Choice"),
        text={**TEXT, "description": "The question in words."},
        brief={**TEXT, "description": "The same in two or three words."},
        why={**TEXT, "description": "Its rule in words."},
    ),
    "HiddenQuestion": _closed("A secret question to another seat.", seat=NATURAL, secret={"const": True}),
    "Tell": _closed("What happened.", key=TEXT, rule=TEXT, facts=ANY_OBJECT, text=TEXT),
    "Receipt": _closed(
        "Why a seat's tally moved.",
        seat=NATURAL,
        tally=TEXT,
        amount=WHOLE,
        rule=TEXT,
        why=TEXT,
        facts=ANY_OBJECT,
        text=TEXT,
    ),
    "Proposal": _closed(
        "A step that somebody would like to take back. Agree, or say no, which ends it.",
        by=NATURAL,
        text={**TEXT, "description": "The step in words."},
        missing={**_list(NATURAL), "description": "The seats whose word is still wanted."},
        entries={**NATURAL, "description": "Send it back with your word."},
    ),
    "Refused": _closed("Why an option is barred.", key=TEXT, rule=TEXT, facts=ANY_OBJECT, text=TEXT),
    "Choice": {
        "oneOf": [_ref(name) for name in CHOICES],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {name.lower(): f"#/components/schemas/{name}" for name in CHOICES},
        },
    },
    "Pick": _choice(
        "pick",
        "One of the options; barred ones come with the reason. The answer is the option.",
        options=_list(ITEM),
        barred=_list({"type": "array", "prefixItems": [ITEM, _ref("Refused")], "minItems": 2, "maxItems": 2}),
    ),
    "Count": _choice("count", "A whole number from low to high. The answer is the number.", low=WHOLE, high=WHOLE),
    "Several": _choice(
        "several", "Some of the items. The answer is a list of them.", items=_list(ITEM), low=NATURAL, high=NATURAL
    ),
    "Spread": _choice(
        "spread",
        "A number spread over places. The answer is an object of place and number.",
        most=_map(NATURAL),
        low=NATURAL,
        high=NATURAL,
    ),
    "Sheet": _choice(
        "sheet",
        "A table of small questions. The answer is an object of rows, each an object of columns.",
        rows=_map(_map(_ref("Choice"))),
        columns={**_map(TEXT), "description": "The columns in words; `texts` has the rows."},
    ),
    "Option": _closed(
        "A choice at set-up; the first value is the default.",
        name=TEXT,
        values=_list(TEXT),
        rule=TEXT,
        text={**TEXT, "description": "What it is about."},
        texts={**_map(TEXT), "description": "Its values in words."},
        note={**TEXT, "description": "What it means, in a sentence."},
    ),
    "Game": _closed(
        game=TEXT, title=TEXT, players=_list(NATURAL), colours=_list(TEXT), options=_list(_ref("Option"))
    ),
    "Rules": _closed(
        game=TEXT,
        language={"enum": list(LANGUAGES)},
        rules=_list(_closed(id=TEXT, kind={"enum": ["rule", "ruling", "board"]}, text=TEXT)),
    ),
    "Join": _closed(
        code={**TEXT, "maxLength": LONGEST_CODE, "description": "As the box shows it now."},
        seat={"type": "integer", "minimum": 1, "maximum": MOST_SEATS},
    ),
    "Nothing": _closed(),
    "Urn": _closed(
        commitment={**TEXT, "description": "The first seal of the next game's urn. Send it back when you start one."},
        text={**TEXT, "description": "The seal in six words."},
        beginning={
            "description": "A game that begins in a moment, for its seals to be noted.",
            "oneOf": [{"type": "null"}, _ref("Beginning")],
        },
        shared={
            **_list(_closed(game=TEXT, players=NATURAL, commitment=TEXT, text=TEXT)),
            "description": "Urns that other tables play from, too. To start, send such a seal, no options, no word.",
        },
    ),
    "Beginning": _closed(
        game=TEXT,
        names=_list(TEXT),
        commitment=TEXT,
        second_seal=TEXT,
        stirred=_list(TEXT),
        text={**TEXT, "description": "The second seal in six words."},
    ),
    "Start": _closed(
        game={"enum": names()},
        players=_list(
            _closed(
                "A seat; they are numbered from 1 in this order.",
                name={**TEXT, "description": "May be empty where the box plays."},
                colour={**TEXT, "description": "One of the game's; empty for the next free one."},
                player={"enum": list(PLAYERS), "description": "A person, or how well the box plays."},
            )
        ),
        options={**_map(TEXT), "description": "Those that are not named have their default."},
        word={**TEXT, "maxLength": LONGEST_WORD, "description": "Stirred into the urn; may be empty."},
        commitment={**TEXT, "maxLength": LONGEST_SEAL, "description": "As GET /api/start says it."},
    ),
    "Waiting": _closed(
        "The box has to allow it. Send the same again, with the cookie, until it is answered.",
        code={**TEXT, "description": "Shown on the box, too."},
        text=TEXT,
    ),
    "Answer": _closed(
        question={**TEXT, "maxLength": LONGEST_QUESTION, "description": "The id of the question."},
        seat={"type": "integer", "minimum": 0, "maximum": MOST_SEATS, "description": "Who is asked: you, or 0."},
        value={
            "description": f"The answer, as its choice says; nested no deeper than {DEEPEST - 1}.",
            "type": ["string", "integer", "array", "object"],
        },
    ),
    "Handed": _closed(
        seat={"type": "integer", "minimum": 1, "maximum": MOST_SEATS, "description": "Yours, or one without phone."},
        player={"enum": list(PLAYERS), "description": "A person, or how well the box plays."},
    ),
    "Step": _closed(entries={**NATURAL, "description": "As the view says it: nothing else is undone or redone."}),
    "Agree": _closed(
        entries={**NATURAL, "description": "As the proposal says it."},
        agrees={"type": "boolean"},
    ),
    "TakeBack": _closed(
        question={**TEXT, "maxLength": LONGEST_QUESTION, "description": "The id of the question you answered last."},
        given={**NATURAL, "description": "How many answers you had given by then, as the view of your seat says it."},
    ),
}


def _error(description: str) -> Json:
    return {"description": description, "content": {"application/json": {"schema": _ref("Error")}}}


ERRORS: Json = {
    "400": _error("Not understood: the host, the language, or the body, which is no JSON object with just its keys."),
    "403": _error(
        "Not yours: a wrong code, another's seat, no seat at all (needed to look, too, while other tables play "
        "from the same urn), or a request from another site."
    ),
    "404": _error("Not here: no game is on the table, or there is none of that name."),
    "409": _error("Not now: the referee refuses it, with the reason. Nothing has changed."),
    "413": _error("Too much at once."),
    "415": _error("The content type is not application/json."),
    "429": _error("Too many wrong codes; wait a minute."),
    "503": _error("The box did not come to it in time."),
}


def _answers(schema: Json, errors: str, headers: Json | None = None) -> Json:
    good: Json = {"description": "As asked.", "content": {"application/json": {"schema": schema}}}
    if headers:
        good["headers"] = headers
    return {"200": good, **{code: ERRORS[code] for code in ["400", *errors.split()]}}


def _get(name: str, summary: str, schema: Json, errors: str = "", **more: Any) -> Json:
    return {"get": {"operationId": name, "summary": summary, **more, "responses": _answers(schema, errors)}}


def _post(name: str, summary: str, body: str, errors: str, headers: Json | None = None, **more: Any) -> Json:
    content = {"application/json": {"schema": _ref(body)}}
    return {
        "post": {
            "operationId": name,
            "summary": summary,
            **more,
            "requestBody": {"required": True, "content": content},
            "responses": _answers(_ref("Version"), f"{errors} 413 415 503", headers),
        }
    }


SEAT: Json = {"security": [{"seat": []}]}
COOKIE: Json = {"Set-Cookie": {"description": "The seat: HttpOnly, SameSite=Strict.", "schema": TEXT}}
LANG: Json = {
    "name": "lang",
    "in": "query",
    "required": False,
    "description": "Else the client's own, by cookie or Accept-Language.",
    "schema": {"enum": list(LANGUAGES)},
}
GAME: Json = {"name": "game", "in": "path", "required": True, "schema": {"enum": names()}}

PATHS: Json = {
    "/api/table": _get(
        "table", "The game as everyone may see it.", _ref("View"), "400 403 404 503", parameters=[LANG]
    ),
    "/api/seat": _get(
        "seat", "The game as your own seat may see it.", _ref("View"), "400 403 404 503", parameters=[LANG], **SEAT
    ),
    "/api/seats": _get("seats", "Who sits where, and which seats are free.", _list(_ref("TakenSeat")), "404 503"),
    "/api/board": _get(
        "board", "The board as a picture, for everyone.", _closed(svg=TEXT), "400 403 404 503", parameters=[LANG]
    ),
    "/api/why": _get(
        "why",
        "Why the box played its last moves as it did, as far as everyone may know.",
        _list(_closed(seat=NATURAL, text=TEXT)),
        "403 404 503",
    ),
    "/api/history": _get("history", "The newest games that are kept.", _list(_ref("Kept"))),
    "/api/games": _get("games", "What can be played here.", _list(_ref("Game"))),
    "/api/rules/{game}": _get("rules", "A game's rules.", _ref("Rules"), "404", parameters=[GAME, LANG]),
    "/api/version": _get("version", "The newest version of the table.", _ref("Version")),
    "/api/openapi.json": _get("description", "This description.", ANY_OBJECT),
    "/api/start": {
        **_get("urn", "The seal of the next game's urn, to be noted before you stir.", _ref("Urn"), "503"),
        **_post(
            "start",
            "Start a game while none is on. Sent twice, it begins once. Where there is a box, OK on it begins.",
            "Start",
            "403 404 409",
        ),
    },
    "/api/join": _post("join", "Take a free seat with the code on the box.", "Join", "403 404 409 429", COOKIE),
    "/api/leave": _post("leave", "Give your seat back; without one, nothing changes.", "Nothing", "404", **SEAT),
    "/api/answer": _post(
        "answer",
        "Answer a question of yours or of the table's. Sent twice, it counts once.",
        "Answer",
        "403 404 409",
        **SEAT,
    ),
    "/api/take-back": _post(
        "takeBack",
        "Take your last sealed answer back. Sent twice, it does not take back two.",
        "TakeBack",
        "403 404 409",
        **SEAT,
    ),
    "/api/player": _post(
        "handSeat",
        "Have the box play your seat, or one that no phone holds; or hand it back to a person.",
        "Handed",
        "403 404 409",
        **SEAT,
    ),
    "/api/undo": _post(
        "undo",
        "Take the last step back. Where more has been seen since, it is proposed to everyone.",
        "Step",
        "403 404 409",
        **SEAT,
    ),
    "/api/redo": _post("redo", "Enter again what was taken back last.", "Step", "403 404 409", **SEAT),
    "/api/agree": _post(
        "agree", "Agree to what is proposed, or say no, which ends it.", "Agree", "403 404 409", **SEAT
    ),
}

PATHS["/api/start"]["post"]["responses"]["202"] = {
    "description": "The box shows what and who, and waits for OK.",
    "content": {"application/json": {"schema": _ref("Waiting")}},
    "headers": {"Set-Cookie": {"description": "By which the box knows you again.", "schema": TEXT}},
}

EXAMPLES: Json = {
    "Nothing": {},
    "Start": {
        "game": "doge",
        "players": [
            {"name": "Anna", "colour": "red", "player": "people"},
            {"name": "Ben", "colour": "", "player": "people"},
            {"name": "", "colour": "", "player": "steady"},
        ],
        "options": {"ballots": "device"},
        "word": "gondola",
        "commitment": "…",
    },
    "Join": {"code": "AB12", "seat": 1},
    "Answer": {"question": "area@1.1", "seat": 1, "value": "castello"},
    "TakeBack": {"question": "area@1.1", "given": 1},
    "Handed": {"seat": 2, "player": "steady"},
    "Step": {"entries": 12},
    "Agree": {"entries": 12, "agrees": True},
}
"""Examples of what a client sends, by the schema of the body."""

EVENTS: Json = {
    "path": "/events?since=VERSION",
    "mediaType": "text/event-stream",
    "events": {
        "changed": {"description": "There is something new: fetch it.", "data": _ref("Number")},
        "table": {
            "description": "Whose phones are here, which seats have one, and seconds that each seat is waited for.",
            "data": _closed(here=_list(NATURAL), held=_list(NATURAL), waits=_map(NATURAL)),
        },
        "still": {"description": "Nothing is new, at least every 15 seconds.", "data": TEXT},
    },
}
"""The server-sent events. They are no path of the description, whose every path answers and ends."""

DESCRIPTION: Json = {
    "openapi": "3.1.0",
    "info": {
        "title": "Ballottino",
        "version": "1",
        "summary": "The table's game for other clients.",
        "description": "Everyone may look; who knows the code on the box may take a seat and answer for it. "
        "To be told of changes, listen to the server-sent events that `x-events` describes. Its page is at /api/.",
        "license": {"name": "MIT", "identifier": "MIT"},
    },
    "paths": PATHS,
    "x-events": EVENTS,
    "components": {
        "schemas": SCHEMAS,
        "securitySchemes": {"seat": {"type": "apiKey", "in": "cookie", "name": "seat"}},
    },
}
