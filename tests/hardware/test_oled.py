"""Pictures on the glass, through luma's drivers and simulated wires."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from hardware.profile import ScreenWiring
from hardware.screen import REFRESH_I2C
from tests.hardware.boxes import Clock, Noise
from tests.hardware.oleds import BLANK, WHITE, WIRINGS, cost, each_i2c, each_wiring, switched_on


@each_wiring
def test_first_picture_replaces_the_chips_noise(wiring: ScreenWiring, clock: Clock, noise: Noise) -> None:
    chip, screen = switched_on(wiring, clock)
    picture = noise()
    assert (screen.status, chip.bytes_received) == ("new", 0)
    screen.show(picture)
    assert chip.picture() == picture
    assert screen.status == "ok"


@each_wiring
@settings(max_examples=25)
@given(boxes=st.lists(st.tuples(*[st.integers(0, 127), st.integers(0, 63)] * 2, st.booleans()), max_size=12))
def test_sequence_of_pictures_looks_as_if_each_was_sent_whole(
    wiring: ScreenWiring, boxes: list[tuple[int, int, int, int, bool]]
) -> None:
    chip, screen = switched_on(wiring, itertools.count().__next__)
    picture = BLANK.copy()
    screen.show(picture)
    for x, y, x2, y2, ink in boxes:
        corners = (min(x, x2), min(y, y2), max(x, x2), max(y, y2))
        ImageDraw.Draw(picture).rectangle(corners, fill=ink, outline=not ink)
        screen.show(picture)
        assert chip.picture() == picture


@each_wiring
def test_successive_random_pictures_leave_no_trace(
    wiring: ScreenWiring, clock: Clock, noise: Noise, dice: random.Random
) -> None:
    chip, screen = switched_on(wiring, clock)
    for _ in range(60):
        picture = noise()
        if dice.random() < 0.5:
            picture.paste(0, (dice.randrange(128), 0, 128, 64))
        screen.show(picture)
        assert chip.picture() == picture


@each_wiring
def test_picture_already_shown_costs_nothing(wiring: ScreenWiring, clock: Clock, noise: Noise) -> None:
    _, screen = switched_on(wiring, clock)
    picture = noise()
    screen.show(picture)
    assert cost(screen, picture.copy()) == 0


def caret(x: int, y: int) -> Image.Image:
    picture = BLANK.copy()
    ImageDraw.Draw(picture).polygon([(x, y), (x + 4, y + 3), (x, y + 6)], fill=1)
    return picture


def two_dots(apart: int) -> Image.Image:
    picture = BLANK.copy()
    ImageDraw.Draw(picture).point([(0, 0), (apart, 0)], fill=1)
    return picture


def bar(y: int, height: int) -> Image.Image:
    picture = BLANK.copy()
    ImageDraw.Draw(picture).rectangle((0, y, 127, y + height - 1), fill=1)
    return picture


@pytest.mark.parametrize(
    ("before", "after", "ssd1306", "sh1106"),
    [
        (caret(0, 12), caret(0, 24), 25, 35),  # three pages touched, five columns each
        (caret(0, 16), caret(0, 24), 20, 24),  # aligned to pages
        (BLANK, two_dots(6), 17, 14),  # what lies between is cheaper than a new address
        (BLANK, two_dots(60), 22, 16),
        (bar(0, 12), bar(12, 12), 394, 405),  # three pages touched
        (bar(16, 8), bar(24, 8), 266, 270),  # aligned to pages
    ],
    ids=["caret", "caret on pages", "near dots", "far dots", "bar", "bar on pages"],
)
def test_small_changes_cost_few_bytes(
    clock: Clock, before: Image.Image, after: Image.Image, ssd1306: int, sh1106: int
) -> None:
    """Luma's whole frame costs 1034 and 1080; field measurements by columns alone were 41 and 414."""
    for name, bytes_allowed in (("ssd1306-i2c", ssd1306), ("sh1106-i2c", sh1106)):
        chip, screen = switched_on(WIRINGS[name], clock)
        screen.show(before)
        assert cost(screen, after) == bytes_allowed
        assert chip.picture() == after


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
@pytest.mark.parametrize(("name", "whole"), [*zip(WIRINGS, (1034, 1080, 1048), strict=True)])
def test_no_change_costs_more_than_lumas_whole_frame(clock: Clock, noise: Noise, name: str, whole: int) -> None:
    _, screen = switched_on(WIRINGS[name], clock)
    screen.show(noise())
    before, picture = screen.bytes_sent, noise()
    screen.device.display(picture)
    assert screen.bytes_sent - before == whole
    assert cost(screen, ImageChops.invert(picture)) <= whole


