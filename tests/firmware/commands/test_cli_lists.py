"""Commands about kept games, and what they say when something is amiss."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import games
from companion.ledger import Ledger
from companion.words import Words, folders_of
from companion.words.set_up import set_up_of
from firmware.commands.tables import as_usual, names_for, set_table
from firmware.install.__main__ import main as installer
from tests.firmware.commands.test_cli import output, refused, run


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "No games in "), ("fr", "Aucune partie dans "), ("it", "Nessuna partita in ")]
)
def test_an_empty_list_says_where_it_looked(tmp_path: Path, lang: str, said: str) -> None:
    assert run("list", data=tmp_path, lang=lang).stdout == f"{said}{tmp_path}.\n"
    assert run("list", "--json", data=tmp_path).stdout == "[]\n"


def test_the_help_says_where_games_are_kept() -> None:
    assert "~/.local/share/ballottino" in run("--help").stdout


def test_names_for_another_number_of_players_are_refused(tmp_path: Path) -> None:
    assert refused("play", "doge", "-p", "4", "--names", "A,B,C", data=tmp_path) == "-p says 4, but --names has 3."
    assert run("play", "doge", "-p", "3", "--names", "A,B,C", data=tmp_path, stdin="x\nquit\n").exit_code == 0


@pytest.mark.parametrize(("wanted", "ballots"), [((), "table"), (("-o", "ballots=device"), "device")])
def test_real_cardboard_unless_the_box_shall_deal(tmp_path: Path, wanted: tuple[str, ...], ballots: str) -> None:
    run("play", "doge", *wanted, data=tmp_path, stdin="x\n\n\n\nquit\n")
    (kept,) = Ledger(tmp_path).games()
    assert Ledger(tmp_path).resume(kept.id).table.options["ballots"] == ballots


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (("-p", "0"), 0),
        (("-p", "-1"), -1),
        (("-p", "9", "--names", "A,B,C"), 9),
        (("--names", "A,B,C,D,E"), 5),
        (("--names", "A,B"), 2),
        (("--names", "A,B,C,D,A"), 5),
        (("--names", ""), 1),
    ],
)
def test_a_wrong_number_of_players_is_refused_first(tmp_path: Path, arguments: tuple[str, ...], count: int) -> None:
    """Its consequences, colours that run out or names that don't agree, are not mentioned."""
    said = f"{count} players won’t do. The game is for: 3, 4."
    assert refused("play", "doge", *arguments, data=tmp_path) == said


def test_a_record_is_imported_once(tmp_path: Path) -> None:
    record, data = tmp_path / "game.jsonl", tmp_path / "data"
    run("simulate", "doge", "-p", "3", "--seed", "5", "--record", str(record))
    game_id = run("import", str(record), data=data).stdout.strip()
    assert refused("import", str(record), data=data) == f"This game is already here: {game_id}."


@pytest.fixture
def imported(tmp_path: Path) -> str:
    record = tmp_path / "game.jsonl"
    run("simulate", "doge", "-p", "3", "--seed", "5", "--record", str(record))
    return run("import", str(record), data=tmp_path).stdout.strip()


@pytest.mark.parametrize(("lang", "yes"), [("en", "y"), ("en", "YES"), ("fr", "oui"), ("it", "sì"), ("it", "si")])
def test_a_game_is_deleted_after_two_questions_and_restored(
    tmp_path: Path, imported: str, lang: str, yes: str
) -> None:
    asked = run("delete", imported, data=tmp_path, lang=lang, stdin=f"{yes}\n{yes}\n")
    assert asked.exit_code == 0
    assert asked.stderr.count("(") == 3, "two questions with their answers, and the players"
    assert f"restore {imported}" in asked.stdout
    assert output("list", "--json", data=tmp_path) == []
    assert output("list", "--deleted", "--json", data=tmp_path) == [{"id": imported, "days": 7}]
    assert run("restore", imported, data=tmp_path).stdout.strip() == imported
    assert [game["id"] for game in output("list", "--json", data=tmp_path)] == [imported]
    assert output("list", "--deleted", "--json", data=tmp_path) == []


