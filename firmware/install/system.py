"""The ground of the program in the system: Debian packages, and a user of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from firmware.install.machine import Machine
from firmware.install.step import File, Step

HOME = "/opt/ballottino"
DATA = "/var/lib/ballottino"
USER = "ballottino"
GROUPS = ("gpio", "i2c", "spi", "audio")
RULES = "/etc/udev/rules.d/60-ballottino.rules"
DEVICES = """\
# Raspberry Pi OS gives these devices to these groups by itself; Debian does not.
SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"
SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"
SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"
"""
STICK_RULES = "/etc/udev/rules.d/61-ballottino-sticks.rules"
STICKS = """\
# Raspberry Pi OS Lite mounts no USB stick by itself. A card reader with a system's card in it is no stick.
ACTION=="remove", GOTO="ballottino_end"
SUBSYSTEM!="block", GOTO="ballottino_end"
ENV{ID_BUS}!="usb", GOTO="ballottino_end"
ENV{ID_FS_USAGE}!="filesystem", GOTO="ballottino_end"
ENV{ID_FS_LABEL}=="bootfs|rootfs|boot|system-boot|writable", GOTO="ballottino_end"
ENV{ID_FS_TYPE}=="vfat|exfat|ext4", TAG+="systemd", ENV{SYSTEMD_WANTS}+="ballottino-stick@%k.service"
LABEL="ballottino_end"
"""
RELOAD = (("udevadm", "control", "--reload"), ("udevadm", "trigger", "--action=change"))


class Packages(Step):
    """Installs Debian packages, and remembers which of them we brought.

    >>> Packages(machine, ["python3-venv", "i2c-tools"]).do()    # doctest: +SKIP
    """

    says = "the Debian packages it stands on"
    record = f"{HOME}/packages"

    def __init__(self, machine: Machine, wanted: list[str], *, is_marked: bool = True) -> None:
        super().__init__(machine)
        self.wanted = wanted
        self.is_marked = is_marked  # taken back; not while dpkg removes our own package, and apt waits for it

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
        brought = [name for name in self._brought() if name in self._installed()]
        if brought and self.is_marked:
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
            home = ("--home-dir", DATA, "--no-create-home", "--shell", "/usr/sbin/nologin")
            self.machine.run("useradd", "--system", "--user-group", *home, USER)
        for group in self._groups_unknown():
            self.machine.run("groupadd", "--system", group)
        if missing := self._groups_missing():
            self.machine.run("usermod", "--append", "--groups", ",".join(missing), USER)

    def left(self) -> bool:
        return self._exists()

    def undo(self) -> None:
        self.machine.run("userdel", USER)

    def _exists(self) -> bool:
        return any(fields[0] == USER for fields in self._lines("/etc/passwd"))

    def _groups_unknown(self) -> list[str]:
        known = {fields[0] for fields in self._lines("/etc/group")}
        return [group for group in GROUPS if group not in known]

    def _groups_missing(self) -> list[str]:
        members = {fields[0]: fields[-1].split(",") for fields in self._lines("/etc/group")}
        return [group for group in GROUPS if USER not in members.get(group, [])]

    def _lines(self, place: str) -> Iterator[list[str]]:
        for line in (self.machine.read(place) or b"").decode().splitlines():
            yield line.split(":")


def device_rules(machine: Machine) -> Step:
    """Return the step that gives pins and buses to their groups; where nothing runs, from the next boot on."""
    then = RELOAD if machine.is_booted() else ()
    return File(machine, "pins and buses for their groups", RULES, DEVICES, then=then)


class Sticks(File):
    """Mounts USB sticks as they are plugged in, where the service may write; lets them go when it is undone.

    >>> Sticks(machine).done()                               # doctest: +SKIP
    """

    def __init__(self, machine: Machine) -> None:
        then = RELOAD if machine.is_booted() else ()
        super().__init__(machine, "USB sticks mounted as they are plugged in", STICK_RULES, STICKS, then=then)

    def undo(self) -> None:
        super().undo()
        if self.machine.is_booted():
            self.machine.run("systemctl", "stop", "ballottino-stick@*.service")
