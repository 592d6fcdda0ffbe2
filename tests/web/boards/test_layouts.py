"""The layout of a board: every fact with its source, corrected by its owner, checked as a whole."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion import games
from companion.layout import Fact, Layout, dump, load, save
from companion.picture.board import at_the_start
from companion.referee.simulation import random_urn
from companion.refusal import Refusal
from companion.words import Words, folders_of
from tests.web.played import Pages

KIT = games.find("doge")


def own(pages: Pages) -> Path:
    return pages.ledger.folder / "layouts" / "doge.toml"


def say(phone: FlaskClient, value: str, fact: str = "sites") -> tuple[int, str]:
    answer = phone.post("/layouts/doge", data={"fact": fact, "value": value})
    return answer.status_code, answer.text


@pytest.mark.parametrize(
    ("language", "source"), [("en", "from the rulebook"), ("fr", "d’après les règles"), ("it", "dal regolamento")]
)
def test_every_fact_is_shown_with_its_source_and_note_in_words(pages: Pages, language: str, source: str) -> None:
    text = pages.reader(language).get("/layouts/doge").text
    assert "<li>3, 4, 5, 6, 7</li>" in text
    assert source in text
    assert "fact" not in text.replace('name="fact"', "").replace("fact-1", "").replace("question fact", "")
    assert " style=" not in text


def test_a_correction_is_kept_as_the_owners_and_every_table_gets_it(pages: Pages) -> None:
    status, _ = say(pages.reader(), "[2, 3, 4, 5, 6]")
    assert status == 303
    facts = tomllib.loads(own(pages).read_text("utf-8"))
    assert (facts["sites"]["value"], facts["sites"]["from"]) == ([2, 3, 4, 5, 6], "owner")
    assert facts["sites"]["note"] == KIT.layout().facts["sites"].note
    assert KIT.layout(own(pages).parent)["sites"] == [2, 3, 4, 5, 6]
    assert "corrected by you" in pages.reader().get("/layouts/doge").text


def test_back_to_ours_removes_the_corrections(pages: Pages) -> None:
    say(pages.reader(), "[2, 3, 4, 5, 6]")
    assert "Back to ours" in pages.reader().get("/layouts/doge").text
    assert pages.reader().post("/layouts/doge/ours").status_code == 303
    assert not own(pages).exists()
    assert "Back to ours" not in pages.reader().get("/layouts/doge").text
    assert pages.reader().post("/layouts/doge/ours").status_code == 303, "twice is as good as once"


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("[3, 4", "can’t be read"),
        ("", "can’t be read"),
        ("[" * 1900, "Nested too deep"),
        ("[" * 1900 + "]" * 1900, "Nested too deep"),
        ("9" * 4001, "too long"),
        ("[7, 3]", "rising prices"),
        ('"three"', "rising prices"),
        ("{}", "rising prices"),
        ("[[[3]]]", "rising prices"),
        ("[true]", "rising prices"),
        ("null", "can’t stand in a layout"),
        ("[NaN]", "can’t stand in a layout"),
        ('"\\ud800"', "can’t stand in a layout"),
        ('{"\\ud800": 1}', "can’t stand in a layout"),
        ("9" * 4000, "can’t stand in a layout"),
    ],
)
def test_a_bad_value_is_refused_with_its_reason_and_nothing_is_written(pages: Pages, value: str, word: str) -> None:
    say(pages.reader(), "[2, 3, 4, 5, 6]")
    before = own(pages).read_bytes()
    status, text = say(pages.reader(), value)
    assert 400 <= status < 500
    assert word in text
    assert own(pages).read_bytes() == before
    assert [path.name for path in own(pages).parent.iterdir()] == ["doge.toml"]


def test_a_refused_correction_leaves_no_file_where_there_was_none(pages: Pages) -> None:
    assert say(pages.reader(), "[7, 3]")[0] == 409
    assert not own(pages).parent.exists()


def test_a_refused_text_stays_to_be_corrected(pages: Pages) -> None:
    typed = pages.reader().post("/layouts/venedig", data={"fact": "stones", "value": '["Z99"]'})
    assert typed.status_code == 409
    assert ">[&#34;Z99&#34;]</textarea>" in typed.text
    listed = pages.reader().post("/layouts/doge", data={"fact": "sites", "part": "7 3 x"})
    assert listed.status_code == 409
    assert 'name="part" value="7 3 x"' in listed.text
    assert "rising prices" in listed.text


# A fact in words, and chosen part by part


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("game", ["doge", "rialto", "venezia"])
def test_facts_are_not_shown_in_file_syntax(pages: Pages, game: str, language: str) -> None:
    """No brackets, and no name as in the file except as the value of an option."""
    main = pages.reader(language).get(f"/layouts/{game}").text.partition("<main")[2].partition("<figure")[0]
    said = re.sub(r"<[^>]*>", " ", main)
    assert not re.search(r"[\[\]{}&]|[a-z]-[a-z]+-|cannaregio|san-marco|citra", said)
    assert "<textarea" not in main


def fields_of(text: str, fact: str) -> dict[str, str]:
    """Return what the form of a fact would send unchanged."""
    form = next(part for part in text.split("<form ") if f'name="fact" value="{fact}"' in part)
    sent = dict(re.findall(r'<input type="(?:number|text)" name="([^"]*)" value="([^"]*)"', form))
    for name, options in re.findall(r'<select name="([^"]*)"[^>]*>(.*?)</select>', form):
        chosen = re.search(r'value="([^"]*)" selected', options)
        assert chosen, "what is printed is what stands there to begin with"
        sent[name] = chosen[1]
    return sent | {"fact": fact}


def shaped() -> list[tuple[str, str]]:
    return [(game, fact) for game in games.names() for fact in games.find(game).parts]


@pytest.mark.parametrize(("game", "fact"), shaped())
def test_an_unchanged_form_sends_the_board_as_it_is(pages: Pages, game: str, fact: str) -> None:
    phone = pages.reader("fr")
    sent = phone.post(f"/layouts/{game}", data=fields_of(phone.get(f"/layouts/{game}").text, fact))
    assert sent.status_code == 303
    kit = games.find(game)
    assert kit.layout(pages.ledger.folder / "layouts")[fact] == kit.layout()[fact]


def rialto_with(pages: Pages, fact: str, **parts: str) -> tuple[int, str]:
    fields = fields_of(pages.reader().get("/layouts/rialto").text, fact)
    assert parts.keys() <= {name.removeprefix("part.").replace(".", "_") for name in fields}
    changed = {f"part.{name.replace('_', '.')}": value for name, value in parts.items()}
    answer = pages.reader().post("/layouts/rialto", data=fields | changed)
    return answer.status_code, answer.text


def test_chosen_parts_become_the_board(pages: Pages) -> None:
    swapped = {"citra_0": "dorsoduro", "ultra_2": "cannaregio"}
    assert rialto_with(pages, "banks", **swapped)[0] == 303
    assert rialto_with(pages, "bridges", **{"0_1": "6"})[0] == 303
    own = games.find("rialto").layout(pages.ledger.folder / "layouts")
    assert own["banks"]["citra"] == ["dorsoduro", "san-marco", "castello"]
    assert own["banks"]["ultra"] == ["santa-croce", "san-polo", "cannaregio"]
    assert own["bridges"][0] == [3, 6]


def test_refused_parts_show_the_rule_beside_them(pages: Pages) -> None:
    status, text = rialto_with(pages, "connections", **{"0_1": "san-marco"})
    assert status == 409
    form = next(part for part in text.split("<form ") if 'value="connections"' in part)
    assert "Connections can’t be like this. (RIA.K4)" in form
    assert form.count('<option value="san-marco" selected>') == 5, "what was chosen still stands there"
    assert "<details open>" in form
    assert not (pages.ledger.folder / "layouts").exists()


@pytest.mark.parametrize("part", ["", "x", "-1", "99999", "cannaregio", "[]", "\x00"])
def test_odd_parts_are_refused(pages: Pages, part: str) -> None:
    assert rialto_with(pages, "bridges", **{"0_1": part})[0] == 409
    assert rialto_with(pages, "connections", **{"0_1": part})[0] == 409
    assert not (pages.ledger.folder / "layouts").exists()


def test_cells_are_written_one_after_another(pages: Pages) -> None:
    phone = pages.reader()
    assert "does the Campanile stand?" in phone.get("/layouts/venezia").text
    assert phone.post("/layouts/venezia", data={"fact": "blocked", "part": " f3, A10 "}).status_code == 303
    assert games.find("venezia").layout(pages.ledger.folder / "layouts")["blocked"] == ["F3", "A10"]
    assert "does the Campanile stand?" not in phone.get("/layouts/venezia").text
    assert "<li>F3, A10</li>" in phone.get("/layouts/venezia").text
    assert phone.post("/layouts/venezia", data={"fact": "blocked", "part": "F3 F3"}).status_code == 409
    assert phone.post("/layouts/venezia", data={"fact": "blocked", "part": ""}).status_code == 303
    assert games.find("venezia").layout(pages.ledger.folder / "layouts")["blocked"] == []


@pytest.mark.parametrize("fact", ["canals", "", "sites.x", "x" * 500, "__class__"])
def test_an_unknown_fact_is_refused(pages: Pages, fact: str) -> None:
    status, text = say(pages.reader(), "[3]", fact)
    assert status == 409
    assert "The board has no" in text
    assert not own(pages).exists()


@pytest.mark.parametrize("game", ["chess", "..", "doge.toml", "%2e%2e%2fdoge", "a" * 300])
def test_an_unknown_game_has_no_layout(pages: Pages, game: str) -> None:
    phone = pages.reader()
    answers = [phone.get(f"/layouts/{game}"), phone.post(f"/layouts/{game}"), phone.post(f"/layouts/{game}/ours")]
    assert all(answer.status_code in (404, 405) for answer in answers)


def test_a_body_past_the_limit_is_refused(pages: Pages) -> None:
    status, _ = say(pages.reader(), "9" * 40_000)
    assert 400 <= status < 500
    assert not own(pages).exists()


def test_during_a_game_only_its_players_may_correct(pages: Pages) -> None:
    pages.referee = pages.play(answers=30)
    assert say(pages.reader(), "[2, 3, 4, 5, 6]")[0] == 403
    assert pages.reader().post("/layouts/doge/ours").status_code == 403
    assert not own(pages).exists()
    assert say(pages.phone(1), "[2, 3, 4, 5, 6]")[0] == 303
    assert pages.reader().get("/layouts/doge").status_code == 200


def test_during_a_drawing_anyone_may_correct(pages: Pages) -> None:
    """A drawing has no seats: anyone at the table may correct a board meanwhile."""
    kind = KIT.draws["order"]
    pages.put(kind, kind.set_table([], {}, KIT.layout()), random_urn(Random(1)))
    assert say(pages.reader(), "[2, 3, 4, 5, 6]")[0] == 303
    assert pages.reader().post("/layouts/doge/ours").status_code == 303


def test_a_game_that_has_begun_keeps_its_board(pages: Pages) -> None:
    judge = pages.referee = pages.play(answers=30)
    say(pages.phone(1), "[2, 3, 4, 5, 6]")
    assert judge.table.layout["sites"] == [3, 4, 5, 6, 7]
    assert pages.look_up(pages.game_id()).table.layout["sites"] == [3, 4, 5, 6, 7]


def test_an_unreadable_owners_file_is_reported_and_can_be_removed(pages: Pages) -> None:
    own(pages).parent.mkdir()
    own(pages).write_text("[sites")
    answer = pages.reader().get("/layouts/doge")
    assert answer.status_code == 200
    assert "can’t be read" in answer.text
    assert "Back to ours" in answer.text
    assert say(pages.reader(), "[2, 3, 4, 5, 6]")[0] == 409
    pages.reader().post("/layouts/doge/ours")
    assert "<li>3, 4, 5, 6, 7</li>" in pages.reader().get("/layouts/doge").text


def test_an_unwritable_folder_is_refused(pages: Pages) -> None:
    own(pages).parent.write_text("a file where the folder should be")
    status, text = say(pages.reader(), "[2, 3, 4, 5, 6]")
    assert status == 409
    assert "nothing has changed" in text


@pytest.mark.parametrize("game", games.names())
def test_a_shipped_layout_is_the_same_after_writing_and_reading(game: str, tmp_path: Path) -> None:
    kit = games.find(game)
    ours = kit.layout()
    save(ours, tmp_path / "own" / f"{game}.toml")
    assert load(tmp_path / "own" / f"{game}.toml", kit.check_layout).to_json() == ours.to_json()


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
PLAIN = st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=12
)


@given(st.dictionaries(TEXTS, st.tuples(VALUES, TEXTS), max_size=3))
def test_whatever_is_written_reads_back_the_same(facts: dict[str, tuple[object, str]]) -> None:
    """TOML as we write it, read by Python's own reader: values, notes and names."""
    layout = Layout("any", {name: Fact(value, "owner", note) for name, (value, note) in facts.items()})
    try:
        text = dump(layout)
    except Refusal as refusal:
        assert refusal.key == "unfit-value", "only what lies too deep"
        return
    read = {name: (table["value"], table.get("note", "")) for name, table in tomllib.loads(text).items()}
    assert read == facts
    assert repr(read) == repr(facts), "true is not 1, and 1.0 is not 1"


def test_the_layout_is_drawn_with_its_own_facts(tmp_path: Path) -> None:
    """The board on the page shows the prices of this layout, ours or the owner's."""
    kit = games.find("doge")
    words = Words("en", folders_of("doge"))
    assert ">7</text>" in at_the_start(kit, kit.layout(), words).svg
    other = at_the_start(kit, Layout("doge", {"sites": Fact([2, 3, 4, 5, 8], "owner")}), words).svg
    assert ">8</text>" in other
    assert ">7</text>" not in other
