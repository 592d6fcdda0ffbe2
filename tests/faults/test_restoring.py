"""The plug is pulled while a backup is restored: what is there is whole, and doing it again brings the rest."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.backup.restoring import restore
from companion.ledger import Ledger
from tests.counted import counted
from tests.faults.disk import Disk, outages
from tests.faults.trace import Recorder, can_trace, notes
from tests.nightly import NIGHTLY
from tests.tables import file_of

pytestmark = [
    pytest.mark.skipif(not can_trace(), reason="no strace, or it may not look (apt install strace)"),
    pytest.mark.xdist_group("power loss"),
]

BACKUP = Path(__file__).parents[1] / "versions" / "1" / "box.ballottino"
DATA = "share/ballottino"
FILES = ("layouts/doge.toml", "preferences.json")
EVERY = 1 if NIGHTLY else 5
"""The plug is pulled after each of so many steps."""

State = dict[str, object]


@pytest.fixture
def memory() -> Iterator[Path]:
    place = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=place if place.is_dir() else None) as folder:
        yield Path(folder)


def found_in(folder: Path) -> State:
    ledger = Ledger(folder)
    state: State = {name: (folder / name).read_bytes() for name in FILES if (folder / name).exists()}
    for kept in ledger.games():
        referee = ledger.peek(kept.id)
        state[kept.id] = [entry.line() for entry in referee.entries]
        file_of(referee).close()
    assert ledger.set_aside == [], "no half of a game is ever seen"
    return state


def test_the_power_may_fail_at_any_moment_of_a_restoring(memory: Path, tmp_path: Path) -> None:
    box = tmp_path / "box"
    box.mkdir()
    recorder = Recorder(box)
    recorder.run("tests.faults.restoring", str(box / DATA), str(BACKUP))
    whole = found_in(box / DATA)
    assert len(whole) == 4
    done = max(moment for moment, _ in notes(recorder.operations))
    disk, rng = Disk(), Random(1)
    for moment, step in enumerate(recorder.operations):
        disk.do(step)
        if moment % EVERY and moment < done:
            continue
        for outage in rng.sample(ways := list(outages(disk, rng)), k=len(ways) if NIGHTLY else 1):
            shutil.rmtree(memory / "after", ignore_errors=True)
            (memory / "after").mkdir()
            disk.lay_out(outage.fates, memory / "after", outage.noise)
            left = found_in(memory / "after" / DATA)
            assert left.items() <= whole.items(), (moment, outage.way)
            assert moment < done or left == whole, "what was said to be restored is there"
            with BACKUP.open("rb") as backup:
                restore(Ledger(memory / "after" / DATA), backup)
            assert found_in(memory / "after" / DATA) == whole
            counted("power cuts while a backup was restored")
