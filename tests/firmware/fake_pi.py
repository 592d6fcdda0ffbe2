"""A Raspberry Pi's file system in a folder, and a `run` that does to it what the real commands would."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from firmware.install.__main__ import main

BONNET = ("--profile", "adafruit-bonnet")
UNIT = "opt/ballottino/current/ballottino.service"
WANTED = "etc/systemd/system/multi-user.target.wants/ballottino.service"
CONFIG = b"# For more options see http://rptl.io/configtxt\ndtparam=audio=on\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n"
GAME = b"a game worth keeping"


class FakePi:
    """Files of a freshly written card; `run` notes every command, `changes` returns those that change something."""

    def __init__(self, root: Path, chip: str = "brcm,bcm2711", release: str = "bookworm") -> None:
        self.root = root
        self.commands: list[tuple[str, ...]] = []
        self.active: set[str] = set()
        self.fails = ""
        self.put("proc/device-tree/model", b"Raspberry Pi of some kind\0")
        self.put("proc/device-tree/compatible", f"raspberrypi,some\0{chip}\0".encode())
        self.put("etc/os-release", f'ID=debian\nVERSION_CODENAME="{release}"\n'.encode())
        self.put("etc/rpi-issue", b"Raspberry Pi reference\n")
        self.put("boot/firmware/config.txt", CONFIG)
        self.put("etc/passwd", b"root:x:0:0:root:/root:/bin/bash\n")
        self.put("etc/group", b"audio:x:29:pi\ngpio:x:986:pi\ni2c:x:994:\nspi:x:995:pi,other\n")
        self.put("var/lib/dpkg/status", b"Package: polkitd\nStatus: install ok installed\nVersion: 122-3\n\n")
        self.put("var/lib/ballottino/games/1.db", GAME)
        (root / "run/systemd/system").mkdir(parents=True)

    def put(self, name: str, data: bytes) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    def text(self, name: str) -> str:
        return (self.root / name).read_text("utf-8")

    def run(self, command: Sequence[str], quiet: bool) -> int:
        if quiet:
            return 0 if set(" ".join(command).split()) & self.active else 3
        self.commands.append(tuple(command))
        if self.fails and self.fails in command:
            return 1
        program, *rest = command
        perform = getattr(self, f"_{program.rpartition('/')[2].replace('-', '_')}", None)
        return (perform(*rest) if perform is not None else None) or 0

    def said(self) -> list[str]:
        return [" ".join(command) for command in self.commands]

    def tree(self) -> dict[str, tuple[int, bytes]]:
        """Return every file with its permissions."""
        files = (file for file in self.root.rglob("*") if file.is_symlink() or file.is_file())
        return {
            str(file.relative_to(self.root)): (file.lstat().st_mode, self._content(file)) for file in sorted(files)
        }

    @staticmethod
    def _content(file: Path) -> bytes:
        return str(file.readlink()).encode() if file.is_symlink() else file.read_bytes()

    def _env(self, _: str, apt: str, *rest: str) -> None:
        self._append("var/lib/dpkg/status", [name for name in rest[1:] if not name.startswith("--")])

    def _append(self, status: str, names: list[str]) -> None:
        entries = "".join(f"Package: {name}\nStatus: install ok installed\nVersion: 1\n\n" for name in names)
        self.put(status, (self.text(status) + entries).encode())

    def _useradd(self, *rest: str) -> None:
        self.put("etc/passwd", (self.text("etc/passwd") + f"{rest[-1]}:x:990:990::/:/usr/sbin/nologin\n").encode())

    def _groupadd(self, *rest: str) -> None:
        self.put("etc/group", (self.text("etc/group") + f"{rest[-1]}:x:980:\n").encode())

    def _usermod(self, *rest: str) -> None:
        _, _, groups, user = rest
        lines = [line.split(":") for line in self.text("etc/group").splitlines()]
        for line in lines:
            if line[0] in groups.split(","):
                line[-1] = ",".join(filter(None, [line[-1], user]))
        self.put("etc/group", "".join(":".join(line) + "\n" for line in lines).encode())

    def _userdel(self, user: str) -> None:
        kept = [line for line in self.text("etc/passwd").splitlines(True) if not line.startswith(f"{user}:")]
        self.put("etc/passwd", "".join(kept).encode())
        self.put("etc/group", self.text("etc/group").replace(f",{user}", "").replace(f":{user}", ":").encode())

    def _python3(self, *rest: str) -> None:
        venv = rest[-1].lstrip("/")
        self.put(f"{venv}/pyvenv.cfg", b"include-system-site-packages = true\n")

    def _systemctl(self, verb: str, *rest: str) -> None:
        units = [name for name in rest if not name.startswith("--")]
        if verb in ("restart", "start"):
            self.active.update(units)
        elif verb == "stop":
            self.active.difference_update(units)

    def _nmcli(self, _: str, verb: str, *name: str) -> None:
        if verb == "up":
            self.active.update(name)
        elif verb == "down":
            self.active.difference_update(name)


def install(pi: FakePi, *arguments: str, job: str = "install") -> int:
    """Run the installer on a fake Pi; return the exit status."""
    return main([job, "--root", str(pi.root), *(arguments or (BONNET if job == "install" else ()))], run=pi.run)
