"""The pieces of Venise as they are drawn. A seat's colour always comes with its sign; its gems have that shape."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from companion.picture.colours import SIGNS
from companion.picture.shapes import Point, define, number, use
from companion.picture.tokens import PENNANT, kinds_of

_GEMS = {
    "red": ("M-2.6-5.6h5.2L5.6-2.6v5.2L2.6 5.6h-5.2L-5.6 2.6v-5.2z", "M-1.5-3h3L3-1.5v3L1.5 3h-3L-3 1.5v-3z"),
    "white": (
        "M-2.4-6h4.8v3.6H6v4.8H2.4V6h-4.8V2.4H-6v-4.8h3.6z",
        "M-1.2-3.6h2.4v2.4h2.4v2.4H1.2v2.4h-2.4V1.2h-2.4v-2.4h2.4z",
    ),
    "yellow": ("M0-6 6.4 5H-6.4z", "M0-2.4 2.8 2.8h-5.6z"),
    "green": ("M0-6.8 5.8 0 0 6.8-5.8 0z", "M0-3.6 3 0 0 3.6-3 0z"),
}
"""The outline of each colour's gems, and the face on top."""

_SHAPES = {
    "pawn": "M-3.6-7.4A4.9 4.9 0 1 1 3.6-7.4Q4 -2 7 2.4 8.6 5 7.8 7.6H-7.8Q-8.6 5-7 2.4-4-2-3.6-7.4z",
    "glass": "M-5.5-8.5h11v2H4.4q0 4-3 6.5 3 2.5 3 6.5h1.1v2h-11v-2h1.1q0-4 3-6.5-3-2.5-3-6.5h-1.1z",
    "sand": "M-2.9-4h5.8Q2.2-1.4 0-.2-2.2-1.4-2.9-4zM-3 6.4Q-1.6 3.6 0 3.6T3 6.4z",
    "card": "M-6.5-9h13q1.5 0 1.5 1.5v15q0 1.5-1.5 1.5h-13q-1.5 0-1.5-1.5v-15q0-1.5 1.5-1.5z",
    "face": "M-11-17.5h22q2 0 2 2v31q0 2-2 2h-22q-2 0-2-2v-31q0-2 2-2z",
    "star": "M0-6.4 1.8-2 6.4-1.6 2.9 1.4 4 6 0 3.5-4 6l1.1-4.6L-6.4-1.6-1.8-2z",
    "pennant": PENNANT,
}
PLANKS = {"small": (38, 9.6), "large": (63, 11.6), "aitch": (68, 11.6)}
"""Length and width of a plank; one that makes an H lies over two others and is drawn whole."""

CLUSTERS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-6.5, 0), (6.5, 0)),
    3: ((-7.5, 2), (7.5, 2), (0, -5)),
    4: ((-7, -5), (7, -5), (-7, 6), (7, 6)),
}
"""Offsets of one to four things that share a place."""


kinds = partial(kinds_of, "venise")
"""The CSS classes of a thing: `kinds("plank", changed and "changed")`."""


def bar(length: float, width: float) -> str:
    """Return the path of a horizontal board with its corners cut."""
    x, y = length / 2, width / 2
    return (
        f"M{number(-x + 1.5)} {number(-y)}h{number(length - 3)}l1.5 1.5v{number(width - 3)}l-1.5 1.5"
        f"h{number(3 - length)}l-1.5-1.5v{number(3 - width)}z"
    )


def defs(colours: Collection[str]) -> str:
    """Define the shapes that are repeated, for these colours."""
    drawn = [define(_SHAPES | {f"sign-{colour}": SIGNS[colour] for colour in colours})]
    for colour in colours:
        outline, face = _GEMS[colour]
        sign = f'<use href="#d-sign-{colour}" class="venise-sign" transform="translate(0 2.6)scale(.86)"/>'
        drawn += [
            define({f"cut-{colour}": outline}),
            f'<g id="d-gem-{colour}" class="venise-gem venise-{colour}">{use(f"cut-{colour}")}',
            f'<path class="venise-face" d="{face}"/></g>',
            f'<g id="d-pawn-{colour}" class="venise-pawn venise-{colour}">{use("pawn", kind="venise-halo")}',
            f"{use('pawn')}{sign}</g>",
        ]
    drawn.append(f'<g id="d-hourglass" class="venise-hourglass">{use("glass")}{use("sand", kind="venise-sand")}</g>')
    for name, (length, width) in PLANKS.items():
        grain, nails = _grain(length, width)
        drawn += [
            define({f"bar-{name}": bar(length, width)}),
            f'<g id="d-{name}" class="venise-wood venise-{name}">{use(f"bar-{name}")}',
            f'<path class="venise-grain" d="{grain}"/><path class="venise-nail" d="{nails}"/></g>',
        ]
    return "".join(drawn)


def _grain(length: float, width: float) -> tuple[str, str]:
    """Draw what makes a board look like wood: its grain, and nails at both ends."""
    x, y = length / 2 - 7, width / 5
    nail = length / 2 - 3.5
    grain = f"M{number(-x)} {number(-y)}q{number(x / 2)} 1.6 {number(x)} 0t{number(x)} .4M{number(-x)} {number(y)}"
    ends = "".join(f"M{number(side * nail)} {number(row)}h0" for side in (-1, 1) for row in (-y, y))
    return f"{grain}q{number(x)}-1.4 {number(2 * x)} 0", ends


def placed(shape: str, at: Point, angle: int = 0, kind: str = "", scale: float = 1) -> str:
    """Draw a defined shape at a place, rotated."""
    turned = f"rotate({angle})" if angle else ""
    scaled = f"scale({scale:g})" if scale != 1 else ""
    look = f' class="{kind}"' if kind else ""
    if not turned and not scaled:
        return use(shape, *at, kind=kind)
    return f'<use href="#d-{shape}" transform="translate({number(*at)}){turned}{scaled}"{look}/>'


def cluster(
    at: Point, shapes: Sequence[tuple[str, str]], spread: float = 1, draw: Callable[..., str] = placed
) -> Iterator[str]:
    """Draw things that share a place: each a shape and its classes."""
    for (shape, kind), (x, y) in zip(shapes, CLUSTERS[min(4, len(shapes) or 1)], strict=False):
        yield draw(shape, (at[0] + x * spread, at[1] + y * spread), kind=kind)
