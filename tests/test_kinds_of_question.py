"""Every face asks every kind of question: the box, the phone's page, the form it sends, and the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from werkzeug.datastructures import MultiDict

from companion.choices import Choice, Count, Pick, Several, Sheet, Spread
from companion.steps import Decision
from companion.words import HERE as SHARED_WORDS
from companion.words import Words
from firmware import WORDS as BOX_WORDS
from firmware.scenes.questions.asking import question as scene_for
from firmware.scenes.questions.questions import Asking, Heading
from firmware.terminal import asker
from firmware.terminal.asker import Asker
from tests.firmware.boxes import TestBox
from web.app import create_app
from web.language import WORDS as PAGE_WORDS
from web.site import Site
from web.table.forms import answer_in
from web.table.questions import question as laid_out

WORDS = Words("en", [BOX_WORDS, PAGE_WORDS, SHARED_WORDS])
SAMPLES: dict[type[Choice], Choice] = {
    Pick: Pick("", ("a", "b")),
    Count: Count("", 1, 3),
    Several: Several("", ("a", "b", "c"), 1, 2),
    Spread: Spread("", {"a": 2, "b": 2}, 1, 3),
    Sheet: Sheet("", {"a": {"1": Count("", 0, 2)}, "b": {"1": Count("", 0, 2)}}),
}
Face = Callable[[Choice, Path], object]
KINDS = [kind for kind in Choice.__subclasses__() if kind.__module__.startswith("companion.")]


class Unheard(Choice):
    """A kind of question that no face knows."""

    kind = "unheard"


def on_the_box(choice: Choice, folder: Path) -> object:
    box = TestBox(folder)
    try:
        asking = Asking(box.box, Heading("Anna", "?", "Which?"), WORDS, lambda _: None)
        return scene_for(asking, choice).picture().getbbox()
    finally:
        box.close()


def on_a_page(choice: Choice, _: Path) -> object:
    decision = Decision("which", 1, "1", cast(Any, choice), "DOG.B1", {})
    decision.choice = choice
    parts: Any = create_app(cast(Site, None)).jinja_env.get_template("_parts.html").module
    return "value" in parts.widget(laid_out(decision, WORDS, (), lambda what, item: ""), WORDS)


def in_a_form(choice: Choice, _: Path) -> object:
    return answer_in(choice, MultiDict()) is not None


def at_the_terminal(choice: Choice, _: Path) -> object:
    return Asker(WORDS).ask(choice) is not None


FACES = [on_the_box, on_a_page, in_a_form, at_the_terminal]


@pytest.fixture(autouse=True)
def typing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asker, "read_line", lambda _: "1")


def test_there_is_a_sample_of_every_kind() -> None:
    assert set(SAMPLES) == set(KINDS)


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_face_asks_every_kind(face: Face, kind: type[Choice], tmp_path: Path) -> None:
    assert face(SAMPLES[kind], tmp_path)


@pytest.mark.parametrize("face", FACES)
def test_a_kind_that_a_face_lacks_is_noticed(face: Face, tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r"Unheard|unheard"):
        face(Unheard(), tmp_path)
