"""Collect every message from code and rules into the catalogues: `make words`.

    Decision("build", ...)      ask.build, and brief.build where only two words fit
                                                   game.tell("built", ...)    tell.built
    Refusal("over")             refuse.over        gain(..., "built")         why.built
    NeedsConsent(seats)         refuse.needs-consent, the only key of its class
    Correction("houses", ...)   correct.houses     named("area", "castello")  area.castello
    Instruction("pieces", ...)  lay.pieces         rules.toml                 each rule's id
    Case("DOG.V4", ...)         case.DOG.V4
    words("menu.play")          menu.play          counted("because", "card")    because.card, for one and for several

New messages are added empty to each catalogue there is, those no longer used are dropped. A message with a fact `n`
is counted by it and gets a plural. English says which of them have a `.long` variant, or one for the `.ear`: where
its catalogue has `ask.play.long`, all others get one. A game without any catalogue gets an English one; `make words
NEW=de` starts German ones everywhere.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.refusal import Refusal
from companion.words import EAR, LANGUAGES, LONG

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "hardware", "web", "firmware")
REFUSALS = {kind.__name__: kind.only_key for kind in Refusal.tree()}
"""Every class of refusal, with its key if it has just one."""

PREFIXES = {
    "Decision": "ask",
    "tell": "tell",
    "Correction": "correct",
    "Instruction": "lay",
    "Case": "case",
    **dict.fromkeys(REFUSALS, "refuse"),
}
"""Calls whose first argument is a message key, each with the prefix of its keys."""

COUNTED = "n"
"""The fact by which a message is counted."""

TEMPLATE = re.compile(r"""\bwords\(\s*["']([^"']+)["']\s*(?:\)|,\s*(n=)?)""")


def messages_in(source: Path) -> Iterator[str]:
    """Yield the message keys that a module, or the template of a page, names."""
    return (key for key, _ in _named_in(source))


def counted_in(source: Path) -> Iterator[str]:
    """Yield those of them that are given a number to be counted by."""
    return (key for key, is_counted in _named_in(source) if is_counted)


@cache
def _named_in(source: Path) -> list[tuple[str, bool]]:
    if source.suffix == ".html":
        return [(key, bool(n)) for key, n in TEMPLATE.findall(source.read_text("utf-8"))]
    calls = [node for node in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(node, ast.Call)]
    named = [(call, key) for call in calls for key in _messages_of(_called(call.func), _strings(call))]
    return [(key, COUNTED in _facts(call) or _called(call.func) == "counted") for call, key in named]


def _facts(call: ast.Call) -> set[str]:
    """Return the facts that a call gives with its message: by keyword, or in a table as questions do."""
    tables = [argument for argument in call.args if isinstance(argument, ast.Dict)]
    keys = {key.value for table in tables for key in table.keys if isinstance(key, ast.Constant)}
    return {str(name) for name in (*keys, *(keyword.arg for keyword in call.keywords))}


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _strings(call: ast.Call) -> list[list[str]]:
    """Return the literal strings that each argument may be."""
    return [list(_literals(argument)) for argument in call.args]


def _literals(argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from _literals(argument.body)
        yield from _literals(argument.orelse)


def _messages_of(called: str, arguments: list[list[str]]) -> Iterator[str]:
    first, *others = arguments or [[]]
    later = [text for texts in others for text in texts]
    if REFUSALS.get(called):
        yield f"refuse.{REFUSALS[called]}"
    elif called in PREFIXES:
        yield from (f"{PREFIXES[called]}.{key}" for key in first if key)
        if called == "Decision":
            yield from (f"brief.{key}" for key in first)
    elif called == "words":
        yield from first
    elif called == "Option":
        yield from (f"{prefix}.{name}" for name in first for prefix in ("option", "option-note"))
        yield from (f"option.{name}.{value}" for name in first for value in later)
    elif called in ("named", "counted"):
        yield from (f"{of}.{option}" for of in first for option in later)
    elif called in ("gain", "Receipt") and len(arguments) > 4:
        yield from (f"why.{why}" for why in arguments[4])


def rules_in(folder: Path) -> dict[str, str]:
    """Return the rule ids of a game with their English text."""
    path = folder / "rules.toml"
    tables = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    return {f"{prefix}.{number}": line["text"] for prefix, lines in tables.items() for number, line in lines.items()}


def homes() -> Iterator[tuple[Path, list[Path]]]:
    """Yield each folder with words of its own, and the modules whose messages go there."""
    for package in PACKAGES:
        modules = sorted([*(ROOT / package).rglob("*.py"), *(ROOT / package).rglob("*.html")])
        games = [folder.parent for folder in sorted((ROOT / package).glob("games/*/rules.toml"))]
        for game in games:
            yield game, [module for module in modules if game in module.parents]
        shared = [module for module in modules if not any(game in module.parents for game in games)]
        if any(message for module in shared for message in messages_in(module)):
            yield ROOT / package, shared


def wanted() -> dict[Path, list[str]]:
    """Return the messages of each folder in a stable order. Messages shared by all are only in `companion`."""
    found = {home: {text for module in modules for text in messages_in(module)} for home, modules in homes()}
    shared = found[ROOT / "companion"]
    own = {home: messages if messages is shared else messages - shared for home, messages in found.items()}
    return {home: sorted(messages | longer(home, messages)) + list(rules_in(home)) for home, messages in own.items()}


def longer(home: Path, messages: set[str]) -> set[str]:
    """Return the long variants of these messages that English has, and those for the ear."""
    english = read(home / "words" / "en.po", "en")
    variants = {f"{message}.{variant}" for message in messages for variant in (LONG, EAR)}
    return {variant for variant in variants if english.get(variant)}


def languages_to_write(home: Path) -> list[str]:
    """Return the languages of a folder's catalogues: of a game those it has, at first English; of a package all."""
    if not (home / "rules.toml").exists():
        return list(LANGUAGES)
    return [language for language in LANGUAGES if (home / "words" / f"{language}.po").exists()] or [LANGUAGES[0]]


def update(home: Path, messages: list[str], languages: Sequence[str], plural: Collection[str] = ()) -> None:
    """Bring a folder's catalogues up to what its code and rules name. What English counts, others will.

    Of the messages that are new to English too, those in `plural` are counted.
    """
    rules = rules_in(home)
    english = read(home / "words" / "en.po", "en")
    for language in languages:
        path = home / "words" / f"{language}.po"
        path.parent.mkdir(exist_ok=True)
        old = read(path, language)
        new = Catalog(locale=language)
        for key in messages:
            known = old.get(key)
            text = known.string if known else ""
            alike = known or english.get(key)
            fresh = (key, key) if key in plural else key
            new.add(alike.id if alike else fresh, rules[key] if language == "en" and key in rules else text)
        with path.open("wb") as file:
            write_po(file, new, omit_header=True, width=110)


def read(path: Path, language: str) -> Catalog:
    """Return the catalogue in a file, or an empty one."""
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def compile_words(home: Path) -> None:
    """Turn a folder's catalogues into what gettext reads, as an install does."""
    for path in (home / "words").glob("*.po"):
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, read(path, path.stem))


def main(started: list[str]) -> None:
    """Update all catalogues; in a language that is `started` here, write those that are missing."""
    plural = {home: {key for module in modules for key in counted_in(module)} for home, modules in homes()}
    for home, messages in wanted().items():
        update(home, messages, [*dict.fromkeys([*languages_to_write(home), *started])], plural[home])
        compile_words(home)


if __name__ == "__main__":
    main(sys.argv[1:])
