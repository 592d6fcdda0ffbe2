"""Catalogues are complete in every language, and every placeholder can be filled."""

from __future__ import annotations

import ast
import re
import shutil
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from companion import games
from companion.game import Receipt
from companion.refusal import Refusal
from companion.seats import Seat
from companion.words import HERE as SHARED
from companion.words import LANGUAGES, Words, extract, folders_of, language_name

HOMES = [home for home, _ in extract.homes()]
CASES = [
    pytest.param(home, language, id=f"{home.name}-{language}")
    for home in HOMES
    for language in extract.languages_to_write(home)
]


wanted = cache(extract.wanted)


def catalogue(home: Path, language: str) -> Catalog:
    return extract.read(home / "words" / f"{language}.po", language)


def forms(message: Any) -> list[str]:
    return list(message.string) if isinstance(message.string, list | tuple) else [message.string]


@pytest.mark.parametrize(("home", "language"), CASES)
def test_every_catalogue_is_complete(home: Path, language: str) -> None:
    """A catalogue has exactly the keys that the code names, and none of them is empty."""
    messages = [message for message in catalogue(home, language) if message.id]
    keys = [message.id[0] if isinstance(message.id, tuple) else message.id for message in messages]
    assert sorted(keys) == sorted(wanted()[home])
    assert [message.id for message in messages if not all(form.strip() for form in forms(message))] == []


@pytest.mark.parametrize(("home", "language"), CASES)
def test_every_language_names_the_same_facts(home: Path, language: str) -> None:
    english = {message.id: message for message in catalogue(home, "en") if message.id}
    for message in catalogue(home, language):
        if message.id:
            expected = _placeholders(forms(english[message.id])[0])
            assert all(_placeholders(form) == expected for form in forms(message)), message.id


