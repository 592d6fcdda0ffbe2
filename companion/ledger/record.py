"""A game as text, as `replay` and `verify` read it: a header, then a line of JSON for each entry and each draw.

From format 2 on every line after the header has the beginning of the SHA-256 of all lines before it (`"d"`), and a
last line has the whole of it (`"end"`): a line that is changed, swapped or missing does not go unnoticed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from companion.choices import Item
from companion.game import Game, Table
from companion.games import find, find_kind
from companion.input.bounds import RECORD, check_json
from companion.layout import Layout
from companion.players import seat_of
from companion.referee import Referee
from companion.referee.entries import Corrected, Entry, entry_from_line
from companion.referee.seals import SEALED, facts_before_play, fits, seal_words, second_seal
from companion.referee.urn import SECRET_LENGTH, Urn
from companion.refusal import Damaged, OfOtherVersion, Refusal, quoted
from companion.seats import seat_table
from companion.vocabulary import named

FORMAT = 2
"""The format that is written. Format 1 has no second seal, no chain of digests and no number of the rules."""
WITH_BOX = 3
"""The format of a game in which the box played a seat. Nothing else differs; only that older programs don't know
such an entry, and must not take it for damage."""
WITH_THINKING = 4
"""The same, where a player of the box thought further, with a budget that older programs don't know."""
FORMAT_1 = ("ballottino", "game", "seats", "options", "layout", "commitment", "stirred", "secret")
HEADERS = {1: FORMAT_1, **dict.fromkeys((FORMAT, WITH_BOX, WITH_THINKING), (*FORMAT_1, "rules", "sealed"))}
SAME_GAME = (*SEALED, "secret")
"""The facts that all headers of the same game share, whatever their formats."""
FIRST, SECOND, END = named("seal", "first", "second", "end")
CHAIN_DIGITS = 16
"""Hexadecimal digits of the digest that each line repeats: enough to find out where a record was changed."""


def header(kind: type[Game], table: Table, urn: Urn) -> dict[str, Any]:
    """Return all that was agreed before the first step, and the urn's secret: nobody may see it during the game."""
    facts = facts_before_play(kind, table, urn)
    sealed = second_seal(facts)
    return {"ballottino": FORMAT, "rules": kind.rules_version, **facts, "sealed": sealed, "secret": urn.secret.hex()}


def check_format(data: Any) -> None:
    """Refuse what is no header, and a header of a format that we don't know."""
    if not isinstance(data, dict) or "ballottino" not in data:
        raise Damaged("not-a-record")
    if type(data["ballottino"]) is not int or data["ballottino"] not in HEADERS:
        raise OfOtherVersion("other-version", value=quoted(data["ballottino"]), known=WITH_THINKING)


def open_header(data: Any) -> tuple[type[Game], Table, Urn]:
    """Return the game, table and urn that a header describes; refuse one that is unsound or of another version."""
    check_format(data)
    keys = set(HEADERS[data["ballottino"]])
    if set(data) != keys:
        raise Damaged("bad-header", keys=sorted(set(data) ^ keys))
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


def write(referee: Referee, began: Mapping[str, Any] | None = None) -> str:
    """Return the record of a game, draws included, in the order in which things happened.

    `began` is the header that was kept when the game began: what was sealed then stays as it was.
    """
    first = began or {}
    if first.get("ballottino") != FORMAT:
        first = header(referee.kind, referee.table, referee.urn)
    handed = [one for entry in referee.entries if isinstance(entry, Corrected) and (one := seat_of(entry.place))]
    if handed:
        first = {**first, "ballottino": WITH_THINKING if any(one.playouts for one in handed) else WITH_BOX}
    lines: list[dict[str, Any]] = []
    draws = iter(referee.run.draws)
    draw = next(draws, None)
    for number, entry in enumerate([*referee.entries, None]):
        while draw is not None and draw.after == number:
            lines.append(draw.line())
            draw = next(draws, None)
        if entry is not None:
            lines.append(entry.line())
    return chained(first, lines)


def chained(first: Mapping[str, Any], lines: Iterable[Mapping[str, Any]]) -> str:
    """Return a header and the lines after it as text, each line with the digest of those before it."""
    text = [_text(first)]
    digest = hashlib.sha256(text[0].encode())
    for line in lines:
        text.append(_text({**line, "d": digest.hexdigest()[:CHAIN_DIGITS]}))
        digest.update(text[-1].encode())
    return "".join([*text, _text({"end": digest.hexdigest()})])


