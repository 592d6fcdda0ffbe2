"""Questions in words for the ear: who is asked what, what each key answers, and what the cursor is on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.choices import Choice, Count, Item, Pick, Several, Spread
from companion.words import Words
from firmware.scenes.home.drawing import LastDraw
from firmware.scenes.questions.cells import CellByCell
from firmware.scenes.questions.checklist import Checklist
from firmware.scenes.questions.column import ColumnQuestion
from firmware.scenes.questions.compass import Compass, Paged
from firmware.scenes.questions.nothing import OrNothing
from firmware.scenes.questions.questions import (
    ANSWER_KEYS,
    CountQuestion,
    PickQuestion,
    QuestionScene,
    ThreeWays,
    TwoWays,
    wanted,
)
from firmware.scenes.questions.run_down import RunDown
from firmware.scenes.questions.sheets import Cell, SheetQuestion
from firmware.scenes.questions.taking import DONE, Taking
from firmware.speech.scenes import spoken
from firmware.speech.spoken import Spoken, joined, keys_said
from hardware.keys import Key

ALL_SAID = 12
"""A list of up to this many answers is said whole, before the cursor goes through it."""


def asked(scene: QuestionScene, keys: str = "", here: str = "") -> Spoken:
    """Return a question: who is asked what after which news, and what is said about its keys and its cursor."""
    heading, words = scene.heading, scene.words
    who = heading.title if heading.right else ""
    question = words.pair(who, heading.heard) if who else heading.heard
    turn = words("say.turn", who=who) if who else ""
    return Spoken(turn, heading.news_heard, question, keys, here)


def name(words: Words, choice: Choice, item: Item) -> str:
    """Return an answer in words for the ear, and whether it is not allowed."""
    said = words.thing(choice.of if isinstance(choice, Pick | Several | Spread) else "", item)
    return words("say.barred", what=said) if isinstance(choice, Pick) and item in choice.barred else said


@spoken.register
def _(scene: PickQuestion) -> Spoken:
    words = scene.words.aloud()
    names = [name(words, scene.choice, option) for option in scene.options]
    offered = words.pair(words("say.answers", n=len(names)), ", ".join(names)) if len(names) <= ALL_SAID else ""
    keys = joined([offered or words("say.answers", n=len(names)), words("say.choose")])
    return asked(scene, keys, here=names[scene.cursor])


@spoken.register
def _(scene: TwoWays) -> Spoken:
    words = scene.words.aloud()
    left, right = (name(words, scene.choice, option) for option in scene.options)
    here = name(words, scene.choice, scene.options[scene.cursor])
    return asked(scene, keys_said(words, {Key.LEFT: left, Key.RIGHT: right, Key.OK: here}))


@spoken.register
def _(scene: ThreeWays) -> Spoken:
    words = scene.words.aloud()
    names = [name(words, scene.choice, option) for option in scene.options]
    return asked(scene, keys_said(words, dict(zip(ANSWER_KEYS, names, strict=True))))


@spoken.register
def _(scene: Compass) -> Spoken:
    words = scene.words.aloud()
    names = {key: name(words, scene.choice, item) for key, item in scene.answers.items()}
    return asked(scene, _with_more(words, names, scene))


def _with_more(words: Words, names: Mapping[Key, str], scene: Paged) -> str:
    return keys_said(words, {**names, **dict.fromkeys(scene.turns, words("say.more"))})


@spoken.register
def _(scene: CountQuestion) -> Spoken:
    choice: Count = scene.choice
    return asked(scene, scene.words("say.number", low=choice.low, high=choice.high), here=str(scene.value))


@spoken.register
def _(scene: Checklist) -> Spoken:
    words = scene.words.aloud()
    item = scene.item
    so_far = {"count": len(scene.chosen), "all": wanted(scene.choice)}
    if item is None:
        here = words("say.done", **so_far)
    else:
        said = name(words, scene.choice, item)
        here = words("say.ticked", what=said) if item in scene.chosen else said
    return asked(scene, words("say.tick", all=so_far["all"]), here)


@spoken.register
def _(scene: OrNothing) -> Spoken:
    """Say the question whether nothing is meant, while it is asked; each kind says the rest."""
    assert scene.doubt is not None
    return spoken(scene.doubt)


@spoken.register
def _(scene: Taking) -> Spoken:
    if scene.doubt is not None:
        return spoken(scene.doubt)
    words = scene.words.aloud()
    names = {key: _kind(scene, words, item) for key, item in scene.answers.items()}
    taken = ", ".join(name(words, scene.choice, item) for item in scene.taken)
    so_far = words("say.taken", count=len(scene.taken), all=wanted(scene.choice), what=taken) if taken else ""
    here = joined([so_far, _with_more(words, names, scene)])
    many = wanted(scene.choice)
    return asked(scene, words("say.take", all=many) if scene.choice.low else words("say.take-most", all=many), here)


def _kind(scene: Taking, words: Words, item: Item) -> str:
    if item == DONE:
        return words("say.enough")
    said = name(words, scene.choice, item)
    return words("say.left", what=said, count=scene.left(item)) if scene.most[item] > 1 else said


@spoken.register
def _(scene: RunDown) -> Spoken:
    if scene.doubt is not None:
        return spoken(scene.doubt)
    words = scene.words.aloud()
    so_far = words("box.so-far", n=scene.placed, all=wanted(scene.choice))
    if scene.is_filled:
        given = [f"{_shared(scene, words, kind)} {number}" for kind, number in scene.values.items() if number]
        return asked(scene, here=keys_said(words, {Key.OK: words("say.answer", what=", ".join(given) or "0")}))
    kind = scene.kinds[len(scene.values)]
    labels = [str(number) for number in scene.numbers]
    row = words.pair(_shared(scene, words, kind), so_far)
    values = _values(scene, words, labels, scene.index, words("say.enough") if scene.can_stop else "")
    many = wanted(scene.choice)
    keys = words("say.share", all=many) if scene.choice.low else words("say.share-most", all=many)
    return asked(scene, keys, joined([row, values]))


def _shared(scene: RunDown, words: Words, kind: Item) -> str:
    if isinstance(scene.choice, Several) and isinstance(kind, int):
        return words("box.of-value", value=kind)
    return name(words, scene.choice, kind)


def _values(scene: QuestionScene, words: Words, labels: Sequence[str], index: int, enough: str = "") -> str:
    """Return the values that LEFT, OK and RIGHT take, and whether UP and DOWN show others. A knob shows them all."""
    beside = {
        Key.LEFT: labels[index - 1] if index else enough,
        Key.OK: labels[index],
        Key.RIGHT: labels[index + 1] if index + 1 < len(labels) else "",
    }
    said = keys_said(words, {key: what for key, what in beside.items() if what})
    return joined([said, words("say.others") if len(labels) > len(beside) or scene.stage.has_knob else ""])


@spoken.register
def _(scene: SheetQuestion) -> Spoken:
    words = scene.words.aloud()
    row = scene.rows[scene.row]
    cells = [
        words.pair(words.column(column), _label(scene, words, row, column, cell))
        for column, cell in scene.cells[row].items()
    ]
    shown = cells if len(scene.columns) <= 2 else cells[scene.column : scene.column + 1]
    here = joined([words.thing(scene.choice.of, row), *shown, scene.hint()])
    columns = len(scene.columns)
    keys = words("say.cells" if columns > 2 else "say.two-columns" if columns == 2 else "say.one-column")
    return asked(scene, keys, here)


def _label(scene: SheetQuestion, words: Words, row: str, column: str, cell: Cell, index: int | None = None) -> str:
    choice = scene.choice.rows[row][column]
    return name(words, choice, cell.values[cell.index if index is None else index])


@spoken.register
def _(scene: ColumnQuestion) -> Spoken:
    words = scene.words.aloud()
    row, (column,) = scene.rows[scene.row], scene.columns
    cell = scene.current[0]
    labels = [_label(scene, words, row, column, cell, index) for index in range(len(cell.values))]
    title = words.pair(words.thing(scene.choice.of, row), words.column(column))
    place = f"{scene.row + 1} {words('say.of')} {len(scene.rows)}"
    return asked(scene, place, joined([title, _values(scene, words, labels, cell.index)]))


@spoken.register
def _(scene: CellByCell) -> Spoken:
    words = scene.words.aloud()
    row = scene.rows[scene.row]
    column = list(scene.cells[row])[scene.column]
    cell = scene.cell
    places = {key: cell.values.index(item) for key, item in scene.answers.items()}
    names = {key: _label(scene, words, row, column, cell, index) for key, index in places.items()}
    here = joined([f"{words.thing(scene.choice.of, row)}, {words.column(column)}"])
    return asked(scene, here=f"{here} {_with_more(words, names, scene)}")


@spoken.register
def _(scene: LastDraw) -> Spoken:
    """Say what has come up once it has stopped, and that OK draws again."""
    words = scene.words
    if scene.is_turning:
        return Spoken()
    return Spoken(
        news=scene.telling.said, keys=keys_said(words, {Key.OK: words("say.again"), Key.BACK: words("say.end")})
    )
