"""A game on this box: one referee, its questions and tellings as scenes, and the menu behind BACK."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PIL import Image

from companion.choices import Choice, Pick, Several
from companion.entries import Answer, Corrected
from companion.faults import brief
from companion.page import Page
from companion.referee import Referee
from companion.refusal import Refusal
from companion.run import Run
from companion.showing import last_count
from companion.steps import TABLE, Decision
from companion.words import Words
from firmware.answers import answer_text, receipt_text
from firmware.scenes import Scene
from firmware.scenes.asking import question
from firmware.scenes.counting import CountAgain, pages_of
from firmware.scenes.joining import phones_menu
from firmware.scenes.menus import Agree, Item, Menu, Reading
from firmware.scenes.questions import Done, Heading, Question
from firmware.scenes.teller import Teller, alike
from firmware.screens import reading
from firmware.screens.lists import Row
from hardware.keys import SEATS, Key

if TYPE_CHECKING:
    from firmware.box import Box


class Guard(Scene):
    """The box changes hands: what comes is for one player's eyes. A seat key says who takes it.

    Who says without a look what he may always answer, say that he passes, need not be given the box: DOWN.
    """

    def __init__(self, match: Match, seats: list[int]) -> None:
        super().__init__(match.box)
        self.match = match
        self.seats = seats
        decision = match.referee.open[seats[0]]
        self.unseen = decision if len(seats) == 1 and decision.unseen is not None else None

    def picture(self) -> Image.Image:
        words = self.match.words
        text = reading.wrap(words("box.pass", seat=self.seats[0]))
        footer = words("box.waiting", seats=self.seats)
        if self.unseen is not None:
            footer = f"▾ {words(f'unseen.{self.unseen.key}', seat=self.unseen.seat)}"
        return reading.notice(words("box.secret"), "", text, footer)

    def repeat(self, key: Key) -> None:
        """A key that is held answers for nobody."""
        if self.unseen is None:
            self.key(key)

    def key(self, key: Key) -> None:
        if key == Key.DOWN and self.unseen is not None:
            self.match.answer(self.unseen, self.unseen.unseen)
        elif key == Key.OK:
            self.match.hand_to(self.seats[0])
        elif key in SEATS and SEATS.index(key) + 1 in self.seats:
            self.match.hand_to(SEATS.index(key) + 1)
        elif key in (Key.DOWN, Key.RIGHT):
            self.seats.append(self.seats.pop(0))
        elif key in (Key.UP, Key.LEFT):
            self.seats.insert(0, self.seats.pop())
        elif key == Key.BACK:
            self.match.open_menu()


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
        box.match = self
        self._shown: tuple[Run, int] | None = None
        self._asking: Decision | None = None

    def close(self) -> None:
        """Let go of the game's file."""
        if isinstance(self.referee.keeper, Page):
            self.referee.keeper.close()

    def changed_by_phone(self) -> None:
        """A phone has done something. Who is in the middle of an answer on the box goes on with it."""
        self.box.back_to_game()
        if self._shown is not None and self._shown[0] is not self.referee.run:
            self.holder = None
            self._changed()
        elif self._asking is None or self.referee.open.get(self._asking.seat) is not self._asking:
            self.go_on()
        else:
            self._light_lamps()

    def go_on(self) -> None:
        """Show the next thing: a telling, a question, or the end."""
        state = (self.referee.run, len(self.referee.entries))
        if state != self._shown:
            self._shown = state
            self.box.changed()
        self._asking = None
        tells = [tell for tell in self.referee.game.tells[self.told :] if tell.to == TABLE]
        while tells:
            self.holder = None  # what follows is for everyone's eyes
            shown = self.referee.game.shown
            together = alike(shown, tells)
            self.told = self.referee.game.tells.index(tells[together - 1], self.told) + 1
            if tells[0].key in shown:
                teller = Teller(self.box, self.words, self.go_on, self.referee.game.chart)
                self.box.replace(teller.scene(shown[tells[0].key], tells[:together]))
                return
            self.news.append(self.words.tell(tells[0]))
            tells = tells[together:]
        self.box.replace(self._next_scene())
        self._light_lamps()

    def _next_scene(self) -> Scene:
        referee = self.referee
        if referee.fault is not None:
            text = self.words.refusal(Refusal("halted", fault=brief(referee.fault)))
            return self._menu(self.words("box.halted"), text)
        if referee.outcome is not None:
            return self._menu(self.words("box.over"), None)
        seats = sorted(referee.open)
        seat = self.holder if self.holder in referee.open else seats[0]
        decision = referee.open[seat]
        if decision.secret and self.holder != seat:
            self.holder = None  # who had the box has sealed his answer and gives it away
            return Guard(self, seats)
        self.holder = seat if decision.secret else None
        return self._ask(decision)

    def hand_to(self, seat: int) -> None:
        self.holder = seat
        self.go_on()

    def _ask(self, decision: Decision) -> Scene:
        self._asking = decision
        news = self.news[-1] if self.news else ""
        self.news = []
        who = self.words.thing("seat", decision.seat) if decision.seat != TABLE else ""
        heading = Heading(who, self.words.brief(decision), self.words.ask(decision), news)
        answer = partial(self.answer, decision)
        scene = self._question(heading, decision.choice, answer, decision.likely)
        scene.on_back = self.open_menu
        scene.on_hold_back = self.undo
        return scene

    def _question(self, heading: Heading, choice: Choice, done: Done, likely: Any) -> Question:
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
            self.go_on()

    def _light_lamps(self) -> None:
        """The lamps of those who are asked are lit."""
        for seat in self.referee.game.seats:
            self.box.panel.lamps.light(seat, seat in self.referee.open or TABLE in self.referee.open)

    def undo(self) -> None:
        """One step back; what was secret needs everyone's word."""
        entries = len(self.referee.entries)
        seat = self.holder
        if seat is not None and any(isinstance(entry, Answer) and entry.seat == seat for entry in self._sealed()):
            self._try(lambda: self.referee.take_back(seat))
        else:
            self._with_consent(lambda consent: self.referee.undo(entries - 1, consent))

    def _sealed(self) -> list[Any]:
        return list(self.referee.entries[self.referee.run.sealed_from :])

    def _with_consent(self, change: Callable[[list[int]], None]) -> None:
        """Do it, or ask everyone first if it touches a secret."""
        try:
            change([])
        except Refusal as refusal:
            if refusal.key != "needs-consent":
                self.box.refuse(self.words.refusal(refusal))
                return
            everyone = self.referee.game.seats
            text = self.words.refusal(refusal)
            self.box.push(Agree(self.box, self.words("box.agree"), text, lambda: self._try(lambda: change(everyone))))
        else:
            self._changed()

    def _try(self, change: Callable[[], None]) -> None:
        try:
            change()
        except Refusal as refusal:
            self.box.refuse(self.words.refusal(refusal))
        else:
            self._changed()

    def _changed(self) -> None:
        """The past is another: nothing of it is told again, the present is asked anew."""
        self.told = len(self.referee.game.tells)
        self.news = []
        self.box.back_to_game()
        self.go_on()
        if self.dropped:
            text = self.words("box.set-again", places=self.dropped)
            self.dropped = []
            self.box.push(Reading(self.box, self.words("box.correct"), text))

    def open_menu(self) -> None:
        self.box.push(self._menu(self.words("box.menu"), None))

    def _menu(self, title: str, text: str | None) -> Menu:
        return Menu(self.box, title, lambda: self._menu_items(text))

    def _menu_items(self, text: str | None) -> list[Item]:
        words, push = self.words, self.box.push
        referee = self.referee
        items = []
        if text:
            items.append(Item(Row(text), lambda: push(Reading(self.box, words("box.halted"), text))))
        if referee.outcome is not None and referee.outcome.places:
            winners = words.thing("seat", referee.outcome.winners)
            items.append(Item(Row(words("box.winner"), winners), self._show_places))
        if (count := last_count(referee.game.shown, referee.game.tells)) is not None:
            showing, told = count
            pages = partial(pages_of, words, showing, told.facts)
            items.append(Item(Row(words(f"show.{showing.title}")), lambda: push(CountAgain(self.box, pages()))))
        if referee.game.tallies:
            items.append(Item(Row(words("box.scores")), lambda: push(Scores(self))))
        if referee.entries:
            items.append(Item(Row(words("box.undo")), self.undo))
        if self._asked_here() is not None:
            items.append(Item(Row(words("box.why")), self._show_why))
        items.append(Item(Row(words("box.log")), self._show_log))
        if referee.open:
            items.append(Item(Row(words("box.amend")), self._show_answers))
            if referee.game.corrections():
                items.append(Item(Row(words("box.correct")), self._show_corrections))
        if self.box.phones is not None:
            items.append(Item(Row(words("box.phones"), "▸"), partial(phones_menu, self.box, words)))
        items.append(Item(Row(words("box.leave"), words("box.saved")), self.box.go_home))
        return items

    def _show_places(self) -> None:
        assert self.referee.outcome is not None
        places = self.referee.outcome.places
        lines = [f"{place}. {self.words.thing('seat', seats)}" for place, seats in enumerate(places, start=1)]
        self.box.push(Reading(self.box, self.words("box.winner"), lines, self.referee.outcome.rule))

    def _asked_here(self) -> Decision | None:
        """The question that whoever has the box may see. What another decides in secret has a rule that tells."""
        asked = [decision for _, decision in sorted(self.referee.open.items())]
        return next((one for one in asked if self.holder == one.seat or not one.secret), None)

    def _show_why(self) -> None:
        decision = self._asked_here()
        if decision is not None:
            self.box.push(Reading(self.box, decision.rule, self.words(decision.rule)))

    def _show_log(self) -> None:
        said = [self.words.tell(tell) for tell in self.referee.game.tells if tell.to == TABLE]
        self.box.push(Reading(self.box, self.words("box.log"), said[-40:][::-1] or [self.words("box.nothing")]))

    def _show_answers(self) -> None:
        """The last answers, the newest first; OK on one asks its question again."""
        entries = self.referee.entries

        def items() -> list[Item]:
            shown = range(len(entries) - 1, max(-1, len(entries) - 40), -1)
            return [Item(Row(self._entry_text(n)), partial(self._amend, n)) for n in shown]

        if entries:
            self.box.push(Menu(self.box, self.words("box.amend"), items))
        else:
            self.box.refuse(self.words("box.nothing"))

    def _entry_text(self, number: int) -> str:
        entry = self.referee.entries[number]
        if isinstance(entry, Corrected):
            return self.words("box.set-right", value=entry.value)
        name = self.words.thing("seat", entry.seat)
        if entry.secret or entry.decision is None:
            return self.words.pair(name, self.words("box.sealed"))
        return self.words.pair(name, answer_text(self.words, entry.decision.choice, entry.value))

    def _amend(self, number: int) -> None:
        """Ask it again, with the old answer under the cursor; what was secret is shown when all have agreed."""
        entry = self.referee.entries[number]
        if not isinstance(entry, Answer) or entry.decision is None:
            self.box.refuse(self.words.refusal(Refusal("not-an-answer", index=number)))
        elif entry.secret:
            everyone = self.referee.game.seats
            text = self.words.refusal(Refusal("needs-consent", seats=everyone))
            ask = partial(self._ask_again, number, entry, entry.decision, everyone)
            self.box.push(Agree(self.box, self.words("box.agree"), text, ask))
        else:
            self._ask_again(number, entry, entry.decision, [])

    def _ask_again(self, number: int, entry: Answer, decision: Decision, consent: list[int]) -> None:
        who = self.words.thing("seat", entry.seat) if entry.seat != TABLE else ""
        heading = Heading(who, self.words.brief(decision), self.words.ask(decision))

        def done(value: Any) -> None:
            self._try(lambda: self._amended(self.referee.amend(number, value, consent)))

        self.box.push(self._question(heading, decision.choice, done, entry.value))

    def _amended(self, dropped: list[Corrected]) -> None:
        """What the table had set right after the amended answer may hold no more: it is asked to look again."""
        self.dropped = [entry.place for entry in dropped]

    def _show_corrections(self) -> None:
        """What may be set right, grouped by kind: first the kind, then the place, then its value."""
        offered = self.referee.game.corrections()
        kinds = list(dict.fromkeys(correction.key for correction in offered.values()))

        def items() -> list[Item]:
            return [Item(Row(self.words(f"thing.{kind}")), partial(places, kind)) for kind in kinds]

        def places(kind: str) -> None:
            self.box.push(Menu(self.box, self.words(f"thing.{kind}"), lambda: self._places_to_correct(kind)))

        self.box.push(Menu(self.box, self.words("box.correct"), items))

    def _places_to_correct(self, kind: str) -> list[Item]:
        items = []
        for place, correction in self.referee.game.corrections().items():
            if correction.key == kind:
                now = answer_text(self.words, correction.choice, correction.now)
                label = " ".join(self.words.thing(name, fact) for name, fact in correction.facts.items())
                items.append(Item(Row(label, now), partial(self._correct, place)))
        return items

    def _correct(self, place: str) -> None:
        correction = self.referee.game.corrections()[place]
        heading = Heading("", self.words("box.correct"), self.words.correction(correction))

        def done(value: Any) -> None:
            try:
                self.referee.correct(place, value)
            except Refusal as refusal:
                self.box.refuse(self.words.refusal(refusal))
                return
            self.box.back_to_game()
            self.go_on()

        self.box.push(self._question(heading, correction.choice, done, correction.now))


class Scores(Scene):
    """The tallies of all; OK on a seat shows its receipts, the newest first."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.box)
        self.match = match
        self.cursor = 0

    def picture(self) -> Image.Image:
        game, words = self.match.referee.game, self.match.words
        columns = [words(f"tally.{tally}") for tally in game.tallies]
        rows = [(words.thing("seat", seat), list(game.score[seat].values())) for seat in game.seats]
        return reading.scores(words("box.scores"), "", columns, rows, self.cursor)

    def key(self, key: Key) -> None:
        seats = self.match.referee.game.seats
        if key == Key.BACK:
            self.box.back()
        elif key == Key.OK:
            self._show_receipts(seats[self.cursor])
        elif key in (Key.UP, Key.DOWN):
            self.cursor = (self.cursor + (1 if key == Key.DOWN else -1)) % len(seats)

    def _show_receipts(self, seat: int) -> None:
        words = self.match.words
        receipts = [one for one in self.match.referee.game.receipts if one.seat == seat]
        lines = [receipt_text(words, receipt) for receipt in receipts[::-1]] or [words("box.nothing")]
        self.box.push(Reading(self.box, words.thing("seat", seat), lines))
