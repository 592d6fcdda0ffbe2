"""All that Doge brings."""

from companion.games import Kit
from companion.games.doge import layout
from companion.games.doge.draws import DRAWS
from companion.games.doge.game import Doge
from companion.games.doge.lesson import LESSON
from companion.games.doge.picture.board import board
from companion.games.doge.picture.cases import CASES
from companion.games.doge.picture.style import STYLE
from companion.games.doge.picture.things import thing
from companion.games.doge.sheet import SHEETS

KIT = Kit(
    game=Doge,
    check_layout=layout.check,
    sheets=SHEETS,
    draws=DRAWS,
    board=board,
    board_style=STYLE,
    thing=thing,
    cases=CASES,
    lesson=LESSON,
    parts=layout.PARTS,
)
