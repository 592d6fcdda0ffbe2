"""Versions of the program side by side: a folder for each, a link to the current one, and one to fall back on.

    /opt/ballottino/versions/0.2.0-3f7a2c91d0e4     a venv with the program, and the unit of its service
    /opt/ballottino/current -> versions/...         all that runs goes through this link
    /opt/ballottino/fallback -> versions/...        only until the current one has been ready
    /opt/ballottino/previous -> versions/...        the one before, kept

Each change from one state to the next renames one link, so a plug may be pulled at any moment. The unit itself
(`ballottino.service`) ends the trial of a new version: once it is ready, `fallback` becomes `previous`; if it does
not come up, `fallback` becomes `current`, also at a boot where no installer runs.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from firmware.install.machine import DoctorRefused, Failed, Machine
from firmware.install.step import Step
from firmware.install.system import DATA, HOME, USER
from firmware.machine.pi import Extra

VERSIONS = f"{HOME}/versions"
CURRENT = f"{HOME}/current"
FALLBACK = f"{HOME}/fallback"
PREVIOUS = f"{HOME}/previous"
STAMP = "ballottino-source"
UNIT_NAME = "ballottino.service"
UNIT = f"/etc/systemd/system/{UNIT_NAME}"
PARTS = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "companion", "firmware", "hardware", "web")
NOT_PARTS = ("__pycache__", "*.pyc", "*.mo")
PINS = "firmware/install"
NARROW = sys.maxsize < 2**32
"""Whether this is a system of 32 bits, for which the index has no wheels that could be pinned."""


def source_files(checkout: Path) -> dict[str, Path]:
    """Return the files of a checkout that are the program, by their names in it."""
    parts = [part for name in PARTS if (part := checkout / name).exists()]
    files = [file for part in parts for file in (sorted(part.rglob("*")) if part.is_dir() else [part])]
    return {
        file.relative_to(checkout).as_posix(): file
        for file in files
        if file.is_file() and not any(file.match(f"**/{skip}") or skip in file.parts for skip in NOT_PARTS)
    }


def pinned(extra: Extra | None, *, is_hall: bool = False) -> list[str]:
    """Return the lists of pinned libraries of a box, by its pin library; a computer that is no Pi has none.

    >>> pinned("pi5")
    ['requirements.txt', 'requirements-pi5.txt', 'requirements-mqtt.txt']
    >>> pinned(None, is_hall=True)
    ['requirements.txt', 'requirements-mqtt.txt', 'requirements-hall.txt']
    """
    of_pins = [f"requirements-{extra}.txt"] if extra is not None else []
    of_hall = ["requirements-hall.txt"] if is_hall else []
    return ["requirements.txt", *of_pins, "requirements-mqtt.txt", *of_hall]


class Version(Step):
    """Builds this checkout, with all its libraries, in a folder of its own beside the versions that are there.

    With `wheels`, a folder, the libraries come from there, and no internet is needed. What comes from the index is
    pinned and its files are checked by their hashes (`make pins`), except on a narrow system of 32 bits, which builds
    or finds elsewhere what it can't get as a wheel.

    >>> Version(machine, Path("."), "pi5").do()              # doctest: +SKIP
    """

    source = f"{HOME}/source"

    def __init__(
        self,
        machine: Machine,
        checkout: Path,
        extra: Extra | None,
        wheels: Path | None = None,
        *,
        is_hall: bool = False,
    ) -> None:
        super().__init__(machine)
        self.checkout = checkout
        self.extra = extra
        self.wheels = wheels
        self.is_hall = is_hall

    @property
    def says(self) -> str:  # type: ignore[override]
        return f"version {self.name}"

    @cached_property
    def name(self) -> str:
        return f"{self._project['version']}-{self._fingerprint[:12]}"

    @property
    def folder(self) -> str:
        return f"{VERSIONS}/{self.name}"

    @property
    def link(self) -> str:
        """The target of a link in `HOME` to this version."""
        return f"versions/{self.name}"

    def done(self) -> bool:
        return self.machine.read(f"{self.folder}/{STAMP}") == self._stamp

    def do(self) -> None:
        """Build from the start: what a pulled plug has left may be half written anywhere."""
        # The venv sees the system's own lgpio, which the index does not have for every Python.
        self.machine.run("/usr/bin/python3", "-m", "venv", "--clear", "--system-site-packages", self.folder)
        # Built from a copy: pip, as root, would leave files in the checkout that its owner can't remove.
        self.machine.copy(self._parts(), self.source, NOT_PARTS)
        if NARROW:
            self._install_in_range()
        else:
            self._install_pinned()
        self.machine.remove(self.source)
        # On the disk, all of it, before the stamp says so.
        self.machine.run("sync", "--file-system", self.folder)
        self.machine.write(f"{self.folder}/{STAMP}", self._stamp)

    def left(self) -> bool:
        return self.machine.is_there(VERSIONS)

    def undo(self) -> None:
        self.machine.remove(VERSIONS)

    def _install_pinned(self) -> None:
        # The lists are complete, so pip need not look for more; lgpio is missing in them because it is the system's.
        # Without isolation, what has to be built is built with the pinned tools of the first list.
        install = ["install", "--no-deps", "--no-build-isolation", "--use-pep517"]
        if self.wheels is not None:
            install += ["--no-index", "--find-links", str(self.wheels)]
        for pins in pinned(self.extra, is_hall=self.is_hall):
            self._pip(*install, "--require-hashes", "--requirement", f"{self.source}/{PINS}/{pins}")
        self._pip(*install, self.source)

    def _install_in_range(self) -> None:
        wanted = "club" if self.is_hall else "mqtt"
        if self.extra != "pi":
            self._pip("install", f"{self.source}[{wanted}]")
        if self.extra == "pi5":
            self._pip("install", "--no-deps", *self._without_lgpio())
        elif self.extra == "pi":
            self._pip("install", f"{self.source}[pi,{wanted}]")

    def _pip(self, *arguments: str) -> None:
        self.machine.run(f"{self.folder}/bin/python", "-m", "pip", "--disable-pip-version-check", *arguments)

    def _without_lgpio(self) -> list[str]:
        """Return the extra's requirements except lgpio, which is the system's: pip would try to build it."""
        wanted = self._project["optional-dependencies"]["pi5"]
        return [want for want in wanted if not want.startswith("lgpio")]

    @cached_property
    def _project(self) -> dict[str, Any]:
        project: dict[str, Any] = tomllib.loads((self.checkout / "pyproject.toml").read_text("utf-8"))["project"]
        return project

    def _parts(self) -> list[Path]:
        return [part for name in PARTS if (part := self.checkout / name).exists()]

    @property
    def _stamp(self) -> bytes:
        return f"{self._fingerprint}\n".encode()

    @cached_property
    def _fingerprint(self) -> str:
        """Return a checksum of what would be installed: it changes with every byte of every file, and with Python.

        A system brought up to a newer Python leaves a venv behind that has nothing in it.
        """
        kind = f"{self.extra} hall" if self.is_hall else f"{self.extra}"
        sums = hashlib.sha256(f"{kind} {sys.version_info.major}.{sys.version_info.minor}".encode())
        for name, file in source_files(self.checkout).items():
            data = file.read_bytes()
            sums.update(b"%d:%s%d:" % (len(name.encode()), name.encode(), len(data)) + data)
        return sums.hexdigest()


class Rehearsal(Step):
    """Has a new version read a copy of everything that is kept, before it is switched to.

    The copy is a backup, made by the version that runs: it is whole while games are being played. Where that version
    can't make one any more, which may be why there is a new one, the files are copied as they are. All of it is done
    by the box's own user, so a link laid into its folder leads nowhere that this user may not go.

    >>> Rehearsal(machine, version, "adafruit-bonnet").do()  # doctest: +SKIP
    """

    says = "its own doctor, on a copy of the games"
    folder = f"{HOME}/rehearsal"

    def __init__(self, machine: Machine, version: Version, profile: str) -> None:
        super().__init__(machine)
        self.version = version
        self.profile = profile

    def done(self) -> bool:
        current = self.machine.target(CURRENT)
        return current in (None, self.version.link) or not self.machine.is_there(DATA)

    def do(self) -> None:
        self.machine.remove(self.folder)  # of a rehearsal that was cut short
        try:
            self.machine.run("install", "--directory", "--owner", USER, "--mode", "0700", self.folder)
            self._rehearse(self._copy())
        finally:
            self.machine.remove(self.folder)

    def left(self) -> bool:
        return False

    def _copy(self) -> list[str]:
        """Copy what is kept; return what to rehearse besides the folder of the copy."""
        backup = f"{self.folder}/all.ballottino"
        with suppress(Failed):
            self._as_user(f"{CURRENT}/bin/ballottino", "--data", DATA, "backup", backup)
            return [backup]
        self._as_user("cp", "--archive", f"{DATA}/games", f"{self.folder}/games")
        return []

    def _rehearse(self, copy: list[str]) -> None:
        program = f"{self.version.folder}/bin/ballottino"
        try:
            self._as_user(program, "--data", self.folder, "rehearse", "--profile", self.profile, *copy)
        except Failed as why:
            raise DoctorRefused(f"{self.version.name} does not pass its own doctor here, and is not used") from why

    def _as_user(self, *command: str) -> None:
        self.machine.run("runuser", "--user", USER, "--", *command)


class Switch(Step):
    """Makes a version the current one, on trial: the last one that was ready stays to fall back on.

    >>> Switch(machine, version).do()                        # doctest: +SKIP
    """

    says = "switched to it"

    def __init__(self, machine: Machine, version: Version) -> None:
        super().__init__(machine)
        self.version = version

    def done(self) -> bool:
        return self.machine.target(CURRENT) == self.version.link

    def do(self) -> None:
        before = self.machine.target(CURRENT)
        # Stopped first: if the old version ends badly now, that must not count against the new one.
        if self.machine.is_booted() and self.machine.is_there(UNIT):
            self.machine.run("systemctl", "stop", UNIT_NAME)
        if before is not None and not self.machine.is_there(FALLBACK):
            self.machine.link(FALLBACK, before)
        self.machine.link(CURRENT, self.version.link)

    def left(self) -> bool:
        return any(map(self.machine.is_there, (CURRENT, FALLBACK, PREVIOUS)))

    def undo(self) -> None:
        for link in (CURRENT, FALLBACK, PREVIOUS):
            self.machine.remove(link)


class Tidy(Step):
    """Removes versions that nothing leads to any more: the current and the previous one stay.

    >>> Tidy(machine).do()                                   # doctest: +SKIP
    """

    says = "no versions older than the previous one"

    def done(self) -> bool:
        return not self._old()

    def do(self) -> None:
        for name in self._old():
            self.machine.remove(f"{VERSIONS}/{name}")

    def left(self) -> bool:
        return False

    def _old(self) -> list[str]:
        kept = {self.machine.target(link) for link in (CURRENT, FALLBACK, PREVIOUS)}
        return [name for name in self.machine.names_in(VERSIONS) if f"versions/{name}" not in kept]
