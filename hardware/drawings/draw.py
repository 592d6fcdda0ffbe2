"""Draw the wiring of each build as SVG, from its profile, so that the two can't disagree.

Every wire runs straight out from its pin through the part it drives to a ground rail.
"""

from collections.abc import Iterator
from html import escape
from itertools import chain
from pathlib import Path

from hardware.drawings import header
from hardware.drawings.parts import BUILDS, KEY_COLOUR, Build, DrawnWire, PartBox, Rail, boxes, rails, wires
from hardware.profile import Profile, load

WIDTH, MIDDLE = 1160, 580
TOP, PITCH = 128, 34
BOTTOM = TOP + 20 * PITCH
PIN, NAME, START, PART, END, RAIL, LABEL = 20, 46, 120, 180, 334, 354, 368
"""Distances from the middle of the header, on either side."""
INK, PALE, PAPER, GROUND = "#1c1c1c", "#9a958c", "#fbfaf6", "#3a3a3a"


def main() -> None:
    """Write all drawings beside this file."""
    for name in BUILDS:
        Path(__file__).with_name(f"{name}.svg").write_text(drawing(name), encoding="utf-8")


def drawing(name: str) -> str:
    """Return the drawing of a build as SVG."""
    profile, build = load(name), BUILDS[name]
    height = BOTTOM + 40 + 22 * len(build.notes)
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        'font-family="DejaVu Sans, Verdana, sans-serif" font-size="14">',
        f"<title>{escape(profile.title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        *_head(profile),
        *_parts(profile, build),
        *_notes(build),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _head(profile: Profile) -> Iterator[str]:
    yield _text(24, 40, profile.title, size=24, bold=True)
    yield _text(24, 66, f"profile {profile.name}", size=15)
    yield _text(24, 90, "In the circle: the pin of the header. Beside it: its GPIO (BCM) number.", size=13)
    yield _text(MIDDLE, TOP - 32, "SD card end of the Pi", size=12, anchor="middle")
    yield _text(MIDDLE, BOTTOM + 14, "even pins: edge of the Pi", size=12, anchor="middle")


def _parts(profile: Profile, build: Build) -> Iterator[str]:
    boxed, single = list(boxes(profile, build)), list(wires(profile, build))
    grounds = list(rails(boxed, single))
    for rail in grounds:
        yield from _rail(rail)
    for box in boxed:
        yield from _box(box)
    for wire in single:
        yield from _single(wire)
    yield from _header({wire.pin for wire in chain(single, *(box.wires for box in boxed))}, grounds)
    if build.plugged:
        yield from _face(build.board_buttons)


def _header(used: set[int], grounds: list[Rail]) -> Iterator[str]:
    """Draw the 40 pins with both of their numbers; those in use are bold."""
    used = used | {rail.pin for rail in grounds}
    yield _rect(MIDDLE - 38, TOP - 22, 76, 20 * PITCH + 10, fill="#e3e0d8", stroke=PALE, radius=8)
    for pin in range(1, 41):
        side, row = header.PinPlace.of(pin)
        x, y = MIDDLE + side * PIN, _y(row)
        fill = INK if pin in used else PALE
        yield f'<circle cx="{x}" cy="{y}" r="12" fill="{fill}"/>'
        yield _text(x, y + 4, str(pin), size=12, anchor="middle", fill="#ffffff", bold=True)
        anchor = "start" if side > 0 else "end"
        at = MIDDLE + side * NAME
        yield _text(at, y + 5, header.name(pin), size=14, anchor=anchor, fill=fill, bold=pin in used)


def _rail(rail: Rail) -> Iterator[str]:
    side, row = rail.place
    ends = (*rail.rows, row)
    yield _line(side, RAIL, min(ends), RAIL, max(ends), GROUND, 5)
    yield _line(side, START, row, RAIL, row, GROUND, 3)


def _box(box: PartBox) -> Iterator[str]:
    side, top, bottom = box.side, _y(box.rows[0]) - 15, _y(box.rows[-1]) + 15
    for wire in box.wires:
        yield _line(side, START, wire.place.row, PART + 34, wire.place.row, wire.colour, 3)
        if wire.resistor:
            yield from _resistor(side, wire)
    left = MIDDLE + (PART + 34 if side > 0 else -END)
    yield _rect(left, top, END - PART - 34, bottom - top, fill="#ffffff", stroke=INK, radius=6)
    if box.ground:
        yield _line(side, END, box.middle, RAIL, box.middle, GROUND, 3)
        at, y = MIDDLE + side * (END - 8), _y(box.middle) + 5
        yield _text(at, y, box.ground, size=12, anchor=_outward(-side), fill=GROUND, bold=True)
    for wire in box.wires:
        at, y = MIDDLE + side * (PART + 42), _y(wire.place.row) + 5
        yield _text(at, y, wire.label, size=12, anchor=_outward(side), fill=wire.colour, bold=True)
    yield _text(MIDDLE + side * LABEL, _y(box.middle) + 5, box.title, anchor=_outward(side))


