"""Twins: two games that differ only in what is secret from someone. Nobody it is secret from may tell them apart.

A game that hides something says in `tests/games/<game>/hidden.py` what is hidden now and could just as well be
something else, which options make the box keep secrets of the players (`SECRETIVE`), and at which tables to look at
slow faces (`MODES`). From that the same game is played again with an urn that draws accordingly. So every twin also
has an urn with a secret of its own behind the same commitment, and what is not drawn yet would come out differently.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, ClassVar, NamedTuple
from weakref import WeakValueDictionary

from companion import games
from companion.choices import Item, Sheet, Spread
from companion.game import Table
from companion.referee import Referee
from companion.referee.entries import Answer, Drawn
from companion.referee.simulation import random_urn, some_answer
from companion.referee.urn import Urn
from companion.referee.views import SeatView
from companion.refusal import Refusal
from companion.steps import TABLE, Decision
from tests.tables import table


@dataclass(frozen=True)
class Change:
    """Something hidden, and what it could be instead: answers by their index, draws by their id.

    `owner` knows it. If it is `TABLE` nobody does; if it is `None`, the seat that has it in its own view. `shown` is
    what lies open: if that differs in the twin, it has been seen and is no longer hidden.
    """

    owner: int | None
    answers: Mapping[int, Any] = field(default_factory=dict)
    draws: Mapping[str, Item] = field(default_factory=dict)
    shown: Callable[[Referee], Any] = lambda _: None


LONG = 120
"""A number of answers that is often well before the end of a random game."""
PATIENCE = 12
"""Answers to wait for a secret."""

Hidden = Callable[[Referee, Random], Iterator[Change]]


class Secrets(NamedTuple):
    """A game's own list of its secrets."""

    hidden: Hidden
    secretive: Sequence[str]
    modes: Sequence[tuple[int, Mapping[str, str]]]


def secrets_of(game: str) -> Secrets:
    """Return a game's own list of its secrets; one without a list has none, see `check_open`."""
    if not says_its_secrets(game):
        players = games.find(game).game.players
        return Secrets(lambda _judge, _rng: iter(()), (), [(min(players), {}), (max(players), {})])
    said = import_module(f"tests.games.{game}.hidden")
    return Secrets(said.hidden, said.SECRETIVE, said.MODES)


def says_its_secrets(game: str) -> bool:
    return find_spec(f"tests.games.{game}") is not None and find_spec(f"tests.games.{game}.hidden") is not None


def check_open(judge: Referee) -> None:
    """Raise LookupError if a game hides something now without listing its secrets."""
    asks_in_secret = any(decision.secret for decision in judge.open.values())
    tells_in_secret = any(tell.to != TABLE for tell in judge.game.tells)
    open_to_all = judge.game.view(TABLE)
    sees_more = any({"own": {}, **judge.game.view(seat)} != {"own": {}, **open_to_all} for seat in judge.game.seats)
    if asks_in_secret or tells_in_secret or sees_more:
        raise LookupError(f"tests/games/{judge.kind.name}/hidden.py is missing: see CONTRIBUTING, 10")


class Twins(NamedTuple):
    """Two games, and the one seat that may tell them apart: `TABLE` if none may."""

    judge: Referee
    twin: Referee
    owner: int

    @property
    def owner_is_asked(self) -> bool:
        return self.owner != TABLE and self.owner in self.judge.open

    @property
    def others(self) -> list[int]:
        """Return everyone who may not tell them apart, the reader without a seat among them."""
        eyes = [TABLE, *self.judge.game.seats]
        return eyes if self.owner == TABLE else [seat for seat in eyes if seat != self.owner]


class Unlike(Exception):
    """Not a twin: something that has been seen since would be different."""


