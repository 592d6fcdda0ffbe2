"""Options as a terminal lists them, and as a person types them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from companion.choices import Item
from companion.input.typed import folded, read_number
from companion.words import Words

SEPARATORS = re.compile("[,;+]")


class Listing:
    """Options with their names. `barred` ones may be typed too: the choice says why they won't do.

    Numbers, combinations of numbers such as 2+1, and places on a board are typed as they are. Other options are
    numbered, and a number then stands for its line.
    """

    def __init__(
        self, words: Words, of: str, options: Sequence[Item], barred: Iterable[Item] = (), *, on_board: bool = False
    ) -> None:
        self.options = options
        self.names = [words.thing(of, option) for option in options]
        self.numbers = all(name[:1].isdecimal() and not any(map(str.isalpha, name)) for name in self.names)
        self.numbered = not (self.numbers or on_board)
        known = [*zip(self.names, options, strict=True), *((words.thing(of, option), option) for option in barred)]
        self.by_name = {self._plain(name): option for name, option in reversed(known)}
        self.by_name |= dict(reversed(known))  # exact names too: Léo may sit beside Leo

    def _plain(self, text: str) -> str:
        """Return a name in the form in which names are compared; `2 + 1` is `2+1`."""
        return folded(text).replace(" ", "") if self.numbers else folded(text)

    def lines(self) -> list[str]:
        """Return a numbered line for each option, or one line with all of them."""
        if self.numbered:
            return [f"  {number:>2}  {name}" for number, name in enumerate(self.names, start=1)]
        return ["  " + "  ".join(self.names)]

    def _find(self, typed: str) -> Item | None:
        number = read_number(typed)
        if self.numbered and isinstance(number, int) and 1 <= number <= len(self.options):
            return self.options[number - 1]
        found = self.by_name.get(typed.strip())
        return self.by_name.get(self._plain(typed)) if found is None else found

    def one(self, typed: str) -> Any:
        """Return the option that was typed, or the text unchanged, to be refused."""
        found = self._find(typed)
        return typed if found is None else found

    def some(self, typed: str) -> list[Any]:
        """Return several options that were typed with commas, other signs or only spaces between them."""
        if self.numbers:
            return [self.one(piece) for piece in SEPARATORS.sub(" ", typed).split()]
        parts = [part.strip() for part in SEPARATORS.split(typed) if part.strip()]
        if len(parts) == 1:
            return self._split_names(parts[0].split())
        found: list[Any] = []
        for part in parts:
            named = self._split_names(part.split())
            found += named if all(piece in self.options for piece in named) else [part]
        return found

    def _split_names(self, pieces: list[str]) -> list[Any]:
        """Split words into names, the longest that fits each time."""
        found: list[Any] = []
        while pieces:
            ends = range(len(pieces), 0, -1)
            end = next((end for end in ends if self._find(" ".join(pieces[:end])) is not None), 1)
            found.append(self.one(" ".join(pieces[:end])))
            pieces = pieces[end:]
        return found
