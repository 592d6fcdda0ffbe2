"""Cards, ballots and coins as small pictures of their own, made of the shapes that the board beside them defines."""

from __future__ import annotations

from companion.picture.shapes import Box, ground, number, path_of, use


def located(game: str, height: float, place: str) -> str:
    """Return a board's map a tenth as large, made of its own coasts, with a drawing of one place on it."""
    sea = path_of(game, "sea", ground(height))
    return f'<g transform="scale(.1)">{sea}{use("coast", kind=f"{game}-far")}{place}</g>'


def framed(look: str, box: Box, drawn: str, kind: str = "thing") -> str:
    """Return a drawing as a small picture; its option, its owner or its caption says in words what it is.

    >>> framed("doge-board", Box(-8, -9, 16, 18), "<path/>")
    '<svg class="doge-board thing" viewBox="-8 -9 16 18" aria-hidden="true"><path/></svg>'
    """
    return f'<svg class="{look} {kind}" viewBox="{number(*box)}" aria-hidden="true">{drawn}</svg>'
