"""Rialto, as one who plays it well would advise.

Eight cards come in every round and one or two have to go, so play what you hold: a card kept is a better one not
taken. What counts is where: buildings early, councillors in districts that will be worth something, and the bonus of
the bridges, which makes your own districts dear. Jokers go where one more card takes a bonus. A coin is half a point,
or an ability: put it on the building that gives the most for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.games.rialto.guess import GUESSING
from companion.games.rialto.rules.buildings import LEAVE
from companion.games.rialto.rules.cards import (
    BRIDGE,
    BUILDING,
    DOGE,
    GOLD,
    GONDOLA,
    JOKER,
    STAGES,
    Player,
    player_of,
)
from companion.games.rialto.rules.hands import FROM_PILE
from companion.games.rialto.rules.pieces import BEST, NONE, next_kind, value_of
from companion.games.rialto.rules.plays import LATER
from companion.games.rialto.rules.scoring import BANK, ROUNDS, play_from, ranks_in
from companion.games.rialto.rules.stages import SUPPLY
from companion.games.rialto.rules.tiles import NOWHERE, ends_of
from companion.players.advice import Advice, Adviser, Question, View, favourite, in_parts, weighed
from companion.players.terms import about
from companion.vocabulary import counted, named


class Numbers(NamedTuple):
    """The worth of things, in points. Set by judgement; PLAYERS.md says how well they play.

    `rivals` is what a point of another player weighs beside one of mine; `ability` and `value` are those of
    buildings. The last three are for fun: a player may like big buildings and a district, and think the end far.
    """

    doge: float = 0.7
    coin: float = 0.8
    building: float = 1.1
    bridge: float = 1.0
    gondola: float = 0.8
    councillor: float = 1.5
    joker: float = 1.3
    kept_card: float = 0.35
    bridge_bonus: float = 3.5
    gondola_bonus: float = 2.0
    last_coin: float = 0.5
    bank: float = 1.5
    green: float = 0.9
    delay: float = 0.2
    certain: float = 0.75
    rivals: float = 1.0
    ability: float = 1.0
    value: float = 1.0
    full_bank: float = BANK
    presence: float = 0.3
    tile: float = 1.0
    points: float = 1.0
    big: float = 0.0
    favourite: float = 0.0
    unaware: float = 0.0


GENTLE = Numbers(
    joker=2.2, kept_card=0.8, bridge_bonus=1.5, bank=0.4, rivals=0.0, big=1.5, favourite=3.0, unaware=6.0
)
"""Looks at nobody else, likes big buildings and one of the districts, and saves jokers for a day that never comes."""


ABILITIES = {
    "green-1": 0.4,
    "green-2": 0.5,
    "green-3": 0.8,
    "green-4": 1.1,
    "yellow-1": 0.3,
    "yellow-2": 0.5,
    "yellow-3": 0.7,
    "yellow-4": 1.0,
    "blue-1": 0.7,
    "blue-2": 1.2,
    "blue-3": 0.6,
    "blue-4": 2.4,
}
"""The worth that a coin on a building brings in a round, beside the coin."""

PLAYED = (0.25, 0.28, 0.24, 0.13, 0.06, 0.04)
"""The likelihood that someone plays none, one, two and more cards in a stage: a guess."""


def advise(view: View, question: Question, numbers: Numbers) -> Sequence[Advice]:
    board = Board(view, numbers)
    return weighed(question, board.weighs(question))


class Board:
    """The board as a seat sees it: what cards, tiles and councillors are worth to it."""

    def __init__(self, view: View, numbers: Numbers) -> None:
        self.view = view
        self.pieces = view.pieces
        self.numbers = numbers
        self.seat = view.seat
        self.mine = self.pieces["seats"][str(view.seat)]
        self.order: list[Player] = self.pieces["track"]["order"]
        self.rounds_left = max(ROUNDS - int(self.pieces["round"]), int(numbers.unaware))
        self.favourite = favourite(view, list(self.pieces["districts"]))
        self.free = [name for name, one in self.pieces["connections"].items() if one["tile"] is None]
        self.standing = {
            name: {player_of(player): number for player, number in one["councillors"].items()}
            for name, one in self.pieces["districts"].items()
        }
        self.worth = {name: self.expected_worth(name) for name in self.standing}

    def weighs(self, question: Question) -> Callable[[Any], float] | None:
        facts = question.facts
        match question.key:
            case "first-building":
                return lambda kind: self.numbers.ability * ABILITIES.get(kind, 0.0)
            case "row":
                return self.row
            case "more-cards":
                return self.more_cards
            case "discard":
                return self.discard
            case "delay":
                return lambda when: self.numbers.delay if when == LATER else 0.0
            case "play":
                return lambda play: self.play(facts["card"], play)
            case "convert":
                return lambda card: -self.card_kept(card)
            case "activate":
                return self.activate
            case "building" | "building-and-more":
                return self.building
            case "return":
                return lambda label: -self.ability(label.split(".")[0])
            case "upgrade":
                return lambda label: self.ability(next_kind(label.split(".")[0])) - self.ability(label.split(".")[0])
            case "councillor":
                return lambda answer: 0.0 if answer == LEAVE else 0.5 * self.numbers.gondola
            case "bridge":
                return lambda name: max(self.bridge(name, facts["bridge"], end) for end in name.split("."))
            case "bridge-end":
                return lambda end: self.bridge_towards(end, question)
            case "gondola":
                return self.gondola
            case "gondola-district":
                return self.sent
            case "gondola-source":
                return lambda source: self.moved(source, facts["district"])
            case "bring":
                return self.brought
        return None

    # Districts

    def expected_worth(self, district: str) -> float:
        """Return what a district will be worth at the end: the tiles that lie, and an even share of those to come."""
        supply = self.pieces["supply"]
        to_come = sum(district in name.split(".") for name in self.free)
        a_tile = (4.5 * supply["bridges"] + supply["gondolas"]) / max(1, len(self.free))
        return float(float(self.pieces["districts"][district]["worth"]) + to_come * min(4.5, a_tile))

    def margin(self, standing: Mapping[Player, int], worth: float) -> float:
        """Return what I would score here at the end more than the others do on average."""
        total, others = 0.0, max(1, len(self.view.seats) - 1)
        for rank in ranks_in(standing, self.order, round(worth)):
            if rank.player == self.seat:
                total += rank.points or 0
            elif rank.points:
                total -= about(self.numbers.rivals * (rank.points / others), seat=rank.player)
        return total

    def settled(self, district: str, number: int) -> float:
        """Return what more councillors here, or fewer, are worth: ranks that may change, and a place in a bank."""
        here = self.standing[district]
        own = here.get(self.seat, 0)
        after = {**here, self.seat: own + number}
        worth = self.worth[district]
        gained = self.margin(after, worth) - self.margin(here, worth)
        liked = self.numbers.favourite * (number if district == self.favourite else 0)
        on_board = self.numbers.presence * number + liked + self.bank(district, own, own + number)
        return about(self.numbers.certain * gained + on_board, district=district)

    def bank(self, district: str, before: int, after: int) -> float:
        """Return what a first councillor in a district is worth on the way to its bank's bonus."""
        if bool(before) == bool(after):
            return 0.0
        for one in self.pieces["banks"].values():
            if district in one["districts"] and one["open"]:
                others = [name for name in one["districts"] if name != district]
                held = sum(bool(self.standing[name].get(self.seat)) for name in others)
                gain = self.numbers.full_bank if held == len(others) else self.numbers.bank * held
                return gain if after else -gain
        return 0.0

    # Cards

    def strength(self, stage: str, cards: int) -> float:
        """Return what this strength in a stage brings, without its bonus."""
        numbers = self.numbers
        late = self.rounds_left == 0
        if stage == DOGE:
            return (0.3 if late else numbers.doge) * cards
        if stage == GOLD:
            return self.coin * cards
        if stage == BUILDING:
            return sum(self.best_building(part) for part in parts(cards))
        if stage == BRIDGE:
            return numbers.bridge * cards + (1.0 if cards else 0.0)
        if stage == GONDOLA:
            return (0.5 if late else numbers.gondola) * cards
        return self.councillors(cards)

    def councillors(self, cards: int) -> float:
        """Return what councillors sent to this round's district are worth, less the half point of each in supply."""
        district = self.pieces["district"]
        own = min(cards, int(self.mine["councillors"]))
        if district is None:
            return self.numbers.councillor * own
        gained = self.settled(district, own) - 0.5 * own
        return max(gained, 0.0) + 0.2 * (cards - own)

    def bonus(self, stage: str) -> float:
        if stage == BRIDGE:
            return 1.0 + (self.numbers.bridge_bonus if self.pieces["supply"]["bridge"] and self.free else 0.0)
        if stage == GONDOLA:
            return self.numbers.gondola_bonus if self.free else 1.0
        return 0.0

    def takes_bonus(self, cards: int) -> float:
        """Return how likely this strength takes the bonus of the stage that is being played, or of one to come."""
        if not cards:
            return 0.0
        ahead = self.order.index(self.seat)
        likely = 1.0
        for place, player in enumerate(self.order):
            if player == self.seat:
                continue
            needed = cards if place > ahead else cards - 1
            said = self.pieces["plays"].get(str(player))
            likely *= float(said["n"] <= needed) if said else sum(PLAYED[: needed + 1])
        return likely

    def stage_worth(self, stage: str, cards: int) -> float:
        """Return what this strength brings with a bonus as likely as it is: one card more, and what else it gives."""
        plain, more = self.strength(stage, cards), 0.0
        if cards:
            extra = 0.0 if stage in (BRIDGE, GONDOLA) else self.strength(stage, cards + 1) - plain
            more = self.takes_bonus(cards) * (extra + self.bonus(stage))
        return plain + more

    def play(self, stage: str, text: str) -> float:
        play = play_from(text)
        spent = play.cards * self.card_kept(stage) + play.jokers * self.card_kept(JOKER)
        spent += len(play.yellows) * self.coin
        spent += play.converted * self.least_card(stage)
        return self.stage_worth(stage, play.strength) - spent

    def card_kept(self, card: str) -> float:
        """Return what a card in hand is worth if not played now: a joker in a later stage, the rest next round."""
        if card == JOKER:
            stages_left = STAGES.index(self.pieces["stage"]) < len(STAGES) - 1 if self.pieces["stage"] else True
            return self.numbers.joker if stages_left or self.rounds_left else 0.0
        if self.pieces["stage"] and card > self.pieces["stage"]:
            return 1.0
        return self.numbers.kept_card if self.rounds_left else 0.0

    def least_card(self, stage: str) -> float:
        return min((self.card_kept(card) for card in self.hand if card != stage), default=0.0)

    @property
    def hand(self) -> list[str]:
        return list(self.pieces["own"]["hand"])

    def hand_worth(self, held: Counter[str]) -> float:
        """Return what a hand may bring in a round: each type in its stage, and the jokers where they add most."""
        worths = {stage: self.stage_worth(stage, held[stage]) for stage in STAGES}
        total = sum(worths.values())
        strengths = {stage: held[stage] for stage in STAGES}
        for _ in range(held[JOKER]):
            steps = {
                stage: self.stage_worth(stage, strengths[stage] + 1) - worths[stage]
                for stage in STAGES
                if strengths[stage]
            }
            best = max(steps, key=lambda stage: in_parts(steps[stage]), default=None)
            if best is None:
                break
            total += max(steps[best], self.numbers.joker)
            strengths[best] += 1
            worths[best] += steps[best]
        return total

    def best_hand(self, cards: list[str]) -> float:
        """Return what is left of these cards once the least useful are discarded."""
        held = Counter(cards)
        while held.total() > self.mine["limit"]:
            held = max((held - Counter([card]) for card in held), key=lambda left: in_parts(self.hand_worth(left)))
        return self.hand_worth(held)

    def row(self, row: Any) -> float:
        return self.best_hand([*self.hand, *str(row)])

    def more_cards(self, card: str) -> float:
        if card == FROM_PILE:
            return self.best_hand(self.hand) + 1.2 * self.numbers.green
        return self.best_hand([*self.hand, card])

    def discard(self, cards: list[str]) -> float:
        return self.hand_worth(Counter(self.hand) - Counter(cards))

    # Buildings and coins

    @property
    def coin(self) -> float:
        """Return what a coin is worth: it may still be put on a building; in the end it is half a point."""
        return self.numbers.coin if self.rounds_left else self.numbers.last_coin

    def ability(self, kind: str) -> float:
        """Return what a building is worth to the end: its value, and its ability as often as a coin can be spared."""
        uses: float = max(0.0, self.rounds_left + (0.5 if kind.startswith("blue") else 0.0))
        own, value = len(self.mine["buildings"]), value_of(kind)
        used = uses * max(0.0, ABILITIES[kind] - 0.5) * (0.8 if own < 4 else 0.4)
        return self.numbers.value * value + self.numbers.ability * used + self.numbers.big * (value - 1)

    def building(self, kind: str) -> float:
        if kind == NONE:
            return 0.0
        again: int = sum(one["kind"] == kind for one in self.mine["buildings"])
        return self.ability(kind) - 0.2 * again

    def best_building(self, allowance: int) -> float:
        return self.numbers.building * max(
            (
                self.ability(kind)
                for kind, left in self.pieces["supply"]["buildings"].items()
                if left and value_of(kind) <= allowance
            ),
            default=0.0,
        )

    def activate(self, kind: str) -> float:
        """Return what a coin on this building gains over keeping it for another round, or for half a point."""
        if kind == NONE:
            return 0.0
        if kind == "blue-3":
            ahead: int = int(self.mine["space"] or 0) * min(1, self.rounds_left)
            return self.numbers.doge * 0.17 * ahead - self.numbers.last_coin
        if kind == "blue-1":
            return 1.1 * self.numbers.value - self.numbers.last_coin
        if kind == "blue-2":
            return 1.5 * self.numbers.points - self.numbers.last_coin
        gain = 3 * self.numbers.points if kind == "blue-4" else ABILITIES[kind] * self.numbers.green * 1.6
        return gain - (self.numbers.last_coin if self.mine["coins"] > 2 else self.coin)

    # Tiles on the map

    def tile(self, district: str, value: float) -> float:
        """Return what a tile of this value is worth to me in a district, over what was to be expected there."""
        here = self.standing[district]
        now = self.worth[district]
        gained = self.margin(here, now + value) - self.margin(here, now)
        liked = self.numbers.favourite if district == self.favourite else 0.0
        return about(self.numbers.tile * gained + liked, district=district)

    def bridge(self, name: str, bridge: str, higher: str) -> float:
        if name == NOWHERE:
            return 0.0
        low, high = ends_of(bridge)
        return sum(self.tile(one, high if one == higher else low) for one in name.split("."))

    def bridge_towards(self, end: str, question: Question) -> float:
        low, high = ends_of(question.facts["bridge"])
        return self.tile(end, high) - self.tile(end, low)

    def gondola(self, name: str) -> float:
        if name == NOWHERE:
            return 0.0
        ends = name.split(".")
        return sum(self.tile(one, 1) for one in ends) + max(self.settled(one, 1) for one in ends)

    def sent(self, district: str) -> float:
        return 0.0 if district == NOWHERE else self.settled(district, 1)

    def moved(self, source: str, target: str) -> float:
        if source == NOWHERE:
            return 0.0
        return (
            self.settled(target, 1) - 0.5 if source == SUPPLY else self.settled(target, 1) + self.settled(source, -1)
        )

    def brought(self, sources: dict[str, int]) -> float:
        here, number = self.pieces["district"], sum(sources.values())
        return self.settled(here, number) + sum(self.settled(one, -moved) for one, moved in sources.items() if moved)


