"""The five kinds of building, and what each takes (VEN.K1-K3)."""

from __future__ import annotations

from companion.vocabulary import named

CASA, PALAZZO, CAMPO, BASILICA, PONTE = KINDS = named("building", "casa", "palazzo", "campo", "basilica", "ponte")
named("card", "casa", "palazzo", "campo", "basilica", "ponte")  # where there is room for few letters
SHARED = (PALAZZO, CAMPO, BASILICA, PONTE)
"""The kinds that have a master builder's pawn (VEN.K1)."""

DECK = {CASA: 8, PALAZZO: 8, CAMPO: 8, BASILICA: 10, PONTE: 8}  # VEN.K1
BOX = {CASA: 19, PALAZZO: 6, CAMPO: 6, BASILICA: 5, PONTE: 6}  # VEN.K2
CARDS = {CASA: 1, PALAZZO: 3, CAMPO: 3, BASILICA: 4, PONTE: 3}  # VEN.K3
HEXES = {CASA: 1, PALAZZO: 2, CAMPO: 1, BASILICA: 3, PONTE: 2}  # VEN.K3

TREASURE, SWAMP = TOKENS = named("token", "treasure", "swamp")
IN_BOX = {TREASURE: 18, SWAMP: 86}  # VEN.K2
WORTH = {TREASURE: range(3, 7), SWAMP: range(3)}
"""What a token may be worth (VEN.K2): so its value tells which it is."""

ISLANDS = named("island", "cannaregio", "castello", "dorsoduro", "san-marco", "giudecca")  # VEN.K4

(THIRD,) = named("seat", "third")
"""The imaginary third player of a table of two (VEN.T1)."""

Holder = int | str
"""Who may have cards before him and hold a pawn: a seat, or the imaginary third."""
