"""An update holds what has changed, and nothing that another seat was sent."""

from __future__ import annotations

import gzip
import json
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import flask
import pytest
from flask.testing import FlaskClient

from companion import games
from companion.referee.simulation import play_random
from tests.web.house import House
from web.table.updates import TAG, difference

SMALL = 3_000
"""Bytes that an update may have on the wire, in the middle of many."""


def applied(old: str, changes: list[Any]) -> str:
    """Return the text that the script on a page makes of a difference."""
    tags = TAG.findall(old)
    parts = [one if isinstance(one, str) else "".join(tags[one[0] : one[0] + one[1]]) for one in changes]
    return "".join(parts)


def fetched(phone: FlaskClient, page: str, had: str = "") -> tuple[Any, str]:
    """Return what a phone is sent that has this version of a page, and the tag of what it has then."""
    response = phone.get(f"/part/{page}?have={had}")
    return response.get_json() if response.is_json else response.text, response.get_etag()[0] or ""


def move(house: House) -> None:
    """Give a random answer, as if on the box."""
    judge = house.judge
    house.run(lambda: (play_random(judge, Random(1), most=len(judge.entries) + 1), house.refresh()))


@pytest.mark.parametrize("game", games.names())
def test_the_parts_of_a_game_are_made_from_differences(empty_house: House, game: str) -> None:
    """A phone that has followed forty answers by differences alone shows the same page as one that comes anew."""
    empty_house.begin(game=game)
    phones = {"seat": empty_house.phone(1), "mirror": empty_house.stranger()}
    kept = {page: fetched(phone, page) for page, phone in phones.items()}
    sizes = []
    for _ in range(40):
        move(empty_house)
        for page, phone in phones.items():
            text, tag = kept[page]
            changes, tag = fetched(phone, page, tag)
            assert isinstance(changes, list), "what the phone has is remembered"
            sizes.append(len(gzip.compress(json.dumps(changes).encode())))
            kept[page] = applied(text, changes), tag
            assert kept[page][0] == fetched(phone, page)[0]
    assert sorted(sizes)[len(sizes) // 2] < SMALL


@pytest.mark.parametrize(
    ("old", "new"),
    [("", ""), ("", "<p>new"), ("plain <b>old", ""), ("<i>a<i>b<i>a", "<i>b<i>a<i>a<i>b"), ("é 𝄞 <b>x", "é 𝄞 <b>y")],
)
def test_any_text_is_made_from_any_other(old: str, new: str) -> None:
    assert applied(old, difference(old, new)) == new


def test_no_seat_is_sent_a_difference_to_another_seats_page(house: House) -> None:
    """Whether the box knows a page would tell what stands on it: only its own seat can ask."""
    anna, ben = house.phone(1), house.phone(2)
    _, tag = fetched(anna, "seat")
    assert isinstance(fetched(anna, "seat", tag)[0], list)
    assert isinstance(fetched(ben, "seat", tag)[0], str)
    assert isinstance(fetched(house.stranger(), "mirror", tag)[0], str)


def test_a_part_is_made_once_for_all_who_see_the_same(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    keep = house.site.updates.keep
    monkeypatch.setattr(
        house.site.updates, "keep", lambda viewer, *more: (made.append(viewer.page), keep(viewer, *more))[1]
    )
    for _ in range(10):
        house.stranger().get("/part/mirror")
    assert made == ["mirror"]
    move(house)
    house.stranger().get("/part/mirror")
    assert made == ["mirror", "mirror"]


def test_an_answer_is_seen_before_phones_are_told_of_it(house: House) -> None:
    """The box tells phones once its screen is drawn; whoever has answered looks earlier."""
    phone = house.phone(1)
    before, _ = fetched(phone, "seat")
    judge = house.judge
    house.run(lambda: judge.answer(1, "castello"))
    assert fetched(phone, "seat")[0] != before


def test_phones_that_see_the_same_wait_for_one_part(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """News reaches all of them at once; what they fetch is made by the first, and by nobody else meanwhile."""
    made = []

    def slowly(template: str, **shown: Any) -> str:
        made.append(template)
        time.sleep(0.1)
        return flask.render_template(template, **shown)

    monkeypatch.setattr("web.table.pages.render_template", slowly)
    strangers, anna = [house.stranger() for _ in range(4)], house.phone(1)
    with ThreadPoolExecutor(5) as at_once:
        tags = {tag for _, tag in at_once.map(lambda phone: fetched(phone, "mirror"), strangers)}
        own = at_once.submit(fetched, anna, "seat").result()
    assert len(tags) == 1
    assert own[1] not in tags
    assert made == ["_mirror.html", "_seat.html"]
