"""The program and its foundation: Debian packages, a user of its own, a venv, and ourselves in it."""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from firmware.box.pi import Extra
from firmware.install.machine import Machine
from firmware.install.step import Step

HOME = "/opt/ballottino"
VENV = f"{HOME}/venv"
PYTHON = f"{VENV}/bin/python"
USER = "ballottino"
GROUPS = ("gpio", "i2c", "spi")
PARTS = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "companion", "firmware", "hardware", "web")
NOT_PARTS = ("__pycache__", "*.pyc", "*.mo")
PINS = "firmware/install"
NARROW = sys.maxsize < 2**32
"""Whether this is a system of 32 bits, for which the index has no wheels that could be pinned."""
RIVALS: dict[Extra, str] = {"pi": "rpi-lgpio", "pi5": "RPi.GPIO"}
"""Packages that must not be in the venv beside each extra: both bring the same module."""


class Packages(Step):
    """Installs Debian packages, and remembers which of them we brought.

    >>> Packages(machine, ["python3-venv", "i2c-tools"]).do()    # doctest: +SKIP
    """

    says = "the Debian packages it stands on"
    record = f"{HOME}/packages"

    def __init__(self, machine: Machine, wanted: list[str]) -> None:
        super().__init__(machine)
        self.wanted = wanted

    def done(self) -> bool:
        return not self._missing()

    def do(self) -> None:
        missing = self._missing()
        brought = dict.fromkeys([*self._brought(), *missing])
        self.machine.write(self.record, "".join(f"{name}\n" for name in brought).encode())
        self.machine.run("apt-get", "update")
        apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes", "--no-install-recommends")
        self.machine.run(*apt, *missing)

    def left(self) -> bool:
        return self.machine.is_there(HOME)

    def undo(self) -> None:
        # Not removed: something else may have come to need them. Marked, so that `apt autoremove` takes
        # exactly those that nothing needs.
        if brought := [name for name in self._brought() if name in self._installed()]:
            self.machine.run("apt-mark", "auto", *brought)
            self.machine.say("      sudo apt autoremove takes away those that nothing else needs")
        self.machine.remove(HOME)

    def _missing(self) -> list[str]:
        installed = self._installed()
        return [name for name in self.wanted if name not in installed]

    def _brought(self) -> list[str]:
        return (self.machine.read(self.record) or b"").decode().split()

    def _installed(self) -> set[str]:
        status = (self.machine.read("/var/lib/dpkg/status") or b"").decode("utf-8", "replace")
        entries = (entry for entry in status.split("\n\n") if "\nStatus: install ok installed" in entry)
        return {found[1] for entry in entries if (found := re.match(r"\s*Package: (\S+)", entry))}


class Account(Step):
    """Adds a user that may use the pins and buses, and nothing else.

    >>> Account(machine).done()                              # doctest: +SKIP
    False
    """

    says = f"user {USER} in the groups {', '.join(GROUPS)}"

    def done(self) -> bool:
        return self._exists() and not self._groups_missing()

    def do(self) -> None:
        if not self._exists():
            home = ("--home-dir", "/var/lib/ballottino", "--no-create-home", "--shell", "/usr/sbin/nologin")
            self.machine.run("useradd", "--system", "--user-group", *home, USER)
        if missing := self._groups_missing():
            self.machine.run("usermod", "--append", "--groups", ",".join(missing), USER)

    def left(self) -> bool:
        return self._exists()

    def undo(self) -> None:
        self.machine.run("userdel", USER)

    def _exists(self) -> bool:
        return any(fields[0] == USER for fields in self._lines("/etc/passwd"))

    def _groups_missing(self) -> list[str]:
        members = {fields[0]: fields[-1].split(",") for fields in self._lines("/etc/group")}
        return [group for group in GROUPS if USER not in members.get(group, [])]

    def _lines(self, place: str) -> Iterator[list[str]]:
        for line in (self.machine.read(place) or b"").decode().splitlines():
            yield line.split(":")


