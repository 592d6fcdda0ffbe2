"""A game as text, as `replay` and `verify` read it: a header, then a line of JSON for each entry and each draw."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from companion.bounds import RECORD, check_json
from companion.choices import Item
from companion.game import Game, Table
from companion.games import find, find_kind
from companion.layout import Layout
from companion.referee import Referee
from companion.referee.entries import Entry, entry_from_line
from companion.referee.urn import SECRET_LENGTH, Urn
from companion.refusal import Damaged, OfOtherVersion, Refusal
from companion.seats import seat_table

VERSION = 1
HEADER = ("ballottino", "game", "seats", "options", "layout", "commitment", "stirred", "secret")


def header(kind: type[Game], table: Table, urn: Urn) -> dict[str, Any]:
    """Return all that was agreed before the first step, and the urn's secret: nobody may see it during the game."""
    return {
        "ballottino": VERSION,
        "game": kind.name,
        "seats": [seat.to_json() for seat in table.seats],
        "options": dict(table.options),
        "layout": table.layout.to_json(),
        "commitment": urn.commitment,
        "stirred": list(urn.stirred),
        "secret": urn.secret.hex(),
    }


def open_header(data: Any) -> tuple[type[Game], Table, Urn]:
    """Return the game, table and urn that a header describes; refuse one that is unsound or of another version."""
    if not isinstance(data, dict) or "ballottino" not in data:
        raise Damaged("not-a-record")
    if data["ballottino"] != VERSION:
        raise OfOtherVersion("other-version", value=data["ballottino"], known=VERSION)
    if set(data) != set(HEADER):
        raise Damaged("bad-header", keys=sorted(set(data) ^ set(HEADER)))
    kind = find_kind(str(data["game"]))
    try:
        names = [seat["name"] for seat in data["seats"]]
        seats = seat_table(names, kind.colours, [seat["colour"] for seat in data["seats"]])
        urn = Urn(_secret(data["secret"]), [str(word) for word in data["stirred"]])
        options = {str(name): str(value) for name, value in data["options"].items()}
        json.dumps(data, ensure_ascii=False).encode()  # JSON may hold lone surrogates, which can't be written
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Damaged("bad-header", keys=[str(error)]) from error
    layout = Layout.from_json(data["layout"])
    find(kind.name.partition(":")[0]).check_layout(layout)
    return kind, kind.set_table(seats, options, layout, begun=True), urn


def _secret(text: str) -> bytes:
    secret = bytes.fromhex(text)
    if len(secret) != SECRET_LENGTH:
        raise ValueError("secret")
    return secret


def write(referee: Referee) -> str:
    """Return the record of a game, draws included, in the order in which things happened."""
    lines = [header(referee.kind, referee.table, referee.urn)]
    draws = iter(referee.run.draws)
    draw = next(draws, None)
    for number, entry in enumerate([*referee.entries, None]):
        while draw is not None and draw.after == number:
            lines.append(draw.line())
            draw = next(draws, None)
        if entry is not None:
            lines.append(entry.line())
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


@dataclass(frozen=True)
class Record:
    """A record that has been read: its game, its entries, and its draws, each `after` how many entries."""

    kind: type[Game]
    table: Table
    urn: Urn
    commitment: str
    entries: list[Entry]
    draws: list[dict[str, Any]]
    after: list[int]

    def replay(self, upto: int | None = None) -> Referee:
        """Return the game as it stood after the first `upto` entries, or after all of them."""
        if upto is not None and not 0 <= upto <= len(self.entries):
            raise Refusal("no-such-entry", index=upto, count=len(self.entries))
        referee = Referee(self.kind, self.table, self.urn)
        for number, entry in enumerate(self.entries[:upto], start=1):
            try:
                referee.run.enter(entry)
            except Refusal as refusal:
                raise Damaged("entry-unfit", n=number, line=entry.line(), why=refusal.to_json()) from refusal
        return referee


def game_of(text: str) -> str:
    """Return the game that a record names, whatever else is wrong with it, or the empty string if it names none."""
    try:
        head = json.loads(text.partition("\n")[0])
    except (ValueError, RecursionError):
        return ""
    return str(head.get("game", "")).partition(":")[0] if isinstance(head, dict) else ""


def read(text: str) -> Record:
    """Return the record in a text; refuse one that is cut off, ill-formed, or of another version."""
    if not text:
        raise Damaged("not-a-record")
    check_json(text, RECORD)
    *whole, rest = text.split("\n")  # not splitlines(): JSON allows other line breaks within a string
    lines = [_json_line(line, number) for number, line in enumerate(whole, start=1)]
    if rest:
        raise Damaged("cut-record", line=len(lines) + 1)
    kind, table, urn = open_header(lines[0])
    entries: list[Entry] = []
    draws: list[dict[str, Any]] = []
    after: list[int] = []
    for line in lines[1:]:
        if isinstance(line, dict) and "draw" in line:
            draws.append(line)
            after.append(len(entries))
        else:
            entries.append(entry_from_line(line))
    return Record(kind, table, urn, lines[0]["commitment"], entries, draws, after)


def _json_line(line: str, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Damaged("cut-record", line=number) from error


def verify(record: Record) -> list[tuple[str, Item]]:
    """Recompute every draw. Return the draws, all of them true; refuse at the first that is not."""
    if record.urn.commitment != record.commitment:
        raise Damaged("false-commitment", said=record.commitment, true=record.urn.commitment)
    for said in record.draws:
        _check_draw(record.urn, said)
    true = record.replay().run.draws
    made = {found.draw for found in true}
    for said, after, found in zip_longest(record.draws, record.after, true):
        if said is not None and (found is None or said["draw"] not in made):
            raise Damaged("draw-added", draw=said["draw"])
        if said is None or said["draw"] != found.draw or after != found.after:
            raise Damaged("draw-missing", draw=found.draw)
        if said != found.line():
            raise Damaged("forged-draw", draw=found.draw, said=said["value"], true=found.value)
    return [(found.draw, found.value) for found in true]


def _check_draw(urn: Urn, said: dict[str, Any]) -> None:
    """Refuse a draw, as the record states it, unless the urn gives that result."""
    match said:
        case {"draw": str(draw_id)} if not draw_id.isprintable():  # a lone surrogate, say, which the urn can't encode
            raise Damaged("not-an-entry", line=str(said)[:80])
        case {"draw": str(draw_id), "of": [_, *_] as outcomes, "value": value, "by": "urn"}:
            if (true := urn.draw(draw_id, outcomes)) != value:
                raise Damaged("forged-draw", draw=draw_id, said=value, true=true)
        case {"draw": str(), "of": [_, *_] as outcomes, "value": value, "by": "table"} if value in outcomes:
            pass
        case _:
            raise Damaged("not-an-entry", line=str(said)[:80])
