"""Set-up of the voice: how much the box says, how loud, how fast and by which card, and whether secrets
go to an earphone.
"""

from __future__ import annotations

from firmware.scenes.menus import Item, Menu, Reading
from firmware.scenes.setup import SetupStage
from firmware.screens.lists import Row
from firmware.speech import outputs, voice
from firmware.speech.choices import EARPHONE, MEASURE, MEASURES, OFF, OUTPUT, SPEED, SPEEDS, VOLUME, VOLUMES


class Speaking(Menu):
    """The menu of the voice. Each change is heard at once."""

    def __init__(self, box: SetupStage) -> None:
        self.box = box
        self.missing = voice.missing()
        self.cards = outputs.cards()
        super().__init__(box, box.words("setup.voice"), self._lines)

    def _lines(self) -> list[Item]:
        words, choices = self.box.words, self.box.speaker.choices
        measure = words.thing("voice", choices.measure)
        secrets = words("setup.aloud" if choices.earphone else "setup.never")
        lines = [
            Item(Row(words("setup.says"), measure), turn=self._turn_measure, note=self._note(choices.measure)),
            Item(Row(words("setup.volume"), "■" * (choices.volume + 1)), turn=self._turn_volume),
            Item(Row(words("setup.speed"), "■" * (choices.speed + 1)), turn=self._turn_speed),
            Item(Row(words("setup.earphone"), secrets), turn=self._turn_earphone, note=words("setup.secrets")),
        ]
        if len(self.cards) > 1:
            card = outputs.in_order(self.cards, choices.output)[0]
            lines.append(Item(Row(words("setup.output"), card.id), turn=self._turn_output, note=card.name))
        if self.missing:
            lines.append(Item(Row(words("setup.voice-lacks"), "▸"), self._show_missing))
        return lines

    def _note(self, measure: str) -> str:
        return self.box.words.thing("voice-note", measure)

    def _turn_measure(self, way: int) -> None:
        measures = list(MEASURES)
        chosen = measures[(measures.index(self.box.speaker.choices.measure) + way) % len(measures)]
        self.box.preferences[MEASURE] = chosen
        if chosen == OFF:
            self.box.speaker.hush()
        self._try()

    def _turn_volume(self, way: int) -> None:
        self.box.preferences[VOLUME] = (self.box.speaker.choices.volume + way) % len(VOLUMES)
        self._try()

    def _turn_speed(self, way: int) -> None:
        self.box.preferences[SPEED] = (self.box.speaker.choices.speed + way) % len(SPEEDS)
        self._try()

    def _turn_earphone(self, _: int) -> None:
        self.box.preferences[EARPHONE] = not self.box.speaker.choices.earphone

    def _turn_output(self, way: int) -> None:
        ids = [card.id for card in self.cards]
        now = outputs.in_order(self.cards, self.box.speaker.choices.output)[0].id
        self.box.preferences[OUTPUT] = ids[(ids.index(now) + way) % len(ids)]
        self._try()

    def _try(self) -> None:
        """Say something as it was just chosen; whoever hears everything hears the line itself."""
        speaker, words = self.box.speaker, self.box.words
        measure = speaker.choices.measure
        if measure not in (OFF, MEASURES[-1]):
            speaker.say(self._note(measure), words, interrupts=True)

    def _show_missing(self) -> None:
        words = self.box.words
        text = words("setup.voice-missing", programs=", ".join(self.missing))
        self.box.push(Reading(self.box, words("setup.voice-lacks"), text))
