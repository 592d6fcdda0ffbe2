"""The box as a service: started at boot, restarted when it fails, never as root."""

from __future__ import annotations

from pathlib import Path

from firmware.install.machine import Failed, Machine
from firmware.install.program import HOME, VENV, Program
from firmware.install.step import File, Step
from hardware.profile import is_file

NAME = "ballottino.service"
UNIT = f"/etc/systemd/system/{NAME}"
RULES = "/etc/polkit-1/rules.d/50-ballottino.rules"
FOLDER = "/etc/ballottino"
OWN_PROFILE = f"{FOLDER}/profile.toml"
RELOAD = ("systemctl", "daemon-reload")
BACKOFF = {
    "bookworm": ["RestartSec=3"],  # its systemd, 252, can't increase the pauses between restarts
    "trixie": ["RestartSec=1", "RestartSteps=6", "RestartMaxDelaySec=60"],
}


def template(name: str) -> str:
    """Return one of the files beside this one."""
    return Path(__file__).with_name(name).read_text("utf-8")


def unit(profile: str, release: str) -> str:
    """Return the unit for a profile on a release of Raspberry Pi OS.

    >>> "run --profile waveshare-hat" in unit("waveshare-hat", "trixie")
    True
    """
    text = template(NAME).replace("@PROFILE@", OWN_PROFILE if is_file(profile) else profile)
    return text.replace("@BACKOFF@", "\n".join(BACKOFF[release]))


def unit_file(machine: Machine, profile: str, release: str) -> File:
    """Return the step that puts the unit in its place."""
    then = [RELOAD] if machine.is_booted() else []
    return File(machine, f"the service {NAME}", UNIT, unit(profile, release), then=then)


def poweroff_rule(machine: Machine) -> File:
    """Return the step that allows the box to switch the machine off, by polkit: sudo fails under NoNewPrivileges."""
    return File(machine, "leave for the box to switch the Pi off", RULES, template("ballottino.rules"))


class OwnProfile(Step):
    """Copies the owner's own profile to where the service may read it; one of our profiles needs no copy.

    >>> OwnProfile(machine, "my-box.toml").do()              # doctest: +SKIP
    """

    says = "the owner's own profile"

    def __init__(self, machine: Machine, profile: str) -> None:
        super().__init__(machine)
        self.data = Path(profile).read_bytes() if is_file(profile) else None

    def done(self) -> bool:
        return self.machine.read(OWN_PROFILE) == self.data

    def do(self) -> None:
        if self.data is None:
            self.undo()
        else:
            self.machine.write(OWN_PROFILE, self.data)

    def left(self) -> bool:
        return self.machine.is_there(OWN_PROFILE)

    def undo(self) -> None:
        self.machine.remove(OWN_PROFILE)
        self.machine.remove_if_empty(FOLDER)


class Command(Step):
    """Links `ballottino` to where anyone can run it.

    >>> Command(machine).do()                                # doctest: +SKIP
    """

    place = "/usr/local/bin/ballottino"
    target = f"{VENV}/bin/ballottino"
    says = f"the command {place}"

    def done(self) -> bool:
        path = self.machine.path(self.place)
        return path.is_symlink() and str(path.readlink()) == self.target

    def do(self) -> None:
        path = self.machine.path(self.place)
        if path.exists() and not path.is_symlink():
            raise Failed(f"{self.place} is already there and not ours; move it away first")
        self.machine.link(self.place, self.target)

    def undo(self) -> None:
        self.machine.remove(self.place)


class Running(Step):
    """Starts the service now, as it was last installed, and at every boot; where nothing runs, only at boot.

    >>> Running(machine).undo()                              # doctest: +SKIP
    """

    says = "the service started, now and at every boot"
    wanted = f"/etc/systemd/system/multi-user.target.wants/{NAME}"
    record = f"{HOME}/started"

    def done(self) -> bool:
        if not self.machine.is_there(self.wanted) or self.machine.read(self.record) != self._installed():
            return False
        return not self.machine.is_booted() or self.machine.ask("systemctl", "is-active", "--quiet", NAME)

    def do(self) -> None:
        self.machine.run("systemctl", "enable", NAME)
        if self.machine.is_booted():
            # Before the reboot there may be no bus: if the box can't start yet, the installation has not failed.
            self.machine.run("systemctl", "restart", *(["--no-block"] if self.machine.reboot else []), NAME)
        else:
            self.machine.say("      systemd does not run here: the box starts at the next boot")
        self.machine.write(self.record, self._installed())

    def left(self) -> bool:
        return self.machine.is_there(self.wanted) or self.machine.is_there(UNIT)

    def undo(self) -> None:
        self.machine.run("systemctl", "disable", *(["--now"] if self.machine.is_booted() else []), NAME)

    def _installed(self) -> bytes:
        """Return everything that the service is made of; kept on disk, so that an interrupted update is noticed."""
        return b"".join(self.machine.read(place) or b"-" for place in (Program.stamp, UNIT, OWN_PROFILE))
