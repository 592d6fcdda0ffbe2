"""How cards are played in a stage: each in turn from the box's hands, or read off the table on one sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.choices import Pick, Sheet
from companion.games.rialto.rules.cards import JOKER, Card
from companion.games.rialto.rules.neutral import play_neutral
from companion.games.rialto.rules.pieces import YELLOW, Building, value_of
from companion.games.rialto.rules.scoring import Means, Play, play_from, plays
from companion.steps import TABLE, Decision, Flow
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.rialto.game import Rialto

NOW, LATER = named("delay", "now", "later")
(PLAYED,) = named("column", "played")
named("unseen", "play")
named("hint", "play", "stage")
PASS = str(Play(0))
DELAY = 1


def play_cards(game: Rialto, stage: str, at: str) -> Flow[None]:
    """RIA.P2: from the first player clockwise each plays cards of the stage's type and jokers, or passes."""
    if game.cards.known:
        yield from play_in_turn(game, stage, at)
    else:
        yield from read_plays(game, stage, at)


def idle_yellows(game: Rialto, seat: int) -> dict[int, Building]:
    """His yellow buildings that may be activated, one of each value (RIA.X2)."""
    return {value_of(building.kind): building for building in game.pieces.idle(seat, YELLOW)}


def values_idle(game: Rialto, seat: int) -> tuple[int, ...]:
    return tuple(sorted(value_of(building.kind) for building in game.pieces.idle(seat, YELLOW)))


# Cards in the box


def play_in_turn(game: Rialto, stage: str, at: str) -> Flow[None]:
    """Who delays takes his turn after all others, in the order in which they delayed (RIA.X2)."""
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


def wants_to_delay(game: Rialto, seat: int, at: str) -> Flow[bool]:
    """RIA.X2, yellow 1: declared instead of playing, for a coin."""

    def offer() -> Pick:
        able = game.pieces.purse[seat] and DELAY in idle_yellows(game, seat)
        return Pick("delay", (NOW, LATER) if able else (NOW,))

    if (yield Decision("delay", seat, at, offer, "RIA.X2", {})) == NOW:
        return False
    delay(game, seat)
    return True


def delay(game: Rialto, seat: int) -> None:
    game.pieces.activate(seat, idle_yellows(game, seat)[DELAY])
    got = game.pieces.take_coins(seat, 1)
    game.tell("delays", "RIA.X2", seat=seat, n=got)


def play_hand(game: Rialto, seat: int, stage: str, at: str) -> Flow[None]:
    """A play from a hand that the box knows. Asked even of who must pass: else everyone would know."""
    cards = game.cards

    def offer() -> Pick:
        return Pick("", tuple(map(str, plays(means_in_hand(game, seat, stage)))))

    natural = cards.hand[seat].count(stage)
    chosen: str = yield Decision(
        "play",
        seat,
        at,
        offer,
        "RIA.P2",
        {"card": stage, "hand": in_brief(cards.hand[seat])},
        secret=True,
        likely=str(natural) if natural else PASS,
        always=True,
        unseen=PASS,
    )
    play = play_from(chosen)
    activate_yellows(game, seat, play)
    cards.play(seat, [*([stage] * play.cards), *([JOKER] * play.jokers)])
    converted = []
    for number in range(1, play.converted + 1):

        def others() -> Pick:
            return Pick("card", sorted({str(card) for card in cards.hand[seat] if card != stage}))

        card: str = yield Decision(
            "convert", seat, f"{at}.{number}", others, "RIA.X2", {"card": stage}, secret=True, always=True
        )
        cards.play(seat, [card])
        converted.append(card)
    settle(game, seat, stage, play, converted)


def in_brief(hand: Sequence[Card]) -> str:
    """A hand in a few letters: each card's letter and how many there are.

    >>> in_brief(["J", "A", "A", None])
    'A2 J1'
    """
    held = Counter(card for card in hand if card)
    return " ".join(f"{card}{held[card]}" for card in sorted(held))


def means_in_hand(game: Rialto, seat: int, stage: str) -> Means:
    """RIA.J1: with cards in the box the hand is checked: the pair of jokers is for who has no card of the type."""
    hand = game.cards.hand[seat]
    own = hand.count(stage)
    idle = tuple(value for value in values_idle(game, seat) if value != DELAY)
    coins = min(len(idle), game.pieces.purse[seat])
    return Means(own, hand.count(JOKER), len(hand), len(hand) - own, not own, idle if coins else (), coins, False)


# Cards on the table


