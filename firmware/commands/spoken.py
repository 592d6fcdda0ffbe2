"""The command in the player's language: its help, what is wrong with a mistyped line, and options that may stand
anywhere.

click asks gettext for all that it says. `CLICK` answers in gettext's place, from our catalogues, so that help and
errors are worded in one way; nothing is looked up before click has something to say.
"""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final, NoReturn

import click
from click import core, exceptions, parser, types

from companion.ledger import default_folder
from companion.vocabulary import named
from companion.words import LANGUAGES, Words
from firmware.commands.settings import Settings, coloured, usual_language

DATA, LANG = EVERYWHERE = ("--data", "--lang")
"""Options of the command itself. They are taken before and after the name of a job."""

named("help", "backup", "ballottino", "bench", "compare", "delete", "doctor", "draw", "export", "games", "hall")
named("help", "import", "layout", "layout-check", "layout-draw", "learn", "list", "play", "practice", "rehearse")
named("help", "replay", "restore", "restore-backup", "resume", "rules", "rulings", "run", "score", "set-up")
named("help", "simulate", "stats", "tournament", "tune", "update", "verify")
named("help-option", "answers", "anyway", "boxed", "broker", "check", "club", "control", "data", "deleted", "effort")
named("help-option", "end", "file", "filled", "game", "hall_host", "help", "host", "json_", "lang", "names", "no_web")
named("help-option", "number", "of_game", "of_players", "options", "output", "pictures", "players", "port", "profile")
named("help-option", "record_file", "schema", "seal", "seat", "seated", "seed", "share", "share_box", "shared")
named("help-option", "stirred", "teach", "upto", "version", "why", "yes")
named("help-heading", "Commands", "Options", "Usage")
named("help-place", "ADDRESS", "ARGS", "COMMAND", "FILE", "FILENAME", "GAME", "ID", "KEY", "NAME", "NUMBER")
named("help-place", "OPTIONS", "PATH", "SHEET", "TEXT", "VALUE", "WHAT")
named("usage", "aborted", "bad-value", "bad-value-for", "default", "did-you-mean", "did-you-mean-one", "error")
named("usage", "extra-argument", "extra-arguments", "is-directory", "is-file", "missing-argument", "missing-command")
named("usage", "missing-option", "missing-parameter", "needs-value", "no-such-command", "no-such-file")
named("usage", "no-such-option", "no-value", "not-a-number", "not-in-range", "not-one-of", "not-opened")
named("usage", "not-readable", "not-writable", "required", "try-help", "unknown-error")
named("trouble", "EACCES", "EEXIST", "EISDIR", "ENOENT", "ENOSPC", "ENOTDIR", "EPERM", "EROFS")

SAID: Mapping[str, str] = {
    "(Did you mean one of: {possibilities}?)": "did-you-mean-one",
    "(Possible options: {possibilities})": "did-you-mean-one",
    "Aborted!": "aborted",
    "Could not open file {filename!r}: {message}": "not-opened",
    "Did you mean {possibility}?": "did-you-mean",
    "Error: {message}": "error",
    "Got unexpected extra argument ({args})": "extra-argument",
    "Got unexpected extra arguments ({args})": "extra-arguments",
    "Invalid value for {param_hint}: {message}": "bad-value-for",
    "Invalid value: {message}": "bad-value",
    "Missing argument": "missing-argument",
    "Missing command.": "missing-command",
    "Missing option": "missing-option",
    "Missing parameter": "missing-parameter",
    "No such command {name!r}.": "no-such-command",
    "No such option {name!r}.": "no-such-option",
    "No such option: {name}": "no-such-option",
    "Option {name!r} does not take a value.": "no-value",
    "Option {name!r} requires an argument.": "needs-value",
    "Try '{command} {option}' for help.": "try-help",
    "default: {default}": "default",
    "required": "required",
    "unknown error": "unknown-error",
    "{name} {filename!r} does not exist.": "no-such-file",
    "{name} {filename!r} is a directory.": "is-directory",
    "{name} {filename!r} is a file.": "is-file",
    "{name} {filename!r} is not readable.": "not-readable",
    "{name} {filename!r} is not writable.": "not-writable",
    "{value!r} is not a valid {number_type}.": "not-a-number",
    "{value!r} is not one of {choices}.": "not-one-of",
    "{value} is not in the range {range}.": "not-in-range",
}
"""Complaints of click about a line that our command can't follow, in any release that we run with, by our words.

Headings and the texts of options are worded where help is written.
"""


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
            value = list(islice(waiting, 1))
            if not value:
                return [*first, argument]  # the name of the job must not be taken for its value
            first += [argument, *value]
        elif argument.partition("=")[0] in EVERYWHERE:
            first.append(argument)
        else:
            rest.append(argument)
    return [*first, *rest]


def given(option: str, arguments: Sequence[str]) -> list[str]:
    """Return the values that these arguments give an option, the last one first.

    >>> given("--lang", ["--lang", "it", "--lang=fr", "rules"])
    ['fr', 'it']
    >>> given("--lang", [])
    []
    """
    values = [
        after if argument == option else argument.partition("=")[2]
        for argument, after in zip(arguments, [*arguments[1:], ""], strict=False)
        if argument.partition("=")[0] == option
    ]
    return values[::-1]


