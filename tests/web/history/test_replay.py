"""Looking back: every step shows what everyone saw then, from links alone, and never of a game that is running."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from companion import games
from companion.referee import Referee
from companion.referee.run import Run
from companion.referee.simulation import play_random, random_urn
from companion.refusal import Busy
from companion.steps import TABLE
from companion.words import LANGUAGES, Words, folders_of
from tests.tables import file_of, id_of, table
from tests.web.browser import shorten
from tests.web.house import House
from tests.web.played import Pages
from web.history import replays
from web.history.replays import KEPT, Replay, Replays


def finished(game: str, players: int | None = None, seed: int = 3) -> Referee:
    kind = games.find(game).game
    judge = Referee(kind, table(game, players or max(kind.players)), random_urn(Random(seed)))
    if game == "doge":
        shorten(judge)
    play_random(judge, Random(seed))
    assert judge.outcome is not None
    return judge


def kept(pages: House, judge: Referee) -> str:
    """Keep a finished game; return its name in the ledger."""
    begun = pages.ledger.begin(judge.kind, judge.table, judge.urn)
    file = file_of(begun)
    file.rewrite(0, judge.entries, [])
    file.finish(judge.run.final)
    file.close()
    return id_of(begun)


def svg_of(page: str) -> str:
    found = re.search(r'<figure class="board">(.*?)</figure>', page, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("game", games.names())
def test_each_step_shows_the_board_of_the_record_at_that_step(game: str, pages: Pages) -> None:
    judge = finished(game, min(games.find(game).game.players))
    game_id = kept(pages, judge)
    words = Words("en", folders_of(game), judge.table.seats, long=True)
    paint = games.painter_of(game)
    assert paint is not None
    phone = pages.reader()
    steps = len(judge.entries)
    for step in (steps, steps // 2, steps // 2 + 1, 1, 0, steps // 3):
        views = [
            Run(judge.kind, judge.table, judge.urn, judge.entries[:count]).game.view(TABLE)
            for count in (max(0, step - 1), step)
        ]
        expected = paint(views[1], words, judge.table.seats, views[0] if step else None, ()).svg
        for path in ("replay", "replay/part"):
            assert svg_of(phone.get(f"/history/{game_id}/{path}?step={step}").text) == expected, step


def test_scores_and_tellings_belong_to_the_step(pages: Pages) -> None:
    judge = finished("venezia")
    replay = Replay(judge)
    step = next(step for step, line in enumerate(replay.lines[1]) if line)
    then = Run(judge.kind, judge.table, judge.urn, judge.entries[:step])
    assert {seat: line[step] for seat, line in replay.lines.items()} == {
        seat: score["points"] for seat, score in then.game.score.items()
    }
    public = [tell for tell in then.game.tells if tell.to == TABLE]
    assert [tell for when, tell in replay.tells if when <= step] == public
    near = replay.told_near(step, 4)
    assert [tell for when, tell in near if when <= step] == public[-4:]
    assert {seat: line[-1] for seat, line in replay.lines.items()} == {
        seat: score["points"] for seat, score in judge.game.score.items()
    }
    assert replay.at(step).score == then.game.score


def test_all_steps_are_reached_by_links_alone(pages: Pages) -> None:
    judge = finished("venise", 2)
    game_id, last = kept(pages, judge), len(judge.entries)
    page = pages.reader().get(f"/history/{game_id}/replay?step=10").text
    reached = {int(step) for step in re.findall(r'href="/history/[^"]*/replay\?step=(\d+)"', page)}
    assert {0, 9, 11, last} <= reached
    assert len(reached) > 40, "the curve is tapped in strips"
    assert f'max="{last}" value="10"' in page


@pytest.mark.parametrize(("asked", "shown"), [("-5", 0), ("99999999", None), ("x", None), ("", None)])
def test_a_step_that_is_none_becomes_the_nearest(pages: Pages, asked: str, shown: int | None) -> None:
    judge = finished("venise", 2)
    game_id = kept(pages, judge)
    page = pages.reader().get(f"/history/{game_id}/replay?step={asked}").text
    assert f'data-step="{len(judge.entries) if shown is None else shown}"' in page


@pytest.mark.parametrize("path", ["replay", "replay/part", "picture.svg"])
def test_a_running_game_is_not_looked_back_at(pages: Pages, path: str) -> None:
    judge = pages.play(answers=30)
    assert pages.reader().get(f"/history/{id_of(judge)}/{path}").status_code == 409
    assert pages.reader().get(f"/history/no-such-game/{path}").status_code == 404
    file_of(judge).close()


def test_a_game_whose_end_is_undone_is_closed_again(pages: Pages) -> None:
    """What is remembered of it counts no more: it is running."""
    judge = pages.play()
    path = f"/history/{id_of(judge)}/replay"
    assert pages.reader().get(path).status_code == 200
    judge.undo(len(judge.entries) - 1, consent=judge.game.seats)
    assert pages.reader().get(path).status_code == 409
    file_of(judge).close()


def test_only_the_last_few_games_are_remembered(pages: Pages) -> None:
    ids = [kept(pages, finished("venise", 2, seed)) for seed in range(1, KEPT + 3)]
    for game_id in [*ids, ids[-1]]:
        assert pages.reader().get(f"/history/{game_id}/replay/part?step=3").status_code == 200
    assert list(pages.site.replays._kept) == ids[-KEPT:]


def test_going_on_continues_the_run_and_going_back_begins_another() -> None:
    judge = finished("venise", 2)
    replay = Replay(judge)
    replay.at(20)
    run = replay._run
    replay.at(25)
    assert replay._run is run
    assert len(run.entries) == 25
    replay.at(24)
    assert replay._run is not run


def test_one_replays_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for much waits in line, and is refused if that takes too long."""
    monkeypatch.setattr(replays, "PATIENCE", 0.01)
    line = Replays()
    with line.turn(), pytest.raises(Busy), line.turn():
        pass
    with line.turn():
        pass


