"""Draining, paying gold during a turn, the end of the game and the last exchange."""

from __future__ import annotations

import pytest

from companion.steps import TABLE
from tests.games.venedig.play import Play


@pytest.mark.rule("VEN.D1")
def test_drain_none_one_or_two_hexes_anywhere() -> None:
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
    assert play.told("drains-hexes").facts["seat"] == 2, "draining nothing is not told"


@pytest.mark.rule("VEN.D1")
def test_a_corrected_hex_is_not_drained() -> None:
    play = Play().lay().answer("drain", "B5")
    play.referee.correct("hex.B5", "empty")
    assert play.decision.facts["chosen"] == []
    play.answer("drain", "B6").answer("drain", "O11")
    assert play.told("drains-hexes").facts["hexes"] == ["B6", "O11"]
    assert play.pieces.gold.held[1]["swamp"] == 2


@pytest.mark.rule("VEN.D1")
def test_gold_from_swamp_is_secret() -> None:
    play = Play(gold="device").lay().answer("drain", "B5").answer("drain", "B6")
    found = play.told("found")
    assert found.to == 1
    assert play.game.view(1)["own"]["gold"] == sorted(found.facts["gold"], reverse=True)
    assert "gold" not in play.game.view(TABLE)["seats"]["1"]
    assert play.game.view(2)["own"]["gold"] == []


@pytest.mark.rule("VEN.D1")
def test_draining_without_a_map() -> None:
    play = Play(board="counted").lay()
    assert play.options == [0, 1, 2]
    play.answer("drain-number", 2)
    assert (play.pieces.gold.left["swamp"], play.pieces.gold.held[1]["swamp"]) == (84, 2)


@pytest.mark.rule("VEN.G1")
def test_five_gold_buy_a_space_without_change() -> None:
    """Treasure returns to the supply, swamp leaves the game."""
    play = Play(gold="device").purse(1, 6, 4, 3, 2, 1).lay().answer("drain", "enough")
    assert play.decision.secret
    assert play.decision.facts == {"gold": 16}
    assert play.decision.choice.to_json()["most"] == {"6": 1, "4": 1, "3": 1, "2": 1, "1": 1}
    play.answer("pay", {"6": 1, "4": 1, "3": 1, "1": 1})
    assert play.gondolas[1] == 2
    assert play.told("pays").facts == {"seat": 1, "gold": 14, "n": 2}
    gold = play.pieces.gold
    assert (gold.left["treasure"], gold.gone, gold.held[1]) == (18, 1, {"treasure": 0, "swamp": 1})
    assert gold.unseen["treasure"].total() == 18, "shuffled in again"
    assert play.game.view(1)["own"]["gold"] == [2]


@pytest.mark.rule("VEN.G1")
@pytest.mark.parametrize(("gold", "question"), [("device", "pay"), ("table", "tokens")])
def test_paying_nothing_is_no_payment(gold: str, question: str) -> None:
    play = Play(gold=gold)
    play = play.purse(1, 6, 4) if gold == "device" else play.tokens(1, treasure=2)
    play.lay().answer("drain", "enough").answer(question, {})
    assert not play.was_told("pays")
    assert play.pieces.gold.held[1]["treasure"] == 2


@pytest.mark.rule("VEN.G1")
def test_less_than_five_gold_moves_nobody() -> None:
    play = Play(gold="device").purse(1, 4, 2).lay().answer("drain", "enough").answer("pay", {"4": 1})
    assert play.gondolas[1] == 0
    assert play.told("pays").facts["n"] == 0


@pytest.mark.rule("VEN.G1")
def test_cardboard_tokens_are_counted_then_valued() -> None:
    play = Play().tokens(1, treasure=2, swamp=3).lay().answer("drain", "enough")
    assert play.decision.choice.to_json()["most"] == {"treasure": 2, "swamp": 3}
    play.answer("tokens", {"treasure": 2, "swamp": 1})
    assert (play.options[0], play.options[-1]) == (6, 14)
    play.answer("worth", 11)
    assert play.gondolas[1] == 2
    gold = play.pieces.gold
    assert (gold.left["treasure"], gold.gone, gold.held[1]) == (18, 1, {"treasure": 0, "swamp": 2})


