"""The plan of an installation: every step, in order, for one box on one Pi."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from firmware.install import hall, hotspot, readonly, service
from firmware.install.boot import Buses
from firmware.install.club import OFF, Club
from firmware.install.machine import Failed, Machine
from firmware.install.step import File, Step
from firmware.install.system import Account, Packages, Sticks, device_rules
from firmware.install.versions import Rehearsal, Switch, Tidy, Version
from firmware.machine import pi
from hardware.profile import Profile, load

CHECKOUT = Path(__file__).parents[2]
PACKAGE = "/usr/lib/ballottino"
"""The folder of our Debian package, if the box was installed from it: the program and its libraries."""
PACKAGED = Path(PACKAGE, "source")
"""The program there, in place of a checkout. Debian packages are then Debian's business, and nothing is compiled."""


class Order(NamedTuple):
    """An order for an installation: which box, and what belongs to it.

    >>> Order("adafruit-bonnet").voice
    False
    """

    profile: str
    club: str = ""
    """The address of a club's broker; `off` for none, nothing to leave it as it is."""
    hall: str = ""
    """The address of the broker whose hall this box is too, or `on` for one of its own; as with the club."""
    voice: bool = False
    """Whether it should speak."""
    wheels: Path | None = None
    """A folder with the libraries, where they are not to be fetched from the index."""
    read_only: str = ""
    """Whether the card should only be read, `on` or `off`; nothing to leave it as it is."""


class Target(NamedTuple):
    """The machine that an order is for."""

    extra: pi.Extra | None
    """Its pin library; a computer that is no Pi has none."""
    release: str
    packaged: bool = False
    """Whether our Debian package is installed, so that Debian has seen to what the box stands on."""


ANY = Order("adafruit-bonnet", hall=OFF, read_only=readonly.OFF)
"""An order to take a box back: it does not matter which one it was."""
USUAL = Target("pi", "bookworm")
"""A Pi 4 with Bookworm."""


def target_of(machine: Machine, profile: str) -> Target:
    """Return what this machine is to a box of this profile; a dry run elsewhere takes it for a Pi 4, and says so.

    A box that is simulated can be installed on any computer with Debian.
    """
    needs_pi = not load(profile).simulated
    packaged = machine.is_there(PACKAGE)
    extra, release = library(machine, packaged=packaged), codename(machine)
    if (extra is None and needs_pi) or release not in service.BACKOFF:
        what = "Raspberry Pi OS Bookworm or Trixie" if extra else "a Raspberry Pi"
        if not machine.dry:
            raise Failed(f"this is not {what}; with --dry-run it would only be told what is done there")
        machine.say(f"This is not {what}: so it would go on a Pi 4 with Bookworm.")
        return USUAL
    return Target(extra, release, packaged)


def library(machine: Machine, *, packaged: bool) -> pi.Extra | None:
    """Return the pin library of this machine; the Debian package brings the one that needs no compiler."""
    extra = pi.extra(machine.root)
    return "pi5" if packaged and extra is not None else extra


def packed_wheels() -> Path | None:
    """Return the folder with the libraries of our Debian package, if this program lies in it."""
    return PACKAGED.with_name("wheels") if CHECKOUT == PACKAGED else None


