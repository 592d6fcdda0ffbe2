"""The set-up of every game is heard, page by page: who cannot see the screen lays out the same board."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import games
from companion.words import LANGUAGES
from companion.words.set_up import set_up_of
from firmware.scenes.home.laying_out import LayingOut, SetUpPage, SetUpWalk
from firmware.scenes.match.telling import Telling
from firmware.speech.ears import spoken
from firmware.speech.spoken import audible
from hardware.keys import Key
from tests.firmware.long_tables import few_tables, long_match
from tests.firmware.speech.hearing import listen


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_every_page_of_the_set_up_has_words_for_the_ear(game: str, language: str, tmp_path: Path) -> None:
    """With every number of players and every option: what is to be done, and what was drawn for it."""
    for number, plain in enumerate(few_tables(game)):
        with long_match(game, plain, language, tmp_path / str(number)) as (_, match):
            pages = [page() for page in SetUpWalk(match).pages]
            said = []
            for page in pages:
                if isinstance(page, Telling):
                    page.key(Key.OK)  # what turns has stopped
                now = spoken(page)
                assert now.news or now.asks, page
                said.append(now.news)
            aloud = match.words.aloud()
            whole = " ".join(said)
            for instruction, told in set_up_of(match.referee.game):
                assert aloud.instruction(instruction) in whole
                assert told is None or aloud.tell(told) in whole


def test_the_set_up_is_heard_as_its_pages_are_turned(tmp_path: Path) -> None:
    """With the number of each page, and on the first one what the keys do."""
    with long_match("venise", few_tables("venise")[0], "en", tmp_path) as (box, match):
        ears = listen(box)
        SetUpWalk(match).go_on()
        box.box.show()
        heard = ears.take()
        steps = set_up_of(match.referee.game)
        words = match.words.aloud()
        assert heard.startswith(f"Set-up 1 of {len(steps)}. {audible(words, steps[0].text(words))}")
        assert heard.endswith("OK continues, left goes back, Back skips the set-up.")
        box.tap(Key.OK)
        assert isinstance(box.box.scene, LayingOut)
        for seat in match.referee.game.seats:
            (own,) = [one for one in steps if one.instruction.facts.get("seat") == seat]
            assert audible(words, own.text(words)) in ears.take(), "where the pawn starts, and its gems"
            box.tap(Key.RIGHT)
        ears.take()
        box.tap(Key.OK)
        assert isinstance(box.box.scene, SetUpPage)
        assert ears.take().startswith(f"Set-up 2 of {len(steps)}. ")