def read_plays(game: Rialto, stage: str, at: str) -> Flow[None]:
    """One sheet for the whole table: what each has laid down, with jokers and yellow buildings.

    Were there too few coins for all who may delay, they are asked for that first, in turn: who gets one then
    depends on those before.
    """
    assert game.first is not None
    order = [player for player in game.seats_from(game.first) if isinstance(player, int)]
    if game.neutral:
        play_neutral(game, stage)
    may_delay = [seat for seat in order if game.pieces.purse[seat] and DELAY in idle_yellows(game, seat)]
    coins_do = game.pieces.coins >= len(may_delay)
    for seat in () if coins_do else order:
        yield from wants_to_delay(game, seat, at)
    yield from read_sheet(game, stage, order, coins_do, at)


def read_sheet(game: Rialto, stage: str, seats: Sequence[int], with_delays: bool, at: str) -> Flow[None]:
    """Who can only pass, with no card in hand, has no line on the sheet."""

    def texts_of(seat: int) -> tuple[str, ...]:
        return tuple(map(str, in_a_ring(plays(means_on_table(game, seat, stage, with_delays)))))

    def offer() -> Sheet:
        options = {seat: texts_of(seat) for seat in seats}
        rows = {str(seat): {PLAYED: Pick("", texts)} for seat, texts in options.items() if len(texts) > 1}
        return Sheet("seat", rows)

    likely = {str(seat): {PLAYED: "1" if game.cards.hand[seat] else "0"} for seat in seats}
    facts = {"card": stage, "seat": game.first, "district": game.district}
    read = yield Decision("stage", TABLE, at, offer, "RIA.P2", facts, likely=likely)
    said = {seat: play_from(read[str(seat)][PLAYED]) if str(seat) in read else Play(0) for seat in seats}
    warn_of_too_many(game, stage, sum(play.cards for play in said.values()))
    warn_of_too_many(game, JOKER, sum(play.jokers for play in said.values()))
    for seat, play in said.items():
        activate_yellows(game, seat, play)
        unnamed: list[Card] = [None] * play.converted
        game.cards.play(seat, [*([stage] * play.cards), *([JOKER] * play.jokers), *unnamed])
        settle(game, seat, stage, play, [])


@lru_cache(maxsize=512)
def in_a_ring(possible: tuple[Play, ...]) -> tuple[Play, ...]:
    """From 0 on upwards, and on the other side of 0 those with jokers: what is played most is all near 0.

    >>> [str(play) for play in in_a_ring((Play(0), Play(1), Play(2), Play(1, 1), Play(2, 1), Play(1, 0, (3,))))]
    ['0', '1', '2', '1*3', '2+1', '1+1']
    """

    def place(play: Play) -> tuple[bool, int, int, int]:
        with_jokers = play.jokers > 0 and not play.yellows
        laid = play.cards + play.jokers
        return (True, 0, -laid, -play.jokers) if with_jokers else (False, len(play.yellows), laid, play.jokers)

    return tuple(sorted(possible, key=place))


def means_on_table(game: Rialto, seat: int, stage: str, with_delays: bool) -> Means:
    """RIA.J1: with cards on the table a player is taken at his word, as far as there are such cards."""
    cards, coins = game.cards, game.pieces.coins
    hand = len(cards.hand[seat])
    idle = tuple(value for value in values_idle(game, seat) if with_delays or value != DELAY)
    able = min(len(idle), game.pieces.purse[seat])
    most = min(hand, cards.left(stage)), min(hand, cards.left(JOKER))
    return Means(*most, hand, hand, True, idle if able else (), able, coins > 0)


def warn_of_too_many(game: Rialto, card: str, said: int) -> None:
    """No twelfth card of a type (RIA.K1): players together named more than there can be."""
    if said > game.cards.left(card):
        game.tell("too-many", "RIA.K1", card=card, n=said, left=game.cards.left(card))


# Both


def activate_yellows(game: Rialto, seat: int, play: Play) -> None:
    """RIA.X2: a coin on each; a delay comes first and brings its coin at once."""
    for value in play.yellows:
        if value == DELAY:
            delay(game, seat)
        else:
            game.pieces.activate(seat, idle_yellows(game, seat)[value])
            game.tell("activates", "RIA.X2", seat=seat, building=f"{YELLOW}-{value}")


def settle(game: Rialto, seat: int, stage: str, play: Play, converted: Sequence[str]) -> None:
    """RIA.P3: what he counts as having played."""
    game.plays[seat] = play
    if converted:
        game.tell("converts", "RIA.X2", seat=seat, cards=list(converted), card=stage)
    if play.strength:
        game.tell("plays", "RIA.P3", seat=seat, card=stage, play=str(play), n=play.strength)
    else:
        game.tell("passes", "RIA.P2", seat=seat)
