"""The games, each a whole folder. To add one, write one: its `kit` module holds a `KIT`.

The folder itself says how many can play, and costs nothing to ask: a whole game takes time to load, and memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.choices import Count, Item, Pick
from companion.game import Game
from companion.jobs.draw import Drawing
from companion.jobs.score import ScoreSheet
from companion.layout import Layout, layout
from companion.layout.editor import Editor
from companion.picture.cases import Case
from companion.picture.picture import Picture
from companion.refusal import Malformed, NotFound
from companion.seats import Seat
from companion.teaching.lesson import Instruction, Lesson

if TYPE_CHECKING:
    from companion.words import Words

HERE = Path(__file__).parent

Painter = Callable[[dict[str, Any], "Words", Sequence[Seat], dict[str, Any] | None, Collection[str]], Picture]
"""Draws a view: in the words of these seats, marked where it differs from the view before, with options to tap."""
ThingPainter = Callable[[str, Item, str], str]
"""Draws a card, a ballot or a coin, in a seat's colour: a vocabulary, or what has none, and the item.

`on.zone` is what is laid on a zone, `on.houses` what is counted in houses; for `seat` the colour is that of the item.
"""


def refuse_any_board(layout: Layout) -> None:
    """Refuse a layout that says anything: the check of a game without a board."""
    if layout.facts:
        raise Malformed("no-board", layout=layout.name)


@dataclass(frozen=True)
class Kit:
    """Everything a game brings: Play, Score and Draw, and its own check of a layout. Only `game` is required.

    `board` draws a game's view, `drawing_board` that of a drawing, `thing` what a hand holds. With an
    `editor` owners make boards of their own. `printed` are the vocabularies that word what a layout holds, `parts`
    what each part of a fact can be, for pages to offer; `check_layout` says whether all of it makes a board.
    `lesson` is what newcomers are told; `cases` are small drawings of what its rules are about, by rule.
    """

    game: type[Game]
    check_layout: Callable[[Layout], None] = refuse_any_board
    sheets: Mapping[str, ScoreSheet] = field(default_factory=dict)
    draws: Mapping[str, type[Drawing]] = field(default_factory=dict)
    board: Painter | None = None
    drawing_board: Painter | None = None
    board_style: str = ""
    thing: ThingPainter | None = None
    cases: Mapping[str, Case] = field(default_factory=dict)
    editor: Editor | None = None
    lesson: Lesson | None = None
    printed: tuple[str, ...] = ()
    parts: Mapping[str, Pick | Count] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return HERE / self.game.name

    @property
    def has_board(self) -> bool:
        """Return whether the game is played on a board with something printed on it."""
        return self.check_layout is not refuse_any_board

    def layout(self, own: Path | None = None, options: Mapping[str, str] | None = None) -> Layout:
        """Return the board: ours, with the changes in the owner's file in `own`, if there is one.

        A game with a catalogue has an option `board`. A board of it, in `layouts/<game>-<board>.toml`, holds only
        what differs from the game's first board; one without a file is the first.
        """
        ours = self.folder / "layouts"
        first = self.game.name
        chosen = Layout(first, {})
        for name in (first, f"{first}-{(options or {}).get('board', '')}"):
            for folder in (ours, own):
                if folder and (file := folder / f"{name}.toml").is_file():
                    chosen = Layout(name, chosen.facts | layout.load(file, lambda _: None).facts)
        self.check_layout(chosen)
        return chosen

    def to_lay_out(self, game: Game) -> list[Instruction]:
        """Return what to lay out for a game; nothing where it teaches none."""
        return self.lesson.instructions(game) if self.lesson else []

    def own_part(self, board: Layout) -> Layout:
        """Return what the owner's file holds of a board: where it differs from ours. So our fixes reach the owner
        too.
        """
        ours = self.layout().facts
        return Layout(board.name, {name: fact for name, fact in board.facts.items() if fact != ours.get(name)})


def names() -> list[str]:
    """Return the names of all games, found by their folders."""
    return list(_found())


@cache
def _found() -> list[str]:
    """Look once: a game is asked for by name many times a second, and the card is slow."""
    return sorted(folder.name for folder in HERE.iterdir() if (folder / "rules.toml").is_file())


def find(name: str) -> Kit:
    """Return the kit of a game; refuse a name that no game has."""
    if name not in names():
        raise NotFound("unknown-game", value=name, known=names())
    kit: Kit = import_module(f"companion.games.{name}.kit").KIT
    return kit


def players(name: str) -> Sequence[int]:
    """Return how many can play a game, without loading it."""
    numbers: Sequence[int] = import_module(f"companion.games.{name}").PLAYERS
    return numbers


def painter_of(name: str) -> Painter | None:
    """Return what draws the board of a game, `doge`, or of one of its draws, `doge:order`; `None` without one."""
    game, _, draw = name.partition(":")
    kit = find(game)
    return kit.drawing_board if draw else kit.board


def find_kind(name: str) -> type[Game]:
    """Return what a record's header names: a game, `doge`, or one of its draws, `doge:order`."""
    game, _, draw = name.partition(":")
    kit = find(game)
    if not draw:
        return kit.game
    if draw not in kit.draws:
        raise NotFound("unknown-draw", value=draw, known=sorted(kit.draws))
    return kit.draws[draw]
