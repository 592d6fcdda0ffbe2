"""The trial of a fresh Pi: install, examine, play, serve, move to another Pi, test, take it all back.

run.sh starts it inside a Debian root for arm64 that is thrown away afterwards. Never start it on a machine you love.

    python3 trial.py [WHICH TESTS...]
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import boards

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]
VENV = Path("/opt/ballottino/venv")
GAMES = Path("/var/lib/ballottino")
AS_THE_BOX = ("runuser", "-u", "ballottino", "--")
AS_OWNER = ("runuser", "-u", "pi", "--")
NOT_IN_A_ROOT = {"chip", "bus", "keys"}
"""The checks that must fail where there are no wires, and no others."""

TESTS = ("tests/hardware", "tests/companion", "tests/firmware")
"""The tests that run by default: all that touch a system or its libraries. The rules are the same on every machine.
"""


@contextmanager
def step(what: str) -> Iterator[None]:
    """Print each step, and how long it took."""
    print(f"== {what}", flush=True)
    begun = time.monotonic()
    yield
    print(f"   {time.monotonic() - begun:.0f} s", flush=True)


def expect(right: bool, what: str) -> None:
    if not right:
        sys.exit(f"   FAILED: {what}")


def run(*command: str | Path, cwd: Path = CHECKOUT) -> None:
    ended = subprocess.run(command, cwd=cwd)
    expect(ended.returncode == 0, f"{' '.join(map(str, command))}: status {ended.returncode}")


def output(*command: str | Path) -> str:
    return subprocess.run(command, cwd="/", stdout=subprocess.PIPE, text=True).stdout


def libraries() -> set[str]:
    """Return which of the two conflicting libraries are in the venv, and not only in the system."""
    listed = json.loads(output(VENV / "bin/pip", "list", "--local", "--format=json"))
    return {each["name"].lower().replace("_", "-") for each in listed} & {"rpi.gpio", "rpi-lgpio"}


def install(board: boards.Board, profile: str, library: str) -> None:
    with step(f"make install PROFILE={profile} on a {board.model}"):
        boards.put_into(board)
        run("make", "install", f"PROFILE={profile}")
        expect(libraries() == {library}, f"{library} alone is in the venv, not {libraries()}")
        # RPi.GPIO looks at the board as it is imported; the other one only when a pin is used.
        run(*AS_THE_BOX, "env", "LG_WD=/tmp", VENV / "bin/python", "-c", "import lgpio, RPi.GPIO", cwd=Path("/tmp"))


def install_again(profile: str) -> None:
    with step("make install once more changes nothing"):
        said = output("make", "--no-print-directory", "--silent", "-C", CHECKOUT, "install", f"PROFILE={profile}")
        expect(all(line.startswith("   ok ") for line in said.splitlines()), said)


def examine(profile: str) -> None:
    with step("ballottino doctor"):
        doctor = (*AS_THE_BOX, "ballottino", "--data", GAMES, "doctor")
        run(*doctor, "--profile", "simulated", cwd=Path("/"))
        found = json.loads(output(*doctor, "--profile", profile, "--json"))
        wrong = {finding["check"] for finding in found if finding["state"] == "bad"}
        expect(wrong == NOT_IN_A_ROOT, f"it found {wrong or 'nothing'} wrong, not {NOT_IN_A_ROOT}")


def check_unit() -> None:
    with step("systemd reads the unit"):
        run("systemd-analyze", "verify", "--man=no", "/etc/systemd/system/ballottino.service")


def check_hotspot() -> None:
    """Check the file with NetworkManager's own reader, since the daemon does not run here."""
    with step("make hotspot"):
        run("make", "hotspot")
        (file,) = Path("/etc/NetworkManager/system-connections").iterdir()
        read = ("nmcli", "--offline", "connection", "modify", "connection.id", "read")
        ended = subprocess.run(read, input=file.read_bytes(), capture_output=True)
        expect(b"mode=ap" in ended.stdout, f"NetworkManager can't read the hotspot: {ended.stderr!r}")
        run("make", "hotspot", "STATE=off")


def play() -> None:
    with step("whole games by keys"):
        run(*AS_THE_BOX, VENV / "bin/python", "-P", HERE / "whole_game.py", cwd=Path("/tmp"))


def serve() -> None:
    with step("the service, as its unit says"):
        run("unshare", "--net", "python3", HERE / "service.py")


def uninstall() -> None:
    with step("make uninstall"):
        (GAMES / "kept").write_text("a game worth keeping")
        run("make", "uninstall")
        expect(boards.CONFIG.read_bytes() == boards.CONFIG_TEXT, "the boot configuration is as it was")
        expect("ballottino" not in Path("/etc/passwd").read_text(), "the user is gone")
        left = [str(path) for top in ("/etc", "/opt", "/usr/local") for path in Path(top).rglob("*ballottino*")]
        expect(not left, f"nothing of ours is left, but for {left}")
        expect((GAMES / "kept").exists(), "the games are still there")


def test(which: list[str]) -> None:
    with step("what the tests need"):
        run(*AS_OWNER, "env", "HOME=/home/pi", "make", ".venv/ready-dev")
    with step(f"pytest {' '.join(which)}"):
        run(*AS_OWNER, "env", "HOME=/home/pi", ".venv/bin/pytest", "-n", str(os.cpu_count()), *which)


def main(which: list[str]) -> None:
    begun = time.monotonic()
    boards.fresh_card()
    for path in (CHECKOUT, *CHECKOUT.rglob("*")):
        shutil.chown(path, "pi", "pi")
    install(boards.PI_5, "waveshare-hat", "rpi-lgpio")
    install(boards.PI_4, "adafruit-bonnet", "rpi.gpio")
    install_again("adafruit-bonnet")
    check_unit()
    serve()
    examine("adafruit-bonnet")
    check_hotspot()
    play()
    uninstall()
    test(which or list(TESTS))
    print(f"A fresh Pi passed, in {(time.monotonic() - begun) / 60:.0f} minutes.")


if __name__ == "__main__":
    main(sys.argv[1:])
