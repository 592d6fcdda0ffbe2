"""Rialto's score sheets of a stage: its bonus, from strengths or from the cards, and the neutral player's marker."""

from __future__ import annotations

from collections.abc import Mapping

from companion.choices import Choice, Count, Pick, Several, Sheet
from companion.game import Receipt
from companion.games.rialto.game import Rialto
from companion.games.rialto.rules.cards import (
    BRIDGE,
    BUILDING,
    COUNCILLOR,
    DOGE,
    GOLD,
    JOKER,
    NEUTRAL,
    OF_EACH,
    STAGES,
    Player,
    player_of,
)
from companion.games.rialto.rules.neutral import marked_among
from companion.games.rialto.rules.pieces import DISTRICTS, PLACES, Connection
from companion.games.rialto.rules.pieces import OF_EACH as TILES_OF_EACH
from companion.games.rialto.rules.scoring import CONVERTED, Play, bonus, decided_by_track
from companion.jobs.score import Counted, Fields, Filled
from companion.layout import Layout
from companion.refusal import Refusal
from companion.vocabulary import named

MOST_CARDS = 20

YELLOWS = dict(zip((2, 3, 4), named("column", "yellow-2", "yellow-3", "yellow-4"), strict=True))
"""The columns for the yellow buildings that add to a play, by value (RIA.X2)."""
ONE_MORE = {DOGE: "RIA.A1", GOLD: "RIA.B1", BUILDING: "RIA.C1", BRIDGE: "RIA.D2", COUNCILLOR: "RIA.F1"}
"""The stages in which the bonus counts as one card more, each by its rule."""
NEUTRAL_GAINS = (DOGE, COUNCILLOR)
"""The stages in which it does so for the neutral player (RIA.N5)."""

named("field", "stage", "card", "played", "turns", "laid")
named("column", "strength", "place", "cards", "jokers", "turn")
named("tally", "strength")
OF_TYPE, JOKERS, PAIR, CONVERTS, AS_JOKER = named("why", "of-type", "jokers", "pair", "converts", "as-joker")


def seats_of(players: int) -> list[str]:
    """RIA.N1: return the rows of a sheet. With two players the neutral one may be there too."""
    return [*map(str, range(1, players + 1)), *([NEUTRAL] if players == 2 else [])]


def place(players: int) -> Choice:
    """Ask for a place on the Doge track: 1 leads, 0 is a neutral player who is not there."""
    return Count("place", 0 if players == 2 else 1, len(seats_of(players)))


def order_in(rows: Filled) -> list[Player]:
    """RIA.T2: return the players by their place on the Doge track, which must all be different and without gaps.

    RIA.N1: a neutral player without a place is not there, so nothing may be entered for it.
    """
    neutral = rows.get(NEUTRAL)
    if neutral and not neutral["place"] and any(neutral.values()):
        raise Refusal("neutral-unplaced", "RIA.N1")
    named_places = {seat: row["place"] for seat, row in rows.items() if row["place"] or seat != NEUTRAL}
    if sorted(named_places.values()) != list(range(1, len(named_places) + 1)):
        raise Refusal("not-an-order", "RIA.T2", count=len(named_places))
    return [player_of(seat) for seat in sorted(named_places, key=lambda seat: named_places[seat])]


def in_turn(*columns: str) -> dict[str, dict[str, int]]:
    """Return rows with nothing in these columns and the seats in order on the Doge track, to begin with."""
    nothing = dict.fromkeys(columns, 0)
    rows = {str(seat): nothing | {"place": seat} for seat in range(1, max(Rialto.players) + 1)}
    return rows | {NEUTRAL: nothing | {"place": 0}}


def stage_fields(players: int, layout: Layout) -> Fields:
    row = {"strength": Count("strength", 0, MOST_CARDS), "place": place(players)}
    return {"stage": Sheet("seat", dict.fromkeys(seats_of(players), row))}


def count_stage(filled: Filled, layout: Layout) -> Counted:
    """RIA.P4, P5: say who takes the bonus of a stage, and in which order the players act."""
    order = order_in(filled["stage"])
    strengths = {player: filled["stage"][str(player)]["strength"] for player in order}
    holder = bonus(strengths, order)
    acting = [player for player in order if strengths[player]]
    counted = Counted({"bonus": holder, "order": acting, "first": holder})
    if holder is None:
        counted.tell("nobody-played", "RIA.P4")
    else:
        counted.tell("takes-bonus", "RIA.P4", seat=holder, n=strengths[holder])
        counted.tell("acting", "RIA.P5", seats=acting)
    return counted


def played_fields(players: int, layout: Layout) -> Fields:
    """RIA.P2, X2: ask for the stage, the cards and jokers that lie there, and the yellow buildings activated.

    A card that yellow 2 or 4 converts is not among the cards. The neutral player has no buildings (RIA.N2).
    """
    cards: dict[str, Choice] = {"cards": Count("cards", 0, OF_EACH), "jokers": Count("jokers", 0, OF_EACH)}
    yellows: dict[str, Choice] = dict.fromkeys(YELLOWS.values(), Count("", 0, TILES_OF_EACH))
    none: dict[str, Choice] = dict.fromkeys(YELLOWS.values(), Count("", 0, 0))
    on_track = {"place": place(players)}
    rows = {seat: cards | (none if seat == NEUTRAL else yellows) | on_track for seat in seats_of(players)}
    return {"card": Pick("card", STAGES), "played": Sheet("seat", rows)}


