"""Boards in words for the ear: each place by its name, and what is there."""

from __future__ import annotations

from collections.abc import Sequence

from companion.choices import Item
from companion.words import Words
from firmware.scenes.questions.maps.places import DONE, GridPick, GridQuestion, GridSeveral
from firmware.scenes.questions.maps.plans import PlanPick
from firmware.scenes.questions.maps.pointing import Pointing, PointingAtSeveral
from firmware.scenes.questions.maps.walking import BoardWalk
from firmware.scenes.questions.questions import wanted
from firmware.speech.questions import asked
from firmware.speech.scenes import spoken
from firmware.speech.spoken import Spoken, joined, keys_said

NAMED = 6
"""Places that a key leads to are all named, if there are no more."""


@spoken.register
def _(scene: BoardWalk) -> Spoken:
    words = scene.words.aloud()
    return asked(scene, _walked(scene, words), words.thing(scene.of, scene.cursor))


def _walked(scene: BoardWalk, words: Words) -> str:
    """Return how many places there are to walk through, and the answers that are no places."""
    others = [words.thing(scene.of, item) for item in scene.others if item != DONE]
    places = words("say.walk", n=len(scene.places()))
    return joined([places, words("say.beside", what=", ".join(others)) if others else ""])


@spoken.register
def _(scene: PlanPick) -> Spoken:
    words = scene.words.aloud()
    here, mark = str(scene.cursor), scene.plan.marks.get(str(scene.cursor), "")
    there = [words.thing("seat", mark)] if mark else []
    if here in scene.plan.starred:
        there.append(words("say.star"))
    barred = scene.cursor in scene.choice.barred
    said = words.thing(scene.of, scene.cursor)
    return asked(scene, _walked(scene, words), _at(words("say.barred", what=said) if barred else said, there))


def _at(place: str, there: Sequence[str]) -> str:
    return ", ".join([place, *there])


@spoken.register
def _(scene: GridQuestion) -> Spoken:
    words = scene.words.aloud()
    return asked(scene, _walked(scene, words), _at(words.thing(scene.of, scene.cursor), _there(scene, words)))


@spoken.register
def _(scene: GridPick) -> Spoken:
    words = scene.words.aloud()
    said = words.thing(scene.of, scene.cursor)
    said = words("say.barred", what=said) if scene.cursor in scene.barred else said
    return asked(scene, _walked(scene, words), _at(said, _there(scene, words)))


def _there(scene: GridQuestion, words: Words) -> list[str]:
    """Return what is on the place under the cursor: its facts on a map; its owner, and a star, on a grid."""
    place, chart = str(scene.cursor), scene.chart
    if place in chart.told:
        return [words.thing(of, value) for of, value in chart.told[place]]
    mark = chart.marks.get(place, "")
    there = [words.thing("seat", mark)] if mark.isdecimal() else []
    return [*there, words("say.star")] if place in chart.starred else there


@spoken.register
def _(scene: GridSeveral) -> Spoken:
    words = scene.words.aloud()
    so_far = {"count": len(scene.chosen), "all": wanted(scene.choice)}
    if scene.cursor == DONE:
        here = words("say.done", **so_far)
    else:
        said = words.thing(scene.of, scene.cursor)
        here = words("say.ticked", what=said) if scene.cursor in scene.chosen else said
        here = _at(here, _there(scene, words))
    return asked(scene, joined([_walked(scene, words), words("say.tick", all=so_far["all"])]), here)


@spoken.register
def _(scene: Pointing) -> Spoken:
    words = scene.words.aloud()
    named = {key: _shared(scene, words, items) for key, items in scene.answers.items()}
    return asked(scene, here=keys_said(words, named))


@spoken.register
def _(scene: PointingAtSeveral) -> Spoken:
    if scene.doubt is not None:
        return spoken(scene.doubt)
    said = spoken.dispatch(Pointing)(scene)
    taken = [scene.words.thing(scene.of, item) for item in scene.chosen]
    so_far = scene.words("say.taken", count=len(taken), all=wanted(scene.choice), what=", ".join(taken))
    return said._replace(keys=so_far) if taken else said


def _shared(scene: Pointing, words: Words, items: Sequence[Item]) -> str:
    """Return the places that a key leads to: their names, or how many there are, and from where to where."""
    names = [words("say.enough") if item == DONE else words.thing(scene.of, item) for item in items]
    if len(names) <= NAMED:
        return ", ".join(names)
    in_order = sorted(items, key=lambda item: scene.spots[str(item)])
    first, last = (words.thing(scene.of, item) for item in (in_order[0], in_order[-1]))
    return words("say.places", n=len(names), first=first, last=last)
