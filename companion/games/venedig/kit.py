"""All that Venedig brings."""

from companion.games import Kit
from companion.games.venedig import layout
from companion.games.venedig.draws import DRAWS
from companion.games.venedig.editor.editor import VenedigEditor
from companion.games.venedig.game import Venedig
from companion.games.venedig.lesson import LESSON
from companion.games.venedig.picture.board import board
from companion.games.venedig.picture.cases import CASES
from companion.games.venedig.picture.style import STYLE
from companion.games.venedig.picture.things import thing
from companion.games.venedig.sheet import SHEETS

KIT = Kit(
    game=Venedig,
    check_layout=layout.check,
    sheets=SHEETS,
    draws=DRAWS,
    board=board,
    board_style=STYLE,
    thing=thing,
    cases=CASES,
    lesson=LESSON,
    editor=VenedigEditor(),
    printed=("island", "building"),
)
