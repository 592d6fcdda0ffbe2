"""A card with little room, or none: a game is kept or it is refused, and the games that are there stay there."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ALONE = ("unshare", "--user", "--map-root-user", "--mount")


def can_mount() -> bool:
    return (
        shutil.which("unshare") is not None and not subprocess.run([*ALONE, "true"], capture_output=True).returncode
    )


pytestmark = [
    pytest.mark.skipif(not can_mount(), reason="no mount namespaces here"),
    pytest.mark.xdist_group("small card"),
]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("card")
    command = [*ALONE, sys.executable, "-m", "tests.faults.small_card", str(folder)]
    ended = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=Path(__file__).parents[2])
    result: dict[str, Any] = json.loads(ended.stdout)
    return result


@pytest.mark.parametrize("job", ["begin", "import"])
def test_a_game_is_kept_or_refused_whatever_room_there_is(told: dict[str, Any], job: str) -> None:
    """A game said to be kept can be resumed; a refused one leaves nothing behind."""
    assert set(told[job]) <= {"kept", "not-saved", "no-data-folder"}
    assert told[job][0] != "kept"
    assert told[job][-1] == "kept"


def test_damage_on_a_card_that_takes_nothing_more_stops_nobody(told: dict[str, Any]) -> None:
    """Failing cards lock themselves: nothing can be set aside then, nor even opened, and the box still starts.

    A game that the index knows is still listed; opening it is refused.
    """
    listed, unopened, refused = told["locked"]
    assert (listed + len(unopened), refused) == (2, "cannot-open")
