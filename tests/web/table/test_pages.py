"""The table's pages: the right board with its style, and questions laid out for a thumb."""

from __future__ import annotations

import re
from functools import partial
from html import escape, unescape
from random import Random

import pytest

from companion import games
from companion.choices import Sheet
from companion.players import GENTLE, place_of
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn
from companion.steps import Decision
from companion.words import Words, folders_of
from tests.tables import file_of, referee
from tests.web.house import House

DRAWS = [f"{name}:{draw}" for name in games.names() for draw in games.find(name).draws]


def put_draw(house: House, name: str) -> Referee:
    kind = games.find_kind(name)
    return house.put(kind, kind.set_table([], {}, games.find(name.partition(":")[0]).layout()), random_urn(Random(1)))


def asked_page(house: House, key: str) -> str:
    """Return the page of a seat of Venezia that is asked this, in a random game."""
    judge, rng = referee("venezia", 2), Random(1)
    while not (seats := [seat for seat, decision in judge.open.items() if decision.key == key]):
        seat = next(iter(judge.open))
        judge.answer(seat, judge.open[seat].choice.sample(rng))
    house.put(judge.kind, judge.table, judge.urn, judge.entries)
    return house.phone(seats[0]).get("/seat").text


def put_where(house: House, judge: Referee, kind: str) -> tuple[int, Decision]:
    """Put a game on the table, played at random up to a question of this kind; return the seat that is asked."""
    rng = Random(1)
    while not (found := [asked for asked in judge.open.items() if asked[1].choice.kind == kind]):
        seat = next(iter(judge.open))
        judge.answer(seat, judge.open[seat].choice.sample(rng))
    house.put(judge.kind, judge.table, judge.urn, judge.entries)
    return found[0]


def form_in(page: str) -> str:
    return page.partition('<form class="question')[2].partition("</form>")[0]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_cards_that_are_laid_are_drawn_and_named_one_by_one(empty_house: House, language: str) -> None:
    seat, decision = put_where(empty_house, referee("venedig", 3), "sheet")
    assert isinstance(decision.choice, Sheet)
    page = unescape(empty_house.phone(seat).get("/seat", headers={"Accept-Language": language}).text)
    words = Words(language, folders_of("venedig"))
    assert re.findall(r"</svg><small>([^<]+)</small></span></label>", page) == [
        words.thing(decision.choice.of, row)
        for row, cells in decision.choice.rows.items()
        for cell in cells.values()
        for _ in range(max(cell.legal()))
    ]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_a_cell_of_a_sheet_is_named_in_words(empty_house: House, language: str) -> None:
    """A screen reader reads row and column as in the table's headings."""
    game = "doge"
    seat, decision = put_where(empty_house, referee(game, 3, ballots="table"), "sheet")
    assert isinstance(decision.choice, Sheet)
    page = unescape(empty_house.phone(seat or 1).get("/seat", headers={"Accept-Language": language}).text)
    assert empty_house.referee is not None
    words = Words(language, folders_of(game), empty_house.referee.table.seats)
    assert re.findall(r'<select [^>]*aria-label="([^"]+)"', page) == [
        f"{words.thing(decision.choice.of, row)}, {words.column(column)}"
        for row, cells in decision.choice.rows.items()
        for column in cells
    ]


def test_a_row_that_asks_for_one_thing_is_named_by_its_question(empty_house: House) -> None:
    """Pigeons are tapped row by row; nobody is chosen before, as in a list."""
    seat, decision = put_where(empty_house, referee("venezia", 3), "sheet")
    assert isinstance(decision.choice, Sheet)
    form = form_in(empty_house.phone(seat).get("/seat").text)
    words = Words("en", folders_of("venezia"))
    rows = [words.thing("zone", row) for row in decision.choice.rows]
    assert re.findall("<legend>(.*?)</legend>", form) == [f"{row}: loses one" for row in rows]
    chosen = re.findall(r'name="(value[^"]*)" value="([^"]*)"[^>]* checked', form)
    assert chosen == [(f"value.{row}.victim", "nobody") for row in decision.choice.rows]
    assert form.count("#d-pigeon-") == sum(len([*row["victim"].legal()]) - 1 for row in decision.choice.rows.values())


@pytest.mark.parametrize(
    ("game", "kind", "role"),
    [("doge", "pick", "radiogroup"), ("doge", "count", "radiogroup"), ("doge", "several", "group")],
)
def test_options_belong_to_their_question(empty_house: House, game: str, kind: str, role: str) -> None:
    """A screen reader on an option says what is asked."""
    seat, _ = put_where(empty_house, referee(game, 3), kind)
    form = form_in(empty_house.phone(seat or 1).get("/seat").text)
    group = re.search(r'<div role="(\w+)" aria-labelledby="([^"]+)">', form)
    assert group
    assert group[1] == role
    assert f'<h1 id="{group[2]}">' in form
    assert group.end() < form.index('name="value')


