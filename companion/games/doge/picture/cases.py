"""Small drawings of what the rules of Doge are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.doge.picture import tokens
from companion.picture.cases import Case, arrow, at, by_rule, crown, edged, row, text
from companion.picture.shapes import Box, use
from companion.picture.tokens import Token, put

Colours = Sequence[str]
TALL = Box(0, 0, 140, 74)


def _shown(token: Token, left: float, y: float) -> str:
    """Draw a token from its left edge on."""
    return put(token, left + token.width / 2, y)


def _votes(colour: str, values: Sequence[int], y: float) -> str:
    """Draw ballots face up, and their sum."""
    ballots = _shown(tokens.turned_up(colour, values, changed=False), 6, y)
    return f"{ballots}{text(f'= {sum(values)}', 72, y)}"


def _advisor(colour: str | None, x: float, y: float) -> str:
    return put(tokens.advisor("", "", colour, changed=False), x, y)


def _card(x: float, y: float, look: str = "order") -> str:
    return at(x, y, f'<g class="doge-{look}">{edged(use("card"))}</g>')


def _site(says: int, x: float, y: float) -> str:
    return f'<g class="doge-next">{use("plot", x, y)}{text(says, x, y + 5)}</g>'


def area_card(colours: Colours) -> Iterator[str]:
    you = colours[0]
    yield at(70, 34, _card(0, 3), scale=1.6)
    yield edged(*(at(x, 38, use(f"ballot-{you}"), scale=1.3) for x in (58, 82)))


def face_down(colours: Colours) -> Iterator[str]:
    for colour, n, x in zip(colours, (3, 1), (0, 96), strict=False):
        yield at(x, 36, row(f"ballot-{colour}", n, 14, 0, 18), scale=1.4)


def deck_order(colours: Colours) -> Iterator[str]:
    yield f"{_card(34, 32)}{text('✓', 34, 32)}{arrow(62, 28)}{_card(112, 32, 'coming')}"


def sum_of_votes(colours: Colours) -> Iterator[str]:
    yield _shown(tokens.turned_up(colours[0], (3, 2), changed=False), 6, 36)
    yield text("+", 57, 36)
    yield _advisor(colours[0], 78, 38)
    yield text("= 6", 112, 36)


def majority(colours: Colours) -> Iterator[str]:
    yield f"{_votes(colours[0], (3, 3), 22)}{crown(104, 18)}"
    yield _votes(colours[1], (3, 1), 48)


def first_place(colours: Colours) -> Iterator[str]:
    yield f"{crown(18, 30)}{arrow(32, 28)}{_advisor(colours[0], 74, 38)}"
    yield row(f"house-{colours[0]}", 2, 100, 30, 20)


def second_place(colours: Colours) -> Iterator[str]:
    yield f"{_votes(colours[0], (3, 3), 22)}{crown(104, 18)}"
    yield f"{_votes(colours[1], (3, 1), 48)}{arrow(90, 44)}{use(f'house-{colours[1]}', 124, 44)}"


def tied(colours: Colours) -> Iterator[str]:
    for colour, values, y in zip(colours, ((3, 2), (3, 2)), (22, 48), strict=False):
        yield f"{_votes(colour, values, y)}{row(f'house-{colour}', 2, 104, y - 4, 20)}"


def taken(colours: Colours) -> Iterator[str]:
    yield f"{_advisor(None, 40, 38)}{arrow(60, 28)}{_advisor(colours[0], 102, 38)}"


def abstained(colours: Colours) -> Iterator[str]:
    you = colours[0]
    yield f"{_advisor(you, 14, 38)}{arrow(28, 28, 12)}{_advisor(None, 54, 38)}"
    yield f"{use(f'house-{you}', 90, 28)}{arrow(101, 28, 14)}{use(f'house-{you}', 129, 28)}"


def three_advisors(colours: Colours) -> Iterator[str]:
    for turn, x in enumerate((28, 70, 112)):
        colour = colours[turn % 2]
        sign = f'<g class="doge-body doge-{colour}">{at(x, 14, use(f"sign-{colour}"), scale=1.6)}</g>'
        yield f"{sign}{_advisor(None, x, 62)}"


def palace(colours: Colours) -> Iterator[str]:
    you = colours[0]
    yield f"{row(f'house-{you}', 3, 16, 28, 18)}{arrow(66, 28)}"
    yield f"{use(f'palace-{you}', 104, 28)}{_site(4, 126, 28)}"


def goals(colours: Colours) -> Iterator[str]:
    yield from (use(f"palace-{colours[0]}", 26 + 44 * (i % 3), 16 + 25 * (i // 3)) for i in range(6))


CASES = by_rule(
    Case("DOG.B2", area_card),
    Case("DOG.B3", face_down),
    Case("DOG.V1", deck_order),
    Case("DOG.V2", sum_of_votes),
    Case("DOG.V4", majority),
    Case("DOG.D1", first_place),
    Case("DOG.D2", second_place),
    Case("DOG.D3", tied),
    Case("DOG.A1", taken),
    Case("DOG.A5", abstained),
    Case("DOG.Q1", three_advisors, TALL),
    Case("DOG.P1", palace),
    Case("DOG.E2", goals),
)
