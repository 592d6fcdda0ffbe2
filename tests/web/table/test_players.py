"""Seats handed to the box in the middle of a game by phone, and taken back: told to everyone, and nobody else's."""

from __future__ import annotations

from functools import partial
from random import Random

from companion.players import STEADY
from companion.referee import Referee
from companion.referee.automatic import explain, people_asked, thought_of_box, waiting_for_box
from tests.web.house import House, said


def test_a_seat_is_handed_to_the_box_and_taken_back(house: House) -> None:
    anna, judge = house.phone(1), house.judge
    assert 'name="player" value="steady"' in anna.get("/seat").text
    for _ in range(2):  # sent twice, it is done once
        assert anna.post("/player", data={"seat": "1", "player": "steady"}).status_code == 302
    assert len(judge.entries) == 1
    assert judge.game.boxed[1].strength == STEADY
    page = anna.get("/seat").text
    assert "The box plays your seat (steady)." in page
    assert 'class="question' not in page, "what the box is asked is not asked of its owner"
    assert "The box plays for Anna (steady)." in house.stranger().get("/").text
    anna.post("/player", data={"seat": "1", "player": "people"})
    assert not judge.game.boxed
    assert 1 in people_asked(judge)
    assert 'class="question' in anna.get("/seat").text


def test_a_missing_players_seat_is_handed_over_and_nobody_elses(house: House) -> None:
    anna, _, judge = house.phone(1), house.phone(2), house.judge
    assert anna.post("/player", data={"seat": "2", "player": "sharp"}).status_code == 403
    assert anna.post("/player", data={"seat": "3", "player": "sharp"}).status_code == 302
    assert list(judge.game.boxed) == [3]
    assert house.stranger().post("/player", data={"seat": "3", "player": "people"}).status_code == 403
    assert list(judge.game.boxed) == [3]


def test_nonsense_hands_over_nothing(house: House) -> None:
    anna = house.phone(1)
    for form in (
        {},
        {"seat": "9", "player": "sharp"},
        {"seat": "1", "player": "god"},
        {"seat": "x", "player": "sharp"},
    ):
        assert anna.post("/player", data=form).status_code == 409
    assert not house.judge.entries


def test_the_api_hands_over_seats_and_says_whose_they_are(house: House) -> None:
    anna = house.phone(1)
    assert said(anna.post("/api/player", json={"seat": 1, "player": "gentle"}))[0] == 200
    assert anna.get("/api/table").get_json()["boxed"] == {"1": "gentle"}
    assert said(anna.post("/api/player", json={"seat": 1, "player": "god"}))[0] == 400
    assert said(anna.post("/api/player", json={"seat": 1, "player": "people"}))[0] == 200
    assert anna.get("/api/table").get_json()["boxed"] == {}


def play_until_explained(judge: Referee) -> None:
    """Play on until the box has made a move of which it may say why."""
    rng = Random(5)
    while not list(explain(judge, most=1)):
        for seat in waiting_for_box(judge):
            judge.answer(seat, thought_of_box(judge, seat)(), by_box=True)
        for seat, decision in people_asked(judge).items():
            judge.answer(seat, decision.choice.sample(rng))


def test_a_phone_asks_why_the_box_played_so(house: House) -> None:
    anna, judge = house.phone(1), house.judge
    assert "/why" not in anna.get("/seat").text, "nobody's seat is the box's"
    anna.post("/player", data={"seat": "1", "player": "steady"})
    assert "/why" in anna.get("/seat").text
    assert "Nothing to tell yet." in anna.get("/why").text
    house.run(partial(play_until_explained, judge))
    (told,) = anna.get("/api/why").get_json()[:1]
    assert told["seat"] == 1
    assert told["text"].startswith("Anna, ")
    assert told["text"].split(":")[0] in anna.get("/why").text
