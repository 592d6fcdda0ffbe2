"""What a game brings so that its owner can draw the board himself, place by place, with tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.layout import Layout
from companion.refusal import Refusal

if TYPE_CHECKING:
    from companion.words import Words


@dataclass(frozen=True)
class Editor:
    """How a layout is drawn by its owner. A draft may be wrong in any way, as long as it can be drawn.

    `tools` by their groups. `worded` says what a tool is called and how it is used. `mark` uses a tool on
    places; places that wait for more, as the first of two hexes does, are given back. `draw` shows a draft
    with a tool in hand and the places that wait: what can be tapped has its name in `data-place`. `problems`
    is all that keeps a draft from being a board. `accept` refuses what can't even be drawn.
    """

    tools: Mapping[str, Sequence[str]]
    worded: Callable[[Words, str], tuple[str, str]]
    blank: Callable[[Layout], Layout]
    accept: Callable[[Layout], None]
    mark: Callable[[Layout, str, Sequence[str]], tuple[Layout, list[str]]]
    draw: Callable[[Layout, Words, str, Sequence[str]], str]
    problems: Callable[[Layout], list[Refusal]]
