"""Runs what proves that nothing is lost, leaked or forged, and writes what was counted to a page: RELIABILITY.md.

    python -m tests.reliability --write RELIABILITY.md [PART...]

No figure is typed by hand: tests note what they count (`tests/counted.py`), and if one of them fails there is no
page. With NIGHTLY=1 in the environment each part is run the long way, for hours.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from firmware.bench.figures import Section, machine, page
from tests.nightly import NIGHTLY
from tests.reliability.parts import PARTS, Failed, Part

HEAD = """# Reliability

The figures that a doubting owner asks for, made by `make reliability`: it runs the tests that prove each promise,
adds up what they counted, and writes no page if one of them fails. `NIGHTLY=1 make reliability` runs the long way,
for hours; `make reliability PARTS='kills soak'` only these parts.
"""
UNTRIED = """
## What nobody has tried

All of this ran on the machine above, not on a Raspberry Pi. Nobody has pulled the plug of a real Pi, worn out a real
card, let one run for a week, or measured its memory there. Power cuts are computed from what the system was asked to
write: a card that lies about what it has written can lose more. systemd has read the unit of the service, but what it
does when a new version does not come up was tried with a test in its place.
[What exactly was tried how](hardware/PARTS.md#what-nobody-has-measured-yet).
"""


def duration(seconds: float) -> str:
    """Return how long something ran, for people.

    >>> duration(48), duration(754), duration(9000)
    ('48 s', '13 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def measure(names: Sequence[str]) -> str:
    """Run these parts and return the page. Broken off with Ctrl-C, it has those that were finished."""
    about, begun = machine(), time.monotonic()
    sections: list[Section] = []
    with suppress(KeyboardInterrupt):
        for part in PARTS:
            if part.name in names:
                sections.append(run(part))
    way = "the long way" if NIGHTLY else "the short way"
    about["Ran"] = f"{way}, {duration(time.monotonic() - begun)} in all"
    finished = {section.name for section in sections}
    if left_out := [part.name for part in PARTS if part.name not in finished]:
        about["Left out this time"] = ", ".join(left_out)
    return page(HEAD, about, sections) + UNTRIED


def run(part: Part) -> Section:
    print(f"== {part.name}", flush=True)
    start = time.monotonic()
    table = part.measure()
    print(table.text(), flush=True)
    return Section(part.name, f"`{part.command}`, {duration(time.monotonic() - start)}.", [table])


def main() -> None:
    known = [part.name for part in PARTS]
    parser = argparse.ArgumentParser(prog="python -m tests.reliability", description="Make RELIABILITY.md.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"only these: {', '.join(known)}")
    parser.add_argument("--write", type=Path, help="the page; without it the tables are only printed")
    wanted = parser.parse_args()
    if unknown := set(wanted.parts) - set(known):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    try:
        made = measure(wanted.parts or known)
    except Failed as why:
        parser.exit(1, f"{why}\nThere is no page.\n")
    if wanted.write is not None:
        wanted.write.write_text(made, "utf-8")


if __name__ == "__main__":
    main()
