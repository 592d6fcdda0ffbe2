"""Reference pictures of every screen: `python -m tests.firmware.pictures` draws them again. Look at what changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image

from companion.games.rialto.plan import AT
from companion.games.venise.rules.geometry import point_name
from companion.screen.maps import Chart, Line, Plan, Post
from firmware.screens import compass, counts, ending, lists, numbers, reading, setting_up
from firmware.screens.column import column
from firmware.screens.ending import Course, Finisher
from firmware.screens.lists import Row, grid_for
from firmware.screens.maps import grid, hexes, plan
from firmware.screens.maps.dials import Turned, dials
from firmware.screens.maps.side import Side, SideButton
from firmware.screens.reading import Bar
from firmware.screens.splash import splash
from tests.games.venedig.play import Play
from tests.tables import referee

HERE = Path(__file__).parent / "pictures"
AREAS = ["Cannaregio", "Castello", "Dorsoduro", "San Marco", "San Polo", "Santa Croce", "Quarantia"]
FIVE = ["Gioacchino", "Alessandra", "Ben", "Wilhelmina", "Élodie"]
HOME = [Row("Play", "referee a game"), Row("Draw", "dials, decks"), Row("Score", "count for us")]
AUTHORS = {"Doge": "Colovini 3–4", "Rialto": "Feld 2–5", "Venedig": "Wrede 2–5", "Venezia": "Hofstätter 2–4"}
GAMES = [Row(game, author) for game, author in {**AUTHORS, "Venise": "Grès 2–4"}.items()]
TABLE = [Row("Let’s play", "▸"), Row("Players", "3"), Row("Ballots", "◂ cardboard ▸"), Row("1 Anna", "red")]
BALLOTS = "Cardboard: tell the box what is turned up. Box: vote in secret on it."
ACTIONS = ending.Actions(["Play again", "Details", "Home"], 0)
LATER = [Finisher(3, "Ben", "101 points"), Finisher(4, "Cleo", "99 points"), Finisher(5, "Élodie", "12 points")]
RULE = "With no votes you are not ranked: a lone 0 is a bluff. An advisor's vote alone is enough to be ranked."
HUNTED = [f"{row}{column}" for row in "BCD" for column in (3, 4, 5)]
PIGEONS = {"A1": "2", "A2": "3", "D1": "3", "E1": "4", "E8": "4", "E9": "2", "F6": "4", "G8": "3", "H2": "2"}
PIAZZA = Chart("ABCDEFGH", [str(column) for column in range(1, 11)], PIGEONS, HUNTED, ["A4", "D1", "E5"])
EMPTY = PIAZZA._replace(marks={}, shaded=(), starred=())
PILES = [(0, 0), (2, 0), (4, 0), (0, 1), (1, 1), (3, 1), (4, 1), (1, 2), (2, 2), (3, 2)]
CANAL = Plan(
    [*(Post(at) for at in PILES), Post((2, 1), wall=(1.0, -1.0)), Post((4, 2), bridge=(1.0, 0.0))],
    {point_name(at): at for at in PILES} | {"B3.nw": (1.8, 0.8), "B3.se": (2.2, 1.2), "C5.under": (4.0, 2.25)},
    {
        "B1-B2": Line((0, 1), (1, 1), False),
        "B2-C3": Line((1, 1), (2, 2), True),
        "C2-B3.tee": Line((1, 2), (1.5, 1.5), False),
        "C3-C4": Line((2, 2), (3, 2), False),
        "B4-C4": Line((3, 1), (3, 2), False),
        "A3-B4": Line((2, 0), (3, 1), True),
    },
    ["B1-B2", "B2-C3", "B4-C4"],
    {"B2-C3": "1", "A5": "2", "B3.nw": "3"},
    ["A1", "B4", "C5.under"],
)
INITIALS = {
    "cannaregio": "Cn",
    "castello": "Cs",
    "dorsoduro": "Do",
    "san-marco": "SM",
    "san-polo": "SP",
    "santa-croce": "SC",
}
ASKS_DISTRICT = Side(
    "Anna", "Where do you place a councillor?", "", "▴ Castello\n▾ Dorsod.", "", [SideButton("nowhere")], 0
)
ASKS_ANNA = Side("Anna", "place 4 pigeons", "D7", "", "3/4", [SideButton("Done", dim=True)])
ASKS_LONG = Side("Alessandra", "which one moves?", "E9", "Alessandra", "", [SideButton("Done")])
ASKS_WHERE = Side("Cleo", "where to?", "", "", "", [SideButton("stay"), SideButton("another")], 1)
ASKS_PLANK = Side("Anna", "small plank", "", "", "", [SideButton("back")])
ASKS_STEPS = Side("Alessandra", "3 steps", "", "", "", [SideButton("back")])
ASKS_BACK = Side("Cleo", "where to?", "", "", "", [SideButton("back")], 0)
ASKS_DRAIN = Side("Wilhelmina", "drain?", "I5", "Dorsoduro\nswamp", "", [SideButton("enough")])
ASKS_SITE = Side("Anna", "Basilica", "E12", "Castello\nempty")
ASKS_WAYS = Side("Ben", "drain?", "", "", "", [SideButton("enough")], 0)


def lagoon(*chosen: str) -> Chart:
    """Return a board of Venedig with something of everything on it."""
    play = Play().stands("casa", "H11").stands("casa", "K11").stands("palazzo", "C5", "C6").stands("campo", "F12")
    chart = play.stands("basilica", "N6", "N7", "O7").stands("ponte", "L10", "N9").dry("E11", "D12").game.chart("hex")
    assert chart is not None
    return chart._replace(chosen=chosen)


def venice() -> Plan:
    """Return a board of Rialto with a bridge, and a gondola that goes round."""
    game = referee("rialto", 3).game
    map_of_it = game.plan("short")
    assert map_of_it is not None
    lines = {**map_of_it.lines, "san-marco.dorsoduro": map_of_it.lines["san-marco.dorsoduro"]._replace(is_wide=True)}
    return map_of_it._replace(lines=lines, lying=["san-marco.dorsoduro", "castello.dorsoduro"])


ZONES = ["Arsenale", "Rialto", "San Marco", "Zattere"]
HOUSES = ["green 1", "yellow 1", "blue 1"]
PARTS = [counts.SumRow(part, [7, 6, 15, 11, 101]) for part in ("so far", "supply", "buildings", "districts")]
PLACES = [counts.SumRow(place, [8, None, 17, 0, 2], [2]) for place in AREAS[:6]]

CASES: dict[str, Callable[[], Image.Image]] = {
    "compass": lambda: compass.compass(
        "Anna",
        "cards",
        ["A card of the row?"],
        compass.CompassLabels("Doge", "Building", "Gondola", "× Joker", "draw 3"),
    ),
    "compass-long": lambda: compass.compass(
        "Anna", "vote where?", ["Which area do you vote in?"], compass.CompassLabels._make([*AREAS[:4], "more …"])
    ),
    "compass-longest": lambda: compass.compass(
        "Dario",
        "bridge 4-6",
        [RULE],
        compass.CompassLabels._make([*(f"Cannaregio - {area}" for area in AREAS[1:5]), "more …"]),
    ),
    "splash": splash,
    "home": lambda: lists.menu("BALLOTTINO", "", [*HOME, Row("Resume", "Doge, Anna, Ben"), Row("Set-up", "")], 3),
    "menu-long": lambda: lists.menu("This game", "", [Row(f"Line {n}") for n in range(9)], 6),
    "options": lambda: lists.options("Anna", "vote where?", AREAS, 2, 4, grid_for(AREAS), "Which area?"),
    "two-ways": lambda: lists.two_ways("Cleo", "San Marco", ["Build a palace", "for 5 houses?"], ["build", "no"], 0),
    "three-ways": lambda: lists.three_ways("Cleo", "building", ["Which building", "of value 1?"], HOUSES),
    "count": lambda: numbers.count(
        "Ben", "San Polo", ["How many houses", "in San Polo?"], low=0, high=2, value=2, footer="Anna wins."
    ),
    "count-large": lambda: numbers.count("Ben", "", ["How many?"], low=0, high=15, value=12),
    "shared-out": lambda: column(
        "Anna",
        "spread",
        label="▴▾ 3 of 12",
        names=ZONES,
        values=["2", "1", "0", ""],
        beside=("✓", "1"),
        widest="12",
        cursor=2,
        footer=("", "OK: next"),
    ),
    "sheet-two": lambda: numbers.sheet(
        "Round 2: laid",
        "",
        columns=["▴▾ area", "◂▸ ballots"],
        names=["Anna", "Ben", "Cleo", "Dario"],
        cells=[["Castello", "2"], ["San Marco", "1"], ["Quarantia", "3"], ["Castello", "1"]],
        widest=["Santa Croce", "4"],
        cursor=(2, -1),
    ),
    "sheet-many": lambda: numbers.sheet(
        "Palaces, houses",
        "",
        columns=[*AREAS[:6], "houses"],
        names=["Anna", "Ben", "Élodie"],
        cells=[list("1020019"), list("0000003"), list("1111115")],
        widest=["5"] * 6 + ["15"],
        cursor=(1, 3),
        footer=("Ben", "OK: next"),
    ),
    "column": lambda: column(
        "A Doge",
        "",
        label="▴▾ cards+jokers*yellow",
        names=["Anna", "Ben", "Cleo", "Dario", "Élodie"],
        values=["0", "2+1", "1", "1", "1"],
        beside=("0", "2"),
        widest="2+1*34",
        cursor=2,
    ),
    "column-short": lambda: column(
        "A Doge",
        "",
        label="cards",
        names=["Alessandra", "Gioacchino"],
        values=["1*3", "2+1*34"],
        beside=("", "1+2*34"),
        widest="2+1*34",
        cursor=1,
        footer=("Anna takes the bonus", "OK: done"),
    ),
    "bars": lambda: reading.bars(
        "San Polo",
        "",
        [Bar("Anna", "3+2+★", 6), Bar("Cleo", "3+1", 4), Bar("Ben", "2+2", 4)],
        ["Anna wins"],
    ),
    "bars-five": lambda: reading.bars(
        "A Doge",
        "",
        [Bar(name, "1+1", number) for name, number in zip(FIVE, (4, 3, 2, 2, 0), strict=True)],
        ["Gioacchino takes the bonus"],
    ),
    "bars-tied": lambda: reading.bars(
        "San Polo",
        "",
        [Bar(name, "2+1", 3) for name in FIVE[:4]],
        reading.wrap(f"{', '.join(FIVE[:4])} are tied"),
    ),
    "order": lambda: reading.order("YEAR 2", "order", AREAS),
    "card-back": lambda: reading.card("NEXT YEAR", "", "Santa Croce", "number 3 next year", 0.0),
    "card-face": lambda: reading.card("NEXT YEAR", "", "Santa Croce", "number 3 next year", 1.0),
    "grid-several": lambda: grid.board(EMPTY, grid.spots(EMPTY), ["C7", "C8", "F2"], "D7", ASKS_ANNA),
    "grid-pick": lambda: grid.board(PIAZZA, ["A1", "E9", "H2"], [], "E9", ASKS_LONG),
    "grid-button": lambda: grid.board(PIAZZA, ["E4", "E5", "E6", "F5"], [], None, ASKS_WHERE),
    "hexes-drain": lambda: hexes.board(lagoon("H5"), lagoon().shaded, [], "I5", ASKS_DRAIN, "I5"),
    "hexes-place": lambda: hexes.board(lagoon("E11"), ["D12", "E12", "F11"], [], "E12", ASKS_SITE, "E12"),
    "hexes-button": lambda: hexes.board(lagoon(), lagoon().shaded, [], None, ASKS_WAYS, "B5"),
    "plan-districts": lambda: plan.signed(
        venice(),
        {"castello": "▴", "dorsoduro": "▾"},
        ASKS_DISTRICT,
        {AT[one]: sign for one, sign in INITIALS.items()},
    ),
    "plan-lay": lambda: plan.board(CANAL, ["C2-B3.tee", "C3-C4"], "C2-B3.tee", "C2-B3 T", "", ASKS_PLANK),
    "plan-walk": lambda: plan.board(CANAL, ["B2", "C3", "B1-B2", "B4"], "C3", "C3", "", ASKS_STEPS),
    "plan-button": lambda: plan.board(CANAL, ["A3-B4", "B4-C4", "B3.nw"], None, "", "", ASKS_BACK),
    "dials-turning": lambda: dials("Tourist 2", "", "stands on C7", PIAZZA, "C7", Turned(1.0, 0.6)),
    "dials-stopped": lambda: dials("Tourist 2", "OK ▸", "stands on H10", PIAZZA, "H10", Turned(1.0, 1.0)),
    "dials-again": lambda: reading.with_keys(
        dials("Spin 1", "OK ▸", "B4", EMPTY, "B4", Turned(1.0, 1.0)), "OK again  BACK end", "OK ▸"
    ),
    "table": lambda: lists.menu("Doge", "clockwise", TABLE, 0),
    "option": lambda: lists.menu("Doge", "clockwise", TABLE, 2, BALLOTS),
    "seal": lambda: setting_up.seal(
        "second seal", "nove moku dira kobo kima fupe", "stirred: ← ↑ 8373", "OK starts now   ▸ details", 0.7
    ),
    "play-again": lambda: lists.menu("Which game?", "", [Row("Doge again", "Anna, Ben, Cleo"), *GAMES], 0),
    "games": lambda: lists.menu("Draw", "buro nagi sana", GAMES, 3),
    "page": lambda: reading.page("DOG.V3", "", reading.wrap(RULE), 0),
    "notice": lambda: reading.notice("SECRET", "", ["Pass the box to", "Anna,", "who presses OK"], "to come: Ben"),
    "count-parts": lambda: counts.sums("◂▸ 1/8", FIVE, PARTS, counts.SumRow("total", [51, 40, 32, 36, 143], [4])),
    "count-places": lambda: counts.sums("◂▸ 2/8", FIVE, PLACES),
    "count-place": lambda: counts.ranks(
        "Santa Croce",
        "worth 17",
        "◂▸ 4/8",
        heads=["councillors", "points"],
        names=[f"{rank} {name}" for rank, name in enumerate(FIVE, start=1)],
        cells=[["12", "17"], ["3", "8"], ["1", "4"], ["1", "2"], ["1", "–"]],
    ),
    "end-winner": lambda: ending.winner("Rialto", "Alessandra", "143 points", "OK ▸"),
    "end-winners": lambda: ending.winner("Doge", "Gioacchino, Alessandra", "7 palaces", "OK ▸"),
    "end-places": lambda: ending.places("The end", "▴▾ 2/4", [Finisher(1, "Anna", "7 palaces"), *LATER[:2]], ACTIONS),
    "end-places-five": lambda: ending.places(
        "The end", "▴▾ 2/4", [Finisher(1, name, "143 points") for name in FIVE[:2]] + LATER, ACTIONS
    ),
    "end-reasons": lambda: ending.reasons(
        "What decided it", "▴▾ 3/4", ["+11 Dorsoduro, rank 1", "+8 Bridge cards", "+5 value of buildings"], ACTIONS
    ),
    "end-reasons-tiny": lambda: ending.reasons("What decided it", "▴▾ 3/4", [f"+1 {RULE[:46]}"] * 4, ACTIONS),
    "end-course": lambda: ending.courses(
        "Points",
        "▴▾ 4/4",
        [Course(name, [step * (5 - place) ** 2 // 4 for step in range(9)]) for place, name in enumerate(FIVE)],
        ACTIONS,
    ),
    "scores": lambda: reading.scores(
        "Scores",
        "",
        ["palaces", "houses", "rings"],
        [("Anna", [3, 5, 1]), ("Ben", [2, 7, 0]), ("Cleo", [1, 9, 3])],
        1,
    ),
    "scores-five": lambda: reading.scores("Scores", "", ["points", "gold"], [(name, [101, 12]) for name in FIVE], 4),
}


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name, draw in CASES.items():
        draw().save(HERE / f"{name}.png")


if __name__ == "__main__":
    main()
