"""The plug is pulled at every moment of an evening: what was acknowledged is there when the box comes back."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.ledger import Ledger
from companion.referee.simulation import play_random
from companion.refusal import Refusal
from tests.counted import counted
from tests.faults.disk import Disk, Outage, outages
from tests.faults.evening import FILES, state_of
from tests.faults.trace import ROOT, Folder, Operation, Recorder, Sync, can_trace, notes
from tests.nightly import NIGHTLY
from tests.tables import file_of

pytestmark = [
    pytest.mark.skipif(not can_trace(), reason="no strace, or it may not look (apt install strace)"),
    pytest.mark.xdist_group("power loss"),
]

EVENINGS = {"doge": ("3", "27"), "venezia": ("2", "10")}
"""Players and seed of whole games that are not long."""

SLICES = 4
"""Number of tests that share the moments of an evening."""

GOES_ON = 1 if NIGHTLY else 25
"""The game is played on once in this many looks."""

DATA = "share/ballottino"
"""The data folder, as it is made on a new box: with the folder above it."""

Things = dict[str, Any]
"""Everything that was acknowledged, or found: games by their ids, and files by their names."""


def record(folder: Path, *evening: str) -> list[Operation]:
    folder.mkdir()
    recorder = Recorder(folder)
    recorder.run("tests.faults.evening", "first", str(folder / DATA), *evening)
    recorder.run("tests.faults.evening", "second", str(folder / DATA))
    return recorder.operations


def found_in(folder: Path) -> Things:
    """Return what the box finds when the power is back; for a damaged game, the reason."""
    things: Things = {}
    for name in FILES:
        path = folder / name
        things[name] = path.read_text(errors="backslashreplace") if path.exists() else None
    ledger = Ledger(folder)
    for kept in ledger.games():
        try:
            referee = ledger.resume(kept.id)
        except Refusal as refusal:
            things[kept.id] = str(refusal)
            continue
        page = file_of(referee)
        referee.game.check()
        # As it was on the disk: resuming notices again that a game is over.
        page.state = page.state._replace(over=kept.over)
        things[kept.id] = state_of(page) if referee.fault is None else str(referee.fault)
        page.close()
    return things | dict(ledger.set_aside)


class Promises:
    """The states that each thing may have after the power failed: as last acknowledged, or one step further."""

    def __init__(self, operations: list[Operation]) -> None:
        self.values: dict[str, list[Any]] = {}
        self.steps: dict[int, str] = {}
        for index, text in notes(operations):
            thing, value = json.loads(text)
            self.values.setdefault(thing, [None]).append(value)
            self.steps[index] = thing
        self.reached = dict.fromkeys(self.values, 0)

    def pass_by(self, moment: int) -> None:
        if moment in self.steps:
            self.reached[self.steps[moment]] += 1

    def broken_by(self, things: Things) -> dict[str, Any]:
        """Return what was found but must not be, beside what was promised."""
        may_be = {thing: values[self.reached[thing] :][:2] for thing, values in self.values.items()}
        return {
            thing: (things.get(thing), may_be.get(thing))
            for thing in may_be | things
            if things.get(thing) not in may_be.get(thing, [])
        }


class Aftermath:
    """Examines what outages leave behind; remembers what it has examined before."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: dict[Hashable, Things] = {}
        self.looked = 0

    def of(self, disk: Disk, outage: Outage) -> Things:
        key = outage.key(disk)
        if key not in self.known:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir()
            disk.lay_out(outage.fates, self.folder, outage.noise)
            self.known[key] = found_in(self.folder / DATA)
            self.looked += 1
            if self.looked % GOES_ON == 0:
                check_going_on(self.folder / DATA)
        return self.known.pop(key) if key is None else self.known[key]


def check_going_on(folder: Path) -> None:
    """Check that the game that was being played takes an answer again, and keeps it."""
    ledger = Ledger(folder)
    game_id = ledger.last()
    if game_id is None:
        return
    referee = ledger.resume(game_id)
    play_random(referee, Random(1), most=len(referee.entries) + 1)
    state = state_of(file_of(referee))
    assert state[0] == len(referee.entries)
    file_of(referee).close()
    assert found_in(folder)[game_id] == state


def losses(operations: list[Operation], moments: range, folder: Path) -> Iterator[tuple[int, str, Any]]:
    """Pull the plug right after each of these moments, in several ways; return what that breaks."""
    disk, promises, aftermath, rng = Disk(), Promises(operations), Aftermath(folder), Random(moments.start)
    for moment, step in enumerate(operations[: moments.stop]):
        disk.do(step)
        promises.pass_by(moment)
        if moment in moments:
            ways = list(outages(disk, rng))
            for outage in ways if NIGHTLY else {id(way): way for way in (ways[0], rng.choice(ways))}.values():
                if broken := promises.broken_by(aftermath.of(disk, outage)):
                    yield moment, outage.way, broken
    counted("moments at which the power went", len(moments))
    counted("different states of the disk it left", aftermath.looked)


@pytest.fixture
def memory() -> Iterator[Path]:
    """Yield a folder in memory: it is lost at a real power cut, but fast."""
    place = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=place if place.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[Operation]]:
    @cache
    def recorded(game: str) -> list[Operation]:
        return record(tmp_path_factory.mktemp(game) / "box", game, *EVENINGS[game])

    return recorded


Evenings = Callable[[str], list[Operation]]


@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize("game", EVENINGS)
def test_nothing_acknowledged_is_lost_at_any_moment(evenings: Evenings, memory: Path, game: str, part: int) -> None:
    operations = evenings(game)
    ends = [len(operations) * share // SLICES for share in (part, part + 1)]
    broken = list(losses(operations, range(*ends), memory / "box"))
    counted("states that lacked something acknowledged", len(broken))
    assert broken == []


def test_an_evening_contains_everything_that_can_be_lost(evenings: Evenings) -> None:
    """A whole game with undo and amend, its record published and another imported, and every kind of file."""
    promises = Promises(evenings("doge"))
    states = [values for thing, values in promises.values.items() if thing not in FILES]
    played, brought_in, begun = states
    assert len(played) > 500
    assert played[-1][3:] == [True, True], "over, and its record is out"
    assert any(after[0] < before[0] for before, after in pairwise(played[1:])), "taken back"
    assert len(brought_in) == 2
    assert brought_in[-1][0] > 100, "there at once, with every entry"
    assert begun[-1][0] == 5
    assert all(len(promises.values[name]) >= 3 for name in FILES)


CARELESS: dict[str, Callable[[Operation, set[int]], bool]] = {
    "files": lambda step, folders: isinstance(step, Sync) and step.file not in folders,
    "folders": lambda step, folders: isinstance(step, Sync) and step.file in folders,
}


@pytest.mark.parametrize("careless", CARELESS.values(), ids=CARELESS)
def test_a_missing_sync_is_found(
    evenings: Evenings, memory: Path, careless: Callable[[Operation, set[int]], bool]
) -> None:
    """Proof that these tests would notice: without the syncs of one kind, a game is not as promised."""
    operations = evenings("venezia")
    folders = {ROOT, *(step.file for step in operations if isinstance(step, Folder))}
    unsynced = [step for step in operations if not careless(step, folders)]
    found = losses(unsynced, range(len(unsynced)), memory / "box")
    assert next((broken for *_, broken in found if broken.keys() - set(FILES)), None) is not None
