"""Which rules to explain before a question: those that matter to its reader for the first time.

What was explained follows from the record: a rule that an earlier question or telling has cited is known. So nothing
more is kept, and the explaining ends by itself when nothing is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion import games
from companion.game import Tell
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.steps import TABLE, Decision


def _said_at_set_up(referee: Referee) -> set[str]:
    """Return the rules that the set-up has led through."""
    name = referee.kind.name
    return {one.rule for one in games.find(name).to_lay_out(referee.game)} if name in games.names() else set()


def _answered(referee: Referee) -> Iterator[tuple[int, Decision]]:
    """Yield every question that was answered, with the number of entries before its answer."""
    for number, entry in enumerate(referee.entries):
        if isinstance(entry, Answer) and entry.decision is not None:
            yield number, entry.decision


def _new(tells: Iterable[Tell], decision: Decision, known: set[str]) -> list[str]:
    cited = [*(tell.rule for tell in tells), decision.rule]
    return list(dict.fromkeys(rule for rule in cited if rule and rule not in known))


def new_to(referee: Referee, seat: int) -> list[str]:
    """Return the rules to explain on the phone of a seat that is asked something: from what it could see, no more."""
    decision = referee.open.get(seat) or referee.open.get(TABLE)
    if decision is None or not referee.taught:
        return []
    own = [(number, asked) for number, asked in _answered(referee) if asked.seat in (seat, TABLE)]
    told = referee.run.told[own[-1][0]] if own else 0
    before, since = (_readable(tells, seat) for tells in (referee.game.tells[:told], referee.game.tells[told:]))
    known = _said_at_set_up(referee) | {tell.rule for tell in before} | {asked.rule for _, asked in own}
    return _new(since, decision, known)


def _readable(tells: Sequence[Tell], seat: int) -> list[Tell]:
    return [tell for tell in tells if tell.to in (TABLE, seat)]


class Explainer:
    """Explains on a screen that is passed round: once to everyone, and in secret once to whoever holds it.

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

    def before(self, decision: Decision) -> list[str]:
        """Return the rules to explain before this question is asked; they are known from now on."""
        if not self.referee.taught:
            return []
        reader = decision.seat if decision.secret else TABLE
        own = self._known.setdefault(reader, set())
        new = _new(_readable(self.referee.game.tells, reader), decision, own | self._known[TABLE])
        own.update(new)
        return new
