"""The end on phones: the podium, what decided it, links to all there is to see, and another game."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from companion import games
from companion.game import Outcome
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.words import LANGUAGES, Words, folders_of
from companion.words.ending import reasons
from tests.tables import file_of
from tests.web.browser import shorten
from tests.web.house import House
from web.history.podium import NUMERALS, Stand, from_the_middle, podium


def end(house: House, game: str = "doge", players: int = 3) -> Referee:
    """Play a game on the table to its end."""
    judge = house.begin(players=players, game=game)
    if game == "doge":
        shorten(judge)
    house.run(lambda: play_random(judge, Random(2)))
    assert judge.outcome is not None
    return judge


@pytest.mark.parametrize("game", games.names())
def test_every_game_ends_on_a_podium(game: str, empty_house: House) -> None:
    judge = end(empty_house, game, max(games.find(game).game.players))
    assert judge.outcome is not None
    page = empty_house.phone(1).get("/seat").text
    found = re.search(r'<svg class="podium".*?</svg>', page, re.DOTALL)
    assert found is not None
    drawn = ElementTree.fromstring(found[0])
    names = [text.text for text in drawn.iter("text") if text.attrib["class"] == "name"]
    assert sorted(map(str, names)) == sorted(seat.name for seat in judge.table.seats)
    crowned = [group for group in drawn.iter("g") if group.attrib.get("class") == "first"]
    assert len(crowned) == len(judge.outcome.winners)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_decided_it_is_what_the_box_says(language: str, empty_house: House) -> None:
    judge = end(empty_house, "venezia")
    assert judge.outcome is not None
    words = Words(language, folders_of("venezia"), judge.table.seats, long=True)
    largest = reasons(judge.outcome, judge.game.receipts, "points", words)[:5]
    phone = empty_house.phone(1)
    phone.set_cookie("language", language)
    page = phone.get("/seat").text
    shown = re.findall(r"<li><b>([+-]\d+)</b> <span>(.*?)</span></li>", page)
    assert shown == [(f"{amount:+d}", why) for why, amount in largest]
    assert sum(amount for _, amount in reasons(judge.outcome, judge.game.receipts, "points", words)) == max(
        score["points"] for score in judge.game.score.values()
    )


def test_links_lead_to_every_point_the_record_and_the_proof(empty_house: House) -> None:
    end(empty_house)
    phone, game_id = empty_house.phone(1), empty_house.game_id()
    page = phone.get("/seat").text
    linked = re.search(r'<div class="onward">(.*?)</div>', page, re.DOTALL)
    assert linked is not None
    links = re.findall(r'href="([^"]+)"', linked[1])
    assert links == [
        f"/history/{game_id}/replay",
        f"/history/{game_id}#points",
        f"/history/{game_id}#proof",
        f"/fair/{game_id}",
    ]
    for link in links:
        path, _, anchor = link.partition("#")
        there = phone.get(path)
        assert there.status_code == 200
        assert not anchor or f'id="{anchor}"' in there.text


def test_nobody_is_crowned_where_nobody_has_won() -> None:
    stands = [Stand(1, "Anna", "red", "3"), Stand(1, "Ben", "blue", "3")]
    assert 'class="laurel"' not in podium(stands, "", won=False)
    assert podium(stands, "").count('class="laurel"') == 2


@pytest.mark.parametrize(("players", "lined_up"), [(2, "21"), (3, "213"), (4, "4213"), (5, "42135")])
def test_the_best_stands_in_the_middle(players: int, lined_up: str) -> None:
    stands = [Stand(place, str(place), "red", "") for place in range(1, players + 1)]
    assert "".join(stand.name for stand in from_the_middle(stands)) == lined_up


def test_ties_stand_at_the_same_height() -> None:
    outcome = Outcome([[2, 3], [1]], "")
    stands = [Stand(place, f"{seat}", "red", "") for place, seats in outcome.ranked() for seat in seats]
    drawn = ElementTree.fromstring(podium(stands, ""))
    numerals = [text for text in drawn.iter("text") if text.attrib["class"] == "numeral"]
    assert sorted(str(text.text) for text in numerals) == [NUMERALS[1], NUMERALS[1], NUMERALS[3]]
    assert len({text.attrib["y"] for text in numerals if text.text == "I"}) == 1


def test_the_same_people_play_again(empty_house: House) -> None:
    end(empty_house)
    phone, before = empty_house.phone(2), empty_house.game_id()
    assert "Play again" in phone.get("/seat").text
    assert phone.post("/again", data={"game": before}).status_code == 302
    assert empty_house.played_again == 1
    phone.post("/again", data={"game": before})
    assert empty_house.played_again == 1, "sent twice, it counts once"
    file_of(empty_house.judge)


def test_only_players_start_another_game_and_only_after_the_end(empty_house: House) -> None:
    end(empty_house)
    game_id = empty_house.game_id()
    assert "Play again" not in empty_house.stranger().get("/").text
    assert empty_house.stranger().post("/again", data={"game": game_id}).status_code == 403
    empty_house.begin(seed=5)
    running = empty_house.phone(1).post("/again", data={"game": empty_house.game_id()})
    assert running.status_code == 409
    assert empty_house.played_again == 0
