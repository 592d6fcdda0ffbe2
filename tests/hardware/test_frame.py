"""Pictures as the chip keeps them, and what differs between two."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from hardware.frame import changes, pack, turned, unpack, whole
from tests.hardware.boxes import Noise


def test_byte_is_eight_dots_of_a_column_lowest_bit_on_top() -> None:
    picture = Image.new("1", (128, 64))
    picture.putpixel((5, 8), 1)
    picture.putpixel((127, 63), 1)
    frame = pack(picture)
    assert (frame[128 + 5], frame[1023], sum(frame)) == (0x01, 0x80, 0x81)


def test_packing_and_unpacking_lose_nothing(noise: Noise) -> None:
    for _ in range(50):
        picture = noise()
        assert unpack(pack(picture)) == picture


def test_turned_frame_shows_the_picture_upside_down(noise: Noise) -> None:
    picture = noise()
    assert unpack(turned(pack(picture))) == picture.transpose(Image.Transpose.ROTATE_180)


@pytest.mark.parametrize("picture", [Image.new("L", (128, 64)), Image.new("1", (64, 128))])
def test_picture_of_another_mode_or_size_is_refused(picture: Image.Image) -> None:
    with pytest.raises(ValueError, match="the screen shows mode 1"):
        pack(picture)


def test_equal_frames_need_no_window() -> None:
    assert changes(bytes(1024), bytes(1024), 10, tall=True) == []


frames = st.binary(min_size=1024, max_size=1024)
changed = st.dictionaries(st.integers(0, 1023), st.integers(0, 255), max_size=40) | st.dictionaries(
    st.integers(0, 1023), st.integers(0, 255), min_size=200
)


@settings(max_examples=60)
@given(frames, changed, st.booleans(), st.integers(1, 20))
def test_windows_turn_one_frame_into_the_other(old: bytes, changed: dict[int, int], tall: bool, cost: int) -> None:
    """And cost no more than each changed stretch on its own, nor than the whole."""
    new = bytearray(old)
    for index, byte in changed.items():
        new[index] = byte
    shown, spent = bytearray(old), 0
    for window in changes(old, bytes(new), cost, tall=tall):
        piece, width = window.cut(bytes(new)), window.right - window.left + 1
        spent += cost + len(piece)
        for row, page in enumerate(range(window.top, window.bottom + 1)):
            start = page * 128 + window.left
            shown[start : start + width] = piece[row * width : (row + 1) * width]
        assert tall or window.top == window.bottom
    assert shown == new
    different = sum(a != b for a, b in zip(old, new, strict=True))
    assert spent <= different * (cost + 1)
    assert spent <= sum(cost + window.size for window in whole(tall=tall))


def test_close_changes_share_a_window_and_distant_ones_do_not() -> None:
    for tall in (True, False):
        new = bytearray(1024)
        new[10] = new[21] = 1
        assert changes(bytes(1024), bytes(new), 10, tall=tall) == [(0, 0, 10, 21)]
        new[33] = 1
        assert changes(bytes(1024), bytes(new), 10, tall=tall) == [(0, 0, 10, 21), (0, 0, 33, 33)]


def test_a_block_over_several_pages_is_one_window_where_the_chip_can() -> None:
    new = bytearray(1024)
    for page in (2, 3, 4):
        new[page * 128 + 40 : page * 128 + 60] = b"\xff" * 20
    assert changes(bytes(1024), bytes(new), 10, tall=True) == [(2, 4, 40, 59)]
    assert changes(bytes(1024), bytes(new), 7, tall=False) == [(page, page, 40, 59) for page in (2, 3, 4)]


def test_whole_picture_is_one_window_or_one_per_page() -> None:
    assert whole(tall=True) == [(0, 7, 0, 127)]
    assert len(whole(tall=False)) == 8
