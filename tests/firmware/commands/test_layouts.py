"""`ballottino layout`: boards in files, checked and drawn."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from companion import games
from companion.layout import dump
from firmware.commands.cli import main

VENISE = games.find("venise").folder / "layouts"


def run(*arguments: str | Path, lang: str = "en") -> Result:
    return CliRunner().invoke(main, ["--lang", lang, "layout", *map(str, arguments)])


@pytest.mark.rule("VSE.L3")
@pytest.mark.parametrize("file", sorted(VENISE.glob("*.toml")), ids=lambda path: path.stem)
def test_our_own_boards_are_sound_and_drawn(file: Path, tmp_path: Path) -> None:
    checked = run("check", file)
    assert checked.exit_code == 0, checked.output
    assert f"{file.name}: sound, a board of Venise." in checked.stdout
    assert "+ The same for all" in checked.stdout
    picture = tmp_path / "board.svg"
    assert run("draw", file, "-o", picture).exit_code == 0
    svg = ElementTree.parse(picture).getroot()
    assert svg[0].tag.endswith("style")
    assert "venise-board" in svg.get("class", "")


@pytest.mark.parametrize("game", ["doge", "rialto", "venezia"])
def test_boards_of_every_game_can_be_checked(game: str, tmp_path: Path) -> None:
    kit = games.find(game)
    file = tmp_path / "mine.toml"
    file.write_text(dump(kit.layout()), "utf-8")
    for arguments in ((), ("--game", game)):
        checked = run("check", file, *arguments)
        assert checked.exit_code == 0, checked.output
        assert "sound" in checked.stdout
    if kit.board:
        assert run("draw", file).stdout.startswith("<svg ")


@pytest.mark.rule("VSE.L3")
def test_unsound_board_is_reported_and_not_drawn(tmp_path: Path) -> None:
    text = (VENISE / "venise-day-2.toml").read_text("utf-8").replace('red = ["', 'red = ["Z9", "')
    file = tmp_path / "venise-bad.toml"
    file.write_text(text, "utf-8")
    for command in ("check", "draw"):
        result = run(command, file)
        assert result.exit_code == 1
        assert "four gems on four cells" in result.stderr
    assert run("check", file, "--json").exit_code == 1
    assert json.loads(run("check", file, "--json").stdout)["sound"] is False


def test_a_report_as_json() -> None:
    said = json.loads(run("check", VENISE / "venise-day-3.toml", "--json").stdout)
    assert (said["game"], said["sound"]) == ("venise", True)
    assert {"key": "symmetric", "facts": {}, "good": True} in said["findings"]


@pytest.mark.parametrize(("lang", "word"), [("fr", "valable"), ("it", "valida")])
def test_it_speaks_other_languages(lang: str, word: str) -> None:
    assert word in run("check", VENISE / "venise-day-2.toml", lang=lang).stdout


@pytest.mark.parametrize(
    ("text", "code"),
    [("[side", 4), ("", 1), ("[sites]\nvalue = 3\nfrom = 'hearsay'", 4), ("[x]\nvalue = 1\nfrom = 'owner'", 1)],
)
def test_file_that_is_no_board_is_refused(tmp_path: Path, text: str, code: int) -> None:
    file = tmp_path / "what.toml"
    file.write_text(text, "utf-8")
    result = run("check", file)
    assert result.exit_code == code
    assert result.stderr.strip().endswith((".", ")"))
    assert "Traceback" not in result.output
