"""Nobody learns a plan before its time: change one seat's secrets, and no byte of the others' changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest
from random import Random
from typing import Any

import pytest

from companion.entries import Answer, Entry
from companion.games.venezia.game import Venezia
from companion.games.venezia.pieces import ZONES
from companion.referee import Referee
from companion.refusal import Refusal
from companion.steps import TABLE
from companion.views import history, seat_view
from tests.games.venezia.play import Play, referee


def seen_by_others(judge: Referee, owner: int, curious: bool = True) -> str:
    """Every byte that anyone but the owner can get: views, histories, tellings, corrections, refusals."""
    others = [seat for seat in (TABLE, *judge.game.seats) if seat != owner]
    return json.dumps(
        {
            "views": [seat_view(judge, seat) for seat in others],
            "history": [history(judge, seat) for seat in others],
            "receipts": [receipt.to_json() for receipt in judge.game.receipts],
            "corrections": {place: offer.to_json() for place, offer in judge.game.corrections().items()},
            "draws": [drawn.line() for drawn in judge.run.draws],
            "refusals": [refusals(judge, others[0])] if curious else [],
        }
    )


def refusals(judge: Referee, seat: int) -> list[str]:
    """What a curious seat is told when it tries things it may not."""
    attempts: list[Callable[[], Any]] = [
        lambda: judge.answer(seat, "no such thing"),
        lambda: judge.undo(len(judge.entries)),
        lambda: judge.amend(len(judge.entries) - 1, "no such thing"),
        lambda: judge.take_back(99),
    ]
    said = []
    for attempt in attempts:
        with pytest.raises(Refusal) as refused:
            attempt()
        said.append(json.dumps(refused.value.to_json()))
    return said


class Secrets:
    """One seat's plan of one round, as answered so far, and what of it is still hidden."""

    def __init__(self, judge: Referee, seat: int, number: int) -> None:
        game = judge.game
        assert isinstance(game, Venezia)
        self.judge, self.game, self.seat = judge, game, seat
        self.answers = {
            entry.question.partition("@")[0]: index
            for index, entry in enumerate(judge.entries)
            if isinstance(entry, Answer)
            and entry.secret
            and entry.seat == seat
            and entry.question.partition("@")[2] == str(number)
        }
        self.now = number == game.round_number
        self.sealed = any(index >= judge.run.sealed_from for index in self.answers.values())

    def value(self, key: str) -> Any:
        entry = self.judge.entries[self.answers[key]]
        assert isinstance(entry, Answer)
        return entry.value

    def other(self, rng: Random) -> dict[str, Any]:
        """Other values for what is hidden: of numbers only which card they lie on, unless all is sealed."""
        fresh: dict[str, Any] = {}
        if "action" in self.answers and self.now and (self.sealed or self.game.phase == "piazza"):
            entry = self.judge.entries[self.answers["action"]]
            assert isinstance(entry, Answer)
            assert entry.decision is not None
            fresh["action"] = entry.decision.choice.sample(rng)
        if "first" in self.answers and self.is_first_hidden():
            fresh["first"] = rng.choice(["piazza", "feint"])
        if "zones" in self.answers:
            fresh |= self.other_zones(rng, fresh.get("first") or self.value("first"))
        return fresh

    def is_first_hidden(self) -> bool:
        """VEZ.Z1: until it is turned up; with nothing on it, it never is."""
        if self.sealed:
            return True
        if "spread" not in self.answers or self.value("spread")[self.value("first")] == 0:
            return True
        revealed = any(tell.key == "reveals" and tell.facts["seat"] == self.seat for tell in self.told_this_round())
        return self.now and not revealed

    def told_this_round(self) -> list[Any]:
        tells = self.game.tells
        start = max(index for index, tell in enumerate(tells) if tell.key == "round")
        return tells[start:]

    def other_zones(self, rng: Random, first: str) -> dict[str, Any]:
        """VEZ.X5: other zone cards under the same numbers; once turned up, only under the empty ones."""
        old = self.value("zones")
        numbers = self.value("spread") if "spread" in self.answers else dict.fromkeys(old, 0)
        more = self.value("feint") if "feint" in self.answers else dict.fromkeys(old, 0)
        shown = [] if self.now and self.game.phase != "count" else [z for z in old if numbers[z] + more[z]]
        free = [zone for zone in ZONES if zone not in shown]
        renamed = dict(
            zip([zone for zone in old if zone not in shown], rng.sample(free, 3 - len(shown)), strict=True)
        )
        renamed |= {zone: zone for zone in shown}
        fresh: dict[str, Any] = {"zones": list(renamed.values())}
        if "spread" in self.answers:
            fresh["spread"] = {first: numbers[self.value("first")]}
            fresh["spread"] |= {renamed[zone]: numbers[zone] for zone in old}
        if "feint" in self.answers:
            fresh["feint"] = {renamed[zone]: more[zone] for zone in old}
        return fresh

    def twin(self, rng: Random) -> Referee | None:
        """The same game but for these secrets; nothing if they do not fit, or are the same."""
        entries: list[Entry] = list(self.judge.entries)
        for key, value in self.other(rng).items():
            old = entries[self.answers[key]]
            assert isinstance(old, Answer)
            entries[self.answers[key]] = replace(old, value=value)
        try:
            twin = Referee(self.judge.kind, self.judge.table, self.judge.urn, entries)
        except Refusal:
            return None  # say, too many for a Piazza card
        changed = [e.value for e in twin.entries if isinstance(e, Answer)] != [
            e.value for e in self.judge.entries if isinstance(e, Answer)
        ]
        return twin if changed else None


