"""The command's own help in the player's language, and options for all jobs that may stand anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import click

from companion.vocabulary import named
from companion.words import LANGUAGES, Words
from firmware.commands.settings import spoken_language

EVERYWHERE = ("--data", "--lang")
"""Options of the command itself. They are taken before and after the name of a job."""
WORDED = "worded"
"""Where a context keeps the words of its help."""

named(
    "help", "ballottino", "run", "games", "rules", "score", "draw", "simulate", "replay", "verify", "play", "resume"
)
named("help", "list", "delete", "restore", "export", "import", "layout", "layout-check", "layout-draw")
named("help", "learn", "practice", "tournament", "tune", "rulings", "backup", "restore-backup", "update")
named("help", "bench", "doctor", "rehearse", "resume", "hall", "stats")
named("help-option", "answers", "check", "data", "deleted", "effort", "end", "file", "filled", "game", "help", "host")
named("help-option", "json_", "lang", "names", "no_web", "number", "options", "output", "players", "port", "profile")
named("help-option", "broker", "club", "hall_host", "of_game", "of_players")
named("help-option", "record_file", "schema", "seal", "seat", "seed", "share", "share_box", "stirred", "upto")
named("help-option", "control", "seated", "teach", "version", "why", "yes")
named("help-heading", "Usage", "Options", "Commands")


def globals_first(arguments: Sequence[str]) -> list[str]:
    """Return the same arguments with the options for all jobs in front.

    >>> globals_first(["rules", "doge", "--lang", "fr"])
    ['--lang', 'fr', 'rules', 'doge']
    """
    first: list[str] = []
    rest: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--":
            return [*first, *rest, argument, *waiting]
        if argument in EVERYWHERE:
            first += [argument, *islice(waiting, 1)]
        elif argument.partition("=")[0] in EVERYWHERE:
            first.append(argument)
        else:
            rest.append(argument)
    return [*first, *rest]


def language_in(arguments: Sequence[str]) -> str:
    """Return the language that these arguments ask for, or the one of the user's environment."""
    asked = [
        after if argument == "--lang" else argument.removeprefix("--lang=")
        for argument, after in zip(arguments, [*arguments[1:], ""], strict=True)
        if argument.partition("=")[0] == "--lang"
    ]
    return next((language for language in reversed(asked) if language in LANGUAGES), spoken_language())


class Formatter(click.HelpFormatter):
    """Writes help with headings in the language of its words."""

    def __init__(self, words: Words, context: click.Context) -> None:
        super().__init__(width=context.terminal_width, max_width=context.max_content_width)
        self.words = words

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, self.words.pair(self.words("help-heading.Usage"), ""))

    def write_heading(self, heading: str) -> None:
        self.write(f"{self.words.pair(self.words(f'help-heading.{heading}'), '').rstrip()}\n")


class Context(click.Context):
    """A context that writes help in the language it was worded in."""

    def make_formatter(self) -> click.HelpFormatter:
        words = self.meta.get(WORDED)
        return Formatter(words, self) if words is not None else super().make_formatter()


def speak(command: click.Command, words: Words, path: str = "") -> None:
    """Word the help of a command, its options and all its jobs."""
    command.help = words(f"help.{path or 'ballottino'}")
    help_option = command.get_help_option(click.Context(command))
    for option in (*command.params, help_option):
        if isinstance(option, click.Option):
            option.help = words("help-option.help" if option is help_option else f"help-option.{option.name}")
    if isinstance(command, click.Group):
        for name, job in command.commands.items():
            speak(job, words, f"{path}-{name}" if path else name)


def give_contexts(command: click.Command) -> None:
    """Let the help of a command and all its jobs be written in any language."""
    command.context_class = Context
    for job in command.commands.values() if isinstance(command, click.Group) else ():
        give_contexts(job)
