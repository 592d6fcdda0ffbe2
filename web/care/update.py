"""Bringing the box up to date from a phone: a signed release is sent in pieces, only by the owner's word."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.refusal import Malformed
from companion.vocabulary import named
from web.language import page_words
from web.site import site

blueprint = Blueprint("update", __name__)

named("refuse", "update-too-large")  # by the box, which knows how large a release may be


@blueprint.get("/update")
def explain() -> str:
    return _page(is_allowed=False)


@blueprint.post("/update")
def allow() -> str:
    """Show the form for the file, once the owner has allowed it."""
    return _page(is_allowed=True)


@blueprint.post("/update/piece")
def take_piece() -> dict[str, int]:
    """Keep a piece of the file; it says where it belongs, so that one sent twice counts once."""
    at = request.args.get("at", "")
    if not (at.isascii() and at.isdecimal() and len(at) < 12):
        raise Malformed("bad-piece")
    return {"have": site().door.host.upkeep.take_piece(int(at), request.get_data(cache=False))}


@blueprint.post("/update/install")
def install() -> dict[str, str]:
    """Have the box install what was sent, if it is whole and signed."""
    state, text = site().door.host.upkeep.install_update(page_words().language)
    return {"state": state, "text": text}


@blueprint.get("/update/state")
def state() -> dict[str, str]:
    """Say what has become of it, for a page that waits."""
    state, text = site().door.host.upkeep.update_state(page_words().language)
    return {"state": state, "text": text}


def _page(*, is_allowed: bool) -> str:
    words, upkeep = page_words(), site().door.host.upkeep
    _, text = upkeep.update_state(words.language)
    return render_template("update.html", words=words, is_allowed=is_allowed, version=upkeep.version(), outcome=text)
