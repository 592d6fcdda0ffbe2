"""Progress of the game: the districts in turn, the stages of the round, and what is played in this one."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.games.rialto.picture import tokens
from companion.games.rialto.picture.labels import Labels
from companion.games.rialto.picture.tokens import kinds
from companion.games.rialto.rules.cards import STAGES
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.games.rialto.rules.state import FINAL
from companion.picture.board import View
from companion.picture.shapes import use
from companion.picture.tokens import put
from companion.seats import clockwise_from

HEIGHT = 110
ROMAN = ("I", "II", "III", "IV", "V", "VI")
TURN, STOP = 66.6, 50
STOPS = {"icon-cards": "I", **{f"icon-{stage}": stage for stage in STAGES}, "house-blue": "III"}
"""The parts of a round, as they are drawn and named: phase I, the six stages of phase II, phase III."""

ICON = {"house-blue": 0.78}
"""Scale of a shape that was not made for a stop."""


def progress(labels: Labels, before: View) -> Iterator[str]:
    yield f'<g class="rialto-turns" role="img" aria-label="{escape(labels.turn_order())}">'
    yield from turns(labels)
    yield f'</g><g transform="translate(0 46)" role="img" aria-label="{escape(labels.plays())}">'
    yield from stops(labels)
    yield '</g><g transform="translate(0 98)" aria-hidden="true">'
    yield f'<text class="rialto-brief" x="6">{escape(labels.brief())}</text>'
    yield from plays(labels, before)
    yield "</g>"


def turns(labels: Labels) -> Iterator[str]:
    """Draw a tile for each round, with the district whose turn it is then."""
    spread = labels.turns()
    for i in range(len(DISTRICTS)):
        x = round(TURN * i)
        name = labels.words.thing("short", spread[i]) if i < len(spread) else ""
        look = kinds("tab", *when(i + 1, rounds(labels.view)))
        yield f'<g class="{look}" transform="translate({x} 0)"><path d="M4 1h58.6q4 0 4 4v17H0V5q0-4 4-4z"/>'
        yield f'<text class="rialto-roman" x="11" y="16">{ROMAN[i]}</text>'
        yield f'<text x="43.5" y="16">{escape(name)}</text></g>'


def rounds(view: View) -> int:
    """Return the round being played; after the last, one beyond it."""
    return int(view["round"]) + int(view["phase"] == FINAL)


def when(turn: int, now: int) -> tuple[str, ...]:
    return ("now",) if turn == now else ("past",) if turn < now else ()


def stops(labels: Labels) -> Iterator[str]:
    """Draw the round as a line with a stop for each stage."""
    here = stop_of(labels.view)
    yield f'<path class="rialto-line" d="M25 0h{STOP * (len(STOPS) - 1)}"/>'
    for i, (stop, name) in enumerate(STOPS.items()):
        x = 25 + STOP * i
        look = kinds("stop", *when(i, here))
        icon = f'<use href="#d-{stop}" transform="translate({x} 0)scale({ICON.get(stop, 1)})"/>'
        yield f'<g class="{look}">{use("stop", x)}{icon}<text x="{x}" y="26">{name}</text></g>'


def stop_of(view: View) -> int:
    """Return where the round is on its line: before it, on one of its stops, or past them all."""
    if view["stage"]:
        return [*STOPS.values()].index(view["stage"])
    return {1: 0, 3: len(STOPS) - 1, FINAL: len(STOPS)}.get(view["phase"], -1)


def plays(labels: Labels, before: View) -> Iterator[str]:
    """Draw what each player plays in this stage, from its first player on; a star is the bonus."""
    view = labels.view
    if view["first"] is None:
        return
    clockwise = [str(player) for player in view["clockwise"]]
    x = 390.0 - 42 * len(clockwise)
    yield use("pennant", x - 2, -3, "rialto-flag")
    for player in clockwise_from(str(view["first"]), clockwise):
        x += 42
        play, then = view["plays"].get(player), before["plays"].get(player)
        n = play["n"] if play else None
        changed = play is not None and (play != then or view["stage"] != before["stage"])
        yield put(tokens.played(labels.colours[player], n, changed=changed), x - 12, 0)
        if player == str(view["holder"]):
            yield use("laurel", x - 26, -12, "rialto-bonus")
