"""Text from outside is bounded before it is parsed: hostile files are refused, and no parser ever sees them."""

from __future__ import annotations

import json
import tomllib
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion import games
from companion.input.bounds import BOARD, RECORD, Bounds, check_json, check_toml
from companion.layout import dump, layout
from companion.ledger import record
from companion.refusal import TooMuch

DOTTED = ".".join("a" * 15_400)
HOSTILE = {
    "too-many-dots": [
        f"{DOTTED} = 1",
        f"[{DOTTED}]",
        f"[[{DOTTED}]]",
        f"x = {{{DOTTED} = 1}}",
        f"x = [\n{{{DOTTED} = 1}}]",
        " . ".join(['"a"', "'b'"] * 2000) + " = 1",
        f'x = """quoted""""\n{DOTTED} = 1',
        f"x = '''quoted'''''\n{DOTTED} = 1",
        f'x = """\\""""\n{DOTTED} = 1',
        f"# it's a comment\n{DOTTED} = 1",
        f'x = "a # no comment" \n{DOTTED} = 1',
        f"x = 'a\\' \n{DOTTED} = 1",
    ],
    "too-deep": [
        "x = " + "[" * 5000 + "]" * 5000,
        "x = " + "{a=" * 5000 + "1" + "}" * 5000,
        "x = [[[[[[[[[[[\n",
    ],
    "too-many-entries": ["x = [" + "1," * 15_000 + "]", "a=1\n" * 7000, "[a]\n" * 7000],
    "name-too-long": [f"{'a' * 30_000} = 1", f'"{"a" * 30_000}" = 1', f"[{'a' * 30_000}]", f"[[a]]\n[b.{'a' * 200}]"],
    "too-large": ["x = '" + "a" * 40_000 + "'", "#" * 40_000],
}


@pytest.fixture
def no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    def reached(*_: Any, **__: Any) -> None:
        raise AssertionError("the parser was reached")

    monkeypatch.setattr(tomllib, "loads", reached)


@pytest.mark.parametrize(("key", "text"), [(key, text) for key, texts in HOSTILE.items() for text in texts])
@pytest.mark.usefixtures("no_parser")
def test_a_hostile_board_never_reaches_the_parser(key: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(TooMuch) as refused:
        layout.parse(text.encode(), "board.toml")
    assert refused.value.key == key
    (tmp_path / "board.toml").write_text(text)
    with pytest.raises(TooMuch):
        layout.load(tmp_path / "board.toml", lambda _: None)


@pytest.mark.parametrize("game", [name for name in games.names() if games.find(name).has_board])
def test_our_own_boards_are_far_within_bounds(game: str) -> None:
    shipped = games.find(game).layout()
    tight = Bounds(size=BOARD.size // 4, deep=BOARD.deep // 2, entries=BOARD.entries // 4, dots=1)
    check_toml(dump(shipped), tight)
    check_json(json.dumps(shipped.to_json()), Bounds(BOARD.size // 2, BOARD.deep, BOARD.entries // 2))


@pytest.mark.parametrize("path", sorted(Path("tests/versions").rglob("*.jsonl")), ids=lambda path: path.stem)
def test_real_records_are_far_within_bounds(path: Path) -> None:
    check_json(path.read_text("utf-8"), Bounds(RECORD.size // 10, RECORD.deep // 2, RECORD.entries // 5))


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("too-deep", "[" * 100_000 + "\n"),
        ("too-many-entries", "[" + "1," * 500_000 + "1]\n"),
        ("name-too-long", '{"' + "a" * 100_000 + '": 1}\n'),
        ("too-large", " " * (RECORD.size + 1)),
    ],
)
def test_a_hostile_record_is_refused(key: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", lambda *_: pytest.fail("the parser was reached"))
    with pytest.raises(TooMuch) as refused:
        record.read(text)
    assert refused.value.key == key


@pytest.mark.parametrize("quoted", ["a", "\\n", "'", '\\"'], ids=["letters", "escapes", "other-quotes", "quotes"])
def test_the_scan_itself_takes_little_memory(quoted: str) -> None:
    """One long string in a record as large as may be: a scan that remembers every letter of it takes 556 MB."""
    text = '["' + quoted * (RECORD.size // len(quoted) - 10) + '"]'
    tracemalloc.start()
    check_json(text, RECORD)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3 * len(text)


TOKENS = [
    '"',
    "'",
    '"""',
    "'''",
    "\\",
    "#",
    "\n",
    "[",
    "]",
    "{",
    "}",
    "= ",
    "x = ",
    ",",
    ".",
    "a",
    "1",
    " ",
    "y = 1\n",
]


@given(st.lists(st.sampled_from(TOKENS), max_size=30).map("".join))
@example('x = """"""""\n')
@example("x = '\\' # '")
def test_no_string_or_comment_hides_the_next_line_from_the_scan(text: str) -> None:
    """After whatever the parser takes for whole, the scan still sees a key with too many dots."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    with pytest.raises(TooMuch) as refused:
        check_toml(f"{text}\n{DOTTED} = 1", BOARD)
    assert refused.value.key == "too-many-dots"
