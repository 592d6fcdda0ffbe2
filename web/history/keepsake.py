"""A picture of the board to keep and to send: one SVG file with everything in it, title, scores and style."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from flask import request
from werkzeug.wrappers import Response

from companion import games
from companion.picture.colours import DARK, LIGHT, SIGNS, at_night, by_day
from companion.picture.tokens import CROWN
from companion.seats import Seat
from web.boards.gallery import PICTURE_POLICY
from web.language import label
from web.wire import as_file

MARGIN, BOARD = 24.0, 400.0
WIDTH = BOARD + 2 * MARGIN
HEAD, NAMES, FOOT = 70.0, 62.0, 34.0
"""Height of the title, of the names with their scores, and of the last line."""
SIZE = re.compile(r'viewBox="0 0 400 ([0-9.]+)" class="([^"]+)"')
PAPERS = {False: ("#f6f1e7", "#241c15", "#6f6256", "#d9cdb8"), True: ("#14100d", "#f1e8da", "#a99b89", "#3a322a")}
"""Paper, ink, softer ink and lines, by day and by night."""
SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif"
SANS = "system-ui,-apple-system,Roboto,'Segoe UI',sans-serif"


def send(
    name: str,
    board: str,
    game: str,
    *,
    when: str,
    seats: Sequence[Seat],
    score: Mapping[int, Mapping[str, int]],
    winners: Sequence[int],
) -> Response:
    """Send a board with its scores as a file: a dark one if the request says `night`."""
    night = "night" in request.args
    style = games.find(game.partition(":")[0]).board_style
    drawn = keepsake(
        board,
        at_night(style) if night else by_day(style),
        title=label(game),
        when=when,
        seats=seats,
        points={seat: str(next(iter(tallies.values()))) for seat, tallies in score.items() if tallies},
        winners=winners,
        night=night,
    )
    response = as_file(drawn, name, "image/svg+xml")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


def keepsake(
    board: str,
    style: str,
    *,
    title: str,
    when: str,
    seats: Sequence[Seat],
    points: Mapping[int, str],
    winners: Sequence[int],
    night: bool,
) -> str:
    """Return the file. Without a board it is a card with the scores."""
    found = SIZE.search(board)
    high = float(found[1]) if found else 0.0
    height = HEAD + NAMES + high + FOOT
    names = "".join(
        _seat(seat, place, len(seats), points.get(seat.number, ""), is_winner=seat.number in winners, night=night)
        for place, seat in enumerate(seats)
    )
    inside = board[board.index(">") + 1 : board.rindex("</svg>")] if found else ""
    drawn = f'<g class="{found[2]}" transform="translate({MARGIN:g} {HEAD + NAMES:g})">{inside}</g>' if found else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}"'
        f' width="{WIDTH * 2:g}" height="{height * 2:g}">'
        f"{_paper(style, title, when, height, night=night)}{names}{drawn}"
        f'<text class="k-soft" x="{WIDTH / 2:g}" y="{height - 13:g}" text-anchor="middle">Ballottino</text>'
        "</svg>"
    )


def _paper(style: str, title: str, when: str, height: float, *, night: bool) -> str:
    """Return the styles, the paper, and the title with the date above a line."""
    paper, ink, soft, line = PAPERS[night]
    return (
        f"<style>{style}.k-title{{font:400 27px {SERIF};fill:{ink}}}.k-soft{{font:13px {SANS};fill:{soft}}}"
        f".k-name{{font:600 13px {SANS};fill:{ink}}}.k-points{{font:700 21px {SANS};fill:{ink}}}</style>"
        f'<rect width="{WIDTH:g}" height="{height:g}" fill="{paper}"/>'
        f'<text class="k-title" x="{MARGIN:g}" y="44">{escape(title)}</text>'
        f'<text class="k-soft" x="{WIDTH - MARGIN:g}" y="43" text-anchor="end">{escape(when)}</text>'
        f'<path d="M{MARGIN:g} {HEAD - 12:g}h{BOARD:g}" stroke="{line}"/>'
    )


def _seat(seat: Seat, place: int, of: int, points: str, *, is_winner: bool, night: bool) -> str:
    """Draw a sign with its name and points, in a column of its own; the winner wears a crown."""
    left, room = MARGIN + place * BOARD / of, BOARD / of - 22
    colour = (DARK if night else LIGHT)[seat.colour][0]
    edge = "" if night else ' stroke="#241c15" stroke-width=".5"'
    crown = f'<path transform="translate({left + 7:g} {HEAD - 1:g}) scale(.8)" d="{CROWN}" fill="#c8962f"/>'
    squeezed = f' textLength="{room:.0f}" lengthAdjust="spacingAndGlyphs"' if len(seat.name) * 8.2 > room else ""
    return (
        f'<path transform="translate({left + 7:g} {HEAD + 14:g}) scale(1.5)" d="{SIGNS[seat.colour]}"'
        f' fill="{colour}"{edge}/>'
        f'<text class="k-name" x="{left + 18:g}" y="{HEAD + 18.5:g}"{squeezed}>{escape(seat.name)}</text>'
        f'<text class="k-points" x="{left + 18:g}" y="{HEAD + 43:g}">{escape(points)}</text>'
        f"{crown if is_winner else ''}"
    )
