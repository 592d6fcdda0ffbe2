"""Profiles: which part of a box is soldered to which pin, read from TOML.

>>> load("adafruit-bonnet").keys[Key.OK]
(4, 5)
>>> names()
['adafruit-bonnet', 'breadboard', 'simulated', 'waveshare-hat']
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from hardware.keys import ARROWS, NEEDED, SEATS, Key
from hardware.tomltable import ProfileError, TomlTable

__all__ = [
    "BuzzerWiring",
    "EncoderWiring",
    "Profile",
    "ProfileError",
    "ScreenWiring",
    "default_profile",
    "is_file",
    "load",
    "names",
]

FOLDER = Path(__file__).parent / "profiles"


SPI_PINS = {7: "select 1", 8: "select 0", 9: "in", 10: "out", 11: "clock"}
"""The pins that SPI takes where it is switched on, whether a screen uses them or not."""


class ScreenWiring(NamedTuple):
    """The screen's chip and its wires.

    >>> load("waveshare-hat").screen.bus
    'spi'
    """

    chip: str  # ssd1306 or sh1106
    bus: str  # i2c or spi
    port: int = 1  # of I2C; SPI is always port 0
    address: int = 0x3C
    device: int = 0
    data_command: int = 24
    reset: int = 25
    upside_down: bool = False

    def uses(self) -> Iterator[tuple[int, str]]:
        """Yield the screen's pins and their uses; SPI's kernel driver claims both of its select lines."""
        if self.bus == "i2c":
            yield from zip((2, 3) if self.port == 1 else (0, 1), ("I2C data", "I2C clock"), strict=True)
        else:
            yield from ((pin, f"SPI {line}") for pin, line in SPI_PINS.items())
            yield self.data_command, "screen.data_command"
            yield self.reset, "screen.reset"


class EncoderWiring(NamedTuple):
    """A knob: turning it is UP and DOWN, pushing OK, turning it while pushed LEFT and RIGHT.

    >>> load("breadboard").encoder
    EncoderWiring(a=17, b=27, push=22, steps_per_cycle=1)
    """

    a: int
    b: int
    push: int | None = None
    steps_per_cycle: int = 1


class BuzzerWiring(NamedTuple):
    """A buzzer that plays the tone it is given (passive) or has one of its own (active).

    >>> load("breadboard").buzzer
    BuzzerWiring(pin=18, kind='passive')
    """

    pin: int
    kind: str


class Profile(NamedTuple):
    """One way to build the box.

    Named tuples, not dataclasses: importing those takes a fifth of the time to the first picture.

    >>> load("simulated").simulated, load("breadboard").on_paper().simulated
    (True, True)
    """

    name: str
    title: str
    screen: ScreenWiring
    keys: Mapping[Key, tuple[int, ...]]
    encoder: EncoderWiring | None = None
    lamps: Mapping[int, int] = MappingProxyType({})  # seat: pin
    colour: tuple[int, int, int] | None = None
    buzzer: BuzzerWiring | None = None
    simulated: bool = False

    def on_paper(self) -> "Profile":
        """Return the same build with simulated wires."""
        return self._replace(simulated=True)

    def inputs(self) -> list[tuple[int, str]]:
        """Return each pin that is read, and its use."""
        read = [(pin, f"keys.{key}") for key, pins in self.keys.items() for pin in pins]
        if self.encoder is not None:
            read += [(self.encoder.a, "encoder.a"), (self.encoder.b, "encoder.b")]
            if self.encoder.push is not None:
                read.append((self.encoder.push, "encoder.push"))
        return read

    def outputs(self) -> list[tuple[int, str]]:
        """Return each pin that is driven, and its use, without those of the screen."""
        driven = [(pin, f"lamps.SEAT{seat}") for seat, pin in self.lamps.items()]
        if self.colour is not None:
            driven += zip(self.colour, ("colour.red", "colour.green", "colour.blue"), strict=True)
        if self.buzzer is not None:
            driven.append((self.buzzer.pin, "buzzer.pin"))
        return driven


class UnknownProfile(ProfileError):
    """A name that no profile has."""


class WhichProfile(ProfileError):
    """This machine has pins, and no profile was chosen for them."""


def names() -> list[str]:
    """Return the names of the profiles that come with the box."""
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


def is_file(name_or_path: str | Path) -> bool:
    """Return whether this means a file rather than a name: anything with a slash or ending in `.toml`.

    >>> is_file("my-box.toml"), is_file("breadboard")
    (True, False)
    """
    text = str(name_or_path)
    return isinstance(name_or_path, Path) or "/" in text or text.endswith(".toml")


def load(name_or_path: str | Path) -> Profile:
    """Load a profile by its name, or from an owner's file."""
    if is_file(name_or_path):
        return _profile(Path(name_or_path))
    if name_or_path not in names():
        known = ", ".join(names())
        raise UnknownProfile(f"{name_or_path}: no such profile; give one of {known}, or a file ending in .toml")
    return _profile(FOLDER / f"{name_or_path}.toml")


