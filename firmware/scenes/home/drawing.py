"""The job Draw on the box: a dial or a deck of one game. OK draws again, BACK ends it."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from PIL import Image

from companion import games
from companion.jobs.draw import STOP, asks_to_go_on
from companion.referee.seals import seal_words
from companion.referee.urn import Urn
from companion.steps import TABLE, Decision
from companion.words import folders_of
from firmware.scenes import Scene
from firmware.scenes.home import HomeStage
from firmware.scenes.home.last_time import DRAW, JOB, game_of, keep, last_first
from firmware.scenes.match.match import Match
from firmware.scenes.match.telling import FRAME, Cover, Telling, Turning
from firmware.scenes.menus import Item, Menu
from firmware.scenes.questions.questions import Asking, QuestionScene
from firmware.screens import reading
from firmware.screens.lists import Row
from firmware.screens.reading import OK
from hardware.keys import Key


def games_to_draw() -> list[str]:
    return [name for name in games.names() if games.find(name).draws]


def choose_dial(box: HomeStage, game: str, urn: Urn) -> None:
    """Ask which dial or deck of a game, the one used last first. Where there is only one, draw."""
    last = box.preferences[DRAW]
    draws = last_first(last, [f"{game}:{what}" for what in games.find(game).draws])
    if len(draws) == 1:
        draw(box, draws[0], urn)
        return
    words = box.words_for(folders_of(game))
    items = [Item(Row(words.thing("draw", kind.partition(":")[2])), partial(draw, box, kind, urn)) for kind in draws]
    box.push(Menu(box, words.thing("game", game), lambda: items, right=seal_of(urn)))


def last_game(box: HomeStage) -> str:
    """Return the game that was drawn for last."""
    return game_of(box.preferences[DRAW])


def seal_of(urn: Urn) -> str:
    """Return as much of the first seal as a title has room for.

    >>> len(seal_of(Urn(bytes(32))))
    14
    """
    return " ".join(seal_words(urn.commitment).split()[:3])


def draw(box: HomeStage, kind_name: str, urn: Urn) -> None:
    """Draw until the table has enough; the moment it begins is stirred in."""
    game = game_of(kind_name)
    kind = games.find_kind(kind_name)
    table = kind.set_table([], {}, games.find(game).layout(box.ledger.folder / "layouts"))
    urn.stir(f"{Key.OK} {time.perf_counter_ns()}")
    referee = box.ledger.begin(kind, table, urn)
    keep(box, {JOB: "draw", DRAW: kind_name})
    match = DrawMatch(box, referee, box.words_for(folders_of(game)), referee.game.tells)
    box.play(match)
    match.go_on()


class DrawMatch(Match):
    """A drawing on the box. It asks whether to draw again on the picture of what has come up."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._last_drawn: Telling | None = None

    def _next_telling(self) -> Telling | None:
        """Keep the last telling for the question whether to draw again. A secret is shown first, and gone then."""
        telling = super()._next_telling()
        asked = self.referee.open.get(TABLE)
        if telling is None or isinstance(telling, Cover) or self.untold or asked is None or not asks_to_go_on(asked):
            return telling
        self._last_drawn = telling
        return None

    def _ask(self, decision: Decision) -> Scene:
        drawn, self._last_drawn = self._last_drawn, None
        scene = super()._ask(decision)
        if not asks_to_go_on(decision) or not isinstance(scene, QuestionScene):
            return scene
        scene.on_back, scene.on_hold_back = self.end, self.open_menu
        return scene if drawn is None else LastDraw(scene, drawn, decision.likely)

    def end(self) -> None:
        """Have enough, and go home."""
        decision = self.referee.open[TABLE]
        if self.act(partial(self.referee.answer, TABLE, STOP, decision.id), ready={}):
            self.stage.go_home()


class LastDraw(QuestionScene):
    """The last draw, until OK draws again or BACK ends it. An arrow shows the question with its answers.

    A key while it turns stops it first.
    """

    def __init__(self, asked: QuestionScene, telling: Telling, likely: Any) -> None:
        super().__init__(Asking(asked.stage, asked.heading, asked.words, asked.done))
        self.asked = asked
        self.telling = telling
        self.likely = likely
        self.on_back, self.on_hold_back = asked.on_back, asked.on_hold_back
        self.wake = telling.wake if self.is_turning else None
        telling.waits = True
        telling.stay()

    @property
    def is_turning(self) -> bool:
        return isinstance(self.telling, Turning) and self.telling.since() < self.telling.turning

    def picture(self) -> Image.Image:
        image = self.telling.picture()
        return image if self.is_turning else reading.with_keys(image, self.words("box.draw-keys"), OK)

    def tick(self, now: float) -> None:
        self.wake = now + FRAME if self.is_turning else None

    def move(self, key: Key) -> None:
        if self.is_turning:
            self.telling.key(key)
            self.wake = None
        elif key == Key.OK:
            self.done(self.likely)
        else:
            self.stage.replace(self.asked)