def count_played(filled: Filled, layout: Layout) -> Counted:
    """RIA.P3-P5, J1, J2: count what everyone's cards are worth, and say who takes the bonus and who acts when."""
    stage, rows = filled["card"], filled["played"]
    order = order_in(rows)
    check_cards(stage, rows)
    plays = {player: read_play(player, rows[str(player)], stage) for player in order}
    strengths = {player: play.strength for player, play in plays.items()}
    holder = bonus(strengths, order)
    acting = [player for player in order if strengths[player]]
    by_player = {str(player): strength for player, strength in strengths.items()}
    counted = Counted({"strengths": by_player, "bonus": holder, "order": acting, "first": holder})
    seats = [player for player in plays if isinstance(player, int)]
    counted.receipts = [receipt for seat in sorted(seats) for receipt in strength_receipts(seat, plays[seat])]
    if holder is None:
        counted.tell("no-bonus", "RIA.P4", card=stage)
        return counted
    key = "bonus-by-track" if decided_by_track(holder, strengths) else "bonus"
    parts = {player: play.parts for player, play in plays.items()}
    counted.tell(key, "RIA.P4", seat=holder, card=stage, strengths=strengths, parts=parts, order=order)
    if stage in (ONE_MORE if isinstance(holder, int) else NEUTRAL_GAINS):
        counted.tell("one-more", ONE_MORE[stage], seat=holder, n=strengths[holder] + 1)
    counted.tell("acting", "RIA.P5", seats=acting)
    return counted


def read_play(player: Player, row: Mapping[str, int], stage: str) -> Play:
    """RIA.J1: return a player's play; refuse a joker alone. RIA.N4: the neutral player's are Councillor cards."""
    if player == NEUTRAL:
        if row["jokers"] and stage != COUNCILLOR:
            raise Refusal("neutral-jokers", "RIA.N4")
        return Play(row["cards"] + row["jokers"])
    yellows = tuple(value for value, column in YELLOWS.items() for _ in range(row[column]))
    play = Play(row["cards"], row["jokers"], yellows)
    if play.wild and not play.strength:
        raise Refusal("lone-joker", "RIA.J1")
    return play


def check_cards(stage: str, rows: Filled) -> None:
    """RIA.K1, K3: refuse more cards or yellow buildings than there are."""
    for card, column in ((stage, "cards"), (JOKER, "jokers")):
        if (number := sum(row[column] for row in rows.values())) > OF_EACH:
            raise Refusal("too-many-cards", "RIA.K1", card=card, n=number)
    for column in YELLOWS.values():
        if (number := sum(row[column] for row in rows.values())) > TILES_OF_EACH:
            raise Refusal("too-many-tiles-of", "RIA.K3", building=column, n=number)
    for seat, row in rows.items():
        if (number := sum(row[column] for column in YELLOWS.values())) > PLACES:
            raise Refusal("board-too-small", "RIA.K3", seat=player_of(seat), n=number)


def strength_receipts(seat: int, play: Play) -> list[Receipt]:
    """RIA.P3: write receipts for each part of a strength. A pair of jokers for a missing card costs one (RIA.J1)."""
    parts: list[tuple[int, str, str, dict[str, str]]] = [(play.cards, "RIA.P3", OF_TYPE, {})]
    for value, each in CONVERTED.items():
        parts.append((each * play.yellows.count(value), "RIA.X2", CONVERTS, {"building": YELLOWS[value]}))
    parts.append((play.jokers, "RIA.J1", JOKERS, {}))
    parts.append((play.yellows.count(3), "RIA.J2", AS_JOKER, {}))
    parts.append((play.strength - play.of_type - play.wild, "RIA.J1", PAIR, {}))
    return [Receipt(seat, "strength", amount, rule, why, facts) for amount, rule, why, facts in parts if amount]


def marked_fields(players: int, layout: Layout) -> Fields:
    """RIA.N3: ask for the districts' turn tiles, and for the connections on which something lies."""
    turn: dict[str, Choice] = {"turn": Count("turn", 1, len(DISTRICTS))}
    names = [connection.name for connection in connections_of(layout)]
    return {
        "turns": Sheet("district", dict.fromkeys(DISTRICTS, turn)),
        "laid": Several("district.district", names, 0, len(names)),
    }


def connections_of(layout: Layout) -> list[Connection]:
    return [Connection((one, other)) for one, other in layout["connections"]]


def count_marked(filled: Filled, layout: Layout) -> Counted:
    """RIA.N3, N5: say where the neutral player's marker lies, and which way round its bridge would go."""
    numbers = {district: row["turn"] for district, row in filled["turns"].items()}
    if sorted(numbers.values()) != list(range(1, len(DISTRICTS) + 1)):
        raise Refusal("not-turns", "RIA.S1")
    turns = sorted(DISTRICTS, key=lambda district: numbers[district])
    free = [connection for connection in connections_of(layout) if connection.name not in filled["laid"]]
    connection = marked_among(free, turns)
    if connection is None:
        counted = Counted({"connection": None, "lower": None, "higher": None})
        counted.tell("no-marker", "RIA.N3")
        return counted
    lower, higher = sorted(connection.between, key=turns.index)
    counted = Counted({"connection": connection.name, "lower": lower, "higher": higher})
    counted.tell("marker", "RIA.N3", district=lower, other=higher)
    counted.tell("marker-bridge", "RIA.N5", district=lower)
    return counted
