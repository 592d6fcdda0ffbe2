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
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import product
from threading import Condition, Thread
from typing import NamedTuple

from firmware.speech import outputs

SPEECH = "espeak-ng"
MOST_WAITING = 4
ENGLISH = "en-gb"
VOICES = {"en": ENGLISH}
"""The voice of a language, where it is not called like the language."""
PATIENCE = 10.0
"""Most seconds to wait for an answer about a voice."""


class Utterance(NamedTuple):
    """A text to say: in which language, how loud (100 is usual), how fast in words a minute, and by which card."""

    text: str
    language: str = "en"
    volume: int = 100
    speed: int = 160
    output: str = ""


def missing(player: Sequence[str] = outputs.DEFAULT) -> list[str]:
    """Return the programs that the voice lacks."""
    return [program for program in (SPEECH, player[0]) if shutil.which(program) is None]


def voices(language: str) -> list[str]:
    """Return the voices in which a language is spoken: its own, then the English one if it has none.

    >>> voices("en"), voices("vec")
    (['en-gb'], ['vec', 'en-gb'])
    """
    return list(dict.fromkeys([VOICES.get(language, language), ENGLISH]))


def speech_command(utterance: Utterance, voice: str) -> list[str]:
    """Return the command that reads a text and writes its sound.

    >>> " ".join(speech_command(Utterance("", "de", 50, 210), "de"))
    'espeak-ng --stdin --stdout -v de -a 50 -s 210'
    """
    return [
        *(SPEECH, "--stdin", "--stdout", "-v", voice),
        *("-a", str(utterance.volume), "-s", str(utterance.speed)),
    ]


def can_speak(voice: str) -> bool:
    """Return whether espeak-ng knows this voice and makes a sound with it."""
    try:
        made = subprocess.run(
            speech_command(Utterance(""), voice), input=b"1", capture_output=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return made.returncode == 0 and bool(made.stdout)


class Voice:
    """Says texts one after another; one that interrupts is said at once, and what was waiting is dropped.

    `players` returns the commands that play on the chosen card, in the order in which they are tried.
    """

    def __init__(self, players: Callable[[str], Sequence[Sequence[str]]] = outputs.players) -> None:
        self.players = players
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

    def _complain(self, why: object) -> None:
        """Say in the log what is wrong, once until all goes well again."""
        if not self._has_failed:
            logging.getLogger("ballottino").warning("the voice failed: %s", why)
        self._has_failed = True

    def _speak(self, utterance: Utterance, cuts: int) -> None:
        """Say a text in the first voice that there is for its language, by the first card that plays."""
        ways = product(voices(utterance.language), self.players(utterance.output))
        for tried, (voice, player) in enumerate(ways):
            failed = self._run(speech_command(utterance, voice), player, utterance.text, cuts)
            if failed is None:
                self._has_failed = self._has_failed and tried > 0
                return
            self._complain(failed)

    def _run(self, speech_command: Sequence[str], player: Sequence[str], text: str, cuts: int) -> str | None:
        """Say a text; return what failed, unless all went well or was cut short."""
        quiet = subprocess.DEVNULL
        pipe = subprocess.PIPE
        with subprocess.Popen(speech_command, stdin=pipe, stdout=pipe, stderr=quiet) as speech:
            try:
                sound = subprocess.Popen(player, stdin=speech.stdout, stdout=quiet, stderr=quiet)
            except OSError:
                speech.kill()
                raise
            with sound:
                self._listen_for_cuts([sound, speech], cuts)
                assert speech.stdin is not None
                assert speech.stdout is not None
                speech.stdout.close()  # it is the player's now: if that ends, so does the speech
                with suppress(BrokenPipeError):
                    speech.stdin.write(text.encode())
                    speech.stdin.close()
        with self._changed:
            self._processes = []
            if self._cuts != cuts:
                return None
        if speech.returncode > 0:  # below 0 a signal ended it: that of a player which has failed
            return f"{' '.join(speech_command)} ended with {speech.returncode}"
        return f"{' '.join(player)} ended with {sound.returncode}" if sound.returncode else None

    def _listen_for_cuts(self, processes: list[subprocess.Popen[bytes]], cuts: int) -> None:
        """Let an interruption end these processes; one that came before they were started ends them now."""
        with self._changed:
            self._processes = processes
            if self._cuts != cuts:
                for process in processes:
                    process.kill()
