"""Setting the box up from a phone: language, sound, names, a test of keys and screen, and its Wi-Fi."""

from __future__ import annotations

import re
from socket import gethostname

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.refusal import Refusal
from companion.seats import NAME_LENGTH
from companion.words import LANGUAGES, language_name
from web.language import page_words
from web.site import site

blueprint = Blueprint("first_start", __name__)

REGION = re.compile("[A-Z]{2}")
"""A country at the end of a language; languages themselves are in small letters."""
FIELDS = 6
"""Names that can be given at once."""


@blueprint.get("/setup")
@blueprint.get("/SETUP", endpoint="by_code")
def show() -> str:
    """Show the page; `/SETUP` is what a QR code has room for."""
    words, host = page_words(), site().door.host
    facts = site().door.do(
        lambda: {
            "language": host.setting_up.language(),
            "sound": host.setting_up.has_sound(),
            "names": host.setting_up.names(),
            "is_first": host.setting_up.is_first(),
            "trial": host.setting_up.trial(words.language),
        }
    )
    spoken = {language: language_name(language) for language in LANGUAGES}
    return render_template(
        "setup.html",
        words=words,
        network=host.setting_up.network_state(words.language).text,
        spoken=spoken,
        fields=FIELDS,
        most_letters=NAME_LENGTH,
        was_kept="kept" in request.args,
        found=host.setting_up.found_networks(),
        country=host.setting_up.country() or country_of_phone(),
        **facts,
    )


def country_of_phone() -> str:
    """Return the country that a phone's languages name, such as `AT` for Austrian German; nothing if none does."""
    regions = (language.replace("_", "-").rpartition("-")[2] for language in request.accept_languages.values())
    return next((region.upper() for region in regions if REGION.fullmatch(region)), "")


@blueprint.post("/setup/choices")
def choose() -> ResponseReturnValue:
    """Keep language, sound and names."""
    setting_up = site().door.host.setting_up
    names = [name.strip() for name in request.form.getlist("name") if name.strip()]
    sound = {"on": True, "off": False}.get(request.form.get("sound", ""))
    language = request.form.get("language", "")
    site().door.do(lambda: setting_up.choose(language, sound=sound, names=names))
    return redirect(url_for("first_start.show", kept=1), 303)


@blueprint.post("/setup/trial")
def begin_trial() -> ResponseReturnValue:
    """Begin the test of keys and screen on the box."""
    here = site()

    def begin() -> None:
        if here.door.host.game() is not None:
            raise Refusal("trial-in-game")
        here.door.host.setting_up.begin_trial()

    here.door.do(begin)
    return redirect(url_for("first_start.show", _anchor="trial"), 303)


@blueprint.get("/setup/trial")
def trial() -> dict[str, list[tuple[str, int]]]:
    """Say which keys were pressed, for a page that looks."""
    here, language = site(), page_words().language
    return {"keys": here.door.do(lambda: here.door.host.setting_up.trial(language))}


@blueprint.post("/setup/wifi")
def join_wifi() -> str:
    """Have the box join a Wi-Fi, and say how to find it there."""
    words, form = page_words(), request.form
    name, country = form.get("ssid", "") or form.get("found", ""), form.get("country", "").strip().upper()
    said = site().door.host.setting_up.join_wifi(name, form.get("password", ""), country, words.language)
    return render_template("setup_wifi.html", words=words, name=gethostname(), **said._asdict())


@blueprint.get("/setup/network")
def network() -> dict[str, str]:
    """Say what has become of it, for a page that waits."""
    return site().door.host.setting_up.network_state(page_words().language)._asdict()


@blueprint.post("/setup/finish")
def finish() -> ResponseReturnValue:
    """End the first start: from now on a change needs the owner's word."""
    site().door.do(site().door.host.setting_up.finish)
    return redirect(url_for("pages.mirror"), 303)
