"""The gondola track: its spaces and mooring posts, the landing stages, the gondolas and their last moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import dist, hypot

from companion.games.venedig.picture.projection import UNIT, Projection
from companion.games.venedig.picture.tokens import kinds, path
from companion.games.venedig.rules.track import LAST, START, TWICE
from companion.picture.shapes import Point, number, use

ROW = 13
BY_EYE = [
    [(n % ROW if n // ROW % 2 == 0 else ROW - 1 - n % ROW) * 1.12, n // ROW * 1.24] for n in range(LAST + 1 + 4)
]
"""The track where there is no map: back and forth in rows."""


def ribbon(here: Projection) -> str:
    """Draw the fairway, from the start to the last space."""
    if len(here.course) < 2:
        return ""
    return path("fairway", "M" + "L".join(number(*point) for point in here.course[: LAST + 1]))


def stages(here: Projection, track: Sequence[Sequence[str]], islands: Mapping[str, Collection[str]]) -> str:
    """Draw a landing stage from each space to the islands that it borders (VEN.K5)."""
    shapes = []
    for space, borders in enumerate(track):
        for island in borders if space < len(here.course) else ():
            if islands.get(island):
                shapes.append(stage(here.course[space], [here.at(name) for name in islands[island]]))
    return path("stage", "".join(shapes))


def stage(here: Point, shore: Sequence[Point]) -> str:
    there = min(shore, key=lambda point: dist(here, point))
    way = dist(here, there) or 1
    (x, y), step = here, [(there[i] - here[i]) / way for i in (0, 1)]
    reach = max(way - 11, 13)
    return f"M{number(x + 8 * step[0], y + 8 * step[1])}L{number(x + reach * step[0], y + reach * step[1])}"


def spaces(here: Projection, passed: Collection[int] = ()) -> Iterator[str]:
    """Draw every space with its number, those just passed marked. 10 and 45 are one (VEN.K5), unless drawn apart."""
    course = here.course
    one_place = is_one_place(here)
    if course:
        yield use("jetty", *course[START], "venedig-quay")
        yield use("flag", *course[START], "venedig-start")
    yield '<g class="venedig-spaces">'
    for space, (x, y) in enumerate(course[: LAST + 1]):
        if space == START or (one_place and space in TWICE):
            continue
        look = kinds(space in TWICE and "twice", space == LAST and "last", space in passed and "passed")
        yield f'{use("ring", x, y, look)}<text x="{number(x)}" y="{number(y + 4)}">{space}</text>'
    if one_place:
        x, y = course[TWICE[0]]
        yield use("wide", x, y, "venedig-twice")
        yield f'<text x="{number(x)}" y="{number(y - 2)}">{TWICE[0]}</text>'
        yield f'<text x="{number(x)}" y="{number(y + 9)}">{TWICE[1]}</text>'
        yield path("rail", f"M{number(x - 8, y)}h16")
    yield "</g>"
    yield from (use("post", x, y) for x, y in course[LAST + 1 :])


def is_one_place(here: Projection) -> bool:
    """Return whether 10 and 45 are drawn as the single space that they are; in rows they can't be."""
    return len(here.course) > TWICE[1] and here.course[TWICE[0]] == here.course[TWICE[1]]


def trail(here: Projection, start: int, end: int, passed: Collection[int]) -> str:
    """Draw the course of a gondola: a line, with an arc over each gondola that it leapt (VEN.B11)."""
    d = f"M{number(*here.space(start))}"
    space = last = start
    while space < end:
        space += 1
        if space not in passed or space == end:
            leapt = space - last > 1
            d += bow(here.space(last), here.space(space)) if leapt else f"L{number(*here.space(space))}"
            last = space
    return path("trail", d)


def bow(one: Point, two: Point) -> str:
    """Return an arc from one space to another, off the straight line."""
    across = (one[1] - two[1], two[0] - one[0])
    length = hypot(*across) or 1
    x, y = ((one[i] + two[i]) / 2 - across[i] / length * UNIT * 1.1 for i in (0, 1))
    return f"Q{number(x, y, *two)}"


def gondolas(here: Projection, at: Mapping[str, int], changed: Collection[str]) -> Iterator[str]:
    """Draw the gondolas by colour; those at the start lie one behind the other."""
    waiting = [colour for colour, space in at.items() if space == START]
    for colour, space in sorted(at.items(), key=lambda one: here.space(one[1])[1]):
        x, y = here.space(space)
        if space == START:
            y += 12 * (waiting.index(colour) - (len(waiting) - 1) / 2)
        yield use(f"gondola-{colour}", round(x, 1), round(y + 2, 1), kinds(colour in changed and "changed"))
        if space in TWICE and not is_one_place(here):
            x, y = here.space(sum(TWICE) - space)
            yield f'<g class="venedig-gone">{use("hull", x, round(y + 2, 1))}{use("felze", x, round(y + 2, 1))}</g>'
