"""The end of a game on the box: the winner, the places, what decided it, its course, and what to do next."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.game import Outcome
from companion.players import GENTLE, place_of
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.referee.simulation import play_random, random_urn
from companion.seats import seat_table
from companion.words import LANGUAGES, folders_of
from companion.words.ending import points_text, telling_tallies
from firmware.box.phones import Phones
from firmware.scenes.home.sealing import Stir
from firmware.scenes.match.ending import EndingPage, EndingScene
from firmware.scenes.match.game_menu import GameMenu
from firmware.scenes.match.match import Match
from firmware.scenes.menus import Menu
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.long_tables import LONG_NAMES
from tests.firmware.looking import put
from tests.firmware.playing import match_of, stir
from tests.tables import table


def finished(game: str, seed: int = 2, names: list[str] | None = None) -> Referee:
    """Return a game that was played at random to its end, by as many as can play."""
    kind = games.find(game).game
    plain = table(game, max(kind.players))
    seats = seat_table(names[: len(plain.seats)], kind.colours) if names else plain.seats
    referee = Referee(kind, kind.set_table(seats, plain.options, plain.layout), random_urn(Random(seed)))
    play_random(referee, Random(seed))
    assert referee.outcome is not None
    return referee


def ended(box: TestBox, referee: Referee) -> EndingScene:
    """Show a finished game, past what it tells last."""
    put(box, referee, len(referee.entries))
    box.wait_out_tellings()
    scene = box.box.scene
    assert isinstance(scene, EndingScene)
    return scene


@pytest.mark.parametrize("game", games.names())
def test_winner_comes_first_and_the_pages_turn(box: TestBox, game: str) -> None:
    """UP and DOWN turn the pages; each is on the glass and like no other."""
    scene = ended(box, finished(game))
    pictures = []
    for _ in range(4):
        assert box.glass().tobytes() == scene.picture().tobytes()
        pictures.append(box.glass().tobytes())
        box.tap(Key.DOWN)
    assert len(set(pictures)) == 4
    assert box.glass().tobytes() == pictures[0]
    box.tap(Key.UP)
    assert box.glass().tobytes() == pictures[3]


def test_play_again_seats_the_same_people_with_the_next_one_first(box: TestBox) -> None:
    """Two presses to the urn, one more to the game; people, colours and options stay."""
    referee = finished("doge", names=["Zoe", "Ada", "Bo", "Cy"])
    ended(box, referee)
    box.tap(Key.OK)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Stir)
    stir(box)
    box.wait_out_tellings()
    again = match_of(box).referee.table
    first, *others = [(seat.name, seat.colour) for seat in referee.table.seats]
    assert [(seat.name, seat.colour) for seat in again.seats] == [*others, first]
    assert again.options == referee.table.options


def test_play_again_leaves_the_boxs_seats_to_the_box(box: TestBox) -> None:
    """Someone left before the last answer; whoever had that seat sits one place further up now."""
    whole = finished("doge")
    last = whole.entries[-1]
    assert isinstance(last, Answer)
    referee = Referee(whole.kind, whole.table, whole.urn, whole.entries[:-1])
    left = 2 if last.seat == 3 else 3
    referee.correct(place_of(whole.kind.adviser, left), GENTLE)
    referee.answer(last.seat, last.value)
    ended(box, referee)
    box.tap(Key.OK)
    box.tap(Key.OK)
    stir(box)
    box.wait_out_tellings()
    game = match_of(box).referee.game
    assert {seat: one.strength for seat, one in game.boxed.items()} == {left - 1: GENTLE}


def started_phones(box: TestBox) -> Phones:
    phones = box.box.phones = Phones(box.box, "127.0.0.1", 0)
    phones.start()
    return phones


@pytest.mark.parametrize("by_phone", [True, False], ids=["phone", "box"])
def test_phones_keep_their_seats_when_the_same_people_play_again(box: TestBox, by_phone: bool) -> None:
    """The next one is first, so Zoe sits elsewhere; her phone is still hers. Whoever had no phone has none now."""
    phones = started_phones(box)
    ended(box, finished("doge", names=["Zoe", "Ada", "Bo", "Cy"]))
    token = phones.site.seats.take(phones.game_id(), 1)
    if by_phone:
        phones.play_again()
    else:
        box.tap(Key.OK)
        box.tap(Key.OK)
    assert isinstance(box.box.scene, Stir)
    assert phones.game() is None
    stir(box)
    box.wait_out_tellings()
    assert [seat.name for seat in match_of(box).referee.table.seats] == ["Ada", "Bo", "Cy", "Zoe"]
    assert phones.site.seats.seat_of(phones.game_id(), token) == 4
    assert phones.site.seats.taken(phones.game_id()) == {4}
    phones.stop()


def test_phones_of_others_keep_no_seat(box: TestBox) -> None:
    """After a game was left for home, the next one is a new table, even if its players have the same names."""
    phones = started_phones(box)
    ended(box, finished("venise"))
    phones.site.seats.take(phones.game_id(), 1)
    box.box.go_home()
    ended(box, finished("venise", seed=3))
    assert phones.site.seats.taken(phones.game_id()) == set()
    phones.stop()


def test_details_leads_to_everything_else_and_back(box: TestBox) -> None:
    scene = ended(box, finished("rialto"))
    for key in (Key.OK, Key.RIGHT, Key.OK):
        box.tap(key)
    menu = box.box.scene
    assert isinstance(menu, GameMenu)
    assert {"Scores", "What happened", "Seals", "Undo a step"} <= {item.row.text for item in menu.items}
    box.tap(Key.BACK)
    assert box.box.scene is scene


@pytest.mark.parametrize("keys", [(Key.BACK,), (Key.OK, Key.LEFT, Key.OK)], ids=["BACK", "Home"])
def test_home_leaves_the_table(box: TestBox, keys: tuple[Key, ...]) -> None:
    ended(box, finished("doge"))
    for key in keys:
        box.tap(key)
    assert box.box.match is None
    assert isinstance(box.box.scene, Menu)
    assert box.box.scene.title == "BALLOTTINO"


def test_places_show_what_broke_a_tie(box: TestBox) -> None:
    """As many tallies as it takes to see why one is before the other."""
    scene = ended(box, finished("doge"))
    shown = scene.referee.game.score
    for seat, palaces in zip(shown, (5, 5, 4, 3), strict=True):
        shown[seat] = {"palaces": palaces, "houses": 9 - seat, "advisors": 0}
    scene.outcome = Outcome([[1], [2], [3], [4]], "DOG.E3")
    kinds = scene.referee.game.tallies
    telling = telling_tallies(scene.outcome, shown, kinds)
    assert points_text(shown[1], telling, scene.words) == "5 palaces, 8 houses"
    shown[2]["palaces"] = 6
    assert telling_tallies(scene.outcome, shown, kinds) == kinds[:1]


def test_nobody_wins_and_the_box_says_why(box: TestBox) -> None:
    """Nobody stands out as the winner; the rule is on the next page."""
    judge = finished("doge")
    judge.run.outcome = Outcome([[1, 2, 3, 4]], "DOG.E5", won=False)
    match = Match(box.box, judge, box.box.words_for(folders_of("doge"), judge.table.seats))
    box.box.play(match)
    match.go_on()
    box.box.show()
    scene = box.box.scene
    assert isinstance(scene, EndingScene)
    assert scene.pages == [EndingPage.WINNER, EndingPage.NOBODY, EndingPage.COURSE]
    seen = set()
    for _ in scene.pages:
        seen.add(box.glass().tobytes())
        box.tap(Key.DOWN)
    assert len(seen) == len(scene.pages)


def test_reasons_are_the_largest_of_the_winner(box: TestBox) -> None:
    """The same reasons are added up: the sum over all of them is the winner's score."""
    referee = finished("venezia")
    scene = ended(box, referee)
    assert referee.outcome is not None
    (winner,) = referee.outcome.winners
    reasons = scene.reasons()
    assert [amount for _, amount in reasons] == sorted((amount for _, amount in reasons), reverse=True)
    assert sum(amount for _, amount in reasons) == referee.game.score[winner]["points"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_every_page_fits(game: str, language: str, tmp_path: Path, cut: list[str]) -> None:
    """Even with the longest names, in every language."""
    box = TestBox(tmp_path, language)
    scene = ended(box, finished(game, names=LONG_NAMES))
    cut.clear()
    for _ in scene.pages:
        box.tap(Key.DOWN)
    assert cut == []
    box.close()
