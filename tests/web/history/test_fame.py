"""The hall of fame on phones: everyone's games and wins, apart where the box had a seat, and whom they met."""

from __future__ import annotations

import re

from tests.web.played import Pages


def test_the_hall_of_fame_lists_everyone_and_leads_to_each(pages: Pages) -> None:
    ids = [pages.finish(seed) for seed in (1, 2, 3)]
    won = []
    for game_id in ids:
        judge = pages.look_up(game_id)
        assert judge.outcome is not None
        won += [judge.table.seats[seat - 1].name for seat in judge.outcome.winners]
    phone = pages.reader()
    text = phone.get("/fame").text
    rows = re.findall(r'<th scope="row"><a href="(/fame/\w+)">(\w+)</a></th><td>(\d+)</td><td>(\d+)</td>', text)
    assert {name: (games, wins) for _, name, games, wins in rows} == {
        name: ("3", str(won.count(name))) for name in ("Anna", "Ben", "Cleo")
    }
    for link, name, _, _ in rows:
        page = phone.get(link).text
        assert f"{won.count(name)} of 3 games won" in page
        assert len(re.findall(r'<th scope="row">(?:Anna|Ben|Cleo)</th><td>3</td>', page)) == 2


def test_fame_is_of_one_game_or_number_of_players_if_asked(pages: Pages) -> None:
    pages.finish(1)
    pages.finish(2, players=4)
    phone = pages.reader()
    assert "Dario" in phone.get("/fame").text
    assert "Dario" not in phone.get("/fame?players=3").text
    assert "Dario" in phone.get("/fame?game=doge&players=4").text
    assert "<tbody>" not in phone.get("/fame?game=rialto").text


def test_numbers_of_people_are_written_as_the_language_does(pages: Pages) -> None:
    pages.finish(1)
    phone = pages.reader()
    phone.set_cookie("language", "fr")
    page = phone.get("/fame/Anna").text
    assert re.search(r"Cote \d+,\d <small>± \d+,\d</small>", page)
    assert not re.search(r"\d\.\d", page.partition("<main")[2].partition("</main>")[0])


def test_nobody_is_famous_yet(pages: Pages) -> None:
    phone = pages.reader()
    assert phone.get("/fame").status_code == 200
    assert phone.get("/fame/Anna").status_code == 404
