"""A stranger's client plays whole games of all five by the API alone, in words that it was sent."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from urllib.error import HTTPError

import pytest

from companion import games
from companion.referee.simulation import some_answer
from tests.web.api.client import Client, Json, in_words
from tests.web.house import House
from tests.web.served import served

RAW = re.compile(r"\b(ask|tell|brief|why|refuse|column|thing)\.[a-z-]+|[{}]")
"""A key that nobody has put into words, or a place in a sentence that was not filled in."""


def sat_down(house: House, url: str, language: str) -> list[Client]:
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


def advised(house: House, seat: int, rng: Random) -> Any:
    """Return what a passer-by would answer in Venise, where nobody gets anywhere at random; nothing elsewhere."""
    judge = house.judge
    return house.run(lambda: some_answer(judge.game, judge.open[seat], rng)) if judge.kind.name == "venise" else None


@pytest.mark.parametrize(("game", "language"), list(zip(games.names(), ["en", "fr", "it", "en", "fr"], strict=True)))
def test_a_whole_game_by_the_api_alone(empty_house: House, game: str, language: str) -> None:
    house = empty_house
    house.begin(players=min(games.find(game).game.players), game=game)
    with served(house) as url:
        clients = sat_down(house, url, language)
        words: set[str] = set()
        client = clients[0]
        while (view := client.get("seat"))["winners"] is None:
            words |= {*said_in(view), *client.news(view)}
            if questions := client.questions(view):
                advice = advised(house, questions[0]["seat"], client.rng)
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
    judge = house.begin(players=3)
    with served(house) as url:
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
        ben.post("leave")
        with pytest.raises(HTTPError, match="403"):
            ben.get("seat")
