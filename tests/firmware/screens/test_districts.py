"""The end of a round of Venezia on the glass: eight zones, then everyone's points."""

from __future__ import annotations

import pytest

from companion.games.venezia.rules.pieces import ZONES
from firmware.scenes.match.telling import Telling
from firmware.screens.counts import PlaceRow, standing
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import start, tell


@pytest.mark.rule("VEZ.Y1")
def test_points_follow_the_districts_and_wait_for_a_key(box: TestBox) -> None:
    match = start(box, "venezia", 2)
    counts = {zone: {1: 2, 2: 3} for zone in ZONES}
    tell(match, "scored", "VEZ.Y1", counts=counts, won={"castello": 2}, gained={1: 0, 2: 3}, points={1: 6, 2: 9})
    table = box.box.scene
    for _ in range(30):
        box.wait(1)
    points = box.box.scene
    assert isinstance(points, Telling)
    assert points is not table
    assert points.waits
    box.tap(Key.OK)
    assert not isinstance(box.box.scene, Telling)


def test_eighth_zone_fits_above_the_edge() -> None:
    """Its lowest dots are there: a g at its foot looks as it does in the rows above."""
    places = [PlaceRow("Giudecca g", [1, 2], None) for _ in range(8)]
    picture = standing("DISTRICTS", ["Anna", "Ben"], places)
    rows = [picture.crop((0, 8 + 7 * line, 60, 15 + 7 * line)).tobytes() for line in range(8)]
    assert len(set(rows)) == 1
