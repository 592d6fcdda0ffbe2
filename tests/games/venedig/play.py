"""Venedig brought to a chosen position, to prove a rule there."""

from __future__ import annotations

from typing import Any

from companion.choices import Sheet
from companion.games.venedig.game import Venedig
from companion.games.venedig.rules.board import spot
from companion.games.venedig.rules.kinds import SWAMP, TREASURE, Holder
from companion.games.venedig.rules.pieces import WATER, Pieces
from companion.steps import TABLE
from tests.games.playing import Playing
from tests.tables import referee

DEFAULTS = {
    "card": "done",
    "third-when": "later",
    "third-card": "casa",
    "drain": "enough",
    "drain-number": 0,
    "tokens": {},
    "pay": {},
    "take": "pile",
    "room": "no",
}
"""Answers to questions that a test does not care about."""


class Play(Playing):
    """A game that seat `first` begins, with real cards and tokens unless the options say otherwise.

    >>> play = Play().before(2, "ponte", 1)
    >>> play.key, play.seat
    ('card', 1)
    """

    def __init__(self, players: int = 3, first: int = 1, **options: str) -> None:
        chosen: dict[str, Any] = {"cards": "table", "gold": "table", "draw_first": "table"} | options
        self.referee = referee("venedig", players, **chosen)
        self.referee.answer(TABLE, first)

    @property
    def game(self) -> Venedig:
        game = self.referee.game
        assert isinstance(game, Venedig)
        return game

    @property
    def pieces(self) -> Pieces:
        return self.game.pieces

    # Arranging the table. The open question then offers what fits the new position.

    def _arranged(self) -> Play:
        for decision in self.referee.open.values():
            decision.choice = decision.offer()
        self.game.check()
        return self

    def gondola(self, seat: int, space: int) -> Play:
        """Put a gondola on a space."""
        self.game.gain(seat, "spaces", space - self.pieces.gondolas[seat], "", "corrected")
        self.pieces.gondolas[seat] = space
        return self._arranged()

    def dry(self, *hexes: str) -> Play:
        """Drain these hexes; their tokens have left the game."""
        for name in hexes:
            if self.pieces.ground[name] == WATER:
                self.pieces.drain([name])
                self.pieces.gold.left[SWAMP] -= 1
                self.pieces.gold.gone += 1
        return self._arranged()

    def stands(self, kind: str, *hexes: str) -> Play:
        self.dry(*hexes)
        self.pieces.build(kind, tuple(sorted(hexes, key=spot)))
        return self._arranged()

    def before(self, holder: Holder, kind: str, number: int) -> Play:
        """Put cards in front of a player; the first to have some holds the pawn."""
        cards = self.pieces.cards
        cards.unseen[kind] -= number
        cards.pile -= number
        cards.lay_front(holder, kind, number)
        if self.pieces.pawns[kind] is None:
            self.pieces.pawns[kind] = holder
        return self._arranged()

    def opened(self, *kinds: str) -> Play:
        for kind in kinds:
            self.pieces.cards.turn_up(kind)
            self.pieces.cards.open.append(kind)
        return self._arranged()

    def hand(self, seat: int, *kinds: str) -> Play:
        """Exchange a player's hand for these cards of the pile."""
        cards = self.pieces.cards
        for kind in list(cards.hands[seat].elements()):
            cards.hands[seat][kind] -= 1
            cards.held[seat] -= 1
            cards.unseen[kind] += 1
            cards.pile += 1
        for kind in kinds:
            cards.draw(seat, kind)
        return self._arranged()

    def holds(self, seat: int, number: int) -> Play:
        """Give a hand this many cardboard cards."""
        cards = self.pieces.cards
        cards.pile -= number - cards.held[seat]
        cards.held[seat] = number
        return self._arranged()

    def tokens(self, seat: int, treasure: int = 0, swamp: int = 0) -> Play:
        gold = self.pieces.gold
        for _ in range(treasure):
            gold.take(seat, TREASURE, None)
        self.pieces.drain(self.pieces.swamps[:swamp])
        for _ in range(swamp):
            gold.take(seat, SWAMP, None)
        return self._arranged()

    def purse(self, seat: int, *values: int) -> Play:
        """Give a player tokens of known value, swamp tokens from the last hexes."""
        gold = self.pieces.gold
        for value in values:
            token = TREASURE if value > 2 else SWAMP
            if token == SWAMP and self.pieces.mapped:
                self.pieces.drain(self.pieces.swamps[-1:])
            gold.take(seat, token, value)
        return self._arranged()

    def left(self, kind: str, number: int) -> Play:
        """Leave this many of a kind to build. Needs a board without a map unless the number is true."""
        self.pieces.supply[kind] = number
        return self._arranged()

    # Playing.

    def lay(self, *what: str) -> Play:
        """Lay cards from the hand, kind by kind, and say done."""
        for one in what:
            self.answer("card", one)
        return self.answer("card", "done") if self.referee.open and self.key == "card" else self

    def until(self, *keys: str) -> Play:
        """Give default answers until one of these questions is asked, or the game is over."""
        for _ in range(60):
            if not self.referee.open or self.key in keys:
                return self
            self.answer(self.key, self.default())
        raise AssertionError(f"none of {keys} was asked")

    def default(self) -> Any:
        choice = self.decision.choice
        if isinstance(choice, Sheet):
            cell = {"along": "no", "cards": 0}[self.key]
            return {row: dict.fromkeys(cells, cell) for row, cells in choice.rows.items()}
        return DEFAULTS[self.key]

    def end_turn(self) -> Play:
        """Give default answers until the next turn."""
        turn = self.game.turn
        while self.referee.open and self.game.turn == turn:
            self.answer(self.key, self.default())
        return self

    def places(self, *hexes: str) -> Play:
        for name in hexes:
            if self.referee.open and self.key == "place":
                self.answer("place", name)
        return self

    def was_told(self, key: str) -> bool:
        return any(tell.key == key for tell in self.game.tells)

    @property
    def gondolas(self) -> dict[int, int]:
        return self.pieces.gondolas
