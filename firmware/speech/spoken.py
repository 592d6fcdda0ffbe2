"""Texts for the ear, and the signs of a small screen put into words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.vocabulary import named
from companion.words import Words
from hardware.keys import Key

named("key", "up", "down", "left", "right", "ok", "back")

RULE = re.compile(r"\s*\([A-Z]{3}\.[A-Z]+\d+[a-z]?\)")
"""The number of a rule at the end of a refusal: something to look up, not to listen to."""
TIMES = re.compile(r"×\s?(\d+)")
TO = re.compile(r"(?<=\d)[–-](?=\d)|→")
OF = re.compile(r"(?<=\d)/(?=\d)")
PLUS = re.compile(r"(?<=\w)\s*\+(?=\s*\w)|(?<!\w)\+(?=\s*\w)")
MINUS = re.compile(r"(?<!\w)[-−](?=\d)")
EQUALS = re.compile("=")
STAR = re.compile(r"[★*]")
SQUARES = re.compile("■+")
PAUSE = re.compile(r"\s*[·–]")
BEFORE_MARK = re.compile(r" (?=[,.])")
DOUBLED = re.compile(r"(?<=[.!?])\.+")
CAPITALS = re.compile(r"\b(?!OK\b)[^\W\d_a-zà-ÿ]{2,}\b")
"""The name of a key, as it is printed there, or letters that are no word, such as cards by their letters."""
UNHEARD = re.compile("[▸◂▴▾✓□…|]|(?<!\\w)-(?!\\w)")
"""Signs that point, tick or fill, whose meaning is said in words."""
ENDS = ".!?:"


class Spoken(NamedTuple):
    """A scene in words for the ear. Whatever part changes is said again.

    `turn` says only whose turn it is, `news` what has happened, `asks` what is asked or shown now, `keys` what the
    keys do, and `here` what the cursor is on.
    """

    turn: str = ""
    news: str = ""
    asks: str = ""
    keys: str = ""
    here: str = ""

    def new_since(self, before: Spoken) -> list[str]:
        """Return the parts that differ from those said before; `turn` is a part of what `asks` says."""
        return [part for name, part in self._asdict().items() if name != "turn" and part != getattr(before, name)]


def audible(words: Words, text: str) -> str:
    """Return a text of the screen with its signs put into words, on one line.

    >>> audible(Words("en"), "▸ San Polo – Castello…  ABJ")
    'San Polo, Castello A, B, J'
    """
    text = RULE.sub("", text)
    text = SQUARES.sub(lambda found: str(len(found[0])), text)
    text = TIMES.sub(lambda found: f" {words('say.times', number=found[1])} ", text)
    text = TO.sub(lambda _: f" {words('say.to')} ", text)
    text = OF.sub(lambda _: f" {words('say.of')} ", text)
    text = PLUS.sub(lambda _: f" {words('say.plus')} ", text)
    text = MINUS.sub(lambda _: f" {words('say.minus')} ", text)
    text = EQUALS.sub(lambda _: f" {words('say.equals')} ", text)
    text = STAR.sub(lambda _: f" {words('say.star')} ", text)
    text = CAPITALS.sub(lambda found: _key(words, found[0]) or ", ".join(found[0]), text)
    text = PAUSE.sub(",", UNHEARD.sub(" ", text))
    return DOUBLED.sub("", BEFORE_MARK.sub("", " ".join(text.split())))


def _key(words: Words, name: str) -> str:
    """Return what a key is called, if this is the name of one."""
    return words.thing("key", name.lower()) if name in Key.__members__ else ""


def sentence(text: str) -> str:
    """Return a text that ends like a sentence, so that the voice pauses there.

    >>> sentence("San Polo"), sentence("Where?"), sentence("")
    ('San Polo.', 'Where?', '')
    """
    text = text.strip()
    return text if not text or text[-1] in ENDS else f"{text}."


def joined(texts: Iterable[str]) -> str:
    """Return several texts as sentences.

    >>> joined(["Anna", "", "Where?"])
    'Anna. Where?'
    """
    return " ".join(filter(None, map(sentence, texts)))


def keys_said(words: Words, answers: Mapping[Key, str]) -> str:
    """Return what each key does: "Left: yes. Right: no."."""
    return joined(words.pair(words.thing("key", key.value.lower()), what) for key, what in answers.items())
