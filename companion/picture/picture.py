"""A board as a picture, with the places in it that can be tapped."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from html import escape
from typing import Any, NamedTuple


class Picture(NamedTuple):
    """A drawing as SVG, and the places in it that can be tapped."""

    svg: str
    places: frozenset[str] = frozenset()


NO_PICTURE = Picture("")


def known_by(key: str) -> str:
    """Return the attribute by which a page knows a part again in the next picture, so that it moves there."""
    return f' data-key="{key}"' if key else ""


def key_of_player(colour: str) -> str:
    """Return the key of the part of a board that shows what a player has."""
    return f"player-{colour}"


def marked(svg: str, parts: Collection[str]) -> str:
    """Return a picture in which these parts are marked as the place to look at: parts by their keys, or shapes."""
    for part in parts:
        for sign in (known_by(part), f' href="#d-{part}"'):
            svg = svg.replace(sign, f"{sign} data-marked")
    return svg


class Tappable(Collection[str]):
    """The options of a question that a board may show as buttons; it remembers the ones that were drawn.

    An option need not be a place on the board: only `places` are, once the board is drawn. `about` are the facts of
    the question, with the `seat` that is asked.
    """

    def __init__(self, options: Collection[str] = (), about: Mapping[str, Any] | None = None) -> None:
        self.options = options
        self.about = about or {}
        self.places: set[str] = set()

    def __contains__(self, option: object) -> bool:
        return option in self.options

    def __iter__(self) -> Iterator[str]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)

    def opening(self, place: str | None, kind: str, label: str, otherwise: str = "img", *, key: str = "") -> str:
        """Begin a labelled part of a board: a button if `place` is given, or a part with the role `otherwise`.

        By its `key` a page knows it again in the next picture, whatever its class is then; a place that is offered
        is known by its option.
        """
        role = f'role="{otherwise}"' if place is None else self._button(place)
        return f'<g{known_by(key if key != place else "")} {role} class="{kind}" aria-label="{escape(label)}">'

    def mark(self, place: str, kind: str, title: str, drawn: str) -> str:
        """Draw a button that lies over the board."""
        return f'<g {self._button(place)} class="{kind}"><title>{escape(title)}</title>{drawn}</g>'

    def _button(self, place: str) -> str:
        self.places.add(place)
        return f'role="button" tabindex="0" data-option="{place}"'
