"""The command `ballottino`, run as a person would."""

from __future__ import annotations

import json
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from companion import games
from companion.club.book import Book
from companion.club.evening import draw_round, write_evening
from companion.game import Broken
from companion.games.doge.game import Doge
from companion.referee.seals import seal_words
from companion.rules import rules_of
from companion.words import Words, folders_of
from firmware.commands.cli import main
from tests.tables import rechained


def run(*arguments: str, data: Path | None = None, stdin: str = "", lang: str = "en") -> Result:
    before = ["--lang", lang] + (["--data", str(data)] if data else [])
    return CliRunner().invoke(main, [*before, *arguments], input=stdin)


def output(*arguments: str, **kwargs: Any) -> Any:
    result = run(*arguments, **kwargs)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refused(*arguments: str, code: int = 1, **kwargs: Any) -> str:
    """Return what a refused command says on standard error: one sentence, no traceback."""
    result = run(*arguments, **kwargs)
    assert result.exit_code == code
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    return result.stderr.strip()


def test_games() -> None:
    listed = output("games", "--json")
    assert [entry["game"] for entry in listed] == games.names()
    doge = next(entry for entry in listed if entry["game"] == "doge")
    assert doge["players"] == [3, 4]
    assert doge["options"]["ballots"] == ["device", "table"]
    assert "Doge, players: 3, 4" in run("games").stdout


def test_simulate_prints_its_figures() -> None:
    figures = output("simulate", "doge", "-p", "3", "-n", "2", "--seed", "7", "--check", "every", "--json")
    assert set(figures) == {"games", "answers", "seconds", "answers_per_s", "games_per_s", "mean_answers"}
    assert figures["games"] == 2
    assert "answers a second" in run("simulate", "doge", "-p", "3").stdout


def test_simulate_is_reproducible(tmp_path: Path) -> None:
    for name in ("one", "two"):
        run(
            "simulate",
            "doge",
            "-p",
            "4",
            "--seed",
            "3",
            "-o",
            "ballots=table",
            "--record",
            str(tmp_path / name),
        )
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()


def test_a_broken_invariant_is_reported_with_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(self: Doge) -> None:
        if self.year == 2:
            raise Broken("a house is missing")

    monkeypatch.setattr(Doge, "check", check)
    path = tmp_path / "broken.jsonl"
    said = refused("simulate", "doge", "-p", "3", "--check", "every", "--record", str(path))
    assert "a house is missing" in said
    monkeypatch.undo()
    assert "Year 2" in run("replay", str(path)).stdout, "the record leads to the very moment"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("simulate", "chess", "-p", "3"), 3, f"There is no game “chess”. Known: {', '.join(games.names())}."),
        (("simulate", "doge", "-p", "2"), 1, "2 players won’t do. The game is for: 3, 4."),
        (("simulate", "doge", "-p", "3", "-o", "x=y"), 1, "There is no option “x”."),
        (
            ("simulate", "doge", "-p", "3", "-o", "ballots=air"),
            1,
            "ballots can’t be “air”, only: device, table.",
        ),
        (("simulate", "doge", "-p", "3", "-o", "ballots"), 1, "“ballots” is not key=value."),
        (("rules", "doge", "DOG.Z9"), 3, "There is no rule “DOG.Z9”."),
        (("score", "doge", "x"), 3, "There is no sheet “x”. Known: count, price, tied, end."),
        (("draw", "doge", "x"), 3, "There is nothing called “x” to draw. Known: first, order."),
    ],
)
def test_wrong_arguments_are_refused_with_the_right_ones(arguments: tuple[str, ...], code: int, said: str) -> None:
    assert refused(*arguments, code=code).startswith(said)


def test_refusals_speak_the_users_language() -> None:
    french, italian = (refused("rules", "doge", "DOG.Z9", code=3, lang=lang) for lang in ("fr", "it"))
    assert french != italian


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    run("simulate", "doge", "-p", "3", "--seed", "5", "--record", str(path))
    return path


