"""The box as a service: started at boot, restarted when it fails, never as root."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from firmware.install.machine import Failed, Machine, NotUp
from firmware.install.step import File, Link, Step
from firmware.install.system import HOME
from firmware.install.versions import CURRENT, FALLBACK, STAMP, UNIT, UNIT_NAME, Version
from hardware.profile import is_file

UNIT_IN_VERSION = f"{CURRENT}/{UNIT_NAME}"
UNITS = "/etc/systemd/system"
WANTS = f"{UNITS}/multi-user.target.wants"
WANTED = f"{WANTS}/{UNIT_NAME}"
ERRANDS = ("ballottino-errand.path", "ballottino-errand.service")
"""The units that wait for an errand of the box, and run it as root."""
STICK = "ballottino-stick@.service"
"""The unit that mounts a USB stick, started by a rule of udev's."""
HALL = "ballottino-hall.service"
"""The unit of a box that is the hall of its club too."""
COMMAND = "/usr/local/bin/ballottino"
RULES = "/etc/polkit-1/rules.d/50-ballottino.rules"
FOLDER = "/etc/ballottino"
OWN_PROFILE = f"{FOLDER}/profile.toml"
CHOSEN = f"{FOLDER}/profile"
"""The file that says in a word which box it is: for updates, and for a package that is installed again."""
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
    text = template(UNIT_NAME).replace("@PROFILE@", kept_as(profile))
    return text.replace("@BACKOFF@", "\n".join(BACKOFF[release]))


def kept_as(profile: str) -> str:
    """Return a profile as the installed box knows it: the name of one of ours, or the place of the owner's own.

    >>> kept_as("waveshare-hat"), kept_as("my-box.toml")
    ('waveshare-hat', '/etc/ballottino/profile.toml')
    """
    return OWN_PROFILE if is_file(profile) else profile


def unit_file(machine: Machine, version: Version, profile: str, release: str) -> File:
    """Return the step that puts the unit into its version's folder: program and unit are switched as one."""
    return File(machine, "the unit of its service", f"{version.folder}/{UNIT_NAME}", unit(profile, release))


def other_files(machine: Machine, version: Version) -> list[Step]:
    """Return the steps that put the other units into their version's folder, too."""
    names = (*ERRANDS, STICK, HALL)
    return [File(machine, f"the unit {name}", f"{version.folder}/{name}", template(name)) for name in names]


def links(machine: Machine) -> list[Step]:
    """Return the steps that make systemd and everybody's shell find the current version.

    Not by `systemctl enable`, which would link to the folder that is current now.
    """
    then, others = [RELOAD] if machine.is_booted() else [], (*ERRANDS, STICK)
    return [
        Link(machine, f"the service {UNIT_NAME}", UNIT, UNIT_IN_VERSION, then=then),
        Link(machine, "the service wanted at every boot", WANTED, UNIT),
        *(Link(machine, f"the unit {name}", f"{UNITS}/{name}", f"{CURRENT}/{name}", then=then) for name in others),
        Link(machine, "errands waited for at every boot", f"{WANTS}/{ERRANDS[0]}", f"{UNITS}/{ERRANDS[0]}"),
        command(machine),
    ]


def command(machine: Machine) -> Step:
    """Return the step by which everybody's shell finds the program."""
    return Link(machine, f"the command {COMMAND}", COMMAND, f"{CURRENT}/bin/ballottino")


def poweroff_rule(machine: Machine) -> File:
    """Return the step that allows the box to switch the machine off, by polkit: sudo fails under NoNewPrivileges."""
    return File(machine, "leave for the box to switch the Pi off", RULES, template("ballottino.rules"))


class OwnProfile(Step):
    """Copies the owner's own profile to where the service may read it; one of our profiles needs no copy.

    >>> OwnProfile(machine, "my-box.toml").do()              # doctest: +SKIP
    """

    says = "the owner's own profile"
    is_setting = True

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


class Chosen(File):
    """Notes which box this is.

    >>> Chosen(machine, "the box that was chosen", CHOSEN, "waveshare-hat\\n")     # doctest: +SKIP
    """

    is_setting = True

    def undo(self) -> None:
        super().undo()
        self.machine.remove_if_empty(FOLDER)


def chosen_profile(machine: Machine, profile: str) -> Step:
    """Return the step that notes which box this is."""
    return Chosen(machine, "which box it is", CHOSEN, f"{kept_as(profile)}\n")


class Waiting(Step):
    """Has systemd wait for errands of the box; where nothing runs, from the next boot on.

    >>> Waiting(machine).done()                              # doctest: +SKIP
    """

    says = "errands waited for"

    def done(self) -> bool:
        return not self.machine.is_booted() or self._is_active()

    def do(self) -> None:
        self.machine.run("systemctl", "start", ERRANDS[0])

    def left(self) -> bool:
        return self.machine.is_booted() and self._is_active()

    def undo(self) -> None:
        self.machine.run("systemctl", "stop", ERRANDS[0])

    def _is_active(self) -> bool:
        return self.machine.ask("systemctl", "is-active", "--quiet", ERRANDS[0])


class Started(Step):
    """Starts a service as it was last installed; where nothing runs, it starts at the next boot.

    A record on the disk says as what it was started, so that an update broken off is noticed.
    """

    service: str
    made_of: Sequence[str]
    """The files that it is made of."""
    record: str

    def done(self) -> bool:
        if self.machine.read(self.record) != self._installed():
            return False
        return not self.machine.is_booted() or self.machine.ask("systemctl", "is-active", "--quiet", self.service)

    def _installed(self) -> bytes:
        return b"".join(self.machine.read(place) or b"-" for place in self.made_of)


class Running(Started):
    """Starts the service of the box.

    >>> Running(machine, version).undo()                     # doctest: +SKIP
    """

    says = "the service started"
    service = UNIT_NAME
    made_of = (f"{CURRENT}/{STAMP}", UNIT_IN_VERSION, OWN_PROFILE, f"{FOLDER}/club")
    record = f"{HOME}/started"

    def __init__(self, machine: Machine, version: Version) -> None:
        super().__init__(machine)
        self.version = version

    def do(self) -> None:
        if not self.machine.is_booted():
            self.machine.say("      systemd does not run here: the box starts at the next boot")
        elif self.machine.reboot and self.machine.is_there(FALLBACK):
            # Without its bus a new version might not come up, and would be given up.
            self.machine.say("      the new version starts when the Pi is rebooted")
        else:
            self.machine.run(*RELOAD)
            self._restart()
        self.machine.write(self.record, self._installed())

    def left(self) -> bool:
        return self.machine.is_booted() and self.machine.is_there(UNIT)

    def undo(self) -> None:
        self.machine.run("systemctl", "stop", UNIT_NAME)

    def _restart(self) -> None:
        # Before the reboot there may be no bus: if the box can't start yet, the installation has not failed.
        block = ["--no-block"] if self.machine.reboot else []
        try:
            self.machine.run("systemctl", "restart", *block, UNIT_NAME)
        except Failed as why:
            if self.machine.target(CURRENT) == self.version.link:
                raise
            self.machine.run("systemctl", "start", UNIT_NAME)
            raise NotUp(
                f"{self.version.name} did not come up within a minute; the version before it is back and running. "
                f"What went wrong: journalctl --unit {UNIT_NAME}"
            ) from why
