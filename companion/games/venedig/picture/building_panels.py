"""A panel for each of the five kinds of building: cards played, master builder, number left; and the card display."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.games.venedig.picture.labels import LEFT_SWAMP, LEFT_TREASURE, PILE, Labels
from companion.games.venedig.picture.tokens import kinds
from companion.games.venedig.rules.hand import PILE as FROM_PILE
from companion.games.venedig.rules.hand import UP
from companion.games.venedig.rules.kinds import CARDS, KINDS, THIRD
from companion.picture.board import View
from companion.picture.picture import Tappable, known_by
from companion.picture.shapes import use

HEIGHT = 126
_COLUMN = 80
_FRAME = "M4 1.5h72q3 0 3 3v70q0 3-3 3H4q-3 0-3-3v-70q0-3 3-3z"
_ICONS = {"casa": 1, "palazzo": 0.72, "campo": 0.95, "basilica": 0.72, "ponte": 0.95}
"""Scale of each building beside its name."""


def works(labels: Labels, before: View, offered: Tappable) -> Iterator[str]:
    """Draw a panel for each kind, and below them the common cards and tokens."""
    for i, kind in enumerate(KINDS):
        yield from panel(labels, kind, before, _COLUMN * i)
    yield '<g transform="translate(0 98)">'
    yield from cards(labels, before, offered)
    yield from tokens(labels, before)
    yield "</g>"


def panel(labels: Labels, kind: str, before: View, left: int) -> Iterator[str]:
    view, words = labels.view, labels.words
    left_now, left_then = view["supply"][kind], before["supply"][kind]
    waiting = any(job.partition(".")[0] == kind for job in view["waiting"])
    yield (
        f'<g{known_by(f"works-{kind}")} class="{kinds("panel", waiting and "waiting")}"'
        f' transform="translate({left})" role="img" aria-label="{escape(labels.kind(kind))}">'
        f'<path class="venedig-frame" d="{_FRAME}"/>'
        f'<use href="#d-{kind}" transform="translate(23 26)scale({_ICONS[kind]})"/>'
        f'<text class="{kinds("left", left_now != left_then and "changed")}" x="57" y="29">×{left_now}</text>'
        f'<text class="venedig-kind" x="40" y="51">{escape(words.thing("building", kind))}</text>'
    )
    yield from slots(labels, kind, before)
    yield "</g>"


def slots(labels: Labels, kind: str, before: View) -> Iterator[str]:
    """Draw a place for each card that the building takes, with its owner's sign, the master builder's first."""
    master = labels.view["pawns"].get(kind)
    holders = sorted(labels.holders, key=lambda holder: holder != str(master))
    laid = [holder for holder in holders for _ in range(labels.laid_by(holder).get(kind, 0))]
    known = [holder for holder in labels.holders if holder in before["seats"] or before["third"] is not None]
    old = {holder: labels.laid_by(holder, before).get(kind, 0) for holder in known}
    step = 17
    first = 40 - step * (CARDS[kind] - 1) / 2
    for place in range(max(CARDS[kind], len(laid))):
        x = first + step * place
        if place >= len(laid):
            yield use("slot", x, 66, "venedig-slot")
            continue
        holder = laid[place]
        fresh = laid[: place + 1].count(holder) > old.get(holder, 0)
        yield use(f"disc-{labels.holders[holder]}", x, 66, kinds(fresh and "changed"))
    if master is not None:
        colour = THIRD if master == THIRD else labels.colours[str(master)]
        changed = before["pawns"].get(kind) != master
        yield use("pawn", first, 60.5, kinds("pawn", colour, changed and "changed"))


def cards(labels: Labels, before: View, offered: Tappable) -> Iterator[str]:
    """Draw the pile and the open cards, which may be taken (VEN.R1)."""
    view = labels.view
    yield opening(FROM_PILE, labels.pile(), offered)
    changed = kinds("number", view["pile"] != before["pile"] and "changed")
    yield f'{use("card", 18, 0, "venedig-back")}<text class="{changed}" x="18" y="5">{view["pile"]}</text></g>'
    for i, kind in enumerate(view["open"]):
        x = 50 + 26 * i
        yield opening(f"{UP}.{kind}", labels.open_card(kind), offered)
        yield f"{card_face(kind, x, changed=kind not in before['open'])}</g>"


def card_face(kind: str, x: float, *, changed: bool = False) -> str:
    """Draw an open card with its building."""
    look = kinds("open", changed and "changed")
    where = f"translate({x} 1)scale({_ICONS[kind] * 0.62:.2g})"
    return f'<g class="{look}">{use("card", x)}</g><use href="#d-{kind}" transform="{where}"/>'


def opening(option: str, label: str, offered: Tappable) -> str:
    """Begin a card: a button if it is offered."""
    is_offered = option in offered
    look = kinds("pick", is_offered and "offered")
    return offered.opening(option if is_offered else None, look, label, key=option)


def tokens(labels: Labels, before: View) -> Iterator[str]:
    """Draw the treasure and swamp that are still available."""
    view, words = labels.view, labels.words
    yield f'<g{known_by("tokens")} role="img" aria-label="{escape(labels.tokens())}">'
    for thing, shape, caption, x in (("treasure", "coin", LEFT_TREASURE, 264), ("swamp", "reeds", LEFT_SWAMP, 342)):
        changed = view[thing] != before[thing]
        yield (
            f'{use(shape, x - 18, 0, kinds(shape))}<text class="{kinds("number", changed and "changed")}"'
            f' x="{x + 4}" y="5">{view[thing]}</text>'
            f'<text class="venedig-caption" x="{x - 4}" y="23">{escape(words.thing("supply", caption))}</text>'
        )
    yield f'</g><text class="venedig-caption" x="20" y="23">{escape(words.thing("supply", PILE))}</text>'
