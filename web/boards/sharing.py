"""A board to share: as text, as letters short enough for a QR code, and as that code."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any

from companion.input.bounds import BOARD, check_json
from companion.layout import Layout
from companion.refusal import Refusal

LARGEST = 16_000
"""Most bytes of a board, however it arrives."""


def values_of(layout: Layout) -> dict[str, Any]:
    """Return the facts of a board without their sources."""
    return {name: fact.value for name, fact in layout.facts.items()}


def write(layout: Layout) -> str:
    """Return a board as text for a page."""
    return json.dumps(values_of(layout), ensure_ascii=True, separators=(",", ":"))


def check_size(layout: Layout) -> None:
    """Refuse a board that is too large to be sent back by its page."""
    if len(write(layout)) > LARGEST:
        raise Refusal("value-too-long", most=LARGEST)


def read(text: str) -> dict[str, Any]:
    """Return the values in such a text; none if the text is empty."""
    if len(text) > LARGEST:
        raise Refusal("value-too-long", most=LARGEST)
    check_json(text, BOARD)
    try:
        values = json.loads(text or "{}")
    except (ValueError, RecursionError) as error:
        raise Refusal("not-a-value", value=text[:40]) from error
    if not isinstance(values, dict):
        raise Refusal("not-a-value", value=text[:40])
    return values


def pack(layout: Layout, typical: str) -> str:
    """Return a board in capitals and digits, of which a QR code holds most; short if it is like the typical one.

    It holds the whole board, and a checksum that gives away a code that was cut or mistyped.
    """
    squeezed = zlib.compressobj(9, zdict=typical.encode())
    packed = squeezed.compress(write(layout).encode()) + squeezed.flush()
    return base64.b32encode(packed).decode().rstrip("=")


def unpack(code: str, typical: str) -> dict[str, Any]:
    """Return the values in such a code; refuse one that would expand to more than a board can be.

    >>> unpack(pack(Layout("any", {}), "{}"), "{}")
    {}
    """
    try:
        packed = base64.b32decode(code.upper() + "=" * (-len(code) % 8))
        unfolding = zlib.decompressobj(zdict=typical.encode())
        text = unfolding.decompress(packed, LARGEST + 1).decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        raise Refusal("bad-code") from error
    if not unfolding.eof:
        raise Refusal("bad-code")
    return read(text)


def qr(text: str) -> str:
    """Return a QR code as SVG."""
    import segno  # here, because it is large and rarely needed

    svg: str = segno.make(text, error="l", micro=False).svg_inline(
        border=3, dark="#241c15", light="#fff", omitsize=True, svgclass="qr"
    )
    return svg
