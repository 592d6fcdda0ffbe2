"""The rulebook of Doge, read top to bottom. Its chapters on advisors, houses and palaces are beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import cast

from companion.choices import Choice, Count, Pick, Several, Sheet
from companion.game import Outcome
from companion.games.doge.rules.advisors import settle, settle_one, turn_neutral
from companion.games.doge.rules.houses import move_tied, place_houses, place_tied
from companion.games.doge.rules.pieces import AREAS, Advisor, Ballot
from companion.games.doge.rules.scoring import (
    ADVISOR,
    MOVES,
    NEUTRAL,
    Right,
    could_reach_end,
    outcome_of,
    rank,
    reaches_end,
    rights,
)
from companion.games.doge.rules.state import State
from companion.refusal import Refusal
from companion.seats import clockwise_from
from companion.steps import TABLE, Decision, Draw, Flow, Together


def play(game: State) -> Flow[Outcome]:
    yield from set_up(game)
    while True:
        game.year += 1
        game.tell("year", "DOG.S2" if game.year == 1 else "DOG.E1", year=game.year, order=game.brown)
        yield from cast_ballots(game)
        yield from count_votes(game)
        outcome = end_of_year(game)
        if outcome:
            return outcome


def set_up(game: State) -> Flow[None]:
    first = game.starter = yield from Draw("first", "0", "seat", game.seats, "DOG.E4")
    game.clockwise = clockwise_from(first, game.seats)
    game.tell("first", "DOG.E4", seat=first)
    for position in range(len(AREAS)):  # DOG.S2; the blue cards are drawn as they are turned up
        yield from turn_card(game.brown, f"0.{position + 1}", "DOG.S2")


def turn_card(row: list[str], at: str, rule: str) -> Flow[str]:
    """DOG.K3: turn up the next card of a voting-order deck, one of the areas not in its row yet."""
    left = list(AREAS)
    for turned in row:
        left.remove(turned)
    area = yield from Draw("order", at, "area", left, rule)
    row.append(area)
    return area


# Phase 1: ballots


PHASE_LAPS = {3: 4, 4: 3}  # DOG.B1


def cast_ballots(game: State) -> Flow[None]:
    for lap in range(1, PHASE_LAPS[len(game.seats)] + 1):
        game.lap = lap
        if game.options["ballots"] == "device":
            laid = yield from lay_in_secret(game, f"{game.year}.{lap}")
        else:
            laid = yield from lay_cardboard(game, f"{game.year}.{lap}")
        for seat, (area, ballots) in laid.items():  # DOG.B3
            game.pieces.lay(seat, area, ballots)
            game.tell("laid", "DOG.B3", seat=seat, area=area, n=len(ballots))
    game.lap = 0


Laid = dict[int, tuple[str, Sequence[Ballot]]]


def voters(game: State) -> list[int]:
    """DOG.B5: whoever has ballots left must play, whoever has none plays no card."""
    return [seat for seat in game.seats if game.pieces.hand[seat]]


def cards_left(game: State, seat: int) -> Pick[str]:
    """DOG.B4: return the areas whose card this player has not used this year."""
    return one_card(tuple(game.pieces.cards[seat]))


@cache
def one_card(cards: tuple[str, ...]) -> Pick[str]:
    used = {area: Refusal("card-used", "DOG.B4", area=area) for area in AREAS if area not in cards}
    return Pick("area", cards, used)


@cache
def one_to_four(hand: tuple[Ballot, ...]) -> Several[int]:
    return Several("ballot", cast("tuple[int, ...]", hand), 1, 4)


def lay_in_secret(game: State, at: str) -> Flow[Laid]:
    """DOG.B2: all at once, an area card and 1 to 4 ballots each."""
    return (yield from Together({seat: choose_ballots(game, seat, at) for seat in voters(game)}))


def choose_ballots(game: State, seat: int, at: str) -> Flow[tuple[str, Sequence[Ballot]]]:
    hand = game.pieces.hand[seat]
    cards, some = cards_left(game, seat), one_to_four(tuple(hand))
    area = yield from Decision("area", seat, at, cards, "DOG.B2", {"left": len(hand)}, secret=True)
    ballots = yield from Decision("ballots", seat, at, some, "DOG.B2", {"area": area}, secret=True)
    return area, ballots


def lay_cardboard(game: State, at: str) -> Flow[Laid]:
    """DOG.B2, B3 with real cards and ballots: the table enters what the reveal shows, the values stay hidden."""
    hand = game.pieces.hand

    def offer() -> Sheet:
        rows: dict[str, dict[str, Choice]] = {
            str(seat): {"area": cards_left(game, seat), "ballots": Count("ballots", 1, min(4, len(hand[seat])))}
            for seat in voters(game)
        }
        return Sheet("seat", rows)

    shown = yield from Decision("laid", TABLE, at, offer, "DOG.B3", {"lap": game.lap})
    return {int(seat): (row["area"], (None,) * row["ballots"]) for seat, row in shown.items()}


# Phase 2: counting


def count_votes(game: State) -> Flow[None]:
    game.blue = []
    for position, area in enumerate(game.brown, start=1):  # DOG.V1
        game.area = area
        yield from election(game, area, f"{game.year}.{area}")
        game.counted.append(area)
        revealed = yield from turn_card(game.blue, f"{game.year}.{position}", "DOG.V1")
        game.tell("next-year", "DOG.V1", area=revealed, position=position)
    game.area = None


def election(game: State, area: str, at: str) -> Flow[None]:
    if game.options["ballots"] == "table" and game.pieces.stacks[area]:
        yield from read_out(game, area, at)
    ballots = game.pieces.turn_up(area)
    votes = votes_in(game, area)
    first, second = rank(votes)
    if not first:
        game.tell("nobody", "DOG.V5", area=area, ballots=ballots)
        return
    if len(first) > 1:
        game.tell("tied", "DOG.V4", area=area, ballots=ballots, votes=votes, seats=list(first))
    else:
        game.tell("wins", "DOG.V4", area=area, ballots=ballots, votes=votes, seat=first[0])
    yield from exercise_rights(game, area, rights(area, first, second), at)


def exercise_rights(game: State, area: str, due: Sequence[Right], at: str) -> Flow[None]:
    unsettled = list(game.pieces.at_home[area])
    for number, right in enumerate(due, start=1):
        if right.what == NEUTRAL:
            for advisor in unsettled:
                turn_neutral(game, advisor, right.rule)
        else:
            yield from exercise(game, right, area, unsettled, at=f"{at}.{number}")


def exercise(game: State, right: Right, area: str, unsettled: list[Advisor], *, at: str) -> Flow[None]:
    """Do what an election has given. `unsettled` are the area's own advisors that nobody has settled yet."""
    if right.what == ADVISOR and len(unsettled) == 1:
        return settle(game, right.seats[0], unsettled.pop(), at=at, rule=right.rule)
    if right.what == ADVISOR:
        return settle_one(game, right.seats[0], unsettled, at=at, rule=right.rule)
    if right.what == MOVES:
        return move_tied(game, right, at)
    if len(right.seats) > 1:
        return place_tied(game, right, area, at)
    return place_houses(game, right, area, at)