@pytest.mark.rule("VEN.G1")
def test_gold_is_not_asked_for_when_it_cannot_be_five() -> None:
    play = Play().tokens(1, swamp=2).lay().answer("drain", "enough")
    assert play.key == "take"


@pytest.mark.rule("VEN.G1", "VEN.B9")
def test_paying_before_building_can_win_treasure() -> None:
    """The gondola comes alongside an island only by paying, so only then is there treasure to take."""
    play = Play().tokens(1, treasure=1).lay("casa.1")
    play.answer("tokens", {"treasure": 1}).answer("worth", 5).answer("place", "D5")
    assert play.gondolas[1] == 2
    assert play.pieces.gold.held[1]["treasure"] == 1


@pytest.mark.rule("VEN.G1")
def test_only_the_active_player_pays_between_moves() -> None:
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
def test_active_player_may_pay_once_the_place_is_known() -> None:
    """The gondola borders nothing; five gold bring it alongside Cannaregio, where the master builder builds."""
    play = Play().before(2, "campo", 2).gondola(2, 20).tokens(1, treasure=1).dry("D5").lay("campo.1")
    play.answer("tokens", {}).answer("place", "D5")
    assert (play.key, play.seat, play.decision.at) == ("tokens", 1, "1.1.placed")
    play.answer("tokens", {"treasure": 1}).answer("worth", 5)
    assert [tell.facts["seat"] for tell in play.game.tells if tell.key == "treasure"] == [1]


@pytest.mark.rule("VEN.G1", "VEN.B9")
@pytest.mark.parametrize(("space", "treasure", "asked"), [(0, 1, True), (2, 1, False), (43, 1, False), (43, 2, True)])
def test_payment_is_asked_where_it_could_win_treasure(space: int, treasure: int, asked: bool) -> None:
    """Cannaregio is one space from the start and two from 43; space 2 is alongside already."""
    play = Play().before(2, "campo", 2).gondola(1, space).tokens(1, treasure=treasure).dry("D5").lay("campo.1")
    play.answer("tokens", {}).answer("place", "D5")
    assert (play.decision.at == "1.1.placed") is asked


@pytest.mark.rule("VEN.G1", "VEN.B9")
def test_paid_treasure_can_be_taken_back() -> None:
    play = Play().before(2, "campo", 2).gondola(1, 2).tokens(1, treasure=1).tokens(3, treasure=17).dry("D5")
    play.lay("campo.1").answer("tokens", {}).answer("place", "D5")
    play.answer("tokens", {"treasure": 1}).answer("worth", 3)
    assert play.pieces.gold.held[1]["treasure"] == 1
    assert not play.was_told("no-treasure")


@pytest.mark.rule("VEN.G1", "VEN.B9")
@pytest.mark.parametrize("left", [1, 0])
def test_payment_comes_after_the_master_took_treasure(left: int) -> None:
    """The master builder takes the last token or finds none; then only the payer can take back what is paid."""
    play = Play().before(2, "campo", 2).gondola(1, 2).gondola(2, 3)
    play.tokens(1, treasure=1).tokens(3, treasure=17 - left).dry("D5")
    play.lay("campo.1").answer("tokens", {}).answer("place", "D5")
    assert play.decision.at == "1.1.placed"
    play.answer("tokens", {"treasure": 1}).answer("worth", 3)
    assert [play.pieces.gold.held[seat]["treasure"] for seat in (1, 2)] == [1, left]


@pytest.mark.rule("VEN.G1", "VEN.B9")
def test_without_a_map_payment_comes_before_alongside() -> None:
    play = Play(board="counted").before(2, "campo", 2).tokens(1, treasure=1).lay("campo.1")
    play.answer("tokens", {}).answer("room", "yes").answer("developed", 0)
    assert play.decision.at == "1.1.placed"
    play.answer("tokens", {"treasure": 1}).answer("worth", 5)
    assert list(play.decision.choice.to_json()["rows"]) == ["1"]


@pytest.mark.rule("VEN.G1")
def test_choosing_the_place_means_paying_before() -> None:
    play = Play().tokens(1, treasure=1).lay("casa.1").answer("tokens", {}).answer("place", "D5")
    assert play.key == "drain"


