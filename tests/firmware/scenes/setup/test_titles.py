"""Set-up: its title speaks the language just chosen, and switching off waits for the system."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.words import LANGUAGES
from firmware.machine import power
from firmware.scenes.menus import Menu
from firmware.scenes.setup.settings import SwitchingOff
from firmware.screens import reading
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose


def test_the_title_changes_with_the_language(box: TestBox) -> None:
    choose(box, "Set-up")
    menu = box.box.scene
    assert isinstance(menu, Menu)
    box.tap(Key.RIGHT)
    assert menu.title == box.box.words("home.setup") == "Einstellungen"


def test_switching_off_is_shown_until_the_system_stops_the_box(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The service would restart a box that ends, and a dark screen would invite pulling the plug too early."""
    monkeypatch.setattr(power, "power_off", lambda: None)
    choose(box, "Set-up")
    choose(box, "Shut down")
    box.tap(Key.LEFT)
    scene = box.box.scene
    assert isinstance(scene, SwitchingOff)
    for key in Key:
        box.tap(key)
    assert box.box.scene is scene
    assert not box.box.stopping
    assert box.glass().tobytes() == scene.picture().tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_when_to_pull_the_plug_fits_the_screen(tmp_path: Path, language: str) -> None:
    box = TestBox(tmp_path, language)
    assert len(reading.wrap(box.box.words("setup.switching-off"))) <= reading.LINES
    SwitchingOff(box.box).picture().save(tmp_path / "off.png")
    box.close()
