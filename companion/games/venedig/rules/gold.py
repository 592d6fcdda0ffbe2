"""Tokens: treasure beside the board, swamp on it, and what the players have in secret (VEN.K2, K6).

A token's value tells which it is: treasure is worth 3 to 6 gold, swamp 0 to 2. Of cardboard tokens the box
knows the number only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.game import Broken
from companion.games.venedig.rules.kinds import IN_BOX, SWAMP, TOKENS, TREASURE, WORTH


class Gold:
    """All tokens. `left` are those beside the board or on it, `gone` those that have left the game."""

    def __init__(self, seats: Sequence[int], spreads: Mapping[str, Mapping[str, int]], swamps: int, known: bool):
        self.known = known
        self.swamps = swamps
        self.left = {TREASURE: IN_BOX[TREASURE], SWAMP: swamps}
        self.gone = 0
        self.held = {seat: dict.fromkeys(TOKENS, 0) for seat in seats}
        self.unseen = {
            token: Counter({int(value): number for value, number in sorted(spreads[token].items())})
            for token in TOKENS
        }
        self.spread = Counter(self.unseen[TREASURE])
        self.purses: dict[int, Counter[int]] = {seat: Counter() for seat in seats}

    def values(self, token: str) -> list[int]:
        """What the next token of this kind may be worth, as often as it may."""
        return list(self.unseen[token].elements())

    def take(self, seat: int, token: str, value: int | None) -> None:
        """A token comes to a player: worth so much, or one that the box has not seen."""
        self.left[token] -= 1
        self.held[seat][token] += 1
        if value is not None:
            self.unseen[token][value] -= 1
            self.purses[seat][value] += 1

    def purse(self, seat: int) -> dict[str, int]:
        """How many tokens of each value a player has, dear ones first; worthless ones count too."""
        return {str(value): number for value, number in sorted(self.purses[seat].items(), reverse=True) if number}

    def worth(self, seat: int) -> int:
        return sum(value * number for value, number in self.purses[seat].items())

    def most(self, seat: int) -> int:
        """The most gold that these tokens can be worth, as far as everyone knows."""
        return sum(WORTH[token][-1] * number for token, number in self.held[seat].items())

    def spare(self) -> bool:
        """Whether a swamp token that has left the game can come back, with a value that nobody has seen."""
        return self.gone > 0 and (not self.known or self.unseen[SWAMP].total() > self.left[SWAMP])

    def pay(self, seat: int, token: str, number: int) -> None:
        """VEN.G1: swamp leaves the game, treasure goes back into the supply."""
        self.held[seat][token] -= number
        if token == TREASURE:
            self.left[TREASURE] += number
        else:
            self.gone += number

    def pay_values(self, seat: int, values: Mapping[int, int]) -> None:
        for value, number in values.items():
            token = token_of(value)
            self.pay(seat, token, number)
            self.purses[seat][value] -= number
            if token == TREASURE:
                self.unseen[TREASURE][value] += number

    def check(self) -> None:
        """Raises `Broken` if a token was lost or made."""
        for token, all_of_them in ((TREASURE, IN_BOX[TREASURE]), (SWAMP, self.swamps)):
            held = [has[token] for has in self.held.values()]
            gone = self.gone if token == SWAMP else 0
            if self.left[token] + sum(held) + gone != all_of_them or min(self.left[token], gone, *held) < 0:
                raise Broken(f"{token}: {self.left[token]} left, {held} held, {gone} gone")
        if not self.known:
            return
        for seat, purse in self.purses.items():
            if any(sum(purse[value] for value in WORTH[token]) != self.held[seat][token] for token in TOKENS):
                raise Broken(f"seat {seat} holds {self.held[seat]}, but {dict(purse)}")
        treasure = sum((self.purses[seat] for seat in self.purses), Counter(self.unseen[TREASURE]))
        if any(treasure[value] != self.spread[value] for value in WORTH[TREASURE]):
            raise Broken(f"treasure {dict(treasure)}, not {dict(self.spread)}")


def token_of(value: int) -> str:
    """Which token is worth so much.

    >>> token_of(4)
    'treasure'
    """
    return TREASURE if value in WORTH[TREASURE] else SWAMP
