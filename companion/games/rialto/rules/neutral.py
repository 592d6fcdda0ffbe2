"""The neutral player of the variant for two: the box decides, the table moves its pieces (RIA.N1-N6)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.choices import Spread
from companion.games.rialto.rules.cards import BRIDGE, CARDS, COUNCILLOR, DOGE, GONDOLA, JOKER, NEUTRAL, STAGES, Card
from companion.games.rialto.rules.hands import draw_cards
from companion.games.rialto.rules.pieces import DISTRICTS, Connection
from companion.games.rialto.rules.scoring import Play
from companion.games.rialto.rules.state import State
from companion.games.rialto.rules.tiles import lay_bridge, lay_gondola, score_banks
from companion.steps import TABLE, Decision, Flow

CARDS_A_ROUND = 7


def marked(game: State) -> Connection | None:
    """RIA.N3: return where the marker lies, or `None` if no connection is free."""
    if len(game.turns) < len(DISTRICTS):
        return None  # turn tiles are still being drawn
    return marked_among([game.pieces.connections[name] for name in game.pieces.free()], game.turns)


def marked_among(free: Sequence[Connection], turns: Sequence[str]) -> Connection | None:
    """RIA.N3: return the free connection of the lowest district that has one, to its lowest neighbour."""
    for district in turns:
        here = [connection for connection in free if district in connection.between]
        if here:
            return min(here, key=lambda connection: sum(map(turns.index, connection.between)))
    return None


def tell_marker(game: State) -> None:
    connection = marked(game)
    if connection is None:
        game.tell("no-marker", "RIA.N3")
    else:
        low, high = sorted(connection.between, key=game.turns.index)
        game.tell("marker", "RIA.N3", district=low, other=high)


def draw_neutral_cards(game: State) -> Flow[None]:
    """RIA.N4: draw seven cards, face up. The table names cardboard ones."""
    cards = game.cards
    cards.hand[NEUTRAL] = yield from draw_cards(game, CARDS_A_ROUND, "RIA.N4", to=TABLE)
    if not cards.known:
        cards.hand[NEUTRAL] = yield from name_cards(game, len(cards.hand[NEUTRAL]))
    will_play = {stage: number for stage in STAGES if (number := neutral_strength(game, stage))}
    game.tell("neutral-cards", "RIA.N4", cards=will_play)


def name_cards(game: State, number: int) -> Flow[list[Card]]:
    """Ask the table which cards these are."""

    def offer() -> Spread:
        most = {card: min(number, game.cards.left(card)) for card in CARDS}
        return Spread("card", most, number, number)

    read = yield from Decision("neutral-cards", TABLE, f"{game.number}", offer, "RIA.N4", {})
    return [card for card, count in read.items() for _ in range(count)]


def neutral_strength(game: State, stage: str) -> int:
    """RIA.N4, N5: count all cards of the type. Jokers are Councillor cards, one each."""
    hand = game.cards.hand[NEUTRAL]
    return hand.count(stage) + (hand.count(JOKER) if stage == COUNCILLOR else 0)


def play_neutral(game: State, stage: str) -> None:
    strength = neutral_strength(game, stage)
    kinds = (stage, JOKER) if stage == COUNCILLOR else (stage,)
    game.cards.play(NEUTRAL, [card for card in game.cards.hand[NEUTRAL] if card in kinds])
    game.plays[NEUTRAL] = Play(strength)
    if strength:
        game.tell("plays", "RIA.N5", seat=NEUTRAL, card=stage, play=f"{strength}", n=strength)


def act_for_neutral(game: State, stage: str, strength: int, bonus: int) -> Flow[None]:
    """RIA.N5: do nothing in B and C, and act in D and E only with the bonus."""
    if stage == DOGE and strength:
        track = game.pieces.track
        steps = track.move(NEUTRAL, strength + bonus)
        game.tell("moves", "RIA.N5", seat=NEUTRAL, n=steps, space=track.space(NEUTRAL))
    elif stage == BRIDGE and bonus:
        yield from neutral_bridge(game)
    elif stage == GONDOLA and bonus:
        neutral_gondola(game)
    elif stage == COUNCILLOR and strength:
        assert game.district is not None
        place_councillors(game, game.district, strength + bonus)


def neutral_bridge(game: State) -> Flow[None]:
    """RIA.N5: lay it on the marked connection, its lower value towards the lower-numbered district."""
    connection = marked(game)
    if connection is not None and game.pieces.bridge is not None:
        higher = max(connection.between, key=game.turns.index)
        yield from lay_bridge(game, NEUTRAL, connection, higher, rule="RIA.N5")


def neutral_gondola(game: State) -> None:
    """RIA.N5: lay it on the marked connection, and place a councillor in each of its two districts."""
    connection = marked(game)
    if connection is not None and game.pieces.gondolas:
        lay_gondola(game, NEUTRAL, connection, "RIA.N5")
        for district in connection.between:
            place_councillors(game, district, 1)
        score_banks(game)


def place_councillors(game: State, district: str, number: int) -> None:
    """RIA.N2: place councillors, which never run out."""
    game.pieces.districts[district][NEUTRAL] += number
    game.tell("places", "RIA.N5", seat=NEUTRAL, n=number, district=district)
