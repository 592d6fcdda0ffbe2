"""What a maker of boards wants to know: what is missing, who gets where in how many steps, and whether it is fair."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.venise.editor.fairness import Gems, Starts, is_symmetric, round_of
from companion.games.venise.layout import GEMS, PILES, out_of_reach
from companion.games.venise.rules.geometry import Canal
from companion.games.venise.rules.piles import COLOURS
from companion.layout.making import Finding
from companion.vocabulary import named

named("make", "piles", "piles-over", "no-start", "gems-missing", "gem-on-start", "unreached", "steps")
named("make", "symmetric", "fair", "unfair")


def look(canal: Canal, side: str, starts: Starts, gems: Gems) -> list[Finding]:
    """What is missing first, then the way of each colour, then whether it is fair."""
    most, n = PILES[side], len(canal.piles)
    found = [Finding("piles" if n <= most else "piles-over", {"n": n, "most": most}, None if n <= most else False)]
    if homeless := [colour for colour in COLOURS if colour not in starts]:
        found.append(Finding("no-start", {"colours": homeless}, False))
    if short := {colour: GEMS - len(gems[colour]) for colour in COLOURS if len(gems[colour]) < GEMS}:
        found.append(Finding("gems-missing", {"gems": short}, False))
    found += [Finding("gem-on-start", {"colour": one}, False) for one in COLOURS if starts.get(one) in gems[one]]
    lost = out_of_reach(canal, starts, gems)
    found += [Finding("unreached", {"colour": colour, "place": gem}, False) for colour, gem in lost]
    ready = [one for one in starts if one not in short]
    rounds = {one: far for one in ready if (far := round_of(canal, starts[one], gems[one])) is not None}
    if rounds:
        found.append(Finding("steps", {"steps": rounds}))
    if len(rounds) == len(COLOURS) and not lost:
        found.append(_fairness(canal, starts, gems, list(rounds.values())))
    return found


def _fairness(canal: Canal, starts: Starts, gems: Gems, rounds: Sequence[int]) -> Finding:
    """VSE.L3: whether all have it as hard as each other."""
    if is_symmetric(canal, starts, gems):
        return Finding("symmetric", {}, True)
    more = max(rounds) - min(rounds)
    return Finding("fair", {}, True) if more <= 1 else Finding("unfair", {"n": more})
