"""A view of Venedig drawn as SVG text: the islands in the lagoon, the gondolas' way, works, cards and players.

Only what everyone may see is drawn, so a player's board is the same as the table's. The picture needs `STYLE`
in the page that shows it. Without a map (`board: counted`) there are only the way, the works and the players.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from html import escape
from math import dist

from companion.games.venedig.picture import building_panels, course, projection, strips, tokens
from companion.games.venedig.picture.labels import Labels
from companion.games.venedig.picture.projection import Projection
from companion.games.venedig.picture.tokens import kinds
from companion.games.venedig.rules.kinds import KINDS, PONTE
from companion.games.venedig.rules.track import taken
from companion.picture.board import BoardPicture, View, frame
from companion.picture.picture import known_by
from companion.picture.shapes import Point, use


class Board(BoardPicture):
    """One drawing of one view, on which places may be tapped."""

    @cached_property
    def labels(self) -> Labels:
        return Labels(self.view, self.words, self.seats)

    @property
    def map(self) -> View | None:
        found: View | None = self.view["board"]
        return found

    @property
    def islands(self) -> dict[str, list[str]]:
        return self.map["islands"] if self.map else {}

    @cached_property
    def projection(self) -> Projection:
        hexes = [name for names in self.islands.values() for name in names]
        return Projection(hexes, self.map["course"] if self.map else course.BY_EYE)

    def draw(self) -> str:
        labels, here = self.labels, self.projection
        below = here.drawn_height + 8
        total = below + building_panels.HEIGHT + strips.height(labels)
        drawn = (
            f"<defs>{projection.defs(here, self.islands)}{tokens.ground_defs()}",
            f"{tokens.seat_defs(labels.holders.values())}</defs>",
            projection.lagoon(here, self.waves()),
            f'<g transform="scale({here.scale:.3f})">',
            *(self.land() if self.map else ()),
            *self.way(),
            *(self.places() if self.map else ()),
            *(self.names() if self.map else ()),
            *(self.chosen() if self.map else ()),
            f'</g><g transform="translate(0 {below})">',
            *building_panels.works(labels, self.before, self.offered),
            f'</g><g transform="translate(0 {below + building_panels.HEIGHT})">',
            *strips.strips(labels, self.before),
            "</g>",
        )
        return frame("venedig", total, labels.title(), labels.now(), drawn)

    def waves(self) -> list[Point]:
        """Return a few places for ripples in the corners, where nothing else is."""
        here = self.projection
        wide, high = here.width, here.height
        corners: list[Point] = [(24, 22), (wide - 26, 14), (wide - 22, high - 20), (wide - 52, high - 42)]
        drawn_on = [*here.course, *(here.at(name) for names in self.islands.values() for name in names)]
        return [corner for corner in corners if all(dist(corner, point) > 30 for point in drawn_on)]

    def land(self) -> Iterator[str]:
        """Draw the islands and everything that lies and stands on them."""
        assert self.map is not None
        here, board = self.projection, self.map
        yield from (self.island(island) for island in self.islands)
        yield from projection.lying(here, board["lies"], board["stones"])
        bridged = [set(hexes) for kind, *hexes in board["buildings"] if kind == PONTE]
        yield projection.dashes(here, [pair for pair in board["crossings"] if set(pair) not in bridged])
        then = self.before["board"] or board
        for kind, *hexes in board["buildings"]:
            yield projection.building(here, kind, hexes, kinds([kind, *hexes] not in then["buildings"] and "changed"))
        fresh = [name for name, lies in board["lies"].items() if then["lies"].get(name) != lies]
        if fresh:
            yield tokens.path("fresh", here.hexes(fresh))

    def names(self) -> Iterator[str]:
        """Draw the islands' names above anything that could cover them; a tap goes through."""
        assert self.map is not None
        yield '<g class="venedig-names" aria-hidden="true">'
        for island, hexes in self.islands.items():
            built = [name for name in hexes if self.map["lies"][name] in KINDS]
            yield projection.name_of(self.projection, island, hexes, built, self.labels.words)
        yield "</g>"

    def island(self, island: str) -> str:
        """Draw an island as a whole: a button where it is offered."""
        offered = island in self.offered
        look = kinds("island", island, offered and "offered")
        opening = self.offered.opening(island if offered else None, look, self.labels.island(island), key=island)
        return f"{opening}{use(island, kind='venedig-coast')}{use(island, kind='venedig-land')}</g>"

    def way(self) -> Iterator[str]:
        """Draw the gondola track, with everyone's gondola."""
        here, seats = self.projection, self.view["seats"]
        now = {colour: seats[seat]["gondola"] for seat, colour in self.labels.colours.items()}
        then = {
            colour: self.before["seats"].get(seat, seats[seat])["gondola"]
            for seat, colour in self.labels.colours.items()
        }
        yield f'<g{known_by("way")} class="venedig-way" role="img" aria-label="{escape(self.labels.gondolas())}">'
        yield course.ribbon(here)
        if self.map:
            yield course.stages(here, [self.map["start"], *self.map["track"]], self.islands)
        moved = [colour for colour, space in now.items() if space != then[colour]]
        for colour in moved:
            yield course.trail(here, then[colour], now[colour], passed_by(colour, now, then))
        passed = {space for colour in moved for space in range(then[colour] + 1, now[colour])}
        yield from course.spaces(here, passed)
        yield from course.gondolas(here, now, moved)
        yield "</g>"

    def places(self) -> Iterator[str]:
        """Draw the hexes that may be tapped."""
        assert self.map is not None
        for name in self.map["lies"]:
            if name in self.offered:
                drawn = use("hex", *self.projection.at(name))
                yield self.offered.mark(name, "venedig-place", self.labels.hex(name), drawn)

    def chosen(self) -> Iterator[str]:
        """Draw a tick on each hex already chosen while the next one is asked for."""
        assert self.map is not None
        for name in self.map["chosen"]:
            x, y = self.projection.at(name)
            yield (
                f'<g role="img" class="venedig-chosen" aria-label="{escape(self.labels.chosen(name))}">'
                f"{use('hex', x, y)}{use('tick', x, y, 'venedig-halo')}{use('tick', x, y, 'venedig-tick')}</g>"
            )


board = Board.picture


def passed_by(colour: str, now: dict[str, int], then: dict[str, int]) -> set[int]:
    """Return the spaces that a gondola leapt, as far as two views tell: where others lay before or lie now."""
    return taken({at[other] for at in (now, then) for other in at if other != colour})
