"""A new version beside the old one: switched at once, and back if it does not come up. Real files, real processes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from firmware.install import plan, service
from firmware.install.machine import Machine, NotUp
from tests.counted import counted
from tests.firmware.fake_pi import CONFIG, install
from tests.firmware.install.running_pi import DIES, ENDS_BADLY, HANGS, READY, RunningPi

PROGRAMS = pytest.mark.parametrize("program", [DIES, HANGS], ids=["dies", "hangs"])


class PowerCut(BaseException):
    """The plug is pulled: nothing is caught, nothing tidied up."""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "checkout"
    (folder / "firmware").mkdir(parents=True)
    monkeypatch.setattr(plan, "CHECKOUT", folder)
    return folder


@pytest.fixture
def box(tmp_path: Path) -> Iterator[RunningPi]:
    pi = RunningPi(tmp_path / "root")
    yield pi
    pi.cut_power()


def release(checkout: Path, version: str, program: str = READY) -> None:
    (checkout / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
    (checkout / "firmware/box").write_text(program)


def version_of(link: str) -> str:
    """Return the version that a link leads to.

    >>> version_of("versions/0.2.0-3f7a2c91d0e4")
    '0.2.0'
    """
    return link.removeprefix("versions/").partition("-")[0]


def versions(pi: RunningPi) -> set[str]:
    return {folder.name.partition("-")[0] for folder in (pi.root / "opt/ballottino/versions").iterdir()}


def test_new_version_stands_beside_the_old_one(box: RunningPi, checkout: Path) -> None:
    release(checkout, "1")
    assert install(box) == 0
    release(checkout, "2")
    assert install(box) == 0
    assert versions(box) == {"1", "2"}
    assert (version_of(box.link("current")), version_of(box.link("previous"))) == ("2", "1")
    assert not (box.root / "opt/ballottino/fallback").is_symlink(), "it was ready, so its trial is over"
    assert box.runs() == READY


def test_versions_before_the_previous_one_are_removed(box: RunningPi, checkout: Path) -> None:
    for version in ("1", "2", "3", "4"):
        release(checkout, version)
        assert install(box) == 0
    assert versions(box) == {"3", "4"}


@PROGRAMS
def test_version_that_does_not_come_up_is_switched_back(
    box: RunningPi, checkout: Path, capsys: pytest.CaptureFixture[str], program: str
) -> None:
    release(checkout, "1")
    install(box)
    release(checkout, "2", program)
    assert install(box) == NotUp.status
    said = capsys.readouterr().err
    assert "did not come up within a minute; the version before it is back and running" in said
    assert version_of(box.link("current")) == "1"
    assert box.runs() == READY
    release(checkout, "3")
    assert install(box) == 0, "a repaired one is installed as ever"
    assert versions(box) == {"1", "3"}


def test_the_unit_is_switched_back_with_its_program(
    box: RunningPi, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What keeps a new version from coming up may stand in its unit."""
    release(checkout, "1")
    install(box)
    before = box.loaded
    release(checkout, "2", DIES)
    monkeypatch.setattr(service, "unit", lambda *_: before + "# of version 2\n")
    assert install(box) == NotUp.status
    assert box.loaded == before


def test_the_old_versions_bad_end_is_not_the_new_ones_fault(box: RunningPi, checkout: Path) -> None:
    release(checkout, "1", ENDS_BADLY)
    install(box)
    release(checkout, "2")
    assert install(box) == 0
    assert version_of(box.link("current")) == "2"


def test_an_untested_version_is_never_fallen_back_on(box: RunningPi, checkout: Path) -> None:
    """The Pi was not rebooted between two updates: the first was never seen running."""
    release(checkout, "1")
    install(box)
    (box.root / "run/systemd/system").rmdir()  # nothing is started now
    for version in ("2", "3"):
        release(checkout, version, DIES)
        install(box)
    (box.root / "run/systemd/system").mkdir()
    box.cut_power()
    box.boot()
    assert version_of(box.link("current")) == "1"
    assert box.runs() == READY


