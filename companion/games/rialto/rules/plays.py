"""Playing cards in a stage: in turn from hands that the box dealt, or read off the table on one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from companion.choices import Pick, Sheet
from companion.games.rialto.rules.cards import CARDS, JOKER, Card
from companion.games.rialto.rules.neutral import play_neutral
from companion.games.rialto.rules.pieces import YELLOW, Building
from companion.games.rialto.rules.scoring import Means, Play, play_from, plays
from companion.games.rialto.rules.state import State
from companion.refusal import Refusal
from companion.steps import TABLE, Decision, Flow
from companion.vocabulary import named

NOW, LATER = named("delay", "now", "later")
NOW_OR_LATER, ONLY_NOW = Pick("delay", (NOW, LATER)), Pick("delay", (NOW,))
(PLAYED,) = named("column", "played")
named("unseen", "play")
named("hint", "play", "stage")
PASS = str(Play(0))
DELAY = 1
LONE_JOKERS = frozenset(
    str(play) for play in (Play(0, 1), Play(0, 0, (3,)), Play(0, 1, (DELAY,)), Play(0, 0, (DELAY, 3)))
)
"""RIA.J1: a single joker, of a card or by yellow 3, counts for nothing."""


def play_cards(game: State, stage: str, at: str) -> Flow[None]:
    """RIA.P2: clockwise from the first player, everyone plays cards of the stage's type and jokers, or passes."""
    if game.cards.known:
        yield from play_in_turn(game, stage, at)
    else:
        yield from read_plays(game, stage, at)


def idle_yellows(game: State, seat: int) -> dict[int, Building]:
    """RIA.X2: return a player's yellow buildings that may be activated, one of each value."""
    return {building.value: building for building in game.pieces.idle(seat, YELLOW)}


def values_idle(game: State, seat: int) -> tuple[int, ...]:
    return tuple(sorted([building.value for building in game.pieces.idle(seat, YELLOW)]))


# Hands dealt by the box


def play_in_turn(game: State, stage: str, at: str) -> Flow[None]:
    """RIA.X2: those who delay play after all others, in the order in which they delayed."""
    assert game.first is not None
    delayed = []
    for player in game.seats_from(game.first):
        if not isinstance(player, int):
            play_neutral(game, stage)
        elif (yield from wants_to_delay(game, player, at)):
            delayed.append(player)
        else:
            yield from play_hand(game, player, stage, at)
    for seat in delayed:
        yield from play_hand(game, seat, stage, at)


def can_delay(game: State, seat: int) -> bool:
    return game.pieces.purse[seat] > 0 and DELAY in values_idle(game, seat)


def wants_to_delay(game: State, seat: int, at: str) -> Flow[bool]:
    """RIA.X2, yellow 1: ask whether a player delays, for a coin."""
    if not can_delay(game, seat):
        return False

    def offer() -> Pick[str]:
        return NOW_OR_LATER if can_delay(game, seat) else ONLY_NOW

    if (yield from Decision("delay", seat, at, offer, "RIA.X2", {})) == NOW:
        return False
    delay(game, seat)
    return True


def delay(game: State, seat: int) -> None:
    game.pieces.activate(seat, idle_yellows(game, seat)[DELAY])
    got = game.pieces.take_coins(seat, 1)
    game.tell("delays", "RIA.X2", seat=seat, n=got)


def play_hand(game: State, seat: int, stage: str, at: str) -> Flow[None]:
    """Play from a hand that the box knows. Ask even if passing is forced, so that nothing leaks."""
    cards = game.cards
    facts = {"card": stage}

    def offer() -> Pick[str]:
        facts["hand"] = in_brief(tuple(cards.hand[seat]))
        return plays_in_hand(game, seat, stage)

    natural = cards.hand[seat].count(stage)
    chosen = yield from Decision(
        "play",
        seat,
        at,
        offer,
        "RIA.P2",
        facts,
        secret=True,
        likely=str(natural) if natural else PASS,
        always=True,
        unseen=PASS,
        against=why_not_alone,
    )
    play = play_from(chosen)
    activate_yellows(game, seat, play)
    cards.play(seat, [*([stage] * play.cards), *([JOKER] * play.jokers)])
    converted = yield from convert_cards(game, seat, stage, play.converted, at=at)
    settle(game, seat, stage, play, converted=converted)


