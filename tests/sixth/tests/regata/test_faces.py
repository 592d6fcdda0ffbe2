"""Regata on the box by its keys, on phones, and in the command: from the home menu to a record that verifies."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from playwright.sync_api import sync_playwright

from companion.ledger import Ledger
from companion.ledger.record import read, verify
from companion.referee import Referee
from companion.words import LANGUAGES
from firmware.commands.cli import main
from firmware.scenes.home.sealing import Stir
from firmware.scenes.match.match import Match
from firmware.scenes.menus import Menu
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, match_of, play_by_keys, stir
from tests.games.harness import fingerprint
from tests.tables import id_of, referee
from tests.web.browser import CHROMIUM, FLAGS, asked, fill_in, join, live_box, phone, settled

NAMES = ["Anna", "Ben", "Cleo"]


def start(box: TestBox) -> Match:
    """Go from home to the first question: Play, Regata, and OK to everything the box suggests."""
    box.tap(Key.OK)
    choose(box, "Regata")
    while not isinstance(box.box.scene, Stir):
        box.tap(Key.OK)
    stir(box)
    box.wait_out_tellings()
    return match_of(box)


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_the_box_by_keys(language: str, tmp_path: Path) -> None:
    box = TestBox(tmp_path, language)
    match = start(box)
    play_by_keys(box, match, Random(3))
    judge = match.referee
    assert judge.outcome is not None
    assert isinstance(box.box.scene, Menu), "the end is a menu with the winner on top"
    name = id_of(judge)
    box.close()
    record = read(Ledger(tmp_path).export(name))
    assert len(verify(record)) == 3, "three tides"
    assert fingerprint(record.replay()) == fingerprint(judge)


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")
def test_on_three_phones(tmp_path: Path) -> None:
    with live_box(tmp_path, NAMES, "regata") as box, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        phones = {seat: join(box, phone(browser), seat) for seat in (1, 2, 3)}
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


def run(*arguments: str, typed: str = "") -> Result:
    result = CliRunner().invoke(main, ["--lang", "en", *arguments], input=typed)
    assert result.exit_code == 0, result.output
    return result


def test_in_the_command(tmp_path: Path) -> None:
    assert "Regata, players: 2, 3, 4" in run("games").stdout
    record = str(tmp_path / "game.jsonl")
    run("simulate", "regata", "-p", "4", "-n", "50", "--check", "every", "--record", record)
    assert json.loads(run("verify", record, "--json").stdout)["draws"] == 3
    assert "the regata!" in run("replay", record).stdout or "together" in run("replay", record).stdout
    assert len(json.loads(run("draw", "regata", "tide", "-n", "3", "--json").stdout)) == 3
    assert "runs dry" in run("rules", "regata", "REG.R3").stdout


def test_in_a_terminal(tmp_path: Path) -> None:
    typed = ["gondola", "remo", *["", "grande", "", "giudecca"] * 3]
    said = run("--data", str(tmp_path), "play", "regata", "-p", "2", typed="".join(f"{line}\n" for line in typed))
    assert "Heat 3: to the oars!" in said.stdout
    assert "wins the regata!" in said.stdout or "together" in said.stdout


def test_an_old_slip_is_amended() -> None:
    """It was the other canal, two heats ago: all heats are counted again, with the same tides."""
    judge = played_out("grande")
    tides = [drawn.value for drawn in judge.run.draws]
    before = judge.game.score
    slip = 1 + 2 * next(n for n, dry in enumerate(tides) if dry != "giudecca")  # Ben's canal in a heat with water
    judge.amend(slip, "giudecca", judge.game.seats)
    assert [drawn.value for drawn in judge.run.draws] == tides
    assert judge.game.score[2]["ducats"] != before[2]["ducats"]
    assert judge.outcome is not None


def played_out(canal: str) -> Referee:
    judge = referee("regata", 2)
    while judge.open:
        judge.answer(min(judge.open), canal)
    return judge