def test_another_game_comes_to_the_table(empty_house: House) -> None:
    """No board is compared with one of another game, nor with another table of the same game."""
    for game, players in (("doge", 3), ("venezia", 4), ("venezia", 2), ("doge", 4)):
        judge = empty_house.begin(players, game=game)
        for page in (empty_house.stranger().get("/"), empty_house.phone(1).get("/seat")):
            assert page.status_code == 200, judge.kind.name
            assert "changed" not in page.text.partition("<svg")[2].partition("</svg>")[0]


def test_a_page_is_asked_for_as_the_game_changes(empty_house: House) -> None:
    """The new game is on the table before the pages have been told."""
    judge = empty_house.begin()
    for answers in (10, 20):
        empty_house.run(partial(play_random, judge, Random(1), most=answers))
        empty_house.run(empty_house.refresh)
    empty_house.referee = referee("rialto", 2)
    assert empty_house.stranger().get("/").status_code == 200
    file_of(judge).close()


@pytest.mark.parametrize("name", DRAWS)
def test_a_drawings_board_has_its_style(empty_house: House, name: str) -> None:
    put_draw(empty_house, name)
    phone = empty_house.stranger()
    page = phone.get("/").text
    styles = re.findall(r'<link rel="stylesheet" href="(/board/[^"]+)"', page)
    assert len(styles) == ("<svg" in page)
    assert all(phone.get(style).status_code == 200 for style in styles)
    assert "<table" not in page, "nobody sits there, nobody scores"


@pytest.mark.rule("RIA.Z1", "RIA.Z2", "RIA.Z3", "RIA.Z4", "RIA.N6")
@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize(("players", "neutral"), [(2, "with"), (3, "without"), (5, "without")])
def test_the_final_count_has_a_section_of_its_own(
    empty_house: House, players: int, neutral: str, language: str
) -> None:
    """All parts and totals, and in each district who is first, with how many councillors and points."""
    judge, rng = referee("rialto", players, neutral=neutral), Random(1)
    house = empty_house
    house.put(judge.kind, judge.table, judge.urn, [])
    assert 'class="reckoning"' not in house.stranger().get("/").text
    while judge.open:
        seat = next(iter(judge.open))
        judge.answer(seat, judge.open[seat].choice.sample(rng))
    house.put(judge.kind, judge.table, judge.urn, judge.entries)
    headers = {"Accept-Language": language}
    count = house.stranger().get("/", headers=headers).text.partition('<section class="reckoning">')[2]
    words = Words(language, folders_of("rialto"), judge.table.seats)
    shown = [cells_of(row) for row in re.findall("<tr.*?</tr>", count.partition("</section>")[0], re.DOTALL)]
    facts = judge.game.tells[-2].facts
    for part, points in facts["parts"].items():
        assert [words.thing("part", part), *map(str, points.values())] in shown
    for district, ranks in facts["ranks"].items():
        worth = words("show.worth", worth=facts["worth"][district])
        at = shown.index([f"{words.thing('district', district)} {worth}"])
        assert shown[at + 1 : at + 1 + len(ranks)] == [
            [str(rank), words.thing("seat", player), str(number), "–" if points is None else str(points)]
            for rank, (player, number, points) in enumerate(ranks, start=1)
        ]