@pytest.mark.rule("VEN.E1", "VEN.G1")
def test_reaching_sixty_with_the_place_known_lets_all_move() -> None:
    play = Play(board="counted").before(2, "campo", 2).gondola(1, 59).gondola(2, 20).tokens(1, treasure=1)
    play.lay("campo.1").answer("tokens", {}).answer("room", "yes").answer("developed", 4)
    play.answer("tokens", {"treasure": 1}).answer("worth", 5).answer("along", {"2": {"along": "yes"}})
    assert play.gondolas == {1: 62, 2: 24, 3: 0}
    assert play.pieces.gold.held[2]["treasure"] == 1
    assert play.decision.rule == "VEN.E2"


@pytest.mark.rule("VEN.E1", "VEN.E2", "VEN.G1")
def test_after_sixty_gold_waits_for_the_last_exchange() -> None:
    play = Play(board="counted").before(2, "campo", 1).gondola(1, 57).gondola(2, 20).tokens(1, treasure=1)
    play.tokens(2, treasure=1).lay("campo.2").answer("tokens", {}).answer("room", "yes").answer("developed", 4)
    play.answer("along", {"2": {"along": "no"}})
    assert play.gondolas == {1: 61, 2: 22, 3: 0}
    assert (play.seat, play.decision.rule) == (2, "VEN.E2")


@pytest.mark.rule("VEN.E1", "VEN.E2", "VEN.G1")
def test_after_a_last_building_gold_waits_for_the_last_exchange() -> None:
    play = Play(board="counted").left("campo", 1).before(2, "campo", 2).tokens(1, treasure=1).lay("campo.1")
    play.answer("tokens", {}).answer("room", "yes").answer("developed", 5)
    keys = [tell.key for tell in play.game.tells]
    assert keys.index("last-one") < keys.index("moves"), "at once, and its builders still move"
    assert play.gondolas == {1: 2, 2: 5, 3: 0}
    assert (play.seat, play.decision.rule) == (1, "VEN.E2")


@pytest.mark.rule("VEN.E1", "VEN.E2")
def test_sixty_ends_the_game_after_its_builders_move() -> None:
    play = Play(board="counted").holds(1, 5).before(2, "campo", 1).gondola(1, 57).gondola(2, 40).tokens(3, treasure=1)
    play.lay("campo.2", "casa.1").answer("next", "campo").answer("room", "yes").answer("developed", 4)
    play.answer("along", {"2": {"along": "no"}})
    assert play.told("reached").facts == {"seat": 1, "space": 61}
    assert play.gondolas == {1: 61, 2: 42, 3: 0}
    assert play.pieces.supply["casa"] == 18, "waiting buildings are not built"
    assert play.seat == 3, "no draining, no drawing, only gold one last time"
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
def test_a_last_building_without_a_place_does_not_end_the_game() -> None:
    play = Play(board="counted").left("campo", 1).lay("campo.alone").answer("room", "no")
    assert play.key == "drain-number"


@pytest.mark.rule("VEN.E1", "VEN.G1")
def test_gold_can_end_the_game_before_a_building() -> None:
    play = Play(board="counted").gondola(1, 59).tokens(1, treasure=1).lay("casa.1")
    play.answer("tokens", {"treasure": 1}).answer("worth", 5)
    assert play.referee.outcome is not None
    assert play.pieces.supply["casa"] == 18


@pytest.mark.rule("VEN.E1", "VEN.G1")
def test_gold_can_end_the_game_between_moves() -> None:
    play = Play(board="counted").before(2, "campo", 1).gondola(1, 57).gondola(2, 20).tokens(1, treasure=1)
    play.lay("campo.2").until("room").answer("room", "yes").answer("developed", 2)
    play.answer("along", {"2": {"along": "no"}}).answer("tokens", {"treasure": 1}).answer("worth", 6)
    assert play.gondolas == {1: 60, 2: 21, 3: 0}
    assert play.referee.outcome is not None


@pytest.mark.rule("VEN.E2", "VEN.E3")
def test_active_player_pays_last_in_the_last_exchange() -> None:
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
def test_gondolas_still_at_the_start_tie() -> None:
    play = Play(board="counted").left("campo", 1).lay("campo.alone").answer("room", "yes").answer("developed", 0)
    assert play.referee.outcome is not None
    assert play.referee.outcome.places == [[1, 2, 3]]
    assert play.told("drawn").rule == "VEN.E3"
