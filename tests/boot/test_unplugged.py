"""What is written to a card that is only read is found, wherever it is; what lasts may differ. No boot is needed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.install.readonly import KEPT
from tests.boot.building.card import MIB, layout, unpack
from tests.boot.building.kept import Failed
from tests.boot.twin import GAMES
from tests.boot.unplugged import MARKS, compare, files

PATH = f"{os.environ['PATH']}:/usr/sbin:/sbin"
SIZE = 256 * MIB
TREE = {"etc/issue": "Debian", "usr/lib/a": "a library", "var/log/wtmp": "", f"{GAMES[1:]}/games/one": "a game"}


def write(tree: Path, name: str, text: str) -> None:
    file = tree / name.lstrip("/")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


@pytest.fixture
def before(tmp_path: Path) -> Path:
    tree = tmp_path / "before"
    for name, text in TREE.items():
        write(tree, name, text)
    (tree / "bin").symlink_to("usr/bin")
    return tree


@pytest.fixture
def after(before: Path) -> Path:
    """Return the same card once the marks were left that a box leaves which is protected."""
    tree = before.with_name("after")
    shutil.copytree(before, tree, symlinks=True)
    for mark in MARKS:
        if mark.startswith(KEPT):
            write(tree, mark, "a mark")
    return tree


@pytest.mark.skipif(shutil.which("debugfs", path=PATH) is None, reason="no debugfs: apt install e2fsprogs")
def test_all_files_come_off_a_card(before: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", PATH)
    image, (_, root) = tmp_path / "card.img", layout(SIZE)
    with image.open("wb") as card:
        card.truncate(SIZE)
    options = f"offset={root.offset},lazy_itable_init=0"
    make = ["mke2fs", "-q", "-F", "-t", "ext4", "-d", str(before), "-E", options, str(image), f"{root.size // 2}k"]
    subprocess.run(make, check=True)
    unpack(image, tmp_path / "found")
    found = {name: file for name, file in files(tmp_path / "found") if name != "/lost+found"}
    assert found.keys() == dict(files(before)).keys()
    assert found["/bin"].readlink() == Path("usr/bin")
    assert {name: found[f"/{name}"].read_text() for name in TREE} == TREE


def test_games_program_and_wifi_may_differ(before: Path, after: Path) -> None:
    for place in KEPT:
        write(after, f"{place}/more", "something new")
    (after / GAMES[1:] / "games/one").write_text("an answer more")
    assert compare(before, after) == len(dict(files(before))) - 1, "the game is not counted"


@pytest.mark.parametrize("name", ["/etc/issue", "/usr/lib/b", "/var/log/wtmp", "/home/anna/notes"])
def test_whatever_else_is_written_is_found(before: Path, after: Path, name: str) -> None:
    write(after, name, "written past the layers")
    with pytest.raises(Failed, match=name):
        compare(before, after)


def test_what_is_gone_or_leads_elsewhere_is_found(before: Path, after: Path) -> None:
    (after / "bin").unlink()
    (after / "bin").symlink_to("elsewhere")
    (after / "etc/issue").unlink()
    with pytest.raises(Failed, match="'/bin', '/etc/issue'"):
        compare(before, after)


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_that_lasts_or_is_gone_against_expectation_is_found(before: Path, after: Path, mark: str) -> None:
    if mark.startswith(KEPT):
        (after / mark[1:]).unlink()
    else:
        write(after, mark, "a mark")
    with pytest.raises(Failed, match=f"{mark} is"):
        compare(before, after)
