"""All that Venezia brings."""

from companion.games import Kit
from companion.games.venezia import layout
from companion.games.venezia.draws import Dials, RoundSet
from companion.games.venezia.game import Venezia
from companion.games.venezia.lesson import LESSON
from companion.games.venezia.picture.board import board, dials_board
from companion.games.venezia.picture.cases import CASES
from companion.games.venezia.picture.style import STYLE
from companion.games.venezia.picture.things import thing
from companion.games.venezia.sheet import SHEETS
from companion.vocabulary import named

DIALS, ROUND = named("draw", "dials", "round")

KIT = Kit(
    game=Venezia,
    check_layout=layout.check,
    sheets=SHEETS,
    draws={DIALS: Dials, ROUND: RoundSet},
    board=board,
    drawing_board=dials_board,
    board_style=STYLE,
    thing=thing,
    cases=CASES,
    lesson=LESSON,
    parts=layout.PARTS,
)
