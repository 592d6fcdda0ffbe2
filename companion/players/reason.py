"""The reason for a player's answer, by the same judgement: what the answer is worth, and what sets it apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.players.advice import Advice, Question, View, in_parts
from companion.players.player import Player
from companion.players.terms import Term, remembering, terms_of

MOST_GROUNDS = 2
SECOND = 0.4
"""The part of the first ground's weight that a second must have, to be told too."""
TELLING = 0.25
"""The part of all that speaks for an answer that the first ground must come to. Less would mislead."""
SPARED = "spared"
"""Ends the name of a ground where the other answer would have cost something."""


class Ground(NamedTuple):
    """A ground that speaks for an answer against the next best: the name of a term, or what is spared of it.

    The facts say what it is about; `n` is how many of the table's numbers the difference comes to.
    """

    name: str
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Reason:
    """The worth of an answer to its seat, and the best of the others that came into question, if any.

    `unit` is what the game's worth is counted in. `thought` says that it was thought over further than that.
    `grounds` are the few terms that set the answer apart.
    """

    weighed: int
    worth: float
    other: Any
    other_worth: float
    unit: str
    thought: bool = False
    grounds: Sequence[Ground] = ()

    @property
    def is_against_judgement(self) -> bool:
        """Whether the judgement itself would have preferred another answer, by more than a hair."""
        return self.weighed > 1 and self.other_worth - self.worth > 0.005

    @property
    def is_slip(self) -> bool:
        """Whether the player overlooked the better answer, and did not think its way to another."""
        return self.is_against_judgement and not self.thought


def reason_for(player: Player, view: View, question: Question, answer: Any) -> Reason | None:
    """Return why a player gave an answer; none where the game has no advice on the question or on this answer."""
    adviser = player.adviser
    if adviser is None:
        return None
    numbers = player.numbers
    weighed = adviser.advise(view, question, remembering(numbers))
    chosen = next((one for one in weighed if one.answer == answer), None)
    if chosen is None:
        return None
    others = [one for one in weighed if one.answer != answer]
    best = max(others, key=lambda one: in_parts(one.worth), default=chosen)
    found = grounds(chosen, best if others else None, adviser.grounds, numbers._asdict())
    thought = player.thinks_about(question)
    return Reason(len(weighed), float(chosen.worth), best.answer, float(best.worth), adviser.unit, thought, found)


def grounds(
    chosen: Advice, other: Advice | None, told: frozenset[str], numbers: Mapping[str, float]
) -> Sequence[Ground]:
    """Return the one or two terms that speak most for an answer against another, of those that a game has words for.

    Terms of one name are taken together: which of them is told says what weighs most in it.
    """
    here, there = terms_of(chosen.worth), terms_of(other.worth) if other else {}
    total_here, total_there = _by_name(here), _by_name(there)
    ahead = {name: total_here.get(name, 0.0) - total_there.get(name, 0.0) for name in {**total_here, **total_there}}
    ranked = sorted(
        (name for name in ahead if in_parts(ahead[name]) > 0), key=lambda name: (-in_parts(ahead[name]), name)
    )
    in_favour = sum(ahead[name] for name in ranked)
    found: list[Ground] = []
    for name in ranked[:MOST_GROUNDS]:
        least = SECOND * ahead[ranked[0]] if found else TELLING * in_favour
        gains = in_parts(total_here.get(name, 0.0)) > 0
        of = name if gains else f"{name}-{SPARED}"
        if of not in told or ahead[name] < least:
            continue
        terms = here if gains else {term: -part for term, part in there.items()}
        largest = max((term for term in terms if term.name == name), key=lambda term: in_parts(terms[term]))
        number = round(ahead[name] / numbers[name]) if numbers.get(name) else 1
        found.append(Ground(of, {**dict(largest.facts), "n": max(1, number)}))
    return found


def _by_name(terms: Mapping[Term, float]) -> dict[str, float]:
    totals: dict[str, float] = {}
    for term, part in terms.items():
        totals[term.name] = totals.get(term.name, 0.0) + part
    return totals
