"""Names and numbers sound right in each language, by the phonemes that espeak-ng makes of them."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from companion.seats import NAMES
from companion.words import LANGUAGES, Words, folders_of
from firmware import WORDS
from firmware.speech.spoken import audible
from firmware.speech.voice import VOICES

pytestmark = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="no espeak-ng: apt install espeak-ng")

TWELVE = {"en": "twelve", "fr": "douze", "it": "dodici", "de": "zwölf", "es": "doce"}
TWO_AND_ONE = {
    "en": "two plus one",
    "fr": "deux plus un",
    "it": "due più uno",
    "de": "zwei plus eins",
    "es": "dos más uno",
}
SEVEN = {"en": "seven", "fr": "sept", "it": "sette", "de": "sieben", "es": "siete"}


def phonemes(language: str, text: str) -> list[str]:
    """Return a text as it is pronounced, word by word."""
    command = ["espeak-ng", "-x", "-q", "--stdin", "-v", VOICES.get(language, language)]
    said = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return re.sub("[_|!',]", "", said.stdout).split()


def words_in(language: str, game: str = "rialto") -> Words:
    return Words(language, [WORDS, *folders_of(game)], aloud=True)


@pytest.mark.parametrize("language", sorted(TWELVE))
def test_numbers_and_signs_are_words(language: str) -> None:
    words = words_in(language)
    assert phonemes(language, audible(words, "12")) == phonemes(language, TWELVE[language])
    assert phonemes(language, audible(words, "2+1")) == phonemes(language, TWO_AND_ONE[language])


@pytest.mark.parametrize("language", sorted(SEVEN))
def test_a_cell_is_a_letter_and_a_number(language: str) -> None:
    said = phonemes(language, audible(words_in(language), "C7"))
    assert len(said) == 2
    assert said[1] == phonemes(language, SEVEN[language])[0]


@pytest.mark.parametrize("language", sorted(SEVEN))
def test_districts_are_said_in_full(language: str) -> None:
    """What is short on the screen for want of room has its whole name for the ear."""
    heard = phonemes(language, audible(words_in(language), words_in(language).thing("short", "san-marco")))
    assert heard == phonemes(language, "San Marco")
    assert heard != phonemes(language, Words(language, folders_of("rialto")).thing("short", "san-marco"))


@pytest.mark.parametrize("language", sorted(SEVEN))
def test_cards_by_their_letters_are_spelled(language: str) -> None:
    """Each letter by its name: in English, A is no article."""
    said = phonemes(language, audible(words_in(language), "ABDF"))
    assert said == [phonemes(language, f"{letter}.")[0] for letter in "ABDF"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_people_are_words(language: str) -> None:
    for name in NAMES:
        assert len(phonemes(language, audible(words_in(language), name))) == 1, name
