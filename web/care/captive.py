"""Answers to phones that look whether a Wi-Fi has internet: on the box's own, at its first start, its page opens.

A phone that has joined a Wi-Fi asks for a page whose text it knows. If it is sent elsewhere instead, it takes the
Wi-Fi for one with a page to sign in, and opens that page by itself: the one that sets the box up. Later it gets the
text it expects: a phone that finds no internet leaves, and with it a player.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.application import is_ours
from web.site import site

blueprint = Blueprint("captive", __name__)

APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
FIREFOX = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
EXPECTED: Mapping[str, tuple[int, str, str]] = {
    "/generate_204": (204, "", "text/plain"),  # Android
    "/gen_204": (204, "", "text/plain"),
    "/hotspot-detect.html": (200, APPLE, "text/html"),  # iPhones and Macs
    "/connecttest.txt": (200, "Microsoft Connect Test", "text/plain"),
    "/ncsi.txt": (200, "Microsoft NCSI", "text/plain"),  # Windows 7 and 8
    "/canonical.html": (200, FIREFOX, "text/html"),
    "/success.txt": (200, "success\n", "text/plain"),  # Firefox, too
}
"""The pages that are asked for, and what each says where there is internet: status, text, kind."""
SIGN_IN = "/redirect"
"""The page to which Windows sends people once it has not found what it expected."""


def check() -> AnyResponse:
    """Send a phone to the page that sets the box up, while it has not been; later say what keeps it in the Wi-Fi."""
    here = site()
    host = here.door.host
    if not (is_ours(request.host) or request.host in host.setting_up.check_names()):
        abort(400)
    if here.door.do(host.setting_up.is_first):
        return redirect(f"http://{host.address}/setup", 302)
    if request.path == SIGN_IN:
        return redirect(f"http://{host.address}/", 302)
    status, text, kind = EXPECTED[request.path]
    return Response(text, status, mimetype=kind)


for path in (*EXPECTED, SIGN_IN):
    blueprint.add_url_rule(path, "check", check)
