"""The facts that a Doge board must show to be playable."""

from __future__ import annotations

from typing import Any

from companion.choices import Count
from companion.layout import Layout, check_known
from companion.refusal import Refusal
from companion.vocabulary import named

FACTS = named("fact", "sites")
named("fact-note", "sites")

SITES = 5
DEAREST = 15
PARTS = {"sites": Count("", 1, DEAREST)}


def check(layout: Layout) -> None:
    """DOG.K5: require five palace sites, each with its price in houses, each dearer than the one before."""
    sites: Any = layout.facts["sites"].value if "sites" in layout.facts else None
    rising = isinstance(sites, list) and all(type(price) is int and 1 <= price <= DEAREST for price in sites)
    if not rising or len(sites) != SITES or sites != sorted(set(sites)):
        raise Refusal("bad-sites", "DOG.K5", layout=layout.name, value=sites)
    check_known(layout, FACTS)
