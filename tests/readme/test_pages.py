"""Our pages tell the truth: links lead somewhere, commands exist, quotations match their files."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from companion import games
from companion.rules import rule_of
from firmware.commands.cli import EXIT_CODES, main
from tests.readme import still
from tests.readme.phones import MOMENTS

ROOT = Path(__file__).parents[2]
SIXTH = ROOT / "tests" / "sixth"
AT_THE_ROOT = sorted(path.name for path in ROOT.glob("*.md"))
PAGES = [*AT_THE_ROOT, "hardware/PARTS.md", "firmware/club/README.md"]
ELSEWHERE = {"RESEARCH.md"}
"""Pages that may link to other places: libraries that only their readers need."""
LONGEST_README = 7_000
"""In bytes: details are one click away."""
MOST_BYTES = 1_500_000
YOURS = {"companion/games/regata/", "tests/games/regata/"}
"""The places where the guide tells newcomers to put a game of their own."""

FENCED = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LABEL = re.compile(r"(?<![*\w])\*([^*|\s][^*|]*)\*(?!\*)")
LINK = re.compile(r"(?:\]\(|src=\")([^)\s\"]+)[)\"]")
COMMENT = re.compile(r"\s#.*")


def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def anchors(page: str) -> set[str]:
    """Return the headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", text_of(page)), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def code(page: str) -> Iterator[str]:
    """Yield everything on a page that is set as code, line by line, without comments."""
    text = FENCED.sub("", text_of(page))
    for line in text.splitlines():
        if line.startswith("    "):
            yield COMMENT.sub("", line.strip())
        else:
            yield from re.findall(r"`([^`]+)`", line)


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for link in LINK.findall(FENCED.sub("", text_of(page))):
        path, _, anchor = link.partition("#")
        if path.startswith("http"):
            assert page in ELSEWHERE, "nothing here depends on another place"
            continue
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(str(target.relative_to(ROOT))), link


def test_the_readme_is_short_and_every_page_one_click_away() -> None:
    readme = text_of("README.md")
    assert len(readme.encode()) <= LONGEST_README
    linked = {link.partition("#")[0] for link in LINK.findall(readme)}
    assert {*PAGES} - {"README.md"} <= linked


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_file_that_is_named_exists(page: str) -> None:
    named = [path for path in code(page) if re.fullmatch(r"(companion|firmware|hardware|web|tests)/[\w./-]*", path)]
    assert len(named) > 4
    assert {path for path in named if not (ROOT / path).exists()} <= YOURS


def test_every_picture_is_shown_and_all_are_small() -> None:
    pictures = [*(ROOT / "tests/readme/pictures").iterdir()]
    assert {path.stem for path in pictures} == {"box", "screen", *(moment.game for moment in MOMENTS)}
    assert all(str(path.relative_to(ROOT)) in text_of("README.md") for path in pictures)
    assert sum(path.stat().st_size for path in pictures) < MOST_BYTES


@pytest.mark.parametrize("page", PAGES)
def test_every_make_target_exists(page: str) -> None:
    targets = set(re.findall(r"^([\w.-]+):", text_of("Makefile"), re.MULTILINE))
    wanted = {shlex.split(line)[1] for line in code(page) if line.startswith("make ")}
    assert wanted <= targets


@pytest.mark.parametrize("page", PAGES)
def test_every_command_can_be_typed(page: str) -> None:
    """Its name, options and arguments are right, except for files, which are the reader's."""
    for line in code(page):
        typed = re.search(r"(?:^|[ /])ballottino (?!ballottino)(\S.*)", line)
        if typed and not line.startswith("#"):
            check(shlex.split(typed[1]))


def check(typed: list[str]) -> None:
    name = next(word for word in typed if word in main.commands)
    before, after = typed[: typed.index(name)], typed[typed.index(name) + 1 :]
    assert set(before[::2]) <= {"--data", "--lang"}
    command = main.commands[name]
    if isinstance(command, click.Group):
        command, after = command.commands[after[0]], after[1:]
    context = command.make_context(name, list(after), resilient_parsing=True)  # files need not exist
    context.resilient_parsing = False
    command.make_parser(context).parse_args(list(after))  # an unknown option is refused
    if name in ("play", "score", "draw", "rules", "simulate") and after and after[0] != "regata":
        check_game(name, after)


