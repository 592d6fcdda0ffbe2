"""What the referee says when something can't be done: what is wrong, and by which rule."""

from __future__ import annotations

from typing import Any

ECHOED = 40
"""Of what was said, so many letters are said back."""


class Refusal(Exception):
    """Something asked of the referee that it won't do. Nothing has changed when one is raised.

    It carries data, not a sentence: every face words it in its own language.

    >>> Refusal("out-of-range", value=9, low=1, high=4).facts["high"]
    4
    """

    def __init__(self, key: str, rule: str = "", **facts: Any) -> None:
        super().__init__(key, rule, facts)
        self.key = key
        self.rule = rule
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.key} ({facts})" + (f" [{self.rule}]" if self.rule else "")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.args == other.args

    __hash__ = Exception.__hash__

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "rule": self.rule, "facts": self.facts}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Refusal:
        return cls(data["key"], data["rule"], **data["facts"])


def quoted(value: Any) -> Any:
    """What was said, to be quoted in a refusal: long texts only by their beginning.

    >>> quoted(9), quoted("Castello"), quoted("x" * 5000) == "x" * 40 + "…"
    (9, 'Castello', True)
    """
    text = str(value)
    return value if len(text) <= ECHOED else text[:ECHOED] + "…"
