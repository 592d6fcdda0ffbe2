"""Doge, as one who plays it well would advise.

Seven ballots with twelve votes are all there is in a year, so every vote must earn houses where houses are about
to become palaces. Win narrowly, be second for one vote, and let others waste threes on each other. Houses are worth
most where they complete a palace, and a palace most in a district where you have none. An advisor is a vote every
year: post it where the next count matters to you, and give it up only to move the house that completes a palace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from itertools import accumulate, combinations
from typing import NamedTuple

from companion.games.doge.guess import GUESSING
from companion.games.doge.rules.advisors import ABSTAIN
from companion.games.doge.rules.flow import PHASE_LAPS
from companion.games.doge.rules.houses import NOWHERE, OUT, STAY
from companion.games.doge.rules.palaces import BUILD, KEEP
from companion.games.doge.rules.pieces import AREAS, BALLOTS, COUNCIL, DISTRICTS, QUARANTIA
from companion.games.doge.rules.scoring import reaches_end
from companion.players.advice import PALACES, Advice, Adviser, Question, Search, View, favourite, weighed
from companion.players.terms import about
from companion.vocabulary import counted, named

Chances = tuple[float, ...]
"""The likelihood of each total of votes, from 0 up."""
MOST_VOTES = 24
"""More than anyone can have in one area."""


class Numbers(NamedTuple):
    """The worth of things, in palaces. Set by judgement; PLAYERS.md says how well they play.

    `join` is how likely someone comes to an area; `favourite` is for fun: a player may like one of the districts.
    """

    new_district: float = 1.0
    same_district: float = 0.62
    last_step: float = 3.0
    progress: float = 1.6
    advisor: float = 0.16
    council: float = 0.16
    vote: float = 0.045
    join: float = 0.75
    taken: float = 0.05
    idle_ballot: float = 0.02
    keep: float = 0.1
    favourite: float = 0.0


GENTLE = Numbers(
    new_district=0.8, last_step=0.8, progress=1.0, vote=0.0, join=0.15, taken=0.0, idle_ballot=0.0, favourite=0.35
)
"""Thinks that nobody else will come and lays its threes, builds where it likes to be, and does not see the end."""


def advise(view: View, question: Question, numbers: Numbers) -> Sequence[Advice]:
    city, facts = Map(view, numbers), question.facts
    match question.key:
        case "area":
            return weighed(question, city.best_stake)
        case "ballots":
            return weighed(question, lambda some: city.stake(facts["area"], sum(some), len(some)))
        case "advisor":
            return weighed(question, lambda post: city.post(question, post))
        case "which":
            return weighed(question, city.which)
        case "houses":
            return weighed(question, lambda number: city.house(facts["area"], number))
        case "build":
            return [Advice(BUILD, city.palace(facts["area"])), Advice(KEEP, numbers.keep)]
        case "shift":
            return weighed(question, lambda move: city.shift(facts["area"], move))
        case "move-from":
            return weighed(question, city.best_move)
        case "move-to":
            return weighed(question, lambda target: city.move(facts["area"], target))
    return ()


@cache
def sum_of(ballots: int) -> Chances:
    """Return how likely each total of this many ballots is, drawn blindly from a hand of seven."""
    totals = [0] * MOST_VOTES
    ways = list(combinations(BALLOTS, ballots))
    for way in ways:
        totals[sum(way)] += 1
    return tuple(number / len(ways) for number in totals)


def shifted(chances: Chances, votes: int) -> Chances:
    return (0.0,) * votes + chances[: MOST_VOTES - votes]


@cache
def may_join(left: int) -> Chances:
    """Return the votes of someone who comes later with one to four of the ballots left."""
    each = [sum_of(number) for number in range(1, min(4, left) + 1)]
    return tuple(sum(column) / len(each) for column in zip(*each, strict=True))


class Rival(NamedTuple):
    """Another player in one area, as far as it tells how many votes they may have there in the end.

    `laid` is how many ballots lie there, if any; `ballots` how many may still come, `cards` how many areas are left.
    """

    laid: int | None
    ballots: int
    cards: int
    laps_left: int
    advisors: int
    join: float


@lru_cache(maxsize=4096)
def fewer_votes(rival: Rival) -> Chances:
    """Return how likely a rival is to end with fewer than 0, 1, 2 and so on votes."""
    if rival.laid is not None:
        chances = sum_of(rival.laid)
    else:
        chances = sum_of(0)
        if rival.ballots:
            comes = 1 - (1 - rival.join / max(1, rival.cards)) ** (rival.laps_left + 1)
            joined = may_join(rival.ballots)
            chances = tuple(
                (1 - comes) * stays + comes * comes_with for stays, comes_with in zip(chances, joined, strict=True)
            )
    return tuple(accumulate(shifted(chances, rival.advisors), initial=0.0))


@lru_cache(maxsize=65_536)
def places(rivals: tuple[Rival, ...], votes: int) -> tuple[float, float, float]:
    """Return how likely these votes are to win alone, to tie for first, and to come second, alone or not."""
    if not votes:
        return 0.0, 0.0, 0.0
    fewer = [fewer_votes(rival) for rival in rivals]
    alone, not_beaten, one_ahead = 1.0, 1.0, 0.0
    below = [chances[votes] for chances in fewer]
    upto = [chances[votes + 1] for chances in fewer]
    for under, most in zip(below, upto, strict=True):
        alone *= under
        not_beaten *= most
    for index, most in enumerate(upto):
        ahead = 1 - most
        for other, under in enumerate(upto):
            if other != index:
                ahead *= under
        one_ahead += ahead
    return alone, not_beaten - alone, one_ahead


class Map:
    """The map as a seat sees it: what houses, palaces and votes are worth to it."""

    def __init__(self, view: View, numbers: Numbers) -> None:
        self.pieces = view.pieces
        self.me = str(view.seat)
        self.numbers = numbers
        self.others = [str(seat.number) for seat in view.seats if seat.number != view.seat]
        self.mine = self.pieces["seats"][self.me]
        self.own = {area: self.pieces["areas"][area]["palaces"][self.me] for area in DISTRICTS}
        laps = PHASE_LAPS[len(view.seats)]
        self.laps_left = laps - self.pieces["lap"] if self.pieces["lap"] else 0
        self.favourite = favourite(view, DISTRICTS)
        self.palaces = {area: self.palace(area) for area in DISTRICTS}
        self.posted = Counter((one["place"], one["controller"]) for one in self.pieces["advisors"].values())
        self.rivals: dict[str, tuple[Rival, ...]] = {}
        self.gains: dict[tuple[str, int], float] = {}
        self.stakes: dict[tuple[str, int, int], float] = {}

    # What houses and palaces are worth

    def palace(self, area: str) -> float:
        """Return what a palace here is worth: most in a new district, everything if it ends the game."""
        built, districts = sum(self.own.values()), sum(map(bool, self.own.values()))
        if not self.mine["palaces"]:
            return 0.0
        if reaches_end(built + 1, districts + (not self.own[area])):
            return about(self.numbers.last_step, area=area)
        worth = self.numbers.same_district if self.own[area] else self.numbers.new_district
        return about(worth + (self.numbers.favourite if area == self.favourite else 0.0), area=area)

    def houses_worth(self, area: str, houses: int) -> float:
        """Return what houses here are worth: more, the closer they are to the price, which the next palace raises."""
        price = self.pieces["areas"][area]["price"]
        if price is None:
            return 0.02 * houses
        if houses >= price:
            more = 0.5 * self.numbers.same_district * ((houses - price) / (price + 1))
            return self.palaces[area] + about(more, area=area)
        return self.palaces[area] * float((houses / price) ** self.numbers.progress)

    def standing(self, area: str) -> int:
        return int(self.pieces["areas"][area]["houses"][self.me])

    def house(self, area: str, number: int) -> float:
        """Return what this many more houses here are worth."""
        number = min(number, self.mine["houses"])
        here = self.standing(area)
        return self.houses_worth(area, here + number) - self.houses_worth(area, here) + 0.001 * number

    # Where ballots go

    def against(self, area: str) -> tuple[Rival, ...]:
        """Return the others as they stand here."""
        if area not in self.rivals:
            self.rivals[area] = tuple(self.rival(other, area) for other in self.others)
        return self.rivals[area]

    def rival(self, other: str, area: str) -> Rival:
        seen = self.pieces["seats"][other]
        laid = self.pieces["areas"][area]["ballots"].get(other)
        ballots = seen["ballots"] if area in seen["cards"] else 0
        advisors = self.advisors_in(area, int(other))
        return Rival(laid, ballots, len(seen["cards"]), self.laps_left, advisors, self.numbers.join)

    def advisors_in(self, area: str, seat: int) -> int:
        return self.posted[area, seat]

    @cached_property
    def prizes(self) -> dict[str, tuple[float, float, float]]:
        return {area: self.prize(area) for area in AREAS}

    def prize(self, area: str) -> tuple[float, float, float]:
        """Return what winning, tying for first and coming second here are worth."""
        if area == QUARANTIA:
            move = max(0.0, self.best_anywhere())
            settled = max(self.numbers.council, move)
            return settled + self.numbers.council, 0.9 * move, settled
        advisor = self.numbers.advisor if self.mine["rings"] else 0.0
        two, one = self.house(area, 2), self.house(area, 1)
        return two + advisor, two, one

    def gain(self, area: str, votes: int) -> float:
        """Return what this many votes bring here on average."""
        if (area, votes) not in self.gains:
            (wins, ties, second), (won, shared, settled) = places(self.against(area), votes), self.prizes[area]
            self.gains[area, votes] = wins * won + ties * shared + second * settled
        return self.gains[area, votes]

    def stake(self, area: str, votes: int, ballots: int) -> float:
        """Return what these votes on this number of ballots bring here, less what they could bring elsewhere."""
        if (area, votes, ballots) not in self.stakes:
            standing = self.advisors_in(area, int(self.me))
            cost = votes * self.numbers.vote + ballots * self.numbers.idle_ballot if self.laps_left else 0.0
            worth = self.gain(area, standing + votes) - self.gain(area, standing) - cost
            self.stakes[area, votes, ballots] = worth
        return self.stakes[area, votes, ballots]

    def best_stake(self, area: str) -> float:
        return max(self.stake(area, votes, ballots) for votes, ballots in self.ways_to_vote.items())

    @cached_property
    def ways_to_vote(self) -> dict[int, int]:
        """The votes that one to four ballots of the hand can have, each with the fewest ballots for it."""
        hand = self.pieces["own"]["hand"]
        ways: dict[int, int] = {}
        for number in range(1, min(4, len(hand)) + 1):
            for way in combinations(hand, number):
                ways.setdefault(sum(way), number)
        return ways

    # Advisors

    def to_be_counted(self, area: str) -> bool:
        return area not in self.pieces["counted"] and area != self.pieces["area"]

    def vote_worth(self, area: str) -> float:
        """Return what one more vote would bring there: at the next count if it is yet to come, and in later years."""
        prize = self.prizes[area][0]
        if not self.to_be_counted(area):
            return 0.35 * prize
        standing = self.advisors_in(area, int(self.me)) + sum(self.pieces["own"]["laid"].get(area, ()))
        return self.gain(area, standing + 1) - self.gain(area, standing) + 0.25 * prize

    def post(self, question: Question, post: str) -> float:
        if post != ABSTAIN:
            return self.numbers.advisor + self.vote_worth(post)
        if question.facts["advisor"] in COUNCIL:
            return self.best_anywhere()
        home = question.facts["advisor"]
        moves = [self.move(home, other) for other in DISTRICTS if other != home and self.standing(home)]
        moves += [self.move(other, home) for other in DISTRICTS if other != home and self.standing(other)]
        return max(moves, default=0.0)

    def which(self, name: str) -> float:
        """Take one that votes for another; leave your own where it stands well."""
        controller = self.pieces["advisors"][name]["controller"]
        if controller == int(self.me):
            return -self.numbers.taken
        return self.numbers.taken if controller else 0.0

    # Houses that move

    def move(self, source: str, target: str) -> float:
        here, there = self.standing(source), self.standing(target)
        if not here or source == target:
            return -1.0
        lost = self.houses_worth(source, here) - self.houses_worth(source, here - 1)
        return self.houses_worth(target, there + 1) - self.houses_worth(target, there) - lost

    def best_move(self, source: str) -> float:
        if source == NOWHERE:
            return 0.0
        return max(self.move(source, target) for target in DISTRICTS)

    def best_anywhere(self) -> float:
        return max((self.best_move(source) for source in DISTRICTS if self.standing(source)), default=0.0)

    def shift(self, area: str, move: str) -> float:
        if move == STAY:
            return 0.0
        way, other = move.split(".")
        return self.move(area, other) if way == OUT else self.move(other, area)


def standing(view: View, numbers: Numbers) -> float:
    """Return how well a seat stands: what it has built, what its houses will become, and its advisors' votes."""
    table = Map(view, numbers)
    built: float = sum(numbers.new_district + numbers.same_district * (own - 1) for own in table.own.values() if own)
    houses = sum(table.houses_worth(area, table.standing(area)) for area in DISTRICTS)
    advisors: int = sum(advisor["controller"] == view.seat for advisor in table.pieces["advisors"].values())
    return built + houses + numbers.advisor * advisors


SEARCH = Search(standing, win=3.0, rounds=0, questions=frozenset({"area", "ballots", "advisor"}), playouts=56)

IN_THE_OPEN = frozenset({"build", "houses", "move-from", "move-to", "shift", "which"})
"""Questions on which advice looks at no ballot."""

GROUNDS = frozenset(
    (
        *named("because", "advisor", "council", "favourite", "keep", "last_step", "new_district", "same_district"),
        *named("because", "idle_ballot-spared", "new_district-spared", "same_district-spared"),
        *named("because", "taken", "taken-spared"),
        *counted("because", "vote-spared"),
    )
)

ADVISER = Adviser(
    advise,
    Numbers(),
    doubt=0.08,
    needs={"ballots": "device"},
    gentle=GENTLE,
    version=4,
    unit=PALACES,
    in_the_open=IN_THE_OPEN,
    grounds=GROUNDS,
    guessing=GUESSING,
    search=SEARCH,
)
