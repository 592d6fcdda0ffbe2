"""A second, plain Doge: an auditor that follows a game from outside and knows the rules independently.

`Naive` is the game in dicts and loops, written from the numbered rules alone. It says at every moment who must be
asked what, with every legal answer, and how the table must look. `Auditor` compares a referee with it, answer by
answer and draw by draw.

What can be derived is derived, never stored: a reserve is what is not on the map, a free ring is one that no advisor
wears. So pieces can't be lost here.

A question is only asked when it has more than one legal answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from companion.choices import Choice, Pick, Sheet
from companion.referee import Referee
from tests.games.auditing import Ask, Audit, Chance, Disagreement, Steps, difference

TABLE = 0
DISTRICTS = ("cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce")
QUARANTIA = "quarantia"
AREAS = (*DISTRICTS, QUARANTIA)
COUNCIL = ("quarantia-1", "quarantia-2", "quarantia-3")
ADVISORS = (*DISTRICTS, *COUNCIL)
BALLOTS = (0, 1, 1, 2, 2, 3, 3)
HOUSES, PALACES, RINGS, SITES = 15, 8, 6, 5

Stack = tuple[int, ...]
Legal = frozenset[Any] | dict[str, dict[str, frozenset[Any]]]
"""Every legal answer; of a sheet, every legal answer of every cell."""


def home_of(advisor: str) -> str:
    return QUARANTIA if advisor in COUNCIL else advisor


def stacks_of(hand: Iterable[int], number: int) -> frozenset[Stack]:
    """Return all stacks of this many ballots that can be made from these."""
    return frozenset(tuple(sorted(stack)) for stack in combinations(hand, number))


def rest_of(hand: Iterable[int], taken: Iterable[int]) -> list[int]:
    return sorted((Counter(hand) - Counter(taken)).elements())


def ranking(votes: Mapping[int, int]) -> list[list[int]]:
    """DOG.V3, V4: group seats by votes, most first, without those that have none."""
    totals = sorted({total for total in votes.values() if total > 0}, reverse=True)
    return [[seat for seat in votes if votes[seat] == total] for total in totals]


def ends_game(palaces: Mapping[str, int]) -> str:
    """DOG.E2: name the end that these palaces of one player meet, if any."""
    districts = sum(1 for number in palaces.values() if number)
    total = sum(palaces.values())
    if districts == 6:
        return "six districts"
    if total >= 7 and districts >= 5:
        return "seven over five"
    if total >= 8 and districts >= 4:
        return "eight over four"
    return ""


def can_end(palaces: Mapping[str, int], free: Mapping[str, int]) -> bool:
    """DOG.E5: whether palaces on free sites could still bring this player to an end. Try them all."""
    if ends_game(palaces):
        return True
    if sum(palaces.values()) == PALACES:
        return False
    for district in sorted(DISTRICTS, key=lambda place: palaces[place]):
        if free[district]:
            more = {**palaces, district: palaces[district] + 1}
            if can_end(more, {**free, district: free[district] - 1}):
                return True
    return False


class Naive:
    """The whole game of Doge, with nothing clever in it. `seen` counts the situations that came up."""

    def __init__(self, seats: Sequence[int], options: Mapping[str, str]) -> None:
        self.seats = list(seats)
        self.options = options
        self.seen: Counter[str] = Counter()
        self.year = 0
        self.lap = 0
        self.first = self.seats[0]
        self.area: str | None = None
        self.order: list[str] = []
        self.next: list[str] = []
        self.counted: list[str] = []
        self.houses = {seat: dict.fromkeys(DISTRICTS, 0) for seat in seats}
        self.palaces = {seat: dict.fromkeys(DISTRICTS, 0) for seat in seats}
        self.controller: dict[str, int | None] = dict.fromkeys(ADVISORS)
        self.stands: dict[str, str | None] = dict.fromkeys(ADVISORS)
        self.lying: dict[str, dict[int, int]] = {}
        self.values: dict[str, dict[int, Stack]] = {}
        self.turned: list[str] = []
        self.declined: set[tuple[int, str]] = set()
        self.bring_home()

    # What can be read off the table.

    def reserve(self, seat: int) -> int:
        return HOUSES - sum(self.houses[seat].values())

    def unbuilt(self, seat: int) -> int:
        return PALACES - sum(self.palaces[seat].values())

    def rings(self, seat: int) -> int:
        return RINGS - sum(1 for owner in self.controller.values() if owner == seat)

    def built(self, district: str) -> int:
        return sum(self.palaces[seat][district] for seat in self.seats)

    def free(self, district: str) -> int:
        return SITES - self.built(district)

    def price(self, district: str) -> int:
        return 3 + self.built(district)

    def used(self, seat: int) -> list[str]:
        """The areas whose card this seat has used this year."""
        return [area for area in AREAS if seat in self.lying[area]]

    def left(self, seat: int) -> int:
        """Count the ballots that this seat has in hand."""
        return len(BALLOTS) - sum(self.lying[area].get(seat, 0) for area in AREAS)

    def hand(self, seat: int) -> list[int]:
        """The ballots of this seat whose values we have not seen."""
        hand = list(BALLOTS)
        for area in AREAS:
            hand = rest_of(hand, self.values[area].get(seat, ()))
        return hand

    def clockwise(self, seats: Iterable[int]) -> list[int]:
        """Return these seats in the order of DOG.E4."""
        start = self.seats.index(self.first)
        return [seat for seat in self.seats[start:] + self.seats[:start] if seat in seats]

    # Asking and drawing.

    def ask(self, key: str, seat: int, legal: Iterable[Any], **facts: Any) -> Steps:
        """Return the answer to a question. One with a single legal answer is not asked."""
        answers = frozenset(legal)
        if len(answers) == 1:
            return next(iter(answers))
        _, value = yield {seat: Ask(key, seat, answers, facts)}
        return value

    def draw(self, key: str, outcomes: Sequence[Any]) -> Steps:
        if len(outcomes) == 1:
            return outcomes[0]
        if self.options[f"draw.{key}"] == "table":
            self.seen[f"draw.{key} by the table"] += 1
            _, told = yield {TABLE: Ask("draw", TABLE, frozenset(outcomes), {"draw": key})}
            return (yield Chance(key, tuple(outcomes), "table", told))
        return (yield Chance(key, tuple(outcomes)))

    # The game.

    def play(self) -> Steps:
        """Play from set-up to the end, and return the winners: none if nobody can win any more."""
        yield from self.set_up()
        while True:
            yield from self.phase_one()
            yield from self.phase_two()
            self.bring_home()
            if winners := self.winners():
                return winners
            if self.stuck():
                return []
            self.new_year()

    def set_up(self) -> Steps:
        """DOG.S2, and the first seat of DOG.E4."""
        self.first = yield from self.draw("first", self.seats)
        while len(self.order) < len(AREAS):
            card = yield from self.draw("order", [area for area in AREAS if area not in self.order])
            self.order.append(card)
        self.year = 1

    def bring_home(self) -> None:
        """DOG.B6: cards and ballots of the year come home."""
        self.lying = {area: {} for area in AREAS}
        self.values = {area: {} for area in AREAS}
        self.turned = []

    def new_year(self) -> None:
        """DOG.E1."""
        self.seen["E1 next year"] += 1
        self.year += 1
        self.order, self.next, self.counted = self.next, [], []

    # Phase 1.

    def phase_one(self) -> Steps:
        laps = {3: 4, 4: 3}[len(self.seats)]
        self.area = None
        for lap in range(1, laps + 1):
            self.lap = lap
            playing = [seat for seat in self.seats if self.left(seat)]
            self.seen["B5 without ballots"] += len(playing) < len(self.seats)
            if self.options["ballots"] == "table":
                yield from self.lap_on_table(playing)
            else:
                yield from self.lap_sealed(playing)
        self.lap = 0
        self.seen[f"B1 {laps} laps"] += 1
        self.seen["B6 dead ballots"] += any(self.left(seat) for seat in self.seats)

    def lap_on_table(self, playing: list[int]) -> Steps:
        """Cardboard ballots: the table enters which card each played, and how many ballots lie on it."""
        if not playing:
            return
        rows = {
            str(seat): {
                "area": frozenset(AREAS) - frozenset(self.used(seat)),
                "ballots": frozenset(range(1, min(4, self.left(seat)) + 1)),
            }
            for seat in playing
        }
        barred = {str(seat): frozenset(self.used(seat)) for seat in playing}
        _, sheet = yield {TABLE: Ask("laid", TABLE, rows, {"lap": self.lap}, barred=barred)}
        for seat in playing:
            self.lying[sheet[str(seat)]["area"]][seat] = sheet[str(seat)]["ballots"]

    def lap_sealed(self, playing: list[int]) -> Steps:
        """All at once and in secret (DOG.B2): nothing shows until the last is in (DOG.B3)."""
        cards: dict[int, str] = {}
        laid: dict[int, Stack] = {}
        while len(laid) < len(playing):
            seat, value = yield {
                seat: self.stack_question(seat, cards[seat]) if seat in cards else self.card_question(seat)
                for seat in playing
                if seat not in laid
            }
            if seat in cards:
                laid[seat] = tuple(sorted(value))
            else:
                cards[seat] = value
                if self.left(seat) == 1:
                    laid[seat] = tuple(self.hand(seat))
        for seat in playing:
            self.lying[cards[seat]][seat] = len(laid[seat])
            self.values[cards[seat]][seat] = laid[seat]

    def card_question(self, seat: int) -> Ask:
        used = frozenset(self.used(seat))
        facts = {"left": self.left(seat)}
        return Ask("area", seat, frozenset(AREAS) - used, facts, secret=True, barred=used)

    def stack_question(self, seat: int, area: str) -> Ask:
        stacks = [stacks_of(self.hand(seat), number) for number in (1, 2, 3, 4)]
        return Ask("ballots", seat, frozenset().union(*stacks), {"area": area}, secret=True)

    # Phase 2.

    def phase_two(self) -> Steps:
        for area in list(self.order):
            self.area = area
            yield from self.turn_up(area)
            yield from self.election(area)
            self.counted.append(area)
            card = yield from self.draw("order", [area for area in AREAS if area not in self.next])
            self.next.append(card)
        self.area = None

    def turn_up(self, area: str) -> Steps:
        """DOG.V2: the table enters the values of cardboard ballots that are not certain already."""
        if self.options["ballots"] == "table":
            rows = {
                str(seat): {"ballots": stacks_of(self.hand(seat), number)}
                for seat, number in self.lying[area].items()
            }
            sheet = {row: {"ballots": min(cells["ballots"])} for row, cells in rows.items()}
            if any(len(cells["ballots"]) > 1 for cells in rows.values()):
                _, sheet = yield {TABLE: Ask("turned", TABLE, rows, {"area": area})}
            for row, cells in sheet.items():
                self.values[area][int(row)] = stack_from(cells["ballots"])
        self.turned.append(area)

    def votes(self, area: str) -> dict[int, int]:
        """DOG.V2, in the order of DOG.E4."""
        votes = {}
        for seat in self.clockwise(self.seats):
            ballots = self.values[area].get(seat, ())
            advisors = [one for one in ADVISORS if self.stands[one] == area and self.controller[one] == seat]
            votes[seat] = sum(ballots) + len(advisors)
            self.seen["V2 advisor votes"] += len(advisors) > 0
            self.seen["V3 a bluff of 0"] += len(ballots) > 0 and votes[seat] == 0
            self.seen["V3 advisor without ballot"] += len(ballots) == 0 and votes[seat] > 0
        return votes

    def election(self, area: str) -> Steps:
        ranks = ranking(self.votes(area))
        if not ranks:
            self.seen["V5 nobody"] += 1
            return
        winners = ranks[0]
        runners = ranks[1] if len(winners) == 1 and len(ranks) > 1 else []
        self.seen["D5 a third gets nothing"] += len(ranks) > 1 + (len(winners) == 1)
        if area == QUARANTIA:
            yield from self.council(winners, runners)
        else:
            yield from self.district(area, winners, runners)

    def district(self, area: str, winners: list[int], runners: list[int]) -> Steps:
        """DOG.D1 to D5."""
        if len(winners) > 1:
            self.seen["D3 tie for first"] += 1
            self.seen["D3 advisor lost"] += self.controller[area] is not None
            self.neutral(area)
            yield from self.place_tied(winners, area, 2)
            return
        took = yield from self.settle(winners[0], area)
        self.seen["D1 takes control" if took else "D1 abstains"] += 1
        if not took:
            yield from self.shift(winners[0], area)
        yield from self.place_in_turn(winners[0], area, 2)
        if len(runners) == 1:
            self.seen["D2 runner-up"] += 1
            yield from self.place_in_turn(runners[0], area, 1)
        elif runners:
            self.seen["D4 tie for second"] += 1
            yield from self.place_tied(runners, area, 1)

    def council(self, winners: list[int], runners: list[int]) -> Steps:
        """DOG.Q1 to Q5."""
        unsettled = list(COUNCIL)
        if len(winners) > 1:
            self.seen["Q3 tie for first"] += 1
            for advisor in COUNCIL:
                self.neutral(advisor)
            yield from self.move_tied(winners, 2)
            return
        yield from self.settle_one(winners[0], unsettled)
        if len(runners) == 1:
            self.seen["Q1 winner and runner-up"] += 1
            yield from self.settle_one(runners[0], unsettled)
        elif runners:
            self.seen["Q4 tie for second"] += 1
            yield from self.move_tied(runners, 1)
        yield from self.settle_one(winners[0], unsettled)
        self.seen["Q5 no runner-up"] += not runners
        for advisor in unsettled:
            lost = "Q4 left over and lost" if runners else "Q5 left over and lost"
            self.seen[lost] += self.controller[advisor] is not None
            self.neutral(advisor)

    # Advisors.

    def neutral(self, advisor: str) -> None:
        """Return the ring to its owner, and take the advisor off the map."""
        self.controller[advisor] = None
        self.stands[advisor] = None

    def settle(self, seat: int, advisor: str) -> Steps:
        """DOG.A1 to A3: take control or abstain. Return whether control was taken."""
        owner, stood = self.controller[advisor], self.stands[advisor]
        legal = {"abstain"}
        if owner == seat or self.rings(seat) > 0:
            legal |= set(AREAS) - {home_of(advisor)}
        else:
            self.seen["A2 no ring"] += 1
        self.seen["A2 has it, no ring needed"] += owner == seat and self.rings(seat) == 0
        answer = yield from self.ask("advisor", seat, legal, advisor=advisor, now=stood)
        if answer == "abstain":
            self.neutral(advisor)
            return False
        self.seen["A1 taken from another"] += owner is not None and owner != seat
        self.seen["A3 stays where it stood"] += answer == stood
        self.seen["A3 to the Quarantia"] += answer == QUARANTIA
        self.seen["A3 to an area counted already"] += answer in self.counted
        self.controller[advisor] = seat
        self.stands[advisor] = answer
        return True

    def settle_one(self, seat: int, unsettled: list[str]) -> Steps:
        """DOG.Q1, Q2: choose one of the Quarantia's advisors and settle it. Of equivalent ones, offer the first."""
        alike: dict[Any, str] = {}
        for advisor in unsettled:
            alike.setdefault((self.controller[advisor], self.stands[advisor]), advisor)
        self.seen["Q1 chooses which"] += len(alike) > 1
        advisor = yield from self.ask("which", seat, alike.values())
        unsettled.remove(advisor)
        if not (yield from self.settle(seat, advisor)):
            self.seen["Q2 may move"] += 1
            if district := (yield from self.move(seat)):
                yield from self.build(seat, district)

    # Houses.

    def standing(self, seat: int) -> list[str]:
        """The districts where this seat has houses."""
        return [district for district in DISTRICTS if self.houses[seat][district]]

    def shift(self, seat: int, area: str) -> Steps:
        """DOG.A5: move one house out of this district, or into it."""
        others = [district for district in DISTRICTS if district != area]
        legal = {"stay": (area, area)}
        if self.houses[seat][area]:
            legal |= {f"out.{other}": (area, other) for other in others}
        legal |= {f"in.{other}": (other, area) for other in others if self.houses[seat][other]}
        self.seen["A5 no house"] += len(legal) == 1
        answer = yield from self.ask("shift", seat, legal, area=area)
        if answer != "stay":
            self.seen[f"A5 {answer.partition('.')[0]}"] += 1
            source, target = legal[answer]
            self.carry(seat, source, target)
            yield from self.build(seat, target)

    def move(self, seat: int) -> Steps:
        """Move one house from any district to any other. Return where it went, if anywhere."""
        source = yield from self.ask("move-from", seat, ["nowhere", *self.standing(seat)])
        if source == "nowhere":
            return None
        others = set(DISTRICTS) - {source}
        target = yield from self.ask("move-to", seat, others, area=source)
        self.carry(seat, source, target)
        return target

    def carry(self, seat: int, source: str, target: str) -> None:
        self.houses[seat][source] -= 1
        self.houses[seat][target] += 1

    def move_tied(self, tied: list[int], number: int) -> Steps:
        """DOG.Q3, Q4: all move first, then all may build (DOG.P4)."""
        entered: dict[int, list[str]] = {seat: [] for seat in tied}
        for seat in self.clockwise(tied):
            for _ in range(number):
                target = yield from self.move(seat)
                if target is None:
                    break
                entered[seat].append(target)
            self.seen["Q3 moves two"] += len(entered[seat]) == 2
        yield from self.build_tied(entered)

    def place_tied(self, tied: list[int], area: str, number: int) -> Steps:
        """DOG.D3, D4: all place first, then all may build (DOG.P4)."""
        entered: dict[int, list[str]] = {}
        for seat in self.clockwise(tied):
            placed = yield from self.place(seat, area, number)
            entered[seat] = [area] * placed
        yield from self.build_tied(entered)

    def place(self, seat: int, area: str, most: int) -> Steps:
        """DOG.K4: place up to this many houses from the reserve. Return how many."""
        self.seen["K4 reserve empty"] += self.reserve(seat) == 0
        self.seen["K4 reserve short"] += 0 < self.reserve(seat) < most
        legal = range(min(most, self.reserve(seat)) + 1)
        placed = yield from self.ask("houses", seat, legal, area=area)
        self.seen["D5 places none"] += placed == 0 and len(legal) > 1
        self.houses[seat][area] += placed
        return placed

    def place_in_turn(self, seat: int, area: str, number: int) -> Steps:
        """DOG.P3: place one at a time with the right to build after each, or all at once if none can be built."""
        last = False
        while number and not last:
            could_build = self.can_build(seat, area, self.houses[seat][area] + 1)
            last = not could_build
            bare = self.reserve(seat) == 1
            placed = yield from self.place(seat, area, 1 if could_build else number)
            if not placed:
                return
            number -= placed
            built = yield from self.build(seat, area)
            self.seen["P3 build between"] += built and number > 0
            self.seen["P3 house paid is placed again"] += built and number > 0 and bare

    # Palaces.

    def can_build(self, seat: int, area: str, houses: int) -> bool:
        """DOG.P1, P2: whether a player with this many houses there may build."""
        enough = houses >= self.price(area)
        self.seen["P2 no palace left"] += enough and self.unbuilt(seat) == 0 and self.free(area) > 0
        self.seen["P2 district full"] += houses >= 3 + SITES and self.free(area) == 0
        return enough and self.unbuilt(seat) > 0 and self.free(area) > 0

    def wants(self, seat: int, area: str, price: int) -> Steps:
        answer = yield from self.ask("build", seat, ["palace", "no"], area=area, price=price)
        if answer == "no":
            self.seen["P6 declines"] += 1
            self.declined.add((seat, area))
        return answer == "palace"

    def put_palace(self, seat: int, area: str, price: int) -> None:
        """DOG.P2: return the houses paid, and leave any surplus."""
        self.seen["P1 built"] += 1
        self.seen["P1 built in another district"] += area != self.area
        self.seen["P2 surplus stays"] += self.houses[seat][area] > price
        self.houses[seat][area] -= price
        self.palaces[seat][area] += 1
        self.seen["P6 right again"] += (seat, area) in self.declined
        self.declined.discard((seat, area))

    def build(self, seat: int, area: str) -> Steps:
        """DOG.P1: offer a palace right after a house came in. Return whether it was built."""
        if not self.can_build(seat, area, self.houses[seat][area]):
            return False
        price = self.price(area)
        if not (yield from self.wants(seat, area, price)):
            return False
        self.put_palace(seat, area, price)
        self.seen["P3 one palace for one house"] += self.can_build(seat, area, self.houses[seat][area])
        return True

    def build_tied(self, entered: Mapping[int, list[str]]) -> Steps:
        """DOG.P4: build district by district, everyone at the price before the first of them built."""
        self.seen["E4 not from the first chair"] += self.clockwise(entered) != sorted(entered)
        for seat, districts in entered.items():
            able = [area for area in set(districts) if self.can_build(seat, area, self.houses[seat][area])]
            self.seen["P4 one player, two districts"] += len(able) == 2
            self.seen["P4 two districts, the last palace"] += len(able) == 2 and self.unbuilt(seat) == 1
        for area in DISTRICTS:
            builders = [
                seat
                for seat in self.clockwise(entered)
                if area in entered[seat] and self.can_build(seat, area, self.houses[seat][area])
            ]
            yield from self.build_together(area, builders)

    def build_together(self, area: str, builders: list[int]) -> Steps:
        """DOG.P5: everyone declares first, then they build, as far as there are sites."""
        price, free = self.price(area), self.free(area)
        wanting: list[int] = []
        for seat in builders:
            if self.options["full_district"] == "seat-order" and len(wanting) == free:
                self.seen["P5 in seat order"] += 1
                break
            if (yield from self.wants(seat, area, price)):
                wanting.append(seat)
        if len(builders) > free:
            self.seen["P5 in the Quarantia"] += self.area == QUARANTIA
            self.seen["P5 few enough want to"] += len(wanting) <= free
        if len(wanting) > free:
            self.seen["P5 nobody builds"] += 1
            wanting = []
        self.seen["P4 built together"] += len(wanting) > 1
        self.seen["P4 built together by moves"] += len(wanting) > 1 and self.area == QUARANTIA
        for seat in wanting:
            self.put_palace(seat, area, price)

    # The end.

    def winners(self) -> list[int]:
        """DOG.E2, E3: return the winners, nobody while the game goes on."""
        ends = {seat: end for seat in self.seats if (end := ends_game(self.palaces[seat]))}
        for end in ends.values():
            self.seen[f"E2 {end}"] += 1
        best = self.highest(list(ends), self.palaces)
        self.seen["E3 by palaces"] += 0 < len(best) < len(ends)
        winners = self.highest(best, self.houses)
        self.seen["E3 by houses"] += 0 < len(winners) < len(best)
        self.seen["E3 draw"] += len(winners) > 1
        return winners

    def highest(self, seats: list[int], pieces: Mapping[int, Mapping[str, int]]) -> list[int]:
        """Return those seats that have most of these pieces on the map."""
        totals = {seat: sum(pieces[seat].values()) for seat in seats}
        return [seat for seat in seats if totals[seat] == max(totals.values())]

    def stuck(self) -> bool:
        """DOG.E5: no player can reach an end any more."""
        free = {district: self.free(district) for district in DISTRICTS}
        stuck = not any(can_end(self.palaces[seat], free) for seat in self.seats)
        self.seen["E5 few sites left, it goes on"] += sum(free.values()) <= 6 and not stuck
        self.seen["E5 nobody can end it"] += stuck
        return stuck

    # Corrections.

    def correct(self, place: str, value: Any) -> None:
        """Set `houses.1.castello` or `palaces.1.castello` to a number, or an advisor's place.

        `advisor.castello` is `1.quarantia` if seat 1 controls it there, or `home`.
        """
        kind, *where = place.split(".")
        if kind == "houses":
            self.houses[int(where[0])][where[1]] = value
        elif kind == "palaces":
            self.palaces[int(where[0])][where[1]] = value
        else:
            owner, _, area = value.partition(".")
            self.controller[where[0]] = int(owner) if area else None
            self.stands[where[0]] = area or None

    # How the table looks.

    def view(self) -> dict[str, Any]:
        """Return what everyone must see, in the shape of the game's own view."""
        return {
            "year": self.year,
            "lap": self.lap,
            "first": self.first,
            "area": self.area,
            "order": self.order,
            "next": self.next,
            "counted": self.counted,
            "sites": [3, 4, 5, 6, 7],
            "areas": {area: self.area_view(area) for area in AREAS},
            "advisors": {one: {"place": self.stands[one], "controller": self.controller[one]} for one in ADVISORS},
            "seats": {str(seat): self.seat_view(seat) for seat in self.seats},
        }

    def area_view(self, area: str) -> dict[str, Any]:
        values = self.values[area] if area in self.turned else {}
        seen: dict[str, Any] = {
            "ballots": {str(seat): number for seat, number in self.lying[area].items()},
            "turned": {str(seat): list(stack) for seat, stack in values.items()},
        }
        if area in DISTRICTS:
            seen["houses"] = {str(seat): self.houses[seat][area] for seat in self.seats}
            seen["palaces"] = {str(seat): self.palaces[seat][area] for seat in self.seats}
            seen["price"] = self.price(area) if self.free(area) else None
        return seen

    def seat_view(self, seat: int) -> dict[str, Any]:
        return {
            "houses": self.reserve(seat),
            "palaces": self.unbuilt(seat),
            "rings": self.rings(seat),
            "ballots": self.left(seat),
            "cards": [area for area in AREAS if area not in self.used(seat)],
        }


