"""The voice says texts in processes of its own, holds nobody up, and is silent when there is nothing to say."""

from __future__ import annotations

import os
import shutil
import stat
import time
from pathlib import Path

import pytest

from companion.words import LANGUAGES
from firmware.speech import outputs, voice
from firmware.speech.voice import MOST_WAITING, Utterance, Voice, can_speak, voices


def by_default(_: str) -> list[tuple[str, ...]]:
    return [outputs.DEFAULT]


class Programs:
    """Stand-ins for espeak-ng and aplay. While the file `wait` is there, playing does not end.

    The player hears only the stand-in for speech, not a box of another test that has not fallen silent yet.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"
        self.wait = folder / "wait"
        self.log.touch()
        self.speech = f'echo "args $@" >> {self.log}\nprintf "heard "\nexec cat'
        self.write("espeak-ng", self.speech)
        ours = 'read -r heard said\ntest "$heard" = heard || exit 0'
        lasting = f"while test -e {self.wait}; do sleep 0.02; done"
        self.write("aplay", f'{ours}\necho "said $said" >> {self.log}\n{lasting}\necho "over $said" >> {self.log}')

    def write(self, name: str, body: str) -> None:
        file = self.folder / name
        file.write_text(f"#!/bin/sh\n{body}\n")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)

    @property
    def lines(self) -> list[str]:
        return self.log.read_text().splitlines()

    def said(self) -> list[str]:
        return [line.removeprefix("said ") for line in self.lines if line.startswith("said ")]

    def until_said(self, text: str) -> None:
        for _ in range(500):
            if text in self.said():
                return
            time.sleep(0.02)
        raise AssertionError(f"{text} was never said: {self.lines}")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return Programs(tmp_path)


def test_texts_are_said_one_after_another(programs: Programs) -> None:
    speaking = Voice(by_default)
    speaking.say(Utterance("Anna", "de", 50, 120))
    speaking.say(Utterance("Ben"))
    assert speaking.wait_until_silent(30)
    assert programs.said() == ["Anna", "Ben"]
    assert programs.lines[0] == "args --stdin --stdout -v de -a 50 -s 120"
    speaking.close()


def test_no_command_line_shows_what_is_said(programs: Programs) -> None:
    """Any user of a machine can list the commands that run there."""
    speaking = Voice(by_default)
    speaking.say(Utterance("ballots"))
    assert speaking.wait_until_silent(30)
    assert [line for line in programs.lines if line.startswith("args") and "ballots" in line] == []
    speaking.close()


def test_an_interruption_cuts_what_is_said_and_drops_what_waits(programs: Programs) -> None:
    programs.wait.touch()
    speaking = Voice(by_default)
    speaking.say(Utterance("long"))
    programs.until_said("long")
    speaking.say(Utterance("later"))
    speaking.say(Utterance("now"), interrupts=True)
    programs.until_said("now")
    programs.wait.unlink()
    assert speaking.wait_until_silent(30)
    assert programs.said() == ["long", "now"]
    assert "over long" not in programs.lines
    speaking.close()


def test_only_the_latest_texts_wait(programs: Programs) -> None:
    programs.wait.touch()
    speaking = Voice(by_default)
    speaking.say(Utterance("0"))
    programs.until_said("0")
    for number in range(1, 10):
        speaking.say(Utterance(str(number)))
    programs.wait.unlink()
    assert speaking.wait_until_silent(30)
    assert programs.said() == ["0", *map(str, range(10 - MOST_WAITING, 10))]
    speaking.close()


def test_silence_runs_no_program(programs: Programs) -> None:
    speaking = Voice(by_default)
    speaking.hush()
    assert speaking.wait_until_silent(30)
    assert programs.lines == []
    speaking.close()
    speaking.say(Utterance("late"))
    assert programs.lines == []


def test_a_voice_without_its_programs_says_so_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert voice.missing() == ["espeak-ng", "aplay"]
    speaking = Voice(by_default)
    for text in ("one", "two"):
        speaking.say(Utterance(text))
    assert speaking.wait_until_silent(30)
    assert caplog.text.count("the voice failed") == 1
    speaking.close()


def test_a_failing_sound_player_is_logged_once(programs: Programs, caplog: pytest.LogCaptureFixture) -> None:
    """Nobody should think that the box has nothing to say."""
    speaking = Voice(by_default)

    def say(*texts: str) -> int:
        for text in texts:
            speaking.say(Utterance(text))
            assert speaking.wait_until_silent(30)
        return caplog.text.count("the voice failed: aplay --quiet - ended with 1")

    programs.write("aplay", "exit 1")
    assert say("one", "two") == 1
    programs.write("aplay", "cat > /dev/null")
    assert say("three") == 1
    programs.write("aplay", "exit 1")
    assert say("four") == 2
    speaking.close()


def test_a_card_that_can_not_be_opened_leaves_it_to_the_next(
    programs: Programs, caplog: pytest.LogCaptureFixture
) -> None:
    """A television that is off must not make the box mute."""
    programs.write("refuse", "exit 1")
    speaking = Voice(lambda output: [("refuse", output), outputs.DEFAULT])
    speaking.say(Utterance("one", output="vc4hdmi0"))
    speaking.say(Utterance("two", output="vc4hdmi0"))
    assert speaking.wait_until_silent(30)
    assert programs.said() == ["one", "two"]
    assert caplog.text.count("refuse vc4hdmi0 ended with 1") == 1
    speaking.close()


def test_what_is_cut_short_has_not_failed(programs: Programs, caplog: pytest.LogCaptureFixture) -> None:
    programs.wait.touch()
    speaking = Voice(by_default)
    speaking.say(Utterance("long"))
    programs.until_said("long")
    speaking.hush()
    assert speaking.wait_until_silent(30)
    assert caplog.text == ""
    speaking.close()


def test_a_language_without_a_voice_is_spoken_in_the_english_one(
    programs: Programs, caplog: pytest.LogCaptureFixture
) -> None:
    """Better with an accent than not at all; the log says so."""
    programs.write("espeak-ng", f'case "$*" in *"-v vec"*) exit 1;; esac\n{programs.speech}')
    speaking = Voice(by_default)
    for text in ("Bondì", "Sani"):
        speaking.say(Utterance(text, "vec"))
    assert speaking.wait_until_silent(30)
    assert programs.said() == ["Bondì", "Sani"]
    assert {line.partition(" -v ")[2].split()[0] for line in programs.lines if line.startswith("args")} == {"en-gb"}
    assert caplog.text.count("-v vec -a 100 -s 160 ended with 1") == 1
    speaking.close()


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="no espeak-ng: apt install espeak-ng")
def test_every_language_of_ours_has_a_voice() -> None:
    assert [language for language in LANGUAGES if not can_speak(voices(language)[0])] == []
    assert not can_speak("no such voice")


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="no espeak-ng: apt install espeak-ng")
def test_espeak_ng_makes_a_sound(tmp_path: Path) -> None:
    """By the real program: a WAV file with something to hear in it; the louder, the more."""
    loudest = {}
    for volume in (25, 200):
        sound = tmp_path / f"{volume}.wav"
        speaking = Voice(lambda output: [("tee", output)])
        speaking.say(Utterance("Anna’s turn.", volume=volume, output=str(sound)))
        assert speaking.wait_until_silent(60)
        speaking.close()
        data = sound.read_bytes()
        assert data.startswith(b"RIFF")
        loudest[volume] = max(
            abs(int.from_bytes(data[n : n + 2], "little", signed=True)) for n in range(44, 40_000, 2)
        )
    assert loudest[200] > 2 * loudest[25] > 0
