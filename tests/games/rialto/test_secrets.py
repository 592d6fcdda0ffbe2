"""Nobody learns a card before its time: change one seat's secrets, and no other byte changes."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from companion.entries import Answer
from companion.games.rialto.game import Rialto
from companion.referee import Referee
from companion.refusal import Refusal
from companion.steps import TABLE
from companion.views import history, seat_view
from tests.games.rialto.play import Play, deal
from tests.tables import referee


def seen_by_others(judge: Referee, owner: int) -> str:
    """Every byte that anyone but the owner can get: views, histories, tellings, refusals, undo lists."""
    others = [seat for seat in (TABLE, *judge.game.seats) if seat != owner]
    return json.dumps(
        {
            "views": [seat_view(judge, seat) for seat in others],
            "history": [history(judge, seat) for seat in others],
            "receipts": [receipt.to_json() for receipt in judge.game.receipts],
            "corrections": {place: offer.to_json() for place, offer in judge.game.corrections().items()},
            "refusals": [refusal(judge, seat) for seat in others],
        }
    )


def refusal(judge: Referee, seat: int) -> list[str]:
    """What a curious seat is told when it tries things it may not."""
    attempts = [
        lambda: judge.answer(seat, "no such thing"),
        lambda: judge.amend(0, "no such thing"),
        lambda: judge.take_back(99),
    ]
    said = []
    for attempt in attempts:
        with pytest.raises(Refusal) as refused:
            attempt()
        said.append(json.dumps(refused.value.to_json()))
    return said


def game_of(judge: Referee) -> Rialto:
    assert isinstance(judge.game, Rialto)
    return judge.game


def twins(judge: Referee, rng: Random) -> list[tuple[Referee, int]]:
    """The same game, but for one seat's discards in this round or a choice still sealed; and that seat."""
    found = []
    for index, entry in enumerate(judge.entries):
        if not isinstance(entry, Answer) or not entry.secret or entry.decision is None:
            continue
        if entry.decision.key != "discard" or entry.decision.at != f"{game_of(judge).number}":
            continue
        other = entry.decision.choice.sample(rng)
        if other == entry.value:
            continue
        entries = [*judge.entries[:index], replace(entry, value=other), *judge.entries[index + 1 :]]
        try:
            found.append((Referee(judge.kind, judge.table, judge.urn, entries), entry.seat))
        except Refusal:
            continue  # what it played since no longer fits: not a twin
    return found


@pytest.mark.rule("RIA.I5")
@pytest.mark.parametrize(("players", "neutral"), [(2, "without"), (2, "with"), (3, "without"), (5, "without")])
def test_no_byte_depends_on_anothers_discards(players: int, neutral: str) -> None:
    """Nor on what is kept in their place: only when the discards are shuffled do they matter to anyone."""
    rng = Random(players)
    compared = 0
    for seed in range(8):
        judge = referee("rialto", players, seed=seed, neutral=neutral)
        for _ in range(rng.randrange(5, 25 * players)):
            seat = rng.choice(list(judge.open))
            judge.answer(seat, judge.open[seat].choice.sample(rng))
        for _ in range(10):
            for twin, owner in twins(judge, rng):
                assert seen_by_others(twin, owner) == seen_by_others(judge, owner)
                compared += 1
            seat = rng.choice(list(judge.open))
            judge.answer(seat, judge.open[seat].choice.sample(rng))
    assert compared > 30


@pytest.mark.rule("RIA.I3", "RIA.P2")
@pytest.mark.parametrize("cards", ["AA", "BJ", "FF", "CD"])
def test_no_byte_depends_on_the_cards_drawn_from_the_pile(cards: str) -> None:
    """Seat 1 draws other cards; while it passes, the others see the same to the end of the round.

    So nobody learns from being asked, or not being asked, whether another could have played.
    """
    rows = ["ABCDEF", "AABBCC", "JJJFFF", "DDDEEE"]
    one, two = (Play(3, script=deal(rows, drawn, "CD", "EF"), cards="device", stop="row") for drawn in ("EE", cards))
    compared = noticed = 0
    while one.decision.at.startswith("1"):
        assert seen_by_others(one.referee, owner=1) == seen_by_others(two.referee, owner=1)
        noticed += seen_by_others(one.referee, owner=2) != seen_by_others(two.referee, owner=2)
        one.quietly()
        two.quietly()
        compared += 1
    assert compared > noticed > 20


@pytest.mark.rule("RIA.I5", "RIA.P2")
def test_who_holds_no_card_of_the_type_is_asked_all_the_same() -> None:
    judge = referee("rialto", 4, seed=3)
    rng = Random(3)
    asked_of_none = 0
    while judge.outcome is None:
        seat = rng.choice(list(judge.open))
        decision = judge.open[seat]
        if decision.key == "play" and decision.choice.size() == 1:
            asked_of_none += 1
            assert {"seat": seat, "secret": True} in seat_view(judge, TABLE)["asked"]
        judge.answer(seat, decision.choice.sample(rng))
    assert asked_of_none > 10


@pytest.mark.rule("RIA.S2", "RIA.I2")
def test_what_is_not_turned_up_does_not_exist_yet() -> None:
    """The next bridge and the pile are drawn as they are seen: there is nothing to peek at."""
    judge = referee("rialto", 3)
    assert [drawn.draw for drawn in judge.run.draws if drawn.draw.startswith("bridge")] == ["bridge@6"]
    hidden = {"hand", "pile"}
    view = judge.game.view(TABLE)
    assert not hidden & set(view)
    assert view["supply"]["pile"] == len(game_of(judge).cards.pile)


@pytest.mark.rule("RIA.I5")
def test_the_comparison_would_notice_a_leak() -> None:
    """The owner's own view does change: the tests above compare something."""
    judge = referee("rialto", 2, seed=5)
    while "discard" not in {decision.key for decision in judge.open.values()}:
        seat = min(judge.open)
        judge.answer(seat, next(iter(judge.open[seat].choice.legal())))
    seat = min(judge.open)
    one, two = list(judge.open[seat].choice.legal())[:2]
    judge.answer(seat, one)
    twin = Referee(judge.kind, judge.table, judge.urn, judge.entries[:-1])
    twin.answer(seat, two)
    other = next(one for one in judge.game.seats if one != seat)
    assert seen_by_others(judge, owner=other) != seen_by_others(twin, owner=other)
    assert seen_by_others(judge, owner=seat) == seen_by_others(twin, owner=seat)
