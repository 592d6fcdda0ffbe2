"""Games that were played: shown, counted, verified and published; a running game's record never."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from werkzeug.test import TestResponse

from companion import games
from companion.game import Receipt, running_scores
from companion.ledger import Ledger, record
from companion.ledger.game_file import GameFile
from companion.picture.colours import SIGNS
from companion.players import STEADY, place_of
from companion.referee.entries import Answer
from companion.referee.simulation import random_urn
from companion.refusal import Refusal
from companion.seats import Seat
from companion.steps import TABLE
from tests.games.venise.play import undecided
from tests.tables import file_of, id_of
from tests.web.played import Pages
from web.history import history
from web.history.curve import curve


def state(pages: Pages, game_id: str) -> tuple[bool, bool, int]:
    """Return all that an export could touch: over, published, and the number of entries."""
    page = GameFile(pages.ledger.folder / "games" / f"{game_id}.sqlite")
    try:
        return page.state.over, page.state.published, len(page.entries())
    finally:
        page.close()


def refused(answer: TestResponse, word: str) -> bool:
    return 400 <= answer.status_code < 500 and word in answer.text


def test_the_list_links_finished_games_and_only_names_running_ones(pages: Pages) -> None:
    done = pages.finish()
    running = pages.play(seed=4, answers=40, players=4)
    answer = pages.reader().get("/history")
    assert answer.status_code == 200
    assert f'href="/history/{done}"' in answer.text
    assert id_of(running) not in answer.text
    assert "Anna, Ben, Cleo, Dario" in answer.text


def test_many_games_come_in_pages_and_none_is_replayed(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    done = pages.finish()
    folder = pages.ledger.folder / "games"
    names = [f"20260101-{number:06}-doge-abcdef" for number in range(120)]
    for name in names:
        shutil.copyfile(folder / f"{done}.sqlite", folder / f"{name}.sqlite")
    pages.ledger.games()
    monkeypatch.setattr(Ledger, "peek", None)
    found = []
    for page in (1, 2, 3):
        text = pages.reader().get(f"/history?page={page}").text
        assert text.count("★") >= (listed := text.count('class="entry"'))
        assert listed == (50, 50, 21)[page - 1]
        assert ('rel="prev"' in text, 'rel="next"' in text) == (page > 1, page < 3)
        found += re.findall(r'href="/history/(\d[^"]+)"', text)
    assert sorted(found) == sorted([done, *names])
    assert re.search(r"<td>121</td>", pages.reader().get("/history").text), "wins are counted over all of them"


@pytest.mark.parametrize("page", ["0", "-1", "99999999999999999999", "x", ""])
def test_a_page_past_the_end_shows_an_existing_one(pages: Pages, page: str) -> None:
    done = pages.finish()
    answer = pages.reader().get(f"/history?page={page}")
    assert answer.status_code == 200
    assert done in answer.text


def test_nobody_has_played_yet(pages: Pages) -> None:
    answer = pages.reader().get("/history")
    assert answer.status_code == 200
    assert "No game has been played to the end yet." in answer.text


def test_wins_are_counted_by_name(pages: Pages) -> None:
    ids = [pages.finish(seed) for seed in (1, 2, 3)]
    winners = []
    for game_id in ids:
        judge = pages.look_up(game_id)
        assert judge.outcome is not None
        winners += [judge.table.seats[seat - 1].name for seat in judge.outcome.winners]
    text = pages.reader().get("/history").text
    rows = dict(re.findall(r'<th scope="row"><a href="/fame/\w+">(\w+)</a></th><td>(\d+)</td>', text))
    assert {name: int(won) for name, won in rows.items()} == {n: winners.count(n) for n in ("Anna", "Ben", "Cleo")}


def test_the_list_follows_a_finished_game_that_is_undone(pages: Pages) -> None:
    """Winners are remembered by the file's state: an undone game is a running one again."""
    judge = pages.play()
    assert f"/history/{id_of(judge)}" in pages.reader().get("/history").text
    judge.undo(len(judge.entries) - 1, judge.game.seats)
    assert f"/history/{id_of(judge)}" not in pages.reader().get("/history").text


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("published", [False, True])
def test_pages_of_a_finished_game_are_worded_in_every_language(pages: Pages, language: str, published: bool) -> None:
    done = pages.finish(players=4)
    if published:
        pages.ledger.export(done)
    text = pages.reader(language).get(f"/history/{done}").text
    assert re.search(r"\b(web|why|tally|refuse|source|game)\.[a-z]", re.sub(r"<[^>]*>", " ", text)) is None
    assert " style=" not in text
    assert "<style" not in text


