"""Draining, gold at any time of the own turn, the end at once and the last exchange."""

from __future__ import annotations

import pytest

from companion.steps import TABLE
from tests.games.venedig.play import Play


@pytest.mark.rule("VEN.D1")
def test_none_one_or_two_tokens_from_anywhere() -> None:
    play = Play().lay()
    assert len(play.options) == 1 + 86
    play.answer("drain", "B5")
    assert "B5" not in play.options
    play.answer("drain", "O11")
    assert play.pieces.ground["B5"] == play.pieces.ground["O11"] == "empty"
    assert play.pieces.gold.held[1]["swamp"] == 2
    assert play.told("drains-hexes").facts == {"seat": 1, "hexes": ["B5", "O11"]}
    play.until("card").lay().answer("drain", "B6").answer("drain", "enough")
    assert play.pieces.gold.held[2]["swamp"] == 1
    play.until("card").lay().answer("drain", "enough")
    assert play.pieces.gold.held[3]["swamp"] == 0
    assert play.told("drains-hexes").facts["seat"] == 2, "of who drains none nothing is told"


@pytest.mark.rule("VEN.D1")
def test_a_hex_that_was_no_swamp_after_all_is_not_one_of_the_two() -> None:
    play = Play().lay().answer("drain", "B5")
    play.referee.correct("hex.B5", "empty")
    assert play.decision.facts["chosen"] == []
    play.answer("drain", "B6").answer("drain", "O11")
    assert play.told("drains-hexes").facts["hexes"] == ["B6", "O11"]
    assert play.pieces.gold.held[1]["swamp"] == 2


@pytest.mark.rule("VEN.D1")
def test_the_gold_of_swamp_is_its_takers_secret() -> None:
    play = Play(gold="device").lay().answer("drain", "B5").answer("drain", "B6")
    found = play.told("found")
    assert found.to == 1
    assert play.game.view(1)["own"]["gold"] == sorted(found.facts["gold"], reverse=True)
    assert "gold" not in play.game.view(TABLE)["seats"]["1"]
    assert play.game.view(2)["own"]["gold"] == []


@pytest.mark.rule("VEN.D1")
def test_draining_by_eye() -> None:
    play = Play(board="counted").lay()
    assert play.options == [0, 1, 2]
    play.answer("drain-number", 2)
    assert (play.pieces.gold.left["swamp"], play.pieces.gold.held[1]["swamp"]) == (84, 2)


@pytest.mark.rule("VEN.G1")
def test_one_space_for_five_gold_and_no_change() -> None:
    """Treasure goes back to the supply, swamp leaves the game."""
    play = Play(gold="device").purse(1, 6, 4, 3, 2, 1).lay().answer("drain", "enough")
    assert play.decision.secret
    assert play.decision.facts == {"gold": 16}
    assert play.decision.choice.to_json()["most"] == {"6": 1, "4": 1, "3": 1, "2": 1, "1": 1}
    play.answer("pay", {"6": 1, "4": 1, "3": 1, "1": 1})
    assert play.gondolas[1] == 2
    assert play.told("pays").facts == {"seat": 1, "gold": 14, "n": 2}
    gold = play.pieces.gold
    assert (gold.left["treasure"], gold.gone, gold.held[1]) == (18, 1, {"treasure": 0, "swamp": 1})
    assert gold.unseen["treasure"].total() == 18, "mixed in again"
    assert play.game.view(1)["own"]["gold"] == [2]


@pytest.mark.rule("VEN.G1")
@pytest.mark.parametrize(("gold", "question"), [("device", "pay"), ("table", "tokens")])
def test_who_pays_nothing_pays_not_even_nought(gold: str, question: str) -> None:
    play = Play(gold=gold)
    play = play.purse(1, 6, 4) if gold == "device" else play.tokens(1, treasure=2)
    play.lay().answer("drain", "enough").answer(question, {})
    assert not play.was_told("pays")
    assert play.pieces.gold.held[1]["treasure"] == 2


