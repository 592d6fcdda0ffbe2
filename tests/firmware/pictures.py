"""Reference pictures of every screen: `python -m tests.firmware.pictures` draws them anew. Look at what changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image

from firmware.screens import lists, numbers, reading
from firmware.screens.lists import Row, grid_for
from firmware.screens.reading import Bar
from firmware.screens.splash import splash

HERE = Path(__file__).parent / "pictures"
AREAS = ["Cannaregio", "Castello", "Dorsoduro", "San Marco", "San Polo", "Santa Croce", "Quarantia"]
HOME = [Row("Play", "referee a game"), Row("Score", "count for us"), Row("Draw", "dials, decks")]
RULE = "With no votes you are not ranked: a lone 0 is a bluff. An advisor's vote alone is enough to be ranked."

CASES: dict[str, Callable[[], Image.Image]] = {
    "splash": splash,
    "home": lambda: lists.menu("BALLOTTINO", "", [*HOME, Row("Resume", "Doge, Anna, Ben"), Row("Set-up", "")], 3),
    "menu-long": lambda: lists.menu("This game", "", [Row(f"Line {n}") for n in range(9)], 6),
    "options": lambda: lists.options("Anna", "vote where?", AREAS, 2, 4, grid_for(AREAS), "Which area?"),
    "two-ways": lambda: lists.two_ways("Cleo", "San Marco", ["Build a palace", "for 5 houses?"], ["build", "no"], 0),
    "count": lambda: numbers.count("Ben", "San Polo", ["How many houses", "in San Polo?"], 0, 2, 2, "Anna wins."),
    "count-large": lambda: numbers.count("Ben", "", ["How many?"], 0, 15, 12),
    "counters": lambda: numbers.counters("Anna", "Castello", list("0123"), [0, 1, 0, 2], [1, 2, 2, 2], 3, "3 / 1–4"),
    "sheet-two": lambda: numbers.sheet(
        "Round 2: laid",
        "",
        ["▴▾ area", "◂▸ ballots"],
        ["Anna", "Ben", "Cleo", "Dario"],
        [["Castello", "2"], ["San Marco", "1"], ["Quarantia", "3"], ["Castello", "1"]],
        ["Santa Croce", "4"],
        (2, -1),
    ),
    "sheet-many": lambda: numbers.sheet(
        "Palaces, houses",
        "",
        [*AREAS[:6], "houses"],
        ["Anna", "Ben", "Élodie"],
        [list("1020019"), list("0000003"), list("1111115")],
        ["5"] * 6 + ["15"],
        (1, 3),
        ("Ben", "OK: next"),
    ),
    "bars": lambda: reading.bars(
        "San Polo",
        "",
        [Bar("Anna", "3+2+★", 6), Bar("Cleo", "3+1", 4), Bar("Ben", "2+2", 4)],
        ["Anna wins"],
    ),
    "order": lambda: reading.order("YEAR 2", "order", AREAS),
    "card-back": lambda: reading.card("NEXT YEAR", "", "Santa Croce", "number 3 next year", 0.0),
    "card-face": lambda: reading.card("NEXT YEAR", "", "Santa Croce", "number 3 next year", 1.0),
    "page": lambda: reading.page("DOG.V3", "", reading.wrap(RULE), 0),
    "notice": lambda: reading.notice("SECRET", "", ["Pass the box to", "Anna,", "who presses OK"], "to come: Ben"),
    "scores": lambda: reading.scores(
        "Scores",
        "",
        ["palaces", "houses", "rings"],
        [("Anna", [3, 5, 1]), ("Ben", [2, 7, 0]), ("Cleo", [1, 9, 3])],
        1,
    ),
}


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name, draw in CASES.items():
        draw().save(HERE / f"{name}.png")


if __name__ == "__main__":
    main()
