"""The way in: the box's first picture is on the screen before anything heavy is imported."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.glass import Glass

LANGUAGE_AND_FOLDER = ("--lang", "--data")


def main() -> None:
    """Run `ballottino`. With no command, or with `run`, the box starts."""
    glass = first_picture(sys.argv[1:]) if wants_box(sys.argv[1:]) else None
    from firmware.commands.cli import main as command
    from hardware.panel import Panel

    command(obj=Panel(glass) if glass is not None else None)


def wants_box(arguments: list[str]) -> bool:
    """Return whether these arguments start the box: the first one that belongs to no option is `run`.

    >>> wants_box(["--lang", "fr"]), wants_box(["run", "--no-web"]), wants_box(["games"]), wants_box(["--help"])
    (True, True, False, False)
    """
    skip = False
    for argument in arguments:
        if skip:
            skip = False
        elif argument in LANGUAGE_AND_FOLDER:
            skip = True
        elif not argument.startswith("-"):
            return argument == "run"
        elif not argument.startswith(tuple(f"{option}=" for option in LANGUAGE_AND_FOLDER)):
            return False
    return True


def first_picture(arguments: list[str]) -> Glass | None:
    """Show the splash on the screen of the given profile; return `None` if there is no such profile.

    The command reports what is wrong with a profile, since it has words for it.
    """
    from hardware.glass import switch_on
    from hardware.profile import ProfileError, default_profile, load

    try:
        name = profile_name(arguments)
        glass = switch_on(load(name) if name else default_profile())
    except ProfileError:
        return None
    from firmware.screens import SPLASH

    glass.screen.show_frame(SPLASH.read_bytes())
    return glass


def profile_name(arguments: list[str]) -> str | None:
    """Return the profile that these arguments name, if any.

    >>> profile_name(["run", "--profile", "breadboard"]), profile_name(["run", "--profile=x"]), profile_name([])
    ('breadboard', 'x', None)
    """
    for place, argument in enumerate(arguments):
        if argument == "--profile":
            return arguments[place + 1] if place + 1 < len(arguments) else None
        if argument.startswith("--profile="):
            return argument.partition("=")[2]
    return None
