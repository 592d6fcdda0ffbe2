"""People sit down under names that fit every screen and can be told apart, each in a colour of the game."""

from __future__ import annotations

import pytest

from companion.refusal import Refusal
from companion.seats import NAME_LENGTH, Seat, seat_table

COLOURS = ("red", "blue", "green")


def test_names_are_trimmed_and_colours_given_in_turn() -> None:
    assert seat_table([" Anna", "Ben "], COLOURS) == [Seat(1, "Anna", "red"), Seat(2, "Ben", "blue")]
    assert [seat.colour for seat in seat_table(["Anna", "Ben"], COLOURS, ["green", "red"])] == ["green", "red"]


@pytest.mark.parametrize(
    ("names", "chosen", "key"),
    [
        (["Anna", " "], None, "bad-name"),
        (["Anna", "B" * (NAME_LENGTH + 1)], None, "bad-name"),
        (["Anna", "Be\nn"], None, "bad-name"),
        (["Anna", "ANNA "], None, "same-name"),
        (["Anna", "Ben"], ["red", "pink"], "unknown-colour"),
        (["Anna", "Ben"], ["red", "red"], "bad-colours"),
        (["Anna", "Ben"], ["red"], "bad-colours"),
        (["Anna", "Ben", "Cleo", "Dario"], None, "bad-colours"),
    ],
)
def test_a_table_that_cannot_be_told_apart_is_refused(names: list[str], chosen: list[str] | None, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        seat_table(names, COLOURS, chosen)
    assert refused.value.key == key
