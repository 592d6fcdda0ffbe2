"""The inbox: a fault in one thing that was posted does not keep the others waiting."""

from __future__ import annotations

from firmware.scenes.menus import Menu, Reading
from hardware.keys import Key
from tests.firmware.boxes import TestBox


def test_posts_after_a_fault_are_still_handled(box: TestBox) -> None:
    done: list[str] = []

    def fail() -> None:
        raise ZeroDivisionError

    box.box.post(fail)
    box.box.post(lambda: done.append("a phone's answer"))
    box.wait()
    assert done == ["a phone's answer"]
    assert isinstance(box.box.scene, Reading)
    assert "ZeroDivisionError" in " ".join(box.box.scene.lines)
    assert box.glass().tobytes() == box.box.scene.picture().tobytes()
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Menu)
