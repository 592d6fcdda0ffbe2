"""Pieces of a file that a phone sends: a page sends one after another, because a request may only be small."""

from __future__ import annotations

from flask import request

from companion.refusal import Malformed
from companion.vocabulary import named
from web.host import SentFile

named("refuse", "upload-too-large")  # by the box, which knows how large a file may be


def kept_piece(file: SentFile) -> dict[str, int]:
    """Keep a piece and say how much there is; it says where it belongs, so that one sent twice counts once."""
    at = request.args.get("at", "")
    if not (at.isascii() and at.isdecimal() and len(at) < 12):
        raise Malformed("bad-piece")
    return {"have": file.take_piece(int(at), request.get_data(cache=False))}
