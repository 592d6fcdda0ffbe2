"""A stranger's client plays whole games of all five by the API alone, in words that it was sent."""

from __future__ import annotations

import re
from functools import partial
from random import Random
from typing import Any
from urllib.error import HTTPError

import pytest

from companion import games
from companion.players import STEADY, Player
from companion.referee.automatic import answer_for
from companion.referee.seals import seal_words
from tests.web.api.client import Client, Json, in_words
from tests.web.house import House, said
from tests.web.served import served
from web.api.openapi import EXAMPLES
from web.petitions import Petition

RAW = re.compile(r"\b(ask|tell|brief|why|refuse|column|thing)\.[a-z-]+|[{}]")
"""A key that nobody has put into words, or a place in a sentence that was not filled in."""


NAMES = ["Anna", "Ben", "Cleo", "Dario"]
RACES = ("doge", "venise")
"""Games that end when somebody has got somewhere."""


def sat_down(house: House, url: str, language: str) -> list[Client]:
    """Return a client for each seat."""
    clients = []
    for seat in house.judge.game.seats:
        client = Client(url, Random(seat), language)
        client.join(house.site.codes.code, seat)
        clients.append(client)
    return clients


def said_in(view: Json) -> list[str]:
    """Return what a view says in words, besides what was told before."""
    asked = [one for one in view["asked"] if "choice" in one]
    offered = [text for one in asked for text in one["choice"]["texts"].values()]
    questions = [text for one in asked for text in (one["text"], one["brief"], one["why"])]
    return [*questions, *offered, *(one["text"] for one in view["receipts"][-5:])]


def advised(house: House, seat: int) -> Any:
    """Return a steady player's answer in the races, which take thousands of answers at random; nothing elsewhere."""
    judge = house.judge
    if judge.kind.name not in RACES:
        return None
    return house.run(lambda: answer_for(judge, Player(judge.kind.adviser, STEADY), seat))


@pytest.mark.parametrize(("game", "language"), list(zip(games.names(), ["en", "fr", "it", "en", "fr"], strict=True)))
def test_a_whole_game_by_the_api_alone(empty_house: House, game: str, language: str) -> None:
    house = empty_house
    with served(house) as url:
        starter = Client(url, Random(0), language)
        offered = {one["game"]: one for one in starter.get("games")}[game]
        starter.start(game, NAMES[: min(offered["players"])], "gondola")
        assert house.judge.urn.stirred[0] == "gondola"
        clients = sat_down(house, url, language)
        words: set[str] = set()
        client = clients[0]
        while (view := client.get("seat"))["winners"] is None:
            words |= {*said_in(view), *client.news(view)}
            if questions := client.questions(view):
                advice = advised(house, questions[0]["seat"])
                words.add(in_words(questions[0]["choice"], client.answer(questions[0], advice)))
            else:
                client = clients[view["asked"][0]["seat"] - 1]
    assert house.judge.outcome is not None
    assert view["places"] == house.judge.outcome.places
    assert view["language"] == language
    assert view["ending"]
    assert not [text for text in words if RAW.search(text)]
    sums = {
        seat: sum(one["amount"] for one in view["receipts"] if one["seat"] == int(seat)) for seat in view["score"]
    }
    assert sums == {seat: sum(tallies.values()) for seat, tallies in view["score"].items()}, (
        "every point has a receipt"
    )


def test_going_back_by_the_api(empty_house: House) -> None:
    """One's own last answer is free; once a seal is open the others must agree; and it can be redone."""
    house = empty_house
    with served(house) as url:
        Client(url, Random(0)).start("doge", NAMES[:3])
        judge = house.judge
        anna, ben, cleo = clients = sat_down(house, url, "en")
        for client in clients:
            for _ in ("area", "ballots"):
                (question, *_) = client.questions(client.get("seat"))
                client.answer(question)
        entries = anna.get("seat")["entries"]
        anna.post("undo", entries=entries)
        proposal = ben.get("seat")["proposal"]
        assert (proposal["by"], proposal["missing"], proposal["entries"]) == (1, [2, 3], entries)
        assert proposal["text"] == "Cleo, a sealed answer"
        ben.post("agree", entries=entries, agrees=True)
        cleo.post("agree", entries=entries, agrees=True)
        assert len(judge.entries) == entries - 1
        assert [client.get("seat")["may_redo"] for client in clients] == [False, False, True]
        assert anna.get("table")["taken_back"] == ["Cleo, a sealed answer"]
        cleo.post("redo", entries=entries - 1)
        assert len(judge.entries) == entries
        anna.post("undo", entries=entries)
        ben.post("agree", entries=entries, agrees=False)
        assert anna.get("seat")["proposal"] is None
        with pytest.raises(HTTPError, match="409"):
            ben.post("agree", entries=entries, agrees=True)


def test_where_there_is_a_box_ok_on_it_begins(empty_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client sends the same again until the box has answered, and then it is the game it asked for."""
    house = empty_house
    asked: list[Petition] = []
    house.asked = asked

    def say_yes(petition: Petition) -> None:
        asked.append(petition)
        house.post(partial(petition.answer, allowed=True))

    monkeypatch.setattr(house, "ask_owner", say_yes)
    with served(house) as url:
        Client(url, Random(0)).start("doge", NAMES[:3])
    assert [petition.deed.names for petition in asked] == [("Anna", "Ben", "Cleo")]
    assert [seat.name for seat in house.judge.table.seats] == NAMES[:3]


def test_leaving_by_the_api_frees_the_seat(house: House) -> None:
    with served(house) as url:
        client = Client(url, Random(0))
        client.join(house.site.codes.code, 2)
        assert [one["free"] for one in client.get("seats")] == [True, False, True]
        client.post("leave")
        assert all(one["free"] for one in client.get("seats"))
        with pytest.raises(HTTPError, match="403"):
            client.get("seat")
        client.post("leave")


def test_options_and_seals_come_in_words(empty_house: House) -> None:
    with served(empty_house) as url:
        client = Client(url, Random(0))
        for offered in client.get("games"):
            for option in offered["options"]:
                assert option["text"]
                assert option["note"]
                assert list(option["texts"]) == option["values"]
                assert not RAW.search(" ".join([option["text"], option["note"], *option["texts"].values()]))
        urn = client.get("start")
        assert (urn["text"], urn["beginning"]) == (seal_words(empty_house.site.urn.commitment), None)


@pytest.mark.parametrize(
    ("changed", "status", "key"),
    [
        ({"players": []}, 409, "wrong-players"),
        ({"players": [{"name": "Anna"}]}, 400, "wrong-type"),
        ({"players": [{"name": "Anna", "colour": "", "player": "oracle"}]}, 400, "unknown-player"),
        ({"options": {"ballots": 1}}, 400, "wrong-type"),
        ({"options": {"ballots": "marble"}}, 409, "unknown-value"),
        ({"game": "chess"}, 404, "not-found"),
        ({"word": "x" * 13}, 400, "too-long"),
        ({"commitment": "0"}, 409, "urn-used"),
    ],
)
def test_starting_is_refused_in_words(empty_house: House, changed: Json, status: int, key: str) -> None:
    sent = {**EXAMPLES["Start"], "commitment": empty_house.site.urn.commitment, **changed}
    got, error = said(empty_house.stranger().post("/api/start", json=sent))
    assert (got, error["key"]) == (status, key)
    assert not RAW.search(error["text"])
    assert empty_house.referee is None
