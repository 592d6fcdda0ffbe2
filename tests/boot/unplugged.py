"""A card that is only read: booted, played on, unplugged. Then what is on it is compared with what was on it before.

Whatever ends in the layers in memory is gone, and whatever is written past them is found here: byte by byte, as the
next start would find it.
"""

from __future__ import annotations

import filecmp
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.ledger import Ledger
from firmware.install.readonly import KEPT
from hardware.profile import load
from tests.boot import story
from tests.boot.building import card
from tests.boot.building.kept import Kept
from tests.boot.building.root import Order
from tests.boot.bus import I2c
from tests.boot.machine import Card, Machine, copy_card
from tests.boot.report import OnlyRead
from tests.boot.strip import Strip
from tests.boot.twin import GAMES, Twin, fetch
from tests.firmware.playing import match_of

ORDER = Order("adafruit-bonnet", read_only=True)
PORT, PICTURES = 18022, 18023
ANSWERS = 5
MARKS = ("/etc/forgotten", "/var/log/forgotten", "/root/forgotten", f"{GAMES}/kept", "/etc/NetworkManager/kept")
"""Files that are written on the running box."""


def evening(kept: Kept, words: Sequence[str], fresh: Card, strip: Strip) -> OnlyRead:
    """Boot it, play, pull the plug, and look what has come to be on the card."""
    runs = kept.folder / "run-read-only"
    shutil.rmtree(runs, ignore_errors=True)
    used = fresh._replace(image=copy_card(fresh.image, runs / "card.img"))
    minutes = kept.minutes
    with Machine(words, used, runs, I2c(load(ORDER.profile).screen), port=PORT, pictures=PICTURES) as pi:
        with minutes.step("a card that is only read: power on, until the page answers"):
            page = story.start_up(pi, strip)["page"]
        with minutes.step("its doctor, and marks on what is in memory and what is not"):
            check_protection(pi)
        with minutes.step("some answers, and the plug is pulled"):
            twin = Twin(fetch(pi, runs / "games-0"), pi, ORDER.profile)
            twin.meet()
            twin = story.begin_doge(twin, runs / "games-1")
            match = match_of(twin)
            story.play(twin, match, lambda: len(match.referee.entries) >= ANSWERS)
            strip.shoot(pi, "only read, unplugged")
            before = story.standing(match.referee)
            pi.pull_the_plug()
            twin.close()
    with minutes.step("what is on that card"):
        for image, name in ((fresh.image, "before"), (used.image, "after")):
            card.unpack(copy_card(image, runs / f"{name}.img"), runs / name)
        files = compare(runs / "before", runs / "after")
        check_games(runs / f"after{GAMES}", before)
    return OnlyRead(page, ANSWERS, files)


def check_protection(pi: Machine) -> None:
    """Check that the system can't be written, that its doctor says so, and leave marks."""
    said = pi.run("touch /usr/written 2>&1")
    story.expect("Read-only file system" in said, f"/usr can be written: {said}")
    doctor = f"runuser -u ballottino -- ballottino --data {GAMES} doctor --profile {ORDER.profile} --json"
    text = pi.run(f"cd / && {doctor} 2>/dev/null", patience=600)
    found = {one["what"]: one["state"] for one in json.loads(text[text.index("[") :])}
    for what in ("doctor.card-protected", "doctor.data-right"):
        story.expect(found.get(what) == "ok", f"the doctor does not say {what}: {found}")
    pi.run(f"for each in {' '.join(MARKS)}; do echo a mark >$each; done; sync")


def compare(before: Path, after: Path) -> int:
    """Check that only what is meant to last has changed; return how many files are as they were."""
    for mark in MARKS:
        is_kept = mark.startswith(KEPT)
        story.expect((after / mark[1:]).exists() == is_kept, f"{mark} {'is not' if is_kept else 'is'} on the card")
    were, are = (dict(files(tree)) for tree in (before, after))
    names = [name for name in were.keys() | are.keys() if not name.startswith(KEPT)]
    other = [name for name in names if name not in were or name not in are or not is_same(were[name], are[name])]
    story.expect(not other, f"written to the card, and should not have been: {sorted(other)[:20]}")
    return len(names)


def files(tree: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a tree by their names on the card."""
    for top, folders, names in os.walk(tree):
        for name in [*names, *(folder for folder in folders if Path(top, folder).is_symlink())]:
            file = Path(top, name)
            yield f"/{file.relative_to(tree)}", file


def is_same(one: Path, other: Path) -> bool:
    if one.is_symlink() or other.is_symlink():
        return one.is_symlink() and other.is_symlink() and one.readlink() == other.readlink()
    return filecmp.cmp(one, other, shallow=False)


def check_games(data: Path, before: object) -> None:
    """Check that the game on the card asks what was asked when the plug was pulled."""
    ledger = Ledger(data)
    games = ledger.left_open()
    story.expect(bool(games), "the game that was played is not on the card")
    now = story.standing(ledger.peek(games[0].id))
    story.expect(now == before, "it is not the question at which the plug was pulled")