def _text(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def end_of(text: str) -> str:
    """Return the digest with which a record ends."""
    return str(json.loads(text.splitlines()[-1])["end"])


def is_whole(text: str, end: str) -> bool:
    """Return whether a record ends with this digest, and the digest is that of all before it.

    >>> is_whole(chained({"ballottino": 2}, []), hashlib.sha256(b'{"ballottino":2}\\n').hexdigest())
    True
    """
    last = _text({"end": end})
    return text.endswith(last) and hashlib.sha256(text.removesuffix(last).encode(errors="replace")).hexdigest() == end


@dataclass(frozen=True)
class Record:
    """A record that has been read: its game, its entries, and its draws, each `after` how many entries."""

    kind: type[Game]
    table: Table
    urn: Urn
    header: dict[str, Any]
    entries: list[Entry]
    draws: list[dict[str, Any]]
    after: list[int]
    end: str

    @property
    def commitment(self) -> str:
        return str(self.header["commitment"])

    @property
    def sealed(self) -> str:
        """The second seal, computed: a record of format 1 does not state it."""
        return second_seal(self.header)

    @property
    def seals(self) -> dict[str, str]:
        """All seals that the players could see. Format 1 had no last one."""
        seals = {FIRST: self.commitment, SECOND: self.sealed, END: self.end}
        return {name: digest for name, digest in seals.items() if digest}

    @property
    def of_other_rules(self) -> bool:
        """Whether the rules of its game have changed since it was played."""
        return bool(self.header.get("rules") != self.kind.rules_version)

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
    """Return the record in a text; refuse one that is cut off, ill-formed, changed, or of another version."""
    if not text:
        raise Damaged("not-a-record")
    check_json(text, RECORD)
    *whole, rest = text.split("\n")  # not splitlines(): JSON allows other line breaks within a string
    lines = [_json_line(line, number) for number, line in enumerate(whole, start=1)]
    if rest:
        raise Damaged("cut-record", line=len(lines) + 1)
    kind, table, urn = open_header(lines[0])
    end = ""
    if lines[0]["ballottino"] >= FORMAT:
        end = _unchain(whole, lines)
    entries: list[Entry] = []
    draws: list[dict[str, Any]] = []
    after: list[int] = []
    for line in lines[1:]:
        if isinstance(line, dict) and "draw" in line:
            draws.append(line)
            after.append(len(entries))
        else:
            entries.append(entry_from_line(line))
    return Record(kind, table, urn, lines[0], entries, draws, after, end)


def _unchain(whole: Sequence[str], lines: list[Any]) -> str:
    """Take the digests from the lines, and the last line off. Return its digest; refuse one that is not true."""
    digest = hashlib.sha256(_bytes(whole[0]))
    for number, line in enumerate(lines[1:], start=2):
        true = digest.hexdigest()
        match line:
            case {"end": str(said), **more} if not more and number == len(lines):
                if said != true:
                    raise Damaged("broken-chain", line=number)
                lines.pop()
                return true
            case {"d": str(said)} if said == true[:CHAIN_DIGITS]:
                del line["d"]
            case _:
                raise Damaged("broken-chain", line=number)
        digest.update(_bytes(whole[number - 1]))
    raise Damaged("cut-record", line=len(lines) + 1)


def _bytes(line: str) -> bytes:
    return f"{line}\n".encode(errors="surrogatepass")


def _json_line(line: str, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Damaged("cut-record", line=number) from error


def verify(record: Record) -> list[tuple[str, Item]]:
    """Recompute the seals and every draw. Return the draws, all of them true; refuse at the first that is not.

    A record that does not fit the rules as they are now, and was played by others, is refused as such, once all its
    draws have been found true.
    """
    if record.urn.commitment != record.commitment:
        raise Damaged("false-commitment", said=record.commitment, true=record.urn.commitment)
    if record.header.get("sealed", record.sealed) != record.sealed:
        raise Damaged("false-second-seal", said=record.header["sealed"], true=record.sealed)
    for said in record.draws:
        _check_draw(record.urn, said)
    try:
        return _check_against_rules(record)
    except Damaged as damage:
        if record.of_other_rules:
            raise OfOtherVersion("other-rules", n=len(record.draws)) from damage
        raise


def _check_against_rules(record: Record) -> list[tuple[str, Item]]:
    """Play the game again. Return its draws; refuse if the record has others, or has them elsewhere."""
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


def check_noted(seals: Mapping[str, str], noted: Mapping[str, str]) -> None:
    """Refuse a game with other seals than those that the players noted, in words or digits."""
    for name, said in noted.items():
        true = seals.get(name, "")
        if not fits(said, true):
            raise Damaged("another-seal", seal=name, noted=quoted(said), true=seal_words(true) if true else "–")


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