def test_a_version_that_needs_a_reboot_is_tried_after_it(box: RunningPi, checkout: Path) -> None:
    """Before it there may be no bus, and a good version would be given up."""
    release(checkout, "1")
    install(box)
    box.put("boot/firmware/config.txt", CONFIG)
    release(checkout, "2")
    box.commands.clear()
    assert install(box) == 0
    assert not [said for said in box.said() if said.startswith("systemctl restart")]
    box.cut_power()
    box.boot()
    assert (version_of(box.link("current")), version_of(box.link("previous"))) == ("2", "1")


def test_a_version_is_on_the_disk_before_it_is_switched_to(box: RunningPi, checkout: Path) -> None:
    for version in ("1", "2"):
        release(checkout, version)
        box.commands.clear()
        install(box)
    said = box.said()
    (synced,) = [number for number, line in enumerate(said) if line.startswith("sync --file-system")]
    assert synced < said.index("systemctl stop ballottino.service")
    assert " -m pip " in said[synced - 1]


def test_uninstalling_removes_every_version(box: RunningPi, checkout: Path) -> None:
    before = box.tree()
    for version in ("1", "2"):
        release(checkout, version)
        install(box)
    assert install(box, job="uninstall") == 0
    assert box.runs() == ""
    after = {name: file for name, file in box.tree().items() if not name.startswith("run/")}
    assert after.keys() == before.keys()
    assert not (box.root / "opt/ballottino").exists()


def test_a_link_is_switched_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(tmp_path)
    machine.link("/current", "versions/1")

    def pull_the_plug(*_: object) -> None:
        raise PowerCut

    with monkeypatch.context() as patch, pytest.raises(PowerCut):
        patch.setattr(Path, "replace", pull_the_plug)
        machine.link("/current", "versions/2")
    assert machine.target("/current") == "versions/1"
    machine.link("/current", "versions/2")
    assert machine.target("/current") == "versions/2"


def test_a_new_version_has_a_minute() -> None:
    assert "TimeoutStartSec=60" in service.unit("breadboard", "trixie").splitlines()


def pull_the_plug(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """End the installer before it changes anything once more, after this many changes."""
    changes = count()

    def cut(change: Callable[..., None]) -> Callable[..., None]:
        def instead(*arguments: Any, **named: Any) -> None:
            if next(changes) >= after:
                raise PowerCut
            change(*arguments, **named)

        return instead

    for name in ("run", "write", "link", "copy", "remove"):
        monkeypatch.setattr(Machine, name, cut(getattr(Machine, name)))


@pytest.mark.parametrize("program", [READY, DIES], ids=["good", "dies"])
def test_power_may_go_at_any_moment_of_an_update(tmp_path: Path, checkout: Path, program: str) -> None:
    """Wherever the plug is pulled, the next boot brings up a version, and the next installation ends as the first."""
    base = RunningPi(tmp_path / "base")
    release(checkout, "1")
    assert install(base) == 0
    base.cut_power()
    release(checkout, "2", program)
    for moment in count():
        box = RunningPi(tmp_path / str(moment), fresh=False)
        shutil.copytree(base.root, box.root, symlinks=True)
        box.boot()
        with pytest.MonkeyPatch.context() as patch:
            pull_the_plug(patch, moment)
            try:
                install(box)
                went = False
            except PowerCut:
                went = True
        box.cut_power()
        box.boot()
        assert box.runs() == READY, f"nothing runs after {moment} changes"
        counted("power cuts after which a version runs", int(went))
        assert install(box) == (NotUp.status if program == DIES else 0), moment
        assert version_of(box.link("current")) == ("1" if program == DIES else "2")
        assert box.runs() == READY
        box.cut_power()
        if not went:
            break
    assert moment > 8, "an update is made of more changes than that"
