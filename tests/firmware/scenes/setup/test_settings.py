"""Set-up: the test of the keys, for whoever has just built a box, and what it tells about itself."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from firmware.scenes.menus import Menu
from firmware.scenes.setup.pins import PinTest
from firmware.scenes.setup.settings import about
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose


@pytest.fixture
def testing(box: TestBox) -> PinTest:
    choose(box, "Set-up")
    choose(box, "Key test")
    scene = box.box.scene
    assert isinstance(scene, PinTest)
    return scene


def test_every_key_is_counted(box: TestBox, testing: PinTest) -> None:
    """Each press changes the glass, in that key's place and nowhere else."""
    wired = [key for key in Key if key in box.panel.profile.keys]
    assert len(wired) > 6
    for times in (1, 2):
        for key in wired:
            before = box.glass()
            box.tap(key)
            assert box.box.scene is testing
            assert testing.pressed[key] == times
            assert box.glass().tobytes() == testing.picture().tobytes() != before.tobytes()
    assert set(testing.pressed) == set(wired)


def test_back_twice_leaves_and_once_does_not(box: TestBox, testing: PinTest) -> None:
    for key in (Key.BACK, Key.OK, Key.BACK):
        box.tap(key)
        assert box.box.scene is testing
    box.tap(Key.BACK)
    scene = box.box.scene
    assert isinstance(scene, Menu)
    assert scene.title == "Set-up"


def test_free_space_is_told_in_gigabytes(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=27_350_000_000))
    assert "27.4 GB free" in about(box.box)
