"""Gondola moves compared with a naive walker on a course whose spaces 10 and 45 are one object."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.venedig.rules.track import taken, walk


class Water:
    """The course as a list of spaces, one of which is in it twice."""

    def __init__(self, gondolas: list[int]) -> None:
        self.course: list[dict[str, int]] = [{} for _ in range(120)]
        self.course[45] = self.course[10]
        for gondola in gondolas:
            if gondola:
                self.course[gondola]["gondola"] = gondola

    def row(self, space: int, points: int) -> tuple[int, list[int]]:
        passed = []
        while points > 0:
            space += 1
            if self.course[space]:
                passed.append(space)
                continue
            points -= 1
        return space, passed


@pytest.mark.rule("VEN.B11", "VEN.K5", "VEN.E3")
def test_walks_agree_with_a_naive_walker() -> None:
    rng = Random(5)
    leaps = crossings = posts = 0
    for _ in range(5000):
        spaces: list[int] = []
        while len(spaces) < rng.randint(1, 5):
            space = rng.choice([0, 9, 10, 44, 45, 46, rng.randint(0, 70)])
            if space not in taken(spaces):
                spaces.append(space)
        start, *others = spaces
        steps = rng.randint(0, 12)
        landing = walk(start, steps, others)
        assert (landing.space, landing.leapt) == Water(others).row(start, steps)
        leaps += len(landing.leapt) > 1
        crossings += bool({10, 45} & set(landing.leapt))
        posts += landing.space > 60
    assert min(leaps, crossings, posts) > 50


@pytest.mark.rule("VEN.K5", "VEN.B11")
@pytest.mark.parametrize(("start", "other"), [(9, 10), (9, 45), (44, 45), (44, 10)])
def test_a_gondola_on_the_crossing_blocks_both_numbers(start: int, other: int) -> None:
    assert walk(start, 1, [other]).space == start + 2


@pytest.mark.rule("VEN.S2")
def test_the_start_is_never_full() -> None:
    assert taken([0, 0, 0]) == set()
    assert walk(0, 0, [0, 0]).space == 0


@pytest.mark.rule("VEN.E3")
def test_mooring_posts_count_on() -> None:
    assert walk(58, 5, [61]).space == 64
