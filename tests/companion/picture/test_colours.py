"""Every eye can tell the seats' colours apart, by lightness or by their signs."""

from __future__ import annotations

import itertools

import pytest

from companion import games
from companion.picture.colours import DARK, LIGHT, SIGNS

BLINDNESS = {
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
}
"""How protan and deutan eyes mix the primaries (Machado, Oliveira and Fernandes, 2009)."""


def seen(colour: str, eye: str) -> tuple[float, float, float]:
    """Return a colour in OKLab as this eye sees it."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (byte / 255 for byte in bytes.fromhex(colour[1:]))
    ]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in BLINDNESS[eye]
    )
    long = (0.4122 * red + 0.5363 * green + 0.0514 * blue) ** (1 / 3)
    medium = (0.2119 * red + 0.6807 * green + 0.1074 * blue) ** (1 / 3)
    short = (0.0883 * red + 0.2817 * green + 0.6300 * blue) ** (1 / 3)
    return (
        0.2105 * long + 0.7936 * medium - 0.0041 * short,
        1.9780 * long - 2.4286 * medium + 0.4506 * short,
        0.0259 * long + 0.7828 * medium - 0.8087 * short,
    )


@pytest.mark.parametrize("eye", BLINDNESS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_colours_can_be_told_apart(theme: dict[str, tuple[str, str]], eye: str) -> None:
    for (one, _), (other, _) in itertools.combinations(theme.values(), 2):
        apart = sum((a - b) ** 2 for a, b in zip(seen(one, eye), seen(other, eye), strict=True)) ** 0.5
        assert apart > 0.13, (one, other)


def test_every_seats_colour_has_a_sign_of_its_own() -> None:
    assert {colour for game in games.names() for colour in games.find(game).game.colours} <= set(SIGNS)
    assert set(SIGNS) == set(LIGHT) == set(DARK)
    assert len(set(SIGNS.values())) == len(SIGNS)