def test_places_are_those_of_the_outcome_and_equals_share_one(pages: Pages) -> None:
    done = pages.finish(players=4)
    with pages.app.test_request_context():
        found = history.finished(done)
    assert found.referee.outcome is not None
    by_place: dict[int | None, list[int]] = {}
    for place, seat in found.places:
        by_place.setdefault(place, []).append(seat)
    assert list(by_place.values()) == found.referee.outcome.places
    assert list(by_place) == [1 + sum(map(len, found.referee.outcome.places[:n])) for n in range(len(by_place))]


def test_a_seat_that_the_box_played_is_marked(pages: Pages) -> None:
    """Someone left before the last answer."""
    whole = pages.play()
    *before, last = whole.entries
    assert isinstance(last, Answer)
    left = 2 if last.seat == 3 else 3
    judge = pages.play(answers=len(before))
    judge.correct(place_of(judge.kind.adviser, left), STEADY)
    judge.answer(last.seat, last.value)
    assert judge.outcome is not None
    page = pages.reader().get(f"/history/{id_of(judge)}").text
    marked = re.findall(r'</i>([^<]+)</span>\s*<small class="phone">([^<]+)</small>', page)
    assert marked == [(judge.table.seats[left - 1].name, "the box, steady")]


def test_every_receipt_is_on_the_page(pages: Pages) -> None:
    done = pages.finish()
    judge = pages.look_up(done)
    page = pages.reader().get(f"/history/{done}").text
    assert len(re.findall("<li><b>.*<small>[A-Z.0-9]+</small></li>", page)) == len(judge.game.receipts)


def test_the_urns_secret_shows_only_once_the_record_is_published(pages: Pages) -> None:
    """A finished game can still be undone: until it is published neither its secret nor its draws are shown."""
    done = pages.finish()
    secret = random_urn(Random(3)).secret.hex()
    before = pages.reader().get(f"/history/{done}").text
    assert secret not in before
    assert "order@1.1" not in before
    assert "From then on nothing in it can change" in before
    pages.ledger.export(done)
    assert "order@1.1" in pages.reader().get(f"/history/{done}").text
    assert secret[:32] in pages.reader().get(f"/fair/{done}").text


def test_draws_of_the_urn_have_a_tick_and_the_tables_have_none(pages: Pages) -> None:
    by_urn, by_table = pages.finish(seed=6), pages.finish(seed=6, draw_order="table", draw_first="table")
    for done, ticked in ((by_urn, True), (by_table, False)):
        draws = record.read(pages.ledger.export(done)).draws
        text = pages.reader().get(f"/history/{done}").text
        assert text.count('<th scope="row"><code>') == len(draws)
        assert text.count('class="tick" role="img"') == (len(draws) if ticked else 0)


def test_a_secret_that_was_swapped_is_found_out(pages: Pages) -> None:
    """The page compares with the commitment kept before the first draw, not with one made afterwards."""
    done = pages.finish()
    pages.ledger.export(done)
    with pages.app.test_request_context():
        found = history.finished(done)
        with pytest.raises(Refusal) as refusal:
            history.verified(history.Finished(found.id, found.referee, True, "0" * 64))
    assert refusal.value.key == "false-commitment"


