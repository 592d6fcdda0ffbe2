"""The trial of the package: installed, set up, updated, removed, purged, in a Debian without any network.

run.sh starts it inside a root that is thrown away afterwards. Never start it on a machine you love.
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
HOME, DATA, SETTINGS = Path("/opt/ballottino"), Path("/var/lib/ballottino"), Path("/etc/ballottino")
COMMAND = Path("/usr/local/bin/ballottino")
AS_THE_BOX = ("runuser", "-u", "ballottino", "--")
BOOT = Path("/boot/firmware")
PROTECT = "/usr/local/lib/ballottino/read-only"
BY_OTHERS = (
    "/dev/",
    "/home/",
    "/proc/",
    "/.proc/",
    "/run/",
    "/sys/",
    "/tmp/",
    "/var/cache/",
    "/var/lib/dpkg/",
    "/var/log/",
)
BACKUPS = ("/etc/passwd-", "/etc/group-", "/etc/shadow-", "/etc/gshadow-", "/etc/.pwd.lock")
"""What dpkg, useradd and the kernel leave behind wherever they work."""


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


def run(*command: str | Path) -> str:
    ended = subprocess.run(command, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    expect(ended.returncode == 0, f"{' '.join(map(str, command))}: status {ended.returncode}\n{ended.stdout}")
    return ended.stdout


def package(version: str) -> Path:
    return next(HERE.glob(f"ballottino_{version}_*.deb"))


def tree() -> dict[str, bytes | None]:
    """Return every file that somebody might miss, or find left over."""
    found: dict[str, bytes | None] = {}
    for top, folders, files in os.walk("/"):
        folders[:] = [name for name in folders if not f"{Path(top, name)}/".startswith(BY_OTHERS)]
        for place in (Path(top, name) for name in files):
            if not str(place).startswith(BACKUPS):
                found[str(place)] = place.read_bytes() if place.is_file() and not place.is_symlink() else None
    return found


def games() -> dict[str, bytes]:
    return {str(file.relative_to(DATA)): file.read_bytes() for file in sorted(DATA.glob("games/*.sqlite"))}


def current() -> str:
    return str((HOME / "current").readlink())


def serve() -> None:
    """Start the service as its unit says, see its page, and stop it."""
    Path("/run/ballottino-signs").unlink(missing_ok=True)
    print(run("unshare", "--net", "python3", HERE / "service.py"), end="")


def install_alone(old: Path) -> None:
    with step("dpkg -i, on a machine that is no box yet"):
        said = run("dpkg", "-i", old)
        expect("sudo ballottino-setup install --profile" in said, f"it says how to go on\n{said}")
        expect("Doge" in run(COMMAND, "games"), "the command works")
        expect(not Path("/etc/systemd/system/ballottino.service").is_symlink(), "there is no service yet")
        expect("ballottino" not in Path("/etc/passwd").read_text(), "nor a user")


def set_up() -> None:
    with step("ballottino-setup install --profile simulated"):
        run("ballottino-setup", "install", "--profile", "simulated")
        run("systemd-analyze", "verify", "--man=no", "/etc/systemd/system/ballottino.service")
        serve()
    with step("games of its own"):
        shutil.copytree(HERE / "games", DATA / "games", dirs_exist_ok=True)
        run("chown", "--recursive", "ballottino:ballottino", DATA)
        expect(len(games()) > 1, "there are games to lose")
        run(*AS_THE_BOX, COMMAND, "--data", DATA, "doctor", "--profile", "simulated")


def update(new: Path, old: Path) -> None:
    kept = games()
    with step("dpkg -i of the new version over the old one"):
        said = run("dpkg", "-i", new)
        expect("now its own doctor, on a copy of the games" in said, f"the new version has tried the games\n{said}")
        expect(not current().startswith("versions/0.0.1"), "the new version is the current one")
        expect(
            str((HOME / "fallback").readlink()).startswith("versions/0.0.1"), "the old one is there to fall back on"
        )
        expect("--profile simulated" in (HOME / "current/ballottino.service").read_text(), "it is the same box")
        serve()
    with step("once more: nothing changes"):
        before = tree()
        said = run("dpkg", "-i", new)
        expect(" now " not in said, said)
        expect(tree() == before, "every file is as it was")
    with step("an older package does not replace a newer version"):
        now = current()
        said = run("dpkg", "-i", old)
        expect("it stays" in said and current() == now, said)
        run("dpkg", "-i", new)
    expect(games() == kept, "the games are as they were")


def remove(new: Path) -> None:
    kept, settings = games(), sorted(SETTINGS.iterdir())
    with step("dpkg -r"):
        said = run("dpkg", "-r", "ballottino")
        expect("The games are still in /var/lib/ballottino" in said, said)
        expect(not HOME.exists() and not COMMAND.is_symlink(), "the program is gone")
        expect("ballottino" not in Path("/etc/passwd").read_text(), "the user is gone")
        expect(sorted(SETTINGS.iterdir()) == settings, "the settings stay")
    with step("dpkg -i again: the same box is back"):
        run("dpkg", "-i", new)
        expect(
            "--profile simulated" in (HOME / "current/ballottino.service").read_text(), "it knows which box it was"
        )
        serve()
    expect(games() == kept, "the games are as they were")


def purge(before: dict[str, bytes | None]) -> None:
    kept = games()
    with step("dpkg -P"):
        said = run("dpkg", "-P", "ballottino")
        expect("sudo rm -r /var/lib/ballottino" in said, f"it says what becomes of the games\n{said}")
        expect(games() == kept, "the games are as they were")
        now = tree()
        left = [place for place in now if place not in before and not place.startswith(f"{DATA}/")]
        lost = [place for place in before if place not in now]
        changed = [place for place in before if place in now and before[place] != now[place]]
        expect(not left, f"nothing of ours is left, but for {left}")
        expect(not lost, f"nothing of others' is gone, but for {lost}")
        # dpkg gives the groups that useradd made back to nobody.
        expect(set(changed) <= {"/etc/group", "/etc/gshadow"}, f"nothing of others' has changed, but for {changed}")


def first_boot() -> None:
    with step("the first start of a card"):
        kept = games()
        run("sh", BOOT / "ballottino/first-boot.sh")  # on a FAT every file may be run; this is none
        said = (BOOT / "ballottino/first-boot.log").read_text()
        expect(
            not list(BOOT.glob("ballottino/*.deb")), f"the package is installed, and no longer on the card\n{said}"
        )
        expect(
            (BOOT / "cmdline.txt").read_text() == "console=tty1 root=PARTUUID=0-02 rootwait\n",
            "the next is a usual one",
        )
        expect(
            "--profile simulated" in (HOME / "current/ballottino.service").read_text(), "it is the box on the card"
        )
        serve()
        expect(games() == kept, "the games are as they were")


def protect() -> None:
    """Protect the card as its unit does at a start, and leave marks: which of them last is seen after the plug."""
    with step("ballottino-setup install --read-only on"):
        run("ballottino-setup", "install", "--profile", "simulated", "--read-only", "on")
        run("systemd-analyze", "verify", "--man=no", "/etc/systemd/system/ballottino-readonly.service")
    run("mount", "--make-rshared", "/")  # as systemd does
    run("mount", "-t", "tmpfs", "tmpfs", "/run")
    with step("a card that can't be protected goes on as any other"):
        connections = Path("/etc/NetworkManager")
        connections.rename("/etc/elsewhere")
        expect(subprocess.run(["sh", PROTECT], capture_output=True).returncode != 0, "it fails")
        Path("/etc/elsewhere").rename(connections)
        expect("overlay /etc " not in Path("/proc/self/mounts").read_text(), "no layer is left")
        Path("/usr/written-before").touch()
    with step("the card is protected"):
        run("sh", PROTECT)
        expect(
            subprocess.run(["touch", "/usr/forgotten"], stderr=subprocess.DEVNULL).returncode == 1, "/usr is closed"
        )
        for place in ("/etc/forgotten", "/var/log/forgotten", "/root/forgotten", DATA / "kept", HOME / "kept"):
            Path(place).write_text("a mark")
        serve()
        doctor = (*AS_THE_BOX, COMMAND, "--data", DATA, "doctor", "--profile", "simulated", "--json")
        found = {one["what"]: one["state"] for one in json.loads(run(*doctor))}
        expect(found.get("doctor.card-protected") == "ok", f"the doctor sees it: {found}")
    with step("the installer, and a command of its owner, write the card itself"):
        run("ballottino-setup", "install", "--profile", "simulated", "--club", "mqtt://table@club.local")
        run("ballottino-writable", "touch", "/usr/written", "/etc/written")
        expect(Path("/usr/written").exists(), "what is written there is seen at once")
        expect(
            subprocess.run(["touch", "/usr/forgotten"], stderr=subprocess.DEVNULL).returncode == 1, "/usr is closed"
        )


def unplugged() -> None:
    with step("after the plug was pulled"):
        for place in ("/usr/forgotten", "/etc/forgotten", "/var/log/forgotten", "/root/forgotten"):
            expect(not Path(place).exists(), f"{place} was never on the card")
        for place in (f"{DATA}/kept", f"{HOME}/kept", "/etc/ballottino/club", "/usr/written", "/etc/written"):
            expect(Path(place).exists(), f"{place} is on the card")
        expect(len(games()) > 1, "the games are there")
        run("ballottino-setup", "install", "--profile", "simulated", "--read-only", "off")
        left = [path for top in ("/etc", "/usr/local") for path in Path(top).rglob("*") if "read" in path.name]
        expect(not [path for path in left if "ballottino" in str(path)], f"the protection is gone, but for {left}")


def main() -> None:
    if os.uname().machine == "aarch64":
        boards.put_into(boards.PI_4)
    begun, before = time.monotonic(), tree()
    old = package("0.0.1")
    new = next(file for file in HERE.glob("*.deb") if file != old)
    install_alone(old)
    set_up()
    update(new, old)
    remove(new)
    purge(before)
    first_boot()
    protect()
    print(f"The package passed, in {time.monotonic() - begun:.0f} seconds.")


if __name__ == "__main__":
    unplugged() if sys.argv[1:] == ["unplugged"] else main()
