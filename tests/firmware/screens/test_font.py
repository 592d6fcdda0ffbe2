"""The fonts: every letter there and unlike the others, and text that keeps to its room."""

import string
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import firmware.fonts
from firmware.fonts import ELLIPSIS, Font
from firmware.fonts.drawing import DrawingError, FontDrawing

ACCENTED = "ÀÁÂÄÇÈÉÊËÎÏÌÍÑÔÒÓÖŒÆÙÛÜÚŸ"
SIGNS = "ß¿¡«»’‘‚“”„–—…·×°€→←↑↓✓✗▸▾▴◂●○■□★½"
NEEDED = string.printable[:95] + ACCENTED + ACCENTED.lower() + SIGNS
BLANKS = {" ", "\u00a0", "\u202f"}
"""Characters with nothing to draw, which differ only in width."""
SAME_DASH = {"–", "−"}
"""In the large font a dash is a dash."""

TEXT_FONTS = ["small", "tiny"]
FONTS = [*TEXT_FONTS, "large"]
texts = st.text(st.sampled_from(NEEDED + "   \n\u00a0字\u0301")) | st.text()
widths = st.integers(0, 140)
fonts = st.sampled_from(FONTS).map(Font.load)


def drawing(name: str) -> FontDrawing:
    return FontDrawing.read(Path(firmware.fonts.__file__).with_name(f"{name}.txt").read_text(encoding="utf-8"))


def picture(font: Font, text: str) -> Image.Image:
    image = Image.new("1", (max(1, font.width(text)), font.height))
    font.draw(image, (0, 0), text)
    return image


@pytest.mark.parametrize("name", TEXT_FONTS)
def test_has_every_needed_character(name: str) -> None:
    assert set(NEEDED) <= Font.load(name).characters


def test_large_has_what_dials_and_codes_need() -> None:
    assert set(string.ascii_uppercase + string.digits + "+-/:. " + ELLIPSIS) <= Font.load("large").characters


@pytest.mark.parametrize("name", FONTS)
def test_every_glyph_fills_its_cell(name: str) -> None:
    font = drawing(name)
    for glyph in (*font.drawn, *font.made):
        rows = font.rows(glyph)
        assert len(rows) == font.height, glyph
        assert {len(row) for row in rows} == {len(rows[0])}, glyph
        assert ("#" in "".join(rows)) == (glyph not in BLANKS), glyph


@pytest.mark.parametrize("name", FONTS)
def test_no_two_characters_look_alike(name: str) -> None:
    font = drawing(name)
    seen: dict[tuple[str, ...], str] = {}
    for character in [*sorted(font.characters - BLANKS), "box"]:
        rows = font.rows(character)
        twin = seen.setdefault(rows, character)
        assert twin == character or {twin, character} <= SAME_DASH, f"{twin} {character}"


@pytest.mark.parametrize("name", FONTS)
def test_every_part_of_a_glyph_is_used(name: str) -> None:
    font = drawing(name)
    parts = {part for part in font.drawn if len(part) > 1} - {"box"}
    assert parts <= {part for made in font.made.values() for part in made}


@pytest.mark.parametrize("name", FONTS)
def test_digits_are_equally_wide(name: str) -> None:
    assert len({Font.load(name).width(digit) for digit in string.digits}) == 1


@pytest.mark.parametrize("name", TEXT_FONTS)
def test_letters_keep_to_the_measures_of_the_file(name: str) -> None:
    font, drawn = Font.load(name), drawing(name)
    for letter in "AEHTZ059":
        assert lit_rows(drawn, letter) == range(font.ascent - font.capitals, font.ascent), letter
    for letter in "acemnosuvwxz":
        assert lit_rows(drawn, letter) == range(font.ascent - drawn.measures["x-height"], font.ascent), letter
    for letter in "gjpqy":
        assert lit_rows(drawn, letter).stop == font.height, letter


def lit_rows(font: FontDrawing, glyph: str) -> range:
    lit = [index for index, row in enumerate(font.rows(glyph)) if "#" in row]
    return range(lit[0], lit[-1] + 1)


@pytest.mark.parametrize("name", TEXT_FONTS)
@pytest.mark.parametrize("letter", "éèêàâùôìç")
def test_an_accent_leaves_its_letter_whole(name: str, letter: str) -> None:
    font = drawing(name)
    base = "".join("".join(row) for row in font.rows(unicodedata.normalize("NFD", letter)[0]))
    assert "".join(font.rows(letter)).count("#") > base.count("#")


@pytest.mark.parametrize("name", FONTS)
def test_an_unknown_character_is_a_visible_box(name: str) -> None:
    font = Font.load(name)
    assert picture(font, "字").getbbox() is not None
    assert picture(font, "字").tobytes() == picture(font, "\x00").tobytes()


@pytest.mark.parametrize("name", FONTS)
def test_is_read_once(name: str) -> None:
    assert Font.load(name) is Font.load(name)


