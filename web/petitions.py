"""Petitions of phones without a seat to the owner, whose word is given or refused on the box.

A petition names one deed. Its code is shown on the phone and on the box, so that nobody allows another phone's. One
petition stands at a time; without an answer it lapses. A word that was given holds for a while, for that phone and
that deed: a board is not made by a single tap.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from companion.refusal import Forbidden
from companion.vocabulary import named
from web.table.seats import LENGTH, LETTERS

BOARDS, RECORD, DELETE, RESTORE, START = named("deed", "boards", "record", "delete", "restore", "start")
BACKUP, RESTORE_BACKUP, UPDATE, SET_UP = named("deed", "backup", "restore-backup", "update", "set-up")

LAPSES = 60.0
"""Seconds in which a petition must be answered."""
HOLDS = 600.0
"""Seconds for which a word that was given holds."""
QUIET_AFTER_NO = 600.0
QUIET_AFTER_SILENCE = 60.0
"""Seconds for which an address that got no word may not ask again: nobody wears the table down by asking."""
REMEMBERED = 50
"""The number of petitions that are remembered."""


class Deed(NamedTuple):
    """Something that needs the owner's word: about a game's boards, a game to be started or one that is kept; or
    about all that the box keeps.
    """

    kind: str
    game: str = ""
    id: str = ""
    """The game's name in the ledger; of one to be started, a fingerprint of all that was chosen."""
    names: tuple[str, ...] = ()
    """The people who played it, or are going to."""


class Word(StrEnum):
    """The owner's word on a petition."""

    WAITING = "waiting"
    GIVEN = "given"
    REFUSED = "refused"
    LAPSED = "lapsed"


class Petition:
    """A deed that a phone asks for. Any thread may look at it; the box answers it once."""

    def __init__(
        self,
        deed: Deed,
        phone: str,
        address: str,
        clock: Callable[[], float] = time.monotonic,
        then: Callable[[], None] | None = None,
    ) -> None:
        self.deed = deed
        self._then = then
        self.phone = phone
        self.address = address
        self.code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._clock = clock
        self._until = clock() + LAPSES
        self._answered: tuple[Word, float] | None = None

    @property
    def word(self) -> Word:
        if self._answered is not None:
            return self._answered[0]
        return Word.WAITING if self._clock() < self._until else Word.LAPSED

    @property
    def is_open(self) -> bool:
        return self.word is Word.WAITING

    @property
    def age(self) -> float:
        """Seconds since it was answered or has lapsed; below 0 while it waits."""
        return self._clock() - (self._until if self._answered is None else self._answered[1])

    def answer(self, *, allowed: bool) -> None:
        """Give or refuse the owner's word, and do at once what waits for it. It is too late once it has lapsed."""
        if not self.is_open:
            return
        self._answered = Word.GIVEN if allowed else Word.REFUSED, self._clock()
        if allowed and self._then is not None:
            self._then()


class Petitions:
    """All petitions of the last minutes.

    >>> petitions = Petitions()
    >>> asked = petitions.ask(Deed(BOARDS, "venise"), "a secret cookie", "192.168.1.7")
    >>> asked.answer(allowed=True)
    >>> petitions.is_given(Deed(BOARDS, "venise"), "a secret cookie")
    True
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._lock = threading.Lock()
        self._asked: list[Petition] = []

    def ask(self, deed: Deed, phone: str, address: str, then: Callable[[], None] | None = None) -> Petition:
        """Return the petition of this phone for this deed, a new one if need be; refuse while another one stands.

        `then` is done by the box itself as soon as the word is given. Without it, the phone sends its request again.
        """
        with self._lock:
            for petition in self._asked:
                if petition.is_open:
                    if is_by(petition, phone) and petition.deed == deed:
                        return petition
                    raise Forbidden("owner-busy")
                self._refuse_insistence(petition, address)
            petition = Petition(deed, phone, address, self.clock, then)
            self._asked = [*self._asked, petition][-REMEMBERED:]
            return petition

    def _refuse_insistence(self, petition: Petition, address: str) -> None:
        if petition.address != address:
            return
        if petition.word is Word.REFUSED and petition.age < QUIET_AFTER_NO:
            raise Forbidden("owner-refused", minutes=int(QUIET_AFTER_NO // 60))
        if petition.word is Word.LAPSED and petition.age < QUIET_AFTER_SILENCE:
            raise Forbidden("owner-silent")

    def is_given(self, deed: Deed, phone: str) -> bool:
        """Return whether the owner's word for this deed was given to this phone, and still holds."""
        return any(
            petition.word is Word.GIVEN and petition.age < HOLDS and petition.deed == deed and is_by(petition, phone)
            for petition in self._copy()
        )

    def word_to(self, phone: str) -> Word:
        """Return what has become of the last petition of this phone."""
        own = [petition for petition in self._copy() if is_by(petition, phone)]
        return own[-1].word if own else Word.LAPSED

    def _copy(self) -> list[Petition]:
        with self._lock:
            return list(self._asked)


def is_by(petition: Petition, phone: str) -> bool:
    """Return whether a phone, known by its secret cookie, has asked for this."""
    return bool(phone) and hmac.compare_digest(petition.phone.encode(), phone.encode())