@pytest.mark.rule("VEN.G1")
def test_less_than_five_moves_nobody() -> None:
    play = Play(gold="device").purse(1, 4, 2).lay().answer("drain", "enough").answer("pay", {"4": 1})
    assert play.gondolas[1] == 0
    assert play.told("pays").facts["n"] == 0


@pytest.mark.rule("VEN.G1")
def test_cardboard_tokens_are_counted_and_then_added_up() -> None:
    play = Play().tokens(1, treasure=2, swamp=3).lay().answer("drain", "enough")
    assert play.decision.choice.to_json()["most"] == {"treasure": 2, "swamp": 3}
    play.answer("tokens", {"treasure": 2, "swamp": 1})
    assert (play.options[0], play.options[-1]) == (6, 14)
    play.answer("worth", 11)
    assert play.gondolas[1] == 2
    gold = play.pieces.gold
    assert (gold.left["treasure"], gold.gone, gold.held[1]) == (18, 1, {"treasure": 0, "swamp": 2})


@pytest.mark.rule("VEN.G1")
def test_gold_is_not_asked_for_where_nobody_can_have_five() -> None:
    play = Play().tokens(1, swamp=2).lay().answer("drain", "enough")
    assert play.key == "take"


@pytest.mark.rule("VEN.G1", "VEN.B9")
def test_paying_before_a_building_brings_a_gondola_along() -> None:
    """From outside all islands to one: only now there is treasure to take."""
    play = Play().tokens(1, treasure=1).lay("casa.1")
    play.answer("tokens", {"treasure": 1}).answer("worth", 5).answer("place", "D5")
    assert play.gondolas[1] == 2
    assert play.pieces.gold.held[1]["treasure"] == 1


@pytest.mark.rule("VEN.G1")
def test_only_the_active_player_pays_before_each_other_one_moves() -> None:
    play = Play(4, board="counted").before(2, "basilica", 2).before(3, "basilica", 1)
    for seat in (1, 2, 3):
        play.tokens(seat, treasure=1)
    play.lay("basilica.1")
    asked = []
    while play.key != "drain-number":
        if play.key == "tokens":
            asked.append((play.seat, play.decision.at))
        play.answer(play.key, "yes" if play.key == "room" else play.default())
    assert asked == [(1, f"1.1.{when}") for when in ("before", "placed", "2", "3")]


@pytest.mark.rule("VEN.G1", "VEN.B9")
def test_once_the_place_is_known_a_co_builder_may_pay_to_come_along() -> None:
    """His gondola lies along nothing; five gold bring it to Cannaregio, where the master builder builds."""
    play = Play().before(2, "campo", 2).gondola(2, 20).tokens(1, treasure=1).dry("D5").lay("campo.1")
    play.answer("tokens", {}).answer("place", "D5")
    assert (play.key, play.seat, play.decision.at) == ("tokens", 1, "1.1.placed")
    play.answer("tokens", {"treasure": 1}).answer("worth", 5)
    assert [tell.facts["seat"] for tell in play.game.tells if tell.key == "treasure"] == [1]


@pytest.mark.rule("VEN.G1", "VEN.B9")
@pytest.mark.parametrize(("space", "treasure", "asked"), [(0, 1, True), (2, 1, False), (43, 1, False), (43, 2, True)])
def test_on_a_map_he_is_asked_where_paying_could_bring_him_along(space: int, treasure: int, asked: bool) -> None:
    """Cannaregio is one space from the start and two from 43; on 2 he lies along as it is."""
    play = Play().before(2, "campo", 2).gondola(1, space).tokens(1, treasure=treasure).dry("D5").lay("campo.1")
    play.answer("tokens", {}).answer("place", "D5")
    assert (play.decision.at == "1.1.placed") is asked