def why_not_alone(chosen: Any) -> Refusal | None:
    """RIA.J1: refuse a joker that is played alone."""
    return Refusal("lone-joker", "RIA.J1") if type(chosen) is str and chosen in LONE_JOKERS else None


def why_none_alone(read: Any) -> Refusal | None:
    """RIA.J1: refuse a sheet on which somebody plays a joker alone."""
    rows = read.values() if type(read) is dict else ()
    plays_read = (row.get(PLAYED) for row in rows if type(row) is dict)
    return next(filter(None, map(why_not_alone, plays_read)), None)


def convert_cards(game: State, seat: int, stage: str, number: int, *, at: str) -> Flow[list[str]]:
    """RIA.X2, yellow 2 and 4: play this many cards of other types as cards of this one."""
    cards = game.cards

    def others() -> Pick[str]:
        return Pick("card", sorted({str(card) for card in cards.hand[seat] if card != stage}))

    converted = []
    for part in range(1, number + 1):
        card = yield from Decision(
            "convert", seat, f"{at}.{part}", others, "RIA.X2", {"card": stage}, secret=True, always=True
        )
        cards.play(seat, [card])
        converted.append(card)
    return converted


@lru_cache(maxsize=256)
def in_brief(hand: tuple[Card, ...]) -> str:
    """Write a hand in a few letters: each card's letter and how many there are.

    >>> in_brief(("J", "A", "A", None))
    'A2 J1'
    """
    return " ".join([f"{card}{number}" for card in CARDS if (number := hand.count(card))])


def plays_in_hand(game: State, seat: int, stage: str) -> Pick[str]:
    hand, coins = game.cards.hand[seat], game.pieces.purse[seat]
    idle = tuple([value for value in values_idle(game, seat) if value != DELAY]) if coins else ()
    return choice_of_plays(hand.count(stage), hand.count(JOKER), len(hand), idle, min(len(idle), coins))


@lru_cache(maxsize=2048)
def choice_of_plays(own: int, jokers: int, hand: int, idle: tuple[int, ...], coins: int) -> Pick[str]:
    """RIA.J1: offer what a hand dealt by the box allows. A pair of jokers is for those without a card of the type."""
    means = Means(
        cards=own, jokers=jokers, hand=hand, others=hand - own, pair=not own, idle=idle, coins=coins, refund=False
    )
    return Pick("", tuple(map(str, plays(means))))


# Cardboard hands


def read_plays(game: State, stage: str, at: str) -> Flow[None]:
    """Ask on one sheet what everyone has laid down, with jokers and yellow buildings.

    If there are too few coins for everyone who may delay, ask about delays first, in turn, since earlier players may
    take the last coin.
    """
    assert game.first is not None
    order = [player for player in game.seats_from(game.first) if isinstance(player, int)]
    if game.neutral:
        play_neutral(game, stage)
    may_delay = [seat for seat in order if can_delay(game, seat)]
    enough_coins = game.pieces.coins >= len(may_delay)
    for seat in () if enough_coins else order:
        yield from wants_to_delay(game, seat, at)
    yield from read_sheet(game, stage, order, with_delays=enough_coins, at=at)