def _single(wire: DrawnWire) -> Iterator[str]:
    side, row = wire.place
    yield _line(side, START, row, RAIL, row, wire.colour, 3)
    if wire.resistor:
        yield from _resistor(side, wire)
    x, y = MIDDLE + side * (PART + END) // 2, _y(row)
    yield from SYMBOLS[wire.symbol](x + side * 24, y, side, wire.colour)
    yield _text(MIDDLE + side * LABEL, y + 5, wire.label, anchor=_outward(side))


def _resistor(side: int, wire: DrawnWire) -> Iterator[str]:
    x, y = MIDDLE + side * (PART - 18), _y(wire.place.row)
    yield _rect(x - 24, y - 9, 48, 18, fill="#ffffff", stroke=wire.colour, radius=2)
    yield _text(x, y + 4, f"{wire.resistor} Ω", size=11, anchor="middle", fill=INK)


def _button(x: int, y: int, side: int, colour: str) -> Iterator[str]:
    yield f'<rect x="{x - 18}" y="{y - 4}" width="36" height="8" fill="{PAPER}"/>'
    yield f'<path d="M{x - 20} {y - 8}h40M{x} {y - 8}v-6" stroke="{colour}" stroke-width="3" fill="none"/>'
    for end in (x - 18, x + 18):
        yield f'<circle cx="{end}" cy="{y}" r="4" fill="{PAPER}" stroke="{colour}" stroke-width="2"/>'


def _lamp(x: int, y: int, side: int, colour: str) -> Iterator[str]:
    tip, back = x + side * 11, x - side * 9
    yield f'<path d="M{back} {y - 11}V{y + 11}L{tip} {y}Z" fill="{colour}"/>'
    yield f'<path d="M{tip} {y - 11}V{y + 11}" stroke="{colour}" stroke-width="3"/>'
    rays = f"M{x} {y - 13}l{side * 6} -5M{x + side * 9} {y - 13}l{side * 6} -5"
    yield f'<path d="{rays}" stroke="{colour}" stroke-width="2"/>'


def _buzzer(x: int, y: int, side: int, colour: str) -> Iterator[str]:
    yield f'<circle cx="{x}" cy="{y}" r="14" fill="#ffffff" stroke="{colour}" stroke-width="3"/>'
    yield f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}"/>'


SYMBOLS = {"button": _button, "lamp": _lamp, "buzzer": _buzzer}


def _face(buttons: list[str]) -> Iterator[str]:
    """Draw the face of the board: stick, screen, buttons."""
    x, y = MIDDLE + 190, TOP - 60
    yield _rect(x, y, 350, 160, fill="#e3e0d8", stroke=PALE, radius=10)
    for column in range(20):
        for row in (0, 1):
            yield f'<circle cx="{x + 84 + column * 10}" cy="{y + 11 + row * 10}" r="2.5" fill="{INK}"/>'
    yield _rect(x + 96, y + 42, 150, 84, fill=INK, stroke=INK, radius=3)
    yield _text(x + 171, y + 89, "128 × 64", size=13, anchor="middle", fill="#ffffff")
    yield from _stick(x + 48, y + 80)
    for index, words in enumerate(buttons):
        yield f'<circle cx="{x + 262}" cy="{y + 58 + index * 28}" r="8" fill="{KEY_COLOUR}"/>'
        yield _text(x + 275, y + 62 + index * 28, words, size=11)
    yield _text(x + 175, y + 178, "The face of the board, not to scale", size=12, anchor="middle")


def _stick(x: int, y: int) -> Iterator[str]:
    yield f'<circle cx="{x}" cy="{y}" r="11" fill="{KEY_COLOUR}"/>'
    for turn in (0, 90, 180, 270):
        yield f'<path d="M{x} {y - 28}l7 11h-14Z" fill="{KEY_COLOUR}" transform="rotate({turn} {x} {y})"/>'
    yield _text(x, y + 52, "press: OK", size=11, anchor="middle")


def _notes(build: Build) -> Iterator[str]:
    for index, note in enumerate(build.notes):
        yield _text(24, BOTTOM + 46 + 22 * index, note, size=13)


def _y(row: float) -> int:
    return round(TOP + row * PITCH)


def _outward(side: int) -> str:
    return "start" if side > 0 else "end"


def _line(side: int, near: int, row: float, far: int, to_row: float, colour: str, width: int) -> str:
    points = f'x1="{MIDDLE + side * near}" y1="{_y(row)}" x2="{MIDDLE + side * far}" y2="{_y(to_row)}"'
    return f'<line {points} stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


def _rect(x: int, y: int, width: int, height: int, *, fill: str, stroke: str, radius: int) -> str:
    box = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"'
    return f'<rect {box} fill="{fill}" stroke="{stroke}" stroke-width="2"/>'


def _text(
    x: int, y: int, words: str, *, size: int = 14, anchor: str = "start", fill: str = INK, bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{weight}'
    return f"<text {place}>{escape(words, quote=False)}</text>"


if __name__ == "__main__":
    main()