@pytest.mark.rule("VEN.G1", "VEN.B9")
def test_treasure_that_he_pays_when_none_is_left_can_be_taken_again() -> None:
    play = Play().before(2, "campo", 2).gondola(1, 2).tokens(1, treasure=1).tokens(3, treasure=17).dry("D5")
    play.lay("campo.1").answer("tokens", {}).answer("place", "D5")
    play.answer("tokens", {"treasure": 1}).answer("worth", 3)
    assert play.pieces.gold.held[1]["treasure"] == 1
    assert not play.was_told("no-treasure")


@pytest.mark.rule("VEN.G1", "VEN.B9")
@pytest.mark.parametrize("left", [1, 0])
def test_treasure_that_the_master_takes_first_is_paid_for_after_him(left: int) -> None:
    """He takes the last token, or finds none: what the active player pays then, she alone can take again."""
    play = Play().before(2, "campo", 2).gondola(1, 2).gondola(2, 3)
    play.tokens(1, treasure=1).tokens(3, treasure=17 - left).dry("D5")
    play.lay("campo.1").answer("tokens", {}).answer("place", "D5")
    assert play.decision.at == "1.1.placed"
    play.answer("tokens", {"treasure": 1}).answer("worth", 3)
    assert [play.pieces.gold.held[seat]["treasure"] for seat in (1, 2)] == [1, left]


@pytest.mark.rule("VEN.G1", "VEN.B9")
def test_by_eye_he_may_pay_before_the_table_says_who_lies_along() -> None:
    play = Play(board="counted").before(2, "campo", 2).tokens(1, treasure=1).lay("campo.1")
    play.answer("tokens", {}).answer("room", "yes").answer("developed", 0)
    assert play.decision.at == "1.1.placed"
    play.answer("tokens", {"treasure": 1}).answer("worth", 5)
    assert list(play.decision.choice.to_json()["rows"]) == ["1"]


@pytest.mark.rule("VEN.G1")
def test_who_chooses_the_place_himself_pays_before_he_does() -> None:
    play = Play().tokens(1, treasure=1).lay("casa.1").answer("tokens", {}).answer("place", "D5")
    assert play.key == "drain"


@pytest.mark.rule("VEN.E1", "VEN.G1")
def test_sixty_reached_once_the_place_is_known_lets_all_builders_move() -> None:
    play = Play(board="counted").before(2, "campo", 2).gondola(1, 59).gondola(2, 20).tokens(1, treasure=1)
    play.lay("campo.1").answer("tokens", {}).answer("room", "yes").answer("developed", 4)
    play.answer("tokens", {"treasure": 1}).answer("worth", 5).answer("along", {"2": {"along": "yes"}})
    assert play.gondolas == {1: 62, 2: 24, 3: 0}
    assert play.pieces.gold.held[2]["treasure"] == 1
    assert play.decision.rule == "VEN.E2"


@pytest.mark.rule("VEN.E1", "VEN.E2", "VEN.G1")
def test_who_has_reached_sixty_pays_again_only_when_all_the_others_have() -> None:
    play = Play(board="counted").before(2, "campo", 1).gondola(1, 57).gondola(2, 20).tokens(1, treasure=1)
    play.tokens(2, treasure=1).lay("campo.2").answer("tokens", {}).answer("room", "yes").answer("developed", 4)
    play.answer("along", {"2": {"along": "no"}})
    assert play.gondolas == {1: 61, 2: 22, 3: 0}
    assert (play.seat, play.decision.rule) == (2, "VEN.E2")


@pytest.mark.rule("VEN.E1", "VEN.E2", "VEN.G1")
def test_once_the_last_of_a_kind_stands_gold_waits_for_the_last_exchange() -> None:
    play = Play(board="counted").left("campo", 1).before(2, "campo", 2).tokens(1, treasure=1).lay("campo.1")
    play.answer("tokens", {}).answer("room", "yes").answer("developed", 5)
    keys = [tell.key for tell in play.game.tells]
    assert keys.index("last-one") < keys.index("moves"), "at once, and its builders still move"
    assert play.gondolas == {1: 2, 2: 5, 3: 0}
    assert (play.seat, play.decision.rule) == (1, "VEN.E2")


