"""Lets Home Assistant find a box, by one retained message in its convention for devices.

The box becomes a device with sensors for the game, the round, whose turn it is, who leads and the score of each seat,
an event that fires when a game is over, and a picture of the board. All but the picture read what the box says
anyway, by templates.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from companion import games
from companion.club.messages import ONLINE, RESULT, STATE, board_topic, topic
from companion.vocabulary import named
from companion.words import Words

MOST_SEATS = max(max(games.find(name).game.players) for name in games.names())
HOME_ASSISTANT = "homeassistant"
"""The prefix under which Home Assistant listens, unless its owner has changed it."""

named("home-assistant", "game", "round", "turn", "colour", "leader", "score", "over", "board")

NAMES_OF_TURN = (
    "{% set t = value_json.table %}{% if t %}{% for seat in t.turn %}{{ t.people[seat - 1].name }}"
    "{{ ', ' if not loop.last }}{% endfor %}{% endif %}"
)
COLOUR_OF_TURN = "{% set t = value_json.table %}{{ t.people[t.turn[0] - 1].colour if t and t.turn else '' }}"
LEADER = (
    "{% set t = value_json.table %}{% if t and not t.shared %}"
    "{% set best = t.people | map(attribute='score') | max %}"
    "{{ t.people | selectattr('score', 'eq', best) | map(attribute='name') | join(', ') }}{% endif %}"
)
SCORES = (
    "{% set t = value_json.table %}{% set scores = namespace(of={}) %}"
    "{% for p in (t.people if t and not t.shared else []) %}"
    "{% set scores.of = dict(scores.of, **{p.name: p.score}) %}{% endfor %}{{ scores.of | tojson }}"
)
SCORE = (
    "{{% set t = value_json.table %}}"
    "{{{{ t.people[{index}].score if t and not t.shared and t.people | length > {index} else '' }}}}"
)
"""Of the seat with this index."""
NAME_OF_SEAT = (
    "{{% set t = value_json.table %}}"
    "{{{{ {{'name': t.people[{index}].name, 'colour': t.people[{index}].colour}} | tojson"
    " if t and t.people | length > {index} else '{{}}' }}}}"
)
GAME_OVER = (
    "{% set over = namespace(winners=[]) %}{% for seat in value_json.places[:1] | sum(start=[]) %}"
    "{% set over.winners = over.winners + [value_json.people[seat - 1].name] %}{% endfor %}"
    "{{ {'event_type': 'over', 'game': value_json.name, 'winners': over.winners} | tojson if value_json.places }}"
)


def config_topic(box: str) -> str:
    """Return the topic by which Home Assistant knows a box."""
    return f"{HOME_ASSISTANT}/device/{box}/config"


def sensors(box: str, words: Words) -> Mapping[str, Any]:
    """Return the sensors of a table: its game and round, whose turn it is, who leads, and each seat's score."""
    state = topic(box, STATE)

    def sensor(name: str, template: str, icon: str, seat: int = 0, **more: Any) -> Mapping[str, Any]:
        return {
            "platform": "sensor",
            "unique_id": f"{box}-{name}-{seat}" if seat else f"{box}-{name}",
            "name": words(f"home-assistant.{name}", seat=seat),
            "icon": f"mdi:{icon}",
            "state_topic": state,
            "value_template": template,
            **more,
        }

    def score_of(seat: int) -> Mapping[str, Any]:
        attributes = {"json_attributes_topic": state, "json_attributes_template": NAME_OF_SEAT.format(index=seat - 1)}
        return sensor("score", SCORE.format(index=seat - 1), "counter", seat, **attributes)

    return {
        "game": sensor("game", "{{ value_json.table.title if value_json.table else '' }}", "cards"),
        "round": sensor("round", "{{ value_json.table.round if value_json.table else 0 }}", "rotate-right"),
        "turn": sensor("turn", NAMES_OF_TURN, "account-clock"),
        "colour": sensor("colour", COLOUR_OF_TURN, "palette"),
        "leader": sensor(
            "leader", LEADER, "podium-gold", json_attributes_topic=state, json_attributes_template=SCORES
        ),
        **{f"score-{seat}": score_of(seat) for seat in range(1, MOST_SEATS + 1)},
    }


def components(box: str, words: Words) -> Mapping[str, Any]:
    """Return everything Home Assistant shows of a box: its sensors, the end of a game, and the board."""
    return {
        **sensors(box, words),
        "over": {
            "platform": "event",
            "unique_id": f"{box}-over",
            "name": words("home-assistant.over"),
            "icon": "mdi:trophy",
            "state_topic": topic(box, RESULT),
            "value_template": GAME_OVER,
            "event_types": ["over"],
        },
        "board": {
            "platform": "image",
            "unique_id": f"{box}-board",
            "name": words("home-assistant.board"),
            "icon": "mdi:map",
            "image_topic": board_topic(box),
            "content_type": "image/svg+xml",
        },
    }


def announcement(box: str, words: Words) -> tuple[str, Mapping[str, Any]]:
    """Return the topic and the payload that make a box known to Home Assistant."""
    payload = {
        "device": {
            "identifiers": [box],
            "name": box,
            "manufacturer": "Ballottino",
            "model": "Ballottino",
            "sw_version": version("ballottino"),
        },
        "origin": {"name": "ballottino", "sw_version": version("ballottino")},
        "availability_topic": topic(box, ONLINE),
        "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
        "qos": 1,
        "components": components(box, words),
    }
    return config_topic(box), payload
