"""A map of hexes on the box: a cursor on it, by pin edges, and what the chip then shows."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from PIL import Image

from companion.choices import Choice, Pick, Several
from companion.referee.entries import Answer, Corrected
from companion.screen.maps import Chart
from companion.seats import Seat
from companion.steps import TABLE
from companion.words import LANGUAGES, folders_of
from firmware.bench.thumb import ARROWS
from firmware.fonts import Font
from firmware.scenes.match.match import Match
from firmware.scenes.questions.maps.places import DONE, GridQuestion, GridSeveral
from firmware.scenes.questions.maps.pointing import GridPointing
from firmware.scenes.questions.questions import Heading
from firmware.screens.maps import grid, hexes
from firmware.screens.maps.hexes import EDGE, HIGH, WIDE, corners, moved_into_sight
from firmware.screens.maps.side import Side
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.pictures import lagoon
from tests.firmware.playing import choose, start
from tests.firmware.walks import Asked, reached
from tests.games.venedig.play import Play

SEATS = [Seat(1, "Anna", "red"), Seat(2, "Wilhelmina", "blue")]
ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLUMNS = [str(number) for number in range(1, 31)]
LARGEST = Chart(ROWS, COLUMNS, {}, shifted=ROWS[1::2], areas={f"{row}{at}": "one" for row in ROWS for at in COLUMNS})
MAPS = {"ours": lagoon(), "largest": LARGEST}


def ask_for(box: TestBox, choice: Choice, chart: Chart, likely: str | None = None) -> Asked[GridQuestion]:
    heading = Heading("Wilhelmina", "drain?", "Drain which hex?")
    return Asked(box, GridQuestion, "venedig", choice, likely, heading=heading, seats=SEATS, chart=chart)


def some_hexes(chart: Chart, seed: int) -> list[str]:
    rng = Random(seed)
    names = list(chart.areas)
    return [*rng.sample(names, rng.choice((1, 2, 3, 5, 9, 20, 50))), *("enough",)[: rng.randint(0, 1)]]


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("name", MAPS)
def test_arrows_reach_exactly_the_legal_hexes(box: TestBox, name: str, seed: int) -> None:
    options = some_hexes(MAPS[name], seed)
    for here in options[:6]:
        assert reached(ask_for(box, Pick("hex", options), MAPS[name], here).scene, ARROWS) == set(options)


@pytest.mark.parametrize("seed", range(6))
def test_a_knob_turned_reaches_everything(tmp_path: Path, seed: int) -> None:
    knob = TestBox(tmp_path, profile="breadboard")
    options = some_hexes(lagoon(), seed)
    asked = ask_for(knob, Pick("hex", options), lagoon(), options[-1])
    assert {asked.tap(Key.DOWN) for _ in options} == set(options)
    assert asked.tap() == options[-1], "once round"
    knob.close()


def test_down_goes_to_the_nearest_hex_of_the_next_row(box: TestBox) -> None:
    """Half a hex counts: under B6 lie C6 and C7, and two rows on C6 is followed by D6, the column of the start."""
    asked = ask_for(box, Pick("hex", list(lagoon().areas)), lagoon(), "B6")
    assert asked.tap(Key.DOWN) in ("C6", "C7")
    assert asked.tap(Key.DOWN) == "D6"
    assert asked.tap(Key.RIGHT, Key.RIGHT) == "D8"
    assert asked.tap(Key.RIGHT) == "D10", "over the canal"
    asked.tap(Key.OK)
    assert asked.answers == ["D10"]


def test_it_starts_beside_what_is_chosen_else_in_the_middle(box: TestBox) -> None:
    """A likely hex comes first, if there is one."""
    swamps = ("B5", "H6", "H7", "I14", "O6")
    assert ask_for(box, Pick("hex", swamps), lagoon()).scene.cursor == "H6"
    assert ask_for(box, Pick("hex", swamps), lagoon("I13")).scene.cursor == "I14"
    assert ask_for(box, Pick("hex", swamps), lagoon("B5", "N6")).scene.cursor == "O6", "the last of them"
    assert ask_for(box, Pick("hex", swamps), lagoon("I13"), "B5").scene.cursor == "B5"


def test_several_hexes_are_ticked_and_given_together(box: TestBox) -> None:
    asked = ask_for(box, Several("hex", ("D5", "D6", "E5", "E6"), 2, 3), lagoon(), "D5")
    assert isinstance(asked.scene, GridSeveral)
    before = place_dots(box.glass(), "D5")
    asked.tap(Key.OK, Key.RIGHT)
    assert asked.scene.chosen == ["D5"]
    assert place_dots(box.glass(), "D5") not in (before, place_dots(box.glass(), "E5"))
    assert asked.tap(Key.OK, Key.DOWN, Key.OK) == DONE, "no more may be taken"
    asked.tap(Key.OK)
    assert asked.answers == [["D5", "D6", "E6"]]


def test_the_thumb_answers_any_question_on_a_map(box: TestBox) -> None:
    rng = Random(5)
    for seed in range(12):
        options = some_hexes(lagoon(), seed)
        low = rng.randint(1, len(options))
        for choice in (Pick("hex", options), Several("hex", options, low, rng.randint(low, len(options)))):
            asked = ask_for(box, choice, lagoon())
            value = choice.sample(rng)
            box.thumb.answer(value, 2)
            assert asked.answers == [value]


def place_dots(picture: Image.Image, name: str) -> bytes:
    left, top = moved_into_sight(corners(lagoon()), name)[name]
    return picture.crop((left, top, left + WIDE, top + HIGH)).tobytes()


def test_everything_on_a_hex_looks_different() -> None:
    """Swamp, free ground, five kinds of building, legal, chosen, and the cursor on swamp, on ground and on a tick."""
    chart = lagoon("D5")
    plain = ["B5", "D6", "H11", "C5", "F12", "N6", "L10", "I5", "D5"]
    picture = hexes.board(chart, ["I5", "K4", "K7"], [], None, Side("", "", ""), "I5")
    kinds = [place_dots(picture, name) for name in plain]
    kinds += [place_dots(under_cursor(chart, name), name) for name in ("K4", "K7", "D5")]
    assert len(set(kinds)) == len(kinds)
    assert place_dots(picture, "K4") == place_dots(picture, "K7"), "legal is legal, whatever lies there"
    taken_now = hexes.board(lagoon(), [], ["D5"], None, Side("", "", ""), "D5")
    assert place_dots(picture, "D5") == place_dots(taken_now, "D5"), "chosen is chosen, now or before"


def bare(chart: Chart) -> Image.Image:
    """Return the board with nothing asked."""
    return hexes.board(chart, [], [], None, Side("", "", ""), next(iter(chart.areas)))


def under_cursor(chart: Chart, name: str) -> Image.Image:
    return hexes.board(chart, [name], [], name, Side("", "", ""), name)


def test_whole_board_is_in_sight_and_stays_put() -> None:
    """No hex lies over another or is cut, wherever the cursor is; nothing but the cursor moves."""
    chart = lagoon()
    where = moved_into_sight(corners(chart), "B5")
    covered = [(x + i, y + j) for x, y in where.values() for i in range(WIDE) for j in range(HIGH)]
    assert len(covered) == len(set(covered)) == len(chart.areas) * WIDE * HIGH
    assert all(0 <= x < EDGE and 0 <= y < 64 for x, y in covered)
    for name in chart.areas:
        assert moved_into_sight(corners(chart), name) == where


def test_cursor_stays_in_sight_on_a_large_board() -> None:
    """So do those around it, if there are any."""
    for name in LARGEST.areas:
        where = moved_into_sight(corners(LARGEST), name)
        x, y = where[name]
        assert 1 <= x <= EDGE - WIDE - 1
        assert 0 <= y <= 64 - HIGH
        for beside, at in (("left", x - 6), ("right", x + 6)):
            if (at, y) in where.values():
                assert 0 <= at <= EDGE - WIDE, beside
    first, last = (moved_into_sight(corners(LARGEST), name) for name in ("A1", "Z30"))
    assert first["A1"] == (1, 1)
    assert last["Z30"] == (EDGE - WIDE - 1, 64 - HIGH - 1)


def test_nothing_of_a_large_board_shows_beside_it() -> None:
    side = Side("Anna", "drain?", "M15")
    assert (
        hexes.board(LARGEST, LARGEST.areas, [], "M15", side, "M15").crop((EDGE, 0, 128, 64)).tobytes()
        == hexes.board(lagoon(), [], [], None, side, "B5").crop((EDGE, 0, 128, 64)).tobytes()
    )


def test_islands_that_touch_are_parted_by_a_line() -> None:
    """Beside each other and one above the other; where water parts them there is none."""
    areas = {"A1": "north", "A2": "north", "B1": "south", "B2": "south", "B3": "east"}
    chart = Chart("AB", ("1", "2", "3"), {}, shifted="B", areas=areas)
    parted, whole = bare(chart), bare(chart._replace(areas=dict.fromkeys(areas, "one")))
    where = moved_into_sight(corners(chart), "A1")
    (north_x, north_y), (south_x, south_y) = where["A2"], where["B2"]
    assert all(parted.getpixel((north_x + at, north_y + HIGH)) for at in range(WIDE))
    assert all(parted.getpixel((south_x + WIDE, south_y + at)) for at in range(HIGH))
    assert not any(whole.getpixel((north_x + at, north_y + HIGH)) for at in range(WIDE))
    ours = lagoon()
    one_island = ours._replace(areas=dict.fromkeys(ours.areas, "one"))
    assert bare(ours).tobytes() == bare(one_island).tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_hex_is_named_and_described_beside_the_board(
    tmp_path: Path, language: str, cut: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Name, island and kind, whole, for every hex; with a button below them and without."""
    drawn: list[str] = []
    draw = Font.draw

    def noticing_draw(self: Font, picture: Image.Image, at: tuple[int, int], text: str, fill: int = 1) -> int:
        drawn.append(text)
        return draw(self, picture, at, text, fill)

    monkeypatch.setattr(Font, "draw", noticing_draw)
    box = TestBox(tmp_path, language)
    words = box.box.words_for(folders_of("venedig"), SEATS)
    chart = lagoon()
    for name in chart.areas:
        for more in ((), ("enough",)):
            asked = ask_for(box, Pick("hex", (name, "B8", *more)), chart, name)
            drawn.clear()
            cut.clear()
            asked.scene.picture()
            told = [words.thing(of, value) for of, value in chart.told[name]]
            assert {name, *told} <= set(drawn)
            assert cut == []
    box.close()


