"""Every scene has words for the ear, and no sign of the screen is left in them."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest

import firmware.scenes
from companion.words import LANGUAGES, Words
from firmware import WORDS
from firmware.scenes import Scene
from firmware.scenes.questions.compass import Paged
from firmware.scenes.questions.questions import QuestionScene
from firmware.speech.ears import spoken
from firmware.speech.spoken import audible


def kinds(of: type[Scene] = Scene) -> Iterator[type[Scene]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_every_kind_of_scene_has_words_for_the_ear() -> None:
    """A scene that is added without them is found here, not by somebody who cannot see it."""
    for module in pkgutil.walk_packages(firmware.scenes.__path__, "firmware.scenes."):
        import_module(module.name)
    found = {
        kind for kind in kinds() if kind.__module__.startswith("firmware.") and kind not in (QuestionScene, Paged)
    }
    silent = [kind.__name__ for kind in found if spoken.dispatch(kind) is spoken.dispatch(Scene)]
    assert len(found) > 35
    assert silent == []


@pytest.mark.parametrize(
    ("shown", "heard"),
    [
        ("2+1*3", "2 plus 1 star 3"),
        ("+4 palace", "plus 4 palace"),
        ("Casa ×2", "Casa times 2"),
        ("3/5", "3 of 5"),
        ("1–2", "1 to 2"),
        ("San Polo – Castello", "San Polo, Castello"),
        ("5 gold = 1 space", "5 gold makes 1 space"),
        ("That is taken. (DOG.P4)", "That is taken."),
        ("OK allows, BACK refuses", "OK allows, Back refuses"),
        ("AABJ", "A, A, B, J"),
        ("C7", "C7"),
        ("■■■", "3"),
        ("A1-B1", "A1-B1"),
        ("▸ more …", "more"),
        ("-3", "minus 3"),
    ],
)
def test_signs_are_put_into_words(shown: str, heard: str) -> None:
    assert audible(Words("en", [WORDS]), shown) == heard


@pytest.mark.parametrize("language", LANGUAGES)
def test_signs_have_words_in_every_language(language: str) -> None:
    said = audible(Words(language, [WORDS]), "2+1*3 = 4×2 3/5 1–2 → -1")
    assert not set(said) & set("+*=×/–→")
    assert "say." not in said


def test_only_names_all_in_capitals_are_spelled_out() -> None:
    assert audible(Words("fr", [WORDS]), "Élodie ÉA") == "Élodie É, A"