@each_i2c
def test_contrast_is_set_at_once_and_again_after_a_fault(wiring: ScreenWiring, clock: Clock, noise: Noise) -> None:
    chip, screen = switched_on(wiring, clock)
    screen.contrast(7)
    screen.show(noise())
    assert chip.contrast == 7
    screen.contrast(200)
    assert chip.contrast == 200
    chip.unplug()
    screen.contrast(90)
    chip.plug()
    screen.tick(clock.advance(1.0))
    assert chip.contrast == 90
    with pytest.raises(ValueError, match="0 to 255"):
        screen.contrast(256)


@each_wiring
def test_old_picture_is_not_seen_again_after_off(
    wiring: ScreenWiring, clock: Clock, noise: Noise, monkeypatch: pytest.MonkeyPatch
) -> None:
    chip, screen = switched_on(wiring, clock)
    old, new = noise(), noise()
    screen.show(old)
    screen.off()
    assert chip.picture() == BLANK
    screen.tick(clock.advance(REFRESH_I2C))
    assert chip.picture() == BLANK
    seen: list[Image.Image] = []
    take = chip.command

    def watching(commands: Iterable[int]) -> None:
        take(commands)
        seen.append(chip.picture())

    monkeypatch.setattr(chip, "command", watching)
    screen.show(new)
    assert [picture for picture in seen if picture != BLANK] == [new]


@each_i2c
def test_screen_switched_off_stays_dark_when_plugged_in_again(
    wiring: ScreenWiring, clock: Clock, noise: Noise
) -> None:
    chip, screen = switched_on(wiring, clock)
    screen.show(WHITE)
    screen.off()
    chip.unplug()
    screen.tick(clock.advance(1.0))
    assert screen.status == "lost"
    chip.plug()
    screen.tick(clock.advance(1.0))
    assert (screen.status, chip.picture()) == ("ok", BLANK)


@each_wiring
def test_closed_screen_is_dark_and_can_be_closed_again(wiring: ScreenWiring, clock: Clock, noise: Noise) -> None:
    chip, screen = switched_on(wiring, clock)
    screen.show(WHITE)
    screen.close()
    sent = chip.bytes_received
    assert chip.picture() == BLANK
    screen.close()
    screen.show(noise())
    screen.tick(clock.advance(100.0))
    screen.device.cleanup()
    assert (screen.status, screen.next_due(), chip.bytes_received) == ("closed", None, sent)


@each_i2c
def test_bytes_sent_are_the_bytes_received(wiring: ScreenWiring, clock: Clock, noise: Noise) -> None:
    """In changes of less than 32 bytes: luma splits larger ones into blocks on a bus that it was given."""
    chip, screen = switched_on(wiring, clock)
    screen.show(BLANK)
    before = chip.bytes_received
    assert cost(screen, caret(3, 3)) == chip.bytes_received - before


def test_screen_mounted_upside_down_gets_turned_pictures(clock: Clock, noise: Noise) -> None:
    chip, screen = switched_on(WIRINGS["ssd1306-i2c"], clock, upside_down=True)
    picture = noise()
    screen.show(picture)
    assert chip.picture() == picture.transpose(Image.Transpose.ROTATE_180)
