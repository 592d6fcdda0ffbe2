"""All that Venise brings."""

from companion.games import Kit
from companion.games.venise import layout
from companion.games.venise.draws import DRAWS
from companion.games.venise.editor.editor import VeniseEditor
from companion.games.venise.game import Venise
from companion.games.venise.lesson import LESSON
from companion.games.venise.picture.board import board
from companion.games.venise.picture.cases import CASES
from companion.games.venise.picture.style import STYLE
from companion.games.venise.picture.things import thing
from companion.games.venise.sheet import SHEETS

KIT = Kit(
    game=Venise,
    check_layout=layout.check,
    sheets=SHEETS,
    draws=DRAWS,
    board=board,
    board_style=STYLE,
    thing=thing,
    cases=CASES,
    lesson=LESSON,
    editor=VeniseEditor(),
    printed=("card", "colour", "side", "level", "tool", "part"),
    parts=layout.PARTS,
)
