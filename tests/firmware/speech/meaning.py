"""Whether an answer is the one that was meant by what was heard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from companion.choices import MANY, Choice, Count, Pick, Several, Sheet, Spread
from companion.words import Words
from firmware.scenes.questions.compass import MOST
from firmware.scenes.questions.run_down import most_of
from firmware.scenes.questions.whole import labelled
from firmware.speech.spoken import audible


def is_meant(words: Words, choice: Choice, value: Any, meant: Sequence[str]) -> bool:
    """Return whether an answer is what was meant, by all that was taken on the way to it."""

    def name(of: str, item: object) -> str:
        return audible(words, words.thing(of, item))

    last = meant[-1]
    if isinstance(choice, Several | Spread | Sheet) and is_said_whole(words, choice, value, last):
        return True
    if last.startswith(audible(words, words("say.answer", what=""))):
        shared = value if isinstance(value, dict) else Counter(value)
        numbers = [f"{shared_name(words, choice, kind)} {number}" for kind, number in shared.items() if number]
        return last == audible(words, words("say.answer", what=", ".join(numbers) or "0"))
    match choice:
        case Count():
            return last == str(value)
        case Pick():
            return is_named(last, name(choice.of, value))
        case Several() | Spread() if is_shared_out(choice, value, meant):
            return True
        case Several() | Spread():
            items = list(Counter(value).elements())
            taken = [next((one for one in items if is_named(what, name(choice.of, one))), None) for what in meant]
            return not Counter(one for one in taken if one is not None) - Counter(items)
        case Sheet():
            cells = [
                name(cell.of if isinstance(cell, Pick) else "", value[row][column])
                for row, columns in choice.rows.items()
                for column, cell in columns.items()
                if cell.sole is MANY  # no other is asked for
            ]
            more = audible(words, words("say.more"))
            return [what for what in meant if what and what != more][-len(cells) :] == cells
    raise AssertionError(choice)


def is_shared_out(choice: Several | Spread, value: Any, meant: Sequence[str]) -> bool:
    """Return whether the numbers that were taken are those of the kinds; a forced one is not asked for."""
    numbers = Counter(value)
    left = iter(str(numbers[kind]) for kind in most_of(choice))
    return all(what in left for what in meant if what.isdecimal())


def is_said_whole(words: Words, choice: Several | Spread | Sheet, value: Any, told: str) -> bool:
    """Return whether a key was told to give this whole answer."""
    if choice.size() > MOST:
        return False
    asking: Any = SimpleNamespace(words=words, stage=SimpleNamespace(words=words))
    return any(audible(words, label) == told for label, whole in labelled(asking, choice).items() if whole == value)


def shared_name(words: Words, choice: Choice, kind: Any) -> str:
    if isinstance(choice, Several) and isinstance(kind, int):
        return words("box.of-value", value=kind)
    assert isinstance(choice, Several | Spread)
    return audible(words, words.thing(choice.of, kind))


def is_named(told: str, name: str) -> bool:
    """Return whether this is what was told, with or without more about it."""
    return told == name or told.startswith(f"{name},")
