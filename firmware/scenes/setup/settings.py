"""Set-up: language, brightness, sound, the voice, backups, updates, a test of pins, about, shutting down."""

from __future__ import annotations

import shutil
from importlib.metadata import version

from PIL import Image

from companion.refusal import Refusal
from companion.vocabulary import named
from companion.words import LANGUAGES, Words, language_name
from firmware.box.preferences import TEACH
from firmware.machine import power
from firmware.machine.network import address
from firmware.scenes import Scene
from firmware.scenes.home.resuming import all_kept, choose_to_delete, choose_to_restore
from firmware.scenes.match.match import WAITS
from firmware.scenes.menus import Agree, Item, Menu, Reading
from firmware.scenes.setup import SetupStage
from firmware.scenes.setup.applying import BRIGHTNESS, brightness_of
from firmware.scenes.setup.club import ClubSetup
from firmware.scenes.setup.first_start import set_up_by_phone
from firmware.scenes.setup.pins import PinTest
from firmware.scenes.setup.speaking import Speaking
from firmware.scenes.setup.updating import choose_update
from firmware.scenes.setup.upkeep import choose_backup, show_health
from firmware.screens import reading
from firmware.screens.lists import Row
from hardware.profile import Profile

named("profile", "breadboard", "simulated")


def settings(box: SetupStage) -> None:
    box.push(SettingsMenu(box))


class SettingsMenu(Menu):
    """The menu Set-up, whose settings are kept for the next evening."""

    def __init__(self, box: SetupStage) -> None:
        self.box = box
        self.kept, self.has_deleted = all_kept(box), bool(box.ledger.deleted())
        super().__init__(box, box.words("home.setup"), self._lines)

    def _lines(self) -> list[Item]:
        box, words = self.box, self.box.words
        lines = [
            Item(Row(words("setup.language"), language_name(words.language)), turn=self._turn_language),
            Item(Row(words("setup.brightness"), "■" * (brightness_of(box) + 1)), turn=self._turn_brightness),
        ]
        taught = words("box.yes" if box.teaches() else "box.no")
        lines.append(Item(Row(words("setup.teach"), taught), turn=self._turn_teaching, note=words("teach.note")))
        if box.panel.profile.buzzer:
            lines.append(Item(Row(words("setup.sound"), self._heard()), turn=self._turn_sound))
        measure = words.thing("voice", box.speaker.choices.measure)
        lines.append(Item(Row(words("setup.voice"), measure), lambda: box.push(Speaking(box))))
        lines.append(Item(Row(words("setup.box-moves"), self._moves()), turn=self._turn_moves))
        if self.kept:
            lines.append(Item(Row(words("home.delete"), "▸"), lambda: choose_to_delete(box, self.kept)))
        if self.has_deleted:
            lines.append(Item(Row(words("home.restore"), "▸"), lambda: choose_to_restore(box)))
        return [
            *lines,
            Item(Row(words("setup.backup"), "▸"), lambda: choose_backup(box)),
            Item(Row(words("setup.update"), "▸"), lambda: choose_update(box)),
            Item(Row(words("setup.health"), "▸"), lambda: show_health(box)),
            Item(Row(words("setup.by-phone"), "▸"), lambda: set_up_by_phone(box)),
            Item(Row(words("setup.club"), "▸"), lambda: box.push(ClubSetup(box))),
            Item(Row(words("setup.pins")), lambda: box.push(PinTest(box, box.panel))),
            Item(Row(words("setup.about")), lambda: box.push(Reading(box, words("setup.about"), about(box)))),
            Item(Row(words("setup.off")), lambda: ask_power_off(box)),
        ]

    def _turn_language(self, way: int) -> None:
        language = LANGUAGES[(LANGUAGES.index(self.box.words.language) + way) % len(LANGUAGES)]
        self.box.speak(language)
        self.box.preferences["language"] = language
        self.title = self.box.words("home.setup")

    def _turn_brightness(self, way: int) -> None:
        brightness = (brightness_of(self.box) + way) % len(BRIGHTNESS)
        self.box.panel.screen.contrast(BRIGHTNESS[brightness])
        self.box.preferences["brightness"] = brightness

    def _turn_teaching(self, _: int) -> None:
        self.box.preferences[TEACH] = not self.box.teaches()

    def _heard(self) -> str:
        is_off = self.box.preferences["sound"] is False
        return self.box.words("setup.sound-off") if is_off else self.box.words("setup.sound-on")

    def _turn_sound(self, _: int) -> None:
        self.box.preferences["sound"] = self.box.preferences["sound"] is False
        self.box.sound("done")

    def _moves(self) -> str:
        is_paced = self.box.preferences[WAITS] is False
        return self.box.words("setup.at-pace") if is_paced else self.box.words("setup.on-ok")

    def _turn_moves(self, _: int) -> None:
        self.box.preferences[WAITS] = self.box.preferences[WAITS] is False


def title_of(profile: Profile, words: Words) -> str:
    """Return the name of a build: a product has its own name, a home-made one has ours."""
    return words.template(f"profile.{profile.name}") or profile.title


def about(box: SetupStage) -> list[str]:
    """Return version, address and free space, for whoever looks after the box."""
    words, free = box.words, shutil.disk_usage(box.ledger.folder).free
    reached = words("setup.address", address=box.phones.address if box.phones else address())
    lines = [
        f"Ballottino {version('ballottino')}",
        words("setup.no-phones", why=box.no_phones) if box.no_phones else reached,
        words("setup.profile", profile=title_of(box.panel.profile, words)),
        words("setup.free", free=words.decimal(free / 10**9)),
        words("setup.games", number=len(box.ledger.games())),
    ]
    return [*lines, *box.panel.faults]


def ask_power_off(box: SetupStage) -> None:
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
        words = self.stage.words
        return reading.notice(words("setup.off"), "", reading.wrap(words("setup.switching-off")))
