"""Playing a test box by its keys: from home to a table, through its questions, to the count on a sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MethodType
from typing import Any

from companion import games
from companion.choices import Choice
from companion.referee import Referee
from companion.steps import TABLE
from companion.words import folders_of
from firmware.scenes.home.sealing import Sealed, Stir
from firmware.scenes.match.counting import CountAgain
from firmware.scenes.match.ending import EndingScene
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.match import Match
from firmware.scenes.menus import Agree, Menu, Reading
from firmware.scenes.questions.asking import question
from firmware.scenes.questions.questions import Asking, Heading, QuestionScene
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.games.harness import fingerprint


def agree(box: TestBox) -> None:
    """Let everyone agree, if the box asks for that because more has been seen since."""
    if isinstance(box.box.scene, Agree):
        box.tap(Key.LEFT)


def choose(box: TestBox, label: str, note: str | None = None) -> None:
    """Walk a menu to the line with this name, and this note if several have that name, and press OK."""
    scene = menu_of(box)
    rows = [item.row for item in scene.items]
    wanted = [row for row in rows if row.text == label and note in (None, row.note)]
    assert wanted, rows
    while scene.items[scene.cursor].row not in wanted:
        box.tap(Key.DOWN)
    box.tap(Key.OK)


def menu_of(box: TestBox) -> Menu:
    """Return the menu on the screen."""
    assert isinstance(box.box.scene, Menu)
    return box.box.scene


def choose_details(box: TestBox) -> None:
    """Go from the pages of an ending to the menu with everything else."""
    scene = box.box.scene
    assert isinstance(scene, EndingScene)
    box.tap(Key.RIGHT)
    box.tap(Key.OK)


def match_of(box: TestBox) -> Match:
    scene = box.box.scene
    if isinstance(scene, Guard):
        assert isinstance(scene.match, Match)
        return scene.match
    assert isinstance(scene, QuestionScene)
    assert isinstance(scene.on_back, MethodType)
    match = scene.on_back.__self__
    assert isinstance(match, Match)
    return match


def start(box: TestBox, game: str, players: int, **options: str) -> Match:
    """Go from home to the first question, by keys; options that are not given have their default."""
    box.tap(Key.OK)
    choose(box, game.title())
    set_table(box, game, players, options)
    choose(box, box.box.words("seating.go"))
    if not isinstance(box.box.scene, Stir):  # the assumptions about the board
        box.tap(Key.OK)
    stir(box)
    box.wait_out_tellings()
    return match_of(box)


def set_table(box: TestBox, game: str, players: int, options: Mapping[str, str]) -> None:
    """Set the number of players and all options on their own lines, from those of the table to those behind it."""
    words = box.box.words_for(folders_of(game))
    turn_to(box, words("seating.number"), str(players))
    offered = games.find(game).game.all_options()
    first, *others = sorted(offered, key=lambda option: option.usual == option.default)
    wanted = {option.name: options.get(option.name, option.default) for option in offered}
    turn_to(box, words.option(first.name), words.option_value(first.name, wanted[first.name]))
    if any(wanted[option.name] != option.usual for option in others):
        choose(box, words("seating.options"))
        for option in others:
            turn_to(box, words.option(option.name), words.option_value(option.name, wanted[option.name]))
        box.tap(Key.BACK)


def turn_to(box: TestBox, label: str, value: str) -> None:
    """Walk a menu to the line with this name, and turn it to this value."""
    scene = box.box.scene
    assert isinstance(scene, Menu)
    names = [item.row.text for item in scene.items]
    while scene.items[scene.cursor].row.text != label:
        assert label in names, names
        box.tap(Key.DOWN)
    for _ in range(20):
        if scene.items[scene.cursor].row.note == value:
            return
        box.tap(Key.RIGHT)
    raise AssertionError(f"{label} is never {value}")


def stir(box: TestBox) -> None:
    """Stir by the moment, and begin."""
    assert isinstance(box.box.scene, Stir)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Sealed)
    box.tap(Key.OK)


def start_doge(box: TestBox, players: int = 3, cardboard: bool = False) -> Match:
    return start(box, "doge", players, ballots="table" if cardboard else "device")


def play_by_keys(box: TestBox, match: Match, rng: Random, most: int = 100_000) -> None:
    """Give random answers by pin edges, to the end or until there are `most`."""
    while match.referee.open and len(match.referee.entries) < most:
        box.play_on(match, lambda decision: decision.choice.sample(rng))


def play_until(box: TestBox, match: Match, is_there: Callable[[], bool], rng: Random) -> None:
    """Give random answers up to a moment that must come before the game is over."""
    while not is_there():
        assert match.referee.open, "the game is over, and it never came"
        play_by_keys(box, match, rng, most=len(match.referee.entries) + 1)


def ask(box: TestBox, game: str, choice: Choice, likely: Any = None, **more: Any) -> tuple[QuestionScene, list[Any]]:
    """Put a question on the box's screen, in the words of a game; return it and the list of its answers.

    `heading`, `seats`, the `chart` or the `plan` on which it is asked, and the `kind` of scene may be given.
    """
    given: list[Any] = []
    words = box.box.words_for(folders_of(game), more.pop("seats", ()))
    heading = more.pop("heading", Heading("Anna", "?", "Which?"))
    scene: QuestionScene = more.pop("kind", question)(
        Asking(box.box, heading, words, given.append), choice, likely, **more
    )
    box.box.replace(scene)
    box.box.show()
    return scene, given


def tell(match: Match, key: str, rule: str, **facts: Any) -> None:
    """Have the game tell something, and the box show it."""
    game = match.referee.game
    game.tell(key, rule, **facts)
    match.untold.append(game.tells[-1])
    match.go_on()


def until_asked(box: TestBox, match: Match, key: str, rng: Random) -> None:
    """Give random answers up to this question; if it is secret, hand the box over then."""
    play_until(box, match, lambda: any(asked.key == key for asked in match.referee.open.values()), rng)
    if isinstance(box.box.scene, Guard):
        assert match.referee.open[box.box.scene.seats[0]].secret
        box.tap(Key.OK)


def ended_as_by_hand(box: TestBox, referee: Referee) -> None:
    """Check that the game is over, and that the same answers given to a referee lead to the very same game."""
    assert referee.outcome is not None
    assert isinstance(box.box.scene, Menu), "the end, with the winner first"
    direct = Referee(referee.kind, referee.table, referee.urn, referee.entries)
    assert fingerprint(direct) == fingerprint(referee)
    assert direct.outcome == referee.outcome


def score(box: TestBox, game: str, sheet: str, players: str, *answers: Any) -> str:
    """Fill a sheet in, by keys, and return what the box says."""
    for line in ("Score", game.title(), sheet):
        choose(box, line)
    if isinstance(box.box.scene, Menu):
        choose(box, players)
    for answer in answers:
        box.thumb.answer(answer, TABLE)
        assert box.glass().tobytes() == box.box.scene.picture().tobytes()
    if isinstance(box.box.scene, CountAgain):  # its pages come before its reasons
        box.tap(Key.OK)
    assert isinstance(box.box.scene, Reading)
    return " ".join(box.box.scene.lines).replace("\u00a0", " ")


def draw(box: TestBox, game: str, what: str) -> None:
    """Go from home to a game's dial or deck, by keys; where it is the game's only one, the box draws at once."""
    words = box.box.words_for(folders_of(game))
    choose(box, words("home.draw"))
    choose(box, words.thing("game", game))
    if isinstance(box.box.scene, Menu):
        choose(box, words.thing("draw", what))


def drawn(match: Match) -> list[Any]:
    """Return everything that a drawing has drawn so far."""
    found: list[Any] = match.referee.game.view(TABLE)["drawn"]
    return found
