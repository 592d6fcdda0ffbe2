"""The scenes on the screen, one on top of the other, and the presses that the one in sight is given."""

from __future__ import annotations

from collections.abc import Callable

from firmware.box.presses import Presses
from firmware.scenes import Scene
from firmware.scenes.owner import OwnerAsked


class SceneStack:
    """A stack of scenes: the lowest is home, or the game being played; menus and texts lie on top.

    What a phone asks the owner for lies on no stack: whatever happens in the game meanwhile happens below it.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.scenes: list[Scene] = []
        self.asking: OwnerAsked | None = None
        self.presses = Presses(clock)

    @property
    def scene(self) -> Scene:
        """The scene that is shown: a phone's petition to the owner, or else the top of the stack."""
        return self.asking or self.scenes[-1]

    @property
    def lowest(self) -> Scene:
        """Return the scene below all menus and texts."""
        return self.scenes[0]

    def push(self, scene: Scene) -> None:
        """Show a scene on top of the others."""
        self.scenes.append(scene)
        scene.entered()

    def back(self) -> None:
        """Remove the top scene; the one below is shown again."""
        if len(self.scenes) > 1:
            self.scenes.pop()
            self.scenes[-1].entered()

    def take_away(self, scene: Scene) -> None:
        """Take a scene away, wherever in the stack it is."""
        if scene is self.scene:
            self.back()
        elif scene in self.scenes:
            self.scenes.remove(scene)

    def replace(self, scene: Scene) -> None:
        """Show this scene alone, with nothing below it."""
        self.scenes = [scene]
        scene.entered()

    def settle(self) -> None:
        """Take no key but BACK for a moment, because one key has answered."""
        self.presses.settle()

    @property
    def is_settling(self) -> bool:
        return self.presses.is_settling
