"""A game on this box: one referee, its questions and tellings as scenes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.choices import Choice, Pick, Several
from companion.jobs.draw import WHO_DRAWS, Drawing
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.referee.run import Run
from companion.refusal import Halted, Refusal
from companion.steps import TABLE, Decision
from companion.words import Words
from firmware.box.turn_signs import TurnSigns
from firmware.scenes import Scene
from firmware.scenes.match.game_menu import GameMenu
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.mending import Mending
from firmware.scenes.match.teller import Teller, alike
from firmware.scenes.match.telling import Telling
from firmware.scenes.menus import Reading
from firmware.scenes.questions.asking import question
from firmware.scenes.questions.questions import Done, Heading, Question

if TYPE_CHECKING:
    from firmware.box.box import Box


class Match:
    """Plays one game on the box. After every answer it shows what happened, then what is asked next."""

    def __init__(self, box: Box, referee: Referee, words: Words, told: int | None = None) -> None:
        self.box = box
        self.referee = referee
        self.words = words
        self.told = len(referee.game.tells) if told is None else told
        self.news: list[str] = []
        self.holder: int | None = None
        self.dropped: list[str] = []
        self.undone: dict[str, Any] = {}
        self.mending = Mending(self)
        self.signs = TurnSigns(box, referee)
        box.match = self
        if box.phones is not None:
            box.phones.follow(referee)
        self._shown: tuple[Run, int] | None = None
        self._asked: dict[str, Any] | None = None
        self._kept: tuple[dict[str, Any], Question] | None = None

    def close(self) -> None:
        """Let go of the game's file."""
        if isinstance(self.referee.keeper, GameFile):
            self.referee.keeper.close()

    def changed_by_phone(self) -> None:
        """A phone has done something. Who reads or answers on the box goes on with it, unless it is asked no more."""
        self.box.changed()
        before, self._shown = self._shown, self._state
        if before == self._shown:
            self.signs.show()
        elif before is not None and self._past_is_another(before[0]):
            self.holder = None
            self.changed()
        elif not self._is_still_so(self.box.scenes[0]):
            self.holder = None  # who answers by phone need not have the box
            self.go_on()
        elif isinstance(self.box.scenes[0], Telling):
            self.box.scenes[0].hurry()
        else:
            self.signs.show()

    @property
    def _state(self) -> tuple[Run, int]:
        return self.referee.run, len(self.referee.entries)

    def _past_is_another(self, before: Run) -> bool:
        """Whether something that was told is so no more. A sealed answer that was taken back was never told."""
        return before is not self.referee.run and before.game.tells != self.referee.game.tells

    def _is_still_so(self, lowest: Scene) -> bool:
        """Whether what the box shows below any menu holds after a phone's answer. A telling goes on by itself."""
        if isinstance(lowest, Telling):
            return True
        if isinstance(lowest, Guard):
            return self.told == len(self.referee.game.tells) and lowest.still_guards()
        return any(decision.to_json() == self._asked for decision in self.referee.open.values())

    def go_on(self) -> None:
        """Show the next thing: a telling, a question, or the end."""
        if self._shown != self._state:
            self._shown = self._state
            self.box.changed()
        self._asked = None
        tells = [tell for tell in self.referee.game.tells[self.told :] if tell.to in (TABLE, WHO_DRAWS)]
        while tells:
            shown = self.referee.game.shown
            together = alike(shown, tells)
            self.told = self.referee.game.tells.index(tells[together - 1], self.told) + 1
            if (showing := shown.get(tells[0].key)) is not None:
                self.holder = None  # everyone has looked at the screen since
                game = self.referee.game
                if isinstance(game, Drawing) and tells[0].to == TABLE:  # who draws on still sees what was drawn
                    self.news = [self.words.tell(tells[0])]
                teller = Teller(self.box, self.words, self.go_on, game.chart, game.options)
                telling = partial(teller.scene, showing, tells[:together])
                self.box.replace(telling() if tells[0].to == TABLE else teller.cover(telling))
                return
            self.news = [] if tells[0].key in shown else [*self.news, self.words.tell(tells[0])]
            tells = tells[together:]
        self.told = len(self.referee.game.tells)
        self.box.replace(self._next_scene())
        self.signs.show()

    def _next_scene(self) -> Scene:
        referee = self.referee
        if referee.fault is not None:
            text = self.words.refusal(Halted(referee.fault))
            return GameMenu(self, self.words("box.halted"), text)
        if referee.outcome is not None:
            return GameMenu(self, self.words("box.over"))
        seats = sorted(referee.open)
        seat = self.holder if self.holder in referee.open else seats[0]
        decision = referee.open[seat]
        if decision.secret and self.holder != seat:
            self.holder = None  # who had the box has sealed his answer and gives it away
            return Guard(self, seats)
        self.holder = seat if decision.secret else None
        return self._ask(decision)

    def hand_to(self, seat: int) -> None:
        """Who was in the middle of an answer when the box was covered finds it as it was."""
        self.holder = seat
        decision = self.referee.open.get(seat)
        if self._kept is not None and decision is not None and self._kept[0] == decision.to_json():
            self._asked, scene = self._kept
            scene.cover_when_left_alone(partial(self._cover, decision, scene))
            self.box.replace(scene)
        else:
            self.go_on()

    def _cover(self, decision: Decision, scene: Question) -> None:
        """A secret has been left alone on the screen."""
        self.holder = None
        self._kept = (decision.to_json(), scene)
        others = [seat for seat in sorted(self.referee.open) if seat != decision.seat]
        self.box.replace(Guard(self, [decision.seat, *others]))

    def _ask(self, decision: Decision) -> Scene:
        self._asked = decision.to_json()
        news = ""
        if not decision.secret:  # what is news is so for everyone: it waits until all see the screen
            news = self.news[-1] if self.news else ""
            self.news = []
        who = self.words.thing("seat", decision.seat) if decision.seat != TABLE else ""
        heading = Heading(who, self.words.brief(decision), self.words.ask(decision), news)
        answer = partial(self.answer, decision)
        likely = self.undone.get(decision.id, decision.likely)
        scene = self.question(heading, decision.choice, answer, likely)
        if decision.secret:
            scene.cover_when_left_alone(partial(self._cover, decision, scene))
        scene.on_back = self.open_menu
        scene.on_hold_back = self.mending.undo
        return scene

    def question(self, heading: Heading, choice: Choice, done: Done, likely: Any) -> Question:
        """The scene for a question; if its options are places of the game's board, on that board."""
        chart = self.referee.game.chart(choice.of) if isinstance(choice, Pick | Several) else None
        plan = self.referee.game.plan(choice.of) if isinstance(choice, Pick) else None
        return question(self.box, heading, self.words, choice, done, likely, chart, plan)

    def answer(self, decision: Decision, value: Any) -> None:
        try:
            self.referee.answer(decision.seat, value, decision.id)
        except Refusal as refusal:
            self.box.refuse(self.words.refusal(refusal))
        else:
            self.undone = {}
            self.go_on()

    def changed(self, news: str = "") -> None:
        """The past is another: nothing of it is told again, the present is asked anew."""
        self.told = len(self.referee.game.tells)
        self.news = [news] if news else []
        self.go_on()
        if self.dropped:
            text = self.words("box.set-again", places="; ".join(self.dropped))
            self.dropped = []
            self.box.push(Reading(self.box, self.words("box.correct"), text))

    def open_menu(self) -> None:
        self.box.push(GameMenu(self, self.words("box.menu")))
