"""The common part of all kinds of question."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

Item = str | int

if TYPE_CHECKING:  # Python has defaults from 3.13 on. With them a choice of whatever kind needs no brackets.
    from typing_extensions import TypeVar

    Given = TypeVar("Given", default=Any)
    Kind = TypeVar("Kind", bound=Item, default=Any)
else:
    from typing import TypeVar

    Given = TypeVar("Given")
    Kind = TypeVar("Kind")
ITEM_TYPES = frozenset({str, int})
"""An item's type is looked up here, not with `isinstance`: JSON's `true` must not pass for a number."""

MANY = object()
"""The value of `Choice.sole` if there is more than one legal answer."""


class Choice(Generic[Given]):
    """A question's set of legal answers, all of one type. A choice never changes once it is made.

    The kinds of choice in this package are all there are.
    """

    __slots__ = ("sole",)
    kind: ClassVar[str]
    sole: Any
    """The only legal answer, or `MANY`. A question with only one answer need not be asked."""

    def __call__(self) -> Self:
        """Return the choice itself: one that no correction could change is its own offer."""
        return self

    def check(self, value: Any) -> Given:
        """Return the answer in its normal form, or raise `Refusal` if it is not legal."""
        raise NotImplementedError

    def legal(self) -> Iterator[Given]:
        """Yield every legal answer once, in normal form. There may be very many: see `size`."""
        raise NotImplementedError

    def size(self) -> int:
        """Return the number of legal answers."""
        raise NotImplementedError

    def sample(self, rng: Random) -> Given:
        """Return a random legal answer. Each of them can come up."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of an answer."""
        raise NotImplementedError
