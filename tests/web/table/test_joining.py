"""Joining by phone: the code is checked before anyone is asked for a name, and an outdated one is named as such."""

from __future__ import annotations

import pytest

from companion.refusal import Refusal
from tests.web.house import House
from web.table import seats
from web.table.seats import Codes

FIELD = '<input class="code" name="code"'


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("en", "changes every few minutes"),
        ("fr", "toutes les quatre minutes"),
        ("it", "cambia ogni pochi minuti"),
    ],
)
def test_an_old_code_is_refused_at_once(house: House, language: str, word: str) -> None:
    """Anyone who comes too late is told why, and may type the new one there."""
    code = house.site.codes.code
    house.site.codes._renew()
    told = house.stranger().get(f"/j/{code}", headers={"Accept-Language": language})
    assert told.status_code == 403
    assert word in told.text.partition('role="alert"')[2].partition("</p>")[0]
    assert "Anna" not in told.text
    form = told.text.partition('<form method="post" action="/join"')[2].partition("</form>")[0]
    assert FIELD in form


def test_a_code_that_changed_meanwhile_is_refused_with_its_field_below(house: House) -> None:
    code, late = house.site.codes.code, house.stranger()
    assert late.get(f"/j/{code}").status_code == 200
    house.site.codes._renew()
    told = late.post(f"/j/{code}", data={"seat": "2"})
    assert told.status_code == 403
    assert 'role="alert"' in told.text
    assert FIELD in told.text


def test_a_look_does_not_use_up_the_code(house: House) -> None:
    code = house.site.codes.code
    for _ in range(2):
        page = house.stranger().get(f"/j/{code.lower()}")
        assert page.status_code == 200
        assert "Anna" in page.text
    assert house.site.codes.code == code


def test_looks_are_guesses_too() -> None:
    codes = Codes(lambda: 0.0)
    for _ in range(seats.TRIES):
        with pytest.raises(Refusal, match="wrong-code"):
            codes.check("0000", "10.42.0.7")
    with pytest.raises(Refusal, match="too-many-tries"):
        codes.check(codes.code, "10.42.0.7")


def test_the_field_says_that_the_code_changes(house: House) -> None:
    page = house.stranger().get("/join").text
    assert "changes every few minutes" in page
    assert 'role="alert"' not in page


def test_going_back_to_an_old_code_leads_to_the_seat(house: House) -> None:
    """The browser's Back shows the address by which the seat was taken; meanwhile the code has changed."""
    code, phone = house.site.codes.code, house.phone(1)
    house.site.codes._renew()
    back = phone.get(f"/j/{code}")
    assert (back.status_code, back.location) == (302, "/seat")


def test_scanning_the_code_once_more_leads_to_the_seat(house: House) -> None:
    """A closed page is opened again by the code on the box, not refused because its own seat is taken."""
    phone = house.phone(1)
    back = phone.get(f"/j/{house.site.codes.code}")
    assert (back.status_code, back.location) == (302, "/seat")


@pytest.mark.parametrize("path", ["/seat", "/join", "/j/ABCD", "/J/ABCD"])
def test_without_a_game_joining_leads_to_what_can_be_started(empty_house: House, path: str) -> None:
    """A code from a game that is over, or the link to a seat: the box shows no code to type."""
    phone = empty_house.stranger()
    told = phone.get(path, follow_redirects=True)
    assert (told.status_code, told.request.path) == (200, "/")
    assert "You can take a seat once a game has begun." in told.text
    assert "/start/doge" in told.text
