"""Places on a board, pointed at: every place shows the key that leads to it.

Up to five answers have a key each. With more, a key leads to several places: those get new signs, and the others
lose theirs, until one is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from PIL import Image

from companion.choices import Item, Pick, Several
from companion.screen.maps import Chart, Plan
from firmware.scenes.questions.maps.places import DONE
from firmware.scenes.questions.maps.plans import names_of, spots_of
from firmware.scenes.questions.maps.walking import Spot
from firmware.scenes.questions.nothing import OrNothing, is_ordinary
from firmware.scenes.questions.questions import Asking, QuestionScene, wanted
from firmware.screens.maps import grid, hexes
from firmware.screens.maps import plan as planks
from firmware.screens.maps.side import Side, SideButton
from hardware.keys import Key

FROM_THE_EDGES: dict[Key, Callable[[Spot], Spot]] = {
    Key.UP: lambda spot: spot,
    Key.DOWN: lambda spot: (-spot[0], -spot[1]),
    Key.LEFT: lambda spot: (spot[1], spot[0]),
    Key.RIGHT: lambda spot: (-spot[1], -spot[0]),
}
"""The places that an arrow leads to are the first in this order; OK leads to those that are left in the middle."""
ALL = (*FROM_THE_EDGES, Key.OK)
OF_BUTTONS = (Key.OK, Key.DOWN, Key.UP)
"""The keys of buttons beside the board; the likely place, if there is one, takes OK."""
MOST_BUTTONS = 2
"""With more of them, one walks the board."""
SIGNS = {Key.UP: "▴", Key.DOWN: "▾", Key.LEFT: "◂", Key.RIGHT: "▸", Key.OK: "■"}
NAMED = 5
"""The most places that are named beside the board with their signs."""

Shares = dict[Key, Sequence[Item]]
"""The answers that each key leads to."""


class Pointing(QuestionScene):
    """A key gives the answer whose sign it is, or takes a closer look at all places with its sign.

    Answers that are not places are buttons with a key of their own. BACK shows the signs before.
    """

    brief = ""
    """A vocabulary with shorter names of the places, if the board has one."""

    def __init__(self, asking: Asking, choice: Pick | Several, likely: Any, where: Mapping[str, Spot]) -> None:
        super().__init__(asking)
        self.of = choice.of
        self.barred = buttons_among(choice.barred, where) if isinstance(choice, Pick) else []
        self.offer(choice.options if isinstance(choice, Pick) else choice.items, likely, where)

    def offer(self, options: Sequence[Item], likely: Any, where: Mapping[str, Spot]) -> None:
        """Give signs to these answers, and to what is barred beside the board; OK's to the likely one."""
        self.spots = {str(option): where[str(option)] for option in options if option in where}
        self.buttons = [*buttons_among(options, where), *self.barred]
        self.likely = likely if likely in self.spots else None
        self.button_keys = OF_BUTTONS[self.likely is not None :][: len(self.buttons)]
        self.looks: list[Shares] = [self._first_look()]

    @property
    def answers(self) -> Shares:
        """Return what the keys lead to now."""
        return self.looks[-1]

    def _first_look(self) -> Shares:
        alone: Shares = {key: [item] for key, item in zip(self.button_keys, self.buttons, strict=True)}
        if self.likely is not None:
            alone[Key.OK] = [self.likely]
        others = {place: spot for place, spot in self.spots.items() if [place] not in alone.values()}
        return {**share_out(others, [key for key in ALL if key not in alone]), **alone}

    def move(self, key: Key) -> None:
        items = self.answers.get(key, ())
        if len(items) == 1:
            self.take(items[0])
        elif items:
            self.looks.append(share_out({str(item): self.spots[str(item)] for item in items}, ALL))

    def take(self, item: Item) -> None:
        """Act on the answer that was pointed at."""
        self.give(item)

    def repeat(self, key: Key) -> None:
        """Ignore a held key: an answer is given once."""

    def step_back(self) -> bool:
        is_closer = len(self.looks) > 1
        if is_closer:
            self.looks.pop()
        return is_closer

    def signs(self) -> dict[str, str]:
        """Return the sign of each place that a key leads to."""
        return {str(item): SIGNS[key] for key, items in self.answers.items() for item in items if item in self.spots}

    def side(self) -> Side:
        """Return the panel beside the board: who is asked what, the last few places by name, the buttons."""
        heading, signs = self.heading, self.signs()
        who, brief = (heading.title, heading.right) if heading.right else ("", heading.title)
        in_order = sorted(signs, key=lambda place: self.spots[place])
        named = [f"{signs[place]} {self.words.thing(self.brief or self.of, place)}" for place in in_order]
        listed = "\n".join(named) if len(named) <= NAMED else ""
        keys = () if len(self.looks) > 1 else self.button_keys
        buttons = [self._button(key, item) for key, item in zip(keys, self.buttons, strict=False)]
        return Side(who, brief, "", listed, self.tally(), buttons, 0 if Key.OK in keys else None)

    def tally(self) -> str:
        """Return how many places are chosen, and of how many."""
        return ""

    def _button(self, key: Key, item: Item) -> SideButton:
        label = f"× {self.name(item)}" if item in self.barred else self.name(item)
        return SideButton(label if key == Key.OK else f"{SIGNS[key]} {label}")

    def name(self, item: Item) -> str:
        return self.words.thing(self.of, item)


