"""The common part of a hall's pages, and how a page finds it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flask import current_app, g, request

from companion.club.shared import LONGEST_WORD, MOST_STIRRED
from companion.club.tables import READS, Tables
from companion.refusal import Forbidden, Malformed
from web.language import page_words
from web.table.listeners import Listeners


class Hall:
    """Everything the pages of a hall share. `key` makes a browser the organiser's."""

    def __init__(self, tables: Tables, key: str, is_up: Callable[[], bool], refusal: Callable[[], str]) -> None:
        self.tables = tables
        self.book = tables.book
        self.key = key
        self.is_up = is_up
        self.refusal = refusal
        self.listeners = Listeners()
        self.hand_out: Callable[[], None] = lambda: None
        """Tells boxes of the urns that they share, at once."""
        self.watch: Callable[[str], None] = lambda box: None
        """Has the picture of a table's board sent to us, since somebody looks at it."""
        self.has_passwords = True
        """Whether the broker knows who is who, so that an urn can be handed to one box alone."""

    @property
    def can_share(self) -> bool:
        """Return whether an urn that is handed to one box is read by that box alone."""
        return self.has_passwords and READS not in self.tables.open_rules


def hall() -> Hall:
    """Return the hall that this request is for."""
    found: Hall = current_app.extensions["hall"]
    return found


def trouble() -> str:
    """Return what is wrong with the broker, in words; nothing if all is well.

    Only the organiser learns what it allows though it should not: guests might try.
    """
    words = page_words()
    if why := hall().refusal():
        return words("hall.broker-refuses", why=why)
    if not hall().is_up():
        return words("hall.no-broker")
    open_rules = sorted(hall().tables.open_rules) if g.is_organiser else []
    return " ".join(words.thing("open-rule", rule) for rule in open_rules)


def require_organiser() -> None:
    """Refuse everyone but the organiser."""
    if not g.is_organiser:
        raise Forbidden("not-organiser")


def guest() -> str:
    """Return what a page calls whoever asked to be left out of public lists."""
    words = page_words()
    return words("hall.guest")


def shown_name() -> Callable[[str], str]:
    """Return what gives people the names that whoever asks may see: none of those who are left out, but guests."""
    return partial(hall().book.people().shown, guest=guest(), to_all=not g.is_organiser)


def called_out() -> list[str]:
    """Return the words in the form that people have called out, to be stirred into an urn."""
    stirred = request.form.get("words", "").split()
    are_words = all(len(word) <= LONGEST_WORD and word.isprintable() for word in stirred)
    if not stirred or len(stirred) > MOST_STIRRED or not are_words:
        raise Malformed("bad-stirring", most=MOST_STIRRED)
    return stirred
