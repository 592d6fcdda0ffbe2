"""Count the texts of every room by language, and have them set on the small screen: `make texts`.

The table is a part of GALLERY.md. No figure is typed by hand: texts are counted in the catalogues, and what was set
on screens and cut off by the very tests that allow no text to be cut off (see `tests/counted.py`).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from companion.words import LANGUAGES, extract, language_name
from firmware.bench.figures import Cell, FigureTable
from tests.counted import PLACE, taken_together
from tests.reliability.parts import run

PAGE = Path(__file__).parents[2] / "GALLERY.md"
HEADING = "## Texts by language"
PROOF = (
    "tests/firmware/screens/test_fits.py",
    "tests/firmware/screens/test_fits_menus.py",
    "tests/firmware/screens/test_sheets_fit.py",
)
SET, CUT = "texts set on screens", "cut off"


def filled(home: Path, language: str) -> set[str]:
    """Return the messages of a room that have words in this language."""
    catalogue = extract.read(home / "words" / f"{language}.po", language)
    found = set()
    for message in catalogue:
        forms = message.string if isinstance(message.string, list | tuple) else [message.string]
        if message.id and all(form and form.strip() for form in forms):
            found.add(message.id[0] if isinstance(message.id, tuple) else str(message.id))
    return found


def by_room() -> FigureTable:
    """Return how many texts each room has in each language, and how many are missing anywhere."""
    rows: list[dict[str, Cell]] = []
    for home, messages in extract.wanted().items():
        words = {language: filled(home, language) for language in LANGUAGES}
        missing = sum(len(set(messages) - known) for known in words.values())
        counts: dict[str, Cell] = {language_name(language): len(known) for language, known in words.items()}
        rows.append({"room": str(home.relative_to(extract.ROOT)), **counts, "missing": missing})
    total: dict[str, Cell] = {head: sum(int(row[head] or 0) for row in rows) for head in rows[0] if head != "room"}
    meaning = "A text is a message of a catalogue: a rule, a question, a telling, a refusal, a word on a page."
    return FigureTable("How many there are", meaning, [*rows, {"room": "all", **total}])


def on_screens() -> FigureTable:
    """Have the tests set all texts on the small screen; return how many that were, and how many were cut off."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "counted"
        place.touch()
        run([sys.executable, "-m", "pytest", "-q", "--timeout", "0", *PROOF], **{PLACE: str(place)})
        figures = taken_together(place)
    rows: list[dict[str, Cell]] = [
        {"language": language_name(one), **{what: figures[f"{one}: {what}"] for what in (SET, CUT)}}
        for one in LANGUAGES
    ]
    proof = ", ".join(f"[`{Path(test).stem}`]({test})" for test in PROOF)
    meaning = (
        "Questions, tellings, menus, set-up, corrections and score sheets of random games with the longest names, at "
        f"tables with every option. Counted by the tests that fail if one is cut off: {proof}."
    )
    return FigureTable("How they fit the small screen", meaning, rows)


def section() -> str:
    """Return the part of the page that is about texts."""
    tables = "\n".join(table.markdown() for table in (by_room(), on_screens()))
    return f"{HEADING}\n\nMade by `make texts`.\n\n{tables}"


def main() -> None:
    before = PAGE.read_text("utf-8").partition(HEADING)[0].rstrip()
    PAGE.write_text(f"{before}\n\n{section()}", "utf-8")


if __name__ == "__main__":
    main()
