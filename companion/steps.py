"""The steps that a game's flow yields: a question, a draw, or questions to several players at once.

A flow is a generator that reads like its rulebook. It says `area = yield from Decision(...)`: the step is yielded,
and its answer comes back with the type that the choice promises. What a flow returns is the outcome of that part of
the game.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from companion.choices import Choice, Item, Pick
from companion.choices.choice import Given
from companion.refusal import Refusal
from companion.vocabulary import named

TABLE = 0
"""The seat number that stands for everyone: questions about what lies open on the table."""

Offer = Callable[[], Choice[Given]]
"""Makes a question's choice from the pieces as they are now, and again after a correction.

It also updates the question's facts, such as a price that has changed. A choice that no correction could change is
its own offer.
"""

Result = TypeVar("Result")


class Decision(Generic[Given]):
    """A question to one seat, or to the `TABLE`.

    `key` names the kind of question (its words are `ask.<key>`), `at` its place in the game. Both together
    are the `id`, which is never asked of the same seat twice in a game. A `secret` answer is shown only to its
    own seat. A question with one legal answer is settled without asking, unless it is asked `always`, because
    not asking would tell the others what a seat holds. `unseen` is an answer to a secret question that is legal
    whatever the seat holds, so it can be given without handing the box over (`unseen.<key>`). `likely` is the answer
    that most would give, or finds it once somebody looks. `against` says why an answer that is never offered is
    refused, if another rule than the question's own forbids it.
    """

    __slots__ = (
        "_likely",
        "against",
        "always",
        "at",
        "choice",
        "facts",
        "id",
        "key",
        "offer",
        "rule",
        "seat",
        "secret",
        "unseen",
    )
    choice: Choice[Given]

    def __init__(
        self,
        key: str,
        seat: int,
        at: str,
        offer: Offer[Given],
        rule: str,
        facts: Mapping[str, Any],
        *,
        secret: bool = False,
        likely: Any = None,
        always: bool = False,
        unseen: Any = None,
        against: Callable[[Any], Refusal | None] | None = None,
    ) -> None:
        self.against = against
        self.key = key
        self.seat = seat
        self.at = at
        self.offer = offer
        self.rule = rule
        self.facts = facts
        self.secret = secret
        self._likely = likely
        self.always = always
        self.unseen = unseen
        self.id = f"{key}@{at}"

    def __iter__(self) -> Generator[Step, Any, Given]:
        """Ask, and return the answer."""
        given: Given = yield self
        return given

    @property
    def likely(self) -> Any:
        """The answer under the cursor, as the pieces lie now; `None` if none is likelier than others."""
        return self._likely() if callable(self._likely) else self._likely

    @likely.setter
    def likely(self, value: Any) -> None:
        self._likely = value

    def check(self, value: Any) -> Given:
        """Return a legal answer in its normal form; refuse any other by the rule that forbids it."""
        try:
            return self.choice.check(value)
        except Refusal as refusal:
            if refusal.rule:
                raise
            reason = self.against(value) if self.against is not None else None
            raise reason or refusal.citing(self.rule) from refusal

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "key": self.key,
            "seat": self.seat,
            "rule": self.rule,
            "facts": dict(self.facts),
            "secret": self.secret,
            "likely": self.likely,
            "choice": self.choice.to_json(),
        }


class Draw(Generic[Given]):
    """Chance: one of the outcomes, all equally likely (list one twice to make it twice as likely).

    `key` is the randomiser (a deck, a dial); the table may use the real one instead. `to` is the seat that alone
    sees what was drawn, or `TABLE` for everyone.
    """

    __slots__ = ("at", "id", "key", "of", "outcomes", "rule", "to")

    def __init__(self, key: str, at: str, of: str, outcomes: Sequence[Given], rule: str, *, to: int = TABLE) -> None:
        self.key = key
        self.at = at
        self.of = of
        self.outcomes = outcomes
        self.rule = rule
        self.to = to
        self.id = f"{key}@{at}"

    def __iter__(self) -> Generator[Step, Any, Given]:
        """Draw, and return what was drawn."""
        drawn: Given = yield self
        return drawn


(DRAW,) = named("ask", "draw")
named("brief", "draw")


class TableDraw(Decision[Item]):
    """A draw put to the table, which uses the real deck or dial."""

    __slots__ = ("draw",)

    def __init__(self, draw: Draw, seat: int) -> None:
        outcomes = tuple(dict.fromkeys(draw.outcomes))
        super().__init__(DRAW, seat, draw.id, Pick(draw.of, outcomes), draw.rule, {"draw": draw.key})
        self.draw = draw


class Together(Generic[Result]):
    """Several seats decide at once, each in a flow of its own, sealed until all are in.

    The flow that yields it is sent a dict of what each seat's flow returned.
    """

    __slots__ = ("flows",)

    def __init__(self, flows: Mapping[int, Flow[Result]]) -> None:
        self.flows = flows

    def __iter__(self) -> Generator[Step, Any, dict[int, Result]]:
        """Let them decide, and return what each seat's flow returned."""
        results: dict[int, Result] = yield self
        return results


Step = Decision | Draw | Together[Any]
Flow = Generator[Step, Any, Result]
