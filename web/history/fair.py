"""The page on fairness, in plain words, and one game checked at a press or by hand."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, render_template, request

from companion.ledger.record import FIRST, SECOND, check_noted
from companion.referee import Referee
from companion.referee.entries import Drawn
from companion.referee.urn import Urn
from companion.refusal import Refusal
from web.history.history import Finished, date, finished, in_turn, verified
from web.language import label, page_words
from web.site import site
from web.table.actions import refusal_text

blueprint = Blueprint("fair", __name__)

VERIFIER = Path(__file__).parents[1] / "static" / "verify.py"
"""A program that verifies records without a line of ours."""

EXAMPLE = Urn(bytes(range(32)), ["gondola"])
AREAS = ("cannaregio", "castello", "dorsoduro", "quarantia", "san-marco", "san-polo", "santa-croce")
EXAMPLE_DRAW = Drawn(0, "order@1.1", AREAS, EXAMPLE.draw("order@1.1", AREAS), "urn")
"""An example for as long as no game's own secret may be shown."""


@dataclass(frozen=True)
class Sum:
    """One draw, with everything needed to recompute it by hand."""

    urn: Urn
    drawn: Drawn

    @property
    def place(self) -> int:
        """Return the index that the sum gives; its first number is almost certainly usable."""
        digest = hmac.digest(self.urn.secret, self.urn.mixed + f"{self.drawn.draw}/0".encode(), "sha256")
        return int.from_bytes(digest[:8], "big") % len(self.drawn.outcomes)


@dataclass(frozen=True)
class Recomputed:
    """The result of recomputing a game: how many draws follow from its sealed secret, or what is wrong."""

    draws: int = 0
    wrong: str = ""


@blueprint.get("/fair")
def explain() -> str:
    """Explain fairness with a made-up secret, and show the seal of the game on the table."""
    seals, stirred = site().door.ask_if_any(_seals_before_play) or ({}, [])
    return render_template(
        "fair.html",
        words=page_words(),
        seals=seals,
        stirred=stirred,
        sum=Sum(EXAMPLE, EXAMPLE_DRAW),
        verifier=VERIFIER.read_text("utf-8"),
    )


def _seals_before_play(referee: Referee) -> tuple[dict[str, str], list[str]]:
    return {FIRST: referee.urn.commitment, SECOND: referee.sealed}, list(referee.urn.stirred)


@blueprint.get("/fair/<game_id>")
@in_turn
def game(game_id: str) -> str:
    """Explain fairness with a finished game's own draws. With `check`, recompute all of them now.

    Seals that the players noted, in words or digits, are compared then: that proves that this is their game.
    """
    found = finished(game_id)
    referee = found.referee
    noted = {name: said for name in found.seals if (said := request.args.get(name, "").strip())}
    own = next((draw for draw in referee.run.draws if draw.by == "urn"), None) if found.published else None
    return render_template(
        "fair.html",
        words=page_words(referee.kind.name, referee.table.seats),
        sum=Sum(referee.urn, own) if own else Sum(EXAMPLE, EXAMPLE_DRAW),
        found=found,
        label=label(referee.kind.name),
        when=date(game_id),
        own=own is not None,
        verdict=_check(found, noted) if found.published and "check" in request.args else None,
        noted=noted,
        verifier=VERIFIER.read_text("utf-8"),
    )


def _check(found: Finished, noted: Mapping[str, str]) -> Recomputed:
    """Recompute the game's draws, and compare its seals with those that the players noted."""
    try:
        check_noted(found.seals, noted)
        return Recomputed(draws=sum(drawn.by == "urn" for drawn in verified(found)))
    except Refusal as refusal:
        return Recomputed(wrong=refusal_text(refusal))
