"""Bringing the box up to date from a phone: a signed release is sent in pieces, only by the owner's word."""

from __future__ import annotations

from flask import Blueprint, render_template

from web.care.pieces import kept_piece
from web.language import page_words
from web.site import site

blueprint = Blueprint("update", __name__)


@blueprint.get("/update")
def explain() -> str:
    return _page(is_allowed=False)


@blueprint.post("/update")
def allow() -> str:
    """Show the form for the file, once the owner has allowed it."""
    return _page(is_allowed=True)


@blueprint.post("/update/piece")
def take_piece() -> dict[str, int]:
    """Keep a piece of the file."""
    return kept_piece(site().door.host.upkeep.update)


@blueprint.post("/update/install")
def install() -> dict[str, str]:
    """Have the box install what was sent, if it is whole and signed."""
    return site().door.host.upkeep.update.use(page_words().language)._asdict()


@blueprint.get("/update/state")
def state() -> dict[str, str]:
    """Say what has become of it, for a page that waits."""
    return site().door.host.upkeep.update.state(page_words().language)._asdict()


def _page(*, is_allowed: bool) -> str:
    words, upkeep = page_words(), site().door.host.upkeep
    outcome = upkeep.update.state(words.language).text
    version = upkeep.version()
    return render_template("update.html", words=words, is_allowed=is_allowed, version=version, outcome=outcome)