def test_the_program_on_the_page_does_the_sum(pages: Pages, tmp_path: Path) -> None:
    """Anyone who copies it and runs it on the record finds it true, and finds a forged draw false."""
    done = pages.finish()
    pages.reader().post(f"/history/{done}/record")
    text = pages.reader().get(f"/fair/{done}").text
    found = re.search(r'<pre class="program" tabindex="0">(.*?)</pre>', text, re.DOTALL)
    assert found is not None
    program = tmp_path / "sum.py"
    program.write_text(html.unescape(found[1]))
    true = tmp_path / "true.jsonl"
    true.write_text(pages.reader().get(f"/history/{done}/record").text)
    forged = tmp_path / "forged.jsonl"
    forged.write_text(
        re.sub(r'("draw":"first@0".*"value":)(\d)', lambda m: m[1] + str(int(m[2]) % 3 + 1), true.read_text())
    )
    assert forged.read_text() != true.read_text()
    command = [sys.executable, "-W", "ignore", str(program)]
    assert "TRUE" in subprocess.run([*command, str(true)], capture_output=True, text=True).stdout
    assert subprocess.run([*command, str(forged)], capture_output=True, text=True).returncode != 0


def test_publishing_freezes_the_game_and_offers_its_record(pages: Pages) -> None:
    done = pages.finish()
    phone = pages.reader()
    assert refused(phone.get(f"/history/{done}/record"), "not been given out")
    assert state(pages, done)[1] is False
    answer = phone.post(f"/history/{done}/record")
    assert (answer.status_code, answer.location) == (303, f"/history/{done}")
    assert state(pages, done)[1] is True
    got = phone.get(f"/history/{done}/record")
    assert got.headers["Content-Disposition"] == f"attachment; filename={done}.jsonl"
    assert got.text == pages.ledger.export(done)
    record.verify(record.read(got.text))


def test_publishing_twice_is_publishing_once(pages: Pages) -> None:
    done = pages.finish()
    for _ in range(2):
        assert pages.reader().post(f"/history/{done}/record").status_code == 303


def test_nothing_of_a_running_game_can_be_downloaded(pages: Pages) -> None:
    judge = pages.play(answers=60)
    running = id_of(judge)
    before = state(pages, running)
    for on_table in (None, judge):
        pages.referee = on_table
        phone = pages.phone(1) if on_table else pages.reader()
        for path in ("", "/record", "/csv"):
            assert refused(phone.get(f"/history/{running}{path}"), "still running")
        assert refused(phone.post(f"/history/{running}/record"), "still running")
    assert state(pages, running) == before


def test_the_game_on_the_table_is_frozen_where_it_lives(pages: Pages) -> None:
    """Only by a player, and the box itself then refuses to undo."""
    judge = pages.referee = pages.play()
    done = id_of(judge)
    assert pages.reader().post(f"/history/{done}/record").status_code == 403
    assert not file_of(judge).state.published
    assert pages.phone(2).post(f"/history/{done}/record").status_code == 303
    with pytest.raises(Refusal) as refusal:
        judge.undo(len(judge.entries) - 1, judge.game.seats)
    assert refusal.value.key == "published"


def test_another_game_on_the_table_is_not_touched(pages: Pages) -> None:
    done = pages.finish()
    judge = pages.referee = pages.play(seed=5)
    assert pages.reader().post(f"/history/{done}/record").status_code == 403, "only a player may publish"
    assert pages.phone(1).post(f"/history/{done}/record").status_code == 303
    assert state(pages, done)[1]
    assert not state(pages, id_of(judge))[1]


@pytest.mark.parametrize(
    "wrong",
    ["nothing", "..", "%2e%2e", "a" * 300, "x.sqlite", "%00", "Ü", "20260101-000000-doge-abcdef", "a%2f..%2fb"],
)
def test_wrong_names_are_refused_with_a_reason(pages: Pages, wrong: str) -> None:
    for path in ("", "/record", "/csv"):
        answer = pages.reader().get(f"/history/{wrong}{path}", follow_redirects=True)
        assert 400 <= answer.status_code < 500 or answer.request.path == "/history"
    assert 400 <= pages.reader().post(f"/history/{wrong}/record").status_code < 500
    assert list((pages.ledger.folder / "games").iterdir()) == []