@pytest.mark.rule("VEN.E1", "VEN.E2")
def test_sixty_ends_the_game_at_once_but_its_builders_still_move() -> None:
    play = Play(board="counted").holds(1, 5).before(2, "campo", 1).gondola(1, 57).gondola(2, 40).tokens(3, treasure=1)
    play.lay("campo.2", "casa.1").answer("next", "campo").answer("room", "yes").answer("developed", 4)
    play.answer("along", {"2": {"along": "no"}})
    assert play.told("reached").facts == {"seat": 1, "space": 61}
    assert play.gondolas == {1: 61, 2: 42, 3: 0}
    assert play.pieces.supply["casa"] == 18, "what waits is not built"
    assert play.seat == 3, "nothing is drained or drawn: gold one last time"
    assert play.decision.rule == "VEN.E2"


@pytest.mark.rule("VEN.E1")
def test_the_last_building_of_a_kind_ends_the_game() -> None:
    play = Play(board="counted").left("campo", 1).before(2, "campo", 2).lay("campo.1")
    play.answer("room", "yes").answer("developed", 5)
    assert play.told("last-one").facts == {"building": "campo"}
    assert play.referee.outcome is not None
    assert play.gondolas == {1: 2, 2: 5, 3: 0}
    assert play.referee.outcome.places == [[2], [1], [3]]


@pytest.mark.rule("VEN.E1")
def test_a_last_building_without_a_place_ends_nothing() -> None:
    play = Play(board="counted").left("campo", 1).lay("campo.alone").answer("room", "no")
    assert play.key == "drain-number"


@pytest.mark.rule("VEN.E1", "VEN.G1")
def test_sixty_reached_by_gold_before_a_building() -> None:
    play = Play(board="counted").gondola(1, 59).tokens(1, treasure=1).lay("casa.1")
    play.answer("tokens", {"treasure": 1}).answer("worth", 5)
    assert play.referee.outcome is not None
    assert play.pieces.supply["casa"] == 18


@pytest.mark.rule("VEN.E1", "VEN.G1")
def test_sixty_reached_by_gold_between_moves_lets_the_others_move() -> None:
    play = Play(board="counted").before(2, "campo", 1).gondola(1, 57).gondola(2, 20).tokens(1, treasure=1)
    play.lay("campo.2").until("room").answer("room", "yes").answer("developed", 2)
    play.answer("along", {"2": {"along": "no"}}).answer("tokens", {"treasure": 1}).answer("worth", 6)
    assert play.gondolas == {1: 60, 2: 21, 3: 0}
    assert play.referee.outcome is not None


@pytest.mark.rule("VEN.E2", "VEN.E3")
def test_the_last_exchange_goes_round_and_the_active_player_pays_last() -> None:
    play = Play(4, first=2, board="counted").gondola(2, 59).gondola(3, 58).gondola(1, 57).gondola(4, 30)
    for seat in play.game.seats:
        play.tokens(seat, treasure=2)
    play.lay("casa.1").until("room").answer("room", "yes")
    assert play.gondolas[2] == 60
    order = []
    while play.referee.open:
        order.append(play.seat)
        play.answer("tokens", {"treasure": 2 if play.seat != 4 else 0})
        if play.referee.open and play.key == "worth":
            play.answer("worth", 10)
    assert order == [3, 4, 1, 2]
    assert play.gondolas == {1: 59, 2: 63, 3: 61, 4: 30}, "3 leaps over 2, then 2 over 3"
    assert play.referee.outcome is not None
    assert play.referee.outcome.places == [[2], [3], [1], [4]]
    assert play.told("won").facts == {"seats": [2]}


@pytest.mark.rule("VEN.E3")
def test_gondolas_that_never_left_are_level() -> None:
    play = Play(board="counted").left("campo", 1).lay("campo.alone").answer("room", "yes").answer("developed", 0)
    assert play.referee.outcome is not None
    assert play.referee.outcome.places == [[1, 2, 3]]
    assert play.told("drawn").rule == "VEN.E3"
