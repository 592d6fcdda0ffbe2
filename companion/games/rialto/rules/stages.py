"""Phase II: six stages, each with its cards, its bonus and its actions (RIA.P1-P6, A1-G1)."""

from __future__ import annotations

from typing import Any

from companion.choices import Pick, Spread
from companion.games.rialto.rules.buildings import take_buildings
from companion.games.rialto.rules.cards import BRIDGE, BUILDING, COUNCILLOR, DOGE, GOLD, GONDOLA, STAGES, Player
from companion.games.rialto.rules.neutral import act_for_neutral, marked, tell_marker
from companion.games.rialto.rules.pieces import DISTRICTS, Connection
from companion.games.rialto.rules.plays import play_cards
from companion.games.rialto.rules.scoring import bonus as bonus_holder
from companion.games.rialto.rules.scoring import decided_by_track
from companion.games.rialto.rules.state import State
from companion.games.rialto.rules.tiles import NOWHERE, place_bridge, place_gondola, score_banks
from companion.steps import Decision, Flow
from companion.vocabulary import named

(SUPPLY,) = named("short", "supply")
named("short", "nowhere")


def phase_two(game: State) -> Flow[None]:
    game.phase = 2
    pieces, hands = game.pieces, {seat: len(game.cards.hand[seat]) for seat in game.seats}
    game.tell("holdings", "RIA.P2", coins=pieces.purse.copy(), councillors=pieces.personal.copy(), cards=hands)
    game.first = game.order()[0]  # RIA.P1
    for stage in STAGES:
        yield from play_stage(game, stage, f"{game.number}.{stage}")
        if game.holder is not None:
            game.first = game.holder  # RIA.P1; if nobody played, the first player stays
    game.stage = game.first = game.holder = None
    game.plays = {}


def play_stage(game: State, stage: str, at: str) -> Flow[None]:
    game.stage, game.plays, game.holder = stage, {}, None
    game.tell("stage", "RIA.P1", card=stage, seat=game.first)
    yield from play_cards(game, stage, at)
    order = game.order()  # RIA.P4, P5: as it stands before the stage resolves
    strengths = {player: game.plays[player].strength for player in order}
    award_bonus(game, stage, strengths)
    before = marked(game) if game.neutral else None
    for player, strength in strengths.items():
        yield from act(game, stage, player, strength=strength, bonus=int(player == game.holder), at=at)
    if stage == COUNCILLOR:
        score_banks(game)  # RIA.G1
    if game.neutral and marked(game) is not before:
        tell_marker(game)  # RIA.N3
    game.cards.clear_played()


def award_bonus(game: State, stage: str, strengths: dict[Player, int]) -> None:
    """RIA.P4: give the bonus to the highest of these strengths, which are in the order of the Doge track."""
    order = list(strengths)
    game.holder = bonus_holder(strengths, order)
    if game.holder is None:
        game.tell("no-bonus", "RIA.P4", card=stage)
        return
    parts = {player: game.plays[player].parts for player in order}
    facts: dict[str, Any] = {"card": stage, "strengths": strengths, "parts": parts, "order": order}
    by_track = decided_by_track(game.holder, strengths)
    game.tell("bonus-by-track" if by_track else "bonus", "RIA.P4", seat=game.holder, **facts)


def act(game: State, stage: str, player: Player, *, strength: int, bonus: int, at: str) -> Flow[None]:
    """RIA.P5: do what a player does in a stage. `bonus` is 1 for whoever took it."""
    if not isinstance(player, int):
        yield from act_for_neutral(game, stage, strength, bonus)
    elif stage == BRIDGE:
        score_bridges(game, player, strength)
        if bonus:
            game.gain(player, "points", 1, "RIA.D2", "bridge-bonus")
            game.tell("bridge-bonus", "RIA.D2", seat=player)
            yield from place_bridge(game, player, at)
    elif not strength:
        return
    elif stage == DOGE:
        move_ahead(game, player, strength + bonus)
    elif stage == GOLD:
        take_gold(game, player, strength + bonus)
    elif stage == BUILDING:
        yield from take_buildings(game, player, strength + bonus, at)
    elif stage == GONDOLA:
        gather(game, player, strength)
        if bonus:
            yield from gondola_bonus(game, player, at)
    else:
        yield from send_councillors(game, player, strength + bonus, at)


def move_ahead(game: State, seat: int, steps: int) -> None:
    """RIA.A1: move a space for each card, and one for the bonus."""
    track = game.pieces.track
    made = track.move(seat, steps)
    game.tell("moves", "RIA.A1", seat=seat, n=made, space=track.space(seat))


