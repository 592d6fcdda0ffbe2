"""The common part of all boards: a view drawn as SVG, and the same view in words for those who can't see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from companion.picture.picture import NO_PICTURE, Picture, Tappable
from companion.seats import Seat, seat_table
from companion.steps import TABLE
from companion.words import Words

if TYPE_CHECKING:
    from companion.games import Kit
    from companion.layout import Layout

View = dict[str, Any]


class BoardLabels:
    """A view in words. A game's own class says what is where, and how far the game has come."""

    def __init__(self, view: View, words: Words, seats: Sequence[Seat]) -> None:
        self.view = view
        self.words = words
        self.seats = seats
        self.colours = {str(seat.number): seat.colour for seat in seats}

    def joined(self, things: Iterable[str]) -> str:
        return self.words.joined(things)

    def described(self, name: str, things: Iterable[str]) -> str:
        """Return a place and what is there: "Castello: Anna 2 houses; Ben 1 house"."""
        return self.words.pair(name, self.joined(things))


class BoardPicture:
    """One drawing of one view. What has changed since `before` is marked; what is `offered` can be tapped."""

    def __init__(
        self, view: View, words: Words, seats: Sequence[Seat], before: View | None, offered: Collection[str]
    ) -> None:
        self.view = view
        self.words = words
        self.seats = seats
        self.before = before or view
        self.offered = Tappable(offered, offered.about if isinstance(offered, Tappable) else None)

    @classmethod
    def picture(
        cls,
        view: View,
        words: Words,
        seats: Sequence[Seat],
        before: View | None = None,
        offered: Collection[str] = (),
    ) -> Picture:
        """Draw a view and name the places to tap: the painter that a kit brings."""
        board = cls(view, words, seats, before, offered)
        svg = board.draw()
        return Picture(svg, frozenset(board.offered.places))

    def draw(self) -> str:
        """Return the whole board as SVG."""
        raise NotImplementedError


def frame(game: str, height: float, title: str, now: str, drawn: Iterable[str]) -> str:
    """Frame a whole board, 400 wide, with its title and, if known, how far the game has come."""
    told = f"<desc>{escape(now)}</desc>" if now else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 {height:g}" class="{game}-board" role="group">'
        f"<title>{escape(title)}</title>{told}{''.join(drawn)}</svg>"
    )


def at_the_start(kit: Kit, layout: Layout, words: Words) -> Picture:
    """Draw the board before the first move, with what this layout prints on it; nothing if the game has no board."""
    if kit.board is None:
        return NO_PICTURE
    players = max(kit.game.players)
    seats = seat_table([words.thing("colour", colour) for colour in kit.game.colours[:players]], kit.game.colours)
    view = kit.game(kit.game.set_table(seats, {}, layout)).view(TABLE)
    return kit.board(view, Words(words.language, words.folders, seats), seats, None, ())