@pytest.mark.parametrize("said", ["", "\n", "n\n", "y\n", "y\nn\n", "y\n\n"])
def test_a_game_is_kept_unless_both_answers_are_yes(tmp_path: Path, imported: str, said: str) -> None:
    assert "Nothing was deleted." in run("delete", imported, data=tmp_path, stdin=said).stdout
    assert len(output("list", "--json", data=tmp_path)) == 1


def test_a_script_deletes_without_questions(tmp_path: Path, imported: str) -> None:
    assert run("delete", imported, "--yes", data=tmp_path).stderr == ""
    assert run("list", "--deleted", data=tmp_path).stdout == f"{imported}  kept for 7 more days\n"
    for command in ("delete", "resume"):
        assert refused(command, imported, code=3, data=tmp_path) == f"There is no game “{imported}” here."
    run("restore", imported, data=tmp_path)
    assert run("list", "--deleted", data=tmp_path).stdout == "No deleted games.\n"
    assert refused("restore", imported, code=3, data=tmp_path) == f"There is no game “{imported}” here."


@pytest.mark.parametrize("command", ["list", "resume", "import", "import again"])
def test_a_damaged_game_is_set_aside_and_reported(tmp_path: Path, command: str) -> None:
    """Whichever command finds it reports it, refused or not: there may be no other."""
    record, data = tmp_path / "game.jsonl", tmp_path / "data"
    run("simulate", "doge", "-p", "3", "--seed", "5", "--record", str(record))
    if command == "import again":
        run("import", str(record), data=data)
    (data / "games").mkdir(parents=True, exist_ok=True)
    (data / "games" / "x.sqlite").write_bytes(b"nonsense" * 100)
    name, *_ = command.split()
    said = run(name, *[str(record)] * (name == "import"), data=data).stderr.splitlines()
    assert said[0].startswith("The game x is damaged and was set aside: ")
    assert len(said) == {"list": 1, "resume": 2, "import": 1, "import again": 2}[command]


def test_uninstalling_mentions_games_only_if_there_are_any(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["uninstall", "--dry-run", "--root", str(tmp_path)]
    assert installer(arguments) == 0
    assert "The games are still" not in capsys.readouterr().out
    (tmp_path / "var/lib/ballottino").mkdir(parents=True)
    assert installer(arguments) == 0
    assert "The games are still in /var/lib/ballottino." in capsys.readouterr().out


def test_stats_counts_wins_and_whom_one_met(tmp_path: Path, imported: str) -> None:
    (game,) = Ledger(tmp_path).ended()
    name = game.names[0]
    told = json.loads(run("stats", "--json", data=tmp_path).stdout)
    assert {one["name"] for one in told["people"]} == set(game.names)
    assert {one["name"] for one in told["people"] if one["wins"]} == {game.names[n - 1] for n in game.final.winners}
    assert set(next(one for one in told["people"] if one["name"] == name)["against"]) == {*game.names} - {name}
    assert run("stats", data=tmp_path).stdout.count(" of 1 game won") == len(game.names)
    assert len(run("stats", name.upper(), "--game", game.game, data=tmp_path).stdout.splitlines()) == len(game.names)
    assert "No game among people" in run("stats", "-p", "1", data=tmp_path).stdout
    assert refused("stats", "Zeno", data=tmp_path, code=3) == "Nobody called “Zeno” has played here."


@pytest.mark.parametrize("game", games.names())
def test_the_set_up_of_a_game_is_told_at_any_time(game: str, tmp_path: Path) -> None:
    """Every step that newcomers are led through; what is drawn only in a game is left out."""
    most = games.find(game).game.players[-1]
    said = run("set-up", game, "-p", str(most), data=tmp_path).stdout
    kit = games.find(game)
    table = set_table(kit, names_for(kit, most), as_usual(kit, {}), tmp_path)
    words, steps = Words("en", folders_of(game), table.seats), set_up_of(kit.game(table))
    assert [line[6:] for line in said.splitlines()] == [step.text(words) for step in steps]
    assert not any(line.endswith(":") for line in said.splitlines())


def test_the_set_up_depends_on_the_options(tmp_path: Path) -> None:
    def told(ballots: str) -> str:
        return run("set-up", "doge", "-o", f"ballots={ballots}", data=tmp_path).stdout

    assert "stay packed" in told("device")
    assert "Everyone takes 7 area cards" in told("table")
    assert "3" in refused("set-up", "doge", "-p", "9", data=tmp_path)