class GridPointing(Pointing):
    """On a board of squares or hexes."""

    def __init__(self, asking: Asking, choice: Pick, likely: Any, chart: Chart) -> None:
        super().__init__(asking, choice, likely, grid.spots(chart))
        self.chart = chart

    def picture(self) -> Image.Image:
        return draw_signs(self.chart, self.signs(), self.side())


class PointingAtSeveral(Pointing, OrNothing):
    """Several places of a board of squares or hexes, one after the other; BACK puts the last one back.

    The answer is given as soon as no more may be taken; OK gives it where fewer will do.
    """

    choice: Several

    def __init__(self, asking: Asking, choice: Several, likely: Any, chart: Chart) -> None:
        self.choice = choice
        self.is_ordinary = is_ordinary(choice, likely)
        self.chart = chart
        self.chosen: list[Item] = []
        if isinstance(likely, list):
            self.chosen = [item for item in likely if item in choice.items][: choice.high]
        super().__init__(asking, choice, None, grid.spots(chart))
        self._offer_the_rest()

    @property
    def is_full(self) -> bool:
        return len(self.chosen) == self.choice.high

    def _offer_the_rest(self) -> None:
        rest = [] if self.is_full else [item for item in self.choice.items if item not in self.chosen]
        done = [DONE] if len(self.chosen) >= self.choice.low else []
        self.offer([*done, *rest], None, grid.spots(self.chart))

    def take(self, item: Item) -> None:
        if item == DONE and not self.chosen and not self.is_ordinary:
            self.ask_if_meant()
            return
        if item != DONE:
            self.chosen.append(item)
            self._offer_the_rest()
        if item == DONE or self.is_full:
            self.give([one for one in self.choice.items if one in self.chosen])

    def step_back(self) -> bool:
        if super().step_back():
            return True
        is_begun = bool(self.chosen)
        if is_begun:
            self.chosen.pop()
            self._offer_the_rest()
        return is_begun

    def tally(self) -> str:
        return f"{len(self.chosen)}/{wanted(self.choice)}"

    def name(self, item: Item) -> str:
        return self.stage.words("box.places-done") if item == DONE else super().name(item)

    def picture(self) -> Image.Image:
        if self.doubt is not None:
            return self.doubt.picture()
        chosen = [str(item) for item in self.chosen]
        return draw_signs(self.chart._replace(chosen=[*self.chart.chosen, *chosen]), self.signs(), self.side())


