"""`python3 -m firmware.install`: what `make install`, `make uninstall` and `make hotspot` run."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from companion.refusal import Refusal
from firmware.install import errands, hall, hotspot, plan, readonly, service
from firmware.install.club import OFF
from firmware.install.errands import updating
from firmware.install.machine import Failed, Machine, Runner, aloud, really
from firmware.install.plan import Order
from firmware.install.step import take, take_back
from firmware.install.system import DATA, Account
from firmware.machine.hotspot import known
from firmware.release.archive import number_of
from hardware.profile import ProfileError, names


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python3 -m firmware.install", description="Make this Pi into the box.")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--dry-run", action="store_true", help="say each step and change nothing")
    common.add_argument(
        "--root", type=Path, default=Path("/"), help="work on a tree elsewhere; commands are only told"
    )
    jobs = parser.add_subparsers(dest="job", required=True)
    install = jobs.add_parser("install", parents=[common], help="install, or bring up to date")
    install.add_argument("--profile", default="", help="which box: a profile's name, or a file of your own")
    install.add_argument("--voice", action="store_true", help="install what it needs to speak, too")
    install.add_argument("--club", default="", help="the broker of its club, or off; none is as before")
    install.add_argument(
        "--hall", default="", help="on if it is the hall of its club too, by its own broker or this one; or off"
    )
    install.add_argument(
        "--read-only", choices=["on", "off"], default="", help="only read the card, but for the games"
    )
    install.add_argument("--wheels", type=Path, help="take the libraries from this folder, not from the index")
    leave = jobs.add_parser("uninstall", parents=[common], help="take it all back; the games stay")
    leave.add_argument("--keep-settings", action="store_true", help="leave /etc/ballottino as it is, too")
    jobs.add_parser(
        "configure", parents=[common], help="install the box as it was chosen: our Debian package runs this"
    )
    switch = jobs.add_parser("hotspot", parents=[common], help="the box's own Wi-Fi")
    switch.add_argument("state", choices=["on", "off"])
    jobs.add_parser("errand", parents=[common], help="do what the box asks for: its service runs this")
    jobs.add_parser(
        "errand-ended", parents=[common], help="note one that was killed: its service runs this afterwards"
    )
    return parser


def install(machine: Machine, order: Order) -> None:
    """Install a box as it was ordered."""
    if not order.profile:
        how = "--profile ..." if plan.packed_wheels() else "make install PROFILE=..."
        raise Failed(f"which box is it? {how}, one of {', '.join(names())}, or a file of your own")
    is_new = not hotspot.Secret(machine).done()
    take(plan.box(machine, order, plan.target_of(machine, order.profile)), machine)
    if order.hall == OFF:
        take_back(hall.steps(machine, OFF), machine)
    if order.read_only == readonly.OFF:
        take_back(readonly.steps(machine), machine)
    if is_new and (own := known(machine.path(hotspot.Secret.place))) is not None:
        machine.say(
            f"If it finds no network it opens its own: Wi-Fi {own.ssid}, password {own.password}, then a page"
        )
        machine.say("opens on your phone. Without a screen on the box, note it now.")
    if machine.reboot:
        machine.say("One more thing: all of this works after a reboot. sudo reboot")


def configure(machine: Machine) -> None:
    """Install the box that was chosen here before, or the command alone until one is.

    A version that came by a signed update is never replaced by an older one of the package: it may have written games
    that an older one can't read.
    """
    current, ours = updating.current_version(machine), plan.version()
    if number_of(current) > number_of(ours):
        machine.say(f"Version {current} is installed, which is newer than {ours}: it stays.")
    elif profile := chosen(machine):
        install(machine, Order(profile))
    else:
        take(plan.program(machine), machine)
        machine.say(f"Which box is it? sudo ballottino-setup install --profile ..., one of {', '.join(names())}")


def chosen(machine: Machine) -> str:
    """Return the profile that the box has, or had before it was removed; nothing if there was none."""
    with suppress(Refusal):
        return updating.current_profile(machine)
    return (machine.read(service.CHOSEN) or b"").decode("utf-8", "replace").strip()


def uninstall(machine: Machine, *, keep_settings: bool) -> None:
    """Remove everything except the games."""
    take_back(plan.everything(machine, settings=not keep_settings), machine)
    if machine.is_there(DATA):
        machine.say(f"The games are still in {DATA}.")


def switch_hotspot(machine: Machine, *, on: bool) -> None:
    """Switch the box's own Wi-Fi on or off."""
    secret = hotspot.Secret(machine)
    steps = hotspot.switch(machine, secret.hotspot)
    if not on:
        take_back(steps, machine)
        return
    if not (machine.dry or Account(machine).done()):
        raise Failed("install the box first")
    machine.say("The Pi leaves the Wi-Fi it is in. If that is how you are connected, come back through the hotspot.")
    take([secret], machine)
    if not machine.dry:  # before the connection that shows this breaks
        machine.say(
            f"Wi-Fi {secret.hotspot.ssid}, password {secret.hotspot.password}, http://{secret.hotspot.address}"
        )
    take(steps, machine)


def only_told(command: Sequence[str], *, quiet: bool) -> int:
    """Print a command instead of running it where it would affect this machine instead of the tree that is meant."""
    if not quiet:
        aloud(f"      $ {shlex.join(command)}")
    return 0


def main(given: Sequence[str] | None = None, run: Runner | None = None) -> int:
    """Do what the command line asks; return the exit status."""
    wanted = arguments().parse_args(given)
    here = wanted.root == Path("/")
    machine = Machine(wanted.root, run or (really if here else only_told), dry=wanted.dry_run)
    callers_mask = os.umask(0o022)  # sudo may keep a stricter umask, under which the service could not read our files
    try:
        if here and not machine.dry and os.geteuid():
            raise Failed("this changes the system: run it with sudo")
        if here and run is None and not machine.dry:
            readonly.on_the_card()
        if wanted.job == "install":
            install(machine, Order(**{name: getattr(wanted, name) for name in Order._fields}))
        elif wanted.job == "uninstall":
            uninstall(machine, keep_settings=wanted.keep_settings)
        elif wanted.job == "configure":
            configure(machine)
        elif wanted.job == "errand":
            errands.run(machine)
        elif wanted.job == "errand-ended":
            errands.end(machine)
        else:
            switch_hotspot(machine, on=wanted.state == "on")
    except (Failed, ProfileError) as why:
        print(f"ballottino: {why}", file=sys.stderr)
        return why.status if isinstance(why, Failed) else 1
    except OSError as why:
        where = f"{why.filename}: " if why.filename else ""
        print(f"ballottino: {where}{why.strerror}", file=sys.stderr)
        return 1
    finally:
        os.umask(callers_mask)
    return 0


if __name__ == "__main__":
    sys.exit(main())
