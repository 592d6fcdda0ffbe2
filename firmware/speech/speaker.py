"""Speaks for the box: looks at each picture after it is shown, and says what is new in it.

A key interrupts what is being said, because whoever presses it has heard enough. What comes by itself, such as a
telling or the answer of a phone, is said after it.

Nothing secret is said aloud: while a secret is on the screen, or anything above it, the box is silent. Only by
earphone, which its owner chooses in Set-up, is everything said.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from companion.faults import trail
from companion.words import Words
from firmware.speech.choices import ALL, NEWS, OFF, SPEEDS, VOLUMES, Choices, KeptChoices
from firmware.speech.voice import Utterance

if TYPE_CHECKING:
    from firmware.scenes import Scene
    from firmware.speech.spoken import Spoken


class Saying(Protocol):
    """Says texts, or keeps them for a test."""

    def say(self, utterance: Utterance, *, interrupts: bool = False) -> None: ...

    def hush(self) -> None: ...

    def close(self) -> None: ...


class Speaker:
    """Says what is new on the screen, as much of it as the owner wants."""

    def __init__(self, preferences: KeptChoices, voice: Saying) -> None:
        self.preferences = preferences
        self.voice = voice
        self._scene: Scene | None = None
        self._spoken: Spoken | None = None
        self._turn = ""
        self._asked: tuple[str, str] = ("", "")
        self._awaited = ""
        self._is_pressed = False

    @property
    def choices(self) -> Choices:
        return Choices.of(self.preferences)

    def press(self) -> None:
        """Note that a key was pressed: what is said next interrupts, and what has not changed is said again."""
        self._is_pressed = True

    def look(self, scene: Scene, stack: Iterable[Scene], words: Words) -> None:
        """Say what is new. A fault here must not stop the game: the picture is what counts."""
        choices = self.choices
        if choices.measure == OFF:
            self._scene = None
            return
        is_pressed, self._is_pressed = self._is_pressed, False
        if not choices.earphone and (scene.is_secret or any(one.is_secret for one in stack)):
            self._scene = None
            return
        try:
            text = self._new(scene, choices, is_pressed=is_pressed)
        except Exception as fault:
            logging.getLogger("ballottino").error("the voice failed: %s", trail(fault))
            return
        self.say(text, words, interrupts=is_pressed)

    def say(self, text: str, words: Words, *, interrupts: bool = False) -> None:
        """Say a text in the language of these words."""
        from firmware.speech.spoken import audible

        if said := audible(words, text):
            choices = self.choices
            utterance = Utterance(
                said, words.language, VOLUMES[choices.volume], SPEEDS[choices.speed], choices.output
            )
            self.voice.say(utterance, interrupts=interrupts)

    def hush(self) -> None:
        """Fall silent at once."""
        self.voice.hush()

    def _new(self, scene: Scene, choices: Choices, *, is_pressed: bool) -> str:
        """Return what is new on the screen, by the owner's measure."""
        from firmware.speech.ears import spoken  # a box that does not speak need not know how
        from firmware.speech.spoken import Spoken, joined

        now, before = spoken(scene), self._spoken if scene is self._scene else None
        self._scene, self._spoken = scene, now
        fresh = now if before else self._without_waiting(now)
        if choices.measure == ALL:
            parts = fresh.new_since(before or Spoken())
            if not any(parts) and is_pressed:
                parts = [now.here or now.keys or now.asks or now.news]
        elif choices.measure == NEWS:
            parts = [] if before or (now.news, now.asks) == self._asked else [fresh.news, fresh.asks]
            self._asked = (now.news, now.asks) if parts else self._asked
        else:
            parts = [now.turn] if now.turn != self._turn else []
            self._turn = now.turn or self._turn
        return joined(parts)

    def _without_waiting(self, now: Spoken) -> Spoken:
        """Leave out what wants no key and was said last: who thinks is said once, not after each of its moves."""
        is_said = now.asks == self._awaited and not (now.keys or now.here)
        self._awaited = now.asks or self._awaited
        return now._replace(asks="") if is_said else now
