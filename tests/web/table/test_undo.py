"""Undo means the step on the page: a proposal lapses when the game moves on, and an old page undoes nothing else."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.referee import Referee
from companion.refusal import Refusal
from tests.tables import referee
from tests.web.house import House


def test_a_proposal_lapses_for_good() -> None:
    judge = referee("doge", 3)
    lay_ballots(judge)
    proposal = judge.propose_undo(by=1)
    proposal.agree(judge.run, [2])
    assert proposal.missing == [3]
    assert proposal.holds(judge.run)
    judge.undo(5, judge.game.seats)
    judge.answer(3, [2])
    assert len(judge.entries) == proposal.entries
    assert not proposal.holds(judge.run)
    with pytest.raises(Refusal, match="moved-on"):
        proposal.agree(judge.run, [3])
    assert len(judge.entries) == 6


def lay_ballots(judge: Referee) -> None:
    """Give everyone's first area and ballot: six entries, the ballots secret until the last is in."""
    for seat in (1, 2, 3):
        judge.answer(seat, "castello")
        judge.answer(seat, [3])


def corrected(house: House) -> Referee:
    """Put a game on the table whose last two entries are nobody's secret."""
    judge = house.referee
    assert judge is not None
    house.run(lambda: [judge.correct(f"palaces.{seat}.castello", 1) for seat in (1, 2)])
    house.run(house.refresh)
    return judge


def entries_on(page: str) -> str:
    """Return the number of entries that the form of a page shows."""
    return page.partition('name="entries" value="')[2].partition('"')[0]


def test_two_players_who_see_the_same_slip_undo_one_step(house: House) -> None:
    """And so does someone who taps twice: the second tap is answered, and nothing more is undone."""
    judge = corrected(house)
    anna, ben = house.phone(1), house.phone(2)
    seen = {"entries": entries_on(anna.get("/seat").text)}
    assert seen == {"entries": "2"} == {"entries": entries_on(ben.get("/seat").text)}
    assert anna.post("/undo", data=seen).status_code == 302
    for phone in (ben, anna):
        told = phone.post("/undo", data=seen)
        assert told.status_code == 409
        assert "moved on" in told.text
    assert len(judge.entries) == 1
    assert ben.post("/undo", data={"entries": "1"}).status_code == 302
    assert not judge.entries


def test_a_page_that_does_not_name_its_step_undoes_nothing(house: House) -> None:
    judge = corrected(house)
    phone = house.phone(1)
    for entries in ({}, {"entries": ""}, {"entries": "x"}, {"entries": "-1"}, {"entries": "3"}):
        assert phone.post("/undo", data=entries).status_code == 409
    assert len(judge.entries) == 2


@pytest.mark.parametrize("say", ["yes", "no"])
def test_consent_is_for_the_proposal_on_the_page(house: House, say: str) -> None:
    """An old page neither agrees to another proposal nor ends it."""
    judge = house.referee
    assert judge is not None
    house.run(lambda: lay_ballots(judge))
    anna, ben, cleo = house.phones().values()
    anna.post("/undo", data={"entries": "6"})
    old = {"entries": entries_on(cleo.get("/seat").text), "say": say}
    assert old["entries"] == "6"
    ben.post("/agree", data={"entries": "6", "say": "no"})
    house.run(lambda: judge.correct("palaces.1.castello", 1))
    house.run(lambda: judge.undo(5, judge.game.seats))
    anna.post("/undo", data={"entries": "5"})
    wish = judge.proposal
    assert wish is not None
    assert cleo.post("/agree", data=old).status_code == 409
    assert judge.proposal is wish
    assert (len(judge.entries), wish.agreed) == (5, {1})


def tapped(house: House, phone: FlaskClient, path: str, **form: str) -> int:
    judge = house.judge
    return phone.post(path, data={"entries": str(len(judge.entries)), **form}).status_code


def test_one_seat_cannot_erase_a_game(house: House) -> None:
    """However often one phone asks: nothing is undone until the others agree."""
    judge = house.judge
    house.run(lambda: lay_ballots(judge))
    phones = house.phones()
    for _ in range(20):
        assert tapped(house, phones[1], "/undo") == 302
    assert len(judge.entries) == 6
    for seat in (2, 3):
        assert tapped(house, phones[seat], "/agree", say="yes") == 302
    assert len(judge.entries) == 5


def test_pages_show_what_was_taken_back_and_offer_redo_to_its_owner(house: House) -> None:
    judge = house.judge
    house.run(lambda: lay_ballots(judge))
    phones = house.phones()
    tapped(house, phones[1], "/undo")
    proposed = phones[2].get("/seat").text
    assert "wants to take back: Cleo, a sealed answer." in proposed
    assert "Waiting for Ben, Cleo." in phones[1].get("/seat").text
    for seat in (2, 3):
        tapped(house, phones[seat], "/agree", say="yes")
    assert "Taken back: Cleo, a sealed answer" in phones[2].get("/seat").text
    assert "Taken back: Cleo, a sealed answer" in house.stranger().get("/").text
    assert [seat for seat, phone in phones.items() if "<button>Redo" in phone.get("/seat").text] == [3]
    assert tapped(house, phones[1], "/redo") == 409
    assert tapped(house, phones[3], "/redo") == 302
    assert len(judge.entries) == 6


def test_an_old_page_redoes_nothing(house: House) -> None:
    judge = corrected(house)
    phone = house.phone(1)
    assert phone.post("/undo", data={"entries": "2"}).status_code == 302
    assert phone.post("/redo", data={"entries": "2"}).status_code == 409
    assert len(judge.entries) == 1
    assert phone.post("/redo", data={"entries": "1"}).status_code == 302
    assert len(judge.entries) == 2
