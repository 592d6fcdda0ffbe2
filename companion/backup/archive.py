"""The file of a backup: a ZIP archive under a name of its own, with a list of what it holds.

The games are in it as they are kept, so the draws of unfinished ones can be foretold by whoever reads the file. It is
called `.ballottino` and not `.zip`, because some browsers unpack what they have downloaded.
"""

from __future__ import annotations

import json
import os
import re
import struct
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any

from companion.backup.settings import VERSIONS, portable_text
from companion.input.bounds import BOARD, Bounds, check_json
from companion.ledger import Ledger
from companion.refusal import Damaged, OfOtherVersion, Refusal, TooMuch

VERSION = 1
SUFFIX = ".ballottino"
CONTENTS = "backup.json"
KIND = "ballottino backup"
GAMES, BOARDS = "games", "layouts"

MEGABYTE = 1024 * 1024
LARGEST_FILE = 512 * MEGABYTE
LARGEST_GAME = 16 * MEGABYTE
"""A long game has a quarter of one."""
MOST_PARTS = 20_000
LARGEST_LIST = 4 * MEGABYTE
"""Bytes of the list of parts at the archive's end."""
LISTED = Bounds(size=LARGEST_LIST, deep=4, entries=4 * MOST_PARTS)
SETTING = Bounds(size=256 * 1024, deep=20, entries=20_000)

PART = re.compile(r"games/([a-z0-9][a-z0-9-]{0,99})\.sqlite|layouts/([a-z0-9][a-z0-9-]{0,99})\.toml")
END = struct.Struct("<4s4H2LH")
"""The last record of a ZIP archive: how many parts it lists, and how long that list is."""
END_MARK, LARGE_MARK = b"PK\x05\x06", b"PK\x06\x07"
LARGE = 20
"""Bytes of the record before the last in an archive of the large kind, which we never write."""


def file_name() -> str:
    """Return a name for a backup that is made today."""
    return f"ballottino-{time.strftime('%Y-%m-%d')}{SUFFIX}"


@dataclass
class Written:
    """The contents of a backup, counted."""

    games: int = 0
    unfinished: int = 0
    """The number of them whose draws can be foretold from the backup."""
    boards: int = 0
    left_out: list[str] = field(default_factory=list)
    """Games that could not be read."""


def write(ledger: Ledger, target: IO[bytes], on_game: Callable[[int, int], None] = lambda done, of: None) -> Written:
    """Write a backup of a data folder. Games may be played meanwhile: each is copied as it is at one moment."""
    written, changed = Written(), {}
    kept = ledger.games()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, game in enumerate(kept, start=1):
            try:
                archive.writestr(_part(f"{GAMES}/{game.id}.sqlite"), ledger.copy_of(game.id))
            except Refusal:
                written.left_out.append(game.id)
            else:
                changed[game.id] = game.changed
                written.games += 1
                written.unfinished += game.resumable or game.held
            on_game(number, len(kept))
        for path in sorted((ledger.folder / BOARDS).glob("*.toml")):
            if PART.fullmatch(f"{BOARDS}/{path.name}"):
                archive.writestr(_part(f"{BOARDS}/{path.name}"), path.read_bytes())
                written.boards += 1
        for name in VERSIONS:
            if (text := portable_text(ledger.folder / name)) is not None:
                archive.writestr(_part(name), text)
        listed = {"kind": KIND, "version": VERSION, "games": changed}
        archive.writestr(_part(CONTENTS), json.dumps(listed))
    written.left_out += ledger.newer
    return written


def _part(name: str) -> zipfile.ZipInfo:
    """Return a part that says nothing about when or where it was written."""
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


class Backup:
    """A backup that is being read. Nothing in it is trusted: names, sizes and texts are checked before they are used.

    >>> with open_backup(file) as backup:                     # doctest: +SKIP
    ...     backup.games
    """

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._parts = self._checked_parts()
        contents = self._contents()
        self.games: Mapping[str, int] = {
            found[1]: contents.get(found[1], 0)
            for name in self._parts
            if (found := PART.fullmatch(name)) is not None and found[1]
        }
        """The games by id, each with the time of its last change in ns."""
        self.boards = [found[2] for name in self._parts if (found := PART.fullmatch(name)) is not None and found[2]]
        self.settings = [name for name in VERSIONS if name in self._parts]

    def _checked_parts(self) -> dict[str, zipfile.ZipInfo]:
        parts: dict[str, zipfile.ZipInfo] = {}
        for info in self._archive.infolist():
            if info.filename in parts or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise Damaged("not-a-backup")
            parts[info.filename] = info
        return parts

    def _contents(self) -> dict[str, int]:
        """Return when each game was last changed; refuse what is no backup, or one of a newer version."""
        listed = _json(self.read(CONTENTS, LARGEST_LIST), LISTED)
        if not isinstance(listed, dict) or listed.get("kind") != KIND or type(listed.get("version")) is not int:
            raise Damaged("not-a-backup")
        if listed["version"] > VERSION:
            raise OfOtherVersion("newer-backup", value=listed["version"], known=VERSION)
        changed = listed.get("games")
        if not isinstance(changed, dict):
            raise Damaged("not-a-backup")
        return {game_id: when for game_id, when in changed.items() if type(when) is int and 0 <= when < 1 << 63}

    def game(self, game_id: str) -> bytes:
        """Return the file of a game."""
        return self.read(f"{GAMES}/{game_id}.sqlite", LARGEST_GAME)

    def board(self, name: str) -> bytes:
        """Return the file of a board."""
        return self.read(f"{BOARDS}/{name}.toml", BOARD.size)

    def setting(self, name: str) -> str:
        """Return the text of a file of settings, which is a JSON object."""
        data = self.read(name, SETTING.size)
        if not isinstance(_json(data, SETTING), dict):
            raise Damaged("not-a-backup")
        return data.decode()

    def read(self, name: str, most: int) -> bytes:
        """Return a part; refuse one that is missing, damaged or longer than `most` bytes."""
        if name not in self._parts:
            raise Damaged("not-a-backup")
        if self._parts[name].file_size > most:
            raise TooMuch("too-large", most=most // 1024)
        try:
            with self._archive.open(self._parts[name]) as part:
                data = part.read(most + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
            raise Damaged("not-a-backup") from error
        if len(data) != self._parts[name].file_size:
            raise Damaged("not-a-backup")
        return data


def _json(data: bytes, bounds: Bounds) -> Any:
    try:
        text = data.decode()
        check_json(text, bounds)
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Damaged("not-a-backup") from error


@contextmanager
def open_backup(file: IO[bytes]) -> Iterator[Backup]:
    """Open a backup to read it; refuse any other file, and one that is too large, before it is unpacked."""
    _check_end(file)
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, ValueError, struct.error) as error:
        raise Damaged("not-a-backup") from error
    with archive:
        yield Backup(archive)


def _check_end(file: IO[bytes]) -> None:
    """Refuse an archive whose list of parts is long: all of it is read at once."""
    size = file.seek(0, os.SEEK_END)
    if size > LARGEST_FILE:
        raise TooMuch("too-large", most=LARGEST_FILE // 1024)
    if size < END.size:
        raise Damaged("not-a-backup")
    file.seek(max(0, size - END.size - LARGE))
    tail = file.read(END.size + LARGE)
    mark, *_, parts, length, _, comment = END.unpack(tail[-END.size :])
    if mark != END_MARK or comment or tail.startswith(LARGE_MARK):
        raise Damaged("not-a-backup")
    if parts > MOST_PARTS or length > LARGEST_LIST:
        raise TooMuch("too-many-entries", most=MOST_PARTS)
