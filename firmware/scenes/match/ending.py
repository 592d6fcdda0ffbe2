"""The end of a game: the winner for a photograph, the places, what decided it, its course; then what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from PIL import Image

from companion.game import Outcome, running_scores
from companion.referee import Referee
from companion.words import Words
from companion.words.ending import points_text, reasons, telling_tallies
from firmware.scenes import STEP
from firmware.scenes.match import MatchStage
from firmware.scenes.match.counting import MANY
from firmware.scenes.menus import Action, Item, Menu
from firmware.screens import ending
from firmware.screens.ending import Actions, Course, Finisher
from firmware.screens.lists import Row
from firmware.screens.reading import OK
from hardware.keys import Key

REASONS = 4
"""The number of reasons that are shown, the largest first."""


class EndingPage(Enum):
    """A page of an ending."""

    WINNER = auto()
    PLACES = auto()
    NOBODY = auto()
    """Why nobody has won."""
    REASONS = auto()
    COURSE = auto()


class EndingScene(Menu):
    """Pages that UP and DOWN turn, the winner first; LEFT and RIGHT choose what OK does. BACK goes home.

    On the winner's page any other key turns to the next.
    """

    def __init__(self, stage: MatchStage, referee: Referee, words: Words, details: Action) -> None:
        assert referee.outcome is not None
        self.table = stage
        self.referee = referee
        self.outcome: Outcome = referee.outcome
        self.words = words
        self.page = 0
        actions = {
            words("end.again"): stage.play_again,
            words("end.details"): details,
            words("end.home"): stage.go_home,
        }
        items = [Item(Row(name), action) for name, action in actions.items()]
        super().__init__(stage, words("box.over"), lambda: items)
        self.pages = [EndingPage.WINNER, EndingPage.PLACES if self.outcome.won else EndingPage.NOBODY]
        if referee.game.tallies:
            self.pages += [EndingPage.REASONS, EndingPage.COURSE] if self.outcome.won else [EndingPage.COURSE]

    @property
    def shown(self) -> EndingPage:
        return self.pages[self.page]

    def picture(self) -> Image.Image:
        match self.shown:
            case EndingPage.WINNER:
                return self._winner()
            case EndingPage.PLACES:
                return self._places()
            case EndingPage.NOBODY:
                return self._why_nobody()
            case EndingPage.REASONS:
                return self._reasons()
            case EndingPage.COURSE:
                return self._course()

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.table.go_home()
        elif key in (Key.UP, Key.DOWN):
            self.page = (self.page + STEP[key]) % len(self.pages)
        elif self.page == 0:
            self.page = 1
        elif key in STEP:
            self.cursor = (self.cursor + STEP[key]) % len(self.items)
        else:
            super().key(key)

    @property
    def _actions(self) -> Actions:
        return Actions([item.row.text for item in self.items], self.cursor)

    @property
    def _mark(self) -> str:
        return f"▴▾ {self.page + 1}/{len(self.pages)}"

    def _winner(self) -> Image.Image:
        words, winners = self.words, self.outcome.winners
        game = words.thing("game", self.referee.kind.name)
        if not winners:
            return ending.winner(game, words("box.nobody"), words("end.no-winner"), OK)
        return ending.winner(
            game, words.thing("seat", winners), self.points(winners[0], self.referee.game.tallies[:1]), OK
        )

    def _why_nobody(self) -> Image.Image:
        rule = self.outcome.rule
        return ending.reasons(rule, self._mark, [self.words(rule)], self._actions)

    def points(self, seat: int, tallies: Sequence[str]) -> str:
        """Return these tallies of a seat in words."""
        return points_text(self.referee.game.score[seat], tallies, self.words)

    def _places(self) -> Image.Image:
        game = self.referee.game
        tallies = telling_tallies(self.outcome, game.score, game.tallies)
        rows = [
            Finisher(place, self.words.thing("seat", seat), self.points(seat, tallies))
            for place, seats in self.outcome.ranked()
            for seat in seats
        ]
        return ending.places(self.title, self._mark, rows, self._actions)

    def reasons(self) -> list[tuple[str, int]]:
        """Return what decided the game in the first tally, the largest first."""
        game = self.referee.game
        return reasons(self.outcome, game.receipts, game.tallies[0], self.words)

    def _reasons(self) -> Image.Image:
        lines = [f"{amount:+d} {why}" for why, amount in self.reasons()[:REASONS]] or [self.words("box.nothing")]
        return ending.reasons(self.words("end.reasons"), self._mark, lines, self._actions)

    def _course(self) -> Image.Image:
        game = self.referee.game
        seats = [seat for place in self.outcome.places for seat in place]
        scores = running_scores(seats, game.receipts, game.tallies[0])
        lines = [Course(self.words.thing("seat", seat), scores[seat]) for seat in seats]
        title = self.words(f"tally.{game.tallies[0]}", n=MANY).capitalize()
        return ending.courses(title, self._mark, lines, self._actions)