AT_THE_END = ("advisors", "areas", "seats")
"""The parts of the view that are compared once the game is over."""


def stack_from(value: Any) -> Stack:
    """Read a stack of ballots, either as the table enters it, `3+2+0`, or as a list."""
    parts = value.split("+") if isinstance(value, str) else value
    return tuple(sorted(int(part) for part in parts))


def offered(choice: Choice, key: str) -> Legal:
    """Return every legal answer of a choice, in the form of `Ask.legal`."""
    if isinstance(choice, Sheet):
        return {
            row: {column: frozenset(offered(cell, key)) for column, cell in cells.items()}
            for row, cells in choice.rows.items()
        }
    answers = list(choice.legal())
    if key == "turned" or (answers and isinstance(answers[0], list)):
        answers = [stack_from(answer) for answer in answers]
    if len(set(answers)) < len(answers):
        raise Disagreement(f"{key}: the same answer twice in {answers}")
    return frozenset(answers)


def barred_in(choice: Choice) -> frozenset[Any] | dict[str, frozenset[Any]]:
    """Return what a choice names as barred, in the form of `Ask.barred`."""
    if isinstance(choice, Sheet):
        named = {row: barred_in(cells["area"]) for row, cells in choice.rows.items() if "area" in cells}
        return named or frozenset()  # type: ignore[return-value]
    return frozenset(choice.barred) if isinstance(choice, Pick) else frozenset()


