"""A turn of Venise: hourglasses, tiles, jokers, swaps, drawing and discarding; gems, winning and playing on."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.referee.views import SeatView
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.games.venise.play import Play
from tests.tables import referee


@pytest.mark.rule("VSE.S1", "VSE.K2", "VSE.K3")
@pytest.mark.parametrize(("players", "small", "large"), [(2, 6, 4), (3, 4, 2), (4, 3, 2)])
def test_starting_pieces(players: int, small: int, large: int) -> None:
    judge = referee("venise", players)
    for seat in judge.game.seats:
        own = judge.game.view(seat)
        assert own["seats"][str(seat)]["planks"] == {"small": small, "large": large}
        assert own["seats"][str(seat)]["pawn"] == own["board"]["starts"][own["seats"][str(seat)]["colour"]]
        assert len(own["own"]["hand"]) == 6
        assert not Counter(["small", "large", "advance-1", "advance-2"]) - Counter(own["own"]["hand"])
    assert (judge.game.view(TABLE)["pile"], judge.game.view(TABLE)["jokers"]) == (46 - 6 * players, 8)


@pytest.mark.rule("VSE.S1")
def test_turns_go_clockwise_from_the_first_player() -> None:
    judge = referee("venise", 3, cards="table", draw_first="table")
    judge.answer(TABLE, 2)
    order = []
    for _ in range(4):
        (seat,) = judge.open
        order.append(seat)
        while judge.open.keys() == {seat}:
            key = judge.open[seat].key
            judge.answer(seat, "done" if key == "play" else next(iter(judge.open[seat].choice.legal())))
    assert order == [2, 3, 1, 2]


@pytest.mark.rule("VSE.T1", "VSE.C1")
def test_cards_for_four_hourglasses() -> None:
    play = Play()
    play.referee.correct("hand.1", 8)
    play.answer("play", "large").answer("lay", "A1-B2")
    assert play.game.hourglasses == 2
    play.answer("play", "small").answer("lay", "A1-A2")
    assert play.game.hourglasses == 1
    assert (play.rule_against("large"), play.rule_against("move")) == ("VSE.T2", "VSE.T2")
    play.answer("play", "advance-1").answer("walk", "A1-B2")
    assert set(play.options) == {"swap", "done"}


def test_the_likely_answer_is_a_card_and_after_a_joker_to_end_the_turn() -> None:
    """OK pressed out of habit must not take a joker, with which nothing can be played any more."""
    play = Play()
    asked = play.referee.open[1]
    assert asked.likely in {"small", "large", "advance-1", "advance-2"}
    assert asked.likely in play.options
    play.answer("play", "take")
    assert play.told("took-joker").facts == {"seat": 1}
    assert play.referee.open[1].likely == "done"


def test_the_likely_answer_follows_a_correction_but_not_in_a_view() -> None:
    play = Play(["A1-A2", "A1-B1"]).answer("play", "advance-1")
    before, asked = SeatView.of(play.referee, 1), play.referee.open[1]
    likely = asked.likely
    play.referee.correct("lift", likely)
    assert asked.likely != likely
    assert asked.likely in play.options
    assert before.asked[0].likely == likely


@pytest.mark.rule("VSE.C1")
@pytest.mark.parametrize(
    ("card", "cost"), [("advance-1", 1), ("advance-2", 2), ("advance-3", 3), ("remove", 1), ("move", 2)]
)
def test_card_costs(card: str, cost: int) -> None:
    play = Play(["A1-A2"]).answer("play", card)
    if card.startswith("advance"):
        play.answer("walk", "A1-A2")
    elif card == "remove":
        play.answer("remove", "A1-A2")
    else:
        play.answer("lift", "A1-A2").answer("shift", "A1-B1")
    assert play.game.hourglasses == 4 - cost, "fewer steps cost the same"


@pytest.mark.rule("VSE.C1")
def test_a_walk_may_turn_back() -> None:
    play = Play(["A1-A2", "A2-A3"]).answer("play", "advance-2")
    assert set(play.options) == {"A1-A2", "A2", "A1", "back"}
    play.answer("walk", "back").answer("play", "advance-3")
    assert set(play.options) == {"A1-A2", "A2", "A1", "A2-A3", "back"}


@pytest.mark.rule("VSE.C1")
def test_a_joker_costs_two_as_any_card() -> None:
    play = Play(["A1-A2", "A2-A3"])
    play.referee.correct("jokers.1", 1)
    play.answer("play", "joker").answer("joker", "advance-3").answer("walk", "A2-A3")
    assert play.game.hourglasses == 2
    assert play.game.pieces.jokers[1] == 0
    assert play.game.pieces.played == [], "it goes back to its own pile"


@pytest.mark.rule("VSE.C1")
def test_a_useless_joker_is_barred() -> None:
    """Without a plank in stock or in reach, and no way on, no card can do anything."""
    play = Play(stock={"small": 0, "large": 0})
    play.referee.correct("jokers.1", 1)
    assert play.rule_against("joker") == "VSE.C1"
    play.referee.correct("stock.1.small", 1)
    assert "joker" in play.options


@pytest.mark.rule("VSE.T1")
def test_a_joker_instead_of_playing() -> None:
    play = Play(["A1-A2"]).answer("play", "take")
    assert (play.key, play.options) == ("after-joker", ["swap", "done"]), "no card is asked for"
    play = Play(["A1-A2"]).answer("play", "advance-1").answer("walk", "A1-A2")
    assert "take" not in play.options


@pytest.mark.rule("VSE.T1")
def test_passing_still_draws_two() -> None:
    play = Play().end_turn()
    assert play.seat == 2
    assert play.game.pieces.cards_held(1) == 8


@pytest.mark.rule("VSE.T1", "VSE.T5")
def test_down_to_eight_cards() -> None:
    play = Play()
    play.referee.correct("hand.1", 8)
    play.answer("play", "done").answer("over", "discard")
    play.answer("discard", ["small", "move"])
    assert play.seat == 2
    assert play.game.pieces.cards_held(1) == 8
    assert play.game.view(TABLE)["played"] == {"small": 1, "move": 1}


@pytest.mark.rule("VSE.T2")
def test_tiles_pay_beyond_four_hourglasses() -> None:
    play = Play(["A1-A2", "A2-A3"])
    play.referee.correct("tiles.1", 2)
    assert play.decision.facts == {"n": 4, "tiles": 2}, "the open question says so too"
    play.answer("play", "advance-3").answer("walk", "A1-A2")
    assert play.game.score[1]["tiles"] == 2, "none is given up before it is needed"
    play.answer("play", "advance-3").answer("walk", "A1")
    assert (play.game.hourglasses, play.game.pieces.tiles[1], play.game.score[1]["tiles"]) == (0, 0, 0)
    assert play.game.pieces.tiles_left() == 12
    assert play.told("tiles").facts["n"] == 2


@pytest.mark.rule("VSE.T3", "VSE.T5")
def test_a_swapped_joker_may_be_played_at_once() -> None:
    play = Play(["A1-A2"]).answer("play", "swap").answer("swap", ["small", "small", "large", "move"])
    assert (play.game.pieces.cards_held(1), play.game.pieces.jokers[1]) == (3, 1)
    assert play.game.view(TABLE)["played"] == {"small": 2, "large": 1, "move": 1}
    assert play.told("swapped").facts == {"seat": 1, "cards": ["small", "small", "large", "move"]}
    play.answer("play", "joker").answer("joker", "remove").answer("remove", "A1-A2")
    assert play.rule_against("swap") == "VSE.T3", "two cards are too few"


@pytest.mark.rule("VSE.T3")
def test_jokers_may_be_swapped_too() -> None:
    play = Play()
    play.referee.correct("hand.1", 7)
    play.answer("play", "swap").answer("swap", ["small", "small", "large", "move"])
    play.answer("play", "swap")
    assert all(len(cards) == 3 for cards in play.options), "three cards are left, the joker makes four"
    play.answer("swap", ["small", "large", "move"])
    assert (play.game.pieces.cards_held(1), play.game.pieces.jokers[1]) == (1, 1)


@pytest.mark.rule("VSE.T3")
def test_a_swap_may_bring_a_hand_down_to_eight() -> None:
    play = Play()
    play.referee.correct("hand.1", 7)
    play.answer("play", "done").answer("over", "swap").answer("swap", ["small", "small", "large", "move"])
    assert play.seat == 2
    assert play.game.pieces.cards_held(1) == 6


@pytest.mark.rule("VSE.T4")
def test_two_jokers_bar_taking_another() -> None:
    play = Play()
    play.referee.correct("jokers.1", 2)
    assert play.rule_against("take") == "VSE.T4"
    play.referee.correct("hand.1", 8)
    play.answer("play", "done")
    assert play.options == ["discard", "swap"], "one of the two can be given"


@pytest.mark.rule("VSE.T4", "VSE.T3")
@pytest.mark.parametrize(("three", "held"), [(["small", "small", "large"], 5), (["small", "large", "joker"], 5)])
def test_a_swap_with_two_jokers_gives_one_of_them(three: list[str], held: int) -> None:
    play = Play()
    play.referee.correct("jokers.1", 2)
    play.answer("play", "swap")
    assert (play.key, play.decision.rule) == ("swap-joker", "VSE.T4")
    jokers = 2 - three.count("joker")
    play.answer("swap-joker", three)
    assert (play.game.pieces.cards_held(1), play.game.pieces.jokers[1]) == (held, jokers)
    assert play.told("swapped").facts["cards"].count("joker") == 1 + three.count("joker")


@pytest.mark.rule("VSE.T4", "VSE.T3")
def test_two_jokers_and_two_cards_can_be_swapped() -> None:
    play = Play()
    play.referee.correct("jokers.1", 2)
    play.referee.correct("hand.1", 2)
    play.answer("play", "swap").answer("swap-joker", ["small", "large"])
    assert (play.game.pieces.cards_held(1), play.game.pieces.jokers[1]) == (1, 1)


@pytest.mark.rule("VSE.T5")
def test_played_cards_are_shuffled_when_the_pile_is_empty() -> None:
    play = Play(["A1-A2"])
    play.answer("play", "advance-1").answer("walk", "A1-A2")
    play.referee.correct("hand.2", 6 + len(play.game.pieces.deck) - 1)
    play.answer("play", "done")
    assert play.told("shuffled").facts["n"] == 1
    assert play.game.view(TABLE)["pile"] == 0
    assert play.game.pieces.cards_held(1) == 7


@pytest.mark.rule("VSE.K2")
def test_no_seventh_large_plank_card() -> None:
    """Cardboard cards that lie open can't be in a hand."""
    play = Play()
    play.referee.correct("hand.1", 8)
    play.answer("play", "swap").answer("swap", ["large"] * 4)
    play.referee.correct("hand.1", 8)
    play.referee.correct("jokers.1", 0)
    play.answer("play", "swap")
    with pytest.raises(Refusal):
        play.answer("swap", ["large"] * 3 + ["small"])
    play.answer("swap", ["large"] * 2 + ["small"] * 2)
    assert "large" not in play.options


