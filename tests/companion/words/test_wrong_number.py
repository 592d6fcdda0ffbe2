"""Choosing too many or too few is refused with the right number."""

from __future__ import annotations

from typing import Any

import pytest

from companion.choices import Choice, Several, Spread
from companion.refusal import Refusal
from companion.words import Words

THREE = Several("", (1, 2, 3, 4), 3, 3)
SOME = Spread("", {"a": 2, "b": 2}, 1, 4)


@pytest.mark.parametrize(
    ("choice", "answer", "language", "said"),
    [
        (THREE, [1], "en", "Choose exactly 3 (1 chosen)."),
        (THREE, [1], "fr", "Choisis-en exactement 3 (1 pour l’instant)."),
        (THREE, [1], "it", "Scegline esattamente 3 (finora 1)."),
        (SOME, {}, "en", "Choose 1 to 4 (0 chosen)."),
        (SOME, {}, "fr", "Choisis-en de 1 à 4 (0 pour l’instant)."),
        (SOME, {}, "it", "Scegline da 1 a 4 (finora 0)."),
    ],
)
def test_the_refusal_names_the_right_number(choice: Choice, answer: Any, language: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        choice.check(answer)
    assert Words(language).refusal(refused.value) == said
