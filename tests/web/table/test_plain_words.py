"""A page has room: texts that the box's screen shortens are written out there."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest

from companion.choices import Spread
from companion.words import Words, folders_of
from tests.tables import referee
from tests.web.house import House
from tests.web.table.test_pages import form_in
from tests.web.table.test_secrets import put


def asked(house: House, game: str, key: str, language: str, **options: str) -> str:
    """Return the question as the seat's page shows it."""
    judge = put(house, game, key, **options)
    seat = next(seat for seat, decision in judge.open.items() if decision.key == key)
    page = house.phone(seat or 1).get("/seat", headers={"Accept-Language": language}).text
    return unescape(form_in(page))


@pytest.mark.parametrize(
    ("language", "row", "joker", "yellow"),
    [
        ("en", "F Councillor", "2+1 means 2 cards and 1 joker", "yellow building 3"),
        ("fr", "F Conseiller", "2+1 veut dire 2 cartes et 1 joker", "bâtiment jaune 3"),
        ("it", "F Consigliere", "2+1 vuol dire 2 carte e 1 jolly", "edificio giallo 3"),
    ],
)
def test_rialtos_letters_and_signs_are_explained(
    empty_house: House, language: str, row: str, joker: str, yellow: str
) -> None:
    """In a sentence with an example: on its own, `2+1*3` would look like a sum."""
    assert row in asked(empty_house, "rialto", "row", language, cards="device").replace("\xa0", " ")
    for key, cards in (("play", "device"), ("stage", "table")):
        form = asked(empty_house, "rialto", key, language, cards=cards)
        assert joker in form
        assert yellow in form
        assert not re.search(r"[a-z.,] ?[+*] ?[a-z]", re.sub("<[^>]*>", "\n", form)), "a sign between words"


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_cards_to_give_have_their_full_names(empty_house: House, language: str) -> None:
    """In Venise, as where they are played; below the card as it is drawn."""
    form = asked(empty_house, "venise", "discard", language, cards="device")
    words = Words(language, folders_of("venise"))
    shown = re.findall(r'name="value\.([a-z0-9-]+)".*?<svg.*?<small>([^<]+)</small></span></label>', form)
    assert shown
    assert [label for _, label in shown] == [words.thing("card", card) for card, _ in shown]


@pytest.mark.parametrize(("language", "word"), [("en", "worth"), ("fr", "valeur"), ("it", "valore")])
def test_gold_is_paid_by_its_worth(empty_house: House, language: str, word: str) -> None:
    """A bare number would mean a count."""
    judge, rng = referee("venedig", 2, gold="device"), Random(1)
    while not isinstance(next(iter(judge.open.values())).choice, Spread):
        seat = next(iter(judge.open))
        judge.answer(seat, judge.open[seat].choice.sample(rng))
    ((seat, decision),) = judge.open.items()
    assert decision.key == "pay"
    empty_house.put(judge.kind, judge.table, judge.urn, judge.entries)
    form = form_in(empty_house.phone(seat).get("/seat", headers={"Accept-Language": language}).text)
    assert isinstance(decision.choice, Spread)
    coins = [f"{word} {value}" for value, most in decision.choice.most.items() for _ in range(most)]
    assert re.findall("<small>([^<]+)</small></span></label>", form) == coins


def test_twelve_bridges_are_tapped_on_the_map(empty_house: House) -> None:
    """Their list is folded, and names both ends."""
    form = asked(empty_house, "rialto", "bridge", "en", cards="device")
    assert form.startswith(" tapped")
    assert form.index("<details") < form.index('data-place="')
    assert re.search(r"<span>[A-Z][\w ]+ – [A-Z][\w ]+</span>", form)