def cells_of(row: str) -> list[str]:
    """Return the contents of the cells of a table's row."""
    cells = re.findall("<t[hd].*?>(.*?)</t[hd]>", row, re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", " ", cell).split()) for cell in cells]


def test_the_likely_answer_is_preselected(empty_house: House) -> None:
    """Drawing again is one press on a phone too."""
    put_draw(empty_house, "venezia:dials")
    page = empty_house.stranger().get("/").text
    assert re.findall(r'value="(\w+)"[^>]* checked', page) == ["more"]


def test_cells_are_tapped_and_names_are_listed(empty_house: House) -> None:
    """Cells have no names: they are on the board, and in a list only on request. Zones are listed."""
    form = form_in(asked_page(empty_house, "land"))
    assert form.startswith(" tapped")
    assert form.index("<details") < form.index('data-place="A1"') < form.index("</details>")
    zones = form_in(asked_page(empty_house, "zones"))
    assert not zones.startswith(" tapped")
    assert zones.index('data-place="castello"') < zones.index("<details")


def test_nothing_comes_between_a_question_and_its_board(empty_house: House) -> None:
    """Private things come after the board when the board is to be tapped, otherwise before it."""
    tapped, counted = (asked_page(empty_house, key) for key in ("mover", "homing"))
    board = '<figure class="board"'
    assert tapped.index("</form>") < tapped.index(board) < tapped.index('class="own"')
    assert counted.index('class="own"') < counted.index(board)


def test_an_action_card_is_no_place(empty_house: House) -> None:
    """San Michele is a card as well as an island: the island can't be tapped for the card."""
    page = asked_page(empty_house, "action")
    assert 'data-place="san-michele"' in page
    assert 'data-option="san-michele"' not in page


@pytest.mark.parametrize(("key", "said"), [("zones", "3 in all"), ("spread", "at most 12"), ("land", r"\d+ in all")])
def test_the_number_to_choose_is_stated_plainly(empty_house: House, key: str, said: str) -> None:
    hint = re.search(r'<p class="hint">([^<]+)</p>', asked_page(empty_house, key))
    assert hint
    assert re.fullmatch(said, hint[1])


def language_form(text: str) -> str:
    """Return the page that the language form of a page leads back to."""
    return unescape(text.partition('name="back" value="')[2].partition('"')[0])


@pytest.mark.parametrize("path", ["/rules/doge?q=two+words", "/layouts/venedig/edit?tool=none", "/join"])
def test_changing_the_language_keeps_the_page(house: House, path: str) -> None:
    """With its search."""
    phone = house.stranger()
    back = language_form(phone.get(path).text)
    assert back == path
    changed = phone.post("/language", data={"language": "it", "back": back})
    assert changed.headers["Location"] == path
    assert '<html lang="it">' in phone.get(changed.headers["Location"]).text


def test_changing_the_language_after_a_refusal_leads_to_the_page_before(house: House) -> None:
    """A page that answered a form can't be requested again; the page before it can."""
    for came_from, back in (("http://localhost/seat", "/seat"), ("http://evil.example/seat", "/"), ("", "/")):
        refused = house.phone(1).post("/answer", data={"asked": "9"}, headers={"Referer": came_from})
        house.site.seats.free(house.game_id(), 1)
        assert refused.status_code == 403
        assert language_form(refused.text) == back
        assert house.stranger().get(back).status_code != 405


def test_changing_the_language_keeps_the_draft(empty_house: House) -> None:
    assert not language_form(empty_house.stranger().get("/layouts/venise/edit?board=day-2").text)


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "Take a seat first"), ("fr", "Prends d’abord une place"), ("it", "Prendi prima un posto")],
)
def test_a_phone_without_a_seat_is_told_so_and_where_to_get_one(house: House, language: str, word: str) -> None:
    told = house.stranger().post("/layouts/doge/ours", headers={"Accept-Language": language})
    assert told.status_code == 403
    assert word in told.text
    assert '<a class="go" href="/join">' in told.text


@pytest.mark.parametrize(
    ("came_from", "back"),
    [
        ("http://localhost/history", "/history"),
        ("http://localhost/rules/doge?q=a&b", "/rules/doge?q=a&b"),
        ("http://evil.example/history", "/"),
        ("http://localhost.evil.example/history", "/"),
        ("http://localhost//evil.example", "/"),
        ("http://localhost/history/none", "/"),
        ("javascript:alert(1)", "/"),
        ("http://[", "/"),
        ("", "/"),
    ],
)
def test_a_refusal_links_back_to_the_page_before(house: House, came_from: str, back: str) -> None:
    """A page of ours and not this one again; otherwise the table, where everyone may look."""
    told = house.stranger().get("/history/none", headers={"Referer": came_from})
    assert told.status_code == 404
    assert f'<a class="go" href="{escape(back)}">' in told.text


def test_the_seal_has_one_name(house: House) -> None:
    for path in ("/", "/fair"):
        assert "The seal of" in house.stranger().get(path).text


@pytest.mark.parametrize(("language", "said"), [("en", "the box, gentle"), ("de", "die Box, sanft")])
def test_a_seat_of_the_box_is_marked(house: House, language: str, said: str) -> None:
    assert house.referee is not None
    house.referee.correct(place_of(house.referee.kind.adviser, 2), GENTLE)
    page = house.stranger().get("/", headers={"Accept-Language": language}).text
    scores = page.partition('<section class="scores">')[2]
    marked = re.findall(r'</i>([^<]+)</span>\s*<small class="phone">([^<]+)</small>', scores)
    assert marked == [(house.referee.table.seats[1].name, said)]
