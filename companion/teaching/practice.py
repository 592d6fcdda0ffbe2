"""Practice: a game that is always the same, for one person against seats of the box, who may ask what they would do.

The person plays its first rounds; then the box plays on for them, so that they see how it ends and is counted. A
practice game is known by its urn, so nothing more is kept of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.games import Kit, find
from companion.ledger.beginning import Beginning
from companion.players import BOX_NAMES, STEADY, Player, Question, Reason, place_of, reason_for
from companion.referee import Referee
from companion.referee.automatic import people_asked, thought_for
from companion.referee.urn import Urn
from companion.referee.views import SeatView
from companion.refusal import Refusal
from companion.seats import seat_table
from companion.steps import Decision

PERSON = 1
"""The seat of whoever practises."""


def practice_urn(game: str) -> Urn:
    """Return the urn of a practice game: it draws the same every time, so it is no secret."""
    return Urn(hashlib.sha256(f"practice {game}".encode()).digest(), ["practice"])


def practice(kit: Kit, name: str, folder: Path | None = None) -> Beginning:
    """Return a practice game for this person, against as few seats of the box as the game allows."""
    kind = kit.game
    players = min(kind.players)
    others = [one for one in BOX_NAMES if one.casefold() != name.strip().casefold()]
    options: Mapping[str, str] = kind.adviser.needs if kind.adviser else {}
    table = kind.set_table(
        seat_table([name, *others[: players - 1]], kind.colours), options, kit.layout(folder, options)
    )
    boxed = dict.fromkeys(range(PERSON + 1, players + 1), STEADY)
    return Beginning(kind, table, practice_urn(kind.name), boxed, taught=True)


@cache
def _practice_seal(game: str) -> str:
    return practice_urn(game).commitment


def is_practice(game: str, seal: str) -> bool:
    """Return whether this is the first seal of a practice game."""
    return seal == _practice_seal(game)


def practises(referee: Referee) -> bool:
    """Return whether somebody practises in this game."""
    return is_practice(referee.kind.name, referee.urn.commitment)


def is_played_out(referee: Referee) -> bool:
    """Return whether the person has played all rounds of a practice game, and the box is to play on."""
    if not practises(referee) or PERSON in referee.game.boxed or not referee.open:
        return False
    lesson = find(referee.kind.name).lesson
    return referee.game.round > (lesson.practised if lesson else 1)


def let_box_finish(referee: Referee) -> None:
    """Hand the person's seat to the box, which plays the game to its end."""
    referee.correct(place_of(referee.kind.adviser, PERSON), STEADY)


class Hint(NamedTuple):
    """The answer that a player of the box would give to a question, and why, where its game has advice on that."""

    decision: Decision
    answer: Any
    reason: Reason | None


def hint_for(referee: Referee, seat: int) -> Callable[[], Hint]:
    """Return a function that finds what a steady player would answer in this seat. Any thread may call it.

    The player sees what the seat sees. Refuse a hint in a game among people.
    """
    if seat != PERSON or seat not in people_asked(referee) or not practises(referee):
        raise Refusal("no-hint")
    player, decision = Player(referee.kind.adviser, STEADY), referee.open[seat]
    view, question = SeatView.of(referee, seat), Question.of(decision)
    find = thought_for(referee, player, seat)

    def think() -> Hint:
        answer = find()
        reason = reason_for(player, view, question, answer)
        return Hint(decision, answer, None if reason is None or reason.is_slip else reason)

    return think


def may_have_hint(referee: Referee, seat: int) -> bool:
    try:
        hint_for(referee, seat)
    except Refusal:
        return False
    return True
