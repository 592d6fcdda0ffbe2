"""A game is added by writing one folder: each game here goes with its tests into a copy of the tree.

There it must pass all that the five games pass, with nothing else touched. *Regata* has everything a small game can
have; *Zara* only what a game must have.
"""

from __future__ import annotations

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


class Example(Copy):
    """A game that a newcomer might write, in a tree of its own."""

    def __init__(self, name: str, tree: Path) -> None:
        super().__init__(tree)
        self.name = name
        self.folder = tree / "companion" / "games" / name


ZARA = pytest.param("zara", marks=pytest.mark.xdist_group("zara"))
REGATA = pytest.param("regata", marks=pytest.mark.xdist_group("regata"))


@pytest.fixture(scope="module", params=[REGATA, ZARA])
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Example:
    """A copy of the tree with one of the games in its place, and its words collected and compiled."""
    made = Example(request.param, tmp_path_factory.mktemp(request.param))
    shutil.copytree(HERE / made.name, made.folder, ignore=NOT_COPIED)
    shutil.copytree(HERE / "tests" / made.name, made.tree / "tests" / "games" / made.name, ignore=NOT_COPIED)
    made.python("-m", "companion.words.extract")
    return made


def catalogues(root: Path) -> dict[str, str]:
    """The words of everything but the example, by path."""
    paths = [path for part in PARTS for path in (root / part).rglob("words/*.po")]
    ours = [path for path in paths if not {"regata", "zara"} & set(path.parts)]
    return {str(path.relative_to(root)): path.read_text("utf-8") for path in ours}


def test_collecting_words_finds_nothing_to_add(example: Example) -> None:
    """`make words` has changed no catalogue, neither the game's nor any other, and begun none."""
    assert catalogues(example.tree) == catalogues(ROOT)
    written = {path.name: path.read_text("utf-8") for path in (HERE / example.name / "words").glob("*.po")}
    assert {path.name: path.read_text("utf-8") for path in (example.folder / "words").glob("*.po")} == written


def test_it_passes_what_every_game_must(example: Example) -> None:
    said = example.python("-m", "pytest", "-p", "no:xdist", "-k", example.name, *SHARED)
    assert passed(said) >= 50, said


def test_its_own_tests_pass_on_every_face(example: Example) -> None:
    """By keys on the box, on phones, in the command; recorded, verified, replayed, amended; and no secret leaks."""
    said = example.python("-m", "pytest", "-p", "no:xdist", f"tests/games/{example.name}")
    assert passed(said) >= 8, said


def test_it_passes_the_checks_of_style_and_types(example: Example) -> None:
    mypy = ("-m", "mypy", "--strict", "--cache-dir", str(example.tree / ".mypy_cache"))
    assert "Success" in example.python(*mypy, "-p", f"companion.games.{example.name}")
    tests = f"tests/games/{example.name}"
    bases = ("--explicit-package-bases", "--namespace-packages", "--follow-imports", "silent")
    assert "Success" in example.python(*mypy, *bases, tests)
    example.python("-m", "ruff", "check", "--no-cache", str(example.folder), tests)


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


in_zara = pytest.mark.parametrize("example", [ZARA], indirect=True)


@in_zara
@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_in_what_it_says_is_found(example: Example, name: str) -> None:
    slip = SLIPS[name]
    file = example.folder / slip.file
    whole = file.read_text("utf-8")
    assert slip.right in whole
    try:
        file.write_text(whole.replace(slip.right, slip.wrong), "utf-8")
        compile_words(example.folder)
        broken = example.command(
            "simulate", "zara", "-p", "2", "-n", "20", "--check", "every", "--record", "broken.jsonl"
        )
    finally:
        file.write_text(whole, "utf-8")
        compile_words(example.folder)
    assert broken.returncode == 1
    assert slip.said in broken.stderr


@in_zara
def test_a_new_counted_message_gets_a_plural(example: Example) -> None:
    """Also where the game has no catalogue yet: an English one is begun, and no other."""
    words = example.folder / "words"
    kept = {path: path.read_bytes() for path in words.iterdir()}
    try:
        for path in kept:
            path.unlink()
        example.python("-m", "companion.words.extract")
        begun = {path.name: path.read_text("utf-8") for path in words.glob("*.po")}
    finally:
        for path, content in kept.items():
            path.write_bytes(content)
    assert list(begun) == ["en.po"]
    for counted in ("ask.again", "brief.again", "tell.thrown", "tell.kept", "tell.corrected"):
        assert f'msgid "{counted}"\nmsgid_plural "{counted}"\nmsgstr[0] ""\nmsgstr[1] ""\n' in begun["en.po"]
    assert 'msgid "tell.zara"\nmsgstr ""\n' in begun["en.po"]
