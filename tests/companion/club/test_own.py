"""A box alone has a hall of fame too: counted from the index of its ledger, without opening a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.club.messages import result
from companion.club.own import OwnFame
from companion.games import find
from companion.ledger import Ledger
from companion.ledger.game_file import GameFile
from companion.players import PEOPLE, STEADY, place_of
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn, some_answer
from tests.tables import file_of, table


def play(
    ledger: Ledger, seed: int, players: int = 2, *, boxed: int | None = None, back_after: int | None = None
) -> Referee:
    """Return a game of Venezia, played to its end at random; a seat of the box may be taken back at some time."""
    rng, kind = Random(seed), find("venezia").game
    referee = ledger.begin(kind, table("venezia", players), random_urn(rng))
    if boxed is not None:
        referee.correct(place_of(kind.adviser, boxed), STEADY)
    while referee.open:
        if boxed is not None and len(referee.entries) == back_after:
            referee.correct(place_of(kind.adviser, boxed), PEOPLE)
            boxed = None
        seat, decision = next(iter(referee.open.items()))
        referee.answer(seat, some_answer(referee.game, decision, rng), by_box=seat == boxed)
    file_of(referee).close()
    return referee


def winners(referee: Referee) -> list[str]:
    assert referee.outcome is not None
    return [referee.table.seats[seat - 1].name for seat in referee.outcome.winners]


def test_fame_is_counted_from_the_index_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Ledger(tmp_path)
    played = [play(ledger, seed, 2 + seed % 2) for seed in range(4)]
    ledger.games()
    monkeypatch.setattr(Ledger, "peek", None)
    for asked in (ledger, Ledger(tmp_path)):
        fame = {one.name: one for one in OwnFame(asked).fame()}
        won = [name for referee in played for name in winners(referee)]
        assert {name: one.wins for name, one in fame.items()} == {name: won.count(name) for name in fame}
        assert fame["Anna"].games == len(played)
        scores = [next(iter(referee.game.score[1].values())) for referee in played]
        assert fame["Anna"].average == sum(scores) / len(played)
        assert fame["Anna"].against["Cleo"].games == 2


def test_games_with_a_seat_of_the_box_count_apart(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    play(ledger, 1)
    play(ledger, 2, boxed=2)
    own = OwnFame(ledger)
    assert {one.name: one.games for one in own.fame()} == {"Anna": 1, "Ben": 1}
    assert {one.name: one.games for one in own.fame(with_boxes=True)} == {"Anna": 1}


@pytest.mark.parametrize("back_after", [1, 40])
def test_a_seat_once_played_by_the_box_stays_marked(tmp_path: Path, back_after: int) -> None:
    """Else a person could have the box win and take the win. A seat taken back before it answered is a person's."""
    ledger = Ledger(tmp_path)
    referee = play(ledger, 2, boxed=2, back_after=back_after)
    assert not referee.game.boxed
    names = {one.name for one in OwnFame(ledger).fame()}
    assert names == ({"Anna", "Ben"} if back_after == 1 else set())
    told = [bool(one.get("box")) for one in result(referee, {}, 0, "1")["people"]]
    assert told == [False, back_after > 1]


def test_fame_follows_the_games_that_are_played_undone_and_deleted(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    own = OwnFame(ledger)
    assert own.fame() == []
    referee = play(ledger, 1)
    assert own.fame()[0].games == 1
    assert own.fame() is own.fame(), "counted once"
    again = ledger.resume(file_of(referee).path.stem)
    again.undo(len(again.entries) - 1, consent=again.game.seats)
    assert own.fame() == []
    play_random(again, Random(1))
    file_of(again).close()
    assert own.fame()[0].games == 1
    ledger.delete(file_of(referee).path.stem)
    assert own.fame() == []


def test_a_game_whose_file_does_not_say_how_it_ended_is_replayed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = Ledger(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(GameFile, "finish", lambda file, final, real=GameFile.finish: real(file))
        referee = play(ledger, 3)
    ended = ledger.ended()
    assert [game.final for game in ended] == [referee.run.final]
    monkeypatch.setattr(Ledger, "peek", None)
    assert Ledger(tmp_path).ended() == ended


def test_spellings_that_differ_in_capitals_are_one_person(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    play(ledger, 1)
    kind = find("venezia").game
    usual = table("venezia", 2)
    lower = kind.set_table(
        [replace(seat, name=seat.name.lower()) for seat in usual.seats], usual.options, usual.layout
    )
    referee = ledger.begin(kind, lower, random_urn(Random(5)))
    play_random(referee, Random(5))
    file_of(referee).close()
    assert {one.name: one.games for one in OwnFame(ledger).fame()} == {"anna": 2, "ben": 2}