class OtherUrn(Urn):
    """An urn with the fingerprints of another, and the same results except for some draws."""

    known: ClassVar[WeakValueDictionary[bytes, OtherUrn]] = WeakValueDictionary()
    """By their secrets, so that a game that is read from its file gets the same urn."""

    def __init__(self, urn: Urn, drawn: Mapping[str, Item], rng: Random) -> None:
        super().__init__(rng.randbytes(32), urn.stirred)
        self.first = urn
        self.drawn = dict(drawn)
        self.known[self.secret] = self

    @property
    def commitment(self) -> str:
        return self.first.commitment

    @property
    def mark(self) -> str:
        return self.first.mark

    def draw(self, draw_id: str, outcomes: Sequence[Item]) -> Item:
        value = self.drawn.get(draw_id)
        if value is None:
            return super().draw(draw_id, outcomes)
        if value not in outcomes:
            raise Unlike
        return value


def urn_of(secret: bytes, stirred: Sequence[str]) -> Urn:
    """Return the urn that a file describes."""
    return OtherUrn.known.get(secret) or Urn(secret, stirred)


def twin_of(judge: Referee, change: Change, rng: Random) -> Referee | None:
    """Return the same game except for this; nothing if something that has been seen since would be different."""
    drawn = {one.draw: one.value for one in judge.run.draws if one.by == "urn"}
    twin = Referee(judge.kind, judge.table, OtherUrn(judge.urn, {**drawn, **change.draws}, rng))
    for index, entry in enumerate(judge.entries):
        if twin.fault is not None:
            break
        if not isinstance(entry, Answer):
            twin.correct(entry.place, entry.value)
            continue
        decision = twin.open.get(entry.seat)
        if decision is None or (decision.id != entry.question and index not in change.answers):
            before = Referee(judge.kind, judge.table, judge.urn, judge.entries[:index])
            seen_since = told_all(before) != told_all(twin)  # say, the last card of a pile: it is another, too
            assert not change.draws or seen_since, f"with {change.draws}, {entry.question} is not asked: that tells"
            return None
        try:
            given = change.answers[index] if index in change.answers else as_before(decision, entry.value)
            twin.answer(entry.seat, given)
        except (Refusal, Unlike):
            return None
    if twin.fault is not None and not isinstance(twin.fault, Unlike):
        raise twin.fault
    return None if twin.fault is not None else twin


def told_all(judge: Referee) -> list[Any]:
    """Return what everyone has been told."""
    return [tell for tell in judge.game.tells if tell.to == TABLE]


def as_before(decision: Decision, value: Any) -> Any:
    """Return the same cards laid, or tokens paid, from a hand or a purse that otherwise differs."""
    choice = decision.choice
    if isinstance(choice, Sheet) and decision.secret:
        columns: dict[str, int] = next(iter(value.values()), {})
        if any(any(cells.values()) for row, cells in value.items() if row not in choice.rows):
            raise Unlike
        return {row: value.get(row, dict.fromkeys(columns, 0)) for row in choice.rows}
    if isinstance(choice, Spread) and decision.secret:
        return {place: number for place, number in value.items() if number}
    return value


def twins(judge: Referee, rng: Random, most: int | None = None) -> Iterator[Twins]:
    """Yield twins of a game as it stands: first one with only another urn, then at most `most` others.

    These are chosen at random, or every other time by the newest secrets.
    """
    twin = twin_of(judge, Change(TABLE), rng)
    assert twin is not None
    yield Twins(judge, twin, TABLE)
    changes = list(secrets_of(judge.kind.name).hidden(judge, rng))
    rng.shuffle(changes)
    if rng.random() < 0.5:
        changes.sort(key=lambda change: since(judge, change), reverse=True)
    found = 0
    for change in changes:
        if found == most:
            return
        twin = twin_of(judge, change, rng)
        if twin is None or change.shown(twin) != change.shown(judge):
            continue
        owner = only_owner(judge, twin) if change.owner is None else change.owner
        if owner is not None:
            found += 1
            yield Twins(judge, twin, owner)


