"""The checks of what is soldered and plugged: chip, pin library, bus, screen, keys."""

from __future__ import annotations

import atexit
import importlib
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from companion.vocabulary import named
from firmware.doctor.finding import Finding, Findings, bad, note, ok, warn
from firmware.machine import pi
from hardware.keys import pins
from hardware.profile import SPI_PINS, Profile
from hardware.screen import NOP
from hardware.simulator.wires import chip_and_connector
from hardware.wire import connector

named("doctor", "chip-found", "chip-missing", "chip-forbidden", "simulated", "library-found")
named("doctor", "library-missing", "library-deaf", "library-both", "library-stranger", "library-partner")
named("doctor", "bus-found", "bus-missing", "bus-forbidden", "bus-in-the-way")
named("doctor", "speed-right", "speed-slow", "speed-unknown")
named("doctor", "screen-answers", "screen-cannot-answer", "screen-silent")
named("doctor", "group-missing", "pins-all-closed")
named("advice", "group-missing", "pins-all-closed")
named("doctor", "pins-read", "pins-unread", "pins-closed", "wires-in-use")
named("advice", "chip-missing", "chip-forbidden", "simulated")
named("advice", "library-missing", "library-deaf", "library-both", "library-stranger", "library-partner")
named("advice", "bus-missing", "bus-forbidden", "bus-in-the-way", "speed-slow", "speed-unknown")
named("advice", "screen-cannot-answer", "screen-silent", "pins-read", "pins-unread", "pins-closed", "wires-in-use")

FULL_SPEED = 400  # kHz
SPI_NODE = "dev/spidev0.0"
BUSES = ("sys/bus/i2c/devices", "sys/class/i2c-adapter")
"""The places where the kernel describes its I2C buses; from 6.12 on only the first."""
CLOCK = "of_node/clock-frequency"


def chip(profile: Profile, root: Path) -> Findings:
    """Is there a chip with pins, and may we use it?"""
    if profile.simulated:
        yield note("chip", "simulated", profile=profile.name)
        return
    chips = sorted((root / "dev").glob("gpiochip*"))
    if not chips:
        yield bad("chip", "chip-missing", profile=profile.name)
    elif closed := [chip.name for chip in chips if not _may_use(chip)]:
        if _has_group("gpio", root):
            yield bad("chip", "chip-forbidden", chips=closed)
        else:
            yield bad("chip", "group-missing", group="gpio")
    else:
        yield ok("chip", "chip-found", chips=[chip.name for chip in chips], model=pi.model(root) or "?")


def library(profile: Profile, root: Path) -> Findings:
    """Is there a pin library that works on this Pi, and no second one written over it?"""
    if profile.simulated:
        return
    yield from _rivals(root)
    _give_lgpio_a_folder()
    faults = {name: _import_fault(name) for name in ("lgpio", "RPi.GPIO", "spidev")}
    if not faults["lgpio"]:
        yield ok("library", "library-found", library="lgpio")
    elif faults["RPi.GPIO"] or pi.extra(root) == "pi5":
        yield bad("library", "library-missing", why=faults["lgpio"])
    else:
        yield warn("library", "library-deaf", why=faults["lgpio"])
    if profile.screen.bus == "spi":
        for name in ("RPi.GPIO", "spidev"):
            if faults[name]:
                yield bad("library", "library-partner", library=name, why=faults[name])


