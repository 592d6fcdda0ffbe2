"""What a boot has shown: printed at its end, and written into BOOT.md with the film."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from tests.boot.building.kept import CHECKOUT, Minutes
from tests.boot.strip import Strip

PAGE = CHECKOUT / "BOOT.md"
FILM = CHECKOUT / "tests/boot/pictures/film.png"
BEGIN, END = "<!-- what follows is written by make test-boot -->", "<!-- up to here -->"


@dataclass
class Figures:
    """What was counted and measured on the bonnet."""

    start_up: dict[str, float] = field(default_factory=dict)
    again: dict[str, float] = field(default_factory=dict)
    answers: int = 0
    presses: int = 0
    phone: str = ""
    drawn: int = 0
    sent: int = 0
    met: int = 0
    slowest: float = 0.0
    doctor: list[dict[str, Any]] = field(default_factory=list)
    off: float = 0.0


class OnlyRead(NamedTuple):
    """What was seen on a card that is only read."""

    page: float
    answers: int
    unchanged: int


class OnSpi(NamedTuple):
    """What was seen on the Waveshare HAT."""

    page: float
    met: int
    bytes: int


@dataclass
class Seen:
    """What a run has shown; `None` for what was no part of it."""

    bonnet: Figures | None = None
    only_read: OnlyRead | None = None
    spi: OnSpi | None = None


def sentences(seen: Seen, minutes: Minutes) -> Iterable[str]:
    """Yield what was seen in this run, a sentence each."""
    if seen.bonnet is not None:
        yield from of_the_bonnet(seen.bonnet)
    if seen.only_read is not None:
        page, answers, unchanged = seen.only_read
        yield (
            f"A card that is only read: page after {page:.0f} s. With the plug pulled, its game had all {answers} "
            f"answers, and each of the {unchanged} files of the system was as before, byte for byte."
        )
    if seen.spi is not None:
        yield (
            f"The Waveshare HAT: page after {seen.spi.page:.0f} s; {seen.spi.met} pictures read from "
            f"{seen.spi.bytes} bytes on SPI, the same as those of a simulated one."
        )
    yield (
        f"It took {minutes.total / 60:.0f} minutes in one go, on {os.cpu_count()} processors that {minutes.load:.1f} "
        "programs wanted on average, its own included."
    )


def of_the_bonnet(figures: Figures) -> Iterable[str]:
    """Yield what was seen on the bonnet."""
    first, again = figures.start_up, figures.again
    yield f"The first picture was there after {first['first picture']:.0f} s, the page after {first['page']:.0f} s."
    yield (
        f"{figures.drawn} pictures were drawn by the box, and each came out of the bus, in order, dot for dot; "
        f"{figures.sent} bytes went to the chip up to the pulled plug."
    )
    yield (
        f"{figures.presses} keys were pressed through the pin registers for {figures.answers} answers of Doge; "
        f"{figures.met} times the glass was compared with a simulated box that got the same keys. The slowest key "
        f"took {figures.slowest:.1f} s under emulation."
    )
    yield f"A phone read the QR code off the glass and took a seat in {figures.phone.title()}."
    yield f"The plug was pulled at a question; the next boot, whose page came after {again['page']:.0f} s, had it."
    states = [one["state"] for one in figures.doctor]
    warned = ", ".join(one["check"] for one in figures.doctor if one["state"] == "warn")
    yield f"The doctor looked at {len(states)} things: none bad; {f'warnings: {warned}' if warned else 'no warning'}."
    yield f"Shut down from the box's own menu, the machine was off after {figures.off:.0f} s."


def minutes_table(minutes: Minutes) -> str:
    """Return the steps and their minutes as a table.

    >>> minutes = Minutes()
    >>> minutes.taken = [("QEMU of trixie", 90.0)]
    >>> print(minutes_table(minutes))
    | step | minutes |
    | --- | ---: |
    | QEMU of trixie | 1.5 |
    """
    earlier = [f"| {what}: made before | {seconds / 60:.1f} |" for what, seconds in minutes.earlier]
    rows = earlier + [f"| {what} | {seconds / 60:.1f} |" for what, seconds in minutes.taken]
    return "\n".join(["| step | minutes |", "| --- | ---: |", *rows])


def said(seen: Seen, minutes: Minutes) -> str:
    """Return what a run has shown, and what it has not, for the terminal."""
    proved = "\n".join(f"- {text}" for text in sentences(seen, minutes))
    return (
        f"\nWhat this proves:\n{proved}\n\nWhat it does not prove: see {PAGE.relative_to(CHECKOUT)}. No edge "
        "interrupts, no bounce, no pull-ups, no glass, no Wi-Fi, no firmware of a Pi, no real card, and no real time."
    )


def write(seen: Seen, minutes: Minutes, strip: Strip, page: Path = PAGE) -> None:
    """Put the film, the figures and the minutes of a run into the page; the rest of it stays."""
    strip.save(FILM)
    text = page.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    shots = "\n".join(f"| {shot.seconds:.0f} | {shot.caption} | {shot.console} |" for shot in strip.shots)
    proved = "\n".join(f"- {each}" for each in sentences(seen, minutes))
    made = (
        f"{BEGIN}\n\n![Pictures read off the bus]({FILM.relative_to(CHECKOUT)})\n\n"
        f"| seconds | on the glass | last word of the console |\n| ---: | --- | --- |\n{shots}\n\n"
        f"## What was seen\n\n{proved}\n\n## Minutes\n\n{minutes_table(minutes)}\n\n{END}"
    )
    page.write_text(before + made + after, "utf-8")