def sorted_stacks(view: dict[str, Any]) -> dict[str, Any]:
    """Sort the ballots of each stack in a view, since their order means nothing."""
    areas = {
        area: {**seen, "turned": {seat: sorted(stack) for seat, stack in seen["turned"].items()}}
        for area, seen in view["areas"].items()
    }
    return {**view, "areas": areas}


class Auditor(Audit):
    """Follows one game of Doge and compares it with `Naive`."""

    naive: Naive

    def __init__(self, referee: Referee) -> None:
        self.naive = Naive([seat.number for seat in referee.table.seats], referee.table.options)
        super().__init__(referee)

    def correct(self, place: str, value: Any) -> None:
        """Correct something before the first answer, for a game that starts in the middle."""
        self.last = f"{place} set to {value!r}"
        self.referee.correct(place, value)
        self.naive.correct(place, value)
        self._compare()

    def offered(self, choice: Choice, key: str) -> Legal:
        return offered(choice, key)

    def barred(self, choice: Choice) -> Any:
        return barred_in(choice)

    def compare_view(self) -> None:
        ours, theirs = self.naive.view(), sorted_stacks(self.referee.game.view(TABLE))
        if self.ended is not None:
            ours, theirs = ({part: one[part] for part in AT_THE_END} for one in (ours, theirs))
        if ours != theirs:
            self.fail("; ".join(difference("view", ours, theirs)))
        score = {seat: self._tallies(seat) for seat in self.naive.seats}
        if score != self.referee.game.score:
            self.fail(f"the score is {score}, the referee has {self.referee.game.score}")

    def _tallies(self, seat: int) -> dict[str, int]:
        return {
            "palaces": PALACES - self.naive.unbuilt(seat),
            "houses": HOUSES - self.naive.reserve(seat),
            "advisors": RINGS - self.naive.rings(seat),
        }

    def compare_outcome(self) -> None:
        outcome = self.referee.outcome
        if self.ended is None or outcome is None:
            if self.ended is not None or outcome is not None:
                self.fail(f"winners by the rules {self.ended}, the referee has {outcome}")
            return
        if sorted(outcome.winners) != sorted(self.ended):
            self.fail(f"winners by the rules {self.ended}, the referee has {outcome.places}")
        if sorted(seat for place in outcome.places for seat in place) != self.naive.seats:
            self.fail(f"places {outcome.places} are not all seats once")
