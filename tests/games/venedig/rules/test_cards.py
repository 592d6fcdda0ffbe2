"""Cards in front of the players (starting, joining, alone in one go, two kinds at most) and cards for the hand."""

from __future__ import annotations

import pytest

from companion import games
from companion.games.venedig.rules.kinds import BOX, CARDS, DECK, HEXES, IN_BOX, SHARED
from companion.refusal import Refusal
from tests.games.venedig.play import Play
from tests.tables import referee


@pytest.mark.rule("VEN.K1", "VEN.K2", "VEN.K3")
def test_contents_of_the_box() -> None:
    assert sum(DECK.values()) == 42
    assert DECK == {"casa": 8, "palazzo": 8, "campo": 8, "basilica": 10, "ponte": 8}
    assert BOX == {"casa": 19, "palazzo": 6, "campo": 6, "basilica": 5, "ponte": 6}
    assert CARDS == {"casa": 1, "palazzo": 3, "campo": 3, "basilica": 4, "ponte": 3}
    assert HEXES == {"casa": 1, "palazzo": 2, "campo": 1, "basilica": 3, "ponte": 2}
    assert IN_BOX == {"treasure": 18, "swamp": 86}
    assert set(DECK) - set(SHARED) == {"casa"}
    assert len(games.find("venedig").game.colours) == 5


@pytest.mark.rule("VEN.S1", "VEN.S2")
def test_set_up() -> None:
    view = referee("venedig", 4).game.view(2)
    assert view["seats"]["3"] == {
        "gondola": 0, "cards": 3, "front": {}, "alone": {}, "treasure": 0, "swamp": 0,
    }  # fmt: skip
    assert len(view["own"]["hand"]) == 3
    assert view["pile"] == 42 - 12
    assert view["supply"] == {"casa": 18, "palazzo": 5, "campo": 5, "basilica": 4, "ponte": 5}
    assert view["pawns"] == dict.fromkeys(SHARED)
    assert (view["treasure"], view["swamp"], view["open"]) == (18, 86, [])
    lies = view["board"]["lies"]
    assert list(lies.values()).count("swamp") == 86
    assert all(lies[stone] == "empty" for stone in view["board"]["stones"])
    assert [kind for kind, *_ in view["board"]["buildings"]] == ["casa", "palazzo", "campo", "basilica", "ponte"]


@pytest.mark.rule("VEN.S2")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_turns_go_clockwise_from_the_first_player(players: int) -> None:
    play = Play(players, first=players, board="counted")
    seats = []
    for _ in range(players + 1):
        seats.append(play.seat)
        play.end_turn()
    assert seats == [players, *range(1, players), players, 1][: players + 1]


@pytest.mark.rule("VEN.B1")
def test_any_number_of_cards_of_any_kinds() -> None:
    play = Play(cards="device").hand(1, "casa", "campo", "campo", "ponte", "basilica")
    assert play.decision.secret
    rows = play.decision.choice.to_json()["rows"]
    assert {kind: row["cards"]["options"] for kind, row in rows.items()} == {
        "casa": [0, 1], "campo": [0, 1, 2], "basilica": [0, 1], "ponte": [0, 1],
    }  # fmt: skip
    laid = {kind: {"cards": n} for kind, n in {"casa": 0, "campo": 2, "basilica": 1, "ponte": 0}.items()}
    play.answer("cards", laid)
    assert play.game.view(0)["seats"]["1"]["front"] == {"campo": 2, "basilica": 1}
    assert play.game.view(1)["own"]["hand"] == ["casa", "ponte"]


@pytest.mark.rule("VEN.B1")
def test_no_card_need_be_laid() -> None:
    assert Play().lay().key == "drain"


@pytest.mark.rule("VEN.B2")
def test_starting_a_building_takes_its_pawn() -> None:
    play = Play().lay("campo.2")
    assert play.pieces.pawns["campo"] == 1
    assert play.told("starts").facts == {"holder": 1, "building": "campo", "n": 2}


@pytest.mark.rule("VEN.B3")
@pytest.mark.parametrize(("theirs", "mine", "master"), [(1, 1, 2), (1, 2, 1), (2, 1, 2), (2, 2, 2)])
def test_only_strictly_more_cards_take_the_pawn(theirs: int, mine: int, master: int) -> None:
    play = Play().before(2, "basilica", theirs)
    play.answer("card", f"basilica.{mine}")
    assert play.pieces.pawns["basilica"] == master
    assert play.told("takes-over" if master == 1 else "joins").rule == "VEN.B3"


@pytest.mark.rule("VEN.B3")
def test_adding_to_own_cards_can_take_the_pawn() -> None:
    play = Play().before(2, "basilica", 1).before(1, "basilica", 1)
    assert play.pieces.pawns["basilica"] == 2
    play.answer("card", "basilica.1")
    assert play.pieces.pawns["basilica"] == 1


