"""What every kind of question has."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar, Self

Item = str | int
ITEM_TYPES = frozenset({str, int})
"""An item's type is looked up here, not with `isinstance`: JSON's true is no number."""

MANY = object()
"""What `Choice.sole` is when there is more than one legal answer."""


class Choice:
    """A question's set of legal answers. The kinds below are all there are. None changes once it is made."""

    __slots__ = ("sole",)
    kind: ClassVar[str]
    sole: Any
    """The only legal answer, or `MANY`: a question with one answer need not be asked."""

    def __call__(self) -> Self:
        """A choice that nothing set right could change is its own offer."""
        return self

    def check(self, value: Any) -> Any:
        """The answer in its normal form; raises `Refusal` if it is not legal."""
        raise NotImplementedError

    def legal(self) -> Iterator[Any]:
        """Every legal answer once, in normal form. There may be very many: see `size`."""
        raise NotImplementedError

    def size(self) -> int:
        """How many legal answers there are."""
        raise NotImplementedError

    def sample(self, rng: Random) -> Any:
        """A legal answer at random; every one of them can come up."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of an answer."""
        raise NotImplementedError
