"""The part of a game with which its owner makes boards: pages and commands know no more of it than this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from companion.layout import Layout
from companion.picture.picture import Picture
from companion.refusal import Refusal

if TYPE_CHECKING:
    from companion.words import Words

OWN = "own"
"""The value of the option `board` for the board that the owner made."""


class Finding(NamedTuple):
    """Something worth knowing about a draft, worded `make.<key>` by its game.

    `good` is false for what must be fixed, true for what is as it should be, and `None` for plain facts. A `refusal`
    with which the game would reject the board is a finding too, in the refusal's own words.
    """

    key: str
    facts: Mapping[str, Any]
    good: bool | None = None
    refusal: Refusal | None = None

    @classmethod
    def problem(cls, refusal: Refusal) -> Finding:
        """Return a refusal as something that must be fixed."""
        return cls(refusal.key, refusal.facts, good=False, refusal=refusal)

    def text(self, words: Words) -> str:
        return words.refusal(self.refusal) if self.refusal else words(f"make.{self.key}", **self.facts)


class Passage(NamedTuple):
    """One passage out of a piece: its direction (worded `part.<name>`) and its state (`way.<state>`).

    It `changes` if it can have another state.
    """

    name: str
    state: str
    changes: bool


class Detail(NamedTuple):
    """A piece seen from near, passage by passage."""

    place: str
    picture: str
    passages: Sequence[Passage]


class Edit(NamedTuple):
    """A draft after a tool was used, and the places that wait for more, as the first of two hexes does."""

    draft: Layout
    waiting: Sequence[str] = ()


class Editor(ABC):
    """Edits drafts of a game's boards. What a game doesn't need it leaves as it is here.

    A draft is a layout with the facts that the owner sets. It may be wrong as a board, as long as it can be drawn.
    """

    tools: ClassVar[Mapping[str, Sequence[str]]]
    """The tools by group, which is worded `tools.<group>`."""

    settings: ClassVar[Mapping[str, Sequence[str]]] = MappingProxyType({})
    """Facts that are one word of several, worded by the vocabulary of their own name."""

    typical: ClassVar[str] = ""
    """A draft as text that is like most. Codes of boards are compressed against it, so it must never change."""

    can_shuffle: ClassVar[bool] = False

    @abstractmethod
    def blank(self, first: Layout) -> Layout:
        """Return the draft of an empty board; what isn't edited is as on the game's first board."""

    @abstractmethod
    def read(self, values: Mapping[str, Any]) -> Layout:
        """Return the draft with these values, whoever wrote them; refuse what can't be drawn."""

    @abstractmethod
    def describe(self, words: Words, tool: str) -> tuple[str, str]:
        """Return what a tool is called and how it is used."""

    @abstractmethod
    def use(self, draft: Layout, tool: str, places: Sequence[str]) -> Edit:
        """Use a tool on places, those that were waiting first."""

    @abstractmethod
    def findings(self, draft: Layout) -> Sequence[Finding]:
        """Return all there is to know about a draft. It is a board if none of it is bad."""

    @abstractmethod
    def draw(self, draft: Layout, words: Words, tool: str, waiting: Sequence[str]) -> Picture:
        """Draw a draft with a tool in hand; a place that can be tapped has its name in `data-place`."""

    def portray(self, draft: Layout, words: Words) -> Picture:
        """Draw a draft only to be looked at, for a list of boards."""
        return self.draw(draft, words, "", ())

    def icon(self, tool: str) -> str:
        """Return a tool as SVG, which may use shapes that the draft's drawing defines; nothing if it has no icon."""
        return ""

    def places(self, draft: Layout) -> Sequence[str]:
        """Return the places to choose from in a list; none if they are typed instead."""
        return ()

    def detail(self, draft: Layout, place: str) -> Detail | None:
        """Return the piece at a place, if its passages can be changed one by one."""
        return None

    def switch(self, draft: Layout, place: str, passage: str) -> Layout:
        """Give this passage of that piece its next possible state; refuse if it has no other."""
        raise Refusal("no-such-tool", value=passage[:20])

    def shuffle(self, draft: Layout, rng: Random) -> Layout:
        """Move what lies on the board to other places, as fair for all; refuse if that can't be done."""
        raise Refusal("no-such-tool", value="shuffle")
