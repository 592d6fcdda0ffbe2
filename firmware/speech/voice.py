"""The voice: espeak-ng makes the sound, aplay plays it, each in a process of its own.

The loop only hands texts over. A thread of the voice starts the processes and waits for them, so that no key and no
picture ever waits. Only the last few texts wait to be said; older ones are dropped, since what they say is past.

The texts go through pipes, never on a command line that other users of the machine could read. The processes are
started without a copy of this one (Python uses vfork, and closes all our files in them), so the pin library, which
does not survive a fork, never notices.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from threading import Condition, Thread
from typing import NamedTuple

SPEECH = "espeak-ng"
PLAYER = ("aplay", "--quiet", "-")
MOST_WAITING = 4
VOICES = {"en": "en-gb"}
"""The voice of a language, where it is not called like the language."""


class Utterance(NamedTuple):
    """A text to say: in which language, how loud (100 is usual), and how fast in words a minute."""

    text: str
    language: str = "en"
    volume: int = 100
    speed: int = 160


def missing(player: Sequence[str] = PLAYER) -> list[str]:
    """Return the programs that the voice lacks."""
    return [program for program in (SPEECH, player[0]) if shutil.which(program) is None]


def speech_command(utterance: Utterance) -> list[str]:
    """Return the command that reads a text and writes its sound.

    >>> " ".join(speech_command(Utterance("", "de", 50, 210)))
    'espeak-ng --stdin --stdout -v de -a 50 -s 210'
    """
    voice = VOICES.get(utterance.language, utterance.language)
    return [
        *(SPEECH, "--stdin", "--stdout", "-v", voice),
        *("-a", str(utterance.volume), "-s", str(utterance.speed)),
    ]


class Voice:
    """Says texts one after another; one that interrupts is said at once, and what was waiting is dropped."""

    def __init__(self, player: Sequence[str] = PLAYER) -> None:
        self.player = player
        self._changed = Condition()
        self._waiting: deque[Utterance] = deque(maxlen=MOST_WAITING)
        self._processes: list[subprocess.Popen[bytes]] = []
        self._is_speaking = False
        self._cuts = 0
        self._thread: Thread | None = None
        self._closed = False
        self._has_failed = False

    def say(self, utterance: Utterance, *, interrupts: bool = False) -> None:
        """Say a text after those before it, or instead of them. Never waits."""
        with self._changed:
            if self._closed:
                return
            if interrupts:
                self._cut()
            self._waiting.append(utterance)
            if self._thread is None:
                self._thread = Thread(target=self._work, name="voice", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def hush(self) -> None:
        """Be silent at once."""
        with self._changed:
            self._cut()

    def close(self) -> None:
        """Be silent for good."""
        with self._changed:
            self._closed = True
            self._cut()
            self._changed.notify_all()

    def wait_until_silent(self, timeout: float | None = None) -> bool:
        """Wait until everything has been said; return whether it has."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and not self._is_speaking, timeout)

    def _cut(self) -> None:
        self._waiting.clear()
        self._cuts += 1
        for process in self._processes:
            process.kill()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._is_speaking = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                utterance, cuts = self._waiting.popleft(), self._cuts
                self._is_speaking = True
            try:
                self._speak(utterance, cuts)
            except OSError as error:  # a program is missing; the game goes on without a voice
                self._complain(error)

    def _complain(self, error: OSError) -> None:
        """Say once in the log that nothing can be said."""
        if not self._has_failed:
            logging.getLogger("ballottino").warning("the voice is silent: %s", error)
        self._has_failed = True

    def _speak(self, utterance: Utterance, cuts: int) -> None:
        quiet = subprocess.DEVNULL
        pipe = subprocess.PIPE
        with subprocess.Popen(speech_command(utterance), stdin=pipe, stdout=pipe, stderr=quiet) as speech:
            try:
                sound = subprocess.Popen(self.player, stdin=speech.stdout, stdout=quiet, stderr=quiet)
            except OSError:
                speech.kill()
                raise
            with sound:
                self._listen_for_cuts([sound, speech], cuts)
                assert speech.stdin is not None
                assert speech.stdout is not None
                speech.stdout.close()  # it is the player's now: if that ends, so does the speech
                with suppress(BrokenPipeError):
                    speech.stdin.write(utterance.text.encode())
                    speech.stdin.close()
        with self._changed:
            self._processes = []

    def _listen_for_cuts(self, processes: list[subprocess.Popen[bytes]], cuts: int) -> None:
        """Let an interruption end these processes; one that came before they were started ends them now."""
        with self._changed:
            self._processes = processes
            if self._cuts != cuts:
                for process in processes:
                    process.kill()