@pytest.mark.parametrize("path", ["/history/{}", "/history/{}/csv", "/history/{}/replay", "/fair/{}"])
def test_a_finished_game_is_played_through_for_one_phone_at_a_time(
    pages: Pages, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Ten phones that look at it all at once cost no more memory than one."""
    monkeypatch.setattr(replays, "PATIENCE", 0.01)
    address = path.format(kept(pages, finished("venezia")))
    with pages.site.replays.turn():
        assert pages.stranger().get(address).status_code == 503
    assert pages.stranger().get(address).status_code == 200


@pytest.mark.parametrize("night", ["", "&night"])
@pytest.mark.parametrize("game", games.names())
def test_a_picture_is_whole_by_itself(game: str, night: str, pages: Pages) -> None:
    """It has its style, title and scores inside, and asks for nothing outside."""
    judge = finished(game)
    game_id = kept(pages, judge)
    response = pages.reader().get(f"/history/{game_id}/picture.svg?step=40{night}")
    drawn = ElementTree.fromstring(response.text)
    assert "attachment" in response.headers["Content-Disposition"]
    assert not re.search(r"""(href|src)=["'](?!#)|url\((?!#)|@import""", response.text)
    assert "prefers-color-scheme" not in response.text, "it looks the same wherever it is sent"
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    then = Run(judge.kind, judge.table, judge.urn, judge.entries[:40]).game
    for seat in judge.table.seats:
        assert seat.name in texts
        assert str(then.score[seat.number][judge.kind.tallies[0]]) in texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_every_page(pages: Pages, language: str) -> None:
    game_id = kept(pages, finished("rialto", 2))
    for path in ("replay", "replay?step=0"):
        page = pages.reader(language).get(f"/history/{game_id}/{path}").text
        assert "web." not in re.sub(r"<[^>]+>", "", page)
