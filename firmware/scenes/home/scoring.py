"""The job Score on the box: a sheet's questions one by one, then the count with its reasons."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion import games
from companion.game import last_count
from companion.games import Kit
from companion.layout import Layout
from companion.refusal import Refusal
from companion.seats import seat_table
from companion.words import folders_of
from companion.words.answers import receipt_text
from firmware.scenes.home import HomeStage
from firmware.scenes.home.drafts import Draft, Drafts
from firmware.scenes.home.last_time import JOB, PLAYERS, SHEET, game_of, keep, known_names, last_first
from firmware.scenes.match.counting import CountAgain, pages_of
from firmware.scenes.menus import Item, Menu, Reading
from firmware.scenes.questions.asking import question
from firmware.scenes.questions.questions import Asking, Heading, QuestionScene
from firmware.scenes.questions.sheets import SheetQuestion
from firmware.screens import reading
from firmware.screens.lists import Row


class SheetFilling:
    """One sheet being filled in, kept as a draft at every key.

    BACK goes to the previous field, with its value under the cursor.
    """

    def __init__(self, box: HomeStage, game: str, name: str, draft: Draft) -> None:
        self.box = box
        self.kind = f"{game}:{name}"
        self.kit = games.find(game)
        self.sheet = self.kit.sheets[name]
        self.layout = layout_of(box, self.kit)
        names = known_names(box)[: draft.players]
        self.words = box.words_for(folders_of(game), seat_table(names, self.kit.game.colours))
        self.drafts = Drafts(box.ledger.folder)
        self.draft = draft
        self.fields = self.sheet.fields(draft.players, self.layout)
        self.scene: QuestionScene | None = None

    def ask(self) -> None:
        """Ask for the field that is due, or show the count if there are no more."""
        keys = list(self.fields)
        draft = self.draft
        if draft.place == len(keys):
            self._count()
            return
        key = keys[draft.place]
        asked = self.words(f"field.{key}")
        title = asked if reading.fit_title(asked, "") else self.words.thing("sheet", self.kind.partition(":")[2])
        heading = Heading("", title, asked)

        def done(value: Any) -> None:
            draft.filled[key] = value
            draft.entered.pop(key, None)
            self._go(1)

        before = draft.entered.get(key) or draft.filled.get(key, self.sheet.likely.get(key, 0))
        scene = question(Asking(self.box, heading, self.words, done), self.fields[key], before)
        if isinstance(scene, SheetQuestion):
            scene.stand_at(*draft.at)
        if draft.place:
            scene.on_back = scene.on_hold_back = partial(self._go, -1)
        scene.on_move = partial(self._keep, scene, key)
        self.scene = scene
        self.box.push(scene)

    def _keep(self, scene: QuestionScene, key: str) -> None:
        """Keep what stands in the field, unless it has been answered."""
        if scene is not self.scene:
            return
        if isinstance(scene, SheetQuestion):
            self.draft.entered[key] = scene.filled_in
            self.draft.at = [scene.row, scene.column]
        self.drafts.keep(self.kind, self.draft)

    def _go(self, way: int) -> None:
        """Continue with the next field, or return to the previous one."""
        self.scene = None
        self.draft.place += way
        self.draft.at = [0, 0]
        if self.draft.place < len(self.fields):
            self.drafts.keep(self.kind, self.draft)
        self.box.back()
        self.ask()

    def _count(self) -> None:
        try:
            counted = self.sheet.score({"players": self.draft.players, **self.draft.filled}, self.layout)
        except Refusal as refusal:
            self.draft.place -= 1
            self.ask()
            self.box.refuse(self.words.refusal(refusal))
            return
        self.drafts.drop(self.kind)
        lines = [f"{self.words.tell(tell)} ({tell.rule})" for tell in counted.tells]
        lines += [receipt_text(self.words, receipt) for receipt in counted.receipts]
        self.box.push(Reading(self.box, self.words("box.result"), lines))
        if (count := last_count(self.kit.game.shown, counted.tells)) is not None:
            showing, told = count
            self.box.push(CountAgain(self.box, pages_of(self.words, showing, told.facts)))


def layout_of(box: HomeStage, kit: Kit) -> Layout:
    return kit.layout(box.ledger.folder / "layouts")


def games_to_score() -> list[str]:
    return [name for name in games.names() if games.find(name).sheets]


def last_game(box: HomeStage) -> str:
    """Return the game whose sheet was filled in last."""
    return game_of(box.preferences[SHEET])


def choose_sheet(box: HomeStage, game: str) -> None:
    """Ask which sheet of a game, the one used last first. Where there is only one, open it."""
    sheets = Sheets(box, game)
    if len(sheets.names) == 1:
        sheets.open(sheets.names[0])
    else:
        box.push(Menu(box, sheets.words.thing("game", game), sheets.items))


class Sheets:
    """The sheets of a game. How many play is asked once: the same table fills in the next sheet too."""

    def __init__(self, box: HomeStage, game: str) -> None:
        self.box = box
        self.game = game
        self.kit = games.find(game)
        self.words = box.words_for(folders_of(game))
        kinds = last_first(box.preferences[SHEET], [f"{game}:{name}" for name in self.kit.sheets])
        self.names = [kind.partition(":")[2] for kind in kinds]
        self.players: int | None = None

    def items(self) -> list[Item]:
        return [
            Item(
                Row(self.words.thing("sheet", name), self.words("sheet.begun") if self._draft(name) else ""),
                partial(self.open, name),
            )
            for name in self.names
        ]

    def _draft(self, name: str) -> Draft | None:
        drafts, layout = Drafts(self.box.ledger.folder), layout_of(self.box, self.kit)
        return drafts.find(f"{self.game}:{name}", self.kit.sheets[name], layout)

    def open(self, name: str) -> None:
        """Carry on with a sheet that was left half filled in, or begin one."""
        draft = self._draft(name)
        if draft is None:
            self._begin(name)
            return
        items = [
            Item(Row(self.words("sheet.go-on"), "▸"), lambda: self._carry_on(name)),
            Item(Row(self.words("sheet.afresh"), "▸"), lambda: self._begin(name)),
        ]
        self.box.push(Menu(self.box, self.words.thing("sheet", name), lambda: items))

    def _carry_on(self, name: str) -> None:
        """Carry on as far as it has been filled in by now: BACK may have led here from the sheet itself."""
        draft = self._draft(name)
        if draft is None:
            self._begin(name)
        else:
            self._fill_in(name, draft)

    def _begin(self, name: str) -> None:
        """Ask how many play, if it matters and is not known; the bar is on the number of the last sheet."""
        numbers = list(self.kit.sheets[name].players)
        last = self.box.preferences[PLAYERS]
        likely = last if last in numbers else numbers[0]
        if self.players in numbers:
            self._fill_in(name, Draft(self.players))
        elif not self.kit.sheets[name].depends_on_players(layout_of(self.box, self.kit)):
            self._fill_in(name, Draft(likely))
        else:
            items = [Item(Row(self.words("seating.players", n=n)), partial(self._seat, name, n)) for n in numbers]
            title = self.words.thing("sheet", name)
            self.box.push(Menu(self.box, title, lambda: items, cursor=numbers.index(likely)))

    def _seat(self, name: str, players: int) -> None:
        self.players = players
        keep(self.box, {PLAYERS: players})
        self._fill_in(name, Draft(players))

    def _fill_in(self, name: str, draft: Draft) -> None:
        filling = SheetFilling(self.box, self.game, name, draft)
        keep(self.box, {JOB: "score", SHEET: filling.kind})
        filling.ask()