def parts(allowance: int) -> list[int]:
    """Return what an allowance buys: first fours, then the rest.

    >>> parts(6)
    [4, 2]
    """
    fours, rest = divmod(allowance, BEST)
    return [BEST] * fours + [rest] * bool(rest)


IN_THE_OPEN = frozenset(
    {
        "activate",
        "bridge",
        "bridge-end",
        "building",
        "building-and-more",
        "councillor",
        "first-building",
        "gondola",
        "gondola-district",
        "gondola-source",
        "return",
        "upgrade",
    }
)
"""Questions on which advice looks at no hand."""

GROUNDS = frozenset(
    (
        *named("because", "ability", "bank", "big", "bridge", "bridge_bonus", "building", "certain", "coin"),
        *named("because", "councillor", "delay", "doge", "favourite", "full_bank", "gondola", "gondola_bonus"),
        *named("because", "green", "joker", "rivals", "rivals-spared", "tile", "value"),
        *counted("because", "coin-spared", "joker-spared", "kept_card-spared", "last_coin-spared", "points"),
    )
)

ADVISER = Adviser(
    advise,
    Numbers(),
    doubt=1.0,
    gentle=GENTLE,
    needs={"cards": "device"},
    version=3,
    in_the_open=IN_THE_OPEN,
    grounds=GROUNDS,
    guessing=GUESSING,
)
