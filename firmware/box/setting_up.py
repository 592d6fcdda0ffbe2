"""Setting the box up from a phone: what its page asks for, and what is done with the answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from ipaddress import ip_network

from companion.refusal import Refusal
from companion.seats import check_name
from companion.words import LANGUAGES, Words, folders_of
from firmware import WORDS
from firmware.care import errands, networks
from firmware.care.errands import DONE, WIFI, WORKING
from firmware.machine import hotspot
from firmware.scenes.home.last_time import GIVEN_NAMES, MOST_NAMES, given_names
from firmware.scenes.setup import SetupStage
from firmware.scenes.setup.first_start import SET_UP, PhoneLedTest, begin_trial, expect_games, is_first_start
from web.host import Standing

SOUND = "sound"
SCREEN = "has-screen"
"""The preference that is True once a real screen has come up on this box."""


def phone_words(language: str) -> Words:
    """Return the words of the box itself in the language of a phone."""
    return Words(language, [WORDS, *folders_of("")[1:]], long=True)


class SettingUp:
    """The host of the page that sets the box up. Only what says so may be called outside the loop."""

    def __init__(self, box: SetupStage) -> None:
        self.box = box
        self._trial: PhoneLedTest | None = None
        self._is_headless = self._came_up_headless()

    def _came_up_headless(self) -> bool:
        """Return whether no screen came up at this start, nor at any before; remember one that did.

        Pins come up on every Pi, wired or not, so they tell nothing.
        """
        panel, preferences = self.box.panel, self.box.preferences
        if panel.simulated is not None:
            return False
        if not panel.screen.fault and preferences[SCREEN] is not True:
            preferences[SCREEN] = True
        return preferences[SCREEN] is not True

    def is_headless(self) -> bool:
        """Return whether this box has no screen to ask on: decided at its start, whatever fails later."""
        return self._is_headless

    def is_first(self) -> bool:
        """Return whether the box has not been set up yet."""
        return is_first_start(self.box)

    def check_names(self) -> Collection[str]:
        """Return the names by which phones look for internet. Any thread may ask."""
        return hotspot.CHECK_NAMES

    def own_network(self) -> str:
        """Return the network of the box's own Wi-Fi while it is on, or nothing. Any thread may ask."""
        known = hotspot.known()
        return str(ip_network(f"{known.address}/24", strict=False)) if known is not None and known.is_on() else ""

    def language(self) -> str:
        return self.box.words.language

    def has_sound(self) -> bool | None:
        """Return whether sound is on; `None` for a build without a buzzer."""
        return self.box.preferences[SOUND] is not False if self.box.panel.profile.buzzer else None

    def names(self) -> list[str]:
        return given_names(self.box)

    def choose(self, language: str, *, sound: bool | None, names: Sequence[str]) -> None:
        """Keep what was chosen, and use it at once; refuse a name that fits no screen.

        What the page sends back as it was is no choice: a backup may still bring another.
        """
        names = [check_name(name) for name in names if name.strip()]
        if language in LANGUAGES:
            self.box.speak(language)
            self.box.preferences["language"] = language
        if sound is not None and sound != self.has_sound():
            self.box.preferences[SOUND] = sound
        names = list(dict.fromkeys(names))[:MOST_NAMES]
        if names != self.names():
            self.box.preferences[GIVEN_NAMES] = names

    def begin_trial(self) -> None:
        """Begin the test of keys and screen."""
        if self._trial is not None:
            self.box.take_away(self._trial)
        self._trial = begin_trial(self.box)

    def trial(self, language: str) -> list[tuple[str, int]]:
        """Return each key in words, and how often it was pressed since the test began; nothing before any test."""
        words = phone_words(language)
        if self._trial is None:
            return []
        return [(words.thing("key", key.value.lower()), self._trial.pressed.get(key, 0)) for key in self._trial.keys]

    def found_networks(self) -> list[str]:
        """Return the names of the Wi-Fis that were found before the box opened its own. Any thread may ask."""
        own = hotspot.known()
        return [name for name in networks.found_names() if own is None or name != own.ssid]

    def country(self) -> str:
        """Return the country that the Wi-Fi is set to, as two letters; nothing if to none. Any thread may ask."""
        return networks.region()

    def join_wifi(self, name: str, password: str, country: str, language: str) -> Standing:
        """Have root join a Wi-Fi; return how that stands, as `network_state`. Any thread may call it."""
        words = phone_words(language)
        try:
            errands.check_wifi(name, password, country)
            errands.ask(self.box.ledger.folder, WIFI, name=name, password=password, country=country)
        except Refusal as refusal:
            return Standing(errands.REFUSED, words.refusal(refusal))
        return Standing(WORKING, words("first.joining", name=name))

    def network_state(self, language: str) -> Standing:
        """Return what has become of the last Wi-Fi that was to be joined. Any thread may ask."""
        said, words = errands.standing(self.box.ledger.folder, WIFI), phone_words(language)
        if said is None:
            return Standing()
        if said.state == WORKING:
            return Standing(WORKING, words("upkeep.working"))
        if said.state == DONE:
            return Standing(DONE, words("first.joined", name=said.about))
        return Standing(errands.REFUSED, words.refusal(said.refusal or Refusal("errand-failed", why="?")))

    def expect_games(self) -> None:
        """Note that a first start stays one, though a backup is about to bring games."""
        expect_games(self.box)

    def finish(self) -> None:
        """Note that the box was set up: from now on only its owner's word changes it."""
        self.box.preferences[SET_UP] = True
