"""A profile's screen, switched on by itself, so that a picture can be shown before anything else is loaded."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from hardware.profile import Profile
from hardware.screen import Screen

if TYPE_CHECKING:
    from hardware.simulator.simulated import Simulated


class Glass(NamedTuple):
    """The screen of a build; on a simulated one, with the far end of its wires."""

    profile: Profile
    screen: Screen
    simulated: Simulated | None


def switch_on(profile: Profile, clock: Callable[[], float] = time.monotonic) -> Glass:
    """Open the screen of a profile, or a model of its chip where the profile is simulated.

    >>> glass = switch_on(load("simulated"))
    >>> glass.screen.show(picture)
    """
    wiring = profile.screen
    simulated = None
    if profile.simulated:
        from hardware.simulator.simulated import Simulated
        from hardware.simulator.wires import chip_and_connector

        chip, connect = chip_and_connector(wiring)
        simulated = Simulated(profile, chip)
    else:
        from hardware.wire import connector

        connect = connector(wiring)
    screen = Screen(connect, wiring.chip, clock=clock, upside_down=wiring.upside_down)
    return Glass(profile, screen, simulated)