def ask_on_box(box: TestBox, play: Play) -> Match:
    words = box.box.words_for(folders_of("venedig"), play.referee.table.seats)
    match = Match(box.box, play.referee, words)
    box.box.play(match)
    match.go_on()
    box.box.show()
    return match


@pytest.mark.rule("VEN.B8")
def test_a_palazzo_is_placed_on_the_map_hex_by_hex(box: TestBox) -> None:
    """The first hex is ticked while the second is asked for; and it may be amended on the map, too."""
    play = Play().dry("E5", "E6").lay("palazzo.alone")
    match = ask_on_box(box, play)
    assert isinstance(box.box.scene, GridPointing)
    box.thumb.answer("E5", 1)
    scene = box.box.scene
    assert isinstance(scene, GridPointing)
    assert list(scene.chart.chosen) == ["E5"]
    assert set(scene.spots) == {"D5", "E6"}
    assert place_dots(box.glass(), "E5") == place_dots(bare(scene.chart), "E5") != place_dots(bare(lagoon()), "E5")
    box.thumb.answer("E6", 1)
    assert play.pieces.ground["E5"] == play.pieces.ground["E6"] == "palazzo"
    number = next(
        number
        for number, entry in enumerate(match.referee.entries)
        if isinstance(entry, Answer) and entry.question.startswith("place@")
    )
    match.going_back.amend(match.referee.run, number)
    assert isinstance(box.box.scene, GridPointing)
    assert box.box.scene.answers[Key.OK] == ["E5"]


