"""All that Regata brings."""

from companion.games import Kit
from companion.games.regata import layout
from companion.games.regata.draws import Tides
from companion.games.regata.game import Regata
from companion.games.regata.sheet import SHEETS

KIT = Kit(game=Regata, check_layout=layout.check, sheets=SHEETS, draws={"tide": Tides}, printed=("canal",))
