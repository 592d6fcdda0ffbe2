"""Zara on the box by its keys, on phones, and in the command: from the home menu to a record that verifies."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from playwright.sync_api import sync_playwright

from companion.ledger import Ledger
from companion.ledger.record import read, verify
from firmware.commands.cli import main
from firmware.scenes.home.sealing import Stir
from firmware.scenes.menus import Menu
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, match_of, play_by_keys, stir
from tests.games.harness import fingerprint
from tests.tables import id_of
from tests.web.browser import CHROMIUM, FLAGS, asked, fill_in, join, live_box, phone, settled
from tests.web.house import House

NAMES = ["Anna", "Ben"]


@pytest.mark.parametrize(("language", "mark"), [("en", "2–4"), ("fr", "English")])
def test_on_the_box_by_keys(language: str, mark: str, tmp_path: Path) -> None:
    """A box that speaks French says that this game is in English."""
    box = TestBox(tmp_path, language)
    box.tap(Key.OK)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    assert {item.row.text: item.row.note for item in menu.items}["Zara"] == mark
    choose(box, "Zara")
    while not isinstance(box.box.scene, Stir):
        box.tap(Key.OK)
    stir(box)
    box.wait_out_tellings()
    match = match_of(box)
    play_by_keys(box, match, Random(3))
    judge = match.referee
    assert judge.outcome is not None
    name = id_of(judge)
    box.close()
    record = read(Ledger(tmp_path).export(name))
    assert len(verify(record)) >= 6, "everyone has thrown three times at least"
    assert fingerprint(record.replay()) == fingerprint(judge)


def test_the_box_offers_no_score_sheet_of_it(tmp_path: Path) -> None:
    box = TestBox(tmp_path)
    choose(box, "Score")
    menu = box.box.scene
    assert isinstance(menu, Menu)
    assert "Zara" not in [item.row.text for item in menu.items]
    box.close()


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")
def test_on_two_phones(tmp_path: Path) -> None:
    with live_box(tmp_path, NAMES, "zara") as box, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        phones = {seat: join(box, phone(browser), seat) for seat in (1, 2)}
        rng = Random(5)
        while questions := asked(box):
            seat, decision = questions[0]
            form = f'form.question[data-question="{decision.id}"]'
            phones[seat].wait_for_selector(form)
            settled(box, phones[seat])
            fill_in(phones[seat], decision.choice, decision.choice.sample(rng))
            phones[seat].click(f"{form} button.go")
            phones[seat].wait_for_selector(form, state="detached")
        outcome = box.in_loop(lambda: box.referee.outcome)
        mirror = phone(browser)
        mirror.goto(box.url)
        assert NAMES[outcome.winners[0] - 1] in mirror.locator(".status h1").inner_text()
        browser.close()


@pytest.mark.parametrize(("language", "note"), [("en", False), ("it", True)])
def test_its_rules_on_a_page(language: str, note: bool, tmp_path: Path) -> None:
    """They link to no board, and say in Italian that they are in English."""
    with closing(House(tmp_path)) as house:
        page = house.stranger().get("/rules/zara", headers={"Accept-Language": language}).text
        assert house.stranger().get("/layouts/zara").status_code == 404
    assert "your turn is over" in page
    assert "/layouts/zara" not in page
    assert ("Parla: English" in page) == note


def run(*arguments: str, typed: str = "", code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["--lang", "en", *arguments], input=typed)
    assert result.exit_code == code, result.output
    return result


def test_in_the_command(tmp_path: Path) -> None:
    listed = run("games").stdout
    assert "Zara, players: 2, 3, 4\n  languages: English\n" in listed
    record = str(tmp_path / "game.jsonl")
    run("simulate", "zara", "-p", "4", "-n", "50", "--check", "every", "--record", record)
    assert json.loads(run("verify", record, "--json").stdout)["draws"] >= 12
    assert "win" in run("replay", record).stdout


def test_what_it_lacks_is_refused_with_a_reason() -> None:
    assert "Zara has no score sheet." in run("score", "zara", code=3).stderr
    assert "Zara has nothing to draw outside a game." in run("draw", "zara", code=3).stderr


def test_in_a_terminal(tmp_path: Path) -> None:
    typed = ["gondola", "remo", *["keep"] * 6]
    said = run("--data", str(tmp_path), "play", "zara", "-p", "2", typed="".join(f"{line}\n" for line in typed))
    assert "soldi at stake. Throw again?" in said.stdout
    assert "wins." in said.stdout or "share the win." in said.stdout


def test_in_a_terminal_with_a_real_die(tmp_path: Path) -> None:
    """The table types the pips: a number that it draws is an answer like any other."""
    typed = ["gondola", "remo", *["1"] * 6]
    arguments = ("--data", str(tmp_path), "play", "zara", "-p", "2", "-o", "draw.die=table")
    assert "share the win." in run(*arguments, typed="".join(f"{line}\n" for line in typed)).stdout
