"""Questions on Venise's canal: a cursor that goes from place to place, by pin edges, and what the chip then shows."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.choices import Pick, Several
from companion.games.venise.game import Venise
from companion.games.venise.rules.piles import canal_of
from companion.referee.entries import Answer, Entry
from companion.referee.simulation import some_answer
from companion.refusal import Refusal
from companion.screen.maps import Plan
from companion.words import LANGUAGES, folders_of
from firmware.bench.thumb import ARROWS
from firmware.scenes.match.match import Match
from firmware.scenes.questions.asking import question
from firmware.scenes.questions.maps.plans import PlanPick
from firmware.scenes.questions.maps.pointing import PlanPointing, Pointing
from firmware.scenes.questions.questions import Asking, Heading
from firmware.screens.maps import plan as screen
from firmware.screens.maps.side import Side
from hardware.keys import Key
from tests.firmware.boxes import TestBox, asked_seat
from tests.firmware.playing import agree
from tests.firmware.walks import Asked, reached
from tests.tables import referee

BOARDS = ["day-1", "day-2", "day-3", "day-4", "night-1", "night-2", "night-3", "night-4"]
OF = "cell.part"
PLACE_KEYS = {"lay", "walk", "remove", "lift", "shift", "which-gem"}


def begun(board: str, players: int = 4) -> Venise:
    game = referee("venise", players, 1, board=board).game
    assert isinstance(game, Venise)
    return game


def plan_of(game: Venise) -> Plan:
    plan = game.plan(OF)
    assert plan is not None
    return plan


def ask_for(box: TestBox, choice: Pick, plan: Plan, likely: Any = None) -> Asked[PlanPick]:
    heading = Heading("Wilhelmina", "small plank", "Where do you lay the small plank?")
    seats = begun("day-1").table.seats
    return Asked(box, PlanPick, "venise", choice, likely, heading=heading, seats=seats, plan=plan)


def some_options(plan: Plan, seed: int) -> list[str]:
    rng = Random(seed)
    places = [*plan.spots, *plan.lines]
    return [
        *rng.sample(places, min(len(places), rng.choice((1, 2, 3, 5, 8, 13, 40, 90)))),
        *["back"] * rng.randint(0, 1),
    ]


@pytest.mark.parametrize("seed", range(40))
def test_every_option_is_reached_from_every_other(box: TestBox, seed: int) -> None:
    """Piles, walls' sides, levels of bridges, planks that cross: arrows lead from any to any other."""
    plan = plan_of(begun(BOARDS[seed % len(BOARDS)]))
    options = some_options(plan, seed)
    for start in options[:12]:
        assert reached(ask_for(box, Pick(OF, options), plan, start).scene, ARROWS) == set(options)


@pytest.mark.parametrize("seed", range(6))
def test_a_knob_turned_reaches_everything(tmp_path: Path, seed: int) -> None:
    knob = TestBox(tmp_path, profile="breadboard")
    plan = plan_of(begun(BOARDS[seed]))
    options = some_options(plan, seed)
    asked = ask_for(knob, Pick(OF, options), plan, options[-1])
    assert {asked.tap(Key.DOWN) for _ in options} == set(options)
    assert asked.tap() == options[-1], "once round"
    assert reached(asked.scene, ARROWS) == set(options)
    knob.close()


def test_arrows_go_where_they_point(box: TestBox) -> None:
    """Around a pile: the plank to the east is right of the one to the west, the south below the north."""
    plan = plan_of(begun("day-1"))
    options = ("B3-B4", "B4-B5", "B4-C4", "B4-C5", "back")
    asked = ask_for(box, Pick(OF, options), plan, "B3-B4")
    assert asked.tap(Key.RIGHT) == "B4-B5"
    assert asked.tap(Key.DOWN) == "B4-C5"
    assert asked.tap(Key.LEFT) == "B4-C4"
    assert asked.tap(Key.UP, Key.DOWN) == "B4-C4"
    assert asked.tap(Key.RIGHT, Key.RIGHT) == "back", "past the end of a row"
    assert asked.tap(Key.LEFT) == "B4-C5", "and back to where one was"
    asked.tap(Key.OK)
    assert asked.answers == ["B4-C5"]


def test_cursor_starts_on_the_likely_place_or_in_the_middle(box: TestBox) -> None:
    plan = plan_of(begun("day-1"))
    options = ("back", "B1", "B4", "B7")
    assert ask_for(box, Pick(OF, options), plan).tap() == "B4"
    assert ask_for(box, Pick(OF, options), plan, "B7").tap() == "B7"
    assert ask_for(box, Pick(OF, options), plan, "back").tap() == "back"
    assert ask_for(box, Pick(OF, options), plan, "A1").tap() == "B4", "what is not legal is not likely"


def test_barred_planks_are_skipped(box: TestBox) -> None:
    plan = plan_of(begun("day-1"))
    barred = {"B4-B5": Refusal("pawn-falls", "VSE.W6", seats=[1])}
    scene = ask_for(box, Pick(OF, ("B3-B4", "B5-B6", "back"), barred), plan).scene
    assert reached(scene, ARROWS) == {"B3-B4", "B5-B6", "back"}


@pytest.mark.parametrize("board", BOARDS)
def test_every_cursor_position_looks_different(board: str) -> None:
    """On the map itself, without its name: every pile, cell and plank, crossing ones too."""
    plan = plan_of(begun(board))
    side = Side("Anna", "b", "")
    seen: dict[bytes, str] = {}
    for name in (*plan.spots, *plan.lines):
        dots = screen.board(plan, [*plan.spots, *plan.lines], name, "", "", side).tobytes()
        assert dots not in seen, (name, seen[dots])
        seen[dots] = name