def take_gold(game: State, seat: int, wanted: int) -> None:
    """RIA.B1: take a coin for each card, and one for the bonus, or what is left."""
    got = game.pieces.take_coins(seat, wanted)
    game.tell("takes-coins" if got == wanted else "coins-short", "RIA.B1", seat=seat, n=got)


def score_bridges(game: State, seat: int, strength: int) -> None:
    """RIA.D1: score a point for each card. Playing none costs one, not below 0 unless the table agreed to that."""
    if strength:
        game.gain(seat, "points", strength, "RIA.D1", "bridges")
        game.tell("bridge-points", "RIA.D1", seat=seat, n=strength)
    elif game.options["score_floor"] == "none" or game.score[seat]["points"] > 0:
        game.gain(seat, "points", -1, "RIA.D1", "no-bridge")
        game.tell("loses-point", "RIA.D1", seat=seat)


def gather(game: State, seat: int, wanted: int) -> None:
    """RIA.E1: take councillors to the personal supply, and score a point for each one lacking."""
    got = game.pieces.take_councillors(seat, wanted)
    if got:
        game.tell("gathers", "RIA.E1", seat=seat, n=got)
    if got < wanted:
        game.gain(seat, "points", wanted - got, "RIA.E1", "lacking", n=wanted - got)
        game.tell("lacking", "RIA.E1", seat=seat, n=wanted - got)


def gondola_bonus(game: State, seat: int, at: str) -> Flow[None]:
    """RIA.E2: lay a gondola, then place a councillor of the general supply in one of the districts it joins."""
    connection = yield from place_gondola(game, seat, at)
    if connection is None:
        return
    if game.pieces.general[seat]:
        target = yield from Decision(
            "gondola-district", seat, at, lambda: Pick("short", connection.between), "RIA.E2", {}
        )
        if game.pieces.general[seat]:  # unless a correction has emptied it
            game.pieces.general[seat] -= 1
            settle_councillors(game, seat, target, 1, rule="RIA.E2")
    else:
        game.gain(seat, "points", 1, "RIA.E2", "lacking", n=1)
        game.tell("lacking", "RIA.E2", seat=seat, n=1)
        yield from move_to_gondola(game, seat, connection, at)
    score_banks(game)


def move_to_gondola(game: State, seat: int, connection: Connection, at: str) -> Flow[None]:
    """RIA.E2: with none in the general supply, offer one of the personal supply or one already in a district."""
    pieces = game.pieces

    def sources(target: str) -> list[str]:
        others = [one for one in DISTRICTS if one != target and pieces.districts[one][seat]]
        return [SUPPLY, *others] if pieces.personal[seat] else others

    def targets() -> Pick[str]:
        return Pick("short", (NOWHERE, *(one for one in connection.between if sources(one))))

    target = yield from Decision("gondola-district", seat, f"{at}.move", targets, "RIA.E2", {})
    if target == NOWHERE:
        return

    def offer() -> Pick[str]:
        return Pick("short", tuple(sources(target)) or (NOWHERE,))

    source = yield from Decision("gondola-source", seat, f"{at}.move", offer, "RIA.E2", {"district": target})
    if source == NOWHERE:  # a correction has left none to move
        return
    if source == SUPPLY:
        pieces.personal[seat] -= 1
    else:
        pieces.districts[source][seat] -= 1
    settle_councillors(game, seat, target, 1, rule="RIA.E2")


def send_councillors(game: State, seat: int, number: int, at: str) -> Flow[None]:
    """RIA.F1: fill the current district from the personal supply, then offer councillors of other districts."""
    pieces, here = game.pieces, game.district
    assert here is not None
    own = min(number, pieces.personal[seat])
    if own:
        pieces.personal[seat] -= own
        settle_councillors(game, seat, here, own, rule="RIA.F1")
    if own == number:
        return

    def offer() -> Spread:
        most = {one: pieces.districts[one][seat] for one in DISTRICTS if one != here and pieces.districts[one][seat]}
        return Spread("district", most, 0, number - own)

    brought = yield from Decision("bring", seat, at, offer, "RIA.F1", {"n": number - own}, likely={})
    sources = {source: moved for source, moved in brought.items() if moved}
    for source, moved in sources.items():
        pieces.districts[source][seat] -= moved
        pieces.districts[here][seat] += moved
    if sources:
        game.tell("brings", "RIA.F1", seat=seat, n=sum(sources.values()), sources=sources)


def settle_councillors(game: State, seat: int, district: str, number: int, *, rule: str) -> None:
    game.pieces.districts[district][seat] += number
    game.tell("places", rule, seat=seat, n=number, district=district)
