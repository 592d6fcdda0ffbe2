"""Look into the picture of a board: what is drawn, of which kind, in which words, and what can be tapped."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from companion import games
from companion.picture.colours import SIGNS
from companion.picture.shapes import with_style
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.seats import Seat
from companion.steps import TABLE
from companion.words import Words, folders_of
from tests.tables import referee

SVG = "{http://www.w3.org/2000/svg}"
TAGS = "svg title desc defs pattern clipPath g path use text tspan circle"
ODD_NAMES = ["<b>&\"'", "]]>", "Zoë"]
View = dict[str, Any]


def words_for(judge: Referee, language: str = "en") -> Words:
    return Words(language, folders_of(judge.kind.name), judge.table.seats)


def positions(
    game: str, players: int, seed: int, every: int, most: int | None = None, **options: Any
) -> Iterator[Referee]:
    """Play a random game, and yield it before the first answer and now and then after."""
    judge = referee(game, players, seed=seed, **options)
    rng = Random(seed)
    yield judge
    while judge.open and (most is None or len(judge.entries) < most):
        play_random(judge, rng, most=len(judge.entries) + every)
        yield judge


def drawn(
    judge: Referee,
    view: View | None = None,
    before: View | None = None,
    offered: Collection[str] = (),
    language: str = "en",
) -> Element:
    board = games.find(judge.kind.name).board
    assert board is not None
    picture = board(view or judge.game.view(TABLE), words_for(judge, language), judge.table.seats, before, offered)
    element = ElementTree.fromstring(picture.svg)
    assert set(buttons(element)) == picture.places, "a picture names the places that it lets one tap"
    return element


def kinds(element: Element) -> list[str]:
    return element.get("class", "").split()


def of_kind(element: Element, kind: str) -> list[Element]:
    return [part for part in element.iter() if kind in kinds(part)]


def used(element: Element) -> list[str]:
    """Return the shapes used in a part of the picture."""
    return [use.get("href", "").removeprefix("#d-") for use in element.iter(f"{SVG}use")]


def text(element: Element) -> str:
    return "".join(element.itertext())


def buttons(picture: Element) -> list[str | None]:
    return [part.get("data-option") for part in picture.iter() if part.get("role") == "button"]


def colour_of(element: Element) -> str:
    """Return the colour of a piece from its class."""
    (colour,) = {kind.partition("-")[2] for kind in kinds(element)} & {*SIGNS, "neutral"}
    return colour


def is_all_in_words(picture: Element, vocabularies: str) -> None:
    """Check that nothing is shown by its key, and that the whole and each picture and button in it has a name."""
    said = [part.text or "" for part in picture.iter()] + [part.get("aria-label", "") for part in picture.iter()]
    assert not re.search(rf"\b({'|'.join(vocabularies.split())})\.[a-z0-9]|[{{}}]", " ".join(said))
    assert text(picture[0])
    assert text(picture[1])
    for part in picture.iter():
        if part.get("role") in ("img", "button"):
            assert part.get("aria-label") or text(part[0]), "named, or titled"


def every_colour_has_its_sign(game: str, picture: Element, but: Collection[Element] = ()) -> None:
    """Check that everything in a seat's colour has its sign or its shape: not every eye can tell colours apart."""
    shapes = {part.get("id", "").removeprefix("d-"): part for part in picture.iter() if part.get("id")}

    def all_used(part: Element) -> set[str]:
        direct = set(used(part))
        return direct.union(*(all_used(shapes[name]) for name in direct if name in shapes))

    signs = {*SIGNS, *(name.removeprefix("sign-") for name in shapes if name.startswith("sign-"))}
    coloured = 0
    for part in picture.iter():
        for colour in signs & {kind.removeprefix(f"{game}-") for kind in kinds(part)}:
            coloured += 1
            assert part in but or all_used(part) & {f"sign-{colour}", f"cut-{colour}"}, kinds(part)
    assert coloured > 12


def names_drawn(game: str, view: View, colours: Collection[str]) -> list[str]:
    """Return how the board shows players with odd names."""
    kit = games.find(game)
    assert kit.board is not None
    seats = [Seat(n, name, colour) for n, (name, colour) in enumerate(zip(ODD_NAMES, colours, strict=True), 1)]
    svg = kit.board(view, Words("en", folders_of(game), seats), seats, None, ()).svg
    picture = ElementTree.fromstring(with_style(svg, kit.board_style))
    return [text(name) for name in of_kind(picture, f"{game}-player")]


def needs_no_style_and_no_script(picture: Element) -> None:
    """Check that a strict content security policy allows the picture, and that all it uses is defined once."""
    names = [part.get("id") for part in picture.iter() if part.get("id")]
    assert len(names) == len(set(names))
    assert {part.tag.removeprefix(SVG) for part in picture.iter()} <= set(TAGS.split())
    for part in picture.iter():
        assert not {name for name in part.attrib if name == "style" or name.startswith("on")}
        if "href" in part.attrib:
            assert part.get("href", "").removeprefix("#") in names


def classes_without_style(game: str, pictures: Collection[Element]) -> set[str]:
    """Return the classes that a board's style lacks; the style must be about this board alone."""
    style = games.find(game).board_style
    rules = re.sub(r"@media[^{]*\{|@keyframes[^{]*\{from\{[^}]*\}\}", "", style)
    selectors = [one.strip(" }\n") for rule in re.findall(r"([^{}]*)\{", rules) for one in rule.split(",")]
    assert all(selector.startswith(f".{game}-") for selector in selectors)
    assert "url(" not in style
    known = set(re.findall(rf"\.({game}-[A-Za-z0-9-]+)", style))
    return {kind for picture in pictures for part in picture.iter() for kind in kinds(part)} - known
