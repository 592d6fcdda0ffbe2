"""Find what a game says without having words for it: `ballottino simulate --check every`.

A face shows a key that has no message as it is, and a fact that its vocabulary does not know by its bare name.
That is better than stopping a game, but no table should have to read it. `SpeechCheck` words everything a game says
as it comes up, in every language the game speaks, and raises `Unworded` where words are missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.choices import Choice, Pick, Several, Sheet, Spread
from companion.game import Correction, Receipt, Tell
from companion.referee import Referee
from companion.seats import Seat
from companion.steps import Decision
from companion.words import Words, folders_of, languages_of

OWN_NAME = re.compile("[^a-z]*")
"""Things that are their own name: a number, or a cell such as B5."""


class Unworded(Exception):
    """Something that a game says has no words."""


class StrictWords(Words):
    """Words that raise `Unworded` where others would show a key or a bare name."""

    def __call__(self, key: str, **facts: Any) -> str:
        try:
            return super().__call__(key, **facts)
        except LookupError as missing:
            given = ", ".join(facts) or "nothing"
            raise Unworded(f"{key} in {self.language}.po names {missing}, but is given {given}") from missing
        except ValueError as error:
            raise Unworded(f"{key} in {self.language}.po can't be read: {error}") from error

    def template(self, key: str, number: int | None = None) -> str:
        text = super().template(key, number)
        if not text:
            raise Unworded(f"{key} is not in {self.language}.po")
        return text

    def is_own_name(self, of: str, value: str) -> bool:
        """Return whether a thing needs no words: it is shown under its own name."""
        return OWN_NAME.fullmatch(value) is not None

    def _part(self, of: str, value: str) -> str:
        unworded = of != "seat" and super().template(f"{of}.{value}") is None
        return value if unworded and self.is_own_name(of, value) else super()._part(of, value)

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec:
            for text in _texts(value):
                if not OWN_NAME.fullmatch(text):
                    raise Unworded(f"a template in {self.language}.po shows {text!r} without a vocabulary")
        return super().format_field(value, format_spec)

    def offered(self, of: str, value: Any) -> str:
        """Word one thing that a choice offers. Each of its parts must have a vocabulary."""
        if of and str(value).count(".") > of.count("."):
            raise Unworded(f"{value} has more parts than its vocabulary {of}")
        if not of and not OWN_NAME.fullmatch(str(value)):
            raise Unworded(f"{value} is offered without a vocabulary")
        return self.thing(of, value)


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts in a fact."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from (*_texts(key), *_texts(item))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def worded_decision(words: StrictWords, decision: Decision) -> Iterator[str]:
    """Word a question, its rule and everything it offers."""
    yield words.ask(decision)
    yield words.brief(decision)
    yield words(decision.rule)
    yield from worded_choice(words, decision.choice)


def worded_choice(words: StrictWords, choice: Choice) -> Iterator[str]:
    """Word each option, item, place, row and column, and why an option is barred."""
    match choice:
        case Pick():
            yield from (words.offered(choice.of, option) for option in (*choice.options, *choice.barred))
            yield from (words.refusal(refusal) for refusal in choice.barred.values())
        case Several():
            yield from (words.offered(choice.of, item) for item in choice.items)
        case Spread():
            yield from (words.offered(choice.of, place) for place in choice.most)
        case Sheet():
            for row, cells in choice.rows.items():
                yield words.offered(choice.of, row)
                for column, cell in cells.items():
                    yield words.column(column)
                    yield from worded_choice(words, cell)


def worded_tell(words: StrictWords, tell: Tell) -> Iterator[str]:
    """Word a telling and its rule."""
    yield words.tell(tell)
    if tell.rule:
        yield words(tell.rule)


def worded_receipt(words: StrictWords, receipt: Receipt) -> Iterator[str]:
    """Word why a tally moved, by which rule, and the name of the tally."""
    yield words.receipt(receipt)
    yield words(f"tally.{receipt.tally}")
    if receipt.rule:
        yield words(receipt.rule)


def worded_correction(words: StrictWords, correction: Correction) -> Iterator[str]:
    """Word a possible correction, and the values it can take."""
    yield words.correction(correction)
    yield from worded_choice(words, correction.choice)


class SpeechCheck:
    """Words everything that games at a table say, in every language the game speaks."""

    def __init__(self, game: str, seats: Sequence[Seat]) -> None:
        self.spoken = [StrictWords(language, folders_of(game), seats) for language in languages_of(game)]
        self.referee: Referee | None = None
        self.tells = 0
        self.receipts = 0
        self.asked: set[str] = set()

    def check(self, referee: Referee) -> None:
        """Word what has come up since the last check of this game; raise `Unworded` where words are missing."""
        if referee is not self.referee:
            self.referee, self.tells, self.receipts, self.asked = referee, 0, 0, set()
        for words in self.spoken:
            for text in self._new(referee, words):
                if not text.strip():
                    raise Unworded(f"something is worded with nothing in {words.language}.po")
        self.tells = len(referee.game.tells)
        self.receipts = len(referee.game.receipts)
        self.asked = {decision.id for decision in referee.open.values()}

    def _new(self, referee: Referee, words: StrictWords) -> Iterator[str]:
        game = referee.game
        for tell in game.tells[self.tells :]:
            yield from worded_tell(words, tell)
        for receipt in game.receipts[self.receipts :]:
            yield from worded_receipt(words, receipt)
        for decision in referee.open.values():
            if decision.id not in self.asked:
                yield from worded_decision(words, decision)
        if not self.tells:
            for correction in game.all_corrections().values():
                yield from worded_correction(words, correction)
