"""The rules to explain before a question: those that matter to its reader for the first time.

What was explained follows from the record, so nothing more is kept, and the explaining ends by itself when nothing is
new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion import games
from companion.game import Tell
from companion.referee import Referee
from companion.referee.automatic import is_one_alone
from companion.referee.entries import Answer
from companion.steps import TABLE, Decision

MOST = 2
"""Rules explained before one question. More at a time nobody remembers; the rest comes before the next one."""


def _said_at_set_up(referee: Referee) -> set[str]:
    """Return the rules that the set-up has led through."""
    name = referee.kind.name
    return {one.rule for one in games.find(name).to_lay_out(referee.game)} if name in games.names() else set()


class _Rules:
    """The rules by which a game tells and asks, and those that its lesson adds to them."""

    def __init__(self, referee: Referee) -> None:
        name = referee.kind.name
        lesson = games.find(name).lesson if name in games.names() else None
        self._done_by = lesson.done_by if lesson is not None else {}
        self._together = lesson.together if lesson is not None else {}

    def asked(self, decision: Decision) -> list[str]:
        """Return the rules of a question: those by which a table did what it is asked about, then its own."""
        done_by = self._done_by.get(decision.key)
        return [rule for rule in (done_by, decision.rule) if rule]

    def told(self, tells: Iterable[Tell]) -> list[str]:
        """Return the rules of what was told, each with those that it is explained with."""
        return [one for tell in tells if tell.rule for one in self._together.get(tell.rule, (tell.rule,))]

    def new(self, tells: Sequence[Tell], decision: Decision | None, known: set[str], most: int) -> list[str]:
        """Return the new rules of what was told, as far as there is room the latest, then the question's own.

        There are at most `most`, the question's own always among them: the rest stays new until the next question.
        The latest come first because they explain what has just been seen; the oldest would be a stage behind all
        evening.
        """
        asked = [] if decision is None else self.asked(decision)
        places = {rule: place for place, rule in enumerate(self.told(tells))}
        newest = [rule for rule in self.told(reversed(tells)) if rule not in {*asked, *known}]
        asked = [rule for rule in asked if rule not in known]
        latest = list(dict.fromkeys(newest))[: most - len(asked)]
        return [*sorted(latest, key=places.__getitem__), *asked]


def _answered(referee: Referee) -> Iterator[tuple[int, Decision]]:
    """Yield every question that was answered, with the number of entries before its answer."""
    for number, entry in enumerate(referee.entries):
        if isinstance(entry, Answer) and entry.decision is not None:
            yield number, entry.decision


def new_to(referee: Referee, seat: int) -> list[str]:
    """Return the rules to explain on the phone of a seat that is asked something: from what it could see, no more."""
    decision = referee.open.get(seat) or referee.open.get(TABLE)
    if decision is None or not referee.taught:
        return []
    rules, known = _Rules(referee), _said_at_set_up(referee)
    tells = referee.game.tells
    for number, asked in _answered(referee):
        if asked.seat in (seat, TABLE):
            known.update(rules.new(_readable(tells[: referee.run.told[number]], seat), asked, known, MOST))
    return rules.new(_readable(tells, seat), decision, known, MOST)


def _readable(tells: Sequence[Tell], seat: int) -> list[Tell]:
    return [tell for tell in tells if tell.to in (TABLE, seat)]


class Explainer:
    """Explains on a screen that is passed round: what was told to everyone once to everyone, and before a secret
    question its own rule once to whoever holds the screen.

    A rule that was explained behind someone's hand is explained to the table all the same when it comes up in the
    open: to leave it out would tell what was asked in secret. Whoever plays alone against the box is the table.
    """

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._rules = _Rules(referee)
        self._known: dict[int, set[str]] = {TABLE: _said_at_set_up(referee)}
        asked = [decision for _, decision in _answered(referee)]
        if asked:
            told = (tell for tell in referee.game.tells if tell.to == TABLE)
            self._known[TABLE].update(self._rules.told(told))
        for decision in asked:
            self._known.setdefault(self._reader(decision), set()).update(self._rules.asked(decision))

    def in_public(self) -> list[str]:
        """Return what to explain to everyone before the screen is handed over; it is known from now on.

        It leaves room for a rule behind the hand, whether there will be one or not.
        """
        return self._explain(TABLE, None, MOST - 1)

    def before(self, decision: Decision) -> list[str]:
        """Return the rules to explain where this question is asked, in secret or not; they are known from now on."""
        reader = self._reader(decision)
        return self._explain(reader, decision, MOST if reader == TABLE else MOST - 1)

    def _reader(self, decision: Decision) -> int:
        """Return the seat behind whose hand a question is asked, or the `TABLE`."""
        return decision.seat if decision.secret and not is_one_alone(self.referee) else TABLE

    def _explain(self, reader: int, decision: Decision | None, most: int) -> list[str]:
        if not self.referee.taught:
            return []
        readers = {reader}
        if decision is not None and is_one_alone(self.referee):
            readers.add(decision.seat)
        tells = [tell for tell in self.referee.game.tells if tell.to in readers]
        known = self._known.setdefault(reader, set())
        new = self._rules.new(tells, decision, known | self._known[TABLE], most)
        known.update(new)
        return new
