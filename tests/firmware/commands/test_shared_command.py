"""`ballottino play --shared` plays from the urn that the hall has handed to the box with these games."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import games
from companion.club.shared import SharedUrn, UrnsOfBox
from companion.ledger import Ledger
from companion.referee.seals import seal_words
from companion.referee.urn import Urn
from companion.seats import seat_table
from tests.firmware.commands.test_cli import refused, run
from tests.tables import file_of

URN = Urn(bytes(range(32)), ["gondola", "ponte"])
SHARED = SharedUrn("doge", 3, URN.commitment, tuple(URN.stirred), URN.secret.hex())


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a box that was handed an urn."""
    UrnsOfBox.of(Ledger(tmp_path)).take([SHARED])
    return tmp_path


def play(data: Path, *arguments: str) -> str:
    return run("play", "doge", "--shared", *arguments, data=data, stdin="quit\n").stdout


def test_a_shared_urn_gives_each_table_the_same_game_once(data: Path) -> None:
    said = play(data, "--names", "Zoë,Anna,Bo")
    made = SHARED.beginning(seat_table(["Zoë", "Anna", "Bo"], games.find("doge").game.colours), {})
    assert all(seal_words(seal) in said for seal in made.seals.values())
    (kept,) = Ledger(data).games()
    assert kept.held
    referee = Ledger(data).resume(kept.id)
    assert referee.sealed == made.seals["second"]
    file_of(referee).close()
    assert UrnsOfBox.of(Ledger(data)).states(Ledger(data).games()) == {URN.commitment: "playing"}
    assert "not here any more" in refused("play", "doge", "--shared", data=data, code=3)


@pytest.mark.parametrize(
    ("arguments", "said", "code"),
    [
        (("-o", "ballots=device"), "no options", 1),
        (("--names", "A,B"), "-p says 3, but --names has 2.", 1),
        (("-p", "4"), "not here any more", 3),
    ],
)
def test_what_would_differ_from_other_tables_is_refused(
    data: Path, arguments: tuple[str, ...], said: str, code: int
) -> None:
    assert said in refused("play", "doge", "--shared", *arguments, data=data, code=code)
    assert UrnsOfBox.of(Ledger(data)).waiting() == [SHARED]


def test_without_such_an_urn_nothing_begins(tmp_path: Path) -> None:
    refused("play", "doge", "--shared", data=tmp_path, code=3)
    assert Ledger(tmp_path).games() == []
