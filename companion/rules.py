"""A game's numbered rules: what they say, and whether that is the rulebook or our ruling."""

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
    """One numbered rule with its English text; the catalogues have it in every language, by its id."""

    id: str
    kind: str
    text: str


@cache
def rules_of(game: str) -> dict[str, Rule]:
    """Return all rules of a game by id, in order."""
    find(game)
    tables = tomllib.loads((HERE / game / "rules.toml").read_text("utf-8"))
    rules = {}
    for prefix, lines in tables.items():
        for number, line in lines.items():
            rule = Rule(f"{prefix}.{number}", line["kind"], line["text"])
            if rule.kind not in KINDS:
                raise ValueError(f"{rule.id}: kind {rule.kind!r} is not one of {KINDS}")
            rules[rule.id] = rule
    return rules


def rule_of(game: str, rule_id: str) -> Rule:
    """Return a rule by its id, in any case, or refuse an unknown id."""
    rules = rules_of(game)
    if rule_id.upper() not in rules:
        raise NotFound("unknown-rule", value=rule_id, known=list(rules))
    return rules[rule_id.upper()]
