"""The Waveshare HAT on SPI, as far as the machine goes: its screen is read from the controller's registers.

The screen's own lines (data or command, reset) are driven by luma through the module `RPi.GPIO`. On Debian's kernel
that is rpi-lgpio: the original needs a driver that only Raspberry Pi's own kernel has.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence

from hardware.keys import Key
from hardware.profile import load
from tests.boot.building.kept import Kept
from tests.boot.building.root import Order
from tests.boot.bus import Spi
from tests.boot.machine import Card, Machine, copy_card
from tests.boot.report import OnSpi
from tests.boot.strip import Strip
from tests.boot.twin import Twin, fetch

ORDER = Order("waveshare-hat")
PORT, PICTURES = 18024, 18025
WALK = (Key.DOWN, Key.DOWN, Key.UP, Key.UP, Key.OK, Key.DOWN, Key.BACK)
"""Through home, into Play, and back."""


def evening(kept: Kept, words: Sequence[str], fresh: Card, strip: Strip) -> OnSpi:
    """Boot it, read its glass, walk through its menus, and let the doctor look."""
    runs = kept.folder / "run-spi"
    shutil.rmtree(runs, ignore_errors=True)
    card = fresh._replace(image=copy_card(fresh.image, runs / "card.img"))
    bus = Spi(load(ORDER.profile).screen)
    with Machine(words, card, runs, bus, port=PORT, pictures=PICTURES, spi=True) as pi:
        with kept.minutes.step("the Waveshare HAT: power on, until the page answers"):
            page = pi.wait_for_page()
            pi.log_in()
        with kept.minutes.step("its menus by keys, its pictures from SPI"):
            twin = Twin(fetch(pi, runs / "games"), pi, ORDER.profile)
            # Every write to every register: only now, or the boot would take hours.
            pi.order("trace-event memory_region_ops_write on")
            twin.meet()
            strip.shoot(pi, "home, on SPI")
            for key in WALK:
                twin.tap(key)
            time.sleep(1)
            pi.order("trace-event memory_region_ops_write off")
            found = OnSpi(page, twin.met, bus.bytes)
            twin.close()
    return found
