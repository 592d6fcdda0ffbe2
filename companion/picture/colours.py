"""The seats' colours, each with a sign of its own."""

from __future__ import annotations

from collections.abc import Mapping

SIGNS = {
    "red": "M-3.6 0a3.6 3.6 0 0 0 7.2 0 3.6 3.6 0 0 0-7.2 0z",
    "blue": "M-3.2-3.2h6.4v6.4h-6.4z",
    "yellow": "M0-4.2 4.3 3.3h-8.6z",
    "green": "M0-4.6 4.6 0 0 4.6-4.6 0z",
    "white": "M-1.5-4.4h3v2.9h2.9v3h-2.9v2.9h-3v-2.9h-2.9v-3h2.9z",
}
"""Signs that tell the colours apart for every eye: circle, square, triangle, diamond, cross."""

LIGHT = {
    "red": ("#a62622", "#fff"),
    "blue": ("#1c4a9c", "#fff"),
    "yellow": ("#ecc93f", "#2b2622"),
    "green": ("#38a488", "#2b2622"),
    "white": ("#fffefa", "#2b2622"),
}
DARK = {
    "red": ("#e2543a", "#151a1c"),
    "blue": ("#5189df", "#151a1c"),
    "yellow": ("#f3d750", "#151a1c"),
    "green": ("#77c9ae", "#151a1c"),
    "white": ("#f4f0e4", "#151a1c"),
}
"""Each seat's colour, and the colour of a sign on it. Colour-blind players can tell them apart by lightness."""


DARK_SCREEN = "(prefers-color-scheme:dark)"


def seat_style(game: str, theme: Mapping[str, tuple[str, str]]) -> str:
    """Return CSS that sets `--seat` and `--sign` for everything of a colour."""
    return "\n".join(f".{game}-{colour}{{--seat:{fill};--sign:{sign}}}" for colour, (fill, sign) in theme.items())


def fitted(letters: str = "13px") -> str:
    """Return the declarations that every board has: its width, its colour for text, and the letters of the system."""
    return f"""display:block;width:100%;height:auto;color:var(--ink);fill:currentColor;text-anchor:middle;
font:500 {letters} system-ui,-apple-system,Roboto,"Segoe UI",sans-serif"""


def board_style(
    game: str,
    *,
    day: str,
    night: str,
    letters: str = "13px",
    light: Mapping[str, tuple[str, str]] = LIGHT,
    dark: Mapping[str, tuple[str, str]] = DARK,
) -> str:
    """Return the start of a board's style: its colours by day and by night, the seats' colours, and its font."""
    return f"""
.{game}-board{{{day.strip()};
{fitted(letters)}}}
{seat_style(game, light)}
@media {DARK_SCREEN}{{
.{game}-board{{{night.strip()}}}
{seat_style(game, dark)}
}}
.{game}-board text{{stroke:none}}"""


def at_night(style: str) -> str:
    """Return the style of a board that is dark, whatever the screen prefers."""
    return style.replace(DARK_SCREEN, "all")


def by_day(style: str) -> str:
    """Return the style of a board that is light, whatever the screen prefers."""
    return style.replace(DARK_SCREEN, "not all")
