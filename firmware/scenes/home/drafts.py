"""Score sheets that are being filled in, kept until they are counted: BACK, a restart or a power cut loses none."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from companion.backup.settings import DRAFTS, VERSIONS
from companion.choices import Sheet
from companion.jobs.score import Fields, ScoreSheet
from companion.layout import Layout
from companion.refusal import OfOtherVersion, Refusal
from companion.versioned import read_mapping, write_mapping

VERSION = VERSIONS[DRAFTS]


@dataclass
class Draft:
    """A sheet as far as it is filled in: whole answers by field, and the field that is being answered.

    `entered` is what stands in tables that are not answered yet, by field; `at` is the row and column of the bar.
    """

    players: int
    filled: dict[str, Any] = field(default_factory=dict)
    place: int = 0
    entered: dict[str, Any] = field(default_factory=dict)
    at: list[int] = field(default_factory=lambda: [0, 0])


class Drafts:
    """The drafts in a data folder, one for each kind of sheet, in a file that is written whole.

    A file of a newer version stays as it is, and drafts last until the box is switched off.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / DRAFTS
        self._kept: dict[str, Any] = {}
        with suppress(OfOtherVersion):
            self._kept = read_mapping(self._path, VERSION)

    def keep(self, kind: str, draft: Draft) -> None:
        """Keep a draft durably. On a full disk it lasts until the box is switched off."""
        self._write({**self._kept, kind: asdict(draft)})

    def drop(self, kind: str) -> None:
        self._write({other: kept for other, kept in self._kept.items() if other != kind})

    def _write(self, kept: dict[str, Any]) -> None:
        if kept != self._kept:
            self._kept = kept
            with suppress(OSError, OfOtherVersion):
                write_mapping(self._path, VERSION, kept)

    def find(self, kind: str, sheet: ScoreSheet, layout: Layout) -> Draft | None:
        """Return the draft of a sheet, as far as it still fits the sheet's questions."""
        kept = self._kept.get(kind)
        if not isinstance(kept, dict) or type(kept.get("players")) is not int or kept["players"] not in sheet.players:
            return None
        fields = sheet.fields(kept["players"], layout)
        filled = _fitting(fields, kept.get("filled"))
        place = kept.get("place")
        draft = Draft(kept["players"], filled, place if type(place) is int and 0 <= place < len(fields) else 0)
        tables = kept.get("entered")
        if isinstance(tables, Mapping):
            sheets = {key: choice for key, choice in fields.items() if isinstance(choice, Sheet) and key in tables}
            draft.entered = {key: _fitting_rows(choice, tables[key]) for key, choice in sheets.items()}
        at = kept.get("at")
        draft.at = at if isinstance(at, list) and list(map(type, at)) == [int, int] else [0, 0]
        return draft


def _fitting(fields: Fields, filled: Any) -> dict[str, Any]:
    """Return the answers that their questions still allow."""
    fitting: dict[str, Any] = {}
    for key, choice in fields.items():
        if isinstance(filled, Mapping) and key in filled:
            with suppress(Refusal):
                fitting[key] = choice.check(filled[key])
    return fitting


def _fitting_rows(sheet: Sheet, entered: Any) -> dict[str, Any]:
    """Return the rows of a table that are rows of this one; a cell that fits nothing is asked as if it were empty."""
    rows = entered if isinstance(entered, Mapping) else {}
    return {row: dict(rows[row]) for row in sheet.rows if isinstance(rows.get(row), Mapping)}