@pytest.mark.rule("VSE.G1", "VSE.G2")
def test_a_gem_is_taken_in_passing_and_brings_a_tile() -> None:
    play = Play(["A1-A2", "A2-A3"], gems={"red": ["A2", "D1", "D2", "D3"]})
    play.answer("play", "advance-3").answer("walk", "A2-A3")
    assert play.game.score[1] == {"gems": 1, "tiles": 1}
    assert play.game.view(TABLE)["seats"]["1"]["gems"] == ["D1", "D2", "D3"]
    assert "advance-2" in play.options, "one hourglass is left, and the tile"


@pytest.mark.rule("VSE.G1")
def test_only_own_gems_are_taken() -> None:
    play = Play(["A1-A2"], gems={"red": ["D1", "D2", "D3", "C1"], "white": ["A2", "A3", "B1", "B2"]})
    play.answer("play", "advance-2").answer("walk", "A2")
    assert play.game.score[1]["gems"] == 0


@pytest.mark.rule("VSE.G1")
def test_the_player_chooses_between_ways_past_gems() -> None:
    planks = ["A1-A2", "A1-B1", "A2-B2", "B1-B2"]
    play = Play(planks, {1: "A1-A2"}, gems={"red": ["A1", "A2", "D2", "D3"]})
    play.answer("play", "advance-2").answer("walk", "A1-A2")
    assert play.options == ["A1", "A2", "back"]
    play.answer("which-gem", "A2")
    assert play.game.view(TABLE)["seats"]["1"]["gems"] == ["A1", "D2", "D3"]


