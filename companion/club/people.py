"""The people of a club: which spellings mean the same person, and who is left out of public lists."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

LEFT_OUT = "–"
"""What stands in public lists for somebody who wishes to be left out."""


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

    def shown(self, spelling: str, *, to_all: bool = True) -> str:
        """Return somebody's name as lists show it, which are public unless they are for the organiser alone."""
        name = self.name_of(spelling)
        return LEFT_OUT if to_all and name in self.hidden else name