def read_sheet(game: State, stage: str, seats: Sequence[int], *, with_delays: bool, at: str) -> Flow[None]:
    """Read all plays off one sheet. Players who can only pass have no row on it."""

    def answers_of(seat: int) -> tuple[str, ...]:
        means = means_on_table(game, seat, stage, with_delays=with_delays)
        return tuple(map(str, in_a_ring(plays(means))))

    def offer() -> Sheet:
        answers = {seat: answers_of(seat) for seat in seats}
        rows = {str(seat): {PLAYED: Pick("", own)} for seat, own in answers.items() if len(own) > 1}
        return Sheet("seat", rows)

    likely = {str(seat): {PLAYED: "1" if game.cards.hand[seat] else "0"} for seat in seats}
    facts = {"card": stage, "seat": game.first, "district": game.district}
    read = yield from Decision("stage", TABLE, at, offer, "RIA.P2", facts, likely=likely, against=why_none_alone)
    said = {seat: play_from(read[str(seat)][PLAYED]) if str(seat) in read else Play(0) for seat in seats}
    warn_of_too_many(game, stage, sum(play.cards for play in said.values()))
    warn_of_too_many(game, JOKER, sum(play.jokers for play in said.values()))
    for seat, play in said.items():
        activate_yellows(game, seat, play)
        unnamed: list[Card] = [None] * play.converted
        game.cards.play(seat, [*([stage] * play.cards), *([JOKER] * play.jokers), *unnamed])
        settle(game, seat, stage, play, converted=[])


@lru_cache(maxsize=512)
def in_a_ring(possible: tuple[Play, ...]) -> tuple[Play, ...]:
    """Order plays from 0 upwards, ending with those with jokers, so that the likely ones surround 0 on a dial.

    >>> [str(play) for play in in_a_ring((Play(0), Play(1), Play(2), Play(1, 1), Play(2, 1), Play(1, 0, (3,))))]
    ['0', '1', '2', '1*3', '2+1', '1+1']
    """

    def place(play: Play) -> tuple[bool, int, int, int]:
        with_jokers = play.jokers > 0 and not play.yellows
        laid = play.cards + play.jokers
        return (True, 0, -laid, -play.jokers) if with_jokers else (False, len(play.yellows), laid, play.jokers)

    return tuple(sorted(possible, key=place))


def means_on_table(game: State, seat: int, stage: str, *, with_delays: bool) -> Means:
    """RIA.J1: offer what a cardboard hand might allow. The players' word counts, as far as there are such cards."""
    cards = game.cards
    hand = len(cards.hand[seat])
    idle = tuple(value for value in values_idle(game, seat) if with_delays or value != DELAY)
    able = min(len(idle), game.pieces.purse[seat])
    return Means(
        cards=min(hand, cards.left(stage)),
        jokers=min(hand, cards.left(JOKER)),
        hand=hand,
        others=hand,
        pair=True,
        idle=idle if able else (),
        coins=able,
        refund=game.pieces.coins > 0,
    )


def warn_of_too_many(game: State, card: str, said: int) -> None:
    """RIA.K1: warn if players together named more cards of a type than are left."""
    if said > game.cards.left(card):
        game.tell("too-many", "RIA.K1", card=card, n=said, left=game.cards.left(card))


# Both


def activate_yellows(game: State, seat: int, play: Play) -> None:
    """RIA.X2: put a coin on each. A delay comes first and returns its coin at once."""
    for value in play.yellows:
        if value == DELAY:
            delay(game, seat)
        else:
            game.pieces.activate(seat, idle_yellows(game, seat)[value])
            game.tell("activates", "RIA.X2", seat=seat, building=f"{YELLOW}-{value}")


def settle(game: State, seat: int, stage: str, play: Play, *, converted: Sequence[str]) -> None:
    """RIA.P3: record what a player counts as having played."""
    game.plays[seat] = play
    if converted:
        game.tell("converts", "RIA.X2", seat=seat, cards=list(converted), card=stage)
    if strength := play.strength:
        game.tell("plays", "RIA.P3", seat=seat, card=stage, play=str(play), n=strength)
    else:
        game.tell("passes", "RIA.P2", seat=seat)
