"""A game on this box: one referee, its questions and tellings as scenes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from companion.choices import Choice, Pick, Several
from companion.game import HANDED, Tell
from companion.jobs.draw import WHO_DRAWS, Drawing
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.referee.automatic import is_one_alone, people_asked
from companion.referee.changes import Change
from companion.refusal import Halted, Refusal
from companion.screen.hints import Notice
from companion.steps import TABLE, Decision
from companion.teaching.explaining import Explainer
from companion.teaching.practice import is_played_out, let_box_finish
from companion.words import Words
from firmware.scenes import Scene
from firmware.scenes.match import MatchStage
from firmware.scenes.match.correcting import Correcting
from firmware.scenes.match.ending import EndingScene
from firmware.scenes.match.explaining import NewRules
from firmware.scenes.match.game_menu import GameMenu
from firmware.scenes.match.going_back import GoingBack
from firmware.scenes.match.guard import Guard, has_room_for
from firmware.scenes.match.teller import Teller, alike, heard, lines_of
from firmware.scenes.match.telling import Still, Telling
from firmware.scenes.match.thinking import Thinker, Thinking
from firmware.scenes.match.turn_signs import TurnSigns
from firmware.scenes.questions.asking import question
from firmware.scenes.questions.questions import Asking, Done, Heading, QuestionScene
from firmware.screens import reading
from firmware.screens.reading import OK

WAITS = "box-waits"
"""The preference whether a move of the box waits for OK; if none, it does unless one plays alone."""


class OwnAct(NamedTuple):
    """An act of this box's own keys.

    `news` replaces what there was to say above the next question; `ready` are answers that stand ready when their
    questions come again. With `None` either stays as it was.
    """

    news: str | None = None
    ready: Mapping[str, Any] | None = None


class Match:
    """Plays one game on the box. After every change it shows what happened, then what is asked next.

    `untold` is what has happened and is still to be shown, `told` what the next guard keeps in sight.
    """

    def __init__(self, stage: MatchStage, referee: Referee, words: Words, untold: Iterable[Tell] = ()) -> None:
        self.stage = stage
        self.referee = referee
        self.words = words
        self.untold = _to_everyone(untold)
        self.news: list[str] = []
        self.told: list[str] = []
        self.holder: int | None = None
        self.ready: Mapping[str, Any] = {}
        self.going_back = GoingBack(self)
        self.correcting = Correcting(self)
        self.explainer = Explainer(referee)
        self.signs = TurnSigns(referee, stage.lamps, stage.sound)
        self.thinker = Thinker(referee, stage.post, self._is_reading)
        self._act: OwnAct | None = None
        self._asked: Decision | None = None
        self._half_answered: tuple[Decision, QuestionScene] | None = None

    def close(self) -> None:
        """Close the game's file."""
        self.thinker.close()
        if isinstance(self.referee.keeper, GameFile):
            self.referee.keeper.close()

    def _is_reading(self) -> bool:
        """Return whether people still read what happened before."""
        return isinstance(self.stage.lowest, Telling) or bool(self.untold)

    def act(
        self, action: Callable[[], object], *, news: str | None = None, ready: Mapping[str, Any] | None = None
    ) -> bool:
        """Do what a key asks for, or say why not. Return whether it was done."""
        self._act = OwnAct(news, ready)
        try:
            action()
        except Refusal as refusal:
            self.stage.refuse(self.words.refusal(refusal))
            return False
        finally:
            self._act = None
        return True

    def answer(self, decision: Decision, value: Any) -> None:
        self.act(partial(self.referee.answer, decision.seat, value, decision.id), ready={})

    def notice(self, change: Change) -> None:
        """Show what has changed, whether this box's keys or a phone did it."""
        self.signs.notice(change)
        if change.rewritten:  # skip old news and ask again
            self.untold, self.news, self.told, self._half_answered = [], [], [], None
        else:
            self.untold += _to_everyone(change.told)
        if self.thinker.finishes and self.referee.open:
            self.untold = []
        if change.corrected:  # a question may offer other answers now
            self._half_answered = None
        if self._act is not None:
            self._show_own(self._act)
        else:
            if change.taken_back:
                self.news.append(self.going_back.undone_text(change.taken_back))
            self._show_others(change)
        self.going_back.ask_for_word()
        self._finish_practice()
        self.thinker.look()

    def _finish_practice(self) -> None:
        """Let the box play on at once when somebody has practised enough, and show only the end."""
        if is_played_out(self.referee):
            self.thinker.finishes, self.thinker.pace = True, 0.0
            self.stage.post(self._let_box_finish)

    def _let_box_finish(self) -> None:
        if is_played_out(self.referee):
            let_box_finish(self.referee)

    def _show_own(self, act: OwnAct) -> None:
        if act.news is not None:
            self.news = [act.news] if act.news else []
        if act.ready is not None:
            self.ready = act.ready
        self.go_on()

    def _show_others(self, change: Change) -> None:
        """Keep the current screen while its question is open."""
        lowest = self.stage.lowest
        if change.rewritten or change.corrected or not self._still_holds(lowest):
            self.holder = None  # whoever answers by phone need not have the box
            self.go_on()
        elif isinstance(lowest, Telling):
            lowest.hurry()
        else:
            self.signs.show()

    def _still_holds(self, lowest: Scene) -> bool:
        """Return whether the screen below any menu is still current. A telling passes by itself."""
        if isinstance(lowest, Telling):
            return True
        if isinstance(lowest, Thinking):
            return False
        if isinstance(lowest, Guard):
            return not self.untold and lowest.still_guards()
        return self._asked is not None and self._is_open(self._asked)

    def _is_open(self, asked: Decision) -> bool:
        """Return whether this question waits for an answer, in this run of the game or in another one."""
        decision = self.referee.open.get(asked.seat)
        return decision is not None and decision.id == asked.id

    def go_on(self) -> None:
        """Show the next thing: a telling, a question, or the end."""
        self._asked = None
        while self.untold:
            telling = self._next_telling()
            if telling is not None:
                self.holder = None  # everyone has looked at the screen since
                self.stage.replace(telling)
                return
        self.stage.replace(self._next_scene())
        self.signs.show()
        self.thinker.look()

    def _next_telling(self) -> Telling | None:
        """Return the scene for the next telling; one without a scene becomes news above the next question."""
        game = self.referee.game
        together = alike(game.shown, self.words, self.untold)
        tells, self.untold = self.untold[:together], self.untold[together:]
        first = tells[0]
        showing = game.shown.get(first.key)
        mover = self._box_that_moved(first)
        if mover and showing is None:
            return self._move_of_box(mover, tells)
        if showing is None:
            self.news = [] if first.key in game.shown else [*self.news, self.words.tell(first)]
            return None
        if isinstance(game, Drawing) and first.to == TABLE:  # keep the last draw in sight of whoever draws again
            self.news = [self.words.tell(first)]
        if mover and self._waits_for_pieces():
            showing = replace(showing, waits=True)
        teller = Teller(self.stage, self.words, self.go_on, game.chart, game.options)
        if (
            first.to == TABLE
            and isinstance(showing, Notice)
            and teller.has_to_wait(showing, first)
            and self._keep_told(tells)
        ):
            return None
        telling = partial(teller.scene, showing, tells, list(self.untold))
        return telling() if first.to == TABLE else teller.cover(telling)

    def _box_that_moved(self, tell: Tell) -> int:
        """Return the seat of the box whose move this tells, or `TABLE`."""
        seat = tell.facts.get("seat", TABLE)
        is_move = isinstance(seat, int) and seat in self.referee.game.boxed and tell.key != HANDED
        return seat if is_move and tell.to == TABLE else TABLE

    def _move_of_box(self, seat: int, tells: list[Tell]) -> Telling:
        """Return what the box did on one of its seats, until its pieces have been moved or it has been read."""
        while self.untold and self._goes_with(seat, [*tells, self.untold[0]]):
            tells = [*tells, self.untold.pop(0)]
        lines, waits = lines_of(self.words, tells), self._waits_for_pieces()
        image = reading.notice(self.words.thing("seat", seat), OK if waits else "", lines)
        telling = Still(self.stage, image, sum(map(len, lines)), self.go_on, waits=waits)
        telling.said = heard(self.words, tells)
        return telling

    def _goes_with(self, seat: int, tells: list[Tell]) -> bool:
        """Return whether the last of these is another move of this seat, and has room on the same screen."""
        last = tells[-1]
        is_another = self._box_that_moved(last) == seat and last.key not in self.referee.game.shown
        return is_another and len(lines_of(self.words, tells)) <= reading.LINES

    def _waits_for_pieces(self) -> bool:
        """Return whether somebody moves the box's pieces on the table and presses OK when that is done.

        Whoever plays alone may have no cardboard, and where everyone has a phone nobody may be at the box.
        """
        people = [seat for seat in self.referee.game.seats if seat not in self.referee.game.boxed]
        chosen = self.stage.preferences[WAITS]
        return bool(self.going_back.without_phone(people)) and (len(people) > 1 if chosen is None else bool(chosen))

    def _keep_told(self, tells: Sequence[Tell]) -> bool:
        """Keep the last telling for the guard that comes next, if it has room there: one key is enough for both."""
        seats = [] if self.untold or tells[0].to != TABLE else self._to_hand_over(None)
        told = lines_of(self.words, tells)
        if not seats or not has_room_for(self.words, told, seats):
            return False
        self.holder, self.told = None, told
        return True

    def _to_hand_over(self, holder: int | None) -> list[int]:
        """Return the seats that are asked in secret now, if whoever holds the box is not the one to go on.

        Those who answer on a phone come last.
        """
        seats = sorted(people_asked(self.referee))
        if not seats or holder in seats or is_one_alone(self.referee) or not self.referee.open[seats[0]].secret:
            return []
        phones = self.on_phones
        return sorted(seats, key=lambda seat: seat in phones)

    @property
    def on_phones(self) -> Collection[int]:
        """Return the seats that phones have taken."""
        return () if self.stage.phones is None else self.stage.phones.taken_seats()

    def _next_scene(self) -> Scene:
        told, self.told = self.told, []
        referee = self.referee
        if referee.fault is not None:
            text = self.words.refusal(Halted(referee.fault))
            return self._menu(self.words("box.halted"), halt=text)
        if referee.outcome is not None:
            details = self._menu(self.words("box.over"))
            if not referee.outcome.places:  # a drawing
                return details
            return EndingScene(self.stage, referee, self.words, partial(self.stage.push, details))
        seats = sorted(people_asked(referee))
        if not seats:
            news, self.news = self.news[-1:], []
            if self.thinker.finishes:
                news = [self.words("teach.box-goes-on")]
            return Thinking(self, min(referee.open), "".join(news))
        if to_hand_over := self._to_hand_over(self.holder):
            self.holder = None  # the holder has sealed an answer and gives the box away
            guard, rules = Guard(self, to_hand_over, told), self.explainer.in_public()
            return self._explain_to_all(guard, rules) if rules else guard
        seat = self.holder if self.holder in seats else seats[0]
        decision = referee.open[seat]
        self.holder = seat if decision.secret else None
        rules = self.explainer.before(decision)
        return self._explain(decision, rules) if rules else self._ask(decision)

    def hand_to(self, seat: int) -> None:
        """Give the box to a seat. A half-entered answer that was covered comes back as it was."""
        self.holder = seat
        half = self._half_answered
        if half is None or half[0].seat != seat or not self._is_open(half[0]):
            self.go_on()
            return
        self._asked, scene = half
        scene.cover_when_left_alone(partial(self._cover, *half))
        self.stage.replace(scene)

    def cover(self) -> None:
        """Cover a secret before everyone is asked to look at the screen. Half entered, it comes back as it was."""
        lowest = self.stage.lowest
        if self.holder is not None and self._asked is not None and isinstance(lowest, QuestionScene):
            self._cover(self._asked, lowest)

    def _cover(self, decision: Decision, scene: QuestionScene) -> None:
        """Cover a secret that has been left alone on the screen."""
        self.holder = None
        self._half_answered = decision, scene
        others = [seat for seat in sorted(people_asked(self.referee)) if seat != decision.seat]
        self.stage.replace(Guard(self, [decision.seat, *others]))

    def _explain_to_all(self, guard: Guard, rules: Sequence[str]) -> Scene:
        """Return the rules of what everyone has seen; then the box changes hands."""
        self._asked = self.referee.open[guard.seats[0]]

        def hand_over() -> None:
            self._asked = None
            if guard.still_guards():
                self.stage.replace(guard)
            else:
                self.go_on()

        return self._explained(rules, hand_over)

    def _explained(self, rules: Sequence[str], then: Callable[[], None]) -> NewRules:
        scene = NewRules(Asking(self.stage, Heading("", "", ""), self.words, lambda _: then()), rules)
        scene.on_hold_back = self.undo
        return scene

    def _explain(self, decision: Decision, rules: Sequence[str]) -> Scene:
        """Return the rules that matter for the first time; the question comes after them."""
        self._asked = decision
        scene = self._explained(rules, lambda: self.stage.replace(self._ask(decision)))
        scene.is_secret = decision.secret and not is_one_alone(self.referee)
        if decision.secret:
            scene.cover_when_left_alone(partial(self._cover, decision, scene))
        return scene

    def _ask(self, decision: Decision) -> Scene:
        self._asked = decision
        news: list[str] = []
        if not decision.secret:  # news is for everyone, so it waits until all see the screen
            news, self.news = self.news, []
        who = self.words.thing("seat", decision.seat) if decision.seat != TABLE else ""
        heading = Heading(who, self.words.brief(decision), self.words.ask(decision), "".join(news[-1:]))
        heading.heard, heading.news_heard = self.words.aloud().ask(decision), " ".join(news)
        likely = self.ready.get(decision.id, decision.likely)
        scene = self.question(heading, decision.choice, partial(self.answer, decision), likely)
        scene.is_secret = decision.secret and not is_one_alone(self.referee)
        if decision.secret:
            scene.cover_when_left_alone(partial(self._cover, decision, scene))
        scene.on_back = self.open_menu
        scene.on_hold_back = self.undo
        return scene

    def question(self, heading: Heading, choice: Choice, done: Done, likely: Any) -> QuestionScene:
        """Return the scene for a question: on the game's board, if its options are places there."""
        chart = self.referee.game.chart(choice.of) if isinstance(choice, Pick | Several) else None
        plan = self.referee.game.plan(choice.of) if isinstance(choice, Pick) else None
        return question(Asking(self.stage, heading, self.words, done), choice, likely, chart, plan)

    def undo(self) -> None:
        self.going_back.undo()

    def open_menu(self) -> None:
        self.stage.push(self._menu(self.words("box.menu")))

    def _menu(self, title: str, halt: str = "") -> GameMenu:
        return GameMenu(
            self.stage,
            self.referee,
            self.words,
            self.going_back,
            self.correcting,
            title=title,
            halt=halt,
            holder=self.holder,
        )


def _to_everyone(tells: Iterable[Tell]) -> list[Tell]:
    """Return the tellings that may be shown: to the whole table, or behind a cover to whoever draws."""
    return [tell for tell in tells if tell.to in (TABLE, WHO_DRAWS)]
