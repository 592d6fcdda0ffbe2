"""What the box writes down for its owner reveals nobody's secret: logs, the one that phones download too, standard
output and error, names of files.

Neither while all goes well nor when something breaks: a fault of ours, a damaged file. The text of a fault may quote
anything, so no face shows more of it than its kind and its place.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import games
from companion.game import Broken
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.steps import TABLE
from firmware.care.log import kept_log
from firmware.commands.cli import main
from firmware.scenes import Scene
from firmware.scenes.match.match import Match
from hardware.keys import SEATS, Key
from tests.firmware.boxes import TestBox
from tests.firmware.looking import look_around, put
from tests.twins import Twins, own, pairs
from tests.web.house import House

MOMENTS = 2
WITHOUT_TIME = len("2026-01-31 20:15:00,000 ")
WAITING = re.compile(r"_base\.py:\d+")
"""A line of concurrent.futures: one for a fault that was waited for, another for one that had come already."""
BESIDE = ("-shm", "-wal", ".lock")
"""Endings of the files that lie beside another until it is closed."""
Life = Callable[[Referee, Path, Twins], list[str]]
"""Something that happens to one of these twins, kept in this folder; it returns what is printed about it."""

pytestmark = [
    pytest.mark.usefixtures("kept_in_files"),
    pytest.mark.rule("DOG.B3", "RIA.I3", "RIA.I5", "VEN.B9", "VEN.D1", "VEN.R1", "VSE.T1", "VEZ.P1", "VEZ.P2"),
    pytest.mark.parametrize("game", games.names()),
]


class Journal(logging.Handler):
    """Collects every word of every log."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def journal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    journal = Journal()
    root = logging.getLogger()
    monkeypatch.setattr(root, "level", logging.DEBUG)
    root.addHandler(journal)
    yield journal
    root.removeHandler(journal)


@pytest.fixture
def compare(game: str, tmp_path: Path, journal: Journal, capfd: pytest.CaptureFixture[str]) -> Callable[[Life], str]:
    """Let twins live through the same; check that everything written is the same, and return it."""

    def written(judge: Referee, folder: Path, pair: Twins, life: Life) -> list[str]:
        with kept_log() as log:
            told = life(judge, folder, pair)
        told += [line[WITHOUT_TIME:] for line in log.text().splitlines()]
        files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.name.endswith(BESIDE))
        logged = [*told, *journal.lines, *capfd.readouterr(), *files]
        journal.lines.clear()
        return [WAITING.sub("_base.py", line.replace(str(folder), "")) for line in logged]

    def run(life: Life) -> str:
        everything = []
        for number, pair in enumerate(pairs(game, MOMENTS)):
            one, other = (
                written(judge, tmp_path / f"{number}-{name}", pair, life)
                for name, judge in zip("ab", (pair.judge, pair.twin), strict=True)
            )
            assert one == other
            assert not [secret for secret in urns(pair) if secret in " ".join(one)]
            everything += one
        return "\n".join(everything)

    return run


def urns(pair: Twins) -> list[str]:
    return [form for urn in (pair.judge.urn, pair.twin.urn) for form in (urn.secret.hex(), repr(urn.secret))]


def secrets_of(judge: Referee) -> str:
    """Return text that a fault may quote."""
    lines = [entry.line() for entry in judge.entries]
    return json.dumps([judge.urn.secret.hex(), [own(judge, seat) for seat in judge.game.seats], lines])


def at_home(judge: Referee, folder: Path) -> House:
    house = House(folder)
    house.put(judge.kind, judge.table, judge.urn, judge.entries)
    return house


def command(folder: Path, *arguments: str, typed: str = "") -> str:
    """Return what `ballottino` prints."""
    said = CliRunner().invoke(main, ["--data", str(folder), "--lang", "en", *arguments], input=typed)
    assert said.exception is None or isinstance(said.exception, SystemExit)
    return f"{said.exit_code} {said.stdout} {said.stderr}"