@pytest.mark.rule("VEZ.P1", "VEZ.P2", "VEZ.Z1", "VEZ.X1", "VEZ.X5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_byte_depends_on_anothers_hidden_plan(players: int) -> None:
    rng = Random(players)
    compared = 0
    for seed in range(8):
        judge = referee(players, seed=seed, piazza=rng.choice(["mapped", "counted"]))
        for step in range(110):
            if step % 8 == 7 and judge.game.round:
                owner = rng.choice(judge.game.seats)
                secrets = Secrets(judge, owner, rng.randint(max(1, judge.game.round - 1), judge.game.round))
                twin = secrets.twin(rng) if secrets.answers else None
                if twin is not None:
                    assert seen_by_others(twin, owner) == seen_by_others(judge, owner), (seed, step, owner)
                    compared += 1
            if not judge.open:
                break
            seat = rng.choice(list(judge.open))
            judge.answer(seat, judge.open[seat].choice.sample(rng))
    assert compared > 30


# By hand: two games that differ in one hidden thing, side by side.


def first_difference(one: Play, other: Play, owner: int = 1) -> str:
    """The telling with which the two part ways for the others; nothing may differ before it."""
    while one.referee.open:
        if seen_by_others(one.referee, owner, curious=False) != seen_by_others(other.referee, owner, curious=False):
            told = [tell.to_json() for tell in one.game.tells]
            others = [tell.to_json() for tell in other.game.tells]
            return next(str(ours["key"]) for ours, theirs in zip_longest(told, others) if ours != theirs)
        one.pass_by()
        other.pass_by()
    raise AssertionError("they never parted")


@pytest.mark.rule("VEZ.Z1", "VEZ.P1")
def test_the_first_card_shows_when_it_is_turned_up() -> None:
    one = Play({1: {"piazza": 3}, 2: {"piazza": 2}}, first=2)
    other = Play({1: {"feint": 3}, 2: {"piazza": 2}}, first=2)
    assert first_difference(one, other) == "reveals"
    assert [tell["seat"] for tell in one.tells("reveals")] == [2, 1], "not before its player's turn"


@pytest.mark.rule("VEZ.X1", "VEZ.P1")
@pytest.mark.parametrize(("action", "another"), [("bird", "none"), ("feud", "purge")])
def test_the_action_shows_when_all_are_revealed(action: str, another: str) -> None:
    one = Play({1: {"action": action, "piazza": 2}}, {"nest.2": 2}, round=2)
    other = Play({1: {"action": another, "piazza": 2}}, {"nest.2": 2}, round=2)
    assert first_difference(one, other) == "plays"
    assert one.game.phase == "zones"


@pytest.mark.rule("VEZ.X5", "VEZ.P2")
def test_zone_cards_show_when_they_are_turned_up_after_the_actions() -> None:
    plan = {"action": "bird", "feint": 2}
    position = {"nest.1": 2, "piazza.1": ["A1"], "zone.2.san-polo": 1}
    one = Play({1: {**plan, "castello": 3, "giudecca": 1, "dorsoduro": 0}}, position, round=2)
    other = Play({1: {**plan, "cannaregio": 3, "castello": 0, "san-marco": 1}}, position, round=2)
    assert first_difference(one, other) == "settled"
    assert one.tells("bird"), "the actions are over"


@pytest.mark.rule("VEZ.P2")
def test_numbers_show_when_all_have_planned_and_not_on_which_card() -> None:
    one = Play({1: {"castello": 3, "giudecca": 1, "dorsoduro": 0}, 2: {"feint": 1}})
    other = Play({1: {"castello": 3, "giudecca": 2, "dorsoduro": 0}, 2: {"feint": 1}})
    assert first_difference(one, other) == "planned"
    assert len(one.tells("planned")) == 2
    swapped = Play({1: {"castello": 0, "giudecca": 1, "dorsoduro": 3}, 2: {"feint": 1}})
    again = Play({1: {"castello": 3, "giudecca": 1, "dorsoduro": 0}, 2: {"feint": 1}})
    assert first_difference(again, swapped) == "settled"


@pytest.mark.rule("VEZ.P1")
def test_a_player_sees_his_own_plan_and_nobody_elses() -> None:
    play = Play({1: {"piazza": 2, "castello": 3, "action": "feud"}}, round=2).until("land")
    assert play.game.view(1)["own"] == {
        "first": "piazza",
        "action": "feud",
        "laid": {"piazza": 2, "cannaregio": 0, "castello": 3, "dorsoduro": 0},
    }
    assert "own" not in play.game.view(TABLE)
    assert "feud" not in json.dumps(play.game.view(2)["own"])
    assert play.game.view(2) == {**play.game.view(TABLE), "own": play.game.view(2)["own"]}


def test_the_comparison_would_notice_a_leak() -> None:
    """The owner's own view does change: the tests above compare something."""
    one, other = (Play({1: {"piazza": 1, zone: 3}}).until("land") for zone in ("castello", "san-polo"))
    assert seen_by_others(one.referee, 2, curious=False) != seen_by_others(other.referee, 2, curious=False)
    assert seen_by_others(one.referee, 1, curious=False) == seen_by_others(other.referee, 1, curious=False)
