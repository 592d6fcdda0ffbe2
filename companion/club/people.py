"""The people of a club: which spellings mean the same person, and who is left out of public lists."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import combinations

LEFT_OUT = "–"
"""Stands in public lists for somebody who wishes to be left out."""
WRITTEN = re.compile(
    r"""(<style\b.*?</style>)|(?<=>)[^<>]+(?=<)|(?<=\baria-label=")[^"]*|(?<=\btitle=")[^"]*""", re.DOTALL
)
"""The parts of a picture that can be read; and its style, whose words are not for reading."""
SHORT = 4
"""Letters of a name of which a slip of one letter is likely: Ann and Ian are two people."""


@dataclass(frozen=True)
class People:
    """Everybody's names. Spellings that differ in nothing but capitals are one person, whether merged or not."""

    same_as: Mapping[str, str]
    """The spellings that mean somebody else, each with the name that counts."""
    spelled: Mapping[str, str]
    """Each name without its capitals, as it was spelled last."""
    asked: Collection[str]
    """Names under which somebody asked to be left out of public lists."""

    @cached_property
    def _merged(self) -> Mapping[str, str]:
        return {spelling.casefold(): name for spelling, name in self.same_as.items()}

    @cached_property
    def _chosen(self) -> Mapping[str, str]:
        return {name.casefold(): name for name in self.same_as.values()}

    def name_of(self, spelling: str) -> str:
        """Return the name that counts.

        >>> people = People({"Anna M": "Anna"}, {"ben": "Ben"}, [])
        >>> [people.name_of(spelling) for spelling in ("anna m", "anna", "BEN", "Cleo")]
        ['Anna', 'Anna', 'Ben', 'Cleo']
        """
        name = self._merged.get(spelling.casefold(), spelling)
        plain = name.casefold()
        return self._chosen.get(plain) or self.spelled.get(plain, name)

    @cached_property
    def hidden(self) -> set[str]:
        """Return who is left out of public lists, by the names that count: also those merged into another name."""
        return {self.name_of(spelling) for spelling in self.asked}

    def shown(self, spelling: str, *, guest: str = LEFT_OUT, to_all: bool = True) -> str:
        """Return somebody's name as lists show it, which are public unless they are for the organiser alone.

        Whoever is left out is a `guest` there.
        """
        name = self.name_of(spelling)
        return guest if to_all and name in self.hidden else name

    def left_out(self, spellings: Iterable[str]) -> set[str]:
        """Return which of these are left out of public lists, spelled as they are here."""
        return {spelling for spelling in spellings if self.name_of(spelling) in self.hidden} if self.asked else set()


def veil(text: str, names: Collection[str], guest: str) -> str:
    """Return a text in which a guest stands for these people.

    >>> veil("Anna takes Ann’s and Annas palace; Annabel watches.", {"Ann", "Anna"}, "Guest")
    'Guest takes Guest’s and Guests palace; Annabel watches.'
    """
    if not names:
        return text
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{longest_first})(?=s?(?!\w))", lambda _: guest, text)


def veil_picture(picture: bytes, names: Collection[str], guest: str) -> bytes:
    """Return a picture in SVG in whose texts and labels a guest stands for these people; its shapes stay."""
    if not names:
        return picture
    said, written = {escape(name) for name in names} | set(names), escape(guest)
    return WRITTEN.sub(
        lambda found: found[0] if found[1] else veil(found[0], said, written), picture.decode(errors="replace")
    ).encode()


def likely_pairs(names: Iterable[str], together: Collection[frozenset[str]] = ()) -> list[tuple[str, str]]:
    """Return names that may be one person's: but for capitals and accents they differ by one letter at most.

    Whoever has sat at a table `together` is two people.

    >>> likely_pairs(["Cleo", "Cléo", "Benno", "Beno", "Anna", "Ann"], {frozenset(("Anna", "Ann"))})
    [('Benno', 'Beno'), ('Cleo', 'Cléo')]
    """
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(set(names)):
        for left in _with_a_letter_less(_plain(name)):
            alike[left].append(name)
    pairs = {pair for group in alike.values() for pair in combinations(group, 2)}
    return sorted(pair for pair in pairs if frozenset(pair) not in together and _is_slip(*map(_plain, pair)))


def _plain(name: str) -> str:
    """Return a name without capitals and accents."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def _with_a_letter_less(name: str) -> set[str]:
    return {name, *(name[:place] + name[place + 1 :] for place in range(len(name)))}


def _is_slip(one: str, other: str) -> bool:
    """Return whether two names are the same, or can be by one letter that is added, left out or another."""
    if one == other:
        return True
    if min(len(one), len(other)) < SHORT or abs(len(one) - len(other)) > 1:
        return False
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if len(one) == len(other):
        return one[start + 1 :] == other[start + 1 :]
    shorter, longer = sorted((one, other), key=len)
    return shorter[start:] == longer[start + 1 :]
