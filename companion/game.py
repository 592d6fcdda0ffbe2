"""A game as the referee sees it: its seats, its pieces, what it says, and the points it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from companion.choices import Choice, Pick
from companion.layout import Layout
from companion.options import Option, settle, who_draws
from companion.players.advice import Adviser
from companion.players.seated import PEOPLE, PLAYERS, Boxed, can_play, place_of, seat_of
from companion.refusal import Refusal
from companion.screen.hints import Reckoning, Shown
from companion.screen.maps import Chart, Plan
from companion.seats import Seat
from companion.steps import TABLE, Decision, Flow
from companion.vocabulary import named

(HANDED,) = named("tell", "seat-boxed")
"""Told when the box takes over a seat."""


@dataclass(slots=True)
class Tell:
    """Something that just happened, as data: every face words it (`tell.<key>`) in its own language.

    `to` is the seat that alone may hear it, or `TABLE` for everyone.
    """

    key: str
    rule: str
    facts: Mapping[str, Any]
    to: int = TABLE

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "rule": self.rule, "facts": dict(self.facts)}


@dataclass(slots=True)
class Receipt:
    """The reason why a seat's tally moved: by which amount and which rule. A tally is the sum of its receipts."""

    seat: int
    tally: str
    amount: int
    rule: str
    why: str
    facts: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "tally": self.tally,
            "amount": self.amount,
            "rule": self.rule,
            "why": self.why,
            "facts": dict(self.facts),
        }


def running_scores(seats: Sequence[int], receipts: Sequence[Receipt], tally: str) -> dict[int, list[int]]:
    """Return the score of each seat before the first receipt of this tally and after each of them.

    >>> running_scores([1, 2], [Receipt(2, "palaces", 1, "", "", {})], "palaces")
    {1: [0, 0], 2: [0, 1]}
    """
    scores = {seat: [0] for seat in seats}
    for receipt in receipts:
        if receipt.tally == tally:
            for seat, line in scores.items():
                line.append(line[-1] + (receipt.amount if seat == receipt.seat else 0))
    return scores


def last_count(shown: Shown, tells: Sequence[Tell]) -> tuple[Reckoning, Tell] | None:
    """Return the final count with its hint, or `None` while the game goes on."""
    for tell in reversed(tells):
        if isinstance(showing := shown.get(tell.key), Reckoning):
            return showing, tell
    return None


class Correction(NamedTuple):
    """Something the table may correct when cardboard and box have drifted apart.

    `key` is the kind of thing (worded `correct.<key>`), `now` what the box believes.
    """

    key: str
    facts: Mapping[str, Any]
    choice: Choice
    now: Any

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "facts": dict(self.facts), "choice": self.choice.to_json(), "now": self.now}


class Outcome(NamedTuple):
    """The end of a game: the seats from first place to last, ties together, and whether the first place has won."""

    places: list[list[int]]
    rule: str
    won: bool = True

    @classmethod
    def by_merit(cls, merit: Mapping[int, Any], rule: str) -> Outcome:
        """Rank the seats by their merit, whatever the game counts, the greatest first. Equals share a place.

        >>> Outcome.by_merit({1: 9, 2: 51, 3: 9}, "").places
        [[2], [1, 3]]
        """
        levels = sorted(set(merit.values()), reverse=True)
        return cls([[seat for seat in merit if merit[seat] == level] for level in levels], rule)

    @property
    def winners(self) -> list[int]:
        return self.places[0] if self.won else []

    def ranked(self) -> list[tuple[int, list[int]]]:
        """Return each place with its seats, numbered as in sports: after two firsts comes a third.

        >>> Outcome([[2, 3], [1]], "").ranked()
        [(1, [2, 3]), (3, [1])]
        """
        return [(1 + sum(map(len, self.places[:ahead])), seats) for ahead, seats in enumerate(self.places)]


class Final(NamedTuple):
    """The end of a game as lists show it: by seat, without the way there."""

    places: list[list[int]]
    won: bool
    scores: list[int]
    """By seat: the tally that decides the game, or 0 where nothing is counted."""
    boxed: list[int]
    """Seats that the box answered for at least once."""

    @property
    def winners(self) -> list[int]:
        return self.places[0] if self.won and self.places else []


class Broken(Exception):
    """Raised if an invariant of a game does not hold: our fault, never the table's."""


class OtherRules(Exception):
    """Raised if a kept game no longer fits the rules because another version has changed them."""


@dataclass(frozen=True)
class Table:
    """The agreement before the first step: who plays, with which options, on which board."""

    seats: Sequence[Seat]
    options: Mapping[str, str]
    layout: Layout