@pytest.mark.rule("VEN.B4")
def test_own_cards_out_count_towards_the_limit() -> None:
    play = Play(cards="device").before(1, "basilica", 3).hand(1, "basilica", "basilica", "basilica")
    cell = play.decision.choice.to_json()["rows"]["basilica"]["cards"]
    assert cell["options"] == [0, 1]
    with pytest.raises(Refusal) as refused:
        play.answer("cards", {"basilica": {"cards": 2}})
    assert refused.value.rule == "VEN.B4"


@pytest.mark.rule("VEN.B5")
def test_building_alone_beside_cards_of_others() -> None:
    """Two campo cards of another player stay, with the pawn; the set of three is a building of its own."""
    play = Play(cards="device", board="counted").before(2, "campo", 2).hand(1, "campo", "campo", "campo")
    assert play.decision.choice.to_json()["rows"]["campo"]["cards"]["options"] == [0, 1, 3]
    play.answer("cards", {"campo": {"cards": 3}})
    assert play.told("lays-alone").rule == "VEN.B5"
    play.answer("room", "yes").answer("developed", 4)
    assert play.gondolas == {1: 4, 2: 0, 3: 0}
    assert play.pieces.pawns["campo"] == 2
    assert play.pieces.cards.front[2]["campo"] == 2
    assert play.pieces.cards.discards["campo"] == 3


@pytest.mark.rule("VEN.B5")
@pytest.mark.parametrize("cards", ["device", "table"])
def test_own_cards_out_stay_when_building_alone(cards: str) -> None:
    play = Play(cards=cards, board="counted").before(1, "ponte", 1)
    if cards == "device":
        play.hand(1, "ponte", "ponte", "ponte").answer("cards", {"ponte": {"cards": 3}})
    else:
        play.lay("ponte.alone")
    play.answer("room", "yes").answer("houses", 0)
    assert (play.pieces.pawns["ponte"], play.pieces.cards.front[1]["ponte"]) == (1, 1)


@pytest.mark.rule("VEN.B5", "VEN.B7")
def test_one_kind_built_alone_and_jointly_in_a_turn() -> None:
    play = Play(cards="device", board="counted").before(2, "campo", 1)
    play.hand(1, "campo", "campo", "campo", "campo", "campo").answer("cards", {"campo": {"cards": 5}})
    assert play.options == ["campo.alone", "campo"]
    play.answer("next", "campo").answer("room", "yes").answer("developed", 5)
    assert play.gondolas == {1: 5, 2: 2, 3: 0}
    assert play.pieces.pawns["campo"] is None
    play.until("room").answer("room", "yes").answer("developed", 6).until("drain-number")
    assert play.gondolas[1] == 11
    assert play.pieces.supply["campo"] == 3


@pytest.mark.rule("VEN.B2", "VEN.B5")
def test_cards_beyond_a_set_start_another_building() -> None:
    play = Play(cards="device", board="counted").hand(1, "campo", "campo", "campo", "campo")
    play.answer("cards", {"campo": {"cards": 4}})
    assert play.pieces.pawns["campo"] == 1
    assert play.game.view(0)["waiting"] == ["campo.alone"]


@pytest.mark.rule("VEN.B13")
def test_discarding_a_third_kind_hands_its_pawn_on() -> None:
    play = Play(4, first=2).holds(2, 5).before(2, "basilica", 1).before(1, "basilica", 1).before(3, "basilica", 1)
    play.lay("palazzo.1", "ponte.1")
    assert play.options == ["palazzo", "basilica", "ponte"]
    play.answer("excess", "basilica")
    assert play.pieces.pawns["basilica"] == 3, "ties go to the next clockwise"
    assert play.pieces.cards.discards["basilica"] == 1
    assert play.told("pawn-to").facts == {"holder": 3, "building": "basilica"}


@pytest.mark.rule("VEN.B13")
def test_pawn_goes_to_whoever_has_most_or_back() -> None:
    play = Play(4).holds(1, 5).before(1, "basilica", 1).before(4, "basilica", 2)
    play.lay("palazzo.1", "ponte.1", "campo.1")
    play.answer("excess", "basilica").answer("excess", "palazzo")
    assert play.pieces.pawns == {"palazzo": None, "campo": 1, "basilica": 4, "ponte": 1}
    assert play.key == "drain"