def test_the_score_sheet_has_every_receipt_in_words(pages: Pages) -> None:
    done = pages.finish()
    judge = pages.look_up(done)
    answer = pages.reader("fr").get(f"/history/{done}/csv")
    assert answer.mimetype == "text/csv"
    head, *rows = csv.reader(io.StringIO(answer.data.decode("utf-8-sig")))
    assert head == ["Joueur", "Compte", "Nombre", "Règle", "Pourquoi"]
    names = {seat.number: seat.name for seat in judge.table.seats}
    assert [(row[0], int(row[2]), row[3]) for row in rows] == [
        (names[receipt.seat], receipt.amount, receipt.rule) for receipt in judge.game.receipts
    ]
    assert not any(row[4].startswith("why.") or not row[4] for row in rows)
    assert state(pages, done)[1] is False, "a score sheet tells no secret and freezes nothing"


def test_the_bg_stats_link_tells_who_played_and_who_won(pages: Pages) -> None:
    done = pages.finish(players=4)
    judge = pages.look_up(done)
    assert judge.outcome is not None
    found = re.search(r'href="(https://app\.bgstatsapp\.com/[^"]*)"', pages.reader().get(f"/history/{done}").text)
    assert found is not None
    link = urlsplit(html.unescape(found[1]))
    assert link.path == "/createPlay.html"
    play: dict[str, Any] = json.loads(parse_qs(link.query)["data"][0])
    assert play["sourcePlayId"] == done
    assert play["game"]["name"] == "Doge"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert [(one["name"], one["score"]) for one in play["players"]] == [
        (seat.name, judge.game.score[seat.number]["palaces"]) for seat in judge.table.seats
    ]
    assert [n for n, one in enumerate(play["players"], 1) if one["winner"]] == sorted(judge.outcome.winners)


@pytest.mark.rule("VSE.E2")
def test_a_game_without_a_winner_names_none(pages: Pages) -> None:
    played = undecided()
    judge = pages.put(played.kind, played.table, played.urn, played.entries)
    pages.run(pages.refresh)
    assert "Winner: nobody" in re.sub(r"<[^>]*>", "", pages.stranger().get("/").text)
    done = id_of(judge)
    file_of(judge).finish()
    assert "★" not in pages.reader().get("/history").text
    text = html.unescape(pages.reader().get(f"/history/{done}").text)
    assert text.count("<td>–</td>") == 2
    found = re.search(r'href="(https://app\.bgstatsapp\.com/[^"]*)"', text)
    assert found is not None
    assert [one["winner"] for one in json.loads(parse_qs(urlsplit(found[1]).query)["data"][0])["players"]] == [
        False
    ] * 2


def test_a_separate_draw_has_a_page_too(pages: Pages) -> None:
    """A separate draw has no seats and no score, but it is verified like any other."""
    kit = games.find("doge")
    kind = kit.draws["order"]
    judge = pages.ledger.begin(kind, kind.set_table([], {}, kit.layout()), random_urn(Random(1)))
    judge.answer(TABLE, "stop")
    file_of(judge).close()
    assert "Doge: Voting order" in pages.reader().get("/history").text
    assert pages.reader().get(f"/history/{id_of(judge)}").status_code == 200
    assert pages.reader().post(f"/history/{id_of(judge)}/record").status_code == 303
    assert pages.reader().get(f"/history/{id_of(judge)}").text.count('class="tick" role="img"') > 0
    assert pages.reader().get(f"/history/{id_of(judge)}/csv").status_code == 200


def test_anyone_may_publish_a_drawing_on_the_table(pages: Pages) -> None:
    """It has no seats to ask."""
    kit = games.find("doge")
    kind = kit.draws["order"]
    judge = pages.put(kind, kind.set_table([], {}, kit.layout()), random_urn(Random(1)))
    pages.run(lambda: judge.answer(TABLE, "stop"))
    assert pages.reader().post(f"/history/{id_of(judge)}/record").status_code == 303
    assert file_of(judge).state.published


def test_a_game_that_no_longer_ends_spoils_no_list(pages: Pages) -> None:
    """It was over; replayed by a rule that has been fixed since, it continues."""
    done = pages.finish()
    judge = pages.play(answers=20)
    file_of(judge).finish()
    file_of(judge).close()
    listed = pages.reader().get("/history")
    assert listed.status_code == 200
    assert done in listed.text
    for path in ("", "/csv", "/record"):
        assert pages.reader().get(f"/history/{id_of(judge)}{path}").status_code == 409
    assert pages.reader().get(f"/fair/{id_of(judge)}").status_code == 409


