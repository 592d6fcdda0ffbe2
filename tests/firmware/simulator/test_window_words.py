"""The text around the picture in a terminal can be read at any size."""

from __future__ import annotations

import os
import re

import pytest

from companion.words import HERE, LANGUAGES, Words
from firmware import WORDS
from firmware.simulator.dots import Pane

ADDRESS = "http://192.168.100.100:8080  "
PLACED = re.compile(r"\x1b\[(\d+);(\d+)H([^\x1b]*)")


def words(language: str) -> Words:
    return Words(language, [WORDS, HERE])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (66, 24), (200, 60)])
def test_the_whole_legend_is_there(language: str, size: tuple[int, int]) -> None:
    legend = ADDRESS + words(language)("box.hints")
    placed = PLACED.findall(Pane(os.terminal_size(size), legend).frame())
    texts = [(int(line), int(column), text) for line, column, text in placed if text and text[0] not in "┌│└"]
    assert " ".join(text for _, _, text in texts).split() == legend.split()
    assert all(line < size[1] for line, _, _ in texts), "the last line is left free"
    assert all(column + len(text) <= size[0] + 1 for _, column, text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_smallest_window_the_legend_says_at_least_how_to_leave(language: str) -> None:
    hints = words(language)("box.hints")
    leave = hints.partition(",")[0]
    assert leave.startswith("q ")
    assert leave in Pane(os.terminal_size((66, 20)), ADDRESS + hints).frame()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Make this window larger: 66 columns, 20 lines (now 60, 24)."),
        ("fr", "Agrandis cette fenêtre : 66 colonnes, 20 lignes (ici 60, 24)."),
        ("it", "Ingrandisci questa finestra: 66 colonne, 20 righe (ora 60, 24)."),
    ],
)
def test_a_window_too_small_says_how_large_it_should_be(language: str, said: str) -> None:
    pane = Pane(os.terminal_size((60, 24)), "", lambda **sizes: words(language)("window.too-small", **sizes))
    assert " ".join(pane.frame().split()).endswith(said.replace("\u00a0", " "))
