"""Options as a terminal lists them, and as a person types them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from companion.choices import Item
from companion.typed import folded, read_number
from companion.words import Words

SIGNS_BETWEEN = re.compile("[,;+]")


class Listing:
    """Options, each with its name. `barred` ones may be named too: the choice says why they won't do.

    Numbers, and what is made of them as a play of 2+1 is, are typed as they are, and so is a place on a board:
    a number is that of a line only where the lines are numbered.
    """

    def __init__(
        self, words: Words, of: str, options: Sequence[Item], barred: Iterable[Item] = (), on_board: bool = False
    ) -> None:
        self.options = options
        self.names = [words.thing(of, option) for option in options]
        self.numbers = all(name[:1].isdecimal() and not any(map(str.isalpha, name)) for name in self.names)
        self.numbered = not (self.numbers or on_board)
        known = [*zip(self.names, options, strict=True), *((words.thing(of, option), option) for option in barred)]
        self.by_name = {self._plain(name): option for name, option in reversed(known)}
        self.by_name |= dict(reversed(known))  # Léo may sit beside Leo

    def _plain(self, text: str) -> str:
        """As names are compared; `2 + 1` is `2+1`."""
        return folded(text).replace(" ", "") if self.numbers else folded(text)

    def lines(self) -> list[str]:
        """A numbered line for each, or all of them in one."""
        if self.numbered:
            return [f"  {number:>2}  {name}" for number, name in enumerate(self.names, start=1)]
        return ["  " + "  ".join(self.names)]

    def _known(self, typed: str) -> Item | None:
        number = read_number(typed)
        if self.numbered and isinstance(number, int) and 1 <= number <= len(self.options):
            return self.options[number - 1]
        found = self.by_name.get(typed.strip())
        return self.by_name.get(self._plain(typed)) if found is None else found

    def one(self, typed: str) -> Any:
        """The option that was typed, or the text as it is, to be refused."""
        found = self._known(typed)
        return typed if found is None else found

    def some(self, typed: str) -> list[Any]:
        """Several of them, with signs or only with spaces between."""
        if self.numbers:
            return [self.one(piece) for piece in SIGNS_BETWEEN.sub(" ", typed).split()]
        parts = [part.strip() for part in SIGNS_BETWEEN.split(typed) if part.strip()]
        if len(parts) == 1:
            return self._in_a_row(parts[0].split())
        found: list[Any] = []
        for part in parts:
            named = self._in_a_row(part.split())
            found += named if all(piece in self.options for piece in named) else [part]
        return found

    def _in_a_row(self, pieces: list[str]) -> list[Any]:
        """Names of one or more words one after the other; the longest that fits is meant."""
        found: list[Any] = []
        while pieces:
            ends = range(len(pieces), 0, -1)
            end = next((end for end in ends if self._known(" ".join(pieces[:end])) is not None), 1)
            found.append(self.one(" ".join(pieces[:end])))
            pieces = pieces[end:]
        return found
