"""The last line of a screen never leaves out what has to be said there."""

from __future__ import annotations

from PIL import Image

from firmware.screens.canvas import HEIGHT, WIDTH, Canvas

LONG = "This is more than the last line of a screen has room for"


def last_line(canvas: Canvas, right: int = WIDTH) -> Image.Image:
    return canvas.image.crop((0, HEIGHT - canvas.tiny.height, right, HEIGHT))


def drawn(*texts: str) -> bytes:
    canvas = Canvas()
    canvas.footer(*texts)
    return canvas.image.tobytes()


def test_a_text_that_is_too_wide_is_shortened_and_the_tests_of_texts_notice(cut: list[str]) -> None:
    canvas = Canvas()
    canvas.footer(LONG)
    assert last_line(canvas).getbbox() is not None
    assert cut == [f"{LONG!r} in {WIDTH - 3} dots"]


def test_the_first_text_that_has_room_is_drawn(cut: list[str]) -> None:
    assert drawn(LONG, "1–20") == drawn("1–20") != drawn("")
    assert drawn("1–20", LONG) == drawn("", "1–20") == drawn("1–20")
    assert cut == []


def test_news_that_may_be_left_out_is_left_out_whole(cut: list[str]) -> None:
    canvas = Canvas()
    canvas.footer(LONG, "", right="OK")
    assert last_line(canvas).getbbox() is not None
    assert last_line(canvas, right=WIDTH // 2).getbbox() is None
    assert cut == []
