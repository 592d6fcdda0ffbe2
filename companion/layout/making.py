"""What a game brings whose boards can be made by its owner: pages and commands know no more of it than this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.layout import Layout

if TYPE_CHECKING:
    from companion.words import Words

OWN = "own"
"""What the option `board` calls the board that the owner made."""


class Finding(NamedTuple):
    """Something to know about a board, worded `make.<key>` by its game.

    `good` is false for what must be mended, true for what is as it should be, and `None` for what is just so.
    """

    key: str
    facts: Mapping[str, Any]
    good: bool | None = None


class Way(NamedTuple):
    """One way that leads from a piece: its direction (worded `part.<name>`), what it is (`way.<state>`), and whether
    it can be anything else."""

    name: str
    state: str
    changes: bool


class Detail(NamedTuple):
    """A piece seen from near, way by way."""

    place: str
    picture: str
    ways: Sequence[Way]


class Maker(Protocol):
    """Makes boards. A draft is a layout with the facts that a board of one's own sets; it need not be sound.

    `tools` are worded `tool.<name>`, in groups; `settings` are facts that are one word of several, worded by the
    vocabulary of their own name. A tool is put to a place, by its name, as often as one likes. What to put first is
    worded `make.first`.
    """

    @property
    def tools(self) -> Sequence[Sequence[str]]: ...

    @property
    def settings(self) -> Mapping[str, Sequence[str]]: ...

    @property
    def typical(self) -> str:
        """A draft as text that is like most: codes of boards are squeezed against it, so it must never change."""

    def read(self, facts: Mapping[str, Any]) -> Layout:
        """The draft in these values, whoever wrote them: what is no part of a board is refused, the rest let be."""

    def places(self, draft: Layout) -> Sequence[str]:
        """Where a tool can be put."""

    def put(self, draft: Layout, tool: str, place: str) -> Layout: ...

    def detail(self, draft: Layout, place: str) -> Detail | None:
        """The piece at a place, if its ways can be changed one by one."""

    def switch(self, draft: Layout, place: str, way: str) -> Layout:
        """The draft with this way of that piece as the next thing it can be; refused where there is none."""

    def shuffle(self, draft: Layout, rng: Random) -> Layout:
        """What lies on the board in other places, as fair for all; refused where that can't be."""

    def look(self, draft: Layout) -> Sequence[Finding]: ...

    def draw(self, draft: Layout, words: Words) -> str:
        """The draft as SVG; what can be tapped has its place in `data-place`."""

    def portray(self, draft: Layout) -> str:
        """The draft as SVG only to be looked at."""

    def icon(self, tool: str) -> str:
        """A tool as SVG, which may use what the board defines."""
