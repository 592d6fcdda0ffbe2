"""OpenSpiel's own tests of our games, and what each player may know in them."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel
import pytest

import companion.research.spiel  # registers the games
from companion import games
from companion.research.play import worthwhile_options

HORIZON = 70
SHORT = ["rialto", "venedig", "venezia"]
"""Games that OpenSpiel's test, which clones every state, gets through in seconds."""


def variants() -> Iterator[Any]:
    """Every number of players, and every option once with each of its values."""
    for name in games.names():
        kind = games.find(name).game
        for players in kind.players:
            yield pytest.param(name, {"players": players}, id=f"{name}-{players}")
        for option, values in worthwhile_options(kind).items():
            for value in values[1:]:
                yield pytest.param(name, {"players": min(kind.players), option: value}, id=f"{name}-{option}-{value}")


@pytest.mark.parametrize(("name", "parameters"), [*variants()])
def test_conforms(name: str, parameters: dict[str, Any]) -> None:
    game = pyspiel.load_game(f"ballottino_{name}", {**parameters, "horizon": HORIZON})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", SHORT)
def test_conforms_to_the_end_of_a_game(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"ballottino_{name}"), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", games.names())
def test_states_are_serialised(name: str) -> None:
    game = pyspiel.load_game(f"ballottino_{name}", {"horizon": 40})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state = at_random(game, Random(3), 60)
    text = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert str(again) == str(state)
    assert again.history() == state.history()
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


@pytest.mark.parametrize("name", games.names())
def test_clone_goes_its_own_way(name: str) -> None:
    rng = Random(5)
    state = at_random(pyspiel.load_game(f"ballottino_{name}"), rng, 80)
    before = [state.information_state_string(player) for player in range(state.num_players())]
    clone = state.clone()
    go_on(clone, rng, 20)
    assert [state.information_state_string(player) for player in range(state.num_players())] == before
    other = state.clone()
    for action in clone.history()[len(state.history()) :]:
        other.apply_action(action)
    assert str(other) == str(clone)


@pytest.mark.parametrize("name", games.names())
def test_whole_game_has_winners(name: str) -> None:
    game = pyspiel.load_game(f"ballottino_{name}")
    state = game.new_initial_state()
    go_on(state, Random(1), 20_000 if name != "venise" else 500)
    assert sum(state.returns()) == pytest.approx(0)
    if name != "venise":  # at random that takes too long
        assert state.is_terminal()
        assert max(state.returns()) > 0


def test_sealed_answers_are_not_seen() -> None:
    game = pyspiel.load_game("ballottino_doge(players=3)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.current_player() == 0
    one, other = state.clone(), state.clone()
    one.apply_action(0)
    other.apply_action(1)
    assert one.information_state_string(0) != other.information_state_string(0)
    for player in (1, 2):
        assert one.information_state_string(player) == other.information_state_string(player)
        assert one.observation_tensor(player) == other.observation_tensor(player)


def at_random(game: Any, rng: Random, steps: int) -> Any:
    """Return a state after so many random actions."""
    state = game.new_initial_state()
    go_on(state, rng, steps)
    return state


def go_on(state: Any, rng: Random, steps: int) -> None:
    for _ in range(steps):
        if state.is_terminal():
            return
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


assert companion.research.spiel
