"""The screen's bus, switched on in the boot configuration between two marks of ours."""

from __future__ import annotations

from firmware.install.machine import Failed, Machine
from firmware.install.step import Step
from hardware.profile import SPI_PINS, Profile

PLACES = ("/boot/firmware/config.txt", "/boot/config.txt")
BEGIN = b"\n# ballottino begins: make uninstall takes these lines out\n"
END = b"# ballottino ends\n"


def bus_lines(profile: Profile) -> list[str]:
    """Return the lines that switch on the buses a build needs.

    SPI takes five pins for itself, so it is off where a build has other uses for one of them. I2C is four
    times as fast as the Pi would have it: the screen is what it waits for.

    >>> bus_lines(load("adafruit-bonnet"))
    ['dtparam=i2c_arm=on', 'dtparam=i2c_arm_baudrate=400000']
    """
    if profile.simulated:
        return []
    if profile.screen.bus == "spi":
        return ["dtparam=spi=on"]
    bus = "i2c_arm" if profile.screen.port == 1 else "i2c_vc"
    lines = [f"dtparam={bus}=on", f"dtparam={bus}_baudrate=400000"]
    if any(pin in SPI_PINS for pin, _ in [*profile.inputs(), *profile.outputs()]):
        lines.append("dtparam=spi=off")
    return lines


def with_block(text: bytes, lines: list[str]) -> bytes:
    """Return a configuration with our lines at its end, in the section `[all]`.

    >>> with_block(b"[pi4]", ["dtparam=spi=on"]).splitlines()[2:]
    [b'[all]', b'dtparam=spi=on', b'# ballottino ends']
    """
    text = without_block(text)
    if not lines:
        return text
    return text + BEGIN + "".join(f"{line}\n" for line in ["[all]", *lines]).encode() + END


def without_block(text: bytes) -> bytes:
    """Return a configuration as it was before our lines, byte for byte; lines that others added since stay."""
    before, begins, rest = text.partition(BEGIN)
    _, ends, after = rest.partition(END)
    if not (begins and ends):
        return text
    gap = b"\n" if after and before and not before.endswith(b"\n") else b""
    return before + gap + after


class Buses(Step):
    """Switches the screen's bus on, and makes it fast.

    >>> Buses(machine, load("waveshare-hat")).do()           # doctest: +SKIP
    """

    says = "the screen's bus in the boot configuration"

    def __init__(self, machine: Machine, profile: Profile) -> None:
        super().__init__(machine)
        self.lines = bus_lines(profile)
        self.place = next((place for place in PLACES if machine.is_there(place)), PLACES[0])

    def done(self) -> bool:
        text = self.machine.read(self.place)
        if text is None:
            return not self.lines  # a computer that is no Pi has no such file, and needs none
        return with_block(text, self.lines) == text

    def do(self) -> None:
        text = self.machine.read(self.place)
        if text is None and not self.machine.dry:
            raise Failed(f"there is neither {' nor '.join(PLACES)}: is this Raspberry Pi OS?")
        self._write(with_block(text or b"", self.lines))

    def left(self) -> bool:
        text = self.machine.read(self.place)
        return text is not None and without_block(text) != text

    def undo(self) -> None:
        self._write(without_block(self.machine.read(self.place) or b""))

    def _write(self, text: bytes) -> None:
        mode = self.machine.mode(self.place) if self.machine.is_there(self.place) else 0o755
        self.machine.write(self.place, text, mode)
        self.machine.reboot = True
