"""What may be taken away from a finished game: its record, once it is given out, and its score sheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from companion.ledger import record
from companion.ledger.game_file import Page
from companion.referee import Referee
from companion.refusal import Refusal
from companion.words import Words
from web.boards.shelf import as_file
from web.history.history import finished
from web.language import page_words
from web.table.actions import holder, site, speaker

blueprint = Blueprint("takeaway", __name__)


@blueprint.post("/history/<game_id>/record")
def give_out(game_id: str) -> Response:
    """Publish a record: from then on nothing in it can change."""
    if not _give_out_at_table(game_id):
        finished(game_id)  # refuses what is not over before anything is written
        site().ledger.export(game_id)
    return redirect(url_for("history.game", game_id=game_id), 303)


def _give_out_at_table(game_id: str) -> bool:
    """If it is the game on the table, publish it there, so that the box knows; only players may."""
    door, whose = site().door, holder()

    def publish(referee: Referee) -> bool:
        if door.host.game_id() != game_id or not isinstance(referee.keeper, Page):
            return False
        speaker(referee, whose)
        referee.keeper.publish()
        return True

    return door.ask_if_any(publish) is True


@blueprint.get("/history/<game_id>/record")
def download(game_id: str) -> Response:
    """The record of a game that has been published; reading changes nothing."""
    found = finished(game_id)
    if not found.published:
        raise Refusal("not-given-out")
    return as_file(record.write(found.referee), f"{game_id}.jsonl", "application/jsonl")


@blueprint.get("/history/<game_id>/csv")
def score_sheet(game_id: str) -> Response:
    """Every receipt as a line of a table."""
    referee = finished(game_id).referee
    words = page_words(referee.kind.name, referee.table.seats)
    text = io.StringIO()
    csv.writer(text).writerows(_rows(referee, words))
    return as_file("\ufeff" + text.getvalue(), f"{game_id}.csv", "text/csv")  # the mark tells Excel that it is UTF-8


def _rows(referee: Referee, words: Words) -> Iterator[list[str | int]]:
    yield [words("web.player"), words("web.tally"), words("web.amount"), words("web.rule"), words("web.reason")]
    for receipt in referee.game.receipts:
        name = words.thing("seat", receipt.seat)
        tally = words(f"tally.{receipt.tally}", n=abs(receipt.amount))
        yield [_plain(name), tally, receipt.amount, receipt.rule, _plain(words.receipt(receipt))]


def _plain(text: str) -> str:
    """Text that no spreadsheet takes for a formula.

    >>> _plain("=1+1"), _plain("Anna")
    ("'=1+1", 'Anna')
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
