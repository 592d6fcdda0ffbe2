"""A year of Doge and the end of the game: set-up, ballots, both orders, winners."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion import games
from companion.choices import Sheet
from companion.games.doge.game import Doge
from companion.games.doge.rules.pieces import ADVISORS, AREAS, BALLOTS, DISTRICTS
from companion.games.doge.rules.scoring import Holding, could_reach_end, outcome_of, reaches_end
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.refusal import Refusal
from companion.seats import seat_table
from companion.steps import TABLE
from tests.tables import referee


def doge(judge: Referee) -> Doge:
    assert isinstance(judge.game, Doge)
    return judge.game


@pytest.mark.rule("DOG.K1", "DOG.K2", "DOG.S1", "DOG.B6")
def test_set_up() -> None:
    view = referee("doge", 4).game.view(1)
    assert view["seats"]["3"] | {"cards": len(view["seats"]["3"]["cards"])} == {
        "houses": 15, "palaces": 8, "rings": 6, "ballots": 7, "cards": 7,
    }  # fmt: skip
    assert view["own"]["hand"] == [0, 1, 1, 2, 2, 3, 3]
    assert len(view["advisors"]) == len(ADVISORS) == 9
    assert all(advisor == {"place": None, "controller": None} for advisor in view["advisors"].values())


@pytest.mark.rule("DOG.S2", "DOG.K3")
def test_brown_order_is_open_and_blue_is_hidden() -> None:
    view = referee("doge", 3).game.view(TABLE)
    assert sorted(view["order"]) == sorted(AREAS)
    assert view["next"] == []


@pytest.mark.rule("DOG.B1")
@pytest.mark.parametrize(("players", "laps"), [(3, 4), (4, 3)])
def test_laps_of_ballots(players: int, laps: int) -> None:
    judge = referee("doge", players)
    seen = set()
    while any(decision.secret for decision in judge.open.values()):
        seen.add(doge(judge).lap)
        seat, decision = next(iter(judge.open.items()))
        judge.answer(seat, next(iter(decision.choice.legal())))
    assert seen == set(range(1, laps + 1))


@pytest.mark.rule("DOG.B2")
def test_one_to_four_ballots_from_hand() -> None:
    judge = referee("doge", 3)
    judge.answer(1, "castello")
    choice = judge.open[1].choice
    assert {len(answer) for answer in choice.legal()} == {1, 2, 3, 4}
    for wrong in ([], [0, 1, 1, 2, 2], [3, 3, 3], [4], "3", [True], None):
        with pytest.raises(Refusal) as refused:
            judge.answer(1, wrong)
        assert refused.value.rule == "DOG.B2"


@pytest.mark.rule("DOG.B2", "DOG.B3")
def test_ballots_are_revealed_together() -> None:
    """Nothing shows until the last player has chosen; then the area and the number of ballots do, never values."""
    judge = referee("doge", 3)
    for seat, area, ballots in ((1, "castello", [3, 2]), (3, "san-polo", [0])):
        judge.answer(seat, area)
        judge.answer(seat, ballots)
    before = judge.game.view(TABLE)
    assert not any(view["ballots"] for view in before["areas"].values())
    judge.answer(2, "castello")
    judge.answer(2, [1])
    areas = judge.game.view(TABLE)["areas"]
    assert areas["castello"]["ballots"] == {"1": 2, "2": 1}
    assert areas["castello"]["turned"] == {}
    assert judge.game.view(1)["own"]["laid"] == {"castello": [2, 3]}


@pytest.mark.rule("DOG.B4")
def test_used_card_is_refused() -> None:
    judge = referee("doge", 3)
    for seat in (1, 2, 3):
        judge.answer(seat, "castello")
        judge.answer(seat, [1])
    assert "castello" not in judge.open[1].choice.legal()
    with pytest.raises(Refusal) as refused:
        judge.answer(1, "castello")
    assert refused.value.rule == "DOG.B4"


@pytest.mark.rule("DOG.B5", "DOG.K4")
def test_only_players_with_ballots_play_a_card() -> None:
    judge = referee("doge", 3)
    judge.answer(1, "castello")
    judge.answer(1, [0, 1, 1, 2])
    for seat in (2, 3):
        judge.answer(seat, "castello")
        judge.answer(seat, [1])
    judge.answer(1, "san-polo")
    judge.answer(1, [2, 3, 3])
    for seat in (2, 3):
        judge.answer(seat, "san-polo")
        judge.answer(seat, [1])
    assert sorted(judge.open) == [2, 3], "seat 1 has no ballots left"
    assert set(judge.open[2].choice.legal()) <= set(AREAS), "passing is not an option"


@pytest.mark.rule("DOG.S2", "DOG.E1")
def test_years_cite_set_up_then_end_of_year() -> None:
    judge = referee("doge", 3, seed=5)
    play_random(judge, Random(5))
    first, *later = [tell.rule for tell in judge.game.tells if tell.key == "year"]
    assert (first, set(later)) == ("DOG.S2", {"DOG.E1"})


@pytest.mark.rule("DOG.B6", "DOG.E1", "DOG.V1")
def test_new_year_takes_blue_order_and_returns_ballots() -> None:
    judge = referee("doge", 3, draw_order="table", seed=5)
    rng = Random(5)
    blue: list[str] = []
    while doge(judge).year < 2:
        seat = next(iter(judge.open))
        value = judge.open[seat].choice.sample(rng)
        if judge.open[seat].key == "draw" and doge(judge).year == 1:
            blue.append(value)
        judge.answer(seat, value)
    view = judge.game.view(1)
    assert view["order"][:6] == blue[:6]
    assert view["next"] == [] == view["counted"]
    assert view["own"] == {"hand": list(BALLOTS), "laid": {}}
    turned = [tell.facts for tell in judge.game.tells if tell.key == "next-year"]
    assert [facts["position"] for facts in turned] == [1, 2, 3, 4, 5, 6, 7]
    assert [facts["area"] for facts in turned] == view["order"]
    assert view["seats"]["1"]["cards"] == list(AREAS)


@pytest.mark.rule("DOG.E2")
@pytest.mark.parametrize(
    ("palaces", "districts", "ends"),
    [(6, 6, True), (7, 5, True), (8, 4, True), (6, 5, False), (7, 4, False), (8, 3, False), (8, 6, True)],
)
def test_end_conditions(palaces: int, districts: int, ends: bool) -> None:
    assert reaches_end(palaces, districts) == ends


@pytest.mark.rule("DOG.E3")
@pytest.mark.parametrize(
    ("holdings", "expected"),
    [
        ({1: Holding(6, 6, 2), 2: Holding(7, 5, 0), 3: Holding(7, 4, 15)}, [[2], [1], [3]]),
        ({1: Holding(7, 5, 2), 2: Holding(7, 6, 4), 3: Holding(0, 0, 0)}, [[2], [1], [3]]),
        ({1: Holding(7, 5, 3), 2: Holding(7, 6, 3), 3: Holding(8, 3, 9)}, [[1, 2], [3]]),
    ],
)
def test_who_wins(holdings: dict[int, Holding], expected: list[list[int]]) -> None:
    assert outcome_of(holdings).places == expected


@pytest.mark.rule("DOG.E2", "DOG.E3")
def test_year_ends_before_anyone_wins() -> None:
    """Seat 1 has six palaces from the start, but wins only once the year is over."""
    judge = referee("doge", 3)
    for district in DISTRICTS:
        judge.correct(f"palaces.1.{district}", 1)
    rng = Random(3)
    while judge.open:
        assert doge(judge).year == 1
        seat = next(iter(judge.open))
        choice = judge.open[seat].choice
        judge.answer(seat, "no" if judge.open[seat].key == "build" else choice.sample(rng))
    assert judge.outcome is not None
    assert judge.outcome.winners == [1]
    assert judge.game.tells[-1].key == "won"


@pytest.mark.rule("DOG.E5")
def test_unwinnable_game_has_no_winner() -> None:
    """All thirty sites are taken, and nobody has reached an end."""
    sites = {
        "castello": (5, 0, 0, 0), "cannaregio": (3, 2, 0, 0), "dorsoduro": (0, 5, 0, 0),
        "san-marco": (0, 1, 4, 0), "san-polo": (0, 0, 3, 2), "santa-croce": (0, 0, 0, 5),
    }  # fmt: skip
    judge = referee("doge", 4)
    for district, palaces in sites.items():
        for seat, number in enumerate(palaces, start=1):
            judge.correct(f"palaces.{seat}.{district}", number)
    play_random(judge, Random(1), every=1)
    assert judge.outcome is not None
    assert (judge.outcome.rule, judge.outcome.winners) == ("DOG.E5", [])


@pytest.mark.rule("DOG.E5")
def test_could_reach_end_agrees_with_search() -> None:
    """Compare with a search through every way to put the remaining palaces on the free sites."""
    rng = Random(9)
    verdicts = set()
    for _ in range(300):
        free = {district: rng.choice([0, 0, 0, 1, 2]) for district in DISTRICTS}
        here = {district: rng.choice([0, 0, 1, 2]) for district in DISTRICTS}
        if sum(here.values()) > 8:
            continue
        verdict = could_reach_end(here, free)
        assert verdict == _reaches_somehow(here, free)
        verdicts.add(verdict)
    assert verdicts == {True, False}


def _reaches_somehow(here: dict[str, int], free: dict[str, int]) -> bool:
    built = [number for number in here.values() if number]
    if reaches_end(sum(built), len(built)):
        return True
    if sum(built) == 8:
        return False
    return any(
        _reaches_somehow({**here, district: here[district] + 1}, {**free, district: free[district] - 1})
        for district in DISTRICTS
        if free[district]
    )


def turned(judge: Referee, seat: str) -> list[Any]:
    """Return the hands that a seat may have turned up, by the open sheet."""
    sheet = judge.open[TABLE].choice
    assert isinstance(sheet, Sheet)
    return list(sheet.rows[seat]["ballots"].legal())


@pytest.mark.rule("DOG.B2", "DOG.B3", "DOG.V2")
def test_cardboard_ballots_are_entered_when_turned_up() -> None:
    """With cardboard ballots the sheet asks for area and number, and for values only when the area is counted."""
    judge = referee("doge", 3, ballots="table", draw_first="table", draw_order="table")
    judge.answer(TABLE, 1)
    for area in AREAS[:-1]:
        judge.answer(TABLE, area)
    row = {"area": "cannaregio", "ballots": 4}
    judge.answer(TABLE, {"1": row, "2": {**row, "ballots": 1}, "3": {"area": "castello", "ballots": 1}})
    assert judge.game.view(1)["own"] == {}
    assert judge.game.view(TABLE)["seats"]["1"]["ballots"] == 3
    for areas in (("castello", "san-polo", "san-polo"), ("san-polo", "castello", "san-marco")):
        rows = zip("123", areas, strict=True)
        judge.answer(TABLE, {seat: {"area": area, "ballots": 1} for seat, area in rows})
    judge.answer(TABLE, {seat: {"area": "quarantia", "ballots": 1} for seat in "123"})
    assert judge.open[TABLE].key == "turned"
    assert next(iter(turned(judge, "1"))) == "2+1+1+0"
    assert turned(judge, "2") == ["0", "1", "2", "3"]
    judge.answer(TABLE, {"1": {"ballots": "3+3+2+2"}, "2": {"ballots": "3"}})
    assert judge.game.tells[-1].facts["votes"] == {1: 10, 2: 3}
    assert judge.game.view(TABLE)["areas"]["cannaregio"]["turned"] == {"1": [3, 3, 2, 2], "2": [3]}


@pytest.mark.rule("DOG.K1")
def test_seen_ballots_are_not_offered_again() -> None:
    """A ballot turned up earlier can't be turned up again in the same year."""
    judge = referee("doge", 3, ballots="table", seed=4)
    rng = Random(4)
    while judge.open[next(iter(judge.open))].key != "turned":
        judge.answer(TABLE, judge.open[TABLE].choice.sample(rng))
    game = doge(judge)
    for seat in game.seats:
        game.pieces.unseen[seat] = [0]
    offered = judge.open[TABLE].offer()
    assert isinstance(offered, Sheet)
    for cells in offered.rows.values():
        assert set(cells["ballots"].legal()) <= {"0"}


def test_other_player_counts_are_refused() -> None:
    kit = games.find("doge")
    with pytest.raises(Refusal) as refused:
        kit.game.set_table(seat_table(["A", "B"], kit.game.colours), {}, kit.layout())
    assert refused.value.key == "wrong-players"
