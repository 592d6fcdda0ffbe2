"""Jokers and yellow buildings: what may be played, and what it counts (RIA.P3, J1, J2, X2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from companion.games.rialto.rules.scoring import Means, Play, play_from, plays
from companion.refusal import Refusal
from tests.games.rialto.play import Play as Table
from tests.games.rialto.play import deal


def subsets(things: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield every way to take some of these."""
    for number in range(len(things) + 1):
        yield from combinations(things, number)


def naive_plays(hand: list[str], yellows: list[int], coins: int, *, honest: bool) -> set[tuple[int, int, str, int]]:
    """Find all plays of type A from a hand by trying everything: cards, jokers, yellows and the strength.

    Each activated yellow 2 or 4 takes one card of another type out of the hand. `honest` allows a pair of jokers in
    place of a missing card only if the hand has none of the type.
    """
    found = set()
    for active in subsets([str(value) for value in yellows]):
        if len(active) > coins:
            continue
        wanted = sum(value in "24" for value in active)
        for laid_at in combinations(range(len(hand)), wanted):
            if any(hand[place] == "A" for place in laid_at):
                continue
            rest = [card for place, card in enumerate(hand) if place not in laid_at]
            for added in subsets(sorted(card for card in rest if card in "AJ")):
                own, jokers = added.count("A"), added.count("J")
                count = own + active.count("2") + 2 * active.count("4")
                wild = jokers + active.count("3")
                if count == 0 and wild > 0:
                    if wild == 1 or (honest and "A" in hand):
                        continue
                    strength = 1 + (wild - 2)
                else:
                    strength = count + wild
                found.add((own, jokers, "".join(sorted(active)), strength))
    return found


def means_of(hand: list[str], yellows: list[int], coins: int) -> Means:
    own = hand.count("A")
    return Means(own, hand.count("J"), len(hand), len(hand) - own, own == 0, tuple(sorted(yellows)), coins, False)


def described(play: Play) -> tuple[int, int, str, int]:
    return play.cards, play.jokers, "".join(map(str, play.yellows)), play.strength


YELLOWS = [[], [2], [3], [4], [2, 3], [3, 3], [2, 4], [2, 3, 4], [3, 3, 4]]


@pytest.mark.rule("RIA.J1", "RIA.J2", "RIA.P3", "RIA.X2")
@pytest.mark.parametrize("yellows", YELLOWS, ids=str)
def test_every_play_from_every_small_hand(yellows: list[int]) -> None:
    """Compare all hands of up to 3 Doge cards, 4 jokers and 2 others, with all numbers of coins."""
    for own, jokers, others, coins in product(range(4), range(5), range(3), range(len(yellows) + 1)):
        hand = ["A"] * own + ["J"] * jokers + ["B"] * others
        offered = plays(means_of(hand, yellows, coins))
        found = [described(play) for play in offered]
        assert len(found) == len(set(found))
        assert set(found) == naive_plays(hand, yellows, coins, honest=True), (hand, yellows, coins)


def naive_unseen(size: int, yellows: list[int], coins: int) -> set[tuple[int, int, str, int]]:
    """Find all plays of all hands of this size, as the box has not seen the cards."""
    found = set()
    for own, jokers in product(range(size + 1), repeat=2):
        if own + jokers <= size:
            hand = ["A"] * own + ["J"] * jokers + ["B"] * (size - own - jokers)
            found |= naive_plays(hand, yellows, coins, honest=False)
    return found


@pytest.mark.rule("RIA.J1", "RIA.J2", "RIA.X2")
@pytest.mark.parametrize("yellows", YELLOWS, ids=str)
def test_every_play_of_a_cardboard_hand(yellows: list[int]) -> None:
    for size, coins in product(range(6), range(len(yellows) + 1)):
        means = Means(size, size, size, size, True, tuple(sorted(yellows)), coins, True)
        assert {described(play) for play in plays(means)} == naive_unseen(size, yellows, coins), (size, coins)


@pytest.mark.rule("RIA.P3", "RIA.J1")
@pytest.mark.parametrize(
    ("play", "strength"),
    [
        (Play(0), 0),
        (Play(3), 3),
        (Play(1, 2), 3),
        (Play(0, 2), 1),
        (Play(0, 5), 4),
        (Play(0, 1, (3,)), 1),
        (Play(0, 0, (3, 3)), 1),
        (Play(0, 0, (2,)), 1),
        (Play(0, 0, (4,)), 2),
        (Play(0, 1, (4,)), 3),
        (Play(1, 1, (2, 3, 4)), 6),
        (Play(0, 0, (1,)), 0),
    ],
    ids=str,
)
def test_strength(play: Play, strength: int) -> None:
    assert play.strength == strength
    assert play_from(str(play)) == play


@pytest.mark.rule("RIA.J1")
def test_order_of_offered_plays() -> None:
    means = Means(2, 2, 4, 4, True, (), 0, False)
    assert list(map(str, plays(means))) == ["0", "1", "2", "1+1", "2+1", "0+2", "1+2", "2+2"]


@pytest.mark.rule("RIA.J1")
def test_known_hand_is_checked() -> None:
    rows = ["AJJBBB", "JJBBCC", "DDDDDD"]
    play = Table(2, script=deal(rows, "CC", "CC"), cards="device", stop="row")
    play.answer("row", "ABBBJJ").answer("row", "BBCCJJ").until("discard").answer("discard", ["B"])
    play.answer("discard", ["C"]).until("play")
    assert (play.seat, play.options) == (1, ["0", "1", "1+1", "1+2"])
    play.answer("play", "0").until("play")
    assert (play.seat, play.options) == (2, ["0", "0+2"])
    play.answer("play", "0+2")
    assert play.told("bonus").facts["strengths"] == {1: 0, 2: 1}


