"""Scenes of a game being played: what happened, what is asked, and the menu behind BACK."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from companion.choices import Choice
from companion.referee import Referee
from companion.words import Words
from firmware.box.preferences import Preferences
from firmware.scenes import Scene, Stage
from firmware.scenes.joining import PhonePages
from firmware.scenes.questions.questions import Done, Heading, QuestionScene
from hardware.lamps import Lamps


class MatchStage(Stage, Protocol):
    """The part of the box that a game being played needs besides a stage for its scenes."""

    @property
    def lowest(self) -> Scene:
        """Return the scene below all menus and texts."""

    @property
    def lamps(self) -> Lamps: ...

    @property
    def preferences(self) -> Preferences: ...

    @property
    def phones(self) -> PhonePages | None:
        """The pages for phones, if there are any."""

    def take_away(self, scene: Scene) -> None:
        """Take a scene away, wherever in the stack it is."""

    def post(self, item: Callable[[], None]) -> None:
        """Hand something to do to the loop. Any thread may."""

    def sound(self, kind: str) -> None:
        """Play one of the buzzer's sounds, unless the owner has turned sound off."""

    def go_home(self) -> None:
        """Leave the table; the game is kept."""

    def play_again(self) -> None:
        """Leave the table for another game of the same people, with the next player first."""


class OnTable(Protocol):
    """The game on the table, for what changes it."""

    @property
    def stage(self) -> MatchStage: ...

    @property
    def referee(self) -> Referee: ...

    @property
    def words(self) -> Words: ...

    def act(
        self, action: Callable[[], object], *, news: str | None = None, ready: Mapping[str, Any] | None = None
    ) -> bool: ...

    def question(self, heading: Heading, choice: Choice, done: Done, likely: Any) -> QuestionScene: ...
