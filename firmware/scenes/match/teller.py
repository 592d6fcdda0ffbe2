"""The scene for each kind of telling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.game import Tell
from companion.options import table_draws
from companion.screen.hints import Bars, Card, Cards, Dials, Notice, Reckoning, Rows, Showing, Shown, Standing
from companion.screen.maps import Chart
from companion.steps import TABLE
from companion.words import Words
from firmware.scenes import Stage
from firmware.scenes.match.counting import CountPages, pages_of
from firmware.scenes.match.telling import CardTurning, Cover, DialsTurning, Still, Telling
from firmware.screens import reading
from firmware.screens.counts import PlaceRow, standing
from firmware.screens.reading import OK, Bar


def made_of(parts: Sequence[int], total: int, rest: str) -> str:
    """Return the composition of a total: its parts, and a sign for each point beyond them.

    >>> made_of([3, 2], 6, "★")
    '3+2+★'
    """
    return "+".join([*map(str, parts), *rest * (total - sum(parts))])


class Teller:
    """Makes the scene of a telling from its game's hints. `chart` returns the game's boards."""

    def __init__(
        self,
        stage: Stage,
        words: Words,
        then: Callable[[], None],
        chart: Callable[[str], Chart | None],
        options: Mapping[str, str],
    ) -> None:
        self.stage = stage
        self.words = words
        self.then = then
        self.chart = chart
        self.options = options
        self.waits = False

    @property
    def ok(self) -> str:
        """Return the text at the right of the title: the key that a telling waits for."""
        return OK if self.waits else ""

    def scene(self, showing: Showing, tells: Sequence[Tell], later: Sequence[Tell] = ()) -> Telling:
        """Return the scene of a telling. It waits if its game says so, unless the table drew it by hand.

        `later` is what is told after it: dials that turn again on the same map need not be waited for before.
        """
        telling = self._scene(showing, tells, later)
        telling.said = heard(self.words, tells[:1] if isinstance(showing, Standing) else tells)
        return telling

    def _scene(self, showing: Showing, tells: Sequence[Tell], later: Sequence[Tell]) -> Telling:
        self.waits = self.has_to_wait(showing, tells[0]) and not _is_seen_later(showing, tells[-1], later)
        match showing:
            case Notice():
                return self._notice(showing, tells)
            case Bars():
                return self._bars(showing, tells[0].facts)
            case Cards():
                return self._cards(showing, tells[0].facts)
            case Card():
                return self._card(showing, tells[0].facts)
            case Dials():
                return self._dials(showing, tells[0].facts)
            case Rows():
                return self._rows(showing, tells)
            case Standing():
                return self._standing(showing, tells)
            case Reckoning():
                return CountPages(self.stage, pages_of(self.words, showing, tells[0].facts), self.then)

    def has_to_wait(self, showing: Showing, tell: Tell) -> bool:
        """Return whether there is cardboard to move: not what the table drew by hand, or was told piece by piece."""
        is_drawn_by_hand = table_draws(self.options, showing.drawn)
        is_known = bool(showing.counted) and tell.facts[showing.counted] > 1
        has_effect = not isinstance(showing, Standing) or any(tell.facts[showing.gained].values())
        return showing.waits and not is_drawn_by_hand and not is_known and has_effect

    def cover(self, telling: Callable[[], Telling]) -> Telling:
        """Return the cover of something that one player alone may see; a key of whoever holds the box lifts it."""
        words = self.words
        image = reading.notice(words("box.secret"), OK, reading.wrap(words("box.who-draws")))

        def lift() -> None:
            secret = telling()
            secret.is_secret = True
            self.stage.replace(secret)

        cover = Cover(self.stage, image, lift)
        cover.said = words("box.who-draws")
        return cover

    def _show(self, name: str, facts: Mapping[str, Any]) -> str:
        return self.words(f"show.{name}", **facts)

    def _notice(self, showing: Notice, tells: Sequence[Tell]) -> Telling:
        lines = lines_of(self.words, tells)
        image = reading.notice(self._show(showing.title, tells[0].facts), self.ok, lines)
        return Still(self.stage, image, sum(map(len, lines)), self.then, waits=self.waits)

    def _bars(self, showing: Bars, facts: Mapping[str, Any]) -> Telling:
        totals: dict[int, int] = facts[showing.totals]
        parts: dict[int, Sequence[int]] = facts[showing.parts]
        rows = [
            Bar(self.words.thing("seat", seat), made_of(parts.get(seat, []), total, showing.rest), total)
            for seat in sorted({**parts, **totals}, key=lambda seat: -totals.get(seat, 0))
            for total in [totals.get(seat, 0)]
        ]
        said = reading.wrap(self._show(showing.said, facts))
        image = reading.bars(self._show(showing.title, facts), self.ok, rows, said)
        return Still(self.stage, image, 40, self.then, waits=self.waits)

    def _cards(self, showing: Cards, facts: Mapping[str, Any]) -> Telling:
        labels = [self.words.thing(showing.of, card) for card in facts[showing.labels]]
        title = self._show(showing.title, facts)
        right = f"{self._show(showing.note, facts)}  {self.ok}".rstrip()
        image = reading.order(title, right if reading.fit_title(title, right) else self.ok, labels)
        return Still(self.stage, image, 60, self.then, waits=self.waits)

    def _card(self, showing: Card, facts: Mapping[str, Any]) -> Telling:
        label = self.words.thing(showing.label, facts[showing.label])
        title, note = self._show(showing.title, facts), self._show(showing.note, facts)
        return CardTurning(self.stage, (title, self.ok, label, note), self.then, waits=self.waits)

    def _dials(self, showing: Dials, facts: Mapping[str, Any]) -> Telling:
        chart = self.chart("cell")
        assert chart is not None, "dials stop on a board"
        before = chart._replace(starred=facts["starred"], shaded=facts["shaded"])
        title, note = self._show(showing.title, facts), self._show(showing.note, facts)
        return DialsTurning(self.stage, (title, self.ok, note), before, facts["cell"], self.then, waits=self.waits)

    def _rows(self, showing: Rows, tells: Sequence[Tell]) -> Telling:
        lines = [
            Bar(
                self.words.thing("seat", tell.facts["seat"]),
                self.words.thing(showing.label if showing.of is None else showing.of, tell.facts[showing.label]),
                tell.facts[showing.number],
                longest=showing.most,
            )
            for tell in tells
        ]
        said = reading.wrap(self._show(showing.note, {})) if showing.note else []
        image = reading.bars(self._show(showing.title, {}), self.ok, lines, said)
        return Still(self.stage, image, 20 * len(lines), self.then, waits=self.waits)

    def _standing(self, showing: Standing, tells: Sequence[Tell]) -> Telling:
        facts = tells[0].facts
        counts: dict[str, dict[int, int]] = facts[showing.counts]
        won: dict[str, int] = facts[showing.won]
        seats = list(next(iter(counts.values())))
        places = [
            PlaceRow(
                self.words.thing(showing.of, place),
                [numbers[seat] for seat in seats],
                seats.index(won[place]) if place in won else None,
            )
            for place, numbers in counts.items()
        ]
        names = [self.words.thing("seat", seat) for seat in seats]
        image = standing(self._show(showing.title, facts), names, places)
        return Still(self.stage, image, 80, lambda: self.stage.replace(self._gained(showing, facts, tells[1:])))

    def _gained(self, showing: Standing, facts: Mapping[str, Any], after: Sequence[Tell]) -> Telling:
        """Return each seat's gain and its total, the highest first, and below what follows."""
        totals: dict[int, int] = facts[showing.totals]
        rows = [
            Bar(self.words.thing("seat", seat), f"+{facts[showing.gained][seat]}", total)
            for seat, total in sorted(totals.items(), key=lambda one: -one[1])
        ]
        self.waits = self.waits or bool(after)
        below = lines_of(self.words, after)
        image = reading.bars(self._show(showing.points, facts), self.ok, rows, below)
        telling = Still(self.stage, image, 40 + sum(map(len, below)), self.then, waits=self.waits)
        points = [self._show(showing.points, facts), *(f"{row.name} {row.parts}, {row.total}" for row in rows)]
        telling.said = ". ".join([*points, *filter(None, [heard(self.words, after)])])
        return telling


