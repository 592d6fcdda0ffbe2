"""A question about several things with few answers in all: each key gives a whole one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from companion.choices import MANY, Count, Item, Pick, Several, Sheet, Spread
from companion.refusal import Refusal
from companion.words import Words
from firmware.scenes.questions.compass import MOST, Compass
from firmware.scenes.questions.questions import Asking
from firmware.screens import compass as screen

SEATS = "seat"
NONE = "0"


class WholeAnswers(Compass):
    """Each key gives a whole answer, such as all ballots of a vote or everyone's cards. The likely one is OK's."""

    def __init__(self, asking: Asking, choice: Several | Spread | Sheet, likely: Any) -> None:
        self.whole = labelled(asking, choice)
        before = _as_whole(choice, likely)
        done = asking.done
        asking = asking._replace(done=lambda label: done(self.whole[label]))
        super().__init__(asking, Pick("", list(self.whole)), None if before is None else self.label_of(before))

    def label_of(self, answer: Any) -> str:
        return next(label for label, whole in self.whole.items() if whole == answer)


def _as_whole(choice: Several | Spread | Sheet, likely: Any) -> Any:
    """Return the likely answer, if it is one: a whole one, or one value for every cell of a table."""
    if isinstance(choice, Sheet) and not isinstance(likely, dict):
        likely = {row: dict.fromkeys(cells, likely) for row, cells in choice.rows.items()}
    try:
        return choice.check(likely)
    except Refusal:
        return None


def labelled(asking: Asking, choice: Several | Spread | Sheet) -> dict[str, Any]:
    """Return the answers by their labels, the smaller ones first and nothing at all last."""
    words = asking.stage.words
    if isinstance(choice, Sheet):
        empty = words("box.nobody") if choice.of == SEATS else words("box.nothing-at-all")
        return {_filled(asking.words, choice, filled) or empty: filled for filled in choice.legal()}
    wording = _Sum(asking.words, choice)
    answers = sorted(choice.legal(), key=wording.rank)
    return {wording.of(some) or words("box.nothing-at-all"): some for some in answers}


class _Sum:
    """Words some of what is at hand: numbers as a sum, “3+1”, names with how many, “Casa ×2 + Ponte”."""

    def __init__(self, words: Words, choice: Several | Spread) -> None:
        self.words = words
        self.vocabulary = choice.of
        self.kinds = list(dict.fromkeys(choice.most if isinstance(choice, Spread) else choice.items))
        self.is_of_numbers = choice.of != SEATS and all(str(kind).isdecimal() for kind in self.kinds)

    def rank(self, answer: Collection[Item]) -> tuple[int, list[int]]:
        """Return the place of an answer in their order: by how many, then as they are offered; nothing comes last."""
        taken = list(Counter(answer).elements())
        return len(taken) or MOST + 1, [self.kinds.index(kind) for kind in taken]

    def of(self, answer: Collection[Item]) -> str:
        numbers = Counter(answer)
        if self.is_of_numbers:
            return "+".join(str(kind) for kind in numbers.elements())
        return _times({self.words.thing(self.vocabulary, kind): number for kind, number in numbers.items()})


def _times(numbers: Mapping[str, int]) -> str:
    return " + ".join(f"{name} ×{number}" if number > 1 else name for name, number in numbers.items() if number)


def _filled(words: Words, sheet: Sheet, answer: Mapping[str, Mapping[str, Any]]) -> str:
    """Word a filled table of one column: how many of each, or who has what; whoever has none is left out."""
    values = {row: value for row, cells in answer.items() for value in cells.values()}
    if sheet.of != SEATS and all(isinstance(value, int) for value in values.values()):
        return _times({words.thing(sheet.of, row): value for row, value in values.items()})
    asked = {row: cell for row, cells in sheet.rows.items() for cell in cells.values() if cell.sole is MANY}
    return ", ".join(
        f"{words.thing(sheet.of, row)} {words.thing(cell.of if isinstance(cell, Pick) else '', values[row])}"
        for row, cell in asked.items()
        if str(values[row]) != NONE
    )


def fits_whole(asking: Asking, choice: Several | Spread | Sheet) -> bool:
    """Return whether there are keys, more than one thing to choose, and answers few and short enough for the keys."""
    if asking.stage.has_knob or choice.sole is not MANY or choice.size() > MOST:
        return False
    if isinstance(choice, Sheet) and not _is_narrow(choice):
        return False
    labels = labelled(asking, choice)
    return len(labels) == choice.size() and screen.fits(list(labels))


def _is_narrow(sheet: Sheet) -> bool:
    """Return whether all rows have the same single column, and more than one row is asked for."""
    rows = list(sheet.rows.values())
    cells = [cell for row in rows for cell in row.values()]
    is_one = len({tuple(row) for row in rows}) == 1 and len(rows) == len(cells)
    return is_one and sum(cell.sole is MANY for cell in cells) > 1 and all(isinstance(c, Pick | Count) for c in cells)