def read_out(game: State, area: str, at: str) -> Flow[None]:
    """DOG.V2: the table reads out the cardboard ballots that are turned up here."""
    pieces = game.pieces
    stacks = pieces.stacks[area]

    def offer() -> Sheet:
        rows = {
            str(seat): {"ballots": Pick("", hands_of(tuple(pieces.unseen[seat]), len(stack)))}
            for seat, stack in stacks.items()
        }
        return Sheet("seat", rows)

    read = yield from Decision("turned", TABLE, at, offer, "DOG.V2", {"area": area})
    for seat, row in read.items():
        pieces.read(int(seat), area, [int(value) for value in row["ballots"].split("+")])


@cache
def hands_of(values: tuple[int, ...], number: int) -> tuple[str, ...]:
    """Return every hand of this many of these ballots, written as a sum, the weakest first.

    >>> hands_of((0, 1, 1, 2), 2)
    ('1+0', '1+1', '2+0', '2+1')
    """
    ways = {tuple(sorted(way, reverse=True)) for way in combinations(values, number)}
    return tuple("+".join(map(str, way)) for way in sorted(ways, key=lambda way: (sum(way), way)))


def votes_in(game: State, area: str) -> dict[int, int]:
    """DOG.V2, V3: count the ballots turned up here, and one vote for each advisor standing here."""
    ballots, rings = game.pieces.turned[area], game.pieces.rings_in[area]
    votes = {}
    for seat in game.clockwise:
        if total := sum(ballots.get(seat, ())) + rings.count(seat):
            votes[seat] = total
    return votes


# End


def end_of_year(game: State) -> Outcome | None:
    game.pieces.return_ballots()  # DOG.B6
    game.counted = []
    holdings = {seat: game.holding(seat) for seat in game.seats}
    if any(reaches_end(held.palaces, held.districts) for held in holdings.values()):  # DOG.E2
        outcome = outcome_of(holdings)
        game.tell("won" if len(outcome.winners) == 1 else "drawn", "DOG.E3", seats=outcome.winners)
        return outcome
    if not any(can_still_win(game, seat) for seat in game.seats):
        game.tell("undecided", "DOG.E5")
        return Outcome([list(game.seats)], "DOG.E5", won=False)
    game.brown = game.blue  # DOG.E1
    game.blue = []
    return None


def can_still_win(game: State, seat: int) -> bool:
    """DOG.E5: return whether the free sites would let this player meet DOG.E2."""
    palaces = {area: here[seat] for area, here in game.pieces.palaces.items()}
    return could_reach_end(palaces, game.pieces.free_sites)