@pytest.mark.rule("VEN.D1")
def test_draining_is_done_on_the_map(box: TestBox) -> None:
    """Any hex takes three presses at most; OK is for enough."""
    play = Play().until("drain")
    ask_on_box(box, play)
    assert isinstance(box.box.scene, GridPointing)
    assert box.box.scene.answers[Key.OK] == ["enough"]
    assert set(box.box.scene.spots) == set(play.pieces.swamps)
    box.thumb.answer("C6", 1)
    before = box.thumb.presses
    box.thumb.answer("C7", 1)
    assert box.thumb.presses - before <= 3
    assert play.pieces.ground["C6"] == play.pieces.ground["C7"] == "empty"


def test_a_board_without_hexes_is_drawn_as_before() -> None:
    """Only a chart with shifted rows is a map: the places of others keep their columns."""
    plain = Chart("AB", ("1", "2"), {})
    assert grid.spots(plain) == {"A1": (0, 0), "A2": (0, 1), "B1": (1, 0), "B2": (1, 1)}
    assert grid.steps_across(plain) == 2


def test_a_hex_is_corrected_on_the_map(box: TestBox) -> None:
    """Not in a list of a hundred; and the map comes back with that hex at OK, because more may be wrong."""
    match = start(box, "venedig", 3)
    box.wait_out_tellings()
    box.tap(Key.BACK)
    choose(box, "Fix the board")
    choose(box, "hexes")
    scene = box.box.scene
    assert isinstance(scene, GridPointing)
    hex_ = next(iter(scene.spots))
    box.thumb.answer(hex_, TABLE)
    box.tap(Key.LEFT)
    (corrected,) = match.referee.entries
    assert isinstance(corrected, Corrected)
    assert (corrected.place, corrected.value) == (f"hex.{hex_}", "empty")
    again = box.box.scene
    assert isinstance(again, GridPointing)
    assert again.answers[Key.OK] == [hex_]
