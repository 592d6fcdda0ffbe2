"""Whole games on the installed program by keys alone: `/opt/ballottino/current/bin/python -P whole_game.py`.

The pins are those of each build, simulated under gpiozero; the screens are a model of their chips under luma.oled.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random

CHECKOUT = Path(__file__).parents[2]
sys.path.append(str(CHECKOUT))  # for the tests' own box; last, so that the program is the one installed

import firmware  # noqa: E402
from companion import games  # noqa: E402
from companion.referee.simulation import some_answer  # noqa: E402
from companion.words import folders_of  # noqa: E402
from firmware.scenes.match.match import Match  # noqa: E402
from tests.firmware.boxes import TestBox  # noqa: E402
from tests.tables import referee  # noqa: E402

PROFILES = ("adafruit-bonnet", "waveshare-hat", "breadboard")


def play(game: str, profile: str, folder: Path) -> int:
    """Play one game to its winner; how many keys were pressed."""
    box = TestBox(folder, profile=profile)
    judge = referee(game, 3)
    match = Match(box.box, judge, box.box.words_for(folders_of(game), judge.table.seats), judge.game.tells)
    box.box.play(match)
    match.go_on()
    box.wait_out_tellings()
    rng = Random(1)
    while judge.open:
        box.play_on(match, lambda decision: some_answer(judge.game, decision, rng))
    if judge.outcome is None:
        sys.exit(f"{game} on {profile}: no winner")
    box.close()
    return box.thumb.presses


def main() -> None:
    if CHECKOUT in Path(firmware.__file__).parents:
        sys.exit("this is the checkout, not the installed program")
    for number, game in enumerate(games.names()):
        profile = PROFILES[number % len(PROFILES)]
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            presses = play(game, profile, Path(folder))
        print(f"   {game} on {profile}: {presses} keys to the winner, {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
