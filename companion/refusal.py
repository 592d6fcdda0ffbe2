"""Refusals of the referee, the ledger and the pages: what is wrong, and by which rule.

The class of a refusal says how it is handled, its key only how it is worded (`refuse.<key>`). The status that a page
answers with and the exit code of the command follow from the class, so nobody compares keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from companion.faults import brief

ECHOED = 40
"""Longest user input that is echoed back."""

Value = TypeVar("Value")


class Refusal(Exception):
    """Something that can't be done as things stand. Nothing has changed when one is raised.

    It carries data, not a sentence: every face words it in its own language.

    >>> Refusal("out-of-range", value=9, low=1, high=4).facts["high"]
    4
    """

    only_key: ClassVar[str] = ""
    """The key, for a class with just one."""

    def __init__(self, key: str, rule: str = "", **facts: Any) -> None:
        super().__init__(key, rule, facts)
        self.key = key
        self.rule = rule
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.key} ({facts})" + (f" [{self.rule}]" if self.rule else "")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.args == other.args

    __hash__ = Exception.__hash__

    def citing(self, rule: str) -> Refusal:
        """Return this refusal, now by a rule.

        >>> Refusal("unknown", value=9).citing("DOG.B2").rule
        'DOG.B2'
        """
        self.rule = rule
        self.args = (self.key, rule, self.facts)
        return self

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "rule": self.rule, "facts": self.facts}

    @staticmethod
    def from_json(data: dict[str, Any]) -> Refusal:
        """Return a refusal that was written down, to be worded; its class is not kept."""
        return Refusal(data["key"], data["rule"], **data["facts"])

    def by_class(self, table: Mapping[type[Refusal], Value]) -> Value:
        """Return what the table says about this refusal's class, or about its nearest parent that is listed.

        >>> WrongMediaType("not-json-type").by_class({Refusal: 409, Malformed: 400})
        400
        """
        return next(table[kind] for kind in type(self).__mro__ if kind in table)

    @classmethod
    def tree(cls) -> Iterator[type[Refusal]]:
        """Yield this class and all below it."""
        yield cls
        for kind in cls.__subclasses__():
            yield from kind.tree()


class NotFound(Refusal):
    """There is nothing of that name here."""


class Forbidden(Refusal):
    """Whoever asks has no right to it."""


class NoSeat(Forbidden):
    """Only a seat at the table may do this. Taking one helps."""

    only_key = "no-seat"

    def __init__(self) -> None:
        super().__init__(self.only_key)


class SharedTable(NoSeat):
    """Only those who sit at this table may look at it: other tables play from the same urn."""

    only_key = "shared-table"


class TooManyTries(Refusal):
    """Too many wrong guesses: wait a while."""


class Malformed(Refusal):
    """A request that can't be understood, whatever the state of the game."""


class WrongMediaType(Malformed):
    """A request in another format than the one expected."""


class TooMuch(Malformed):
    """A request that is larger, deeper or longer than anything of ours; it was not read any further."""


class Busy(Refusal):
    """Someone else is at work there. Trying again later may help."""


class Stale(Refusal):
    """The game has moved on since the question, or the page, was shown."""


class NeedsConsent(Refusal):
    """It would reveal or undo something that concerns other seats: `seats` must agree first."""

    only_key = "needs-consent"

    def __init__(self, seats: Sequence[int]) -> None:
        super().__init__(self.only_key, seats=seats)
        self.seats = seats


class Halted(Refusal):
    """The game has stopped at a fault of ours."""

    only_key = "halted"

    def __init__(self, fault: BaseException) -> None:
        super().__init__(self.only_key, fault=brief(fault))


class Damaged(Refusal):
    """A file or a record is incomplete, unreadable, or not what it claims to be."""


class SetAside(Damaged):
    """A damaged game has been moved out of the way; the ledger remembers it in `set_aside`."""

    only_key = "set-aside"

    def __init__(self, value: str, why: str) -> None:
        super().__init__(self.only_key, value=value, why=why)


class OfOtherVersion(Refusal):
    """Another version of the program wrote this. It is not damaged."""


class NotSaved(Refusal):
    """The disk would not take it. Nothing has changed."""

    @classmethod
    def because(cls, error: OSError) -> NotSaved:
        """Return the refusal of what the system would not write, in its words.

        >>> NotSaved.because(OSError(28, "No space left on device", "/var/lib/ballottino/seats.json")).facts
        {'why': 'No space left on device'}
        """
        return cls("not-saved", why=reason_of(error))


def reason_of(error: OSError) -> str:
    """Return what the system says is wrong, without the path, which is nobody's business."""
    return error.strerror or str(error)


def quoted(value: Any) -> Any:
    """Return user input as a refusal quotes it: long texts only by their beginning.

    >>> quoted(9), quoted("Castello"), quoted("x" * 5000) == "x" * 40 + "…"
    (9, 'Castello', True)
    """
    text = str(value)
    return value if len(text) <= ECHOED else text[:ECHOED] + "…"