def check_game(name: str, words: list[str]) -> None:
    game, *about = words
    kit = games.find(game)
    if name == "rules" and about:
        rule_of(game, about[0])
    if name in ("score", "draw"):
        assert about[0] in (kit.sheets if name == "score" else kit.draws)


@pytest.mark.parametrize("page", PAGES)
def test_every_module_and_test_that_is_run_exists(page: str) -> None:
    for line in code(page):
        if "python -m" in line:
            assert find_spec(line.split(" -m ")[1].split()[0]), line
        if "pytest " in line:
            paths = [word for word in line.split() if word.startswith("tests/")]
            assert all((ROOT / path).exists() for path in paths), line


def rows_of(page: str, heading: str) -> list[list[str]]:
    """Return the cells of all tables in a section, row by row."""
    section = text_of(page).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]


def test_every_command_is_described() -> None:
    listed = [name for job, *_ in rows_of("PLAYING.md", "Every command") for name in re.findall(r"`([\w-]+)`", job)]
    assert sorted(listed) == sorted(main.commands)


def test_every_exit_code_is_described() -> None:
    codes = [int(code) for code, *_ in rows_of("PLAYING.md", "Every command") if code.isdigit()]
    assert codes == sorted({0, click.UsageError.exit_code, *EXIT_CODES.values()})


@pytest.mark.parametrize("page", ["PLAYING.md", "INSTALLING.md", "FAIRNESS.md"])
def test_what_is_set_in_italics_stands_on_a_screen_or_a_page(page: str) -> None:
    labels = [label for quoted in LABEL.findall(text_of(page)) for label in " ".join(quoted.split()).split(", ")]
    assert labels
    assert [label for label in labels if label not in shown_texts()] == []


@cache
def shown_texts() -> set[str]:
    """Return what the box and its pages say in English."""
    texts: set[str] = set()
    for path in ROOT.glob("*/words/en.po"):
        with path.open("rb") as file:
            texts.update(str(message.string).partition(":")[0] for message in read_po(file) if message.id)
    return texts


def test_every_quotation_in_the_guide_matches_its_file() -> None:
    snippets = FENCED.findall(text_of("CONTRIBUTING.md"))
    assert len(snippets) > 10
    for kind, file, snippet in snippets:
        assert file, f"a snippet in {kind} says where it is from"
        assert snippet in (SIXTH / file).read_text("utf-8"), file


def test_the_guide_names_every_file_of_its_example() -> None:
    guide = text_of("CONTRIBUTING.md")
    files = [path for path in (SIXTH / "regata").rglob("*") if path.suffix in (".py", ".toml", ".po")]
    assert len(files) > 10
    assert [path.name for path in files if path.name not in guide] == []


def test_the_picture_of_the_box_is_up_to_date() -> None:
    """`make pictures` would draw the same."""
    picture = ROOT / "tests" / "readme" / "pictures" / "box.svg"
    assert "".join(still.drawing(still.screen())) == picture.read_text("utf-8")


def test_the_command_lists_every_option_of_every_game() -> None:
    lines = CliRunner().invoke(main, ["games"], catch_exceptions=False).stdout.splitlines()
    listed = json.loads(CliRunner().invoke(main, ["games", "--json"], catch_exceptions=False).stdout)
    options = {entry["game"]: entry["options"] for entry in listed}
    for game in games.names():
        wanted = games.find(game).game.all_options()
        assert options[game] == {option.name: list(option.values) for option in wanted}
        begin = next(n for n, line in enumerate(lines) if line.startswith(f"{game}:"))
        for option, line in zip(wanted, lines[begin + 1 :], strict=False):
            assert line.startswith(f"  -o {option.name}=")
            assert all(f"{value} (" in line for value in option.values)


def test_the_games_are_for_as_many_as_the_readme_says() -> None:
    rows = re.findall(r"^\| \*\*(\w+)\*\* \| [^|]+ \| (\d)–(\d) \|", text_of("README.md"), re.MULTILINE)
    assert len(rows) == 5
    for name, fewest, most in rows:
        assert games.find(name.lower()).game.players == tuple(range(int(fewest), int(most) + 1))
