"""`ballottino compare` sets tables of one urn side by side; `export` holds a shared game back, unless told not to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.games import find
from companion.ledger import Ledger
from companion.ledger.record import write
from companion.referee.urn import Urn
from companion.words import LANGUAGES
from tests.companion.club.test_comparing import played
from tests.companion.club.test_shared import play
from tests.firmware.commands.test_cli import output, refused, run
from tests.tables import id_of, table


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Two tables of the same urn."""
    paths = [tmp_path / f"{number}.jsonl" for number in range(2)]
    for number, path in enumerate(paths):
        path.write_text(write(played(number).replay()), "utf-8")
    return [str(path) for path in paths]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_of_one_urn_are_compared_in_every_language(files: list[str], lang: str) -> None:
    said = run("compare", *files, lang=lang).stdout
    assert all(name in said for name in ("Anna", "Ben", "Cleo", "Dario", "Elena", "Fausto"))
    assert "compare." not in said, "every word is worded"


def test_a_comparison_as_data_has_every_question(files: list[str]) -> None:
    found = output("compare", "--json", *files)
    assert found["tables"] == [["Anna", "Ben", "Cleo"], ["Dario", "Elena", "Fausto"]]
    assert sum(person["above"] for person in found["people"]) == 0
    assert all(len(question["answers"]) == 2 for question in found["questions"])


def test_what_cannot_be_compared_is_refused_in_a_sentence(files: list[str], tmp_path: Path) -> None:
    refused("compare", files[0])
    refused("compare", files[0], files[0])
    other = tmp_path / "other.jsonl"
    other.write_text(write(played(1, urn=Urn(bytes(32))).replay()), "utf-8")
    assert "same urn" in refused("compare", files[0], str(other))
    other.write_text("no record", "utf-8")
    refused("compare", files[0], str(other), code=4)


def test_a_shared_game_is_exported_only_by_the_owners_word(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    referee = ledger.begin(find("venezia").game, table("venezia", 2), Urn(bytes(32)), shared=True)
    play(referee)
    assert "held back" in refused("export", id_of(referee), data=tmp_path)
    text = run("export", id_of(referee), "--anyway", data=tmp_path).stdout
    assert json.loads(text.splitlines()[0])["secret"] == "00" * 32
