"""Only sealed answers are called secret on a page. A hand is hidden, but a move that all see is simply played."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest

from companion.referee import Referee
from tests.tables import referee
from tests.web.house import House
from tests.web.states import DEALT
from tests.web.table.test_pages import form_in

PLAYS = {"en": "plays", "fr": "joue", "it": "gioca"}
SEAL = {"en": "Seal it", "fr": "Sceller", "it": "Sigilla"}


def put(house: House, game: str, key: str, **options: str) -> Referee:
    """Put a random game on the table, advanced to this question."""
    judge, rng = referee(game, 3, 1, None, **options), Random(1)
    while key not in {decision.key for decision in judge.open.values()}:
        seat = next(iter(judge.open))
        judge.answer(seat, judge.open[seat].choice.sample(rng))
    return house.put(judge.kind, judge.table, judge.urn, judge.entries)


def plain(page: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", " ", page)).replace("\xa0", " ").split())


def status(house: House, language: str = "en") -> str:
    """Return what the table's page says about whose turn it is."""
    page = house.stranger().get("/", headers={"Accept-Language": language}).text
    return plain(page.partition('<section class="status"')[2].partition(">")[2].partition("</section>")[0])


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_a_plank_is_laid_for_all_to_see(empty_house: House, language: str) -> None:
    """The question is hidden, because its places hint at a card; the answer is a move like any other."""
    judge = put(empty_house, "venise", "lay", cards="device")
    ((seat, decision),) = judge.open.items()
    assert decision.secret
    name = judge.table.seats[seat - 1].name
    assert status(empty_house, language) == f"{name} {PLAYS[language]}"
    page = empty_house.phone(seat).get("/seat", headers={"Accept-Language": language}).text
    assert SEAL[language] not in form_in(page)


@pytest.mark.parametrize(
    ("language", "many", "one"),
    [
        ("en", "Deciding in secret:", "Deciding in secret:"),
        ("fr", "Choisissent en secret :", "Choisit en secret :"),
        ("it", "Decidono in segreto:", "Decide in segreto:"),
    ],
)
def test_ballots_are_sealed_until_all_are_in(empty_house: House, language: str, many: str, one: str) -> None:
    judge = put(empty_house, "doge", "area")
    names = [seat.name for seat in judge.table.seats]
    assert status(empty_house, language) == f"{many} {' '.join(names)}"
    page = empty_house.phone(1).get("/seat", headers={"Accept-Language": language}).text
    assert SEAL[language] in form_in(page)
    rng = Random(1)
    for seat in (1, 1, 2, 2):
        judge.answer(seat, judge.open[seat].choice.sample(rng))
    assert status(empty_house, language) == f"{one} {names[2]}"
    assert SEAL[language] in form_in(empty_house.phone(3).get("/seat", headers={"Accept-Language": language}).text)


def test_a_sealed_answer_is_shown_to_its_own_seat_alone(empty_house: House) -> None:
    """While the next question is already open, it is clear which answer can be taken back."""
    judge = put(empty_house, "doge", "area")
    phones = empty_house.phones()
    judge.answer(1, "castello")
    sealed = re.compile(r'<p class="sealed">(.*?)</p>')
    (area,) = sealed.findall(phones[1].get("/seat").text)
    assert 'aria-label="Castello"' in area
    judge.answer(1, judge.open[1].choice.sample(Random(1)))
    (ballots,) = sealed.findall(phones[1].get("/seat").text)
    assert "Castello" not in ballots, "the last one, which a tap takes back"
    assert not sealed.findall(phones[2].get("/seat").text)
    last = judge.run.last_sealed(1)
    assert last is not None
    phones[1].post("/take-back", data={"question": last.question, "given": judge.given[1]})
    assert sealed.findall(phones[1].get("/seat").text) == [area]


@pytest.mark.parametrize(("language", "word"), [("en", "none"), ("fr", "rien"), ("it", "niente")])
def test_an_empty_private_part_says_so_in_a_word(empty_house: House, language: str, word: str) -> None:
    """Before the first ballot is laid."""
    put(empty_house, "doge", "area")
    page = empty_house.phone(1).get("/seat", headers={"Accept-Language": language}).text
    own = page.partition('<section class="own">')[2].partition("</section>")[0]
    hand, laid = re.findall('<div class="kept">(.*?)</div>', own, re.DOTALL)
    assert laid.endswith(word)
    assert word not in hand


@pytest.mark.parametrize(("game", "key"), [("doge", "ballots"), ("rialto", "discard")])
def test_what_was_sealed_is_no_longer_in_the_hand(empty_house: House, game: str, key: str) -> None:
    """A player sees what is left for later; taken back, it is all there again."""
    judge = put(empty_house, game, "area" if game == "doge" else key, **DEALT.get(game, {}))
    seat = next(iter(judge.open))
    phone = empty_house.phone(seat)
    if game == "doge":
        judge.answer(seat, judge.open[seat].choice.sample(Random(1)))
    whole = in_hand(phone.get("/seat").text)
    given = judge.open[seat].choice.sample(Random(1))
    judge.answer(seat, given)
    assert len(given) > 0
    assert in_hand(phone.get("/seat").text) == whole - len(given)
    judge.take_back(seat)
    assert in_hand(phone.get("/seat").text) == whole


def in_hand(page: str) -> int:
    """Return how many things are shown as a player's own hand."""
    own = page.partition('<section class="own">')[2].partition("</section>")[0]
    kept: list[str] = re.findall('<div class="kept">(.*?)</div>', own, re.DOTALL)
    return kept[0].count('role="img"')
