"""A Pi that boots, without a Pi: `make test-boot`. Needs root, Debian, and half an hour; much less the second time.

    python -m tests.boot [--only card|bonnet|read-only|waveshare] [--write]

Each step's result is kept in ~/.cache/ballottino-boot. With `--write`, the film and the figures of this run go into
BOOT.md.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from pathlib import Path

from hardware.profile import load
from tests.boot import report, story, unplugged, waveshare
from tests.boot.building import card, qemu, root
from tests.boot.building.kept import CACHE, Failed, Kept, Minutes
from tests.boot.building.root import Order
from tests.boot.bus import I2c
from tests.boot.machine import Card, Machine, copy_card
from tests.boot.strip import Strip
from tests.boot.twin import Twin, fetch
from tests.firmware.playing import match_of

ORDER = root.FIRST
PROFILE = ORDER.profile
PORT, PICTURES = 18022, 18023
CARDS = {
    "bonnet": (ORDER, PICTURES),
    "read-only": (unplugged.ORDER, unplugged.PICTURES),
    "waveshare": (waveshare.ORDER, waveshare.PICTURES),
}
"""The cards that are booted: each with the port to which its box tells its pictures."""


def make_card(kept: Kept, order: Order, pictures: int) -> Card:
    """Return a card with our box on it, as it has never been booted; it tells its pictures to this port."""
    base, box = root.card_tree(kept, order)
    scripts = [Path(module.__file__ or "").read_text() for module in (root, card)]
    of = [(kept.folder / f"box-{order.name}.ready").read_text(), *scripts, (root.HERE / "probe.py").read_text()]

    def write(place: Path) -> None:
        root.furnish(box / "layer", pictures)
        if order.read_only:
            root.start_before(box / "layer")
        kernel, first, tree = card.kernel_files(base / "base")
        config = (box / "layer/boot/firmware/config.txt").read_text()
        card.device_tree(tree, config, place / "tree.dtb")
        shutil.copy(kernel, place / "kernel")
        shutil.copy(first, place / "first-files")
        card.write(place / "card.img", box)

    place = kept.made(f"card-{order.name}", f"a card image for {order.name}", of, write)
    return Card(place / "card.img", place / "kernel", place / "first-files", place / "tree.dtb")


def evening(kept: Kept, words: list[str], strip: Strip) -> report.Figures:
    """Boot the bonnet, play, pull the plug, boot again, go on, examine it, and shut it down from its own menu."""
    minutes, fresh = kept.minutes, make_card(kept, *CARDS["bonnet"])
    runs = kept.folder / "run"
    shutil.rmtree(runs, ignore_errors=True)
    pi_card = fresh._replace(image=copy_card(fresh.image, runs / "card.img"))
    wiring = load(PROFILE).screen
    figures = report.Figures()
    with Machine(words, pi_card, runs / "first", I2c(wiring), port=PORT, pictures=PICTURES) as pi:
        with minutes.step("power on, until the page answers"):
            figures.start_up = story.start_up(pi, strip)
        with minutes.step("Venezia's dials, by keys"):
            twin = Twin(fetch(pi, runs / "games-0"), pi, PROFILE)
            twin.meet()
            twin = story.spin_dials(twin, runs / "games-1", strip)
        with minutes.step("a year of Doge, by keys"):
            twin = story.begin_doge(twin, runs / "games-2")
            match = match_of(twin)
            strip.shoot(pi, "Doge, year 1")
            figures.answers = story.play(twin, match, lambda: story.year_of(match) > 1)
            strip.shoot(pi, "Doge, year 2")
            figures.presses = twin.thumb.presses
        with minutes.step("a phone joins through the forwarded port"):
            phone = story.join_phone(twin, strip)
            figures.phone = story.see_seat(phone)
            twin.apart = False
            twin.meet()
        with minutes.step("some more answers, and the plug is pulled"):
            count = len(match.referee.entries) + 3
            story.play(twin, match, lambda: len(match.referee.entries) >= count)
            strip.shoot(pi, "before the plug")
            before = story.standing(match.referee)
            figures.drawn = story.compare_pictures(pi)
            figures.sent = pi.bus.bytes
            figures.met, figures.slowest = twin.met, twin.slowest
            pi.pull_the_plug()
            twin.close()
    with Machine(words, pi_card, runs / "second", I2c(wiring), port=PORT, pictures=PICTURES) as pi:
        with minutes.step("power on again, until the page answers"):
            figures.again = story.start_up(pi, strip)
        with minutes.step("the same question as before"):
            twin = Twin(fetch(pi, runs / "games-3"), pi, PROFILE)
            twin.meet()
            is_same = story.standing(story.resume(twin).referee) == before
            story.expect(is_same, "it is not the question at which the plug was pulled")
            strip.shoot(pi, "after the plug")
        with minutes.step("the doctor, and the box started again"):
            story.leave(twin)
            figures.doctor = story.examine(pi, PROFILE)
            twin.meet()
        with minutes.step("shut down from its own menu"):
            figures.off = story.shut_down(twin, strip)
            figures.drawn += story.compare_pictures(pi)
            twin.close()
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.boot", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put film and figures into BOOT.md")
    parser.add_argument("--only", choices=["card", *CARDS], help="only a part of it")
    wanted = parser.parse_args()
    if os.geteuid():
        print("A root file system with its own users can be made by root only: sudo make test-boot", file=sys.stderr)
        return 2
    minutes, strip, begun = Minutes(), Strip(), time.monotonic()
    kept = Kept(CACHE, minutes)
    seen = report.Seen()
    try:
        root.tools()
        words = qemu.command(kept)
        if wanted.only == "card":
            for order, pictures in CARDS.values():
                make_card(kept, order, pictures)
        if wanted.only in (None, "bonnet"):
            seen.bonnet = evening(kept, words, strip)
        if wanted.only in (None, "read-only"):
            seen.only_read = unplugged.evening(kept, words, make_card(kept, *CARDS["read-only"]), strip)
        if wanted.only == "waveshare":
            seen.spi = waveshare.evening(kept, words, make_card(kept, *CARDS["waveshare"]), strip)
    except Failed as why:
        print(f"   FAILED: {why}", file=sys.stderr)
        return 1
    finally:
        if strip.shots:
            strip.save(CACHE / "film.png")
            print(f"The film of it: {CACHE}/film.png")
    print(report.minutes_table(minutes))
    print(report.said(seen, minutes))
    if wanted.write and wanted.only is None:
        report.write(seen, minutes, strip)
    print(f"Done, in {(time.monotonic() - begun) / 60:.0f} minutes.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
