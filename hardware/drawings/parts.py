"""The parts of a build as drawn, each on the pin that its profile gives it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hardware.drawings.header import GROUND, PIN_OF, PinPlace
from hardware.keys import ARROWS, Key
from hardware.profile import Profile

RED, GREEN, BLUE = "#c62828", "#1b7f3b", "#1558c0"
KEY_COLOUR, LAMP_COLOUR, SOUND_COLOUR, POWER_COLOUR = "#b4500b", "#8a6d00", "#7a1fa2", RED
SCREEN_POWER_PIN = 1
SHORT = {
    "I2C data": "SDA",
    "I2C clock": "SCL",
    "screen.data_command": "data/command",
    "screen.reset": "reset",
}


@dataclass(frozen=True)
class DrawnWire:
    """One wire from a physical pin to a part.

    `symbol` is the part on it: a button, a lamp, a buzzer; empty if the wire ends in a box.
    """

    pin: int
    label: str
    colour: str
    symbol: str = ""
    resistor: str = ""

    @property
    def place(self) -> PinPlace:
        """Return the place on the header where the wire starts."""
        return PinPlace.of(self.pin)


@dataclass(frozen=True)
class PartBox:
    """A part with several wires on one side of the header."""

    title: str
    wires: tuple[DrawnWire, ...]
    ground: str  # the name of its leg to ground; empty if the board connects that

    @property
    def side(self) -> int:
        """Return the side of the header it is on."""
        return self.wires[0].place.side

    @property
    def rows(self) -> range:
        """Return the rows of the header that it spans."""
        rows = [wire.place.row for wire in self.wires]
        return range(min(rows), max(rows) + 1)

    @property
    def middle(self) -> float:
        """Return the row of its leg to ground; it may lie between two."""
        return (self.rows[0] + self.rows[-1]) / 2


@dataclass(frozen=True)
class Rail:
    """The ground rail on one side of the header: its physical pin and the rows that end on it."""

    pin: int
    rows: tuple[float, ...]

    @property
    def place(self) -> PinPlace:
        """Return the place on the header where it starts."""
        return PinPlace.of(self.pin)


@dataclass(frozen=True)
class Build:
    """A drawing's addition to a profile: whether the parts come on a board, and their names there."""

    plugged: bool
    key_parts: Mapping[Key, tuple[str, ...]]
    notes: tuple[str, ...]

    @property
    def board_buttons(self) -> list[str]:
        """The buttons beside the stick on the board's face, from the top, each with its key."""
        parts = [(name, key) for key, names in self.key_parts.items() for name in names]
        return [f"{name.removeprefix('button ')}: {key}" for name, key in parts if "stick" not in name]


STICK = {key: (f"stick {key.lower()}",) for key in ARROWS}
PLUGGED_NOTES = (
    "Nothing to wire: the board plugs onto all 40 pins. This shows what it uses, for tests and repairs.",
    "Ground is drawn to the nearest pin; on the board all grounds are one.",
    "The numbers come from public descriptions, not from a board in hand: try every key on the test screen.",
)
BUILDS = {
    "adafruit-bonnet": Build(
        plugged=True,
        key_parts={**STICK, Key.OK: ("stick pressed", "button A"), Key.BACK: ("button B",)},
        notes=PLUGGED_NOTES,
    ),
    "waveshare-hat": Build(
        plugged=True,
        key_parts={**STICK, Key.OK: ("stick pressed", "KEY1"), Key.BACK: ("KEY2", "KEY3")},
        notes=(
            *PLUGGED_NOTES,
            "The Pi’s SPI keeps its “in” and its other select line too; the screen has no use for them.",
        ),
    ),
    "breadboard": Build(
        plugged=False,
        key_parts={},
        notes=(
            "A button joins its pin to ground. The Pi itself holds the pin up: no resistor there.",
            "Knob: the middle of its three legs and one of the two push legs to ground.",
            "A knob or screen on a module has a + or VCC: to 3V3, never to 5V.",
            "Lamps: long leg towards the pin. The colour lamp’s common cathode is its longest leg.",
            "The buzzer is a piezo disc or a passive piezo buzzer; one with a coil would need a transistor.",
        ),
    ),
}


def boxes(profile: Profile, build: Build) -> Iterator[PartBox]:
    """Yield the screen, the knob and the colour lamp: a box for each side of the header that a part has wires on."""
    ground = "" if build.plugged else "GND"
    yield from _by_side(_screen_title(profile), _screen_wires(profile, build), ground)
    if (encoder := profile.encoder) is not None:
        named = {"A": encoder.a, "B": encoder.b, "push": encoder.push}
        knob = [DrawnWire(PIN_OF[gpio], leg, KEY_COLOUR) for leg, gpio in named.items() if gpio is not None]
        yield from _by_side("knob: UP, DOWN, push OK", knob, ground="common")
    if profile.colour is not None:
        legs = (("red", RED, "330"), ("green", GREEN, "100"), ("blue", BLUE, "100"))
        lamp = [
            DrawnWire(PIN_OF[gpio], leg, colour, resistor=ohms)
            for gpio, (leg, colour, ohms) in zip(profile.colour, legs, strict=True)
        ]
        yield from _by_side("colour lamp", lamp, ground="cathode")


def wires(profile: Profile, build: Build) -> Iterator[DrawnWire]:
    """Yield the parts that have a single wire, which goes on to ground: buttons, seat lamps, the buzzer."""
    for key, gpios in profile.keys.items():
        names = build.key_parts.get(key, ("button",) * len(gpios))
        for gpio, name in zip(gpios, names, strict=True):
            yield DrawnWire(PIN_OF[gpio], f"{key}: {name}", KEY_COLOUR, "button")
    for seat, gpio in profile.lamps.items():
        yield DrawnWire(PIN_OF[gpio], f"SEAT{seat}: lamp", LAMP_COLOUR, "lamp", resistor="330")
    if profile.buzzer is not None:
        label = f"{profile.buzzer.kind} buzzer"
        yield DrawnWire(PIN_OF[profile.buzzer.pin], label, SOUND_COLOUR, "buzzer", resistor="100")


def rails(boxed: list[PartBox], single: list[DrawnWire]) -> Iterator[Rail]:
    """Yield a ground rail for each side that needs it, from the free ground pin nearest to its first part."""
    for side in (-1, 1):
        rows: list[float] = [wire.place.row for wire in single if wire.place.side == side]
        rows += [box.middle for box in boxed if box.side == side and box.ground]
        if rows:
            taken = {PinPlace(side, row) for box in boxed if box.side == side for row in box.rows}
            free = [pin for pin in GROUND if PinPlace.of(pin).side == side and PinPlace.of(pin) not in taken]
            first = min(rows)
            yield Rail(min(free, key=lambda pin: abs(PinPlace.of(pin).row - first)), tuple(rows))


def _screen_title(profile: Profile) -> str:
    screen = profile.screen
    return f"screen: {screen.chip.upper()}" + (f" at 0x{screen.address:X}" if screen.bus == "i2c" else "")


def _screen_wires(profile: Profile, build: Build) -> list[DrawnWire]:
    lines = [DrawnWire(PIN_OF[gpio], SHORT.get(use, use), BLUE) for gpio, use in profile.screen.uses()]
    power = [] if build.plugged else [DrawnWire(SCREEN_POWER_PIN, "VCC", POWER_COLOUR)]
    return power + lines


def _by_side(title: str, wires: list[DrawnWire], ground: str) -> Iterator[PartBox]:
    for side in (-1, 1):
        here = tuple(wire for wire in wires if wire.place.side == side)
        if here:
            yield PartBox(title, here, ground)
