"""*Key test*: each contact of the build on its own, and a way out whatever is wired wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.words import LANGUAGES
from firmware.scenes.menus import Menu
from firmware.scenes.setup.pins import QUIET, PinTest
from firmware.scenes.setup.settings import settings
from firmware.screens.reading import fits_footer
from hardware.keys import Key
from hardware.profile import names
from tests.firmware.boxes import TestBox


def try_keys(box: TestBox) -> PinTest:
    settings(box.box)
    scene = PinTest(box.box, box.panel)
    box.box.push(scene)
    box.box.show()
    return scene


def shown(scene: PinTest) -> list[str]:
    return [one.name for one in scene._contacts()]


def test_two_contacts_of_one_key_are_counted_apart(tmp_path: Path) -> None:
    box = TestBox(tmp_path, profile="adafruit-bonnet")
    scene = try_keys(box)
    for pin, times in ((4, 1), (5, 2)):
        for _ in range(times):
            before = box.glass().tobytes()
            box.wires.drive(pin, level=False)
            box.wait(0.1)
            assert next(one for one in scene._contacts() if one.name == f"OK {pin}").closed
            box.wires.drive(pin, level=True)
            box.wait(0.1)
            assert box.glass().tobytes() == scene.picture().tobytes() != before
    assert scene.closed == {4: 1, 5: 2}
    assert scene.pressed == {Key.OK: 3}
    box.close()


@pytest.mark.parametrize("profile", names())
def test_keys_that_the_build_lacks_are_not_shown(tmp_path: Path, profile: str) -> None:
    box = TestBox(tmp_path, profile=profile)
    scene = try_keys(box)
    pins = [pin for pins in box.panel.profile.keys.values() for pin in pins]
    knob = 3 if box.panel.profile.encoder else 0
    assert len(shown(scene)) == len(pins) + knob
    assert any(name.startswith("SEAT") for name in shown(scene)) == (Key.SEAT1 in box.panel.profile.keys)
    box.close()


def test_a_knob_shows_how_far_it_was_turned_and_which_way(tmp_path: Path) -> None:
    box = TestBox(tmp_path, profile="breadboard")
    scene = try_keys(box)
    box.wires.turn(2)
    for _ in range(8):
        box.wait(0.02)
    assert [(one.name, one.times) for one in scene._turns()] == [("UP", "–"), ("DOWN", "2")]
    box.close()


def test_a_bouncing_contact_is_counted_once(box: TestBox) -> None:
    scene = try_keys(box)
    for level in (False, True, False, True, False):
        box.wires.drive(6, level=level)
    box.wait(0.1)
    assert scene.closed[6] == 1


def test_a_held_ok_leaves(box: TestBox) -> None:
    try_keys(box)
    box.hold(Key.OK)
    assert isinstance(box.box.scene, Menu)


def test_it_ends_when_no_key_is_touched_for_a_while(box: TestBox) -> None:
    scene = try_keys(box)
    box.wait(QUIET - 1)
    box.tap(Key.UP)
    box.wait(QUIET - 1)
    assert box.box.scene is scene
    box.wait(1)
    assert isinstance(box.box.scene, Menu)


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_to_leave_is_on_the_screen(tmp_path: Path, language: str) -> None:
    box = TestBox(tmp_path, language)
    assert fits_footer(box.box.words("setup.pins-leave"))
    box.close()