@pytest.mark.rule("RIA.J2")
def test_joker_may_be_converted() -> None:
    rows = ["JJBBBB", "CCCCCC", "DDDDDD"]
    play = Table(2, {"buildings.1.yellow-4": 1}, script=deal(rows, "EE", "FF"), cards="device", stop="row")
    play.answer("row", "BBBBJJ").until("discard").answer("discard", ["B"]).until("play")
    play.answer("play", "0+1*4")
    assert play.options == ["B", "E", "J"]
    play.answer("convert", "J")
    assert play.game.cards.played[1] == ["J", "J"]


@pytest.mark.rule("RIA.X2")
def test_delayed_players_play_last() -> None:
    """Seats 1 and 3 delay: 2 plays, then 1, then 3. Both get their coin back at once."""
    position = {"buildings.1.yellow-1": 1, "buildings.3.yellow-1": 1}
    play = Table(3, position, buildings={1: "green-1", 2: "yellow-1", 3: "blue-1"}, cards="device", stop="delay")
    play.answer("delay", "later")
    assert (play.game.pieces.purse[1], play.seat, play.key) == (1, 2, "delay")
    play.answer("delay", "now").answer("play", "0").answer("delay", "later")
    assert (play.key, play.seat) == ("play", 1)
    play.answer("play", "0")
    assert (play.key, play.seat) == ("play", 3)
    play.answer("play", "0").until("delay")
    assert play.decision.at == "1.B"
    assert play.seat == 2, "the others' buildings carry a coin: once a round"


@pytest.mark.rule("RIA.X2")
def test_refund_of_delay_pays_for_another_building() -> None:
    """The only coin comes back from the delay and activates yellow 3, once a stage."""
    play = Table(3, {"coins.1": 1, "buildings.1.yellow-1": 1, "buildings.1.yellow-3": 1})
    assert "1*13" in play.cell(1)
    assert not any("*113" in text or "*11" in text for text in play.cell(1))
    before = play.game.pieces.coins
    play.plays({1: "1*13"})
    assert (play.game.pieces.purse[1], play.game.pieces.coins) == (0, before - 1)
    assert {"yellow-1.used", "yellow-3.used"} <= set(play.kinds(1))
    assert play.told("bonus").facts["strengths"][1] == 2


@pytest.mark.rule("RIA.X2")
def test_delay_returns_no_coin_from_empty_supply() -> None:
    position = {"buildings.1.yellow-1": 2, "buildings.1.yellow-3": 1, "coins.2": 29, "coins.1": 1, "coins.3": 0}
    play = Table(3, {"coins.1": 0, "coins.3": 0} | position, buildings={1: "green-1", 3: "yellow-1"}, stop="delay")
    assert play.game.pieces.coins == 0
    play.answer("delay", "later")
    assert play.choice_rows == ["1", "2", "3"], "then everyone plays, and one sheet asks for all plays"
    assert not any("*" in text for text in play.cell(1))
    assert play.game.pieces.purse[1] == 0


@pytest.mark.rule("RIA.X2")
def test_delays_for_last_coins_are_asked_before_the_sheet() -> None:
    """One coin is left for two: the first to be asked gets it. Whoever plays now may not delay on the sheet."""
    position = {f"coins.{seat}": number for seat, number in ((1, 10), (2, 10), (3, 7), (4, 2))}
    play = Table(4, position, buildings=dict.fromkeys((1, 2), "yellow-1"), stop="delay")
    assert play.game.pieces.coins == 1
    assert (play.key, play.seat) == ("delay", 1)
    play.answer("delay", "later")
    assert (play.key, play.seat, play.told("delays").facts["n"]) == ("delay", 2, 1)
    play.answer("delay", "now")
    assert (play.key, play.choice_rows) == ("stage", ["1", "2", "3", "4"])
    assert not any(text.endswith("*1") for seat in (1, 2) for text in play.cell(seat))


@pytest.mark.rule("RIA.X2")
def test_yellow_building_is_used_once_a_round() -> None:
    play = Table(3, {"coins.1": 5, "buildings.1.yellow-3": 1}, buildings={1: "green-1", 3: "yellow-1"})
    play.plays({1: "1*3"})
    assert not any("*" in text for text in play.cell(1))
    play.to("A", 2)
    assert "1*3" in play.cell(1)


@pytest.mark.rule("RIA.J1")
@pytest.mark.parametrize(
    ("cards", "lone"), [*(("device", lone) for lone in ("0+1", "0*3", "0+1*1", "0*13")), ("table", "0+1")]
)
def test_a_lone_joker_is_refused_by_its_rule(cards: str, lone: str) -> None:
    play = Table(3, cards=cards, stop="play" if cards == "device" else "stage")
    answer = lone if cards == "device" else {str(seat): {"played": lone if seat == 1 else "0"} for seat in (1, 2, 3)}
    with pytest.raises(Refusal) as refused:
        play.answer(play.key, answer)
    assert (refused.value.key, refused.value.rule) == ("lone-joker", "RIA.J1")


@pytest.mark.rule("RIA.P2")
@pytest.mark.parametrize("wrong", [None, 3, "x", {}, {"1": 5}, {"1": {"played": ["0+1"]}}, ["0+1"]])
@pytest.mark.parametrize("cards", ["device", "table"])
def test_anything_else_is_refused_by_the_rule_of_the_question(cards: str, wrong: object) -> None:
    play = Table(3, cards=cards, stop="play" if cards == "device" else "stage")
    with pytest.raises(Refusal) as refused:
        play.answer(play.key, wrong)
    assert refused.value.rule == "RIA.P2"