def test_verify_and_replay(finished: Path) -> None:
    assert output("verify", str(finished), "--json")["true"] is True
    assert "true to the urn" in run("verify", str(finished)).stdout
    view = output("replay", str(finished), "--upto", "3", "--seat", "1", "--json")
    assert view["entries"] == 3
    assert "own" in view["pieces"]
    assert "own" not in output("replay", str(finished), "--json")["pieces"]
    assert "Year 1" in run("replay", str(finished)).stdout


def test_verify_draws_the_rounds_of_an_evening_again(tmp_path: Path) -> None:
    with closing(Book(tmp_path / "hall.sqlite")) as book:
        book.stir(["ponte"])
        draw_round(book, ["Anna", "Ben", "Cleo"], [("doge", (3, 4))], 1)
        evening = book.evening(book.end_evening(2))
        (tmp_path / "evening-1.json").write_text(write_evening(book, evening))
    file = str(tmp_path / "evening-1.json")
    assert output("verify", file, "--json")["true"] is True
    said = run("verify", file, "--stirred", seal_words(evening.sealed)).stdout
    assert "1 round, true to its urn." in said
    assert seal_words(evening.urn.commitment) in said
    assert refused("verify", file, "--seal", seal_words("ab" * 32), code=4)


def test_replay_and_verify_refuse_unsound_records(tmp_path: Path, finished: Path) -> None:
    text = finished.read_text()
    for name, content in (("cut", text[:-20]), ("empty", ""), ("words", "hello\n")):
        (tmp_path / name).write_text(content)
        assert refused("verify", str(tmp_path / name), code=4)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert refused("verify", str(tmp_path / "bytes"), code=4) == "This is not a record of a game."
    assert "no step 999999" in refused("replay", str(finished), "--upto", "999999")
    assert "no seat 9" in refused("replay", str(finished), "--seat", "9")
    assert run("verify", "nowhere.jsonl").exit_code == 2
    (tmp_path / "newer").write_text(text.replace('"ballottino":2', '"ballottino":99', 1))
    assert "99" in refused("verify", str(tmp_path / "newer"), code=5)


def test_seals_that_were_noted_prove_which_game_it_is(finished: Path) -> None:
    said = run("verify", str(finished)).stdout
    seals = dict(line.strip().split(": ") for line in said.splitlines()[1:])
    first, second, end = seals["first seal"], seals["second seal"], seals["last seal"]
    noted = ("--seal", first, "--stirred", second.upper(), "--end", end)
    assert "This is the game whose seals you noted." in run("verify", str(finished), *noted).stdout
    assert "Not the game you noted" in refused("verify", str(finished), "--stirred", first, code=4)
    assert "is not a seal" in refused("verify", str(finished), "--seal", "gondola")


@pytest.mark.parametrize("command", ["verify", "replay", "import"])
def test_a_lone_surrogate_in_a_record_is_refused(tmp_path: Path, finished: Path, command: str) -> None:
    *lines, _ = [json.loads(line) for line in finished.read_text().splitlines()]
    header, *rest = [{key: value for key, value in line.items() if key != "d"} for line in lines]
    draw, board = {"draw": "\ud800", "of": [1], "value": 1, "by": "urn"}, json.loads(json.dumps(header))
    board["layout"]["name"] = "\ud800"
    for forged, said in (
        ([header, draw, *rest], "This line is neither an answer nor a correction: "),
        ([board, *rest], "The record’s header is damaged: "),
    ):
        finished.write_text(rechained(forged))
        assert refused(command, str(finished), code=4, data=tmp_path / "data").startswith(said)


@pytest.mark.parametrize("command", ["verify", "replay", "import"])
def test_a_bad_record_is_refused_in_the_words_of_its_game(tmp_path: Path, command: str) -> None:
    file = tmp_path / "venise.jsonl"
    run("simulate", "venise", "-p", "2", "--record", str(file))
    header, *lines = file.read_text().splitlines(keepends=True)
    board = json.loads(header)
    board["layout"]["facts"]["piles"]["value"] = [{"at": "A1"}]
    file.write_text("".join([f"{json.dumps(board)}\n", *lines]))
    assert "refuse." not in refused(command, str(file), data=tmp_path / "data")


