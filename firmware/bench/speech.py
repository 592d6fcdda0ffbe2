"""The delay of a sentence after its picture, and how long speaking holds up the loop: `ballottino bench speech`."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from companion.ledger import Ledger
from companion.words import HERE as SHARED_WORDS
from companion.words import LANGUAGES, Words
from firmware import WORDS
from firmware.bench.figures import Cell, FigureTable, quantile, ratio, share
from firmware.box.box import Box
from firmware.scenes.menus import Reading
from firmware.speech.choices import ALL, MEASURE
from firmware.speech.voice import SPEECH, Utterance, Voice, missing, speech_command, voices
from hardware.panel import Panel
from hardware.profile import load

SENTENCES = 20
HEADER = 44
"""Bytes of a WAV file before its first sample."""
RATE = 22_050
"""Samples a second, of two bytes each."""
SOON = 0.3
"""Seconds within which a sentence seems to belong to its picture."""
AUDIBLE = 300
"""A sample beyond this is heard; below is the hiss before a word. Loud ones reach 20,000."""


def measure(effort: float = 1) -> list[FigureTable]:
    meaning = (
        "The time from the moment at which a picture is about to be shown to the first sound of its sentence as it "
        "reaches the player, the silence before it in the sound included; beside it the same sentence by espeak-ng "
        "alone. Microseconds: how long the loop is held up when there is something to say, and when there is not."
    )
    can_speak = SPEECH not in missing(player=("tee",))
    rows = [
        spoken_in(language, share(SENTENCES, effort)) if can_speak else silent(language) for language in LANGUAGES
    ]
    return [FigureTable("From picture to voice", meaning, rows)]


def silent(language: str) -> dict[str, Cell]:
    """Return a row without figures, where there is no espeak-ng."""
    return dict.fromkeys(row_of(language, [0.0], [0.0], [0.0], [0.0])) | {"language": language}


def row_of(
    language: str, heard: list[float], bare: list[float], held: list[float], idle: list[float]
) -> dict[str, Cell]:
    """Return a row of seconds in milliseconds and microseconds."""
    median = quantile(heard, 0.5)
    return {
        "language": language,
        "ms to its first sound p50": round(median * 1e3),
        "ms at most": round(max(heard) * 1e3),
        "within 300 ms, %": round(100 * sum(one <= SOON for one in heard) / len(heard)),
        "espeak-ng alone, ms p50": round(quantile(bare, 0.5) * 1e3),
        "over espeak-ng alone": ratio(median, quantile(bare, 0.5)),
        "loop held up, µs p50": round(quantile(held, 0.5) * 1e6),
        "in silence, µs p50": round(quantile(idle, 0.5) * 1e6),
    }


def spoken_in(language: str, times: int) -> dict[str, Cell]:
    """Have the box say a sentence again and again, each time with espeak-ng alone beside it."""
    heard, bare, held, idle = [], [], [], []
    with listened_box(language) as (box, voice, pipe):
        words = box.words
        for _ in range(times):
            box.push(Reading(box, words("setup.off"), words("setup.switching-off")))
            start = time.perf_counter()
            box.panel.screen.show(box.scene.picture())
            shown = time.perf_counter()
            box.speaker.look(box.scene, box.scenes, words)
            held.append(time.perf_counter() - shown)
            with pipe.open("rb") as sound:
                heard.append(first_sound(sound, start))
            voice.hush()
            voice.wait_until_silent()
            start = time.perf_counter()
            box.speaker.look(box.scene, box.scenes, words)
            idle.append(time.perf_counter() - start)
            bare.append(alone(Utterance(f"{words('setup.off')}. {words('setup.switching-off')}", language)))
    return row_of(language, heard, bare, held, idle)


@contextmanager
def listened_box(language: str) -> Iterator[tuple[Box, Voice, Path]]:
    """Yield a box at home that says everything, its voice, and a pipe with what the player gets."""
    with tempfile.TemporaryDirectory() as folder:
        pipe = Path(folder) / "sound"
        os.mkfifo(pipe)
        panel = Panel.open_screen(load("simulated"))
        box = Box(panel, Ledger(Path(folder)), Words(language, [WORDS, SHARED_WORDS]))
        box.preferences[MEASURE] = ALL
        voice = Voice(lambda _: [("tee", str(pipe))])
        box.speaker.voice = voice
        box.go_home()
        box.show()
        voice.hush()
        voice.wait_until_silent()
        try:
            yield box, voice, pipe
        finally:
            voice.close()
            panel.close()


def alone(utterance: Utterance) -> float:
    """Return the time to the first sound of espeak-ng, run by itself."""
    start = time.perf_counter()
    command = speech_command(utterance, voices(utterance.language)[0])
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as speech:
        assert speech.stdin is not None
        assert speech.stdout is not None
        speech.stdin.write(utterance.text.encode())
        speech.stdin.close()
        found = first_sound(speech.stdout, start)
        speech.kill()
    return found


def first_sound(sound: IO[bytes], start: float) -> float:
    """Return the time from `start` to the first sound: when it comes, and how much silence there is before it."""
    data = b""
    while chunk := os.read(sound.fileno(), 4096):
        data += chunk
        for place in range(max(HEADER, len(data) - len(chunk)) // 2 * 2, len(data) - 1, 2):
            if abs(int.from_bytes(data[place : place + 2], "little", signed=True)) > AUDIBLE:
                return time.perf_counter() - start + (place - HEADER) / 2 / RATE
    raise RuntimeError("espeak-ng made no sound")
