"""The small drawings beside rules: well made, small, in words, and there for the rules that newcomers read."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from companion import games
from companion.picture.board import at_the_start
from companion.picture.cases import draw, draw_cases
from companion.referee.simulation import play_random
from companion.rules import rules_of
from companion.seats import Seat, seat_table
from companion.words import LANGUAGES, Words, folders_of
from tests.companion.picture.drawn import SVG, TAGS, classes_without_style, kinds
from tests.tables import referee

LARGEST = 2_048
LONGEST = 90
"""Letters of what is said about a drawing: two lines beside it."""
SHARE = 0.4
"""Of the rules that a game at random explains. Others have no shape: who is first, what is kept for later."""
SHARED_KINDS = {"case", "tall", "case-line", "case-way", "case-cross", "case-halo", "case-crown", "case-edge"}
HOOKS = {"rialto-built", "rialto-card-C"}
"""Classes that boards have too, and no style."""


def drawn_cases(game: str, seats: list[Seat]) -> dict[str, str]:
    kit = games.find(game)
    colours = [seat.colour for seat in seats]
    return {rule: draw(game, case, colours) for rule, case in kit.cases.items()}


@pytest.mark.parametrize("game", games.names())
def test_a_case_is_well_made_small_and_of_the_board_beside_it(game: str) -> None:
    """In the colours of any table, with shapes that the board of that very table defines."""
    kit = games.find(game)
    for first in range(len(kit.game.colours) - 1):
        seats = seat_table(["Anna", "Ben"], kit.game.colours[first : first + 2])
        words = Words("en", folders_of(game), seats)
        assert kit.board is not None
        view = kit.game(kit.game.set_table(seats, {}, kit.layout())).view(0) if 2 in kit.game.players else None
        board = kit.board(view, words, seats, None, ()).svg if view else at_the_start(kit, kit.layout(), words).svg
        defined = {part.get("id") for part in ElementTree.fromstring(board).iter()}
        pictures = []
        for rule, svg in drawn_cases(game, seats).items():
            assert len(svg.encode()) <= LARGEST, (rule, len(svg))
            picture = ElementTree.fromstring(svg.replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ', 1))
            assert {part.tag.removeprefix(SVG) for part in picture.iter()} <= set(TAGS.split()), rule
            used = {part.get("href", "#")[1:] for part in picture.iter()} - {""}
            assert used <= defined, (rule, used - defined)
            assert not [name for part in picture.iter() for name in part.attrib if name in ("id", "style")], rule
            pictures.append(picture)
        assert classes_without_style(game, pictures) <= SHARED_KINDS | HOOKS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_what_is_seen_on_a_case_is_said_in_a_line_or_two(game: str, language: str) -> None:
    """To those who can't see it, and to everyone beside it."""
    words = Words(language, folders_of(game))
    kit = games.find(game)
    drawn = draw_cases(game, kit.cases, list(rules_of(game)), words, seat_table(["A", "B"], kit.game.colours), 1)
    assert drawn.keys() == kit.cases.keys()
    for rule, case in drawn.items():
        assert case.words != f"case.{rule}"
        assert case.words[-1] in ".?", rule
        assert 10 < len(case.words) <= LONGEST, (rule, len(case.words))


@pytest.mark.parametrize("game", games.names())
def test_many_of_the_rules_that_a_game_explains_have_a_case(game: str) -> None:
    kit = games.find(game)
    explained = set()
    for players in (min(kit.game.players), max(kit.game.players)):
        judge, rng = referee(game, players, seed=players), Random(players)
        while judge.open and len(judge.entries) < 400:
            explained |= {decision.rule for decision in judge.open.values()}
            play_random(judge, rng, most=len(judge.entries) + 1)
        explained |= {tell.rule for tell in judge.game.tells}
    explained -= {"", *(one.rule for one in kit.to_lay_out(judge.game))}
    share = len(explained & kit.cases.keys()) / len(explained)
    assert share >= SHARE, sorted(explained - kit.cases.keys())
    assert kit.lesson is not None
    assert kit.lesson.short is not None
    turn = set(kit.lesson.short.rules["turn"])
    assert len(turn & kit.cases.keys()) >= len(turn) / 2, sorted(turn - kit.cases.keys())


def test_the_reader_comes_first_on_a_case() -> None:
    """Whoever reads it sees their own colour win."""
    kit = games.find("doge")
    seats = seat_table(["Anna", "Ben", "Cleo"], kit.game.colours)
    words = Words("en", folders_of("doge"), seats)
    drawn = {
        reader: draw_cases("doge", kit.cases, ["DOG.D1"], words, seats, reader)["DOG.D1"].svg for reader in (1, 3)
    }
    for reader, svg in drawn.items():
        picture = ElementTree.fromstring(svg)
        shown = {kind for part in picture.iter() for kind in kinds(part)}
        assert f"doge-{seats[reader - 1].colour}" in shown
        assert not shown & {f"doge-{seat.colour}" for seat in seats if seat.number != reader}
