"""A program's work on a folder, write by write, as the kernel saw it.

The program runs under strace. So it is the real ledger with the real SQLite that is recorded, and neither of them
knows. Its standard output is a series of notes, in their order among the writes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CALLS = "openat,open,close,dup,dup2,dup3,fcntl,lseek,write,pwrite64,writev,pwritev,ftruncate,truncate,fallocate,"
CALLS += "fsync,fdatasync,sync_file_range,rename,renameat,renameat2,link,linkat,symlink,symlinkat,"
CALLS += "unlink,unlinkat,mkdir,mkdirat,rmdir,exit_group"
LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')


@dataclass(frozen=True)
class Write:
    file: int
    offset: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    file: int
    size: int


@dataclass(frozen=True)
class Sync:
    """A sync: all of a file is safe; if `file` is the number of a folder, the names in it."""

    file: int


@dataclass(frozen=True)
class Name:
    """In one folder, these names now stand for these files; `None`: for nothing."""

    folder: int
    names: dict[str, int | None]


@dataclass(frozen=True)
class Folder:
    """A new folder, which gets its name by a `Name`."""

    file: int


@dataclass(frozen=True)
class Note:
    text: str


Operation = Write | Truncate | Sync | Name | Folder | Note

ROOT = 0
"""The number of the recorded folder. It exists from the start."""


def can_trace() -> bool:
    """Return whether there is a strace, and it is allowed to trace."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True).returncode == 0


class Recorder:
    """Records programs, one after another, that work on one folder, empty at first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.operations: list[Operation] = []
        self._files: dict[str, int] = {str(self.folder): ROOT}
        self._made = ROOT
        self._handles: dict[int, tuple[int, int]] = {}

    def run(self, *arguments: str) -> None:
        """Run a Python module with arguments, and add what it did."""
        log = self.folder.with_name(f"{self.folder.name}.trace")
        command = ["strace", "-f", "--seccomp-bpf", "-xx", "-s", "4000000", "-e", f"trace={CALLS}", "-o", str(log)]
        result = subprocess.run(
            [*command, sys.executable, "-m", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert result.returncode == 0, result.stderr
        self._handles = {}
        with log.open() as lines:
            for line in lines:
                if found := LINE.match(line):
                    self._take(found[1], found[2], int(found[3]))
        log.unlink()

    def _take(self, call: str, arguments: str, result: int) -> None:
        """Record one call of the kernel. A failed one did nothing; an unknown one must not go unnoticed."""
        if result < 0:
            return
        texts = [bytes.fromhex(text.replace("\\x", "")) for text, _ in TEXT.findall(arguments)]
        assert not any(cut for _, cut in TEXT.findall(arguments)), "strace has left bytes out"
        if call in ("openat", "open"):
            self._open(os.fsdecode(texts[0]), arguments, result)
        elif call in ("write", "pwrite64", "close", "ftruncate", "fsync", "fdatasync", "lseek"):
            self._on_handle(call, [part.strip() for part in arguments.split(",")], texts, result)
        elif call in ("rename", "unlink", "mkdir", "renameat", "unlinkat", "mkdirat", "renameat2", "rmdir"):
            self._names(call, [os.fsdecode(text) for text in texts])
        elif call == "fcntl" and "F_DUPFD" not in arguments:
            pass
        else:
            self._refuse_ours(call, arguments, texts)

    def _refuse_ours(self, call: str, arguments: str, texts: list[bytes]) -> None:
        """Check that a call that this recorder can't follow does not touch the folder."""
        number = re.match(r"\d+", arguments)
        on_ours = number is not None and int(number[0]) in self._handles
        assert not on_ours, call
        assert not any(self._is_ours(os.fsdecode(text)) for text in texts), call

    def _is_ours(self, path: str) -> bool:
        return Path(path).is_relative_to(self.folder)

    def _new(self) -> int:
        self._made += 1
        return self._made

    def _open(self, path: str, arguments: str, handle: int) -> None:
        if not self._is_ours(path):
            return
        if path not in self._files:
            if "O_CREAT" not in arguments:
                raise AssertionError(f"{path} was there before anyone made it")
            self._files[path] = self._new()
            self._name(path, self._files[path])
        elif "O_TRUNC" in arguments:
            self.operations.append(Truncate(self._files[path], 0))
        assert "O_APPEND" not in arguments
        self._handles[handle] = (self._files[path], 0)

    def _name(self, path: str, file: int | None) -> None:
        where = Path(path)
        self.operations.append(Name(self._files[str(where.parent)], {where.name: file}))

    def _on_handle(self, call: str, parts: list[str], texts: list[bytes], result: int) -> None:
        handle = int(parts[0])
        if handle not in self._handles:
            if (call, handle) == ("write", 1):
                self.operations.extend(Note(line) for line in texts[0].decode().splitlines())
            return
        file, at = self._handles[handle]
        if call == "close":
            del self._handles[handle]
        elif call == "lseek":
            self._handles[handle] = (file, result)
        elif call == "ftruncate":
            self.operations.append(Truncate(file, int(parts[1])))
        elif call in ("fsync", "fdatasync"):
            self.operations.append(Sync(file))
        elif call == "pwrite64":
            self.operations.append(Write(file, int(parts[-1]), texts[0][:result]))
        else:
            self.operations.append(Write(file, at, texts[0][:result]))
            self._handles[handle] = (file, at + result)

    def _names(self, call: str, paths: list[str]) -> None:
        if not any(self._is_ours(path) for path in paths):
            return
        if call.startswith("mkdir"):
            self._files[paths[0]] = self._new()
            self.operations.append(Folder(self._files[paths[0]]))
            self._name(paths[0], self._files[paths[0]])
        elif call.startswith("rename"):
            old, new = map(Path, paths)
            assert old.parent == new.parent, "a name that moves between folders is not followed"
            self._files[paths[1]] = self._files.pop(paths[0])
            names = {old.name: None, new.name: self._files[paths[1]]}
            self.operations.append(Name(self._files[str(old.parent)], names))
        else:
            del self._files[paths[0]]
            self._name(paths[0], None)


def notes(operations: list[Operation]) -> Iterator[tuple[int, str]]:
    """Yield the position of each note in the recording."""
    return ((index, step.text) for index, step in enumerate(operations) if isinstance(step, Note))
