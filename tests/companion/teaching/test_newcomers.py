"""Who has played a game here, and who is new to it: a practice game, alone against the box, changes neither."""

from __future__ import annotations

from pathlib import Path
from random import Random

from companion import games
from companion.ledger import Ledger
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.referee.simulation import some_answer
from companion.referee.urn import Urn
from companion.seats import seat_table
from companion.teaching.newcomers import are_new_to, people_of
from companion.teaching.practice import practice

DOGE = games.find("doge").game


def begin(ledger: Ledger, names: list[str]) -> Referee:
    table = DOGE.set_table(seat_table(names, DOGE.colours), {}, games.find("doge").layout())
    return ledger.begin(DOGE, table, Urn.fresh())


def close(referee: Referee) -> None:
    assert isinstance(referee.keeper, GameFile)
    referee.keeper.close()


def play_to_the_end(referee: Referee) -> None:
    rng = Random(5)
    while referee.open:
        seat, decision = min(referee.open.items())
        referee.answer(seat, some_answer(referee.game, decision, rng), by_box=seat in referee.game.boxed)
    close(referee)


def test_people_are_listed_once_and_the_box_never(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    for names in (["Anna", "Ben", "Zorzi"], ["Cleo", "ANNA", "Marina"]):
        close(begin(ledger, names))
    assert people_of(ledger) == ["Cleo", "ANNA", "Ben"], "those of the last game first, as they wrote themselves"


def test_whoever_has_played_a_game_to_its_end_is_no_newcomer_to_it(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    game = begin(ledger, ["Anna", "Ben", "Cleo"])
    assert are_new_to(ledger, "doge", ["ANNA"])
    play_to_the_end(game)
    assert not are_new_to(ledger, "doge", ["ANNA", "Dario"])
    assert are_new_to(ledger, "rialto", ["Anna"])


def test_practice_neither_ends_the_teaching_nor_is_a_name_remembered(tmp_path: Path) -> None:
    """A practised game is the box's for the most part: its rules still want explaining at a real table."""
    ledger = Ledger(tmp_path)
    play_to_the_end(practice(games.find("doge"), "Anna").begin(ledger))
    (kept,) = ledger.games()
    assert kept.over
    assert are_new_to(ledger, "doge", ["Anna"])
    assert people_of(ledger) == []
