"""The page on fairness: in plain words, with the sum that anyone can do, and a game checked at a press."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from random import Random

import pytest

from companion import games
from companion.ledger import record
from companion.referee.seals import seal_words
from companion.referee.simulation import random_urn
from companion.referee.urn import Urn
from companion.steps import TABLE
from tests.tables import file_of, id_of
from tests.web.played import Pages
from web.history import fair, history


def given_out(pages: Pages) -> str:
    done = pages.finish()
    pages.ledger.export(done)
    return done


def printed(text: str) -> list[str]:
    """Return what the lines on a page print when a reader runs them."""
    found = re.search(r'<pre class="by-sum" tabindex="0">(.*?)</pre>', text, re.DOTALL)
    assert found is not None
    command = [sys.executable, "-c", html.unescape(found[1])]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def seals_on(text: str) -> list[str]:
    digits = "".join(re.findall(r"<span>([0-9a-f]{4})</span>", text))
    return [digits[start : start + 64] for start in range(0, len(digits), 64)]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_page_has_words_in_every_language(pages: Pages, language: str) -> None:
    done, frozen = pages.finish(seed=4), given_out(pages)
    for path in ("/fair", f"/fair/{done}", f"/fair/{frozen}", f"/fair/{frozen}?check=now"):
        answer = pages.reader(language).get(path)
        assert answer.status_code == 200
        assert re.search(r"\b(web|refuse)\.[a-z]", re.sub(r"<[^>]*>", " ", answer.text)) is None
        assert " style=" not in answer.text


def test_the_lines_of_the_example_print_its_seal_and_its_place(pages: Pages) -> None:
    text = pages.reader().get("/fair").text
    seal, place = printed(text)
    assert seal == fair.EXAMPLE.commitment
    drawn = fair.EXAMPLE_DRAW
    assert drawn.outcomes[int(place)] == drawn.value
    assert f"<small>{place}</small> {drawn.value}</span>" in text


def test_the_lines_of_a_game_print_its_own_seal(pages: Pages) -> None:
    done = given_out(pages)
    judge = pages.look_up(done)
    text = pages.reader().get(f"/fair/{done}").text
    seal, place = printed(text)
    seals = seals_on(text)
    assert seal == judge.urn.commitment
    assert seals == [seal, judge.sealed, record.end_of(record.write(judge))]
    assert all(seal_words(digest) in text for digest in seals)
    first = judge.run.draws[0]
    assert first.draw in text
    assert first.outcomes[int(place)] == first.value


def test_words_that_were_stirred_in_may_hold_anything(pages: Pages) -> None:
    """Quotes, markup and Python code: the lines can still be copied."""
    urn = Urn(bytes(range(1, 33)), ['"it\'s" <b>', "\\n é 風"])
    kit = games.find("doge")
    kind = kit.draws["order"]
    judge = pages.ledger.begin(kind, kind.set_table([], {}, kit.layout()), urn)
    judge.answer(TABLE, "stop")
    file_of(judge).close()
    pages.ledger.export(id_of(judge))
    _, place = printed(pages.reader().get(f"/fair/{id_of(judge)}").text)
    first = judge.run.draws[0]
    assert first.outcomes[int(place)] == first.value


def test_a_running_game_shows_its_seal_and_nothing_else(pages: Pages) -> None:
    judge = pages.referee = pages.play(answers=60)
    text = pages.reader().get("/fair").text
    assert seals_on(text) == [judge.urn.commitment, judge.sealed]
    assert seal_words(judge.sealed) in text
    assert judge.urn.secret.hex()[:32] not in text
    refused = pages.reader().get(f"/fair/{id_of(judge)}")
    assert refused.status_code == 409
    assert judge.urn.secret.hex()[:32] not in refused.text


def test_a_finished_game_is_not_opened_before_its_record_is_published(pages: Pages) -> None:
    """Not even for a check: with the secret known, an undo would be a choice."""
    done = pages.finish()
    secret = random_urn(Random(3)).secret.hex()
    for path in (f"/fair/{done}", f"/fair/{done}?check=now"):
        text = pages.reader().get(path).text
        assert secret[:32] not in text
        assert 'class="verdict' not in text
        assert "Give out the record" in text


def test_one_press_checks_all_draws(pages: Pages) -> None:
    done = given_out(pages)
    before = pages.reader().get(f"/fair/{done}").text
    assert 'name="check"' in before
    assert 'class="verdict' not in before
    after = pages.reader().get(f"/fair/{done}?check=now").text
    assert f"All {len(pages.look_up(done).run.draws)} draws follow from the sealed secret." in after


def test_seals_that_were_noted_prove_whose_game_it_is(pages: Pages) -> None:
    done = given_out(pages)
    judge = pages.look_up(done)
    noted = {"check": "now", "first": judge.urn.commitment, "second": seal_words(judge.sealed).title()}
    phone = pages.reader()
    assert "this is the game you played" in phone.get(f"/fair/{done}", query_string=noted).text
    for other in (seal_words("0" * 64), "gondola", "<b>"):
        text = phone.get(f"/fair/{done}", query_string=noted | {"second": other}).text
        assert "This record is not true." in text
        assert "<b>" not in text.partition('class="verdict wrong"')[2].partition("</section>")[0]


def test_the_tables_own_draws_are_not_said_to_follow_from_the_secret(pages: Pages) -> None:
    done = pages.finish(seed=6, draw_order="table", draw_first="table")
    pages.ledger.export(done)
    assert {drawn.by for drawn in pages.look_up(done).run.draws} == {"table"}
    for path in (f"/fair/{done}?check=now", f"/history/{done}"):
        assert "All 0 draws follow from the sealed secret." in pages.reader().get(path).text


def test_a_check_plays_the_game_through_once(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    done = given_out(pages)
    peek, played = pages.ledger.peek, []
    monkeypatch.setattr(pages.ledger, "peek", lambda game_id: (played.append(game_id), peek(game_id))[1])
    assert 'class="verdict' in pages.reader().get(f"/fair/{done}?check=now").text
    assert played == [done]


def test_a_false_record_is_called_false(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its header has a different seal from the one of its secret."""
    done = given_out(pages)
    true = history.finished

    def forged(game_id: str) -> history.Finished:
        found = true(game_id)
        return history.Finished(found.id, found.referee, found.published, "0" * 64)

    monkeypatch.setattr(fair, "finished", forged)
    text = pages.reader().get(f"/fair/{done}?check=now").text
    assert "This record is not true." in text
    assert "not the one that was promised" in text
    assert "follow from the sealed secret" not in text


def test_every_page_about_a_game_leads_here(pages: Pages) -> None:
    open_game, frozen = pages.finish(seed=4), given_out(pages)
    pages.referee = pages.play(seed=5, answers=20)
    phone = pages.reader()
    assert 'href="/fair"' in phone.get("/").text
    assert 'href="/fair"' in phone.get("/history").text
    for game_id in (open_game, frozen):
        assert f'href="/fair/{game_id}"' in phone.get(f"/history/{game_id}").text


@pytest.mark.parametrize("wrong", ["nothing", "..", "a" * 300, "20260101-000000-doge-abcdef"])
def test_wrong_names_are_refused(pages: Pages, wrong: str) -> None:
    assert 400 <= pages.reader().get(f"/fair/{wrong}", follow_redirects=True).status_code < 500 or wrong == ".."
