"""Answers for seats that the box plays: from what the seat may see, with chance of their own from the urn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from companion.game import Game, Table
from companion.players import (
    Adviser,
    Player,
    Question,
    Reason,
    player_of,
    reason_for,
    version_of,
)
from companion.players.search import always
from companion.referee.entries import Answer, Entry, answers_of_box
from companion.referee.referee import Referee
from companion.referee.urn import Urn
from companion.referee.worlds import Glance, ImaginedWorlds
from companion.steps import Decision, TableDraw

SEEDS = range(1 << 53)


def chance_for(urn: Urn, decision: Decision) -> Random:
    """Return the chance with which this question is answered.

    It is drawn under a name that no draw of a game has, so the game's own draws come out as they would without it,
    and going back to a question meets the same chance again.
    """
    return Random(urn.draw(f"player/{decision.seat}/{decision.id}", SEEDS))


def waiting_for_box(referee: Referee) -> list[int]:
    """Return the seats whose open question the box answers. Drawing from a real deck is left to people."""
    boxed = referee.game.boxed
    return [seat for seat, one in sorted(referee.open.items()) if seat in boxed and not isinstance(one, TableDraw)]


def people_asked(referee: Referee) -> dict[int, Decision]:
    """Return the open questions that people answer."""
    boxed = waiting_for_box(referee)
    return {seat: decision for seat, decision in referee.open.items() if seat not in boxed}


def is_one_alone(referee: Referee) -> bool:
    """Return whether one person plays against the box, so that there is nobody to hide anything from."""
    return len(referee.game.seats) - len(referee.game.boxed) == 1


def thought_for(
    referee: Referee, player: Player, seat: int, is_wanted: Callable[[], bool] = always
) -> Callable[[], Any]:
    """Return a function that finds a player's answer to the open question of this seat. Any thread may call it.

    All that it needs is taken now: what the seat may see, the question, and its chance; for a player that thinks
    further also what the seat knows, of which it imagines worlds. It ends with `Abandoned` once the answer is no
    longer wanted.
    """
    decision = referee.open[seat]
    view, question = Glance.of(referee.game, seat), Question.of(decision)
    chance = chance_for(referee.urn, decision)
    worlds = ImaginedWorlds.of(referee.run, seat) if player.thinks_about(question) else None
    return lambda: player.answer(view, question, chance, worlds, is_wanted)


def answer_for(referee: Referee, player: Player, seat: int) -> Any:
    """Return what a player answers to the open question of this seat."""
    return thought_for(referee, player, seat)()


def thought_of_box(referee: Referee, seat: int, is_wanted: Callable[[], bool] = always) -> Callable[[], Any]:
    """Return a function that finds the answer of a seat that the box plays."""
    return thought_for(referee, player_of(referee.kind.adviser, referee.game.boxed[seat]), seat, is_wanted)


class Explained(NamedTuple):
    """An answer that the box gave, and why."""

    number: int
    answer: Answer
    reason: Reason


def explain(referee: Referee, *, most: int | None = None) -> Iterator[Explained]:
    """Yield the reasons of the box for its answers, the latest first, `most` of them.

    While the game goes on, only those that follow from what everyone may see: the others would give its hand away.
    """
    adviser = referee.kind.adviser
    if adviser is not None:
        given = reversed(answers_of_box(referee.entries).items())
        may_tell = (one for one in given if referee.outcome or _is_open(adviser, one[1]))
        why = ((*one, _reason_at(referee, *one)) for one in may_tell)
        yield from islice((Explained(number, entry, reason) for number, entry, reason in why if reason), most)


def _is_open(adviser: Adviser, answer: Answer) -> bool:
    """Return whether the advice on an answer looked at nothing that is hidden from anyone."""
    return not answer.secret and answer.decision is not None and answer.decision.key in adviser.in_the_open


def _reason_at(referee: Referee, number: int, answer: Answer) -> Reason | None:
    """Return why an answer was given after this many entries, from what its seat could see then."""
    before = Referee(referee.kind, referee.table, referee.urn, referee.entries[:number])
    question = Question.of(before.open[answer.seat])
    player = player_of(referee.kind.adviser, before.game.boxed[answer.seat])
    return reason_for(player, Glance.of(before.game, answer.seat), question, answer.value)


@dataclass
class Followed:
    """The answers that the box gave for a seat, counted: all of them, those that follow from what the seat could see,
    and those of another version, which can't be recomputed here.
    """

    given: int = 0
    follow: int = 0
    others: int = 0


def recompute(
    kind: type[Game],
    table: Table,
    urn: Urn,
    entries: Iterable[Entry],
    progress: Callable[[], None] = lambda: None,
) -> dict[int, Followed]:
    """Play a game again and compare every answer that the box gave with what its player answers to the same view.

    `progress` is called after each entry.
    """
    referee = Referee(kind, table, urn)
    found: dict[int, Followed] = {}
    for entry in entries:
        if isinstance(entry, Answer) and entry.seat in waiting_for_box(referee):
            seat = found.setdefault(entry.seat, Followed())
            seat.given += 1
            if referee.game.boxed[entry.seat].version == version_of(kind.adviser):
                seat.follow += thought_of_box(referee, entry.seat)() == entry.value
            else:
                seat.others += 1
        referee.run.enter(entry)
        progress()
    return found
