"""Little words that change before a name with a vowel: *d’Anna*, *ad Anna*, *e Inés*. No template sees the name."""

from __future__ import annotations

import re

CHANGES = {
    "fr": ((r"\b([Dd]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)e (?=[AEIOUÀÂÉÈÊËÎÏÔÛ][a-zà-ÿœ])", r"\1’"),),
    "it": ((r"\b([Aa]) (?=[AÀ][a-zà-ÿ])", r"\1d "), (r"\b([Ee]) (?=[EÈ][a-zà-ÿ])", r"\1d ")),
    "es": (
        (r"\by (?=(?:[IÍ]|H[ií](?!e))[a-zà-ÿ])", "e "),
        (r"\bY (?=(?:[IÍ]|H[ií](?!e))[a-zà-ÿ])", "E "),
        (r"\bo (?=(?:[OÓ]|H[oó])[a-zà-ÿ])", "u "),
        (r"\bO (?=(?:[OÓ]|H[oó])[a-zà-ÿ])", "U "),
    ),
}
"""By language: what is written otherwise before a capital vowel that begins a name, and how."""
COMPILED = {language: [(re.compile(found), put) for found, put in pairs] for language, pairs in CHANGES.items()}


def euphonic(language: str, text: str) -> str:
    """Return a text as it is written with the names that have come into it.

    >>> euphonic("fr", "Cartes de Anna"), euphonic("it", "Tocca a Anna"), euphonic("es", "Eva y Inés")
    ('Cartes d’Anna', 'Tocca ad Anna', 'Eva e Inés')
    >>> euphonic("fr", "de Ben"), euphonic("fr", "de A1 à B2"), euphonic("it", "a Ben")
    ('de Ben', 'de A1 à B2', 'a Ben')
    """
    for found, put in COMPILED.get(language, ()):
        text = found.sub(put, text)
    return text
