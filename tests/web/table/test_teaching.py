"""Newcomers on phones: the set-up before the first answer, and how it can be read later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import games
from companion.picture.picture import marked
from companion.referee import Referee
from companion.steps import TABLE
from companion.teaching.practice import hint_for, practises
from companion.words import Words, folders_of
from companion.words.set_up import set_up_of
from tests.games.harness import new_referee, tables
from tests.web.house import House


@pytest.mark.parametrize("game", games.names())
def test_newcomers_find_the_set_up_above_the_board_until_they_begin(empty_house: House, game: str) -> None:
    referee = empty_house.begin(game=game, players=3)
    empty_house.run(lambda: referee.teach(taught=True))
    words = Words("en", folders_of(game), referee.table.seats, long=True)
    steps = [one.text(words).replace("'", "&#39;") for one in set_up_of(referee.game)]
    for page in (empty_house.stranger().get("/").text, empty_house.phone(1).get("/seat").text):
        assert all(step in page for step in steps)
        assert page.index(steps[0]) < page.index('<figure class="board"')
    empty_house.run(lambda: referee.teach(taught=False))
    assert steps[0] not in empty_house.stranger().get("/").text


def test_the_set_up_is_shown_with_the_board_as_it_began(empty_house: House) -> None:
    referee = empty_house.begin(game="venise", players=2)
    phone = empty_house.stranger()
    before = phone.get("/set-up").text
    empty_house.run(lambda: referee.answer(*_first(referee)))
    assert phone.get("/set-up").text == before
    assert "<svg" in before


def _first(referee: Referee) -> tuple[int, object]:
    seat, decision = min(referee.open.items())
    return seat, next(iter(decision.choice.legal()))


def test_a_rule_is_explained_beside_its_first_question(empty_house: House) -> None:
    referee = empty_house.begin(game="doge", players=3)
    empty_house.run(lambda: referee.teach(taught=True))
    rule = Words("en", folders_of("doge"))("DOG.B2")
    phone = empty_house.phone(1)
    before = phone.get("/seat").text
    card = before.partition("<aside")[2].partition("</aside>")[0]
    assert rule.split(",")[0] in card
    empty_house.run(lambda: referee.answer(1, "castello"))
    assert "<aside" not in phone.get("/seat").text, "the same rule asks for the ballots"
    assert "<aside" not in empty_house.stranger().get("/").text


def test_a_rule_is_explained_with_a_drawing_in_the_readers_colour(empty_house: House) -> None:
    referee = empty_house.begin(game="doge", players=3)
    empty_house.run(lambda: referee.teach(taught=True))
    words = Words("en", folders_of("doge"))
    for seat, colour in ((1, "red"), (2, "blue")):
        card = empty_house.phone(seat).get("/seat").text.partition("<aside")[2].partition("</aside>")[0]
        drawing, caption = card.partition("<figcaption>")[::2]
        assert drawing.count("<svg") == 1
        assert f'href="#d-ballot-{colour}"' in drawing
        assert caption.startswith(words("case.DOG.B2"))


def test_a_game_without_drawings_explains_in_words(empty_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(games.find("doge"), cases={})
    monkeypatch.setattr(games, "find", lambda _: bare)
    referee = empty_house.begin(game="doge", players=3)
    empty_house.run(lambda: referee.teach(taught=True))
    card = empty_house.phone(1).get("/seat").text.partition("<aside")[2].partition("</aside>")[0]
    assert Words("en", folders_of("doge"))("DOG.B2").split(",")[0] in card
    assert "<figure" not in card


@pytest.mark.parametrize("game", games.names())
def test_the_set_up_is_walked_through_step_by_step(empty_house: House, game: str) -> None:
    """Each step on a page of its own, forward and back, with its place marked; one press leads to the game."""
    referee = empty_house.begin(game=game, players=max(games.find(game).game.players))
    empty_house.run(lambda: referee.teach(taught=True))
    words = Words("en", folders_of(game), referee.table.seats, long=True)
    steps = set_up_of(referee.game)
    phone = empty_house.phone(1)
    assert 'href="/set-up?step=1"' in phone.get("/seat").text
    for number, step in enumerate(steps, start=1):
        page = phone.get(f"/set-up?step={number}").text
        assert f"Set-up {number} of {len(steps)}" in page
        assert all(said.replace("'", "&#39;") in page for said in step.said(words))
        assert [text in page for text in (f"?step={number - 1}", f"?step={number + 1}")] == [
            number > 1,
            number < len(steps),
        ]
        assert ("data-marked" in page) is bool(step.instruction.places)
        assert '<a class="button" href="/seat">' in page or '<a class="go" href="/seat">' in page
    assert '<a class="go" href="/">' in empty_house.stranger().get(f"/set-up?step={len(steps)}").text
    for other in ("0", str(len(steps) + 1), "x", ""):
        assert "data-marked" not in phone.get(f"/set-up?step={other}").text


@pytest.mark.parametrize("game", games.names())
def test_every_place_of_the_set_up_is_found_on_the_board(game: str) -> None:
    """For every number of players, whether the box deals and draws or the table does; and most steps have a place."""
    kit = games.find(game)
    for name, setting in tables(game).items():
        judge = new_referee(setting, game, 1)
        words = Words("en", folders_of(game), judge.table.seats)
        assert kit.board is not None
        svg = kit.board(judge.run.fork(0).game.view(TABLE), words, judge.table.seats, None, ()).svg
        steps = kit.to_lay_out(judge.game)
        for step in steps:
            missing = [place for place in step.places if marked(svg, [place]) == svg]
            assert missing == [], (name, step)
        assert sum(bool(step.places) for step in steps) >= len(steps) / 2


def test_somebody_alone_practises_on_a_phone_and_asks_what_to_do(empty_house: House) -> None:
    stranger = empty_house.stranger()
    form = {"practice": "1", "name.1": "Anna", "commitment": empty_house.site.urn.commitment}
    assert stranger.post("/start/doge", data=form).status_code == 302
    referee = empty_house.judge
    assert practises(referee)
    assert [boxed.strength for boxed in referee.game.boxed.values()] == ["steady", "steady"]
    phone = empty_house.phone(1)
    assert "The box would answer" not in phone.get("/seat").text
    answer = Words("en", folders_of("doge")).thing("area", hint_for(referee, 1)().answer)
    hinted = phone.get("/hint").text
    assert f"The box would answer: {answer}." in hinted
    assert f"{answer} is worth " in hinted, "and why"
    assert stranger.get("/hint").status_code == 409, "a hint is for whoever is asked"


def test_names_from_practice_are_not_suggested(empty_house: House) -> None:
    stranger = empty_house.stranger()
    form = {"practice": "1", "name.1": "Quirina", "commitment": empty_house.site.urn.commitment}
    assert stranger.post("/start/doge", data=form).status_code == 302
    assert empty_house.judge.table.seats[0].name == "Quirina"
    empty_house.referee = None  # back home, where the next table is set
    page = stranger.get("/start/doge").text
    assert '<datalist id="people">' in page
    assert "Quirina" not in page


def test_a_phone_gets_no_hint_in_a_game_among_people(empty_house: House) -> None:
    empty_house.begin(game="doge", players=3)
    phone = empty_house.phone(1)
    assert "What would you do?" not in phone.get("/seat").text
    assert phone.get("/hint").status_code == 409
