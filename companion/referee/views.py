"""What a seat gets of a game: everything it may know, and not a byte more."""

from __future__ import annotations

from typing import Any

from companion.referee import Referee
from companion.steps import TABLE


def seat_view(referee: Referee, seat: int) -> dict[str, Any]:
    """The game for one seat, or for `TABLE`: what everyone may see."""
    return {
        "game": referee.kind.name,
        "seats": [one.to_json() for one in referee.table.seats],
        "options": dict(referee.table.options),
        "commitment": referee.urn.commitment,
        "entries": len(referee.entries),
        "pieces": referee.game.view(seat),
        "score": {str(number): dict(tallies) for number, tallies in referee.game.score.items()},
        "asked": asked(referee, seat),
        "tells": [tell.to_json() for tell in referee.game.tells if tell.to in (TABLE, seat)],
        "places": referee.outcome.places if referee.outcome else None,
        "winners": referee.outcome.winners if referee.outcome else None,
        "halted": referee.fault is not None,
    }


def asked(referee: Referee, seat: int) -> list[dict[str, Any]]:
    """The open questions: in full if they are for everyone's eyes or for this seat's; else only whose."""
    return [
        decision.to_json() if not decision.secret or number == seat else {"seat": number, "secret": True}
        for number, decision in sorted(referee.open.items())
    ]
