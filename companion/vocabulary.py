"""Names for the things of a game: `named` both lists them and marks them for the catalogues."""


def named(of: str, *options: str) -> tuple[str, ...]:
    """Return these options, each worded as `<of>.<option>` in every language.

    >>> named("build", "palace", "no")
    ('palace', 'no')
    """
    return options
