"""A game's rules by number: what they are, and whether the rulebook says so or we ruled it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from companion.games import HERE, find
from companion.refusal import NotFound
from companion.vocabulary import named

KINDS = named("rule-kind", "rule", "ruling", "board")


@dataclass(frozen=True)
class Rule:
    """One numbered line. Its text in English is here; the catalogues word it in every language, by its id."""

    id: str
    kind: str
    text: str


@cache
def rules_of(game: str) -> dict[str, Rule]:
    """All rules of a game by id, in their order."""
    find(game)
    tables = tomllib.loads((HERE / game / "rules.toml").read_text("utf-8"))
    rules = {}
    for prefix, lines in tables.items():
        for number, line in lines.items():
            rule = Rule(f"{prefix}.{number}", line["kind"], line["text"])
            if rule.kind not in KINDS:
                raise ValueError(f"{rule.id}: kind {rule.kind!r} is none of {KINDS}")
            rules[rule.id] = rule
    return rules


def rule_of(game: str, rule_id: str) -> Rule:
    """One rule, by its id; refuses an id that the game has not."""
    rules = rules_of(game)
    if rule_id.upper() not in rules:
        raise NotFound("unknown-rule", value=rule_id, known=list(rules))
    return rules[rule_id.upper()]
