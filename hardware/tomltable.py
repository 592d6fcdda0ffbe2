"""A checked TOML table: each complaint says what would be right."""

import tomllib
from pathlib import Path
from typing import Any


class ProfileError(ValueError):
    """A profile that can't be used; its text is for the person who wrote it.

    >>> raise ProfileError("mine.toml: keys.OK: missing; give it a GPIO number from 2 to 27")
    Traceback (most recent call last):
    hardware.tomltable.ProfileError: mine.toml: keys.OK: missing; give it a GPIO number from 2 to 27
    """


class TomlTable:
    """One table of a file; `done` refuses keys that were never asked for.

    >>> table = TomlTable("mine.toml", "screen", {"chip": "ssd1306"})
    >>> table.word("chip", ("ssd1306", "sh1106"))
    'ssd1306'
    >>> table.done()
    """

    def __init__(self, file: str, path: str, values: dict[str, Any]) -> None:
        self.file = file
        self.path = path
        self._values = values
        self._known: list[str] = []

    @classmethod
    def of_file(cls, file: Path) -> "TomlTable":
        """Read a file and return its outermost table."""
        try:
            return cls(file.name, "", tomllib.loads(file.read_text("utf-8")))
        except FileNotFoundError:
            raise ProfileError(f"{file}: no such file") from None
        except (OSError, UnicodeDecodeError) as fault:
            raise ProfileError(f"{file}: cannot be read: {fault}") from fault
        except tomllib.TOMLDecodeError as fault:
            raise ProfileError(f"{file.name}: not TOML: {fault}") from fault

    def error(self, key: str, complaint: str) -> ProfileError:
        """Return a complaint about one key of this table."""
        return ProfileError(f"{self.file}: {self._name(key)}: {complaint}")

    def has(self, key: str) -> bool:
        """Return whether the key is given."""
        if key not in self._known:
            self._known.append(key)
        return key in self._values

    def _take(self, key: str, wanted: str) -> Any:
        if not self.has(key):
            raise self.error(key, f"missing; give it {wanted}")
        return self._values[key]

    def text(self, key: str) -> str:
        """Return a text that is not empty."""
        value = self._take(key, "a text")
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, f"{value!r} is not a text with something in it")
        return value

    def word(self, key: str, choices: tuple[str, ...]) -> str:
        """Return one of a few words."""
        wanted = " or ".join(f'"{choice}"' for choice in choices)
        value = self._take(key, wanted)
        if value not in choices:
            raise self.error(key, f"{value!r} is not known; give it {wanted}")
        return str(value)

    def number(self, key: str, choices: tuple[int, ...], default: int, form: str = "{}") -> int:
        """Return one of a few numbers; complaints write them as `form` says."""
        if not self.has(key):
            return default
        value = self._values[key]
        if type(value) is not int or value not in choices:
            shown = form.format(value) if type(value) is int else repr(value)
            raise self.error(key, f"{shown} is not known; give it " + " or ".join(map(form.format, choices)))
        return value

    def flag(self, key: str) -> bool:
        """Return true or false; false if not given."""
        value = self._values[key] if self.has(key) else False
        if not isinstance(value, bool):
            raise self.error(key, f"{value!r} is neither true nor false")
        return value

    def pin(self, key: str) -> int:
        """Return a GPIO number, in Broadcom's numbering."""
        return self._pin(key, self._take(key, "a GPIO number from 2 to 27"))

    def pins(self, key: str) -> tuple[int, ...]:
        """Return the GPIO numbers of a number or a list."""
        value = self._take(key, "a GPIO number from 2 to 27, or a list of them")
        if value == []:
            raise self.error(key, "the list is empty; give it a GPIO number from 2 to 27")
        return tuple(self._pin(key, pin) for pin in (value if isinstance(value, list) else [value]))

    def _pin(self, key: str, value: Any) -> int:
        if type(value) is not int or not 2 <= value <= 27:
            raise self.error(key, f"{value!r} is no pin; give it a GPIO number from 2 to 27")
        return value

    def table(self, key: str) -> "TomlTable":
        """Return a table within this one."""
        value = self._take(key, f"a table, [{self._name(key)}]")
        if not isinstance(value, dict):
            raise self.error(key, f"{value!r} is not a table; write [{self._name(key)}]")
        return TomlTable(self.file, self._name(key), value)

    def done(self) -> None:
        """Refuse keys that were never asked for: a misspelt one would silently have no effect."""
        for key in self._values:
            if key not in self._known:
                raise self.error(key, "unknown; known here: " + ", ".join(self._known))

    def _name(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key