def since(judge: Referee, change: Change) -> int:
    """Return after how many answers this became a secret: new ones are told and asked about most."""
    drawn = [one.after for one in judge.run.draws if one.draw in change.draws]
    return max([*change.answers, *drawn], default=0)


def only_owner(judge: Referee, twin: Referee) -> int | None:
    """Return the one seat whose own view differs in a twin."""
    owners = [seat for seat in judge.game.seats if own(judge, seat) != own(twin, seat)]
    return owners[0] if len(owners) == 1 else None


def own(judge: Referee, seat: int) -> Any:
    return judge.game.view(seat).get("own")


def sealed(judge: Referee, rng: Random) -> Iterator[Change]:
    """Answers that wait for those of others."""
    for index in range(judge.run.sealed_from, len(judge.entries)):
        entry = judge.entries[index]
        if isinstance(entry, Answer) and entry.secret and entry.decision is not None:
            value = entry.decision.choice.sample(rng)
            if value != entry.value:
                yield Change(entry.seat, {index: value})


def other_draws(draws: Sequence[Drawn], rng: Random) -> Iterator[Change]:
    """Yield each of these draws with another result; its owner shows in whose view differs."""
    for one in draws:
        value = rng.choice(one.outcomes)
        if one.by == "urn" and value != one.value:
            yield Change(None, draws={one.draw: value})


@cache
def answers_in(game: str, players: int) -> int:
    """Return how many answers a random game takes, or `LONG` if it is longer."""
    judge = Referee(games.find(game).game, table(game, players), random_urn(Random(1)))
    play_on(judge, Random(1), LONG)
    return len(judge.entries)


def moments(game: str, setting: Table, rng: Random, number: int, most: int = 3) -> Iterator[list[Twins]]:
    """Yield twins from this many positions of a random game, early ones and late ones.

    From each the game is played on a little until a seat with a secret is asked, or in a game that is soon over until
    a seat has one; where nobody has, the urn still does.
    """
    longest = answers_in(game, len(setting.seats))
    for start in [0, *(rng.randrange(longest) for _ in range(number - 1))]:
        judge = Referee(games.find(game).game, setting, random_urn(rng))
        play_on(judge, rng, start)
        here = list(judge.entries)
        found = list(twins(judge, rng, most))
        for _ in range(PATIENCE):
            if not judge.open or any(pair.owner_is_asked or (pair.owner and longest < LONG) for pair in found):
                break
            play_on(judge, rng)
            found = list(twins(judge, rng, most))
        if not judge.open and longest < LONG:
            judge = Referee(judge.kind, setting, judge.urn, here)
            found = list(twins(judge, rng, most))
        if judge.open:
            yield found


def pairs(game: str, number: int) -> Iterator[Twins]:
    """Yield twins of a game in its secretive modes, from this many moments of each; those whose owner is asked, if
    any.
    """
    rng = Random(number)
    for players, options in secrets_of(game).modes:
        for found in moments(game, table(game, players, **options), rng, number):
            yield max(reversed(found), key=lambda pair: pair.owner_is_asked)


def play_on(judge: Referee, rng: Random, answers: int = 1) -> None:
    """Give this many random answers, or play to the end."""
    for _ in range(answers):
        if judge.open:
            seat = rng.choice(list(judge.open))
            judge.answer(seat, some_answer(judge.game, judge.open[seat], rng))


def seen(judge: Referee, seat: int) -> str:
    """Every byte that this seat can get of a game without doing anything."""
    return json.dumps(
        {
            "view": SeatView.of(judge, seat).to_json(),
            "receipts": [receipt.to_json() for receipt in judge.game.receipts],
            "corrections": {place: offer.to_json() for place, offer in judge.game.corrections().items()},
        }
    )


def seen_by_others(judge: Referee, owner: int) -> list[str]:
    return [seen(judge, seat) for seat in (TABLE, *judge.game.seats) if seat != owner]
