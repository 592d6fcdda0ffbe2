"""Each rule is explained once to each reader, from what that reader could see, until nothing is new."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from companion import games
from companion.choices import Count
from companion.game import Table
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.referee.simulation import some_answer
from companion.rules import rules_of
from companion.steps import TABLE, Decision
from companion.teaching.explaining import Explainer, new_to
from tests.games.harness import new_referee, tables
from tests.tables import table
from tests.twins import moments

FEW = [pytest.param(game, next(iter(tables(game).values())), id=game) for game in games.names()]


def taught(game: str, players: int = 3, seed: int = 2) -> Referee:
    referee = new_referee(table(game, players), game, seed)
    referee.teach(taught=True)
    return referee


def answer(referee: Referee, rng: Random) -> None:
    seat, decision = min(referee.open.items())
    referee.answer(seat, some_answer(referee.game, decision, rng))


@pytest.mark.parametrize("game", games.names())
def test_a_shared_screen_explains_each_rule_once_to_each_reader(game: str) -> None:
    """What was told to all once to all; behind a hand only the rule of the question itself, once to each."""
    referee, rng = taught(game), Random(1)
    explainer = Explainer(referee)
    explained: dict[int, list[str]] = defaultdict(list)
    for _ in range(250):
        if not referee.open:
            break
        _, decision = min(referee.open.items())
        reader = decision.seat if decision.secret else TABLE
        public = explainer.in_public() if decision.secret else []
        assert not set(public) & set(explained[TABLE])
        explained[TABLE] += public
        new = explainer.before(decision)
        assert len([*public, *new]) <= 2, "nobody remembers more at a time"
        assert not set(new) & {*explained[reader], *explained[TABLE]}
        if decision.secret:
            to_reader = {tell.rule for tell in referee.game.tells if tell.to == reader}
            assert set(new) <= {decision.rule, *to_reader}, "what all have seen is no matter of one hand"
        explained[reader] += new
        in_set_up = {one.rule for one in games.find(game).to_lay_out(referee.game)}
        assert decision.rule in {*explained[reader], *explained[TABLE], *in_set_up}, "its own rule never waits"
        answer(referee, rng)
    told = {rule for rules in explained.values() for rule in rules}
    assert told
    assert told <= rules_of(game).keys()


def test_at_most_two_rules_are_explained_before_a_question() -> None:
    """Nothing is lost, and what has just been seen comes first: the oldest would be a stage behind all evening."""
    referee = taught("doge")
    explainer, game = Explainer(referee), referee.game
    decision = referee.open[1]
    rules = ["DOG.V1", "DOG.V2", "DOG.V4", "DOG.D1", "DOG.D2"]
    for rule in rules:
        game.tell("note", rule)
    asked = Decision("houses", 1, "x", Count("", 0, 2), "DOG.D1", {})
    assert explainer.before(asked) == ["DOG.D2", "DOG.D1"]
    assert explainer.in_public() == ["DOG.V4"], "room is left for the rule behind the hand"
    assert explainer.before(decision) == [decision.rule]
    assert explainer.before(asked) == ["DOG.V1", "DOG.V2"]
    assert explainer.before(asked) == []


@pytest.mark.parametrize(
    ("game", "cardboard", "rules"),
    [("doge", "ballots", ["DOG.B2", "DOG.B3"]), ("venezia", "plates", ["VEZ.P1", "VEZ.P2"])],
)
def test_what_a_table_does_with_its_own_cardboard_is_explained_too(
    game: str, cardboard: str, rules: list[str]
) -> None:
    """The box asks only for the outcome, so by its questions alone newcomers would not know what to do before."""
    referee = new_referee(table(game, 3, **{cardboard: "table"}), game, 2)
    referee.teach(taught=True)
    explainer, rng = Explainer(referee), Random(1)
    while referee.game.round < 1 or referee.open[min(referee.open)].rule != rules[-1]:
        answer(referee, rng)
    _, decision = min(referee.open.items())
    assert new_to(referee, decision.seat or 1) == rules
    assert explainer.before(decision) == rules
    assert Explainer(referee).before(decision) == rules
    answer(referee, rng)
    again = Referee(referee.kind, referee.table, referee.urn, referee.entries)
    again.taught = True
    assert not set(Explainer(again).before(min(again.open.items())[1])) & set(rules)


def test_who_the_third_player_of_venedig_is_is_explained_before_a_card_for_them() -> None:
    """The set-up only leaves them room."""
    referee = taught("venedig", 2)
    _, decision = min(referee.open.items())
    assert decision.rule == "VEN.T1"
    assert Explainer(referee).before(decision) == new_to(referee, decision.seat) == ["VEN.T1"]


def test_what_matters_at_once_is_explained_together() -> None:
    """As far as there is room, and in order."""
    referee = taught("venise")
    referee.game.tell("note", "VSE.G1")
    explainer = Explainer(referee)
    assert [explainer.in_public() for _ in range(2)] == [["VSE.G1"], ["VSE.G2"]]
    asked = Decision("step", 1, "x", Count("", 0, 2), "", {})
    assert Explainer(referee).before(asked) == ["VSE.G1", "VSE.G2"]


@pytest.mark.parametrize("game", games.names())
def test_a_phone_explains_each_rule_with_one_question(game: str) -> None:
    referee, rng = taught(game), Random(1)
    explained: dict[int, list[str]] = defaultdict(list)
    for _ in range(120):
        if not referee.open:
            break
        seat, decision = min(referee.open.items())
        reader = seat or 1
        new = new_to(referee, reader)
        assert new == new_to(referee, reader), "the page may be loaded again"
        assert not set(new) & set(explained[reader])
        assert len(new) <= 2, "nobody remembers more at a time"
        assert decision.rule in {*new, *explained[reader]} or decision.rule in known_from_set_up(referee)
        explained[reader] += new
        if seat == TABLE:
            for other in referee.game.seats[1:]:
                explained[other] += new_to(referee, other)
        answer(referee, rng)
    assert all(explained[seat] for seat in referee.game.seats)


def known_from_set_up(referee: Referee) -> set[str]:
    told = {tell.rule for tell in referee.game.tells}
    return told | {one.rule for one in games.find(referee.kind.name).to_lay_out(referee.game)}


def test_nothing_is_explained_to_those_who_know_the_game() -> None:
    referee = taught("doge")
    referee.teach(taught=False)
    assert Explainer(referee).before(referee.open[1]) == []
    assert new_to(referee, 1) == []


def test_a_resumed_game_goes_on_where_the_explaining_was() -> None:
    """What was explained follows from the record."""
    referee, rng = taught("venezia"), Random(4)
    for _ in range(30):
        answer(referee, rng)
    again = Referee(referee.kind, referee.table, referee.urn, referee.entries)
    again.taught = True
    _, decision = min(again.open.items())
    new = Explainer(again).before(decision)
    answers = [entry for entry in again.entries if isinstance(entry, Answer)]
    cited = {entry.decision.rule for entry in answers if entry.decision is not None}
    assert not set(new) & cited


@pytest.mark.parametrize(("game", "setting"), FEW)
def test_no_explanation_depends_on_anothers_secret(game: str, setting: Table) -> None:
    for found in moments(game, setting, Random(7), number=5):
        for pair in found:
            pair.judge.taught = pair.twin.taught = True
            for seat in pair.others:
                assert new_to(pair.judge, seat) == new_to(pair.twin, seat)
            one, other = Explainer(pair.judge), Explainer(pair.twin)
            while shown := one.in_public():
                assert shown == other.in_public()
            assert other.in_public() == []
            for seat, decision in pair.judge.open.items():
                if not decision.secret:
                    assert one.before(decision) == other.before(pair.twin.open[seat])