class Environment(Step):
    """Makes a venv that sees the system's own lgpio, which the index does not have for every Python.

    >>> Environment(machine).do()                            # doctest: +SKIP
    """

    says = f"a venv in {VENV}"

    def done(self) -> bool:
        # A system brought up to a newer Python leaves a venv behind that has nothing in it.
        python = f"python{sys.version_info.major}.{sys.version_info.minor}"
        config = self.machine.read(f"{VENV}/pyvenv.cfg") or b""
        shared = b"include-system-site-packages = true" in config
        return shared and self.machine.is_there(f"{VENV}/lib/{python}/site-packages")

    def do(self) -> None:
        self.machine.run("/usr/bin/python3", "-m", "venv", "--clear", "--system-site-packages", VENV)

    def left(self) -> bool:
        return self.machine.is_there(VENV)

    def undo(self) -> None:
        self.machine.remove(VENV)


class Program(Step):
    """Installs this checkout in the venv, with the pin library of this Pi.

    What comes from the index is pinned and its files are checked by their hashes (`make pins`), except on a narrow
    system of 32 bits, which builds or finds elsewhere what it can't get as a wheel.

    >>> Program(machine, Path("."), "pi5").do()              # doctest: +SKIP
    """

    says = "the program and its pin library"
    stamp = f"{VENV}/ballottino-source"
    source = f"{HOME}/source"

    def __init__(self, machine: Machine, checkout: Path, extra: Extra) -> None:
        super().__init__(machine)
        self.checkout = checkout
        self.extra = extra

    def done(self) -> bool:
        return self.machine.read(self.stamp) == self._fingerprint()

    def do(self) -> None:
        # Built from a copy: pip, as root, would leave files in the checkout that its owner can't remove.
        self.machine.copy(self._parts(), self.source, NOT_PARTS)
        self._pip("uninstall", "--yes", RIVALS[self.extra])
        if NARROW:
            self._install_in_range()
        else:
            self._install_pinned()
        self.machine.remove(self.source)
        self.machine.write(self.stamp, self._fingerprint())

    def left(self) -> bool:
        return False  # it goes with its venv

    def _install_pinned(self) -> None:
        # The lists are complete, so pip need not look for more; lgpio is missing in them because it is the system's.
        # Without isolation, what has to be built is built with the pinned tools of the first list.
        install = ("install", "--no-deps", "--no-build-isolation", "--use-pep517")
        for pins in ("requirements.txt", f"requirements-{self.extra}.txt"):
            self._pip(*install, "--require-hashes", "--requirement", f"{self.source}/{PINS}/{pins}")
        self._pip(*install, self.source)

    def _install_in_range(self) -> None:
        if self.extra == "pi5":
            self._pip("install", self.source)
            self._pip("install", "--no-deps", *self._without_lgpio())
        else:
            self._pip("install", f"{self.source}[{self.extra}]")

    def _pip(self, *arguments: str) -> None:
        self.machine.run(PYTHON, "-m", "pip", "--disable-pip-version-check", *arguments)

    def _without_lgpio(self) -> list[str]:
        """Return the extra's requirements except lgpio, which is the system's: pip would try to build it."""
        project = tomllib.loads((self.checkout / "pyproject.toml").read_text("utf-8"))["project"]
        return [want for want in project["optional-dependencies"][self.extra] if not want.startswith("lgpio")]

    def _parts(self) -> list[Path]:
        return [part for name in PARTS if (part := self.checkout / name).exists()]

    def _fingerprint(self) -> bytes:
        """Return a checksum of what would be installed: it changes with every byte of every file."""
        sums = hashlib.sha256(self.extra.encode())
        for part in self._parts():
            for file in sorted(part.rglob("*")) if part.is_dir() else [part]:
                if file.is_file() and not any(file.match(f"**/{skip}") or skip in file.parts for skip in NOT_PARTS):
                    name, data = str(file.relative_to(self.checkout)).encode(), file.read_bytes()
                    sums.update(b"%d:%s%d:" % (len(name), name, len(data)) + data)
        return f"{sums.hexdigest()}\n".encode()