def almost(players: int) -> Play:
    """Put Red one step from the last gem."""
    play = Play(["A1-A2"], {1: "A1-A2"}, players=players, gems={"red": ["A2", "D1", "D2", "D3"]})
    for gem in ("D1", "D2", "D3"):
        play.referee.correct(f"gem.1.{gem}", "taken")
    return play


@pytest.mark.rule("VSE.E1", "VSE.G2")
def test_the_fourth_gem_wins_at_once_and_brings_no_tile() -> None:
    play = almost(2).answer("play", "advance-1").answer("walk", "A2")
    assert play.referee.outcome is not None
    assert play.referee.outcome.places == [[1], [2]]
    assert play.game.score[1] == {"gems": 4, "tiles": 0}
    assert play.told("won").facts == {"seat": 1, "place": 1}


@pytest.mark.rule("VSE.E1")
def test_a_walk_ends_at_the_last_gem() -> None:
    play = almost(3)
    play.referee.correct("lay.small", "A2-A3")
    play.answer("play", "advance-3")
    assert "A2" in play.options
    assert "A2-A3" not in play.options


@pytest.mark.rule("VSE.G1", "VSE.E1")
def test_a_pawn_is_not_corrected_onto_its_own_gem() -> None:
    """The pawn would stand on the gem and never pick it up."""
    play = almost(2)
    with pytest.raises(Refusal) as refused:
        play.referee.correct("pawn.1", "A2")
    assert (refused.value.key, refused.value.rule) == ("gem-there", "VSE.G1")
    assert "A2" not in play.game.corrections()["pawn.1"].choice.legal()
    play.referee.correct("pawn.2", "D2")
    play.referee.correct("pawn.1", "D3")
    assert "gem.1.D3" not in play.game.corrections(), "nor is a gem put back under its pawn"
    assert play.game.corrections()["gem.1.D2"].now == "taken"


