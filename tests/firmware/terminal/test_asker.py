"""The number of things to choose, as a terminal asks for it."""

from __future__ import annotations

import pytest

from companion.choices import Choice, Several, Spread
from companion.words import HERE, Words
from firmware import WORDS
from firmware.terminal import asker
from firmware.terminal.asker import Asker


@pytest.mark.parametrize(
    ("choice", "language", "asked"),
    [
        (Several("", (1, 2, 3, 4), 3, 3), "en", "choose 3"),
        (Several("", (1, 2, 3, 4), 3, 3), "fr", "choisis-en 3"),
        (Several("", (1, 2, 3, 4), 3, 3), "it", "scegline 3"),
        (Several("", (1, 2, 3, 4), 1, 3), "en", "1 to 3 of them"),
        (Spread("", {"a": 2, "b": 2}, 2, 2), "en", "choose 2"),
        (Spread("", {"a": 2, "b": 2}, 1, 2), "en", "1 to 2 in all"),
    ],
)
def test_a_single_number_is_printed_once(
    choice: Choice, language: str, asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prompts: list[str] = []

    def typed(prompt: str) -> str:
        prompts.append(prompt)
        return "1"

    monkeypatch.setattr(asker, "read_line", typed)
    Asker(Words(language, [WORDS, HERE])).ask(choice)
    assert asked in capsys.readouterr().out + "".join(prompts)
