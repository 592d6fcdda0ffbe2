"""Games for two with the imaginary third player."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from companion.games.venedig.rules.kinds import THIRD
from companion.games.venedig.rules.track import taken, walk
from companion.steps import TABLE
from tests.games.venedig.play import Play


def play_two(**options: Any) -> Play:
    """Start a game for two, without a map unless the options say otherwise."""
    return Play(2, **{"board": "counted"} | options)


@pytest.mark.rule("VEN.T1")
@pytest.mark.parametrize("when", ["now", "later"])
def test_third_player_card_comes_first_or_last(when: str) -> None:
    play = play_two()
    assert (play.key, play.seat) == ("third-when", 1)
    play.answer("third-when", when)
    keys = []
    while play.game.turn == 1:
        keys.append(play.key)
        play.answer(play.key, "campo" if play.key == "third-card" else play.default())
    middle = ["card", "drain-number", "take"]
    assert keys == (["third-card", *middle] if when == "now" else [*middle, "third-card"])
    assert play.game.view(TABLE)["third"] == {"campo": 1}
    assert list(play.game.view(TABLE)["seats"]) == ["1", "2"], "no gondola and no hand"


@pytest.mark.rule("VEN.T1")
def test_third_kind_is_discarded_at_once() -> None:
    play = play_two().before(THIRD, "campo", 1).before(THIRD, "ponte", 1).answer("third-when", "now")
    play.answer("third-card", "palazzo")
    assert play.told("third-discards").facts == {"building": "palazzo"}
    assert play.pieces.cards.discards["palazzo"] == 1
    assert play.pieces.pawns["palazzo"] is None


@pytest.mark.rule("VEN.T2", "VEN.T1")
def test_third_player_takes_pawns_like_anyone() -> None:
    play = play_two().before(2, "basilica", 1).before(THIRD, "basilica", 1).answer("third-when", "now")
    play.answer("third-card", "basilica")
    assert play.pieces.pawns["basilica"] == THIRD
    assert play.told("takes-over").facts["holder"] == THIRD
    play.answer("card", "campo.1")
    assert play.pieces.pawns["campo"] == 1


@pytest.mark.rule("VEN.T2", "VEN.B4")
def test_cards_of_the_third_count_towards_the_limit() -> None:
    play = play_two().before(THIRD, "campo", 2).answer("third-when", "later")
    assert [option for option in play.options if option.startswith("campo")] == ["campo.1", "campo.alone"]


@pytest.mark.rule("VEN.T2", "VEN.T3", "VEN.B10")
def test_active_player_chooses_for_the_third() -> None:
    """They also pick the island of a ponte, treasure and moves start with them, and they get half."""
    play = Play(2).before(THIRD, "ponte", 1).before(1, "ponte", 1).gondola(1, 6).gondola(2, 3)
    play.stands("casa", "B10").stands("casa", "B11").stands("casa", "B12").dry("C8", "C10")
    play.answer("third-when", "now").answer("third-card", "ponte")
    assert play.pieces.pawns["ponte"] == THIRD
    assert (play.key, play.seat) == ("place", 1)
    play.answer("place", "C8").answer("district", "castello")
    assert play.gondolas == {1: 7, 2: 3}, "half of three"
    assert play.pieces.gold.held[1]["treasure"] == 1
    assert play.pieces.pawns["ponte"] is None


@pytest.mark.rule("VEN.T2", "VEN.T3")
def test_moves_start_with_the_active_player() -> None:
    play = Play(2, first=2, board="counted").before(THIRD, "basilica", 1)
    play.before(1, "basilica", 1).before(2, "basilica", 1)
    play.answer("third-when", "now").answer("third-card", "basilica").answer("room", "yes")
    movers = [tell.facts["seat"] for tell in play.game.tells if tell.key in ("moves", "leaps")]
    assert movers == [2, 1]
    assert play.gondolas == {1: 4, 2: 3}, "half of seven each; seat 1 leaps over seat 2"


@pytest.mark.rule("VEN.T2")
def test_third_player_scores_nothing() -> None:
    play = play_two().before(1, "campo", 1).before(THIRD, "campo", 1).answer("third-when", "later")
    play.lay("campo.1").answer("room", "yes").answer("developed", 5)
    assert play.gondolas == {1: 5, 2: 0}


@pytest.mark.rule("VEN.T3")
def test_casa_of_the_third_player() -> None:
    play = Play(2).gondola(1, 5).answer("third-when", "now").answer("third-card", "casa")
    assert (play.key, play.seat) == ("place", 1)
    play.answer("place", "D5")
    assert play.gondolas == {1: 5, 2: 0}
    assert play.pieces.gold.left["treasure"] == 18
    assert play.pieces.supply["casa"] == 17
    assert play.pieces.cards.discards["casa"] == 1


@pytest.mark.rule("VEN.T3", "VEN.T1")
def test_a_casa_is_never_a_third_kind() -> None:
    play = Play(2).before(THIRD, "campo", 1).before(THIRD, "ponte", 1)
    play.answer("third-when", "now").answer("third-card", "casa").answer("place", "D5")
    assert play.pieces.supply["casa"] == 17


@pytest.mark.rule("VEN.T3", "VEN.G1")
def test_gold_may_be_paid_when_the_third_completes_a_building() -> None:
    play = play_two().before(2, "campo", 2).gondola(2, 10).gondola(1, 9).tokens(1, treasure=1)
    play.answer("third-when", "later").until("third-card").answer("third-card", "campo")
    play.answer("room", "yes").answer("developed", 3).answer("along", {"2": {"along": "no"}})
    assert (play.key, play.seat) == ("tokens", 1), "before seat 2 moves"
    play.answer("tokens", {"treasure": 1}).answer("worth", 5)
    assert play.gondolas == {1: 11, 2: 14}
    assert (play.key, play.seat) == ("third-when", 2), "the turn passes: no gold is left"


@pytest.mark.rule("VEN.T3", "VEN.G1")
def test_treasure_won_last_may_be_paid_before_the_turn_passes() -> None:
    play = play_two().before(1, "campo", 2).gondola(1, 12).answer("third-when", "later").until("third-card")
    play.answer("third-card", "campo").answer("room", "yes").answer("developed", 0)
    play.answer("along", {"1": {"along": "yes"}})
    assert (play.key, play.seat, play.decision.at) == ("tokens", 1, "1.last")
    play.answer("tokens", {"treasure": 1}).answer("worth", 6)
    assert play.gondolas[1] == 13
    assert (play.key, play.seat) == ("third-when", 2)


@pytest.mark.rule("VEN.G1", "VEN.T3", "VEN.E1")
def test_paying_first_can_end_the_game_before_the_other_builds() -> None:
    play = play_two().before(2, "campo", 2).gondola(1, 59).gondola(2, 58).tokens(1, treasure=1)
    play.answer("third-when", "now").answer("third-card", "campo")
    assert (play.key, play.seat, play.decision.at) == ("tokens", 1, "1.third.1.before")
    play.answer("tokens", {"treasure": 1}).answer("worth", 5)
    assert play.gondolas == {1: 60, 2: 58}
    assert play.referee.outcome is not None
    assert play.referee.outcome.winners == [1]
    assert not play.was_told("built")


@pytest.mark.rule("VEN.G1", "VEN.T3")
@pytest.mark.parametrize(
    ("space", "treasure", "asked"), [(59, 1, True), (58, 1, False), (58, 2, True), (59, 0, False)]
)
def test_payment_is_asked_where_it_could_reach_space_60(space: int, treasure: int, asked: bool) -> None:
    play = play_two().before(2, "campo", 2).gondola(1, space).tokens(1, treasure=treasure)
    play.answer("third-when", "now").answer("third-card", "campo")
    assert play.key == ("tokens" if asked else "room")


@pytest.mark.rule("VEN.G1", "VEN.T3", "VEN.E1")
@pytest.mark.parametrize("card", ["campo", "casa"])
def test_payment_is_asked_before_the_last_building_of_a_kind(card: str) -> None:
    """It ends the game, and then the other gondola moves first: there is no leap over it any more."""
    play = play_two().before(2, "campo", 2).gondola(1, 10).gondola(2, 11).tokens(1, treasure=1).left(card, 1)
    play.answer("third-when", "now").answer("third-card", card)
    play.answer("tokens", {"treasure": 1}).answer("worth", 5)
    assert play.gondolas[1] == 12
    assert play.key == "room"


@pytest.mark.rule("VEN.G1", "VEN.T3", "VEN.E1")
@pytest.mark.parametrize("space", [9, 12])
def test_no_payment_before_the_last_building_without_a_gondola_to_leap(space: int) -> None:
    """Paying at the end of the game is as good (VEN.E2)."""
    play = play_two().before(2, "campo", 2).gondola(1, 10).gondola(2, space).tokens(1, treasure=1).left("campo", 1)
    play.answer("third-when", "now").answer("third-card", "campo")
    assert play.key == "room"


@pytest.mark.rule("VEN.G1", "VEN.E2")
def test_paying_early_wins_only_by_a_leap() -> None:
    """Try both orders of payment around the last building: they never differ unless the gold buys a leap."""
    spaces = [1, 2, 3, 8, 9, 10, 11, 12, 44, 45, 46, 47]
    for mine, theirs, bought, due, paid in product(spaces, spaces, range(1, 5), range(8), range(3)):
        if mine in taken([theirs]) or walk(mine, bought, [theirs]).leapt:
            continue
        first = walk(mine, bought, [theirs]).space
        ahead = walk(walk(theirs, due, [first]).space, paid, [first]).space < first
        moved = walk(walk(theirs, due, [mine]).space, paid, [mine]).space
        assert not ahead or walk(mine, bought, [moved]).space > moved


@pytest.mark.rule("VEN.T3", "VEN.E1")
def test_last_payment_of_a_turn_can_end_the_game() -> None:
    play = play_two().before(2, "campo", 2).gondola(1, 59).gondola(2, 20).tokens(1, treasure=1)
    play.opened("casa", "palazzo", "ponte", "basilica").answer("third-when", "later").until("third-card")
    play.answer("third-card", "campo").until("room").answer("room", "yes").answer("developed", 3).until("tokens")
    play.answer("tokens", {}).answer("tokens", {"treasure": 1}).answer("worth", 5)
    assert play.told("reached").facts == {"seat": 1, "space": 60}
    assert play.referee.outcome is not None
    assert not play.was_told("four-open")


@pytest.mark.rule("VEN.T3", "VEN.G1")
@pytest.mark.parametrize(("card", "room"), [("casa", "yes"), ("campo", "no")])
def test_no_payment_after_a_building_without_real_builders(card: str, room: str) -> None:
    """The third player's casa brings nobody anything, nor does a building without a place."""
    play = play_two().before(2, "campo", 2).tokens(1, treasure=1).answer("third-when", "later").until("third-card")
    play.answer("third-card", card).answer("room", room)
    assert (play.key, play.seat) == ("third-when", 2)


@pytest.mark.rule("VEN.T1")
def test_the_box_draws_for_the_third_player() -> None:
    play = play_two(cards="device").answer("third-when", "now")
    assert play.told("third-card").rule == "VEN.T1"
    assert play.pieces.cards.pile == 42 - 6 - 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_third_player_with_three_or_more(players: int) -> None:
    play = Play(players)
    assert play.key == "card"
    assert play.game.view(TABLE)["third"] is None