@pytest.mark.rule("VEN.R1")
def test_take_a_face_up_card_or_the_top_of_the_pile() -> None:
    play = Play().opened("campo", "ponte").lay().until("take")
    assert {"pile", "up.campo", "up.ponte"} <= set(play.options)
    play.answer("take", "up.campo")
    assert play.pieces.cards.open == ["ponte"]
    assert (play.pieces.cards.held[1], play.pieces.cards.pile) == (4, 42 - 9 - 2)
    play.lay().until("take").answer("take", "pile")
    assert (play.pieces.cards.held[2], play.pieces.cards.pile) == (4, 42 - 9 - 2 - 1)


@pytest.mark.rule("VEN.R2")
def test_lay_one_card_and_take_three() -> None:
    play = Play(cards="device").opened("campo", "ponte").hand(1, "campo", "casa", "casa")
    play.answer("cards", {"casa": {"cards": 0}, "campo": {"cards": 0}}).until("take")
    assert play.options == ["pile", "up.campo", "up.ponte", "lay.casa"]
    with pytest.raises(Refusal) as refused:
        play.answer("take", "lay.campo")
    assert (refused.value.key, refused.value.rule) == ("open-already", "VEN.R2")
    play.answer("take", "lay.casa")
    assert list(play.decision.choice.to_json()["most"]) == ["campo", "ponte"], "not the one just laid"
    assert not play.decision.secret
    play.answer("three", {"campo": 1, "ponte": 1})
    hand = play.game.view(1)["own"]["hand"]
    assert len(hand) == 5
    assert {"campo", "ponte", "casa"} <= set(hand)
    assert play.pieces.cards.open == ["casa"]


@pytest.mark.rule("VEN.R2", "VEN.R3")
def test_take_three_only_up_to_five_in_hand() -> None:
    play = Play(cards="device").hand(1, "campo", "casa", "casa", "ponte")
    play.answer("cards", {kind: {"cards": 0} for kind in ("casa", "campo", "ponte")})
    play.answer("drain", "enough")
    assert play.seat == 2, "with four cards and nothing open there is only the pile"
    assert play.pieces.cards.held[1] == 5
    play = Play(cards="device").opened("campo").hand(1, "campo", "casa", "casa", "ponte")
    play.answer("cards", {kind: {"cards": 0} for kind in ("casa", "campo", "ponte")}).until("take")
    with pytest.raises(Refusal) as refused:
        play.answer("take", "lay.casa")
    assert refused.value.rule == "VEN.R2"


@pytest.mark.rule("VEN.R3")
def test_no_card_is_drawn_with_five_in_hand() -> None:
    play = Play().holds(1, 5).opened("campo").lay()
    play.answer("drain", "enough")
    assert play.seat == 2
    assert play.told("hand-full").facts == {"seat": 1}
    assert play.pieces.cards.held[1] == 5


@pytest.mark.rule("VEN.R4")
def test_four_face_up_cards_are_discarded() -> None:
    play = Play().opened("campo", "ponte", "casa").lay().until("take")
    play.answer("take", "lay.basilica").answer("three", {"campo": 0, "ponte": 0, "casa": 0})
    assert play.pieces.cards.open == []
    assert dict(play.pieces.cards.discards) == {"campo": 1, "ponte": 1, "casa": 1, "basilica": 1}
    assert play.told("four-open").rule == "VEN.R4"


@pytest.mark.rule("VEN.R4")
@pytest.mark.parametrize("cards", ["device", "table"])
def test_an_empty_pile_is_refilled_from_the_discards(cards: str) -> None:
    play = Play(cards=cards)
    stock = play.pieces.cards
    for kind in [*stock.pile_cards()][: stock.pile - 1]:
        stock.turn_up(kind)
        stock.discards[kind] += 1
    discarded = stock.discards.total()
    play.until("cards", "card")
    if cards == "device":
        play.answer("cards", {kind: {"cards": 0} for kind in stock.at_hand(1)})
    else:
        play.lay()
    play.until("take")
    laid = next(option for option in play.options if option.startswith("lay"))
    play.answer("take", laid)
    assert play.told("reshuffled").facts == {"n": discarded}
    assert stock.discards.total() == 0
    assert stock.pile == discarded - 2
    assert stock.held[1] == 5


def test_a_ninth_casa_card_cannot_be_laid() -> None:
    """Cardboard cards are checked against what is left in the box."""
    play = Play().holds(1, 5)
    stock = play.pieces.cards
    for _ in range(6):
        stock.turn_up("casa")
        stock.discards["casa"] += 1
    play.gondola(1, 1)
    assert [option for option in play.options if option.startswith("casa")] == ["casa.1", "casa.2"]


@pytest.mark.rule("VEN.R4", "VEN.D1")
def test_cards_are_drawn_only_when_taken() -> None:
    """Neither pile nor token values exist in advance, so there is nothing to peek at."""
    judge = referee("venedig", 3)
    assert [one.draw for one in judge.run.draws] == ["first@0", *(f"card@{n}" for n in range(1, 10))]