def alike(shown: Shown, words: Words, tells: Sequence[Tell]) -> int:
    """Return how many of these, from the first on, share a screen.

    That is rows of one reveal on one screen, notices under one title, and below points what else has to be moved.
    """
    showing = shown.get(tells[0].key)
    if isinstance(showing, Standing):
        return 1 + _below_points(shown, words, tells[1:], room=reading.LINES - len(tells[0].facts[showing.totals]))
    if not isinstance(showing, Rows | Notice):
        return 1
    kind = _kind(shown, words, tells[0])
    together = next((n for n, tell in enumerate(tells) if _kind(shown, words, tell) != kind), len(tells))
    while isinstance(showing, Notice) and len(lines_of(words, tells[:together])) > reading.LINES and together > 1:
        together -= 1
    return together


def _below_points(shown: Shown, words: Words, tells: Sequence[Tell], room: int) -> int:
    """Return how many of these are notices that wait for pieces to be moved, and fit into `room` lines."""
    number = 0
    for tell in tells:
        showing = shown.get(tell.key)
        is_fitting = isinstance(showing, Notice) and showing.waits and not showing.drawn and tell.to == TABLE
        if not is_fitting or len(lines_of(words, tells[: number + 1])) > room:
            break
        number += 1
    return number


def _kind(shown: Shown, words: Words, tell: Tell) -> tuple[Any, ...]:
    """Return what tellings have in common that go on one screen."""
    showing = shown.get(tell.key)
    if isinstance(showing, Notice):
        return words(f"show.{showing.title}", **tell.facts), showing.waits, showing.drawn, tell.to
    return tell.key, tell.to


def lines_of(words: Words, tells: Sequence[Tell]) -> list[str]:
    return [line for tell in tells for line in reading.wrap(words.tell(tell))]


def heard(words: Words, tells: Sequence[Tell]) -> str:
    """Return tellings for the ear."""
    return " ".join(map(words.aloud().tell, tells))


def _is_seen_later(showing: Showing, tell: Tell, later: Sequence[Tell]) -> bool:
    """Return whether the next dials show this place on their map, too."""
    is_next = isinstance(showing, Dials) and bool(later) and later[0].key == tell.key
    return is_next and tell.facts["cell"] in later[0].facts["starred"]
