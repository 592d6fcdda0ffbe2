"""The findings about a board: what it lacks, how far everyone has to go, whether it is fair (VSE.L3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.venise.editor.fairness import Gems, Starts, is_symmetric, round_of
from companion.games.venise.layout import GEMS, PILES, out_of_reach
from companion.games.venise.rules.geometry import Canal
from companion.games.venise.rules.piles import COLOURS
from companion.layout.editor import Finding
from companion.vocabulary import named

named("make", "piles", "piles-over", "no-start", "gems-missing", "gem-on-start", "unreached", "steps")
named("make", "symmetric", "fair", "unfair")


def findings(canal: Canal, side: str, starts: Starts, gems: Gems) -> list[Finding]:
    """Return what is missing, then each colour's shortest round, then whether the board is fair."""
    lost = out_of_reach(canal, starts, gems)
    found = [_number_of_piles(len(canal.piles), PILES[side]), *_missing(starts, gems)]
    found += [Finding("unreached", {"colour": colour, "place": gem}, good=False) for colour, gem in lost]
    ready = [colour for colour in starts if len(gems[colour]) == GEMS]
    rounds = {one: far for one in ready if (far := round_of(canal, starts[one], gems[one])) is not None}
    if rounds:
        found.append(Finding("steps", {"steps": rounds}))
    if len(rounds) == len(COLOURS) and not lost:
        found.append(_fairness(canal, starts, gems, list(rounds.values())))
    return found


def _number_of_piles(n: int, most: int) -> Finding:
    facts = {"n": n, "most": most}
    return Finding("piles", facts) if n <= most else Finding("piles-over", facts, good=False)


def _missing(starts: Starts, gems: Gems) -> Iterator[Finding]:
    """Yield which colours lack a start or gems, or have a gem on their own start."""
    if homeless := [colour for colour in COLOURS if colour not in starts]:
        yield Finding("no-start", {"colours": homeless}, good=False)
    if short := {colour: GEMS - len(gems[colour]) for colour in COLOURS if len(gems[colour]) < GEMS}:
        yield Finding("gems-missing", {"gems": short}, good=False)
    for colour in COLOURS:
        if starts.get(colour) in gems[colour]:
            yield Finding("gem-on-start", {"colour": colour}, good=False)


def _fairness(canal: Canal, starts: Starts, gems: Gems, rounds: Sequence[int]) -> Finding:
    """VSE.L3: say whether the board is equally hard for everyone."""
    if is_symmetric(canal, starts, gems):
        return Finding("symmetric", {}, good=True)
    more = max(rounds) - min(rounds)
    return Finding("fair", {}, good=True) if more <= 1 else Finding("unfair", {"n": more})