def test_an_evening_leaves_nothing_in_the_log(
    game: str, compare: Callable[[Life], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everyone looks and tries things on phones and hands the box round; then commands look at it all."""
    for passing in ("storage.data", "storage.space", "home.clock"):
        monkeypatch.setattr(f"firmware.doctor.{passing}", lambda *_: iter(()))
    monkeypatch.setattr("firmware.commands.matches.when", lambda moment: "one lived later than the other")

    def evening(judge: Referee, folder: Path, pair: Twins) -> list[str]:
        house = at_home(judge, folder)
        for seat, phone in house.phones().items():
            decision = judge.open.get(seat)
            form = {"question": decision.id if decision else "play@1.1", "asked": str(seat), "value": "no such thing"}
            for path in ("/", "/seat", "/api/seat", "/history", f"/history/{house.game_id()}"):
                phone.get(path)
            phone.post("/answer", data=form)
            sealed = judge.run.last_sealed(seat)
            phone.post("/take-back", data={"question": sealed.question if sealed else "", "given": judge.given[seat]})
        house.close()
        box = TestBox(folder)
        match = put(box, judge, len(judge.entries))
        for key in (*SEATS[: len(judge.game.seats)], Key.BACK):
            box.tap(key)
            match.holder = None
            box.wait(0.1)
        look_around(box, depth=1)
        match.close()
        box.close()
        return [*commands(judge, folder, pair.owner)]

    assert "still" in compare(evening), "a running game is not given out"


def commands(judge: Referee, folder: Path, owner: int) -> Iterator[str]:
    """Yield everything that a terminal on the box shows of a running game to anyone but the secret's owner."""
    (game_id,) = {path.stem for path in (folder / "games").glob("*.sqlite")}
    for arguments in (["list"], ["list", "--json"], ["export", game_id], ["doctor", "--json"], ["doctor"]):
        yield command(folder, *arguments)
    asked = min(judge.open)
    own_question = asked == owner and owner != TABLE
    yield command(folder, "resume", typed="" if own_question else "\nlog\nscore\nwhy\nhelp\nquit\nquit\n")


def test_a_fault_in_a_flow_quotes_no_secret(game: str, compare: Callable[[Life], str]) -> None:
    def fault(judge: Referee, folder: Path, pair: Twins) -> list[str]:
        house = at_home(judge, folder)
        phones = house.phones()
        assert house.referee is not None
        halted = house.referee
        halt = Broken(secrets_of(judge))
        house.run(lambda: halted.run.halt(halt))
        others = [phone for seat, phone in phones.items() if seat != pair.owner]
        told = [phone.get(path).text for phone in others for path in ("/", "/seat", "/api/seat")]
        told += [phone.post("/undo").text for phone in others]
        house.close()
        box = TestBox(folder)
        match = put(box, judge, len(judge.entries))
        match.referee.run.halt(halt)
        match.go_on()
        box.box.show()
        told.append(box.glass().tobytes().hex())
        box.tap(Key.OK)
        told.append(str(getattr(box.box.scene, "lines", "")))
        match.close()
        box.close()
        return told

    assert "Broken" in compare(fault), "what kind of fault it was is told"


def test_a_fault_in_a_screen_quotes_no_secret(
    game: str, compare: Callable[[Life], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(judge: Referee, folder: Path, pair: Twins) -> list[str]:
        box = TestBox(folder)
        match = put(box, judge, len(judge.entries))
        fails_once(box, match, secrets_of(judge), monkeypatch)
        box.box.run()
        told = [box.glass().tobytes().hex(), str(getattr(box.box.scene, "lines", ""))]
        box.close()
        return told

    written = compare(fault)
    assert "ERROR ballottino" in written
    assert "test_log_secrets.py" in written, "where it happened is told"


def fails_once(box: TestBox, match: Match, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a scene fail at the next key; then the box is switched off."""

    def key(scene: Scene, pressed: Key) -> None:
        box.box.stopping = True
        raise Broken(why) from KeyError(why)

    step = box.box.step
    monkeypatch.setattr(type(box.box.scene), "key", key)
    monkeypatch.setattr(type(box.box.scene), "holds_back", False)
    monkeypatch.setattr(box.box, "step", lambda timeout: step(0.0))
    box.wires.press(Key.OK)
    box.clock.now += 0.1


def test_a_fault_in_a_page_quotes_no_secret(
    game: str, compare: Callable[[Life], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(judge: Referee, folder: Path, pair: Twins) -> list[str]:
        def view(referee: Referee, seat: int) -> None:
            raise Broken(secrets_of(referee)) from KeyError(secrets_of(referee))

        house = at_home(judge, folder)
        monkeypatch.setattr("web.table.pages.SeatView.of", view)
        told = [house.stranger().get(path).text for path in ("/", "/seat", "/part/mirror")]
        house.close()
        return told

    assert "ERROR" in compare(fault), "that something failed is written down"


def test_damaged_file_is_reported_without_its_contents(game: str, compare: Callable[[Life], str]) -> None:
    """The damaged line is the one in which the twins differ, where it is an answer: it is not quoted."""

    def damage(judge: Referee, folder: Path, pair: Twins) -> list[str]:
        both = zip(pair.judge.entries, pair.twin.entries, strict=True)
        line = next((n for n, (ours, theirs) in enumerate(both) if ours.value != theirs.value), 0)
        told = []
        for number, statement in enumerate(DAMAGES):
            house = at_home(judge, folder / f"{number}")
            path = (
                house.referee.keeper.path if house.referee and isinstance(house.referee.keeper, GameFile) else folder
            )
            house.close()
            with closing(sqlite3.connect(path)) as db, db:
                db.execute(statement, (line,))
            db.close()
            told.append(command(folder / f"{number}", "resume"))
            told.append(command(folder / f"{number}", "list"))
        return told

    assert "set aside" in compare(damage)


DAMAGES = (
    "UPDATE entries SET sum = sum + 1 WHERE n = ?",
    "UPDATE entries SET line = substr(line, 1, length(line) - 2) WHERE n = ?",
    "DELETE FROM entries WHERE n = ?",
)
