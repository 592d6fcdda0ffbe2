"""The ladder: every table size of every game, played a batch at a time, and gone on with where it was."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.tournaments import ladder, tournament
from companion.tournaments.ladder import Rung, climb, ladder_kept, page, rows
from companion.versioned import write_mapping


def test_every_game_and_number_of_players_has_a_row() -> None:
    seated = {(row.game, len(row.players)) for row in rows()}
    assert seated == {(game, players) for game in games.names() for players in games.find(game).game.players}


def test_thinking_has_rows_where_there_is_search() -> None:
    """Among them one with ten times the budget of the others."""
    thinking = {row.game: row for row in rows() if any(player.playouts for player in row.entrants())}
    assert set(thinking) == {name for name in games.names() if (one := games.find(name).game.adviser) and one.search}
    for row in thinking.values():
        first, *others = [player.playouts for player in row.entrants()]
        assert [10 * other for other in others] == [first] * len(others)
    with pytest.raises(LookupError):
        Rung("doge", ("sharp", "clever", "sharp")).entrants()


def test_a_ladder_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "BATCH", 1)
    monkeypatch.setattr(
        ladder, "rows", lambda: [Rung("rialto", ("sharp", "random")), Rung("rialto", ("sharp", "steady"))]
    )
    kept = tmp_path / "players.json"
    assert [row.games for row in islice(climb(kept, most=4), 1)] == [2], "every urn from both seats"
    assert [row.games for row in climb(kept, most=4)] == [2, 4, 4]
    again, other = ladder_kept(kept)
    assert again.games == other.games == 4
    assert min(again.spent, other.spent) > 0
    assert again.slow > 0
    assert f"| rialto | sharp, random | 4 | {25 * again.wins:.1f} %" in page(kept)


def test_rows_come_to_the_same_on_several_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "BATCH", 1)
    seated = [("sharp", "random"), ("sharp", "steady"), ("sharp", "sharp")]
    monkeypatch.setattr(ladder, "rows", lambda: [Rung("rialto", players) for players in seated])
    came_to = []
    for processes in (1, 2):
        kept = tmp_path / f"{processes}.json"
        assert sum(1 for _ in climb(kept, most=4, processes=processes)) == 6
        came_to.append([(row.games, row.wins, row.times.total()) for row in ladder_kept(kept)])
    assert came_to[0] == came_to[1]


def test_rows_that_think_play_a_rotation_at_once_with_the_same_urns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is stopped after a minute has played something, and in the end the urns of every other row."""
    thinking = Rung("venise", ("sharp:24", "sharp"))
    assert (thinking.step, thinking.batch) == (2, 20)
    assert Rung("venise", ("sharp", "steady")).step == 20
    quick = Rung("venise", ("sharp", "steady"))
    urns: list[bytes] = []

    def note(kind: Any, table: Any, players: Any, *, order: Any, secret: bytes, result: Any) -> None:
        urns.append(secret)
        result.entrants[0].games += 1

    monkeypatch.setattr(tournament, "play_one", note)
    quick.play(20, 0)
    quick.play(20, 20)
    whole = [*urns]
    urns.clear()
    for played in range(0, 40, 2):
        thinking.play(2, played)
    assert urns == whole
    assert len(set(whole)) == 20


def test_every_game_has_a_mirror_and_a_control() -> None:
    """Whoever reads the other rows can tell from them what luck and chance alone come to."""
    for game in games.names():
        smallest = [row.players for row in rows() if row.game == game and len(row.players) == min(row_sizes(game))]
        assert any(set(players) == {"sharp"} for players in smallest)
        assert any(players[0] == "random" and set(players[1:]) == {"sharp"} for players in smallest)


def row_sizes(game: str) -> set[int]:
    return {len(row.players) for row in rows() if row.game == game}


def test_another_version_of_a_player_begins_anew(tmp_path: Path) -> None:
    kept = tmp_path / "players.json"
    row = rows()[0]
    write_mapping(kept, 1, {f"{row.name}9": {"games": 9, "wins": 9, "times": {}}})
    assert ladder_kept(kept)[0].games == 0
