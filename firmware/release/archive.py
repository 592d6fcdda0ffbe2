"""The file of a release: a list of files with their digests, the signature of that list, then the files.

    ballottino release 1\\n     what it is, and the version of this format
    two numbers of 4 bytes     how long list and signature are, the most significant byte first
    the list                   JSON: the version of the program; each file's name, size and SHA-256
    the signature              of all bytes of the list
    the files                  one after another, in the order of the list, as one zlib stream

The signature stands before the files, so nothing behind it is looked at unless somebody we trust has written it.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from companion.refusal import Damaged, Malformed, OfOtherVersion
from firmware.release.signature import sign, verify

SUFFIX = ".update"
HEAD = b"ballottino release %d\n"
FORMAT = 1
LENGTHS = struct.Struct(">LL")
MEGABYTE = 1024 * 1024
LARGEST = 256 * MEGABYTE
"""Bytes of a whole file. The program has one, the libraries for several versions of Python some forty."""
LARGEST_LIST = 2 * MEGABYTE
LARGEST_SIGNATURE = 64 * 1024
BLOCK = 64 * 1024
SOURCE, WHEELS = "source", "wheels"
"""The folders in a release: the program as in a checkout, and the libraries it needs, for boxes without internet."""
VERSION = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6}){1,3}")


class ReleasePart(NamedTuple):
    """A file in a release."""

    name: str
    size: int
    sha256: str


class Release(NamedTuple):
    """A release whose list was signed by a key we know."""

    version: str
    parts: tuple[ReleasePart, ...]


def number_of(version: str) -> tuple[int, ...]:
    """Return the numbers that a version begins with, so that two can be compared; none if it begins with no number.

    >>> number_of("0.10.0") > number_of("0.9.1"), number_of("0.2") == number_of("0.2.0rc1"), number_of("unknown")
    (True, True, ())
    """
    found = re.match(r"[0-9]+(\.[0-9]+)*", version)
    numbers = list(map(int, found[0].split("."))) if found else []
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def refuse_older(release: Release, current: str) -> None:
    """Refuse a release from before the version that runs: what was mended since must not come back by a signed file.

    If it can't be told which version runs, every release may be older.

    >>> refuse_older(Release("0.10.0", ()), "0.9.1")
    """
    if not number_of(current):
        raise OfOtherVersion("update-unknown-version", value=release.version)
    if number_of(release.version) < number_of(current):
        raise OfOtherVersion("update-older", value=release.version, current=current)


def write(target: IO[bytes], version: str, files: Mapping[str, Path], key: Path) -> None:
    """Write a release of these files, by their names in it, signed with a private key."""
    parts = []
    for name, path in sorted(files.items()):
        data = path.read_bytes()
        parts.append({"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()})
    listed = json.dumps({"version": version, "files": parts}).encode()
    signature = sign(listed, key)
    target.write(HEAD % FORMAT + LENGTHS.pack(len(listed), len(signature)) + listed + signature)
    stream = zlib.compressobj(9)
    for _, path in sorted(files.items()):
        target.write(stream.compress(path.read_bytes()))
    target.write(stream.flush())


def read_list(file: IO[bytes], keys: list[str]) -> Release:
    """Return what a release holds, once its signature is found good; the file is then at the first byte behind it."""
    head = file.readline(len(HEAD) + 20)
    if head != HEAD % FORMAT:
        if re.fullmatch(rb"ballottino release [0-9]{1,9}\n", head):
            raise OfOtherVersion("update-newer-format")
        raise Damaged("update-torn")
    lengths = file.read(LENGTHS.size)
    if len(lengths) < LENGTHS.size:
        raise Damaged("update-torn")
    list_length, signature_length = LENGTHS.unpack(lengths)
    if list_length > LARGEST_LIST or signature_length > LARGEST_SIGNATURE:
        raise Damaged("update-torn")
    listed, signature = file.read(list_length), file.read(signature_length)
    if len(listed) < list_length or len(signature) < signature_length:
        raise Damaged("update-torn")
    verify(listed, signature, keys)
    return _understand(listed)


def _understand(listed: bytes) -> Release:
    """Return a list that was signed; even so, no name in it may lead out of its folder."""
    try:
        said = json.loads(listed)
        parts = tuple(ReleasePart(str(one["name"]), int(one["size"]), str(one["sha256"])) for one in said["files"])
        release = Release(str(said["version"]), parts)
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise Damaged("update-torn") from fault
    if not VERSION.fullmatch(release.version) or not all(_is_sound(part) for part in parts):
        raise Damaged("update-torn")
    return release


def _is_sound(part: ReleasePart) -> bool:
    folders = PurePosixPath(part.name).parts
    is_inside = len(folders) > 1 and folders[0] in (SOURCE, WHEELS) and ".." not in folders and "\0" not in part.name
    return is_inside and 0 <= part.size <= LARGEST and str(PurePosixPath(part.name)) == part.name


def unpack(file: IO[bytes], release: Release, folder: Path) -> None:
    """Write every file of a release below a new folder, each only if its digest is right; nothing may follow them."""
    stream = _Unpacked(file)
    for part in release.parts:
        place = folder / part.name
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as target:
            for block in _checked(stream, part):
                target.write(block)
    stream.end()


def check(file: IO[bytes], release: Release) -> None:
    """Refuse a release of which a file is not what the list says, or missing. Nothing is written."""
    stream = _Unpacked(file)
    for part in release.parts:
        for _ in _checked(stream, part):
            pass
    stream.end()


def _checked(stream: _Unpacked, part: ReleasePart) -> Iterator[bytes]:
    """Yield a file in blocks, and refuse it at its end if its digest is another."""
    digest, left = hashlib.sha256(), part.size
    while left:
        block = stream.read(min(left, BLOCK))
        digest.update(block)
        left -= len(block)
        yield block
    if digest.hexdigest() != part.sha256:
        raise Damaged("update-torn")


class _Unpacked:
    """The stream of all files, unpacked block by block: never more in memory than one of them."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._stream = zlib.decompressobj()

    def read(self, most: int) -> bytes:
        """Return at least one byte, and at most `most`; refuse a stream that ends before."""
        while True:
            packed = self._stream.unconsumed_tail or self._file.read(BLOCK)
            try:
                block = self._stream.decompress(packed, most)
            except zlib.error as fault:
                raise Damaged("update-torn") from fault
            if block:
                return block
            if not packed or self._stream.eof:
                raise Damaged("update-torn")

    def end(self) -> None:
        """Refuse a stream that goes on, or lacks its end."""
        try:
            while not self._stream.eof and (packed := self._stream.unconsumed_tail or self._file.read(BLOCK)):
                if self._stream.decompress(packed, 1):
                    raise Damaged("update-torn")
        except zlib.error as fault:
            raise Damaged("update-torn") from fault
        if not self._stream.eof or self._stream.unused_data or self._file.read(1):
            raise Damaged("update-torn")


def open_release(path: Path) -> IO[bytes]:
    """Open a file that may be a release, but not one that is larger than any."""
    file = path.open("rb")
    if file.seek(0, 2) > LARGEST:
        file.close()
        raise Malformed("update-too-large", most=LARGEST // MEGABYTE)
    file.seek(0)
    return file
