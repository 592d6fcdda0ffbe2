"""The service can read what was installed, however strict the mask that sudo keeps."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import hardware
from tests.firmware.fake_pi import FakePi, install

PROFILES = Path(hardware.__file__).parent / "profiles"


@pytest.fixture
def _strict() -> Iterator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_strict")
def test_the_service_can_read_every_installed_file(tmp_path: Path) -> None:
    pi = FakePi(tmp_path / "root")
    before = set(pi.root.rglob("*"))
    own = tmp_path / "mine.toml"
    shutil.copyfile(PROFILES / "breadboard.toml", own)
    assert install(pi, "--profile", str(own)) == 0
    made = [path for path in pi.root.rglob("*") if path not in before and not path.is_symlink()]
    assert {pi.root / "etc/ballottino", pi.root / "opt/ballottino"} <= set(made)
    closed = [path for path in made if path.stat().st_mode & 0o005 != 0o005 and path.is_dir()]
    closed += [path for path in made if not path.stat().st_mode & 0o004 and path.is_file()]
    secret = pi.root / "etc/ballottino/hotspot.json"  # of its own group, as `chgrp` is told
    assert closed == [secret]
    assert secret.stat().st_mode & 0o777 == 0o640
    assert os.umask(0o077) == 0o077, "the caller's mask is as it was"
