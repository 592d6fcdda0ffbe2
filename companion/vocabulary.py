"""Names for the things of a game: `named` both lists them and marks them for the catalogues."""


def named(of: str, *options: str) -> tuple[str, ...]:
    """Return these options, each worded as `<of>.<option>` in every language.

    >>> named("build", "palace", "no")
    ('palace', 'no')
    """
    return options


def counted(of: str, *options: str) -> tuple[str, ...]:
    """Name things that are told with their number: each is worded for one and for several.

    >>> counted("because", "joker-spared")
    ('joker-spared',)
    """
    return options
