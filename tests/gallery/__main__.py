"""Make the gallery of all screens again: `make gallery`. Look at what changes."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from companion.words import LANGUAGES, language_name
from firmware.screens.canvas import HEIGHT, WIDTH, Canvas
from tests.gallery.screens import Screens, all_screens
from tests.gallery.texts import PAGE, section

HERE = Path(__file__).parent / "pictures"
LARGER, GAP, CAPTION = 3, 12, 26
"""How many dots each dot becomes, the dots between two screens, and those above a row for its caption."""
GROUND = 70

INTRODUCTION = """# Gallery

Every kind of screen of the box, three times as large, in {languages}, as it is first met in a game played at random.
Made by `make gallery`. What is ugly, crowded or hard to understand on this page is worth a report.
"""


def contact_sheet(columns: list[Screens]) -> Image.Image:
    """Draw the same screens in each language side by side, a row with a caption for each."""
    wide, high = WIDTH * LARGER + GAP, HEIGHT * LARGER + GAP + CAPTION
    captions = list(columns[0])
    sheet = Image.new("L", (wide * len(columns) + GAP, high * len(captions) + GAP), GROUND)
    for row, caption in enumerate(captions):
        top = row * high + GAP
        sheet.paste(_written(caption), (GAP, top))
        for column, screens in enumerate(columns):
            large = screens[caption].convert("L").resize((WIDTH * LARGER, HEIGHT * LARGER))
            sheet.paste(large, (column * wide + GAP, top + CAPTION))
    return sheet.quantize(4)


def _written(caption: str) -> Image.Image:
    """Return a caption in letters of the box, twice as large, lit on the ground of the sheet."""
    canvas = Canvas()
    width = canvas.text(0, 0, caption)
    text = canvas.image.crop((0, 0, width, 10)).convert("L").point(lambda dot: 255 if dot else GROUND)
    return text.resize((width * 2, 20))


def main() -> None:
    HERE.mkdir(exist_ok=True)
    pages = {language: all_screens(language) for language in LANGUAGES}
    text = INTRODUCTION.format(languages=", ".join(map(language_name, LANGUAGES)))
    for name in pages[LANGUAGES[0]]:
        contact_sheet([pages[language][name] for language in LANGUAGES]).save(HERE / f"{name}.png", optimize=True)
        text += f"\n## {name.capitalize()}\n\n![The screens of {name}](tests/gallery/pictures/{name}.png)\n"
    PAGE.write_text(f"{text}\n{section()}", "utf-8")


if __name__ == "__main__":
    main()
