"""A view of Doge drawn as SVG text: the map with all that lies on it, the supplies, the order of counting.

Only what everyone may see is drawn, so a player's board is the same as the table's. The picture needs `STYLE`
in the page that shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from html import escape
from typing import Any

from companion.games.doge.picture import map as venice
from companion.games.doge.picture import tokens
from companion.games.doge.picture.labels import Labels
from companion.games.doge.picture.map import SPOTS
from companion.games.doge.picture.tokens import along
from companion.games.doge.rules.houses import IN, OUT
from companion.games.doge.rules.palaces import BUILD as PALACE
from companion.games.doge.rules.pieces import AREAS, COUNCIL, DISTRICTS, QUARANTIA
from companion.picture.board import BoardPicture, View, frame
from companion.picture.picture import key_of_player, known_by
from companion.picture.shapes import number, use
from companion.picture.tokens import FOOT, Token, lay_out, put

HEIGHT = 688


class Board(BoardPicture):
    """One drawing of one view, on which areas may be tapped."""

    @cached_property
    def labels(self) -> Labels:
        return Labels(self.view, self.words, self.seats)

    def draw(self) -> str:
        drawn = (
            f"<defs>{venice.DEFS}{tokens.defs(self.labels.colours.values(), self.view['sites'])}</defs>",
            venice.WATER,
            *(self.area(area) for area in AREAS),
            venice.SCENERY,
            f'<g{known_by("advisors")} class="doge-crew" aria-hidden="true">',
            *self.advisors(called=False),
            '</g><g class="doge-homes" aria-hidden="true">',
            *(self.boat(area) for area in AREAS),
            "</g>",
            *self.advisors(called=True),
            *self.palace_to_build(),
            *self.houses_to_move(),
            *self.supplies(),
            *self.order(),
        )
        return frame("doge", HEIGHT, self.labels.title(), self.labels.now(), drawn)

    def area(self, area: str) -> str:
        offered = area in self.offered
        kind = "doge-area doge-offered" if offered else "doge-area"
        if area == self.view["area"]:
            kind += " doge-present"
        if lying(self.view, area) != lying(self.before, area):
            kind += " doge-changed"
        return "".join(
            (
                self.offered.opening(area if offered else None, kind, self.labels.area(area), key=area),
                use(area, kind="doge-land") if area in DISTRICTS else venice.PALACE,
                f'<g transform="translate({number(*SPOTS[area].middle)})">',
                f'<text class="doge-name" y="-17">{escape(self.words.thing("area", area))}</text>',
                *(self.buildings(area) if area in DISTRICTS else ()),
                "</g>",
                *(drawn for piece, drawn in self.standing[area].items() if piece not in self.view["advisors"]),
                "</g>",
            )
        )

    def buildings(self, area: str) -> Iterator[str]:
        """Draw the sites, with palaces on the first ones and the next price, and each seat's pile of houses."""
        here, then = self.view["areas"][area], self.before["areas"][area]
        places = iter(along(self.view["sites"]))
        yield use("sites")
        for seat, colour in self.labels.colours.items():
            for i in range(here["palaces"][seat]):
                mark = "doge-changed" if i >= then["palaces"][seat] else ""
                yield use(f"palace-{colour}", next(places), kind=mark)
        if here["price"]:
            x = next(places)
            yield f'<g class="doge-next">{use("plot", x)}<text x="{number(x)}" y="5">{here["price"]}</text></g>'
        yield '<g class="doge-houses" transform="translate(0 21)">'
        for seat, colour in self.labels.colours.items():
            if n := here["houses"][seat]:
                yield tokens.houses(colour, n, self.column(int(seat)), changed=n != then["houses"][seat])
        yield "</g>"

    @cached_property
    def standing(self) -> dict[str, dict[str, str]]:
        """Everyone's ballots and advisors in each area, drawn side by side."""
        votes = {area: [*self.votes(area)] for area in AREAS}
        return {
            area: {token.key: drawn for token, drawn in zip(tokens, lay_out(tokens, SPOTS[area].votes), strict=True)}
            for area, tokens in votes.items()
        }

    def votes(self, area: str) -> Iterator[Token]:
        """Yield the ballots and advisors of an area, seat by seat."""
        here, then = self.view["areas"][area], self.before["areas"][area]
        for seat, colour in self.labels.colours.items():
            if values := here["turned"].get(seat):
                yield tokens.turned_up(colour, values, changed=values != then["turned"].get(seat))
            elif n := here["ballots"].get(seat):
                yield tokens.face_down(colour, n, changed=n != then["ballots"].get(seat))
            for name, advisor in self.view["advisors"].items():
                if advisor["place"] == area and str(advisor["controller"]) == seat:
                    yield self.advisor(name, colour)

    def advisor(self, name: str, colour: str | None) -> Token:
        changed = self.view["advisors"][name] != self.before["advisors"][name]
        drawn = tokens.advisor(name, escape(self.words.thing("initials", name)), colour, changed=changed)
        return drawn._replace(svg=drawn.svg + tokens.HALO) if self.is_called(name) else drawn

    def is_called(self, name: str) -> bool:
        """Return whether this advisor may be chosen: districts have names like their own advisors."""
        return name in COUNCIL and name in self.offered

    def advisors(self, *, called: bool) -> Iterator[str]:
        """Draw all advisors above the map, so that each can be seen on its way from boat to area and back.

        Those that are called can be tapped.
        """
        for home in AREAS:
            (x, y), places = SPOTS[home].boat, aboard(home)
            for name, dx in places.items():
                if self.is_called(name) is not called:
                    continue
                place, title = self.view["advisors"][name]["place"], self.words.thing("advisor", name)
                at_home = place is None
                drawn = put(self.advisor(name, None), x + dx, y - FOOT) if at_home else self.standing[place][name]
                yield self.offered.mark(name, "doge-mark", title, drawn) if called else drawn

    def palace_to_build(self) -> Iterator[str]:
        """Draw the palace that may be built, on the next site of its district."""
        area = self.offered.about.get("area")
        if PALACE not in self.offered or area not in DISTRICTS or not self.view["areas"][area]["price"]:
            return
        x, y = SPOTS[area].middle
        x += along(self.view["sites"])[sum(self.view["areas"][area]["palaces"].values())]
        title = self.labels.described(self.words.thing("area", area), [self.words.thing("build", PALACE)])
        yield self.offered.mark(PALACE, "doge-mark", title, tokens.ghost(f"palace-{self.asked_colour}", x, y))

    def houses_to_move(self) -> Iterator[str]:
        """Draw where a house may be sent, and which may be fetched (DOG.A5)."""
        for area in DISTRICTS:
            x, y = SPOTS[area].middle[0] + self.column(self.asked_seat), SPOTS[area].middle[1] + 21
            fetched, sent = f"{IN}.{area}", f"{OUT}.{area}"
            below = y + (26 if fetched in self.offered else 0)
            drawn = {fetched: tokens.halo(x, y), sent: tokens.ghost(f"house-{self.asked_colour}", x, below)}
            for way in drawn:
                if way in self.offered:
                    yield self.offered.mark(way, "doge-mark", self.words.thing("shift.area", way), drawn[way])

    @property
    def asked_seat(self) -> int:
        return int(self.offered.about.get("seat", 1))

    @property
    def asked_colour(self) -> str:
        return self.seats[self.asked_seat - 1].colour

    def column(self, seat: int) -> int:
        """Return where a seat's houses lie in each district, from the middle."""
        return round(110 / len(self.seats) * (seat - 1 - (len(self.seats) - 1) / 2)) - 4

    def boat(self, home: str) -> str:
        """Draw the boat of an area's own advisors, with the initials of those that are away."""
        away = "".join(
            f'<text x="{x}" y="-6">{escape(self.words.thing("initials", name))}</text>'
            for name, x in aboard(home).items()
            if self.view["advisors"][name]["place"] is not None
        )
        hull = use("barge" if home == QUARANTIA else "gondola")
        return f'<g transform="translate({number(*SPOTS[home].boat)})">{away}{hull}</g>'

    def supplies(self) -> Iterator[str]:
        """Draw each player's colour and reserve."""
        for i, seat in enumerate(self.seats):
            left = round(venice.WIDTH / len(self.seats) * i) + 12
            supply = self.view["seats"][str(seat.number)]
            yield (
                f'<g{known_by(key_of_player(seat.colour))} class="doge-supply doge-{seat.colour}"'
                f' transform="translate({left} {venice.HEIGHT + 18})" role="img"'
                f' aria-label="{escape(self.labels.supply(seat))}">'
                f'<use href="#d-sign-{seat.colour}" class="doge-body" transform="translate(0-5)scale(1.5)"/>'
                f'<text class="doge-player" x="11">{escape(seat.name)}</text>{use("stock")}'
            )
            houses, *others = (supply[f"{shape}s"] for shape in tokens.STOCK)
            places = [x + 6 for x, *_ in tokens.STOCK.values()]
            yield f'<text x="{places[0]}" y="17">{houses}</text>{tokens.figures(others, places[1:], 17)}</g>'

    def order(self) -> Iterator[str]:
        """Draw this year's order of counting, and next year's as far as it is known."""
        labels, view, before = self.labels, self.view, self.before
        counted = AREAS if len(view["next"]) == len(AREAS) else view["counted"]
        looks = dict.fromkeys(counted, "doge-counted") | {view["area"]: "doge-now"}
        yield f'<g{known_by("order")} class="doge-order" role="img" aria-label="{escape(labels.order())}"'
        yield ' transform="translate(0 632)">'
        yield from self.row(labels.now(), view["order"], before["order"], looks)
        coming = f'{known_by("next-order")} class="doge-order doge-coming"'
        yield f'</g><g{coming} role="img" aria-label="{escape(labels.next_order())}"'
        yield ' transform="translate(0 676)">'
        yield from self.row(labels.next_year(), view["next"], before["next"], {})
        yield "</g>"

    def row(self, caption: str, cards: Sequence[str], then: Sequence[str], looks: dict[str, str]) -> Iterator[str]:
        """Draw cards face up as far as they are known, then backs."""
        yield f'<text class="doge-caption" x="6" y="-21">{escape(caption)}</text>'
        turned = "doge-changed doge-drawn"
        shown = [looks.get(card, "") if card in then[i : i + 1] else turned for i, card in enumerate(cards)]
        for i, (card, look) in enumerate(zip(cards, shown, strict=True)):
            name, classes = escape(self.words.thing("short", card)), f' class="{look}"' if look else ""
            yield f'<g{classes} transform="translate({32 + 56 * i})">{use("card")}<text>{name}</text></g>'
        yield from (use("card", 32 + 56 * i, kind="doge-back") for i in range(len(cards), len(AREAS)))


board = Board.picture


def aboard(home: str) -> dict[str, int]:
    """Return where an area's own advisors stand in its boat, from the middle."""
    names = COUNCIL if home == QUARANTIA else (home,)
    return {name: 24 * i - 12 * (len(names) - 1) for i, name in enumerate(names)}


def lying(view: View, area: str) -> list[Any]:
    """Return everything that lies or stands in an area."""
    things = {name: thing for name, thing in view["areas"][area].items() if name != "price"}
    return [things, [(name, one["controller"]) for name, one in view["advisors"].items() if one["place"] == area]]
