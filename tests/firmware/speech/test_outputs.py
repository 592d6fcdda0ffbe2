"""The loudspeaker that somebody has plugged in is heard, and the owner may choose another card."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.scenes.setup.settings import SettingsMenu
from firmware.speech import outputs
from firmware.speech.choices import ALL, OUTPUT
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, menu_of, turn_to
from tests.firmware.speech.hearing import listen

CARDS = """ 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 2 [sndrpihifiberry]: HifiberryDac - snd_rpi_hifiberry_dac
                      snd_rpi_hifiberry_dac
 3 [Device         ]: USB-Audio - USB Audio Device
                      C-Media Electronics Inc. USB Audio Device at usb-1.2, full speed
 4 [C920           ]: USB-Audio - HD Pro Webcam C920
                      HD Pro Webcam C920 at usb-1.3, high speed
"""
STREAMS = """00-00: MAI PCM i2s-hifi-0 : MAI PCM i2s-hifi-0 : playback 1
01-00: bcm2835 Headphones : bcm2835 Headphones : playback 8
02-00: HiFiBerry DAC HiFi pcm5102a-hifi-0 : : playback 1
03-00: USB Audio : USB Audio : playback 1 : capture 1
04-00: USB Audio : USB Audio : capture 1
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the root of a machine with five sound cards."""
    (tmp_path / "proc/asound").mkdir(parents=True)
    (tmp_path / outputs.CARDS).write_text(CARDS)
    (tmp_path / outputs.STREAMS).write_text(STREAMS)
    return tmp_path


def test_usb_comes_first_then_a_hat_the_jack_and_a_television(root: Path) -> None:
    """A camera can only listen."""
    found = outputs.cards(root)
    assert [card.id for card in found] == ["Device", "sndrpihifiberry", "Headphones", "vc4hdmi0"]
    assert found[0].name == "USB Audio Device"
    (root / outputs.STREAMS).unlink()
    assert len(outputs.cards(root)) == 5, "where nobody says which can play, all are tried"


def test_without_a_card_there_is_still_the_default_of_alsa(tmp_path: Path) -> None:
    assert outputs.cards(tmp_path) == []
    assert outputs.players("", tmp_path) == [outputs.DEFAULT]
    (tmp_path / "proc/asound").mkdir(parents=True)
    (tmp_path / outputs.CARDS).write_text("--- no soundcards ---\n")
    assert outputs.cards(tmp_path) == []


def test_the_chosen_card_is_tried_first_and_the_others_after_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    assert outputs.players("Headphones", root)[0] == ("aplay", "--quiet", "-D", "plughw:CARD=Headphones", "-")
    by_default = outputs.players("", root)
    assert by_default[0] == ("aplay", "--quiet", "-D", "plughw:CARD=Device", "-")
    assert by_default[-1] == outputs.DEFAULT
    assert outputs.players("unplugged", root) == by_default


def test_a_desktop_plays_where_its_user_has_chosen(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(root))
    (root / "pulse").mkdir()
    (root / "pulse/native").touch()
    assert outputs.players("", root) == [outputs.DEFAULT]
    assert len(outputs.players("Device", root)) > 1, "unless the box itself is told"


def test_the_output_is_chosen_in_set_up_if_there_is_more_than_one(
    root: Path, box: TestBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is heard at once, and by its full name."""
    found = outputs.cards(root)
    monkeypatch.setattr(outputs, "cards", lambda: found)
    ears = listen(box, ALL)
    box.box.push(SettingsMenu(box.box))
    choose(box, "Voice")
    turn_to(box, "Sound by", "Headphones")
    assert box.box.preferences[OUTPUT] == "Headphones"
    assert ears.utterances[-1].output == "Headphones"
    assert "bcm2835 Headphones" in ears.take()
    box.box.go_home()
    monkeypatch.setattr(outputs, "cards", lambda: found[:1])
    box.box.push(SettingsMenu(box.box))
    choose(box, "Voice")
    assert "Sound by" not in [item.row.text for item in menu_of(box).items]