def test_separate_accent_joins_its_letter() -> None:
    small = Font.load("small")
    apart = unicodedata.normalize("NFD", "Niccolò è già là")
    assert picture(small, apart).tobytes() == picture(small, "Niccolò è già là").tobytes()
    assert small.fit(apart, 128) == "Niccolò è già là"


@given(fonts, texts)
def test_draws_exactly_as_wide_as_it_says(font: Font, text: str) -> None:
    image = Image.new("1", (font.width(text) + 20, font.height + 20))
    assert font.draw(image, (10, 10), text) == 10 + font.width(text)
    left, top, right, bottom = image.getbbox() or (10, 10, 10, 10)
    assert left >= 10
    assert top >= 10
    assert right <= 10 + font.width(text)
    assert bottom <= 10 + font.height


@given(fonts, texts, st.integers(-150, 150), st.integers(-80, 80))
def test_drawing_past_the_edge_is_clipped(font: Font, text: str, x: int, y: int) -> None:
    plain, large = Image.new("1", (128, 64)), Image.new("1", (128 + 300, 64 + 160))
    font.draw(plain, (x, y), text)
    font.draw(large, (x + 150, y + 80), text)
    assert plain.tobytes() == large.crop((150, 80, 150 + 128, 80 + 64)).tobytes()


@given(fonts, st.text(string.printable[:95], min_size=1), st.text(string.printable[:95], min_size=1))
def test_widths_add_up(font: Font, one: str, other: str) -> None:
    assert font.width(one + other) == font.width(one) + font.gap + font.width(other)


def test_dark_text_on_a_lit_bar_is_the_negative_of_lit_text() -> None:
    small = Font.load("small")
    lit, dark = Image.new("1", (80, 10), 0), Image.new("1", (80, 10), 1)
    small.draw(lit, (2, 0), "SAN POLO")
    small.draw(dark, (2, 0), "SAN POLO", fill=0)
    assert [a ^ b for a, b in zip(lit.tobytes(), dark.tobytes(), strict=True)] == [255] * 100


@given(fonts, texts, widths)
def test_fit_keeps_to_its_width(font: Font, text: str, width: int) -> None:
    fitted = font.fit(text, width)
    assert font.width(fitted) <= width
    whole = unicodedata.normalize("NFC", text)
    if font.width(text) <= width:
        assert fitted == whole
    elif fitted:
        assert fitted.endswith(ELLIPSIS)
        assert whole.startswith(fitted.removesuffix(ELLIPSIS))


@given(fonts, texts, widths)
def test_wrap_loses_no_word_and_keeps_to_its_width(font: Font, text: str, width: int) -> None:
    lines = font.wrap(text, width)
    assert "".join("".join(lines).split()) == "".join(unicodedata.normalize("NFC", text).split())
    assert all(font.width(line) <= width or len(line) == 1 for line in lines)


@given(fonts, st.lists(st.text(string.ascii_letters, min_size=1, max_size=6), min_size=1))
def test_wrap_cuts_no_word_that_fits(font: Font, words: list[str]) -> None:
    assert " ".join(font.wrap(" ".join(words), 128)).split() == words


def test_wrap_keeps_a_mark_with_its_word() -> None:
    small = Font.load("small")
    lines = small.wrap("À toi de jouer : place jusqu’à 2 maisons", small.width("À toi de jouer "))
    assert lines == ["À toi de", "jouer\u00a0: place", "jusqu’à 2", "maisons"]


def test_wrap_keeps_a_number_with_its_name() -> None:
    """This does not hold where it would take one more line."""
    small = Font.load("small")
    width = small.width("Anna 3, Dario 1")
    assert small.wrap("Anna 3, Dario 1.", width) == ["Anna\u00a03,", "Dario\u00a01."]
    assert small.wrap("Anna 3, Dario 1, Anna 3,", width) == ["Anna 3, Dario", "1, Anna 3,"]


def test_wrap_keeps_paragraphs() -> None:
    assert Font.load("tiny").wrap("one\n\ntwo", 100) == ["one", "", "two"]
    assert Font.load("tiny").wrap(" \n", 100) == []


@pytest.mark.parametrize(
    ("strip", "complaint"),
    [
        ("glyphs A B\n### ###\n###", "line 5: 1 glyphs in this row, 2 named"),
        ("glyphs A\n###\n##", "line 3: rows of 'A' differ"),
        ("glyphs A\n#x#", "line 3: rows of 'A' differ"),
        ("glyphs A\n#\n#\n#\n#", "line 3: 4 rows, the cell has 3"),
        ("glyphs A", "line 3: 0 rows"),
        ("what is this", "line 3: 'what is this' is neither"),
    ],
)
def test_mistake_in_a_font_file_names_its_line(strip: str, complaint: str) -> None:
    with pytest.raises(DrawingError, match=complaint):
        FontDrawing.read("ascent 2\ndescent 1\n" + strip)
