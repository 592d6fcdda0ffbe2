"""A language is added by writing catalogues: one that nobody speaks goes into a copy of the tree, and is played in.

It is English with long words and an accent on every vowel. Nothing but its catalogues says that it exists.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from babel.messages.pofile import write_po

from companion.words import LANGUAGES
from companion.words.extract import read
from tests.sixth.copies import PARTS, Copy, passed

pytestmark = pytest.mark.xdist_group("language")

HERE = Path(__file__).parent
SPOKEN = "eo"
NAME = "Ëspêràntö"
ACCENTS = str.maketrans("aeiouAEIOUcnsN", "äéîöüÄÉÎÖÜçñßÑ")
IN_BRACES = re.compile(r"(\{[^}]*\})")


def pretend(key: str, text: str) -> str:
    """Return a text with longer words; facts stay as they are, and so do the names of games."""
    if key == "language.name":
        return NAME
    if key.startswith("game."):
        return text
    parts = IN_BRACES.split(text)
    return "".join(part if part.startswith("{") else _longer(part) for part in parts)


def _longer(text: str) -> str:
    return re.sub(r"([aeiou])(?=\w*\w{4})", r"\1\1", text).translate(ACCENTS)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy of the tree in which this language was begun as the guide says, and its catalogues filled in."""
    assert SPOKEN not in LANGUAGES
    made = Copy(tmp_path_factory.mktemp("language"))
    made.python("-m", "companion.words.extract", SPOKEN)
    begun = [path for part in PARTS for path in (made.tree / part).rglob(f"words/{SPOKEN}.po")]
    assert len(begun) == len([path for part in PARTS for path in (made.tree / part).rglob("words/en.po")])
    for path in begun:
        catalogue = read(path.with_name("en.po"), "en")
        for message in catalogue:
            if isinstance(message.id, tuple):
                message.string = tuple(pretend(message.id[0], form) for form in message.string or ())
            elif message.id:
                message.string = pretend(str(message.id), str(message.string))
        with path.open("wb") as file:
            write_po(file, catalogue, omit_header=True, width=110)
    made.python("-m", "companion.words.extract")
    shutil.copy(HERE / "tests" / "language" / "test_spoken.py", made.tree / "tests")
    return made


def test_its_catalogues_are_complete(copy: Copy) -> None:
    said = copy.python("-m", "pytest", "-p", "no:xdist", "-k", SPOKEN, "tests/companion/words/test_words.py")
    assert passed(said) >= 20, said


def test_it_is_played_in_on_box_and_phones(copy: Copy) -> None:
    said = copy.python("-m", "pytest", "-p", "no:xdist", "tests/test_spoken.py")
    assert passed(said) == 2, said


def test_the_command_speaks_it(copy: Copy) -> None:
    rules, english = (copy.command("rules", "doge", "DOG.A2", language=spoken).stdout for spoken in (SPOKEN, "en"))
    assert rules != english
    assert "é" in rules


def test_a_half_translated_language_says_what_is_missing(copy: Copy) -> None:
    """One empty message is enough."""
    path = copy.tree / "companion" / "games" / "doge" / "words" / f"{SPOKEN}.po"
    whole = path.read_text("utf-8")
    try:
        path.write_text(re.sub(r'(msgid "area.castello"\nmsgstr) ".*"', r'\1 ""', whole), "utf-8")
        assert path.read_text("utf-8") != whole
        said = copy.run("-m", "pytest", "-p", "no:xdist", "-k", SPOKEN, "tests/companion/words/test_words.py").stdout
    finally:
        path.write_text(whole, "utf-8")
    assert f"test_every_catalogue_is_complete[doge-{SPOKEN}]" in said
    assert "area.castello" in said
