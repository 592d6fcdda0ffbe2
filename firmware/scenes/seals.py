"""The seals of a game, to be read on the box: as words first, the digits below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.ledger.record import END, FIRST, SECOND, end_of, write
from companion.referee import Referee
from companion.referee.seals import seal_words
from companion.words import Words
from firmware.scenes import Stage
from firmware.scenes.menus import Reading
from hardware.keys import Key

ARROWS: dict[str, str] = {Key.UP: "↑", Key.DOWN: "↓", Key.LEFT: "←", Key.RIGHT: "→"}


def stirred_text(stirred: Sequence[str]) -> str:
    """Return what was stirred, keys as arrows."""
    return " ".join(ARROWS.get(word, word) for word in stirred)


def seals_of(referee: Referee) -> dict[str, str]:
    """Return the seals of a game that have been made so far."""
    seals = {FIRST: referee.urn.commitment, SECOND: referee.sealed}
    return seals if referee.outcome is None else {**seals, END: end_of(write(referee))}


def seals_page(stage: Stage, words: Words, seals: Mapping[str, str], stirred: Sequence[str]) -> Reading:
    """Return a page with these seals, what was stirred, and all digits."""
    lines = [words.pair(words.thing("seal", name), seal_words(digest)) for name, digest in seals.items()]
    lines.append(words("box.stirred", stirred=stirred_text(stirred)))
    lines += [words.pair(words.thing("seal", name), _grouped(digest)) for name, digest in seals.items()]
    return Reading(stage, words("box.seals"), lines)


def _grouped(digest: str) -> str:
    return " ".join(digest[start : start + 4] for start in range(0, len(digest), 4))
