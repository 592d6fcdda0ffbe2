"""A player who sees nothing: it gets the words that the box says, and has its keys.

It knows the language, that is, the messages about keys and cursors in the catalogue, and what the manual says: a
key that is named does what is said after it, arrows move a cursor, OK takes. It never looks at a scene, a referee or
a picture. What it meant to answer is kept, so that a test can compare it with what the referee was told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

from companion.words import HERE as SHARED_WORDS
from companion.words import Words
from firmware import WORDS
from firmware.speech.spoken import audible
from hardware.keys import Key

ARROWS = (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT)
LISTS = ("say.lines", "say.choose", "say.number", "say.walk", "say.beside", "say.tick")
"""Messages after which the cursor's place is told."""
TABLES = ("say.one-column", "say.two-columns", "say.cells")
GO_ON = ("say.go-on", "say.leave", "say.pages", "say.set-up", "say.stir", "say.sealed")
MOST_MOVES = 3


class BlindPlayer:
    """Plays by ear. `press` presses a key and returns what is said then; `wait` lets time pass and does the same."""

    def __init__(self, language: str, rng: Random, press: Callable[[Key], str], wait: Callable[[], str]) -> None:
        self.words = Words(language, [WORDS, SHARED_WORDS])
        self.rng = rng
        self._press = press
        self._wait = wait
        self.heard = ""
        self.here = ""
        """Where the cursor is, while there is one."""
        self.has_cursor = False
        self.goes_back = False
        self.moves = 0
        self.to_tick = 0
        self.meant: list[str] = []
        """What it has taken, as it was told."""
        self.presses = 0
        self._known: dict[str, list[re.Pattern[str]]] = {}

    def choose(self, line: str) -> None:
        """Walk a menu until this line is told, and take it."""
        for _ in range(20):
            if self.here.startswith(line):
                self.tap(Key.OK)
                return
            self.tap(Key.DOWN)
        raise AssertionError(f"{line} is never told")

    def play_on(self) -> None:
        """Do one thing: answer by a key that was named, move or take by the cursor, go on, or wait."""
        named = self.named_keys()
        if any(self.is_told(key) for key in GO_ON):
            self.has_cursor = False
            self.tap(Key.OK)
        elif self.is_told("box.pass"):
            self.take(self.rng.choice((Key.OK, *named)), named)
        elif named:
            self._answer_by_key(named)
        elif self.has_cursor and self.to_tick:
            self._tick()
        elif self.has_cursor:
            self._walk()
        else:
            self.hear(self._wait())

    def _answer_by_key(self, named: dict[Key, str]) -> None:
        """Press a key that was named; where arrows lead to other values, perhaps look for one of those first.

        BACK leads away from answers of which none is allowed.
        """
        allowed = [key for key, what in named.items() if not self.told("say.barred", what)]
        can_move = self.is_told("say.others") or self.has_cursor
        if can_move and self.moves < MOST_MOVES and self.rng.random() < 0.3:
            self.moves += 1
            self.tap(self.rng.choice((Key.UP, Key.DOWN)))
        elif not allowed or (self.goes_back and all(self.told("say.more", named[key]) for key in allowed)):
            self.goes_back = True
            self.tap(Key.BACK)
        else:
            self.goes_back = False
            self.take(self.rng.choice(allowed), named)

    def _tick(self) -> None:
        """Tick until there are enough, then find the line that says so."""
        done = self.told("say.done", self.here)
        if done is not None and int(done["count"]) >= self.to_tick:
            self.to_tick = 0
            self.take(Key.OK, {})
        elif done is None and self.told("say.ticked", self.here) is None:
            self.meant.append(self.here)
            self.tap(Key.OK)
        else:
            self.tap(self.rng.choice(ARROWS))

    def _walk(self) -> None:
        """Move the cursor a few times, hearing where it is, and take what is there."""
        is_barred = self.told("say.barred", self.here) is not None
        if is_barred or (self.moves < MOST_MOVES and self.rng.random() < 0.5):
            self.moves += 1
            self.tap(self.rng.choice(ARROWS))
        else:
            self.take(Key.OK, {Key.OK: self.here})

    # What was heard

    def hear(self, said: str) -> None:
        """Take in what was said, and where the cursor is: after what was said about it, or all of it."""
        self.heard = said
        self.here = said.rstrip(".")
        ends = [found.end() for key in (*LISTS, *TABLES) for found in self.all_told(key, said)]
        if ends:
            self.has_cursor = True
            self.moves = 0
            self.here = said[max(ends) :].strip(". ")
        if (ticking := self.told("say.tick", said)) is not None:
            self.to_tick = int(ticking["all"].split()[-1])

    def named_keys(self) -> dict[Key, str]:
        """Return the keys that were named, each with what it does."""
        names = {self.words.thing("key", key.value.lower()): key for key in (*ARROWS, Key.OK)}
        found = re.findall(rf"(?:^|(?<=[.?!:] ))({'|'.join(names)}) ?: (.*?)[.?!](?= |$)", self.heard)
        return {names[name]: what for name, what in found}

    def is_told(self, key: str) -> bool:
        return self.told(key, self.heard) is not None

    def told(self, key: str, said: str) -> re.Match[str] | None:
        return next(self.all_told(key, said), None)

    def all_told(self, key: str, said: str) -> Iterator[re.Match[str]]:
        """Yield where a message is heard, whatever its facts are."""
        for sound in self._sounds(key):
            yield from sound.finditer(said)

    def _sounds(self, key: str) -> list[re.Pattern[str]]:
        """Return how a message sounds, in the singular and the plural, with its facts as groups."""
        if key not in self._known:
            templates = {self.words.template(key, number) or "" for number in (1, 2)}
            facts = [re.sub(r"\{(\w+)(?::\w+)?\}", r"fact\1fact", template) for template in sorted(templates)]
            sounds = [re.escape(audible(self.words, fact)) for fact in facts]
            groups = [re.sub(r"fact(\w+?)fact", r"(?P<\1>.+?)", sound) for sound in sounds]
            self._known[key] = [re.compile(f"{group}(?=[.,?!]|$)") for group in groups]
        return self._known[key]

    # What is done

    def take(self, key: Key, named: dict[Key, str]) -> None:
        """Take what a key was said to give; then something else is asked."""
        self.meant.append(named.get(key, ""))
        self.moves = 0
        is_next_row = any(self.is_told(table) for table in TABLES)
        self.has_cursor = self.has_cursor and is_next_row
        self.tap(key)

    def tap(self, key: Key) -> None:
        self.presses += 1
        self.hear(self._press(key))