def test_planks_offers_and_aims_look_different(box: TestBox) -> None:
    game = begun("day-1")
    game.seat = 1
    side = Side("Anna", "b", "")

    def drawn(legal: tuple[str, ...] = (), cursor: str | None = None) -> bytes:
        return screen.board(plan_of(game), legal, cursor, "", "", side).tobytes()

    seen = [drawn(), drawn(("B3-B4",)), drawn(("B3-B4",), "B3-B4"), drawn(("B4",)), drawn(("B4",), "B4")]
    game.pieces.lying.add("B3-B4")
    seen += [drawn(), drawn(("B3-B4",))]
    game.pieces.lying.add("B4-C5")
    seen.append(drawn())
    game.pieces.pawn[2] = "B3-B4"
    seen += [drawn(), drawn(("B3-B4",)), drawn(("B3-B4",), "B3-B4")]
    game.pieces.gems[1].pop()
    seen.append(drawn())
    assert all(one != other for one, other in combinations(seen, 2))


def test_large_board_of_an_owner_fits() -> None:
    """Twelve by twelve points: smaller, but all of it, and nothing drawn over the words beside it."""
    editor = games.find("venise").editor
    assert editor is not None
    piles = [{"at": f"{row}{column}", "kind": "plain"} for row, column in (("A", 1), ("A", 12), ("L", 1), ("L", 12))]
    game = begun("day-1")
    game.pieces.canal = canal_of(editor.read({"piles": piles}))
    plan = plan_of(game)._replace(marks={}, starred=())
    scale = screen.scale_of(plan)
    dots = [scale.dot(post.at) for post in plan.posts]
    assert all(3 <= x < screen.MAP_WIDTH - 3 and 3 <= y < 61 for x, y in dots)
    assert len(set(dots)) == 4
    large, small = (
        screen.board(canal, list(canal.spots), None, "", "", Side("Anna", "where to?", ""))
        for canal in (plan, plan_of(begun("day-1")))
    )
    beside = (screen.MAP_WIDTH + 1, 0, *large.size)
    assert large.crop(beside).tobytes() == small.crop(beside).tobytes()
    assert large.tobytes() != small.tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_is_cut(tmp_path: Path, language: str, cut: list[str]) -> None:
    """Every place of every board, with the longest player name there is."""
    box = TestBox(tmp_path, language)
    for board in BOARDS:
        plan = plan_of(begun(board))
        scene = ask_for(box, Pick(OF, [*plan.spots, *plan.lines, "back"]), plan).scene
        for name in scene.spots:
            scene.start(name)
            scene.picture()
    assert cut == []
    box.close()


def test_options_off_the_board_stay_a_list(box: TestBox) -> None:
    plan = plan_of(begun("day-1"))
    words = box.box.words_for(folders_of("venise"))
    for choice in (Pick(OF, ("x", "y", "z")), Several(OF, ("x", "y"), 1, 1)):
        assert not isinstance(
            question(Asking(box.box, Heading("", "b", "q"), words, print), choice, plan=plan), Pointing
        )


def test_a_game_asks_amends_and_corrects_on_its_canal(box: TestBox) -> None:
    """Wherever a question about places comes from, it is put on the map; other questions are not."""
    judge = referee("venise", 2, 2, cards="table")
    match = Match(box.box, judge, box.box.words_for(folders_of("venise"), judge.table.seats), judge.game.tells)
    box.box.play(match)
    match.go_on()
    rng = Random(2)
    keys: dict[bool, set[str]] = {True: set(), False: set()}
    for _ in range(120):
        box.wait_out_tellings()
        seat = asked_seat(match)
        decision = judge.open[seat]
        keys[isinstance(box.box.scene, PlanPointing)].add(decision.key)
        box.thumb.answer(some_answer(judge.game, decision, rng), seat)
        assert box.glass().tobytes() == box.box.scene.picture().tobytes()
    assert {"lay", "walk"} <= keys[True] <= PLACE_KEYS
    assert not keys[False] & PLACE_KEYS
    box.wait_out_tellings()
    match.correcting.correct("pawn.1")
    scene = box.box.scene
    assert isinstance(scene, PlanPointing)
    game = judge.game
    assert isinstance(game, Venise)
    assert scene.answers[Key.OK] == [game.pieces.pawn[1]], "OK says that the box is right"
    goal = next(cell for cell in game.pieces.canal.cells if cell != game.pieces.pawn[1])
    box.thumb.answer(goal, 1)
    assert game.pieces.pawn[1] == goal
    box.wait_out_tellings()
    number = max(n for n, entry in enumerate(judge.entries) if is_laid(entry))
    match.going_back.amend(match.referee.run, number)
    scene = box.box.scene
    assert isinstance(scene, PlanPointing)
    laid = judge.entries[number]
    assert isinstance(laid, Answer)
    assert scene.answers[Key.OK] == [laid.value], "OK gives the old answer"
    other = next(option for option in scene.spots if option != laid.value)
    box.thumb.answer(other, laid.seat)
    agree(box)
    changed = judge.entries[number]
    assert isinstance(changed, Answer)
    assert changed.value == other


def is_laid(entry: Entry) -> bool:
    """Return whether this answer says where to lay a plank, with another place for it."""
    return (
        isinstance(entry, Answer)
        and entry.decision is not None
        and entry.decision.key == "lay"
        and entry.value != "back"
        and entry.decision.choice.size() > 2
    )


def test_the_order_of_options_does_not_change_the_picture() -> None:
    plan = plan_of(begun("night-4"))
    side = Side("Anna", "b", "")
    one, other = (
        screen.board(plan, names, None, "", "", side) for names in (list(plan.lines), list(plan.lines)[::-1])
    )
    assert one.tobytes() == other.tobytes()
