"""A game is added by writing one folder: the games here go with their tests into a copy of the tree.

There each must pass all that the five games pass, with nothing else touched. *Regata* has everything a small game can
have; *Zara* only what a game must have.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.words.extract import compile_words
from tests.sixth.copies import NOT_COPIED, PARTS, ROOT, Copy, passed

HERE = Path(__file__).parent
SHARED = (
    "tests/games/test_harness.py",
    "tests/games/test_golden.py",
    "tests/games/test_fairness.py",
    "tests/games/test_forgery.py",
    "tests/games/test_leaks.py",
    "tests/games/test_sheets.py",
    "tests/companion/layout/test_layout.py",
    "tests/companion/words/test_said.py",
    "tests/companion/words/test_words.py",
    "tests/firmware/terminal/test_answers.py",
    "tests/firmware/scenes/match/test_box_secrets.py",
    "tests/firmware/screens/test_fits.py",
    "tests/firmware/screens/test_fits_menus.py",
    "tests/firmware/box/test_log_secrets.py",
    "tests/firmware/scenes/home/test_seating.py",
    "tests/test_examples.py",
    "tests/test_rules_traced.py",
    "tests/web/boards/test_layouts.py",
    "tests/web/test_leaks.py",
    "tests/web/table/test_pages.py",
)
"""What every game must pass, whatever its rules."""


GAMES = ("regata", "zara")

pytestmark = pytest.mark.xdist_group("sixth")


class Examples(Copy):
    """Games that a newcomer might write, in a tree of their own."""

    def __init__(self, tree: Path) -> None:
        super().__init__(tree)
        for game in GAMES:
            shutil.copytree(HERE / game, self.folder(game), ignore=NOT_COPIED)
            shutil.copytree(HERE / "tests" / game, tree / self.tests(game), ignore=NOT_COPIED)

    def folder(self, game: str) -> Path:
        return self.tree / "companion" / "games" / game

    def tests(self, game: str) -> str:
        return f"tests/games/{game}"


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    """A copy of the tree with the games in their places, and their words collected and compiled."""
    made = Examples(tmp_path_factory.mktemp("sixth"))
    made.python("-m", "companion.words.extract")
    return made


def catalogues(root: Path) -> dict[str, str]:
    """Return the words of everything but the examples, by path."""
    paths = [path for part in PARTS for path in (root / part).rglob("words/*.po")]
    ours = [path for path in paths if not set(GAMES) & set(path.parts)]
    return {str(path.relative_to(root)): path.read_text("utf-8") for path in ours}


def test_collecting_words_finds_nothing_to_add(examples: Examples) -> None:
    """`make words` has changed no catalogue, neither the games' nor any other, and begun none."""
    assert catalogues(examples.tree) == catalogues(ROOT)
    for game in GAMES:
        written = {path.name: path.read_text("utf-8") for path in (HERE / game / "words").glob("*.po")}
        found = {path.name: path.read_text("utf-8") for path in (examples.folder(game) / "words").glob("*.po")}
        assert found == written


def test_they_pass_what_every_game_must(examples: Examples) -> None:
    said = examples.python("-m", "pytest", "-p", "no:xdist", "-rp", "-k", " or ".join(GAMES), *SHARED)
    assert "failed" not in said
    for game in GAMES:
        assert len(re.findall(rf"^PASSED .*{game}", said, re.MULTILINE)) >= 50, said


def test_their_own_tests_pass_on_every_face(examples: Examples) -> None:
    """By keys on the box, on phones, in the command; recorded, verified, replayed, amended; and no secret leaks."""
    said = examples.python("-m", "pytest", "-p", "no:xdist", *map(examples.tests, GAMES))
    assert passed(said) >= 8 * len(GAMES), said


def test_they_pass_the_checks_of_style_and_types(examples: Examples) -> None:
    mypy = ("-m", "mypy", "--strict", "--cache-dir", str(examples.tree / ".mypy_cache"))
    packages = [part for game in GAMES for part in ("-p", f"companion.games.{game}")]
    assert "Success" in examples.python(*mypy, *packages)
    tests = [examples.tests(game) for game in GAMES]
    bases = ("--explicit-package-bases", "--namespace-packages", "--follow-imports", "silent")
    assert "Success" in examples.python(*mypy, *bases, *tests)
    examples.python("-m", "ruff", "check", "--no-cache", *map(str, map(examples.folder, GAMES)), *tests)


class Slip(NamedTuple):
    """A mistake that is easily made, and what the command says of it."""

    file: str
    right: str
    wrong: str
    said: str


SLIPS = {
    "misspelt-telling": Slip("rules/flow.py", 'tell("zara"', 'tell("zarra"', "tell.zarra is not in en.po"),
    "misspelt-question": Slip("rules/flow.py", 'Decision("again"', 'Decision("agian"', "ask.agian is not in en.po"),
    "misspelt-vocabulary": Slip("rules/flow.py", 'Pick("again"', 'Pick("agian"', "agian.keep is not in en.po"),
    "misspelt-reason": Slip("rules/flow.py", '"ZAR.R4", "kept"', '"ZAR.R4", "keeped"', "why.keeped is not in en.po"),
    "unknown-rule": Slip("rules/flow.py", 'tell("zara", "ZAR.R3"', 'tell("zara", "ZAR.R7"', "ZAR.R7 is not in en.po"),
    "unknown-fact": Slip(
        "words/en.po",
        "{seat:seat} throws a one.",
        "{player:seat} throws a one.",
        "tell.zara in en.po names 'player', but is given seat",
    ),
    "open-brace": Slip("words/en.po", "{seat:seat} throws a one.", "{seat:seat throws a one.", "can't be read"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_in_what_it_says_is_found(examples: Examples, name: str) -> None:
    slip, folder = SLIPS[name], examples.folder("zara")
    file = folder / slip.file
    whole = file.read_text("utf-8")
    assert slip.right in whole
    try:
        file.write_text(whole.replace(slip.right, slip.wrong), "utf-8")
        compile_words(folder)
        broken = examples.command(
            "simulate", "zara", "-p", "2", "-n", "20", "--check", "every", "--record", "broken.jsonl"
        )
    finally:
        file.write_text(whole, "utf-8")
        compile_words(folder)
    assert broken.returncode == 1
    assert slip.said in broken.stderr


def test_a_new_counted_message_gets_a_plural(examples: Examples) -> None:
    """Also where the game has no catalogue yet: an English one is begun, and no other."""
    words = examples.folder("zara") / "words"
    kept = {path: path.read_bytes() for path in words.iterdir()}
    try:
        for path in kept:
            path.unlink()
        examples.python("-m", "companion.words.extract")
        begun = {path.name: path.read_text("utf-8") for path in words.glob("*.po")}
    finally:
        for path, content in kept.items():
            path.write_bytes(content)
    assert list(begun) == ["en.po"]
    for counted in ("ask.again", "brief.again", "tell.thrown", "tell.kept", "tell.corrected"):
        assert f'msgid "{counted}"\nmsgid_plural "{counted}"\nmsgstr[0] ""\nmsgstr[1] ""\n' in begun["en.po"]
    assert 'msgid "tell.zara"\nmsgstr ""\n' in begun["en.po"]