def test_a_damaged_game_is_set_aside_and_the_others_shown(pages: Pages) -> None:
    done, damaged = pages.finish(1), pages.finish(2)
    (pages.ledger.folder / "games" / f"{damaged}.sqlite").write_bytes(b"no database at all" * 100)
    text = pages.reader().get("/history").text
    assert done in text
    assert damaged not in text


def test_no_file_stays_open_behind_a_page(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page that is opened to show something is closed again."""
    done = pages.finish()
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def remember(*args: Any, **more: Any) -> sqlite3.Connection:
        opened.append(connect(*args, **more))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", remember)
    phone = pages.reader()
    for path in ("/history", f"/history/{done}", f"/history/{done}/csv"):
        phone.get(path)
    phone.post(f"/history/{done}/record")
    phone.get(f"/history/{done}/record")
    assert opened
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


def receipts(*amounts: tuple[int, int]) -> list[Receipt]:
    return [Receipt(seat, "palaces", amount, "X.1", "built", {}) for seat, amount in amounts]


def test_the_curve_ends_at_the_score_and_shows_each_seats_own_sign(pages: Pages) -> None:
    judge = pages.look_up(pages.finish(players=4))
    scores = running_scores(judge.game.seats, judge.game.receipts, "palaces")
    assert {seat: line[-1] for seat, line in scores.items()} == {
        seat: score["palaces"] for seat, score in judge.game.score.items()
    }
    drawn = ElementTree.fromstring(curve(judge.table.seats, scores, "How <it> went"))
    marks = [path for path in drawn.iter("path") if "mark" in path.attrib["class"]]
    assert len({mark.attrib["d"] for mark in marks}) == len({mark.attrib["class"] for mark in marks}) == 4
    assert drawn.attrib["aria-label"] == "How <it> went"


@pytest.mark.parametrize("game", games.names())
def test_every_colour_has_a_sign_of_its_own_in_the_curve(game: str) -> None:
    """As on the boards: white is a cross, not the disc of red."""
    seats = [Seat(number, colour, colour) for number, colour in enumerate(games.find(game).game.colours, 1)]
    drawn = ElementTree.fromstring(curve(seats, {seat.number: [0] for seat in seats}, ""))
    marks = [path.attrib["d"] for path in drawn.iter("path") if "mark" in path.attrib["class"]]
    assert marks == [SIGNS[seat.colour] for seat in seats]


@pytest.mark.parametrize(
    "given", [receipts(), receipts((1, 1)), receipts((1, -3), (2, 4)), receipts((1, 40), (2, 40), (1, -80))]
)
def test_a_curve_stays_in_its_frame_and_names_never_overlap(given: list[Receipt]) -> None:
    seats = [Seat(1, '<b>&"', "red"), Seat(2, "Ben", "blue"), Seat(3, "Cleo", "violet")]
    drawn = ElementTree.fromstring(curve(seats, running_scores([1, 2, 3], given, "palaces"), ""))
    labels = [text for text in drawn.iter("text") if "class" not in text.attrib]
    assert (labels[0].text or "").startswith('<b>&" ')
    heights = sorted(float(label.attrib["y"]) for label in labels)
    assert all(after - before >= 16.9 for before, after in pairwise(heights))
    assert all(5 < height < 220 for height in heights)


def test_reading_does_not_write(pages: Pages) -> None:
    """GET requests change nothing in the ledger, published or not."""
    done = pages.finish()
    pages.ledger.export(done)
    path = pages.ledger.folder / "games" / f"{done}.sqlite"
    before = path.read_bytes()
    for part in ("", "/record", "/csv"):
        assert pages.reader().get(f"/history/{done}{part}").status_code == 200
    assert path.read_bytes() == before
    assert [kept.id for kept in Ledger(pages.ledger.folder).games()] == [done]


def test_the_list_of_games_does_not_listen_to_the_table(pages: Pages) -> None:
    """It has no part that changes: the scripts of a table would ask for one again and again."""
    assert "<script" not in pages.reader().get("/history").text