def language_in(arguments: Sequence[str]) -> str:
    """Return the language that these arguments ask for, or else the one that is usual here."""
    asked = [language for language in given(LANG, arguments) if language in LANGUAGES]
    folder = next(map(Path, given(DATA, arguments)), None) or default_folder()
    return asked[0] if asked else usual_language(folder)


class ClickWords:
    """The messages of click in the language of the command that is being parsed. It stands in for gettext."""

    def __init__(self) -> None:
        self.arguments: Sequence[str] = ()
        """The arguments of the command, options for all jobs first."""

    def words(self) -> Words | None:
        """Return the words of the command; `None` without catalogues, where click's own English must do."""
        try:
            return Settings(Path(), language_in(self.arguments)).words()
        except OSError:
            return None

    def one(self, message: str) -> str:
        words = self.words() if message in SAID else None
        if words is None:
            return message
        said = words.template(f"usage.{SAID[message]}") or message
        return coloured(said, "red") if SAID[message] == "error" else said

    def counted(self, message: str, plural: str, number: int) -> str:
        return self.one(message if number == 1 else plural)

    def speak_for(self, module: object) -> None:
        """Take the place of gettext in one of click's modules."""
        for name, worded in (("_", self.one), ("ngettext", self.counted)):
            if hasattr(module, name):
                setattr(module, name, worded)


CLICK: Final = ClickWords()
for module in (core, exceptions, parser, types):
    CLICK.speak_for(module)


def trouble(error: OSError, words: Words) -> str:
    """Return what the system says about a file; in its own words if it is something rare."""
    return words.template(f"trouble.{errno.errorcode.get(error.errno or 0)}") or str(error.strerror or error)


class TextFile(click.File):
    """A file of text that an argument names. If it can't be opened, the reason is in the player's language."""

    def __init__(self, mode: str) -> None:
        super().__init__(mode, encoding="utf-8", lazy="w" in mode)

    def fail(self, message: str, param: click.Parameter | None = None, ctx: click.Context | None = None) -> NoReturn:
        error, words = sys.exc_info()[1], CLICK.words()
        if isinstance(error, OSError) and words is not None:
            message = words.pair(repr(str(error.filename)), trouble(error, words))
        super().fail(message, param, ctx)


def missing(name: str) -> click.MissingParameter:
    """Return the error that an argument is missing which the command can do without only now and then."""
    context = click.get_current_context()
    return click.MissingParameter(ctx=context, param=next(one for one in context.command.params if one.name == name))


class Formatter(click.HelpFormatter):
    """Writes help with headings in the language of its words."""

    def __init__(self, words: Words, context: click.Context) -> None:
        super().__init__(width=context.terminal_width, max_width=context.max_content_width)
        self.words = words

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        heading = self.words.pair(self.words("help-heading.Usage"), "")
        super().write_usage(prog, args, coloured(heading, "cyan"))

    def write_heading(self, heading: str) -> None:
        text = self.words.pair(self.words(f"help-heading.{heading}"), "").rstrip()
        self.write(f"{coloured(text, 'cyan')}\n")


class Context(click.Context):
    """A context that words its command once help or usage is to be written."""

    def make_formatter(self) -> click.HelpFormatter:
        words = CLICK.words()
        if words is None:
            return super().make_formatter()
        speak(self.find_root().command, words)
        return Formatter(words, self)


def speak(command: click.Command, words: Words, path: str = "") -> None:
    """Word the help of a command, its options and all its jobs."""
    command.help = words(f"help.{path or 'ballottino'}")
    command.options_metavar = placed("[OPTIONS]", words)
    help_option = command.get_help_option(click.Context(command))
    for param in (*command.params, help_option):
        if isinstance(param, click.Option):
            param.help = words("help-option.help" if param is help_option else f"help-option.{param.name}")
        if param is not None and (place := place_of(param)):
            param.metavar = placed(place, words)
            if isinstance(param.type, click.Choice):
                command.help += f"\n\n{words.pair(param.metavar.strip('[]'), ', '.join(param.type.choices))}"
    if isinstance(command, click.Group):
        command.subcommand_metavar = placed("COMMAND [ARGS]...", words)
        for name, job in command.commands.items():
            speak(job, words, f"{path}-{name}" if path else name)


@cache
def place_of(param: click.Parameter) -> str:
    """Return what stands in help for a value, as the code has it; nothing for a list of all values or none."""
    if param.metavar is not None:
        return param.metavar
    if isinstance(param, click.Argument):
        name = str(param.name).upper()
        return name if param.required else f"[{name}]"
    if isinstance(param.type, click.Choice) or (isinstance(param, click.Option) and param.is_flag):
        return ""
    is_number = isinstance(param.type, types.IntParamType | types.FloatParamType)
    return "NUMBER" if is_number else param.type.name.upper()


def placed(place: str, words: Words) -> str:
    """Word each part of what stands for a value: `KEY=VALUE`, `[ID]`."""
    return re.sub("[A-Z]+", lambda part: words.thing("help-place", part[0]), place)


def give_contexts(command: click.Command) -> None:
    """Let the help of a command and all its jobs be written in any language."""
    command.context_class = Context
    for job in command.commands.values() if isinstance(command, click.Group) else ():
        give_contexts(job)
