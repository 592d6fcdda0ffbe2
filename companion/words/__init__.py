"""The words that people read: data put into words, in every language that has a catalogue here.

All text comes from gettext catalogues, a folder of them for each package and game. A message has a
key; its template names facts and how to word them: `{seat:seat} builds in {area:area}` words the fact
`seat` as a player's name and the fact `area` by the vocabulary `area`. A message with a fact `n` is
counted by it (one house, two houses).

Messages are short because the box's screen is small. Where there is room, `long` words use a fuller variant if there
is one: `ask.play.long` is looked up before `ask.play`. Words `aloud` are for the ear: they look up `ask.play.ear`
first.
"""

from __future__ import annotations

import gettext
import re
import string
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Any

from companion.game import Correction, Receipt, Tell
from companion.options import DRAW
from companion.refusal import Malformed, Refusal
from companion.seats import Seat
from companion.steps import TABLE, Decision
from companion.teaching.lesson import Instruction
from companion.vocabulary import named
from companion.words.euphony import euphonic

named("seat", "table", "n")

HERE = Path(__file__).parent
GAMES = HERE.parent / "games"
LANGUAGES = ("en", *sorted({file.stem for file in HERE.glob("*.[mp]o")} - {"en"}))
"""Every language that has a catalogue here: English, then the others by their codes."""
LONG, EAR = "long", "ear"
"""The endings of a message's key for its fuller variant, and for one to be spoken."""


@cache
def _catalogue(folder: Path, language: str) -> gettext.NullTranslations:
    """Load a folder's words in this language; where it has none, in the first language it has."""
    known = languages_in(folder)
    spoken = language if language in known or not known else known[0]
    with (folder / f"{spoken}.mo").open("rb") as compiled:
        return gettext.GNUTranslations(compiled)


def languages_in(folder: Path) -> list[str]:
    """Return the languages for which a folder has words, English first."""
    return [language for language in LANGUAGES if (folder / f"{language}.mo").is_file()]


def folders_of(game: str) -> list[Path]:
    """Return where a game's words are: its own folder first, then what all games share."""
    return [GAMES / game.partition(":")[0] / "words", HERE]


def languages_of(game: str) -> list[str]:
    """Return the languages that a game speaks. In any other language it speaks the first of them."""
    return languages_in(folders_of(game)[0])


@cache
def language_name(language: str) -> str:
    """Return what a language calls itself.

    >>> language_name("fr")
    'Français'
    """
    words = Words(language)
    return words("language.name")


LONGEST_REFUSAL = 400
"""Longest text of a refusal, which may quote what somebody sent or a file holds."""

CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Characters that control a terminal, change the direction of a text or can't be encoded."""


def printable(text: str) -> str:
    """Return a text in which nothing controls a terminal, whoever wrote it.

    >>> printable("Anna\\x1b[2J")
    'Anna\ufffd[2J'
    """
    return CONTROLS.sub("\ufffd", text)