def _placeholders(text: str) -> list[tuple[str, str | None]]:
    return sorted((name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("home", HOMES, ids=lambda home: home.name)
def test_french_punctuation_has_no_breaking_space(home: Path) -> None:
    """There is a no-break space before : and within « », a narrow one before ; ! ?"""
    loose = re.compile("(?<!\u202f)[?!;](?!\\w)|(?<![\xa0\u202f])»|(?<=\\w) :| [:»]|«(?![\xa0\u202f])")
    for message in catalogue(home, "fr"):
        if message.id:
            assert [form for form in forms(message) if loose.search(form)] == [], message.id


@pytest.mark.parametrize("home", HOMES, ids=lambda home: home.name)
def test_english_quotes_and_apostrophes_are_curly(home: Path) -> None:
    """“So”, and it’s so; quotes within a command are straight."""
    for message in catalogue(home, "en"):
        if message.id:
            for form in forms(message):
                assert form.count("“") == form.count("”"), message.id
                assert not re.search("(?<=[a-z])'(?=[a-z])|s' |[„«»]", form), message.id


@pytest.mark.parametrize("home", HOMES, ids=lambda home: home.name)
def test_english_rules_call_nobody_he(home: Path) -> None:
    for message in catalogue(home, "en"):
        if message.id:
            assert [form for form in forms(message) if re.search(r"\b(he|him|his)\b", form)] == [], message.id


@pytest.mark.parametrize("home", HOMES, ids=lambda home: home.name)
def test_german_quotes_stand_low_and_high(home: Path) -> None:
    """„So“, and in no other way; quotes within a command are straight."""
    for message in catalogue(home, "de"):
        if message.id:
            for form in forms(message):
                assert form.count("„") == form.count("“"), message.id
                assert not re.search("[”«»]", form), message.id


@pytest.mark.parametrize("home", HOMES, ids=lambda home: home.name)
def test_spanish_questions_and_calls_are_opened(home: Path) -> None:
    """¿Así?, ¡así! and «así»."""
    for message in catalogue(home, "es"):
        if message.id:
            for form in (text.replace("!r}", "}") for text in forms(message)):
                assert form.count("¿") == form.count("?"), message.id
                assert form.count("¡") == form.count("!"), message.id
                assert not re.search("[“”„]", form), message.id


@pytest.mark.parametrize(("language", "pair"), [("en", "San Marco – San Polo"), ("fr", "San Marco – San Polo")])
def test_two_names_of_a_kind_are_joined_by_a_dash(language: str, pair: str) -> None:
    """A bridge has two ends; a building and its tile are one name."""
    assert Words(language, folders_of("rialto")).thing("district.district", "san-marco.san-polo") == pair
    assert Words(language, folders_of("rialto")).thing("building.tile", "green-1.new").count("–") == 0


@pytest.mark.parametrize(("home", "language"), CASES)
def test_compiled_words_are_those_of_the_catalogue(home: Path, language: str) -> None:
    words = Words(language, [home / "words"])
    for message in catalogue(home, language):
        if isinstance(message.id, tuple):
            assert [words.template(message.id[0], n) for n in (1, 2)] == forms(message)
        elif message.id and isinstance(message.id, str):
            assert words.template(message.id) == message.string


def test_a_new_language_gets_an_empty_catalogue(tmp_path: Path) -> None:
    """It has all messages, counted as in English and still empty; the other catalogues stay as they are."""
    ours = games.HERE / "doge"
    shutil.copytree(ours / "words", tmp_path / "words")
    shutil.copy(ours / "rules.toml", tmp_path)
    extract.update(tmp_path, wanted()[ours], [*LANGUAGES, "eo"])
    extract.compile_words(tmp_path)
    english, begun = catalogue(tmp_path, "en"), catalogue(tmp_path, "eo")
    assert [message.id for message in begun] == [message.id for message in english]
    assert not any(form for message in begun if message.id for form in forms(message))
    for language in LANGUAGES:
        name = f"{language}.po"
        assert (tmp_path / "words" / name).read_text("utf-8") == (ours / "words" / name).read_text("utf-8")
    assert (tmp_path / "words" / "eo.mo").exists()


def test_languages_are_those_that_have_a_catalogue() -> None:
    """English comes first, so that a box without a preference speaks it."""
    assert ("en", *sorted(path.stem for path in SHARED.glob("*.po") if path.stem != "en")) == LANGUAGES
    assert len({language_name(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_the_english_rules_are_those_of_rules_toml() -> None:
    for game in games.names():
        words = Words("en", folders_of(game))
        for rule, text in extract.rules_in(games.HERE / game).items():
            assert words(rule) == text


def test_counted_messages_follow_the_number() -> None:
    words = Words("fr", folders_of("doge"), [Seat(1, "Anna", "red")])
    one, two = (words("tell.placed", seat=1, n=n, area="castello") for n in (1, 2))
    assert "1 maison " in one
    assert "2 maisons " in two


def test_lists_counts_and_parts() -> None:
    words = Words("en", folders_of("doge"), [Seat(1, "Anna", "red"), Seat(2, "Ben", "blue")])
    assert words.thing("seat", [1, 2]) == "Anna, Ben"
    assert words.thing("seat", {1: 6, 2: [3, 1]}) == "Anna 6, Ben 3+1"
    assert words.thing("seat.area", "2.san-marco") == "Ben San Marco"
    assert words.thing("seat.area", "home") == "neutral, off map"
    assert words.thing("seat", 0) == "Everyone"
    assert words.thing("seat", 7) == "Seat 7"


def test_texts_are_joined_as_the_language_does() -> None:
    """French puts a no-break space before a semicolon."""
    joined = {language: Words(language).joined(["Anna", "Ben", "Cleo"]) for language in LANGUAGES}
    assert re.fullmatch("Anna[\xa0\u202f]; Ben[\xa0\u202f]; Cleo", joined.pop("fr"))
    assert set(joined.values()) == {"Anna; Ben; Cleo"}
    assert Words("fr").joined([]) == ""


def test_no_code_joins_texts_by_a_semicolon_of_its_own() -> None:
    sources = {module: module.read_text("utf-8") for _, modules in extract.homes() for module in modules}
    assert [module.name for module, source in sources.items() if '"; ".join' in source] == []


@pytest.mark.parametrize(
    ("language", "game", "key", "anna", "ben"),
    [
        ("fr", "rialto", "correct.cards", "Cartes d’Anna", "Cartes de Ben"),
        ("it", "venedig", "because.rivals-spared", "dà meno ad Anna", "dà meno a Ben"),
    ],
)
def test_little_words_change_before_the_vowel_of_a_name(
    language: str, game: str, key: str, anna: str, ben: str
) -> None:
    words = Words(language, folders_of(game), [Seat(1, "Anna", ""), Seat(2, "Ben", "")])
    assert [words(key, seat=1), words(key, seat=2)] == [anna, ben]


def test_a_refusal_ends_with_its_rule() -> None:
    words = Words("it", folders_of("doge"))
    assert words.refusal(Refusal("no-ring", "DOG.A2")).endswith("(DOG.A2)")


def test_a_refusal_within_another_is_worded_too() -> None:
    for language in LANGUAGES:
        words, within = Words(language, folders_of("doge")), Refusal("no-ring", "DOG.A2")
        told = words.refusal(Refusal("entry-unfit", n=3, line={}, why=within.to_json()))
        assert words.refusal(within) in told


def refusals_in(source: Path) -> Iterator[tuple[str, set[str]]]:
    """Find each `Refusal("key", ..., fact=...)` in a module: its key and the facts it gives."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and node.args:
            key = node.args[0]
            if isinstance(key, ast.Constant) and all(keyword.arg for keyword in node.keywords):
                yield str(key.value), {str(keyword.arg) for keyword in node.keywords}


def test_every_refusal_gives_the_facts_that_its_sentence_names() -> None:
    """Otherwise someone would get a traceback instead of the reason."""
    lacking = []
    for home, modules in extract.homes():
        words = Words("en", [home / "words", SHARED])
        for module in (module for module in modules if module.suffix == ".py"):
            for key, facts in refusals_in(module):
                named = {name for name, _ in _placeholders(words.template(f"refuse.{key}") or "")}
                lacking += [f"{module.name}: {key} lacks {named - facts}"] if named - facts else []
    assert lacking == []


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(Refusal):
        Words("tlh")


def test_receipts_are_worded() -> None:
    words = Words("en", folders_of("doge"), [Seat(1, "Anna", "red")])
    receipt = Receipt(1, "palaces", 1, "DOG.P1", "built", {"area": "castello", "price": 3})
    assert words.receipt(receipt) == "palace in Castello for 3 houses"


def test_long_words_are_used_where_there_is_room() -> None:
    """Without a long variant, the short one is used."""
    short, long = (Words("en", folders_of("venedig"), long=room) for room in (False, True))
    assert (short.thing("card", "palazzo"), long.thing("card", "palazzo")) == ("Palaz.", "Palazzo")
    assert short.thing("card", "casa") == long.thing("card", "casa")
    assert long.thing("seat", 2) == short.thing("seat", 2)


def test_english_decides_which_messages_have_a_long_variant(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.po").write_text('msgid "ask.a.long"\nmsgstr "A"\n\nmsgid "ask.gone.long"\nmsgstr "B"\n')
    assert extract.longer(tmp_path, {"ask.a", "ask.b"}) == {"ask.a.long"}