def version() -> str:
    """Return the version of this program."""
    return str(tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def codename(machine: Machine) -> str:
    """Return the release of the system, by its own name."""
    for line in (machine.read("/etc/os-release") or b"").decode().splitlines():
        name, _, value = line.partition("=")
        if name == "VERSION_CODENAME":
            return value.strip('"')
    return ""


def packages(
    profile: Profile,
    extra: pi.Extra | None,
    *,
    narrow: bool = sys.maxsize < 2**32,
    voice: bool = False,
    packaged: bool = False,
) -> list[str]:
    """Return the Debian packages for a build.

    lgpio on every Pi: on kernels since 6.6 gpiozero gets no edges from RPi.GPIO, which is then only what
    luma.oled sets an SPI screen's lines with. Our own Debian package names them itself, all but those of the voice.

    >>> packages(load("adafruit-bonnet"), "pi5", narrow=False)
    ['python3-venv', 'python3-lgpio', 'i2c-tools', 'polkitd', 'openssh-client']
    """
    spoken = ["espeak-ng", "alsa-utils"] if voice else []  # aplay is one of the utilities
    if packaged:
        return spoken
    # openssh-client checks who has signed an update; Raspberry Pi OS has it, a small Debian may not.
    wanted = ["python3-venv", "python3-lgpio", "i2c-tools", "polkitd", "openssh-client"]
    if extra is None:
        wanted = ["python3-venv", "polkitd", "openssh-client"]
    if profile.screen.bus == "spi":
        wanted.append("python3-spidev")
    if extra == "pi":
        wanted += ["gcc", "python3-dev"]  # RPi.GPIO is compiled where there is no wheel of it
    if narrow:
        wanted += ["libopenjp2-7", "libtiff6", "libxcb1"]  # Pillow's wheel for 32 bits needs these
    return wanted + spoken


def box(machine: Machine, order: Order, target: Target) -> list[Step]:
    """Return the steps from a bare Pi to a box that starts by itself.

    >>> take(box(machine, order, target_of(machine, order.profile)), machine)      # doctest: +SKIP
    """
    profile = load(order.profile)
    is_hall = hall.is_wanted(machine, order.hall)
    version = Version(machine, CHECKOUT, target.extra, order.wheels or packed_wheels(), is_hall=is_hall)
    wanted = packages(profile, target.extra, voice=order.voice, packaged=target.packaged)
    # Switching the bus on makes the wires; this makes /dev/i2c-1.
    i2c = File(machine, "i2c-dev loaded at boot", "/etc/modules-load.d/ballottino.conf", "i2c-dev\n", reboot=True)
    return [
        Packages(machine, wanted, is_marked=not target.packaged),
        Account(machine),
        device_rules(machine),
        version,
        service.unit_file(machine, version, order.profile, target.release),
        *service.other_files(machine, version),
        Rehearsal(machine, version, order.profile),
        Buses(machine, profile),
        *([] if profile.simulated else [i2c]),
        service.OwnProfile(machine, order.profile),
        service.chosen_profile(machine, order.profile),
        Club(machine, order.club),
        hotspot.Secret(machine),  # a box that finds no network at its first start opens its own
        service.poweroff_rule(machine),
        Switch(machine, version),
        *service.links(machine),
        service.Running(machine, version),
        service.Waiting(machine),
        Sticks(machine),
        *(hall.steps(machine, order.hall) if is_hall else []),
        Tidy(machine),
        *_protection(machine, order.read_only),
    ]


def _protection(machine: Machine, wanted: str) -> list[Step]:
    """Return the steps that protect the card, if it should be, or is and nobody says otherwise."""
    is_on = wanted == readonly.ON or (not wanted and readonly.is_wanted(machine))
    return readonly.steps(machine) if is_on else []


def program(machine: Machine) -> list[Step]:
    """Return the steps that install the command alone, for the Debian package on a machine that is no box yet."""
    version = Version(machine, CHECKOUT, library(machine, packaged=True), packed_wheels())
    return [version, Switch(machine, version), service.command(machine), Tidy(machine)]


def everything(machine: Machine, *, settings: bool = True) -> list[Step]:
    """Return everything that can have been installed, to take it back; without the settings, if they should stay."""
    steps = [
        *box(machine, ANY, USUAL._replace(packaged=machine.is_there(PACKAGE))),
        *hotspot.switch(machine, hotspot.Secret(machine).hotspot),
        *hall.steps(machine, OFF),
        *readonly.steps(machine),
    ]
    return steps if settings else [step for step in steps if not step.is_setting]
