"""The command `ballottino draw`: a dial, a deck, who begins."""

from __future__ import annotations

import json
from typing import Any

import click

from companion import games
from companion.choices import Choice, Count, Pick, Several, Spread
from companion.input.typed import read_number
from companion.jobs.at_once import draw_all
from companion.jobs.draw import Drawing
from companion.referee.urn import Urn
from companion.refusal import NotFound, Refusal
from companion.steps import Decision
from companion.words import Words
from firmware.commands.settings import Settings, as_json, game_argument
from firmware.commands.spoken import missing
from firmware.commands.tables import parse_options
from firmware.terminal.asker import QUIT, Asker, Command
from firmware.terminal.listing import Listing


@click.command()
@game_argument
@click.argument("what", required=False, metavar="WHAT")
@click.option("-n", "number", type=click.IntRange(1, 100_000), default=1)
@click.option(
    "-a",
    "--answer",
    "answers",
    multiple=True,
    metavar="KEY=VALUE",
)
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def draw(
    settings: Settings, *, game: str, what: str | None, number: int, answers: tuple[str, ...], json_: bool
) -> None:
    """Draw WHAT of GAME: a dial, a deck, a neutral player's cards."""
    kit = games.find(game)
    if not kit.draws:
        raise NotFound("no-draws", game=game)
    if what is None:
        raise missing("what")
    kind = games.find_kind(f"{game}:{what}")
    assert issubclass(kind, Drawing)
    given = parse_options(answers)
    for key in given:
        if key not in kind.asks:
            raise Refusal("unknown-answer", name=key, known=list(kind.asks) or "–")
    table = kind.set_table([], {}, kit.layout(settings.data / "layouts"))
    answerer = Answerer(settings.words(game), given, may_ask=not json_)
    drawing = draw_all(kind, table, Urn.fresh(), number, answerer)
    if json_:
        as_json(drawing.drawn[:number])
    else:
        answerer.say(drawing)


class Answerer:
    """Answers the questions of a drawing: from the command line, or else by asking at the terminal, once for all
    draws.
    """

    def __init__(self, words: Words, given: dict[str, str], *, may_ask: bool) -> None:
        self.words = words
        self.given = given
        self.may_ask = may_ask
        self.answers: dict[str, Any] = {}
        """Answers by the whole question: about another building, for example, it is a different question."""
        self.said = 0

    def __call__(self, drawing: Drawing, decision: Decision) -> Any:
        if decision.key in self.given:
            return read_answer(self.words, decision.choice, self.given[decision.key])
        asked = json.dumps([decision.key, dict(decision.facts), decision.choice.to_json()])
        if asked not in self.answers:
            self.answers[asked] = self._ask(drawing, decision)
        return self.answers[asked]

    def _ask(self, drawing: Drawing, decision: Decision) -> Any:
        question = self.words.ask(decision)
        if not self.may_ask:
            raise Refusal("say-answer", question=question, name=decision.key, values=values_of(decision.choice))
        self.say(drawing)
        while True:
            try:
                return Asker(self.words).ask_until_legal(question, decision.choice)
            except Command:
                click.echo(self.words("terminal.draw-help", leave=self.words(f"command.{QUIT}")))

    def say(self, drawing: Drawing) -> None:
        """Print what has been drawn since the last time."""
        for tell in drawing.tells[self.said :]:
            click.echo(self.words.tell(tell))
        self.said = len(drawing.tells)


def values_of(choice: Choice) -> str:
    """Return how to answer a question on the command line."""
    if isinstance(choice, Count):
        return f"{choice.low}…{choice.high}"
    if isinstance(choice, Spread):
        return ", ".join(f"{place} 0…{most}" for place, most in choice.most.items())
    assert isinstance(choice, Pick | Several)
    return ", ".join(map(str, choice.options if isinstance(choice, Pick) else choice.items))


def read_answer(words: Words, choice: Choice, text: str) -> Any:
    """Return an answer from the command line; the choice itself decides whether it is legal."""
    if isinstance(choice, Count):
        return read_number(text)
    if isinstance(choice, Several):
        return Listing(words, choice.of, choice.items).some(text)
    if isinstance(choice, Spread):
        return read_spread(words, choice, text)
    assert isinstance(choice, Pick)
    return Listing(words, choice.of, choice.options).one(text)


def read_spread(words: Words, choice: Spread, text: str) -> dict[Any, Any]:
    """Return the numbers in a text such as `small 3, large 2`; places that it doesn't name get none."""
    listing = Listing(words, choice.of, list(choice.most))
    spread = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, number = part.rpartition(" ")
        place = name if name in choice.most else listing.one(name or number)
        spread[place] = read_number(number)
    return spread
