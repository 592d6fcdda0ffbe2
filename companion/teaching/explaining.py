"""The rules to explain before a question: those that matter to its reader for the first time.

What was explained follows from the record, so nothing more is kept, and the explaining ends by itself when nothing is
new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion import games
from companion.game import Tell
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.steps import TABLE, Decision

MOST = 2
"""Rules explained before one question. More at a time nobody remembers; the rest comes before the next one."""


def _said_at_set_up(referee: Referee) -> set[str]:
    """Return the rules that the set-up has led through."""
    name = referee.kind.name
    return {one.rule for one in games.find(name).to_lay_out(referee.game)} if name in games.names() else set()


def _answered(referee: Referee) -> Iterator[tuple[int, Decision]]:
    """Yield every question that was answered, with the number of entries before its answer."""
    for number, entry in enumerate(referee.entries):
        if isinstance(entry, Answer) and entry.decision is not None:
            yield number, entry.decision


def _new(tells: Iterable[Tell], own: str, known: set[str], most: int) -> list[str]:
    """Return the rules of what was told that are new, as far as there is room the latest, then the question's own.

    There are at most `most`, the question's own always among them: the rest stays new until the next question. The
    latest come first because they explain what has just been seen; the oldest would be a stage behind all evening.
    """
    told = [tell.rule for tell in tells if tell.rule and tell.rule not in {own, *known}]
    asked = [own] if own and own not in known else []
    latest = list(dict.fromkeys(reversed(told)))[: most - len(asked)]
    return [*reversed(latest), *asked]


def new_to(referee: Referee, seat: int) -> list[str]:
    """Return the rules to explain on the phone of a seat that is asked something: from what it could see, no more."""
    decision = referee.open.get(seat) or referee.open.get(TABLE)
    if decision is None or not referee.taught:
        return []
    known = _said_at_set_up(referee)
    tells = referee.game.tells
    for number, asked in _answered(referee):
        if asked.seat in (seat, TABLE):
            known.update(_new(_readable(tells[: referee.run.told[number]], seat), asked.rule, known, MOST))
    return _new(_readable(tells, seat), decision.rule, known, MOST)


def _readable(tells: Sequence[Tell], seat: int) -> list[Tell]:
    return [tell for tell in tells if tell.to in (TABLE, seat)]


class Explainer:
    """Explains on a screen that is passed round: what was told to everyone once to everyone, and before a secret
    question its own rule once to whoever holds the screen.

    A rule that was explained behind someone's hand is explained to the table all the same when it comes up in the
    open: to leave it out would tell what was asked in secret.
    """

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._known: dict[int, set[str]] = {TABLE: _said_at_set_up(referee)}
        asked = [decision for _, decision in _answered(referee)]
        if asked:
            self._known[TABLE] |= {tell.rule for tell in referee.game.tells if tell.to == TABLE}
        for decision in asked:
            self._known.setdefault(decision.seat if decision.secret else TABLE, set()).add(decision.rule)

    def in_public(self) -> list[str]:
        """Return what to explain to everyone before the screen is handed over; it is known from now on.

        It leaves room for a rule behind the hand, whether there will be one or not.
        """
        return self._explain(TABLE, "", MOST - 1)

    def before(self, decision: Decision) -> list[str]:
        """Return the rules to explain where this question is asked, in secret or not; they are known from now on."""
        if decision.secret:
            return self._explain(decision.seat, decision.rule, MOST - 1)
        return self._explain(TABLE, decision.rule, MOST)

    def _explain(self, reader: int, own: str, most: int) -> list[str]:
        if not self.referee.taught:
            return []
        tells = [tell for tell in self.referee.game.tells if tell.to == reader]
        known = self._known.setdefault(reader, set())
        new = _new(tells, own, known | self._known[TABLE], most)
        known.update(new)
        return new
