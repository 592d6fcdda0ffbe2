"""The buzzer: a few short sounds, played note by note as the loop ticks."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hardware.profile import Profile

# Hertz and seconds; 0 Hz is silence.
SOUNDS: dict[str, tuple[tuple[int, float], ...]] = {
    "done": ((880, 0.06), (1320, 0.09)),
    "refused": ((220, 0.08), (0, 0.04), (220, 0.12)),
    "turn": ((660, 0.08), (0, 0.05), (880, 0.12)),
    "fanfare": ((523, 0.12), (659, 0.12), (784, 0.12), (1047, 0.35)),
}


class Buzzer:
    """A buzzer, passive or active, or a stand-in that stays silent. After a fault it is silent too.

    A sound begins at once and continues on `tick`, so nothing waits for it; a new sound cuts the old one short.

        >>> buzzer = Buzzer(load("breadboard"))
        >>> buzzer.beep("done")
        >>> buzzer.tick(buzzer.next_due())
    """

    def __init__(
        self,
        profile: Profile | None = None,
        factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.faults: list[str] = []
        self._clock = clock
        self._device: Any = None
        self._name = ""
        self._passive = False
        self._notes: list[tuple[int, float]] = []
        self._due: float | None = None
        if profile is not None and profile.buzzer is not None:
            self._name = f"GPIO {profile.buzzer.pin} (buzzer)"
            self._passive = profile.buzzer.kind == "passive"
            try:
                self._device = self._open(profile.buzzer.pin, factory)
            except Exception as fault:  # each pin library has errors of its own
                self._report(fault)

    def _open(self, pin: int, factory: Any) -> Any:
        import gpiozero

        if self._passive:
            return gpiozero.TonalBuzzer(pin, octaves=2, pin_factory=factory)
        return gpiozero.Buzzer(pin, pin_factory=factory)

    def _report(self, fault: Exception) -> None:
        self.faults.append(f"{self._name}: {type(fault).__name__}: {fault}")

    def beep(self, kind: str) -> None:
        """Start one of the `SOUNDS`."""
        notes = SOUNDS[kind]
        if self._device is not None:
            self._notes = list(notes)
            self._play_next(self._clock())

    def tick(self, now: float) -> None:
        """Play the next note when it is due."""
        if self._due is not None and now >= self._due:
            self._play_next(now)

    def next_due(self) -> float | None:
        """Return when `tick` should next be called, or None."""
        return self._due

    def close(self) -> None:
        """Stop the sound and release the pin; calling it twice is harmless."""
        if self._device is not None:
            with suppress(Exception):
                self._device.close()
        self._device, self._due = None, None

    def _play_next(self, now: float) -> None:
        tone = 0
        self._due = None
        if self._notes:
            tone, seconds = self._notes.pop(0)
            self._due = now + seconds
        try:
            self._sound(tone)
        except Exception as fault:
            self._report(fault)
            self.close()

    def _sound(self, tone: int) -> None:
        if self._passive:
            from gpiozero.tones import Tone

            self._device.play(Tone.from_frequency(tone) if tone else None)
        else:
            self._device.value = bool(tone)