class Words(string.Formatter):
    """Words in one language for one table.

    Methods that name a message call themselves `words`: by that name `make words` finds it.

    >>> words = Words("fr", folders_of("doge"), seats)       # doctest: +SKIP
    >>> words.refusal(Refusal("over"))                       # doctest: +SKIP
    'La partie est finie.'
    """

    def __init__(
        self,
        language: str,
        folders: Sequence[Path] = (HERE,),
        seats: Sequence[Seat] = (),
        *,
        long: bool = False,
        aloud: bool = False,
    ) -> None:
        if language not in LANGUAGES:
            raise Malformed("unknown-language", value=language, known=list(LANGUAGES))
        self.language = language
        self.folders = list(folders)
        self.catalogues = [_catalogue(folder, language) for folder in folders]
        self.names = {seat.number: seat.name for seat in seats}
        self.variants = (EAR, LONG) if aloud else (LONG,) if long else ()

    def template(self, key: str, number: int | None = None) -> str | None:
        """Return the message for a key, in the plural form for a number if given; `None` if there is none."""
        for variant in self.variants:
            if (found := self._found(f"{key}.{variant}", number)) is not None:
                return found
        return self._found(key, number)

    def aloud(self) -> Words:
        """Return these words for the ear: with fuller names, and nothing that only an eye can read."""
        spoken = Words(self.language, self.folders, aloud=True)
        spoken.names = self.names
        return spoken

    def _found(self, key: str, number: int | None) -> str | None:
        for catalogue in self.catalogues:
            if number is not None and (text := catalogue.ngettext(key, key, number)) != key:
                return text
            if (text := catalogue.gettext(key)) != key:
                return text
        return None

    def __call__(self, key: str, **facts: Any) -> str:
        number = facts.get("n")
        template = self.template(key, number if type(number) is int else None)
        return key if template is None else printable(euphonic(self.language, self.vformat(template, (), facts)))

    def format_field(self, value: Any, format_spec: str) -> str:
        return self.thing(format_spec, value)

    def thing(self, of: str, value: Any) -> str:
        """Word a fact by a vocabulary: a thing, a list, a number of each; or a refusal within another."""
        if of == "refusal":
            return self.refusal(Refusal.from_json(value))
        if isinstance(value, Mapping):
            return ", ".join(f"{self.thing(of, key)} {_plain(number)}" for key, number in value.items())
        if isinstance(value, list | tuple):
            return ", ".join(self.thing(of, item) for item in value)
        if not of:
            return _plain(value)
        vocabularies = of.split(".")
        parts = zip(vocabularies, str(value).split("."), strict=False)
        between = " – " if len(set(vocabularies)) < len(vocabularies) else " "  # two names of one kind
        return between.join(self._part(vocabulary, part) for vocabulary, part in parts)

    def _part(self, of: str, value: str) -> str:
        if of == "seat" and value.isdecimal():
            if int(value) == TABLE:
                return self("seat.table")
            return self.names.get(int(value)) or self("seat.n", seat=value)
        template = self.template(f"{of}.{value}", None)
        return printable(value) if template is None else template  # a cell, for example, is its own name

    def tell(self, tell: Tell) -> str:
        return _sentence(self(f"tell.{tell.key}", **tell.facts))

    def ask(self, decision: Decision) -> str:
        return self(f"ask.{decision.key}", **{"seat": decision.seat, **decision.facts})

    def brief(self, decision: Decision) -> str:
        """Word a question in two or three words."""
        return self(f"brief.{decision.key}", **{"seat": decision.seat, **decision.facts})

    def receipt(self, receipt: Receipt) -> str:
        return self(f"why.{receipt.why}", **{"seat": receipt.seat, **receipt.facts})

    def correction(self, correction: Correction) -> str:
        return self(f"correct.{correction.key}", **correction.facts)

    def instruction(self, instruction: Instruction) -> str:
        """Word an instruction; an empty text where only the telling of a draw counts."""
        return self(f"lay.{instruction.key}", **instruction.facts) if instruction.key else ""

    def refusal(self, refusal: Refusal) -> str:
        """Word a refusal, with its rule in brackets if it has one."""
        text = self(f"refuse.{refusal.key}", **refusal.facts)
        if len(text) > LONGEST_REFUSAL:
            text = f"{text[:LONGEST_REFUSAL]}…"
        return f"{text} ({refusal.rule})" if refusal.rule else text

    def column(self, column: str) -> str:
        """Word a sheet's column; a number is a seat."""
        return self.thing("seat", column) if column.isdecimal() else self(f"column.{column}")

    def pair(self, left: str, right: str) -> str:
        """Join two texts with a colon, spaced as the language does."""
        words = self
        return words("pair", left=left, right=right)

    def decimal(self, value: float) -> str:
        """Return a number with one decimal, written as the language does.

        >>> Words("en", [HERE]).decimal(3.46), Words("fr", [HERE]).decimal(-0.5)
        ('3.5', '-0,5')
        """
        words, (whole, tenths) = self, f"{value:.1f}".split(".")
        return words("decimal", whole=whole, tenths=tenths)

    def joined(self, things: Iterable[str]) -> str:
        """Join texts with semicolons, spaced as the language does; of none, return an empty one."""
        words, texts = self, list(things)
        return reduce(lambda left, right: words("board.join", left=left, right=right), texts) if texts else ""

    def option(self, name: str) -> str:
        """Word what an option at set-up is about."""
        return self.thing("draw", name.removeprefix(DRAW)) if name.startswith(DRAW) else self(f"option.{name}")

    def option_note(self, name: str) -> str:
        """Return the sentence that says what an option means; nothing if a game has none."""
        return self.template(f"option-note.{_shared(name)}") or ""

    def option_value(self, name: str, value: str) -> str:
        return self(f"option.{_shared(name)}.{value}")


def _shared(option: str) -> str:
    """Return the name under which an option is worded: those that say who draws share their words."""
    return "draw" if option.startswith(DRAW) else option


def _sentence(text: str) -> str:
    """Capitalise the first letter, since a thing at the start may be lower case within a sentence."""
    return text[:1].upper() + text[1:]


def _plain(value: Any) -> str:
    """Write numbers and names as they are, and lists as sums: `[3, 2, 1]` reads 3+2+1."""
    return "+".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