class PlanPointing(Pointing):
    """On a board of posts and planks."""

    def __init__(self, asking: Asking, choice: Pick, likely: Any, plan: Plan) -> None:
        super().__init__(asking, choice, likely, spots_of(plan, [*choice.options, *choice.barred]))
        self.plan = plan
        self.brief = plan.brief

    def side(self) -> Side:
        """Return the panel with the whole question, if it has room for it."""
        side = super().side()
        asked = side._replace(brief=self.heading.question)
        return asked if planks.has_room(asked) else side

    def picture(self) -> Image.Image:
        return planks.signed(self.plan, self.signs(), self.side(), names_of(self.plan, self.words))


def share_out(spots: Mapping[str, Spot], keys: Sequence[Key]) -> Shares:
    """Return the places that each key leads to: as many alone as can be, those at an edge by its arrow.

    >>> share_out({"A1": (0, 0), "A9": (0, 8)}, ALL)
    {<Key.LEFT: 'LEFT'>: ['A1'], <Key.RIGHT: 'RIGHT'>: ['A9']}
    >>> len(share_out({f"A{n}": (0, n) for n in range(7)}, ALL)[Key.OK])
    3
    """
    sizes = sizes_of(len(spots), keys) if len(spots) > len(keys) else dict.fromkeys(few_keys(spots, keys), 1)
    left = dict(spots)
    shares: Shares = {}
    for key in sorted(sizes, key=ALL.index):
        order = FROM_THE_EDGES.get(key, FROM_THE_EDGES[Key.UP])
        shares[key] = sorted(left, key=lambda name: order(left[name]))[: sizes[key]]
        left = {name: spot for name, spot in left.items() if name not in shares[key]}
    return shares


def sizes_of(number: int, keys: Sequence[Key]) -> dict[Key, int]:
    """Return how many places each key leads to, if there are more places than keys.

    Up to five for each key, the middle takes what is too much, so that others are answers at once. Beyond that all
    keys lead to as many.

    >>> [*sizes_of(7, ALL).values()], [*sizes_of(87, ALL).values()]
    ([1, 1, 1, 1, 3], [18, 18, 17, 17, 17])
    """
    if number > len(keys) * len(ALL):
        share, rest = divmod(number, len(keys))
        return {key: share + (place < rest) for place, key in enumerate(keys)}
    sizes = dict.fromkeys(keys, 1)
    for key in reversed(keys):
        sizes[key] += min(len(ALL) - 1, number - sum(sizes.values()))
    return sizes


def few_keys(spots: Mapping[str, Spot], keys: Sequence[Key]) -> Sequence[Key]:
    """Return the keys for a few places: arrows along the line on which they lie."""
    rows, columns = ({spot[axis] for spot in spots.values()} for axis in (0, 1))
    is_high = max(rows) - min(rows) > max(columns) - min(columns) if spots else False
    ends = (Key.UP, Key.DOWN) if is_high else (Key.LEFT, Key.RIGHT)
    wished = {0: (), 1: (Key.OK,), 2: ends, 3: (*ends, Key.OK), 4: tuple(FROM_THE_EDGES)}.get(len(spots), ALL)
    return wished if set(wished) <= set(keys) else keys[: len(spots)]


def draw_signs(chart: Chart, signs: Mapping[str, str], side: Side) -> Image.Image:
    return (hexes.signed if chart.shifted else grid.signed)(chart, signs, side)


def buttons_among(options: Iterable[Item], where: Mapping[str, Spot]) -> list[Item]:
    """Return the answers that are not places; barred ones say why when they are given."""
    return [option for option in options if option not in where]


def can_point(asking: Asking, choice: Pick | Several, where: Mapping[str, Spot]) -> bool:
    """Return whether there are keys enough: no knob, and not many buttons beside the board.

    Whoever plays by ear walks the board instead, and hears each place.
    """
    options = [*choice.options, *choice.barred] if isinstance(choice, Pick) else [DONE, *choice.items]
    if asking.stage.has_knob or asking.stage.by_ear:
        return False
    return len(buttons_among(options, where)) <= MOST_BUTTONS
