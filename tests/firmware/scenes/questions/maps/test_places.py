"""Questions on a board and dials that turn: a cursor on the grid, by pin edges, and what the chip then shows."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops

from companion.choices import Choice, Pick, Several
from companion.game import Correction, Game, Outcome, Table
from companion.layout import Layout
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.referee.simulation import random_urn
from companion.refusal import Refusal
from companion.screen.hints import Dials
from companion.screen.maps import Chart
from companion.seats import Seat
from companion.steps import Decision, Flow
from companion.words import LANGUAGES, folders_of
from firmware.bench.thumb import ARROWS
from firmware.scenes.match.match import Match
from firmware.scenes.match.teller import Teller
from firmware.scenes.match.telling import DialsTurning
from firmware.scenes.menus import Reading
from firmware.scenes.questions.asking import question
from firmware.scenes.questions.compass import Compass
from firmware.scenes.questions.maps.places import DONE, GridQuestion, GridSeveral
from firmware.scenes.questions.maps.pointing import GridPointing, PointingAtSeveral
from firmware.scenes.questions.questions import Asking, Heading
from firmware.screens.maps import dials
from firmware.screens.maps.dials import Turned
from firmware.screens.maps.grid import spots
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.walks import Asked, reached

COLUMNS = [str(number) for number in range(1, 11)]
EMPTY = Chart("ABCDEFGH", COLUMNS, {})
CELLS = list(spots(EMPTY))
SEATS = [Seat(1, "Anna", "red"), Seat(2, "Wilhelmina", "blue")]
MORE = ("done", "other")


def ask_for(box: TestBox, choice: Choice, likely: Any = None, chart: Chart = EMPTY) -> Asked[GridQuestion]:
    heading = Heading("Wilhelmina", "place them all", "Where do they land?")
    return Asked(box, GridQuestion, "doge", choice, likely, heading=heading, seats=SEATS, chart=chart)


def random_options(seed: int) -> list[str]:
    rng = Random(seed)
    number = rng.choice((1, 2, 3, 4, 5, 7, 10, 15, 25, 60))
    return [*rng.sample(CELLS, number), *MORE[: rng.randint(0, 2)]]


@pytest.mark.parametrize("seed", range(80))
def test_every_legal_option_is_reached_from_every_other(box: TestBox, seed: int) -> None:
    """Whatever is legal, arrows lead from any option to any other, and nowhere else."""
    options = random_options(seed)
    for start in options:
        assert reached(ask_for(box, Pick("cell", options), start).scene, ARROWS) == set(options)


@pytest.mark.parametrize("seed", range(12))
def test_a_knob_turned_reaches_everything(tmp_path: Path, seed: int) -> None:
    """On a box with a knob, turning alone goes round all places and buttons; pushed, it goes by rows."""
    knob = TestBox(tmp_path, profile="breadboard")
    options = random_options(seed)
    asked = ask_for(knob, Pick("cell", options), options[-1])
    assert {asked.tap(Key.DOWN) for _ in options} == set(options)
    assert asked.tap() == options[-1], "once round"
    assert asked.tap(Key.DOWN, Key.UP) == options[-1]
    assert reached(asked.scene, ARROWS) == set(options)
    knob.close()


def test_a_pushed_knob_goes_by_rows(tmp_path: Path) -> None:
    """Far cells are few clicks away: rows by pushed turning, then along the row."""
    knob = TestBox(tmp_path, profile="breadboard")
    asked = ask_for(knob, Pick("cell", CELLS), "A1")
    assert asked.tap(Key.RIGHT, Key.RIGHT, Key.DOWN) == "C2"
    asked.tap(Key.OK)
    assert asked.answers == ["C2"]
    knob.close()


def test_the_cursor_starts_on_the_likely_place_or_the_first_legal_one(box: TestBox) -> None:
    options = ("done", "C7", "D2")
    assert ask_for(box, Pick("cell", options)).scene.cursor == "C7"
    assert ask_for(box, Pick("cell", options), "D2").scene.cursor == "D2"
    assert ask_for(box, Pick("cell", options), "done").scene.cursor == "done"
    assert ask_for(box, Pick("cell", options), "A1").scene.cursor == "C7", "what is not legal is not likely"


def test_arrows_go_along_the_row_and_to_the_next_row(box: TestBox) -> None:
    """RIGHT takes the next in the row, DOWN the nearest in the next row that has any, OK answers."""
    asked = ask_for(box, Pick("cell", ("B2", "B6", "D1", "D5", "H6")), "B2")
    assert asked.tap(Key.RIGHT) == "B6"
    assert asked.tap(Key.DOWN) == "D5"
    assert asked.tap(Key.DOWN) == "H6"
    assert asked.tap(Key.DOWN) == "B6", "past the edge, from the other side"
    assert asked.tap(Key.UP, Key.OK) == "H6"
    assert asked.answers == ["H6"]


def test_going_down_keeps_its_column(box: TestBox) -> None:
    """A row without a place straight below does not lead the walk astray."""
    asked = ask_for(box, Pick("cell", ("C7", "D2", "F2", "F7")), "C7")
    assert asked.tap(Key.DOWN) == "D2"
    assert asked.tap(Key.DOWN) == "F7"


def test_without_buttons_a_row_leads_on_to_the_next_column(box: TestBox) -> None:
    """RIGHT from the last in a row goes right all the same, if there is anything."""
    asked = ask_for(box, Pick("cell", ("C2", "C7", "F9")), "C7")
    assert asked.tap(Key.RIGHT) == "F9"
    assert asked.tap(Key.RIGHT) == "C2"
    assert asked.tap(Key.LEFT) == "F9"


def test_a_held_arrow_walks_on(box: TestBox) -> None:
    asked = ask_for(box, Pick("cell", CELLS), "A1")
    box.hold(Key.RIGHT, 1.0)
    assert asked.scene.column > 2


def test_buttons_stand_beside_the_board(box: TestBox) -> None:
    """RIGHT from the last in a row leads to them and LEFT back, LEFT from the first too; UP and DOWN between them."""
    asked = ask_for(box, Pick("cell", ("C2", "C7", "F9", *MORE)), "C7")
    assert asked.tap(Key.RIGHT) == "done"
    assert asked.tap(Key.LEFT) == "C7"
    assert asked.tap(Key.LEFT, Key.LEFT) == "done"
    assert asked.tap(Key.LEFT) == "C7", "on round the row"
    assert asked.tap(Key.RIGHT, Key.RIGHT) == "C2"
    assert asked.tap(Key.LEFT, Key.DOWN, Key.OK) == "other"
    assert asked.answers == ["other"]


def test_barred_places_are_skipped_and_barred_buttons_ask_why(box: TestBox) -> None:
    barred = {"C5": Refusal("cell-taken"), "other": Refusal("over")}
    asked = ask_for(box, Pick("cell", ("C2", "C7", "done"), barred), "C2")
    assert reached(asked.scene, ARROWS) == {"C2", "C7", "done", "other"}
    assert asked.tap(Key.RIGHT) == "C7"
    asked.tap(Key.RIGHT, Key.DOWN, Key.OK)
    assert asked.answers == ["other"], "whoever asked says why not"


def test_ok_takes_a_place_and_puts_it_back(box: TestBox) -> None:
    """The same key takes a slip back, and the tally and the tick show it."""
    asked = ask_for(box, Several("cell", CELLS, 2, 2), "C7")
    before = box.glass().tobytes()
    asked.tap(Key.OK)
    assert isinstance(asked.scene, GridSeveral)
    assert asked.scene.chosen == ["C7"]
    assert box.glass().tobytes() != before
    asked.tap(Key.OK)
    assert box.glass().tobytes() == before
    assert asked.answers == []


def test_after_the_last_place_the_cursor_is_on_done(box: TestBox) -> None:
    """Nothing is answered before OK there; LEFT goes back to what was taken, and to nothing else."""
    asked = ask_for(box, Several("cell", CELLS, 2, 2), "C7")
    assert reached(asked.scene, ARROWS) == set(CELLS), "with too few there is no way to be done"
    assert asked.tap(Key.OK, Key.RIGHT, Key.OK) == DONE
    assert asked.answers == []
    assert reached(asked.scene, ARROWS) == {"C7", "C8", DONE}
    assert asked.tap(Key.LEFT, Key.OK) == "C8"
    assert asked.tap(Key.DOWN, Key.OK) == DONE
    asked.tap(Key.OK)
    assert asked.answers == [["C7", "D8"]]


def test_done_is_offered_once_there_are_enough(box: TestBox) -> None:
    """Of up to three the button works from the start, and the answer keeps the order of the board."""
    asked = ask_for(box, Several("cell", CELLS, 0, 3), "C9")
    assert DONE in reached(asked.scene, ARROWS)
    asked.tap(Key.OK, Key.UP, Key.OK)
    assert asked.tap(Key.RIGHT, Key.RIGHT) == DONE
    asked.tap(Key.OK)
    assert asked.answers == [["B9", "C9"]]


def test_items_that_are_no_places_are_taken_like_places(box: TestBox) -> None:
    asked = ask_for(box, Several("cell", ("C7", "D2", "other"), 2, 2), "C7")
    assert asked.tap(Key.OK, Key.RIGHT) == "other"
    assert asked.tap(Key.OK) == DONE
    asked.tap(Key.OK)
    assert asked.answers == [["C7", "other"]]


def test_earlier_places_are_taken_again(box: TestBox) -> None:
    """An amendment begins with the answer as it was: OK keeps it."""
    asked = ask_for(box, Several("cell", CELLS, 2, 2), ["B3", "G9"])
    assert asked.scene.cursor == DONE
    asked.tap(Key.OK)
    assert asked.answers == [["B3", "G9"]]


def test_the_thumb_answers_any_pick_and_several(box: TestBox) -> None:
    """Answers at random come out as they were meant, by pin edges."""
    rng = Random(5)
    for seed in range(25):
        options = random_options(seed)
        low = rng.randint(0, len(options))
        for choice in (Pick("cell", options), Several("cell", options, low, rng.randint(low, len(options)))):
            asked = ask_for(box, choice)
            value = choice.sample(rng)
            box.thumb.answer(value, 2)
            assert asked.answers == [value]


def test_ten_places_of_eighty_are_quick(box: TestBox) -> None:
    """The thumb goes place by place, with few presses, instead of searching through all sets of ten."""
    rng = Random(1)
    choice = Several("cell", CELLS, 10, 10)
    for _ in range(5):
        asked = ask_for(box, choice)
        box.thumb.answer(choice.sample(rng), 2)
        assert len(asked.answers) == 1
    assert box.thumb.presses / 5 < 45, "a little over three a pigeon, and OK"


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_legal_places_and_the_cursor_look_different(tmp_path: Path, language: str) -> None:
    """Each kind of place has dots of its own: free, legal, taken, starred, closed, chosen, under the cursor."""
    box = TestBox(tmp_path, language)
    chart = Chart("ABCDEFGH", COLUMNS, {"B2": "1", "B4": "1", "B6": "1"}, ("D2",), ("B6", "D4"))
    asked = ask_for(box, Several("cell", ("B4", "F2", "F4", "F6", "H9"), 1, 3), chart=chart)
    asked.scene.start("H9")
    assert isinstance(asked.scene, GridSeveral)
    asked.scene.chosen = ["F6"]
    picture = asked.scene.picture()
    kinds = [place_dots(picture, name) for name in ("B2", "B4", "B6", "D2", "D4", "F2", "F6", "F8", "H9")]
    assert len(set(kinds)) == len(kinds)
    assert place_dots(picture, "F2") == place_dots(picture, "F4")
    box.close()


def place_dots(picture: Image.Image, name: str) -> bytes:
    row, column = spots(EMPTY)[name]
    left, top = 7 + column * 7, 7 + row * 7
    return picture.crop((left, top, left + 7, top + 7)).tobytes()


def test_options_off_the_board_stay_off_it(box: TestBox) -> None:
    words = box.box.words_for(folders_of("doge"), SEATS)
    scene = question(
        Asking(box.box, Heading("", "b", "q"), words, print), Pick("cell", ("w", "x", "y", "z")), None, EMPTY
    )
    assert isinstance(scene, Compass)


class Landing(Game):
    """A game of a few steps: dials show two stars, a seat lands on two places, then picks one."""

    name = "landing"
    players = (2,)
    colours = ("red", "blue")
    tallies = ()
    shown = {"spun": Dials("spun", "stands")}  # noqa: RUF012

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.stars: list[str] = []
        self.marks: dict[str, str] = {}

    def play(self) -> Flow[Outcome]:
        for cell in ("C7", "H10"):
            self.tell("spun", "X", cell=cell, starred=list(self.stars), shaded=[])
            self.stars.append(cell)
            self.tell("swept", "X", cell="C7")
        for cell in (yield Decision("land", 1, "1", lambda: Several("cell", CELLS, 2, 2), "X", {})):
            self.marks[cell] = "1"
        yield Decision("pick", 2, "2", lambda: Pick("cell", list(self.marks)), "X", {})
        return Outcome([[1], [2]], "X")

    def view(self, seat: int) -> dict[str, Any]:
        return {}

    def chart(self, of: str) -> Chart | None:
        return Chart("ABCDEFGH", COLUMNS, self.marks, (), self.stars) if of == "cell" else None

    def corrections(self) -> dict[str, Correction]:
        return {"star": Correction("star", {}, Pick("cell", CELLS), self.stars[0])}

    def correct(self, place: str, value: Any) -> None:
        self.stars[0] = value

    def check(self) -> None:
        pass


@pytest.fixture
def match(box: TestBox) -> Match:
    referee = Referee(Landing, Table(SEATS, {}, Layout("none", {})), random_urn(Random(1)))
    played = Match(box.box, referee, box.box.words_for(folders_of("doge"), SEATS), referee.game.tells)
    box.box.play(played)
    played.go_on()
    box.box.show()
    return played


def test_a_game_asks_amends_and_corrects_on_its_board(box: TestBox, match: Match) -> None:
    """Wherever a question about places comes from, it is put on the board."""
    box.wait_out_tellings()
    assert isinstance(box.box.scene, PointingAtSeveral)
    box.thumb.answer(["B2", "E5"], 1)
    assert isinstance(box.box.scene, GridPointing)
    assert set(box.box.scene.chart.marks) == {"B2", "E5"}
    match.going_back.amend(match.referee.run, 0)
    assert isinstance(box.box.scene, PointingAtSeveral)
    assert box.box.scene.chosen == ["B2", "E5"]
    box.thumb.answer(["B2", "F6"], 1)
    entry = match.referee.entries[0]
    assert isinstance(entry, Answer)
    assert entry.value == ["B2", "F6"]
    match.correcting.correct("star")
    assert isinstance(box.box.scene, GridPointing)
    assert box.box.scene.answers[Key.OK] == ["C7"]
    box.thumb.answer("C8", 1)
    game = match.referee.game
    assert isinstance(game, Landing)
    assert game.stars[0] == "C8"
    assert not isinstance(box.box.scene, Reading)


def test_dials_turn_and_stop_on_the_cell(box: TestBox, match: Match) -> None:
    """The glass moves, then shows the letter and the number large and the cell on the map."""
    scene = box.box.scene
    assert isinstance(scene, DialsTurning)
    frames = [box.glass()]
    for _ in range(30):
        box.wait(0.07)
        frames.append(box.glass())
    assert len({frame.tobytes() for frame in frames}) > 18, "they turn"
    assert frames[0].tobytes() != frames[-1].tobytes()
    before, after = (frame.crop((0, 0, 124, 64)).tobytes() for frame in frames[-2:])
    assert before == after, "and stop; at the edge the time to read runs on"
    hubs = [hub(frames[-1], side) for side in (0, 1)]
    chart = scene.chart
    for cell, same in (("C7", (True, True)), ("C8", (True, False)), ("D7", (False, True))):
        still = dials.dials(*scene.titles, chart, cell, Turned(1, 1))
        assert tuple(hub(still, side) == hubs[side] for side in (0, 1)) == same
    assert frames[-1].getpixel((dials.MAP_LEFT + 6 * 4 + 1, dials.MAP_TOP + 2 * 4 + 1)) != 0


def hub(picture: Image.Image, side: int) -> bytes:
    x, y = dials.CENTRES[side]
    return picture.crop((x - 8, y - 8, x + 8, y + 8)).tobytes()


def test_dials_keep_back_what_they_have_not_shown_yet(box: TestBox, match: Match) -> None:
    """The game has gone on to the next star already: the map shows neither it nor the one being drawn."""
    first = box.box.scene
    assert isinstance(first, DialsTurning)
    assert list(first.chart.starred) == []
    box.tap(Key.OK)
    box.tap(Key.OK)
    second = box.box.scene
    assert isinstance(second, DialsTurning)
    assert list(second.chart.starred) == ["C7"]


def test_any_key_or_time_goes_on(box: TestBox, match: Match) -> None:
    """Nobody has to press anything. A key while they turn stops them first."""
    box.tap(Key.UP)
    box.tap(Key.UP)
    second = box.box.scene
    assert isinstance(second, DialsTurning)
    for _ in range(50):
        box.wait(0.1)
    assert isinstance(box.box.scene, PointingAtSeveral)


def test_dials_of_every_cell_start_alike_and_end_apart(box: TestBox) -> None:
    """The first picture gives nothing away; the last tells any two cells apart."""
    teller = Teller(box.box, box.box.words, lambda: None, lambda of: EMPTY, {})

    def pictures(when: float) -> set[bytes]:
        found = set()
        for cell in CELLS:
            scene = teller._dials(Dials("spun", "stands"), {"cell": cell, "starred": [], "shaded": []})
            box.clock.now += when
            found.add(scene.picture().tobytes())
        return found

    assert len(pictures(0.0)) == 1
    assert len(pictures(2.0)) == len(CELLS)


def test_the_longest_names_and_words_fit_beside_the_board(box: TestBox, cut: list[str]) -> None:
    """Ten letters, a star and a full tally: nothing is shortened and nothing runs into anything else."""
    chart = Chart("ABCDEFGH", COLUMNS, {"H10": "2"}, (), ("H10",))
    scene = ask_for(box, Several("cell", CELLS, 0, 10), "H10", chart).scene
    assert isinstance(scene, GridSeveral)
    scene.chosen = [*CELLS[:10]]
    picture = scene.picture()
    assert cut == []
    scene.chosen = []
    changed = ImageChops.logical_xor(picture, scene.picture()).crop((78, 0, 128, 64)).getbbox()
    assert changed is not None
    assert changed[0] >= 108 - 78, "the tally stands clear of the place's name"