@pytest.mark.rule("VSE.E1")
def test_the_table_may_stop_after_the_winner() -> None:
    play = almost(3).answer("play", "advance-1").answer("walk", "A2").answer("play-on", "stop")
    assert play.referee.outcome is not None
    assert play.referee.outcome.places == [[1], [2, 3]]


@pytest.mark.rule("VSE.E1", "VSE.T5")
def test_the_table_may_play_on_without_the_winner() -> None:
    play = almost(3)
    play.referee.correct("jokers.1", 2)
    play.answer("play", "advance-1").answer("walk", "A2").answer("play-on", "on")
    assert play.seat == 2
    view = play.game.view(TABLE)
    assert (view["seats"]["1"]["pawn"], view["seats"]["1"]["cards"], view["jokers"]) == (None, 0, 8)
    assert view["planks"] == {"A1-A2": "straight"}
    assert (view["played"], view["unseen"]) == ({"advance-1": 1}, 5)
    play.end_turn().end_turn()
    assert play.seat == 2, "it is the next round, and Red is not in it"
    play.referee.correct("pawn.2", "A1-A2")
    for gem in ("A3", "B1", "C1"):
        play.referee.correct(f"gem.2.{gem}", "taken")
    play.answer("play", "advance-1").answer("walk", "A2")
    assert play.referee.outcome is not None
    assert play.referee.outcome.places == [[1], [2], [3]]
    assert play.told("finished").facts == {"seat": 2, "place": 2}