def _give_lgpio_a_folder() -> None:
    """Give lgpio a folder of its own.

    It makes a pipe as it is imported, and leaves it. That fails where one may not write, or where another user's pipe
    lies.
    """
    if "LG_WD" not in os.environ:
        folder = os.environ["LG_WD"] = tempfile.mkdtemp(prefix="ballottino-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)


def _rivals(root: Path) -> Findings:
    """Are RPi.GPIO and rpi-lgpio in each other's way? In one folder, one overwrites the other."""
    original, substitute = _folders("RPi.GPIO"), _folders("rpi-lgpio")
    for folder in sorted(original & substitute):
        yield bad("library", "library-both", folder=folder)
    if original - substitute and not substitute and pi.extra(root) == "pi5":
        yield bad("library", "library-stranger")


def _folders(name: str) -> set[str]:
    found = metadata.distributions(name=name, path=sys.path)
    return {str(distribution.locate_file("")) for distribution in found}


def _import_fault(name: str) -> str:
    """Return why a module can't be imported; nothing if it can."""
    try:
        importlib.import_module(name)
    except Exception as fault:  # RPi.GPIO raises RuntimeError off a Pi, lgpio whatever error its pipe gave
        return f"{type(fault).__name__}: {fault}"
    return ""


def bus(profile: Profile, root: Path) -> Findings:
    """Is the screen's bus switched on, ours to use, and fast?"""
    if profile.simulated:
        return
    node = _node(profile)
    if not (root / node).exists():
        yield bad("bus", "bus-missing", node=f"/{node}", bus=profile.screen.bus)
    elif not _may_use(root / node):
        if _has_group(profile.screen.bus, root):
            yield bad("bus", "bus-forbidden", node=f"/{node}", bus=profile.screen.bus)
        else:
            yield bad("bus", "group-missing", group=profile.screen.bus)
    else:
        yield ok("bus", "bus-found", node=f"/{node}")
    used = [pin for pin, _ in [*profile.inputs(), *profile.outputs()] if pin in SPI_PINS]
    if profile.screen.bus == "i2c":
        if used and (root / SPI_NODE).exists():
            yield bad("bus", "bus-in-the-way", pins=used)
        if (root / node).exists():
            yield _speed([root / place / f"i2c-{profile.screen.port}" / CLOCK for place in BUSES])


def _speed(files: Sequence[Path]) -> Finding:
    found = next((file for file in files if file.is_file()), None)
    if found is None:
        return note("speed", "speed-unknown", wanted=FULL_SPEED)
    speed = int.from_bytes(found.read_bytes(), "big") // 1000
    if speed < FULL_SPEED:
        return warn("speed", "speed-slow", speed=speed, wanted=FULL_SPEED)
    return ok("speed", "speed-right", speed=speed)


def screen(profile: Profile, root: Path) -> Findings:
    """Does the screen answer? It is sent an instruction that does nothing."""
    wiring = profile.screen
    if not (profile.simulated or (root / _node(profile)).exists()):
        return
    connect = chip_and_connector(wiring)[1] if profile.simulated else connector(wiring)
    place = f"0x{wiring.address:02X}" if wiring.bus == "i2c" else "SPI"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # RPi.GPIO warns that a pin is in use, which is to be expected
            serial = connect()
            serial.command(NOP)
            serial.cleanup()
    except Exception as fault:  # luma's own errors, and those of the drivers beneath it
        yield bad("screen", "screen-silent", chip=wiring.chip, place=place, why=f"{type(fault).__name__}: {fault}")
        return
    if wiring.bus == "spi":
        yield note("screen", "screen-cannot-answer", chip=wiring.chip)
    else:
        yield ok("screen", "screen-answers", chip=wiring.chip, place=place)


def keys(profile: Profile, root: Path) -> Findings:
    """Can each pin be read, and is every key open while nobody presses it?"""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gpiozero warns about each library it has tried
        readings = pins.probe(profile)
    unread = [reading for reading in readings if reading.down is None]
    closed = [f"GPIO {reading.pin} ({reading.use})" for reading in readings if reading.down]
    if unread:
        yield bad("keys", "pins-unread", pins=[reading.pin for reading in unread], why=unread[0].fault)
    elif closed and len(closed) == len(readings) > 1:
        yield warn("keys", "pins-all-closed")
    elif closed:
        yield warn("keys", "pins-closed", pins=closed)
    else:
        # A pin that can be read says nothing about the wire: only a thumb can tell.
        yield note("keys", "pins-read", pins=[reading.pin for reading in readings])


def in_use() -> Findings:
    """Yield that the wires are not tested: while the box runs, that would blank its screen."""
    yield note("wires", "wires-in-use")


def _node(profile: Profile) -> str:
    wiring = profile.screen
    return f"dev/i2c-{wiring.port}" if wiring.bus == "i2c" else f"dev/spidev0.{wiring.device}"


def _has_group(name: str, root: Path) -> bool:
    """Return whether there is such a group to be in; if nobody can tell, there is."""
    try:
        groups = (root / "etc/group").read_text("utf-8", "replace").splitlines()
    except OSError:
        return True
    return any(line.startswith(f"{name}:") for line in groups)


def _may_use(node: Path) -> bool:
    return os.access(node, os.R_OK | os.W_OK)