def test_import_export_and_list(tmp_path: Path, finished: Path) -> None:
    data = tmp_path / "data"
    game_id = run("import", str(finished), data=data).stdout.strip()
    (kept,) = output("list", "--json", data=data)
    assert (kept["id"], kept["over"]) == (game_id, True)
    assert abs(datetime.fromisoformat(kept["changed"]).timestamp() - time.time()) < 3600
    run("export", game_id, str(tmp_path / "out"), data=data)
    assert (tmp_path / "out").read_text() == finished.read_text()
    assert game_id in run("list", data=data).stdout
    assert "no game" in refused("export", "nothing", code=3, data=data)
    assert "waiting" in refused("resume", code=3, data=data)


def test_score_by_json() -> None:
    schema = output("score", "doge", "price", "--schema")
    sheet = {"players": 3, "palaces": 2, "houses": 6}
    jsonschema.validate(sheet, schema)
    counted = output("score", "doge", "price", "--json", "-", stdin=json.dumps(sheet))
    assert counted["result"] == {"price": 5, "can_build": True, "left": 1}
    assert "not JSON" in refused("score", "doge", "price", "--json", "-", stdin="{")
    assert "“houses” is missing" in refused(
        "score", "doge", "price", "--json", "-", stdin='{"players":3,"palaces":1}'
    )


def test_score_by_questions() -> None:
    said = run("score", "doge", "price", stdin="2\n99\n6\n").stdout
    assert "99 won’t do" in said
    assert "A palace costs 5 houses here. 1 house stays. (DOG.P1)" in said


@pytest.mark.rule("RIA.Z1", "RIA.Z2", "RIA.Z3", "RIA.Z4", "RIA.N6")
def test_the_final_count_by_questions() -> None:
    """Its parts below each other, then each district rank by rank; Castello is worth 11, Neutral scores nothing."""
    boards = [20, 3, 2, 7, 18, 0, 1, 9]
    worth = [0, 1, 9, 2, 3, 0, 4, 0, 0, 0, 0, 1]
    districts = [0, 1, 0, 0, 0, 0, 2, 0, 3, 0, 0, 0, 0, 3, 0, 4, 0, 0, 0, 0, 1]
    typed = "\n".join(map(str, [2, *boards, *worth, *districts]))
    said = run("score", "rialto", "final", stdin=f"{typed}\n").stdout
    lines = [" ".join(line.split()) for line in said.splitlines()]
    count = lines[lines.index("so far 20 18") :]
    assert count[:5] == ["so far 20 18", "supply 3 1", "buildings 7 9", "districts 2 5", "total 32 33"]
    castello = count[count.index("Castello, worth 11") + 1 :]
    assert castello[:4] == ["councillors points", "1 Neutral 4 –", "2 Seat 2 3 5", "3 Seat 1 1 2"]


def test_draw_voting_order() -> None:
    years = output("draw", "doge", "order", "-n", "3", "--json")
    assert [year["year"] for year in years] == [1, 2, 3]
    assert "Year 1:" in run("draw", "doge", "order").stdout


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_rules_in_every_language(lang: str) -> None:
    rules = output("rules", "doge", "--json", lang=lang)
    words = Words(lang, folders_of("doge"))
    assert {rule["id"]: rule["text"] for rule in rules} == {rule: words(rule) for rule in rules_of("doge")}
    assert "[" in run("rules", "doge", "dog.p4", lang=lang).stdout, "a ruling is marked as one"


def test_the_environment_chooses_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    for value, word in (
        ("fr_FR.UTF-8", "joueurs"),
        ("it_IT", "giocatori"),
        ("de_DE", "players"),
        ("C", "players"),
    ):
        monkeypatch.setenv("LANG", value)
        assert word in CliRunner().invoke(main, ["games"]).stdout
