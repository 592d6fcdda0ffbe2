"""The Doge track: a stack of markers on each space, and the Doge's cap for the leader (RIA.T1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from companion.games.rialto.picture.labels import Labels
from companion.games.rialto.picture.tokens import kinds
from companion.picture.board import View
from companion.picture.shapes import number, use

LEFT, RIGHT = 48, 386
MARKER, APART, CAP, BELOW = 12, 26, 26, 34
"""The height of a marker, the least distance between stacks, and the room above and below."""

DOTS = 60
"""On longer tracks only every fifth space is a dot."""


def ground(view: View) -> int:
    """Return how far down the track must be for the highest stack to fit above it."""
    return CAP + MARKER * max(map(len, view["track"]["stacks"].values()), default=1)


def height(view: View) -> int:
    return ground(view) + BELOW


def doge_track(labels: Labels, before: View) -> Iterator[str]:
    """Draw the spaces as dots on a path, and the stacks, each with the number of its space below it."""
    track, y = labels.view["track"], ground(labels.view)
    stacks = {int(space): list(map(str, stack)) for space, stack in track["stacks"].items()}
    then = {str(one): int(space) for space, stack in before["track"]["stacks"].items() for one in stack}
    spots = [x_of(space, track["length"]) for space in stacks]
    places = spread(spots)
    yield f'<g class="rialto-track" role="img" aria-label="{escape(labels.track())}">'
    yield from path(track["length"], places, y)
    for (space, stack), spot, x in zip(stacks.items(), spots, places, strict=True):
        yield f'<path class="rialto-foot" d="M{number(spot, y)}L{number(x, y - 9)}"/>'
        yield f'<text class="rialto-space" x="{number(x)}" y="{y + 20}">{space}</text>'
        for i, player in enumerate(stack):
            look = kinds(then.get(player) != space and "changed")
            yield use(f"disc-{labels.colours[player]}", x, y - 14 - MARKER * i, look)
        if stack[-1] == labels.order[0]:
            yield use("icon-A", x, y - 16 - MARKER * len(stack), "rialto-cap")
    yield "</g>"


def path(length: int, taken: Sequence[float], y: int) -> Iterator[str]:
    """Draw a dot for every space; every fifth is larger, with its number unless a stack shows it."""
    yield use("icon-A", 18, y - 2, "rialto-sort")
    left, right = LEFT - 4, RIGHT + 4
    yield f'<path class="rialto-way" d="M{left} {y - 7}H{right}a7 7 0 0 1 0 14H{left}a7 7 0 0 1 0-14z"/>'
    if length <= DOTS:
        yield f'<path class="rialto-dots" d="{dots(range(1, length + 1), length, y)}"/>'
    step = 5 if length <= DOTS else 25
    fifths = range(step, length + 1, step)
    yield f'<path class="rialto-dots rialto-fifths" d="{dots(fifths, length, y)}"/>'
    for space in fifths:
        x = x_of(space, length)
        if all(abs(x - other) > APART * 0.7 for other in taken):
            yield f'<text class="rialto-fifth" x="{number(x)}" y="{y + 19}">{space}</text>'


def dots(spaces: Sequence[int], length: int, y: int) -> str:
    return "".join(f"M{number(x_of(space, length), y)}h0" for space in spaces)


def x_of(space: int, length: int) -> float:
    return LEFT + (RIGHT - LEFT) * (space - 1) / (length - 1)


def spread(spots: Sequence[float]) -> list[float]:
    """Return these places from left to right, spread just enough not to cover each other."""
    to_right = _pushed(spots, RIGHT)
    to_left = [-spot for spot in reversed(_pushed([-spot for spot in reversed(spots)], -LEFT))]
    return [(right + left) / 2 for right, left in zip(to_right, to_left, strict=True)]


def _pushed(spots: Sequence[float], end: float) -> list[float]:
    """Keep each place far enough from the one before, and none beyond the end."""
    apart: list[float] = []
    for spot in spots:
        apart.append(max(spot, apart[-1] + APART) if apart else spot)
    for i in reversed(range(len(apart))):
        apart[i] = min(apart[i], end)
        end = apart[i] - APART
    return apart
