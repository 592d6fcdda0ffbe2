"""A finished game as a link that the app BG Stats opens and stores as a play.

The format is that of the app's makers: bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites
"""

from __future__ import annotations

import json
import time
from urllib.parse import quote

from companion.referee import Referee

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="


def began(game_id: str) -> time.struct_time | None:
    """Return when a game began by the box's clock, taken from its id.

    >>> began("20260131-201500-doge-abcdef").tm_hour
    20
    """
    try:
        return time.strptime(game_id[:15], "%Y%m%d-%H%M%S")
    except ValueError:
        return None


def play_link(game_id: str, name: str, referee: Referee) -> str:
    """Return the link. The app matches game and players by name, and asks before it stores anything."""
    assert referee.outcome is not None
    winners = referee.outcome.winners
    tally = referee.kind.tallies[0]
    play = {
        "sourceName": "Ballottino",
        "sourcePlayId": game_id,
        "playDate": _date(game_id),
        "game": {"name": name, "sourceGameId": referee.kind.name, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": seat.name,
                "sourcePlayerId": seat.name.casefold(),
                "score": referee.game.score[seat.number][tally],
                "winner": seat.number in winners,
            }
            for seat in referee.table.seats
        ],
    }
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _date(game_id: str) -> str:
    """Return the date as the app wants it: in UTC."""
    when = began(game_id)
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(time.mktime(when) if when else None))
