"""Our games as OpenSpiel's: `pyspiel.load_game("ballottino_doge", {"players": 4})`, once this has been imported.

    >>> import pyspiel, companion.research.spiel
    >>> game = pyspiel.load_game("ballottino_rialto(players=3,score_floor=none)")
    >>> game.num_players()
    3

A state's actions are the picks of `companion.research.play`. All returns are in at the end: the winners share what
the others have lost, so that two players win or lose 1. A game that reaches its `horizon` is nobody's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import numpy as np
import pyspiel

from companion import games
from companion.players.knowledge import Knowledge
from companion.referee.entries import Answer
from companion.referee.position import Position
from companion.referee.worlds import knowledge_of, open_run, sample_world
from companion.research.picks import WIDEST
from companion.research.play import FEATURES, HORIZON, Play, features, table_for, worthwhile_options, written

PREFIX = "ballottino_"
Parameters = Mapping[str, Any]


def game_type(name: str) -> pyspiel.GameType:
    kind = games.find(name).game
    options = {option: values[0] for option, values in worthwhile_options(kind).items()}
    return pyspiel.GameType(
        short_name=f"{PREFIX}{name}",
        long_name=f"{kind.__name__} ({kind.author})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(kind.players),
        min_num_players=min(kind.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(kind.players), "horizon": HORIZON, **options},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One of our games, with its number of players, its options and its horizon as parameters."""

    name: ClassVar[str]
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: Parameters | None = None) -> None:
        params = {**self.kind.parameter_specification, **(params or {})}
        self.horizon = int(params["horizon"])
        players = int(params["players"])
        options = {option: params[option] for option in worthwhile_options(games.find(self.name).game)}
        self.start = Play.begin(self.name, players, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=WIDEST,
            max_chance_outcomes=WIDEST,
            num_players=players,
            min_utility=-1.0,
            max_utility=players - 1.0,
            utility_sum=0.0,
            max_game_length=self.horizon,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"an observer has no parameters: {params}")
        return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of one of our games. OpenSpiel copies it by copying `line`."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.line = CountedPlay(game.name, game.start.copy(), game.horizon)

    @property
    def play(self) -> Play:
        return self.line.play

    def current_player(self) -> int:
        play = self.play
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        assert play.decision is not None
        return int(pyspiel.PlayerId.CHANCE) if play.is_chance else play.decision.seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.play.options)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.play.chances()))

    def _apply_action(self, action: int) -> None:
        self.line.pick(action)

    def _action_to_string(self, player: int, action: int) -> str:
        play = self.play
        assert play.decision is not None
        return f"{play.decision.key}: {play.options[action]}" if action < len(play.options) else f"{action}"

    def is_terminal(self) -> bool:
        return self.play.decision is None or self.line.picked >= self.line.horizon

    def returns(self) -> list[float]:
        return list(self.play.rewards().values())

    def __str__(self) -> str:
        return written(self.play.seen(0))


class CountedPlay:
    """The state of a game after some picks, and their number. It is pickled as its answers alone."""

    def __init__(self, name: str, play: Play, horizon: int, picked: int = 0) -> None:
        self.name = name
        self.play = play
        self.horizon = horizon
        self.picked = picked

    def pick(self, action: int) -> None:
        self.play.pick(action)
        self.picked += 1

    def __deepcopy__(self, memo: dict[int, Any]) -> CountedPlay:
        return CountedPlay(self.name, self.play.copy(), self.horizon, self.picked)

    def __reduce__(self) -> tuple[Any, ...]:
        run = self.play.run
        options = {key: run.game.options[key] for key in worthwhile_options(type(run.game))}
        answers = [(entry.seat, entry.value) for entry in run.entries if isinstance(entry, Answer)]
        return again, (self.name, len(run.game.seats), options, answers, self.play.chosen, self.horizon, self.picked)


def again(
    name: str,
    players: int,
    options: dict[str, str],
    answers: list[tuple[int, Any]],
    chosen: list[int],
    horizon: int,
    picked: int,
) -> CountedPlay:
    """Make a line again from its answers, and the picks of the one that is not complete yet."""
    table = table_for(name, players, tuple(sorted(options.items())))
    position = Position(open_run(games.find(name).game, table))
    for seat, value in answers:
        position.answer(position.run.open[seat], value)
    return CountedPlay(name, with_picks(Play(position), chosen), horizon, picked)


def with_picks(play: Play, chosen: Sequence[int]) -> Play:
    for index in chosen:
        play.pick(index)
    return play


class Resampler:
    """Gives OpenSpiel's search worlds that fit what a player has seen: `bot.set_resampler(Resampler(Random(1)))`."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._known: tuple[Any, Knowledge] | None = None

    def __call__(self, state: SpielState, player: int) -> SpielState:
        position = state.play.position
        moment = (state.history(), player, position.length)
        if self._known is None or self._known[0] != moment:
            self._known = moment, knowledge_of(position.run, player + 1, in_order=True)
        game = position.run.game
        world = sample_world(type(game), game.table, self._known[1], self._rng)
        other: SpielState = state.get_game().new_initial_state()
        play = with_picks(Play(world), state.play.chosen)
        other.line = CountedPlay(state.line.name, play, state.line.horizon, state.line.picked)
        return other


class Observer:
    """The observation of a player, as numbers and as text; with perfect recall, all that was told as well."""

    def __init__(self, iig_obs_type: Any) -> None:
        self.recalls = iig_obs_type.perfect_recall
        self.tensor = np.zeros(FEATURES, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = features(state.play.seen(player + 1))

    def string_from(self, state: SpielState, player: int) -> str:
        seen = written(state.play.seen(player + 1))
        return f"{state.play.memory(player + 1)} {seen}" if self.recalls else seen


def register(name: str) -> None:
    """Let OpenSpiel find one of our games. It wants a class for each."""
    kind = game_type(name)
    pyspiel.register_game(kind, type(kind.short_name, (SpielGame,), {"name": name, "kind": kind}))


for _name in games.names():
    register(_name)
