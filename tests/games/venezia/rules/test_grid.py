"""The Piazza's geometry: against brute force on boards from sparse to full, and by hand at edges and corners."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from companion import games
from companion.games.venezia.rules.grid import CELLS, Brood, broods, can_move, caught, hunting_ground, targets
from companion.games.venezia.rules.scoring import born
from companion.refusal import Refusal
from tests.games.venezia import piazza
from tests.games.venezia.piazza import SPOTS, spot, spots

BOARDS = 200


class Board(NamedTuple):
    """A random Piazza: whose pigeons stand where, and what else is there."""

    pigeons: dict[str, int]
    tourists: list[str]
    hunters: list[str]
    blocked: list[str]

    @property
    def barred(self) -> frozenset[str]:
        return hunting_ground(self.hunters) | frozenset(self.blocked)

    @property
    def closed(self) -> set[tuple[int, int]]:
        return piazza.ground(spots(self.hunters)) | set(spots(self.blocked))

    @property
    def spotted(self) -> dict[tuple[int, int], int]:
        return {spot(one): seat for one, seat in self.pigeons.items()}


def board(number: int) -> Board:
    """Return a random board, fuller with higher numbers; on every third, pigeons stand on hunters' ground too."""
    rng = Random(f"board {number}")
    blocked = rng.sample(CELLS, rng.choice((0, 0, 1, 4)))
    free = [one for one in CELLS if one not in blocked]
    tourists, hunters = rng.sample(free, rng.choice((2, 3))), rng.sample(free, rng.choice((0, 1, 2)))
    standing = rng.sample(free, 1 + number * 60 // BOARDS)
    if number % 3:
        standing = [one for one in standing if spot(one) not in piazza.ground(spots(hunters))]
    return Board({one: rng.randint(1, 4) for one in standing}, tourists, hunters, blocked)


def plain(*cells: str) -> dict[str, int]:
    """Return a pigeon of seat 1 on each of these cells."""
    return dict.fromkeys(cells, 1)


@pytest.mark.rule("VEZ.K4")
def test_ten_columns_by_eight_rows() -> None:
    assert [spot(one) for one in CELLS] == SPOTS
    assert (CELLS[0], CELLS[9], CELLS[-1], len(CELLS)) == ("A1", "A10", "H10", 80)


@pytest.mark.rule("VEZ.K4", "VEZ.K5")
@pytest.mark.parametrize(
    ("fact", "value", "key"),
    [
        ("rows", 9, "bad-size"),
        ("columns", 8, "bad-size"),
        ("blocked", ["I1"], "bad-blocked"),
        ("blocked", ["A11"], "bad-blocked"),
        ("blocked", ["A1", "A1"], "bad-blocked"),
        ("blocked", "A1", "bad-blocked"),
        ("blocked", list(CELLS[:21]), "bad-blocked"),
    ],
)
def test_a_wrong_board_is_refused(fact: str, value: Any, key: str) -> None:
    kit = games.find("venezia")
    kit.check_layout(kit.layout())
    kit.check_layout(kit.layout().corrected("blocked", list(CELLS[:20])))
    with pytest.raises(Refusal) as refused:
        kit.check_layout(kit.layout().corrected(fact, value))
    assert refused.value.key == key


@pytest.mark.rule("VEZ.Z4", "VEZ.M4")
def test_hunting_ground() -> None:
    for one in CELLS:
        assert set(spots(hunting_ground([one]))) == piazza.ground([spot(one)])
    assert [len(hunting_ground([one])) for one in ("C5", "A5", "D10", "H1")] == [9, 6, 6, 4]
    assert hunting_ground([]) == frozenset()
    assert len(hunting_ground(["C5", "C6"])) == 12, "two hunters side by side"


@pytest.mark.rule("VEZ.M1", "VEZ.M2", "VEZ.M3", "VEZ.M4", "VEZ.K5")
@pytest.mark.parametrize("tenth", range(10))
def test_targets_match_brute_force(tenth: int) -> None:
    for number in range(tenth, BOARDS, 10):
        one = board(number)
        pigeons, tourists, closed = one.spotted, spots(one.tourists), one.closed
        for start in one.pigeons:
            ways = targets(start, one.pigeons, one.tourists, one.barred)
            assert set(spots(ways)) == piazza.goals(spot(start), pigeons, tourists, closed), (number, start)
            assert can_move(start, one.pigeons, one.tourists, one.barred) == bool(ways)
            for goal, path in ways.items():
                assert path[-1] == goal
                assert piazza.is_way(spot(start), spots(path), pigeons, tourists, closed), (number, start, path)


def test_boards_contain_rare_situations() -> None:
    """Otherwise the comparison above would prove little."""
    longest, shut_in, over_tourist = 0, 0, 0
    for number in range(0, BOARDS, 5):
        one = board(number)
        for start in one.pigeons:
            ways = targets(start, one.pigeons, one.tourists, one.barred)
            longest = max([longest, *map(len, ways.values())])
            shut_in += not ways
            bare = targets(start, one.pigeons, [], one.barred)
            over_tourist += ways.keys() != bare.keys()
    assert longest >= 6
    assert shut_in > 10
    assert over_tourist > 10


@pytest.mark.rule("VEZ.C1", "VEZ.C2")
@pytest.mark.parametrize("lines", ["all", "orthogonal"])
def test_pincers_match_brute_force(lines: str) -> None:
    found = 0
    for number in range(BOARDS):
        one = board(number)
        for mover in (1, 2, 3, 4):
            held = caught(one.pigeons, mover, lines)
            assert set(spots(held)) == piazza.pincers(one.spotted, mover, lines), (number, mover)
            for victim, (first, second) in held.items():
                assert one.pigeons[first] == one.pigeons[second] == mover != one.pigeons[victim]
                assert piazza.holds(spot(first), spot(victim), spot(second), lines)
            found += len(held)
    assert found > 200


@pytest.mark.rule("VEZ.C3")
@pytest.mark.parametrize("count", ["per-tourist", "per-pigeon"])
def test_births_match_brute_force(count: str) -> None:
    different = 0
    for number in range(BOARDS):
        one = board(number)
        for seat in (1, 2, 3, 4):
            total = sum(born(brood, count) for brood in broods(one.pigeons, seat, one.tourists))
            assert total == piazza.births(one.spotted, seat, spots(one.tourists), count), (number, seat)
            different += total != piazza.births(one.spotted, seat, spots(one.tourists), "per-tourist")
    assert (different > 10) == (count == "per-pigeon"), "the two ways of counting do differ"


@pytest.mark.rule("VEZ.M2")
def test_a_walk_is_one_step_in_eight_directions() -> None:
    assert set(targets("C5", plain("C5"), [], [])) == {"B4", "B5", "B6", "C4", "C6", "D4", "D5", "D6"}
    assert set(targets("A1", plain("A1"), [], [])) == {"A2", "B1", "B2"}
    assert set(targets("H10", plain("H10"), [], [])) == {"G9", "G10", "H9"}
    assert set(targets("A10", plain("A10"), ["A9"], [])) == {"A9", "B9", "B10", "A8"}, (
        "a tourist is fine, and a hurdle"
    )


@pytest.mark.rule("VEZ.M3")
def test_impossible_jumps() -> None:
    walled = plain("A1", "A2", "B1", "B2", "A3", "C1", "C3")
    assert targets("A1", walled, [], []) == {}
    del walled["C3"]
    assert targets("A1", walled, [], []) == {"C3": ("C3",)}
    assert "H8" not in targets("H10", plain("H10", "H9", "H8"), [], []), "two in a row"
    assert not can_move("H10", plain("H10", "H9", "H8", "G10", "F10", "G9", "F8"), [], [])


@pytest.mark.rule("VEZ.M3")
def test_jumps_over_and_onto_tourists() -> None:
    assert targets("A1", plain("A1", "A2"), ["A2", "A3"], [])["A3"] == ("A3",)
    assert "A3" not in targets("A1", plain("A1"), [], [])


@pytest.mark.rule("VEZ.M1", "VEZ.M3")
def test_a_chain_never_ends_where_it_began() -> None:
    ways = targets("C3", plain("C3", "C4", "D5", "E4", "D3"), [], [])
    assert ways["C5"] == ("C5",)
    assert ways["E5"] in (("C5", "E5"), ("E3", "E5"))
    assert "C3" not in ways


@pytest.mark.rule("VEZ.M4")
def test_no_jump_stops_on_hunters_ground() -> None:
    barred = hunting_ground(["C3"])  # rows B to D, columns 2 to 4
    tourists = ["B4", "D4"]
    assert targets("A4", plain("A4"), tourists, [])["E4"] == ("C4", "E4")
    assert "E4" not in targets("A4", plain("A4"), tourists, barred), "C4, between the jumps, is the hunter's"
    assert "C4" not in targets("A4", plain("A4"), tourists, barred)
    assert "B4" not in targets("A4", plain("A4"), tourists, barred), "nor by a walk"


@pytest.mark.rule("VEZ.K5")
def test_a_blocked_cell_is_not_entered_jumped_over_or_landed_on() -> None:
    assert "A2" not in targets("A1", plain("A1"), [], ["A2"])
    assert "A3" not in targets("A1", plain("A1"), [], ["A2"])
    assert "A3" not in targets("A1", plain("A1", "A2"), [], ["A3"])


@pytest.mark.rule("VEZ.C1")
def test_pincers_lie_on_four_lines() -> None:
    lines = [("B4", "D6"), ("B5", "D5"), ("B6", "D4"), ("C4", "C6")]
    for one, other in lines:
        pigeons = {one: 1, other: 1, "C5": 2}
        assert caught(pigeons, 1, "all") == {"C5": (one, other)} or caught(pigeons, 1, "all") == {"C5": (other, one)}
        straight = one[0] == other[0] or one[1:] == other[1:]
        assert bool(caught(pigeons, 1, "orthogonal")) == straight
    assert caught({"B4": 1, "D5": 1, "C5": 2}, 1, "all") == {}, "a bent line"
    assert caught({"C3": 1, "C7": 1, "C5": 2}, 1, "all") == {}, "not right beside it"


@pytest.mark.rule("VEZ.C1")
def test_pincers_at_the_edge() -> None:
    assert caught({"A4": 1, "A6": 1, "A5": 2}, 1, "all").keys() == {"A5"}
    assert caught({"A1": 2, "A2": 1, "B1": 1, "B2": 1}, 1, "all") == {}, "a corner has no opposite sides"
    assert caught({"A10": 1, "B2": 1, "B1": 2, "A1": 2}, 1, "all") == {}, "row A does not go on in row B"
    assert caught({"A9": 1, "A10": 2, "A1": 1, "B1": 1}, 1, "all") == {}


@pytest.mark.rule("VEZ.C1", "VEZ.C2")
def test_a_pincer_needs_two_of_one_player() -> None:
    assert caught({"C4": 1, "C5": 2, "C6": 3}, 1, "all") == {}
    assert caught({"C4": 1, "C5": 1, "C6": 1}, 1, "all") == {}, "one's own is safe"


@pytest.mark.rule("VEZ.C3")
@pytest.mark.parametrize(
    ("cell", "tourists", "per_tourist", "per_pigeon"),
    [
        ("C5", [], 0, 0),
        ("C5", ["C7"], 0, 0),
        ("C5", ["B4"], 2, 2),
        ("C5", ["C5"], 5, 5),
        ("C5", ["C4", "C6"], 4, 2),
        ("C5", ["C5", "C6"], 7, 5),
        ("C5", ["C5", "C6", "D6"], 9, 5),
        ("A1", ["B2", "A10"], 2, 2),
        ("H10", ["A1", "G9"], 2, 2),
        ("A10", ["B1", "A10"], 5, 5),
    ],
)
def test_births_of_one_pigeon(cell: str, tourists: list[str], per_tourist: int, per_pigeon: int) -> None:
    found = broods({cell: 1}, 1, tourists)
    assert sum(born(one, "per-tourist") for one in found) == per_tourist
    assert sum(born(one, "per-pigeon") for one in found) == per_pigeon
    assert broods({cell: 1}, 2, tourists) == [], "another's pigeon breeds for another"


@pytest.mark.rule("VEZ.C3")
def test_broods() -> None:
    assert broods({"C5": 1, "H1": 1}, 1, ["C5", "B4", "D6"]) == [Brood("C5", True, 2)]
