"""Answers to phones that look whether a Wi-Fi has internet: on the box's own, at its first start, its page opens.

A phone that has joined a Wi-Fi asks for a page whose text it knows. If it is sent elsewhere instead, it takes the
Wi-Fi for one with a page to sign in, and opens that page by itself: the one that sets the box up.
"""

from __future__ import annotations

from flask import Blueprint, abort, redirect
from werkzeug.wrappers import Response

from web.site import site

blueprint = Blueprint("captive", __name__)

PATHS = (
    "/generate_204",  # Android
    "/gen_204",
    "/hotspot-detect.html",  # iPhones and Macs
    "/connecttest.txt",  # Windows, and where it sends people then
    "/redirect",
    "/canonical.html",  # Firefox
    "/success.txt",
)
"""The pages that are asked for, of the hosts in `web.application.CHECKED_BY`."""


def check() -> Response:
    """Send a phone to the page that sets the box up, while it has not been; afterwards nothing is pretended."""
    here = site()
    if not here.door.do(here.door.host.setting_up.is_first):
        abort(404)
    return redirect(f"http://{here.door.host.address}/setup", 302)


for path in PATHS:
    blueprint.add_url_rule(path, "check", check)
