"""The owner's choices about the voice, kept with the other preferences."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from companion.vocabulary import named

named("voice-note", "off", "turns", "news", "all")

OFF, TURNS, NEWS, ALL = MEASURES = named("voice", "off", "turns", "news", "all")
"""The measures of speech: nothing, only whose turn it is, also what happens and what is asked, or everything."""
VOLUMES = (25, 50, 100, 200)
"""Loudness as espeak-ng counts it, where 100 is usual."""
SPEEDS = (120, 160, 210, 280)
"""Words a minute."""
USUAL_VOLUME, USUAL_SPEED = 2, 1
MEASURE, VOLUME, SPEED, EARPHONE, OUTPUT = "voice", "voice-volume", "voice-speed", "voice-earphone", "voice-output"
"""The names under which they are kept."""


class KeptChoices(Protocol):
    """The preferences in which the choices are kept."""

    def __getitem__(self, name: str) -> object: ...


class Choices(NamedTuple):
    """The voice that the owner likes: how much it says, how loud, how fast, and by `earphone` secrets too.

    Volume and speed are steps.

    `output` is the sound card that the owner has chosen, by its id; if none, the best that there is.

    >>> kept = {"voice": "news", "voice-speed": 3, "voice-volume": "loud", "voice-earphone": None, "voice-output": 1}
    >>> Choices.of(kept)
    Choices(measure='news', volume=2, speed=3, earphone=False, output='')
    """

    measure: str = OFF
    volume: int = USUAL_VOLUME
    speed: int = USUAL_SPEED
    earphone: bool = False
    output: str = ""

    @classmethod
    def of(cls, kept: KeptChoices) -> Choices:
        """Return what the owner has chosen; the usual, where something else is kept."""
        measure, volume, speed, output = kept[MEASURE], kept[VOLUME], kept[SPEED], kept[OUTPUT]
        return cls(
            measure if isinstance(measure, str) and measure in MEASURES else OFF,
            volume if type(volume) is int and volume in range(len(VOLUMES)) else USUAL_VOLUME,
            speed if type(speed) is int and speed in range(len(SPEEDS)) else USUAL_SPEED,
            kept[EARPHONE] is True,
            output if isinstance(output, str) else "",
        )
