"""All that Rialto brings."""

from companion.games import Kit
from companion.games.rialto import layout
from companion.games.rialto.draws import DRAWS
from companion.games.rialto.game import Rialto
from companion.games.rialto.lesson import LESSON
from companion.games.rialto.picture.board import board
from companion.games.rialto.picture.cases import CASES
from companion.games.rialto.picture.style import STYLE
from companion.games.rialto.picture.things import thing
from companion.games.rialto.sheet import SHEETS

KIT = Kit(
    game=Rialto,
    check_layout=layout.check,
    sheets=SHEETS,
    draws=DRAWS,
    board=board,
    board_style=STYLE,
    thing=thing,
    cases=CASES,
    lesson=LESSON,
    printed=("district", "bank"),
    parts=layout.PARTS,
)
