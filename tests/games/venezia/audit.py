"""Checks a referee against the naive game, answer by answer, spin by spin, telling by telling."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from companion.choices import Choice, Pick
from companion.referee import Referee
from companion.steps import Decision
from tests.games.auditing import Audit, difference
from tests.games.venezia import piazza
from tests.games.venezia.naive import TABLE, Ask, Legal, Naive
from tests.games.venezia.piazza import cell, spot, spots

PUBLIC = ("round", "phase", "first", "homes", "piazza", "zones", "bird", "vatican", "grey", "seats")


def offered(choice: dict[str, Any]) -> Legal:
    """Return a choice, given as JSON, in the form of `Legal`: without vocabulary and without order."""
    match choice["kind"]:
        case "pick":
            return {"kind": "pick", "options": set(choice["options"])}
        case "several":
            return {**{key: choice[key] for key in ("kind", "low", "high")}, "items": set(choice["items"])}
        case "sheet":
            rows = {
                row: {column: offered(one) for column, one in cells.items()} for row, cells in choice["rows"].items()
            }
            return {"kind": "sheet", "rows": rows}
    return {key: value for key, value in choice.items() if key != "of"}


def has_twins(choice: dict[str, Any]) -> bool:
    """Return whether the same thing is offered twice."""
    items = choice.get("options", choice.get("items", ()))
    return len(set(items)) < len(items)


def is_told_as(ours: str, theirs: str) -> bool:
    """Return whether keys match, or theirs is a special case of ours: `reunited-nobody` is a `reunited`."""
    return theirs == ours or theirs.startswith(f"{ours}-")


def in_runs(tells: list[tuple[str, dict[str, Any]]]) -> list[list[str]]:
    """Return tellings grouped into runs of one kind, sorted: those in a run happen at once, in any order."""
    return [
        sorted(repr((key, sorted(facts.items()))) for key, facts in run)
        for _, run in groupby(tells, lambda one: one[0])
    ]


class Auditor(Audit):
    """Checks one game of Venezia against `Naive`, including what is told."""

    naive: Naive

    def __init__(self, referee: Referee) -> None:
        seats = [seat.number for seat in referee.table.seats]
        self.naive = Naive(seats, referee.table.options, referee.table.layout["blocked"])
        self.told = 0
        super().__init__(referee)

    def correct(self, place: str, value: Any) -> None:
        """Make the same correction in both games."""
        self.last = f"{place} set to {value!r}"
        self.referee.correct(place, value)
        self.naive.correct(place, value)
        self.told += 1  # the correction itself, worded by its own key
        self._compare()

    def compare_offer(self, ask: Ask, decision: Decision) -> None:
        legal, choice = ask.offer(), decision.choice.to_json()
        if offered(choice) != legal or has_twins(choice):
            self.fail(f"{decision.id}: legal are {legal}, the referee offers {choice}")
        self._compare_barred(decision.choice)

    def _compare_barred(self, choice: Choice) -> None:
        """Check that the reasons for barred options are true."""
        for option, refusal in (choice.barred if isinstance(choice, Pick) else {}).items():
            true = {
                "cell-taken": lambda place: place in self.naive.square,
                "cell-blocked": lambda place: place in self.naive.blocked,
                "hunter-near": lambda place: place in piazza.ground(self.naive.hunters),
            }
            if refusal.key in true and not true[refusal.key](spot(str(option))):
                self.fail(f"{option} is said to be barred by {refusal}")

    def _compare_tells(self) -> None:
        """Check for the same kinds in the same order, with at least our facts; empty facts may be missing."""
        theirs = self.referee.game.tells[self.told :]
        ours, self.naive.tells = self.naive.tells, []
        self.told += len(theirs)
        keys, their_keys = [key for key, _ in ours], [tell.key for tell in theirs]
        if len(keys) != len(theirs) or not all(map(is_told_as, keys, their_keys)):
            self.fail(f"by the rules {keys} are told, the referee tells {their_keys}")
        known = [
            (key, {fact: tell.facts.get(fact, value if not value else None) for fact, value in facts.items()})
            for tell, (key, facts) in zip(theirs, ours, strict=True)
        ]
        if in_runs(ours) != in_runs(known):
            self.fail(f"by the rules {ours} is told, the referee tells {known}")
        for tell in theirs:
            if tell.to != TABLE:
                self.fail(f"{tell} is not for everyone")
            if tell.key == "caught":
                self._compare_pincer(tell.facts["cell"], tell.facts["between"])
            elif tell.key == "moved":
                self._compare_way(tell.facts["path"])

    def _compare_pincer(self, victim: str, between: list[str]) -> None:
        one, other = spots(between)
        if not piazza.holds(one, spot(victim), other, self.naive.options["pincer"]):
            self.fail(f"{between} are told to hold {victim}")

    def _compare_way(self, path: list[str]) -> None:
        assert self.naive.last_move is not None
        start, goal, before = self.naive.last_move
        if spot(path[-1]) != goal or not self._is_way(start, path, before):
            self.fail(f"no way from {cell(start)} to {cell(goal)}: {path}")

    def _is_way(self, start: tuple[int, int], path: list[str], square: dict[tuple[int, int], int]) -> bool:
        return piazza.is_way(start, spots(path), square, self.naive.tourists, self.naive.closed)

    def compare_view(self) -> None:
        self._compare_tells()
        view = self.referee.game.view(TABLE)
        if set(view) != set(PUBLIC):
            self.fail(f"the table sees {sorted(view)}")
        self._compare_own_view(view)
        piazza = dict(view["piazza"])
        self._compare_targets(piazza.pop("targets"))
        self._compare_path(piazza.pop("path"))
        seats = {
            seat: {**one, "hand": set(one["hand"]), "played": set(one["played"])}
            for seat, one in view["seats"].items()
        }
        ours, theirs = self.naive.view(), {**view, "piazza": piazza, "seats": seats}
        if ours != theirs:
            self.fail("; ".join(difference("view", ours, theirs)))
        score = {seat: {"points": self.naive.points[seat]} for seat in self.naive.seats}
        if score != self.referee.game.score:
            self.fail(f"the score is {score}, the referee has {self.referee.game.score}")

    def _compare_targets(self, targets: dict[str, Any]) -> None:
        """Check where the pigeon in hand may go: all goals, by legal paths, with what it would catch there."""
        state, start = self.naive, self.naive.moving
        goals = state.in_reach()
        if set(spots(targets)) != goals:
            self.fail(f"{start and cell(start)} may go to {sorted(map(cell, goals))}, shown are {sorted(targets)}")
        for goal, way in targets.items():
            assert start is not None
            moved = {place: seat for place, seat in state.square.items() if place != start}
            moved[spot(goal)] = mover = state.square[start]
            held = piazza.pincers(moved, mover, state.options["pincer"])
            if way["path"][-1] != goal or not self._is_way(start, way["path"], state.square):
                self.fail(f"no way from {cell(start)} to {goal}: {way}")
            if set(spots(way["catches"])) != held:
                self.fail(f"{cell(start)} to {goal} catches {sorted(map(cell, held))}, shown is {way}")

    def _compare_path(self, path: list[str]) -> None:
        """Check that a player's last move is shown during the turn."""
        ours: list[str] = []
        if self.naive.shows_way:
            moved = next(tell for tell in reversed(self.referee.game.tells) if tell.key == "moved")
            ours = [moved.facts["cell"], *moved.facts["path"]]
        if path != ours:
            self.fail(f"the last move is {ours}, shown is {path}")

    def _compare_own_view(self, public: dict[str, Any]) -> None:
        """Check that a player sees what all see, and their own plan until it is revealed; one seat per step."""
        seat = self.naive.seats[len(self.referee.entries) % len(self.naive.seats)]
        view = self.referee.game.view(seat)
        own = view.pop("own")
        if view != public:
            self.fail("; ".join(difference(f"what seat {seat} sees", public, view)))
        plan = self.naive.plans[seat]
        ours: dict[str, Any] = {"action": plan.action} if plan.action else {}
        if self.naive.sealed and plan.first:
            ours["first"] = plan.first
            ours["laid"] = dict(zip(plan.zones, plan.numbers, strict=True))
            own = {**own, "laid": {zone: number for zone, number in own["laid"].items() if zone in plan.zones}}
        if own != ours:
            self.fail("; ".join(difference(f"the plan of seat {seat}", ours, own)))

    def compare_outcome(self) -> None:
        outcome = self.referee.outcome
        theirs = (outcome.places, outcome.rule) if outcome else None
        if theirs != self.ended:
            self.fail(f"the end by the rules {self.ended}, the referee has {theirs}")
