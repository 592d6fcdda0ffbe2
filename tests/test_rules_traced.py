"""Every rule of every game is cited by its code and proved by a test, and no unknown rule is named anywhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion import games
from companion.refusal import Refusal
from companion.rules import KINDS, rule_of, rules_of

TESTS = Path(__file__).parent
LISTED = "SITUATIONS"
ID = re.compile(r"\b[A-Z]{3}\.[A-Z]\d+\b")
RANGE = re.compile(r"\b([A-Z]{3})\.([A-Z])(\d+)-(?:[A-Z]{3}\.)?\2(\d+)\b")
SHORT = re.compile(r"\b([A-Z]{3})\.[A-Z]\d+(?:-[A-Z]?\d+)?((?:, [A-Z]\d+(?:-[A-Z]?\d+)?)+)")


@cache
def marked_rules() -> dict[str, list[str]]:
    """Return the ids in the `rule` marks of tests, with where they are."""
    found: dict[str, list[str]] = {}
    for path in sorted(set(TESTS.rglob("test_*.py")) - set((TESTS / "sixth").rglob("*.py"))):
        source = path.read_text("utf-8")
        for node in ast.walk(ast.parse(source)) if "mark.rule" in source or LISTED in source else ():
            for rule in (*_marked(node), *_situations(node)):
                found.setdefault(str(rule.value), []).append(f"{path.name}:{rule.lineno}")
    return found


def _marked(node: ast.AST) -> Iterator[ast.Constant]:
    """Yield the ids in a `rule` mark, also in `mark.rule("DOG.K1", *("DOG.K2", "DOG.K3"))`."""
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
        yield from (part for argument in node.args for part in ast.walk(argument) if isinstance(part, ast.Constant))


def _situations(node: ast.AST) -> Iterator[ast.Constant]:
    """Yield the ids under which an auditor lists situations that must have come up: each counts as a mark."""
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == LISTED:
        assert isinstance(node.value, ast.Dict)
        yield from (key for key in node.value.keys if isinstance(key, ast.Constant))


def cited_rules(game: str) -> set[str]:
    """Return the ids that a game's code names: `DOG.V1`, `DOG.V1-V5`, `DOG.V1, V3`."""
    modules = set((games.HERE / game).rglob("*.py")) - {games.HERE / game / "picture" / "cases.py"}  # draws, no rule
    text = "\n".join(path.read_text("utf-8") for path in sorted(modules))
    cited = set(ID.findall(text))
    for prefix, letter, low, high in RANGE.findall(text):
        cited |= {f"{prefix}.{letter}{n}" for n in range(int(low), int(high) + 1)}
    for prefix, more in SHORT.findall(text):
        cited |= {f"{prefix}.{short}" for short in re.findall(r"[A-Z]\d+", more)}
    return cited


RULES = {rule for game in games.names() for rule in rules_of(game)}


@pytest.mark.parametrize("game", games.names())
def test_every_rule_has_a_test(game: str) -> None:
    assert [rule for rule in rules_of(game) if rule not in marked_rules()] == []


def test_no_test_names_an_unknown_rule() -> None:
    assert {rule: where for rule, where in marked_rules().items() if rule not in RULES} == {}


@pytest.mark.parametrize("game", games.names())
def test_every_rule_is_cited_by_the_games_code(game: str) -> None:
    assert [rule for rule in rules_of(game) if rule not in cited_rules(game)] == []


@pytest.mark.parametrize("game", games.names())
def test_the_code_cites_no_unknown_rule(game: str) -> None:
    assert cited_rules(game) - RULES == set()


@pytest.mark.parametrize("game", games.names())
def test_every_rule_says_what_kind_it_is(game: str) -> None:
    assert {rule.kind for rule in rules_of(game).values()} <= set(KINDS)


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        rule_of("doge", "DOG.X1")
    assert refused.value.key == "unknown-rule"
