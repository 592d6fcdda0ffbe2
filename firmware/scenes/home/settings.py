"""Set-up: language, brightness, sound, a test of pins, about, shutting down."""

from __future__ import annotations

import shutil
from importlib.metadata import version
from typing import TYPE_CHECKING

from PIL import Image

from companion.refusal import Refusal
from companion.vocabulary import named
from companion.words import LANGUAGE_NAMES, LANGUAGES, Words
from firmware.box import power
from firmware.box.network import address
from firmware.scenes import Scene, has_knob
from firmware.scenes.menus import Agree, Item, Menu, Reading
from firmware.screens import keys, reading
from firmware.screens.lists import Row
from hardware.keys import Edge, Key

if TYPE_CHECKING:
    from firmware.box.box import Box
    from hardware.profile import Profile

named("profile", "breadboard", "simulated")
BRIGHTNESS = (1, 64, 128, 255)
QUIET = 20.0
"""So many seconds without a key end the test of the keys."""
BOUNCE = 0.03


def settings(box: Box) -> None:
    kept = box.preferences["brightness"]
    brightness = [kept if kept in range(len(BRIGHTNESS)) else 2]

    def turn_language(way: int) -> None:
        language = LANGUAGES[(LANGUAGES.index(box.words.language) + way) % len(LANGUAGES)]
        box.words = Words(language, box.words.folders)
        box.preferences["language"] = language
        menu.title = box.words("home.setup")

    def turn_brightness(way: int) -> None:
        brightness[0] = (brightness[0] + way) % len(BRIGHTNESS)
        box.panel.screen.contrast(BRIGHTNESS[brightness[0]])
        box.preferences["brightness"] = brightness[0]

    def turn_sound(way: int = 1) -> None:
        box.preferences["sound"] = box.preferences["sound"] is False
        box.sound("done")

    def items() -> list[Item]:
        words = box.words
        heard = words("setup.sound-off") if box.preferences["sound"] is False else words("setup.sound-on")
        sound = [Item(Row(words("setup.sound"), heard), press_sound, turn_sound)] if box.panel.profile.buzzer else []
        return [
            Item(Row(words("setup.language"), LANGUAGE_NAMES[words.language]), press_language, turn_language),
            Item(Row(words("setup.brightness"), "■" * (brightness[0] + 1)), press_brightness, turn_brightness),
            *sound,
            Item(Row(words("setup.pins")), lambda: box.push(PinTest(box))),
            Item(Row(words("setup.about")), lambda: box.push(Reading(box, words("setup.about"), about(box)))),
            Item(Row(words("setup.off")), lambda: ask_power_off(box)),
        ]

    def press_language() -> None:
        turn_language(1)
        menu.entered()

    def press_brightness() -> None:
        turn_brightness(1)
        menu.entered()

    def press_sound() -> None:
        turn_sound()
        menu.entered()

    menu = Menu(box, box.words("home.setup"), items)
    box.push(menu)


def apply_preferences(box: Box, language_given: bool) -> None:
    """As the owner left it; a language given with the command goes before."""
    language, brightness = box.preferences["language"], box.preferences["brightness"]
    if language in LANGUAGES and not language_given:
        box.words = Words(language, box.words.folders)
    if brightness in range(len(BRIGHTNESS)):
        box.panel.screen.contrast(BRIGHTNESS[brightness])


def title_of(profile: Profile, words: Words) -> str:
    """What a build is called: what can be bought has its name, what is made at home has ours."""
    return words.template(f"profile.{profile.name}") or profile.title


def about(box: Box) -> list[str]:
    """Version, address and room, for whoever looks after the box."""
    free = shutil.disk_usage(box.ledger.folder).free // 2**20
    words = box.words
    reached = words("setup.address", address=box.phones.address if box.phones else address())
    lines = [
        f"Ballottino {version('ballottino')}",
        words("setup.no-phones", why=box.no_phones) if box.no_phones else reached,
        words("setup.profile", profile=title_of(box.panel.profile, words)),
        words("setup.free", free=free),
        words("setup.games", number=len(box.ledger.games())),
    ]
    return [*lines, *box.panel.faults]


def ask_power_off(box: Box) -> None:
    def off() -> None:
        try:
            power.power_off()
        except Refusal as refusal:
            box.refuse(box.words.refusal(refusal))
            return
        box.replace(SwitchingOff(box))

    box.push(Agree(box, box.words("setup.off"), box.words("setup.off-sure"), off))


class SwitchingOff(Scene):
    """The last picture: it stays until systemd stops the box, so that nobody pulls the plug before."""

    def picture(self) -> Image.Image:
        words = self.box.words
        return reading.notice(words("setup.off"), "", reading.wrap(words("setup.switching-off")))


class PinTest(Scene):
    """Every contact as it closes, for a new build: two on one key are told apart, and a key that isn't there is not.

    BACK twice leaves. Since BACK may be what is wrong, holding OK does too, and so does leaving all keys alone.
    """

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.pressed: dict[Key, int] = {}
        self.closed: dict[int, int] = {}
        self.backs = 0
        self._last: dict[int, float] = {}
        self.wake = box.clock() + QUIET

    def picture(self) -> Image.Image:
        words = self.box.words
        return keys.inputs(words("setup.pins"), [*self._contacts(), *self._turns()], words("setup.pins-leave"))

    def _contacts(self) -> list[keys.Input]:
        return [
            keys.Input(
                f"{one.use.rpartition('.')[2]} {one.pin}",
                "!" if one.fault else str(self.closed.get(one.pin, "–")),
                bool(one.down),
            )
            for one in self.box.panel.readings()
        ]

    def _turns(self) -> list[keys.Input]:
        """Which way a knob was turned, and how far, as the box understands it."""
        turned = (Key.UP, Key.DOWN) if has_knob(self.box) else ()
        return [keys.Input(key.value, str(self.pressed.get(key, "–"))) for key in turned]

    def edge(self, edge: Edge) -> None:
        """A contact that bounces closes once."""
        self.wake = self.box.clock() + QUIET
        if edge.down and edge.at - self._last.get(edge.pin, -1.0) > BOUNCE:
            self.closed[edge.pin] = self.closed.get(edge.pin, 0) + 1
        self._last[edge.pin] = edge.at

    def key(self, key: Key) -> None:
        self.pressed[key] = self.pressed.get(key, 0) + 1
        self.backs = self.backs + 1 if key == Key.BACK else 0
        if self.backs == 2:
            self.box.back()

    def repeat(self, key: Key) -> None:
        """A key that is held was pressed once."""

    def hold(self, key: Key) -> None:
        if key == Key.OK:
            self.box.back()

    def tick(self, now: float) -> None:
        self.box.back()
