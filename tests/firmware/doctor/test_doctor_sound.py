"""The doctor on the voice: what it lacks is a warning only where the box should speak."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.box.preferences import Preferences
from firmware.doctor import sound
from firmware.speech import outputs, voice
from firmware.speech.choices import ALL, MEASURE, OUTPUT
from tests.firmware.findings import keys

CARDS = """ 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 1 [Device         ]: USB-Audio - USB Audio Device
                      C-Media USB Audio Device at usb-1.2, full speed
"""


@pytest.mark.parametrize(("measure", "state"), [(None, "ok"), (ALL, "warn")])
def test_what_the_voice_lacks(
    measure: str | None, state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Preferences(tmp_path)[MEASURE] = measure
    monkeypatch.setattr(voice, "missing", lambda: ["aplay"])
    (found,) = sound.speech(tmp_path, tmp_path)
    assert (keys([found]), found.facts) == ([(state, "voice-missing")], {"programs": ["aplay"]})
    monkeypatch.setattr(voice, "missing", list)
    Preferences(tmp_path)["language"] = "de"
    monkeypatch.setattr(voice, "can_speak", lambda one: False)
    assert keys(sound.speech(tmp_path, tmp_path)) == [(state, "voice-mute")]
    monkeypatch.setattr(voice, "can_speak", lambda one: one != "de")
    (found,) = sound.speech(tmp_path, tmp_path)
    assert (keys([found]), found.facts) == ([(state, "voice-foreign")], {"language": "Deutsch"})
    monkeypatch.setattr(voice, "can_speak", lambda one: True)
    assert keys(sound.speech(tmp_path, tmp_path)) == [(state, "voice-no-card")]
    (tmp_path / "proc/asound").mkdir(parents=True)
    (tmp_path / outputs.CARDS).write_text("--- no soundcards ---\n")
    assert keys(sound.speech(tmp_path, tmp_path)) == [(state, "voice-no-card")]
    (tmp_path / outputs.CARDS).write_text(CARDS)
    (found,) = sound.speech(tmp_path, tmp_path)
    assert (keys([found]), found.facts) == ([("ok", "voice-right")], {"card": "USB Audio Device"})
    Preferences(tmp_path)[OUTPUT] = "Headphones"
    (found,) = sound.speech(tmp_path, tmp_path)
    assert found.facts == {"card": "bcm2835 Headphones"}, "by which it will speak"