@pytest.mark.rule("VSE.E2")
def test_the_game_ends_when_nobody_can_finish() -> None:
    """The last planks fall, and nobody has any left."""
    play = Play(["A1-B2", "A2-B1.tee"], players=2, stock={"small": 0, "large": 0})
    for seat in (1, 2):
        for size in ("small", "large"):
            play.referee.correct(f"stock.{seat}.{size}", 0)
    play.answer("play", "remove").answer("remove", "A1-B2").answer("falls", "drop")
    assert play.referee.outcome is None, "the turn is played to its end"
    play.answer("play", "done")
    assert play.referee.outcome is not None
    assert (play.referee.outcome.places, play.referee.outcome.rule) == ([[1, 2]], "VSE.E2")
    assert play.referee.outcome.winners == [], "only four gems win"


@pytest.mark.rule("VSE.E1", "VSE.E2")
def test_the_winner_stands_if_the_others_never_finish() -> None:
    play = almost(3)
    for seat in (1, 2, 3):
        for size in ("small", "large"):
            play.referee.correct(f"stock.{seat}.{size}", 0)
    play.answer("play", "advance-1").answer("walk", "A2").answer("play-on", "on")
    assert play.referee.outcome is not None
    assert (play.referee.outcome.places, play.referee.outcome.rule) == ([[1], [2, 3]], "VSE.E2")
    assert play.referee.outcome.winners == [1]


@pytest.mark.rule("VSE.E2")
@pytest.mark.parametrize("mend", ["stock.1.small", "lift"])
def test_corrections_can_end_the_game(mend: str) -> None:
    """Only one plank is left, and a correction takes it away."""
    play = Play(["A1-A2"] if mend == "lift" else [], stock={"small": int(mend != "lift"), "large": 0}).end_turn()
    assert (play.referee.outcome, play.seat) == (None, 2)
    play.referee.correct(mend, "A1-A2" if mend == "lift" else 0)
    play.answer("play", "done")
    assert play.referee.outcome is not None
    assert play.referee.outcome.rule == "VSE.E2"


@pytest.mark.rule("VSE.E2")
def test_the_game_goes_on_while_anyone_can_finish() -> None:
    play = Play(["A1-B2", "A2-B1.tee"], players=2, stock={"small": 0, "large": 0})
    play.referee.correct("stock.2.small", 1)
    play.answer("play", "remove").answer("remove", "A1-B2").answer("falls", "drop").end_turn()
    assert play.seat == 2


@pytest.mark.rule("VSE.T3")
def test_a_correction_can_stop_a_swap() -> None:
    """After a swap is chosen, a correction leaves too few cards: there is nothing to choose, and nothing happens."""
    play = Play().answer("play", "swap")
    play.referee.correct("hand.1", 2)
    assert play.options == [[]]
    play.answer("swap", [])
    assert (play.key, play.game.pieces.jokers[1], len(play.game.pieces.hand[1])) == ("play", 0, 2)


@pytest.mark.rule("VSE.T5")
def test_a_hand_can_be_corrected_when_the_pile_is_empty() -> None:
    """The played cards are the new pile: the table has shuffled them already."""
    play = Play(["A1-A2"]).answer("play", "advance-1").answer("walk", "A1-A2")
    pieces = play.game.pieces
    play.referee.correct("hand.2", len(pieces.hand[2]) + len(pieces.deck))
    assert (pieces.deck, len(pieces.played)) == ([], 1)
    held = len(pieces.hand[1])
    play.referee.correct("hand.1", held + 1)
    assert (len(pieces.hand[1]), pieces.played) == (held + 1, [])
    assert play.told("shuffled").facts["n"] == 1
    play.game.check()
    assert play.referee.game.corrections()["hand.1"].choice.to_json()["high"] == held + 1