def default_profile(devices: Path = Path("/dev")) -> Profile:
    """Return the simulated box on a machine without pins; on one with pins, refuse to guess the build."""
    chips = sorted(chip.name for chip in devices.glob("gpiochip*"))
    if not chips:
        return load("simulated")
    found = f"this machine has GPIO pins ({', '.join(chips)}) and boards look alike to it"
    raise WhichProfile(f"{found}; pass --profile with one of {', '.join(names())}, or a file")


def _profile(file: Path) -> Profile:
    table = TomlTable.of_file(file)
    profile = Profile(
        name=file.stem,
        title=table.text("title"),
        simulated=table.flag("simulated"),
        screen=_screen(table.table("screen")),
        keys=_keys(table.table("keys")),
        encoder=_encoder(table.table("encoder")) if table.has("encoder") else None,
        lamps=_lamps(table.table("lamps")) if table.has("lamps") else {},
        colour=_colour(table.table("colour")) if table.has("colour") else None,
        buzzer=_buzzer(table.table("buzzer")) if table.has("buzzer") else None,
    )
    table.done()
    _check_reachable(profile, table)
    _check_pins(profile, table)
    return profile


def _screen(table: TomlTable) -> ScreenWiring:
    chip = table.word("chip", ("ssd1306", "sh1106"))
    bus = table.word("bus", ("i2c", "spi"))
    if bus == "spi" and chip == "ssd1306":
        raise table.error("bus", 'the ssd1306 is driven by "i2c" only')
    if bus == "i2c":
        port = table.number("port", (0, 1), 1)
        address = table.number("address", (0x3C, 0x3D), 0x3C, "0x{:02X}")
        screen = ScreenWiring(chip, bus, port, address, upside_down=table.flag("upside_down"))
    else:
        screen = ScreenWiring(
            chip,
            bus,
            port=0,
            address=0,
            device=table.number("device", (0, 1), 0),
            data_command=table.pin("data_command"),
            reset=table.pin("reset"),
            upside_down=table.flag("upside_down"),
        )
    table.done()
    return screen


def _keys(table: TomlTable) -> Mapping[Key, tuple[int, ...]]:
    keys = {key: table.pins(key) for key in Key if table.has(key)}
    table.done()
    return MappingProxyType(keys)


def _encoder(table: TomlTable) -> EncoderWiring:
    a, b, push = table.pin("a"), table.pin("b"), table.pin("push") if table.has("push") else None
    encoder = EncoderWiring(a, b, push, table.number("steps_per_cycle", (1, 2), 1))
    table.done()
    return encoder


def _lamps(table: TomlTable) -> Mapping[int, int]:
    lamps = {seat: table.pin(key) for seat, key in enumerate(SEATS, 1) if table.has(key)}
    table.done()
    return MappingProxyType(lamps)


def _colour(table: TomlTable) -> tuple[int, int, int]:
    colour = table.pin("red"), table.pin("green"), table.pin("blue")
    table.done()
    return colour


def _buzzer(table: TomlTable) -> BuzzerWiring:
    buzzer = BuzzerWiring(table.pin("pin"), table.word("kind", ("passive", "active")))
    table.done()
    return buzzer


def _check_reachable(profile: Profile, table: TomlTable) -> None:
    reached = set(profile.keys)
    if profile.encoder is not None:
        reached |= {Key.UP, Key.DOWN}
        if profile.encoder.push is not None:
            reached |= {*ARROWS, Key.OK}
    missing = [key for key in NEEDED if key not in reached]
    if missing:
        cure = "give each a pin under [keys]"
        if profile.encoder is None or profile.encoder.push is None:
            cure += "; an [encoder] with a push serves as all but BACK"
        raise table.error("keys", f"no way to press {', '.join(missing)}; {cure}")


def _check_pins(profile: Profile, table: TomlTable) -> None:
    used: dict[int, str] = {}
    for pin, use in [*profile.screen.uses(), *profile.inputs(), *profile.outputs()]:
        if pin in used:
            raise table.error(use, f"GPIO {pin} is already used for {used[pin]}; give it another")
        used[pin] = use