class Game:
    """One game being played. A game's own class adds the pieces and the flow.

    `play` is the flow from set-up to the winner. `view` builds what a seat may see from nothing (never
    by cutting from the whole). `corrections` offers what may be set right and `correct` does it.
    """

    name: ClassVar[str]
    author: ClassVar[str] = ""
    players: ClassVar[Sequence[int]]
    colours: ClassVar[tuple[str, ...]]
    tallies: ClassVar[tuple[str, ...]]
    randomisers: ClassVar[tuple[str, ...]] = ()
    own_options: ClassVar[tuple[Option, ...]] = ()
    rules_version: ClassVar[int] = 1
    """Grows when a change of the rules may keep an old game from being replayed."""
    leans: ClassVar[bool] = False
    """Whether `lean` has something to say: a race in which all run at random may never end."""
    adviser: ClassVar[Adviser | None] = None
    """Advises whoever plays a seat for the box; without one it answers anything legal."""
    own_words: ClassVar[Mapping[str, str]] = {}
    """The contents of a view's `own`, each with the vocabulary of its things."""
    shown: ClassVar[Shown] = {}
    """The tellings, by key, that get a screen of their own."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.options = table.options
        self.layout = table.layout
        self.seats = [seat.number for seat in table.seats]
        self.starter = 1
        """The seat that begins: the first one, unless the flow finds another."""
        self.boxed: dict[int, Boxed] = {}
        """The seats that the box plays, each with its player."""
        self.hushed = False
        """Whether nothing is told and no receipt is written, because an answer is only tried here."""
        self.tells: list[Tell] = []
        self.receipts: list[Receipt] = []
        self.score = {seat: dict.fromkeys(self.tallies, 0) for seat in self.seats}
        self._sums = {seat: dict.fromkeys(self.tallies, 0) for seat in self.seats}
        self._summed_receipts = 0

    @classmethod
    def all_options(cls) -> list[Option]:
        """Return the game's own options, and for each randomiser whether the box draws or the table's own does."""
        return [*cls.own_options, *map(who_draws, cls.randomisers)]

    @classmethod
    def options_offered(cls) -> list[Option]:
        """Return all options as a table is offered them: whether the box takes over from cardboard comes first."""
        return sorted(cls.all_options(), key=lambda option: option.usual == option.default)

    @classmethod
    def set_table(
        cls, seats: Sequence[Seat], options: Mapping[str, str], layout: Layout, *, begun: bool = False
    ) -> Table:
        """Return the table for a game; refuse a wrong number of players or unknown options.

        Options that do not go together are refused too, unless the game was `begun` with them before.
        """
        if len(seats) not in cls.players:
            raise Refusal("wrong-players", count=len(seats), known=list(cls.players))
        settled = settle(cls.all_options(), options)
        if not begun:
            cls.check_options(settled, len(seats))
        return Table(seats, settled, layout)

    @classmethod
    def check_options(cls, options: Mapping[str, str], players: int) -> None:
        """Refuse options that do not go together, or not with this many players; all do by default."""

    def play(self) -> Flow[Outcome]:
        raise NotImplementedError

    @property
    def round(self) -> int:
        """Return the number of the round, counted from 1; 0 before the first."""
        raise NotImplementedError

    def view(self, seat: int) -> dict[str, Any]:
        """Return what this seat may see; `TABLE` sees what everyone may."""
        raise NotImplementedError

    def chart(self, of: str) -> Chart | None:
        """Return the grid on which options of this vocabulary are places, as it lies now; none by default."""
        return None

    def plan(self, of: str) -> Plan | None:
        """Return the posts and planks on which options of this vocabulary are places; none by default."""
        return None

    def laid_out(self) -> Mapping[int, Plan | Chart]:
        """Return the board before the first move: for each seat with what it is after, or once for the `TABLE`.

        None by default.
        """
        return {}

    def lean(self, decision: Decision) -> Any:
        """Return what a player with a goal might answer, or `None`: see `companion.referee.simulation`. None by
        default.
        """
        return None

    def corrections(self) -> dict[str, Correction]:
        """Return the possible corrections, by place, e.g. `houses.1.castello`."""
        raise NotImplementedError

    def correct(self, place: str, value: Any) -> None:
        """Set one of `corrections` right. The value has been checked."""
        raise NotImplementedError

    def all_corrections(self) -> dict[str, Correction]:
        """Return the possible corrections, and after them who plays each seat."""
        return self.corrections() | self.who_plays()

    def who_plays(self) -> dict[str, Correction]:
        """Return who plays each seat, a person or the box, as corrections; none where hands are of cardboard."""
        if not can_play(self.adviser, self.options) and not self.boxed:
            return {}
        return {
            place_of(self.adviser, seat): Correction("player", {"seat": seat}, Pick("player", PLAYERS), now)
            for seat in self.seats
            for now in [self.boxed[seat].strength if seat in self.boxed else PEOPLE]
        }

    def apply_correction(self, place: str, value: Any) -> None:
        """Do what a correction says: change a piece, or hand a seat to the box or back to a person."""
        handed = seat_of(place)
        if handed is None:
            self.correct(place, value)
            return
        if value == PEOPLE:
            self.boxed.pop(handed.seat, None)
            self.tell("seat-back", "", seat=handed.seat)
        else:
            self.boxed[handed.seat] = Boxed(value, handed.version, handed.playouts)
            self.tell(HANDED, "", seat=handed.seat, player=value)

    def check(self) -> None:
        """Raise `Broken` if pieces were lost or made, or the pieces and the receipts disagree."""
        raise NotImplementedError

    def tell(self, key: str, rule: str, /, *, to: int = TABLE, **facts: Any) -> None:
        if not self.hushed:
            self.tells.append(Tell(key, rule, facts, to))

    def gain(self, seat: int, tally: str, amount: int, rule: str, why: str, /, **facts: Any) -> None:
        """Move a tally, and write the receipt (worded `why.<why>`). There is no other way."""
        self.score[seat][tally] += amount
        if not self.hushed:
            self.receipts.append(Receipt(seat, tally, amount, rule, why, facts))

    def check_receipts(self) -> None:
        """Check that every seat's score is the sum of its receipts. Those summed before are not summed again."""
        for receipt in self.receipts[self._summed_receipts :]:
            self._sums[receipt.seat][receipt.tally] += receipt.amount
        self._summed_receipts = len(self.receipts)
        if self._sums != self.score:
            raise Broken(f"receipts add up to {self._sums}, the score is {self.score}")
