"""Downloads of a finished game: its record, once that is published, and its score sheet."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.refusal import Refusal
from companion.words import Words
from web.history.history import finished, in_turn
from web.language import page_words
from web.owner import has_word
from web.site import site
from web.spreadsheet import BYTE_ORDER_MARK, Cell, as_csv
from web.table.actions import holder, speaker
from web.wire import as_file

blueprint = Blueprint("downloads", __name__)


@blueprint.post("/history/<game_id>/record")
def publish_record(game_id: str) -> Response:
    """Publish a record: from then on nothing in it can change."""
    if not _publish_at_table(game_id):
        finished(game_id)  # refuse a running game before anything is written
        site().ledger.export(game_id)
    return redirect(url_for("history.game", game_id=game_id), 303)


def _publish_at_table(game_id: str) -> bool:
    """Publish the game on the table, so that the box knows; its players may, or a phone that the owner allows."""
    door, whose, is_allowed = site().door, holder(), has_word()

    def publish(referee: Referee) -> bool:
        if door.host.game_id() != game_id or not isinstance(referee.keeper, GameFile):
            return False
        if not is_allowed:
            speaker(referee, whose)
        referee.keeper.publish()
        return True

    return door.ask_if_any(publish) is True


@blueprint.get("/history/<game_id>/record")
@in_turn
def download(game_id: str) -> Response:
    """Return a published record; reading changes nothing."""
    found = finished(game_id)
    if not found.published:
        raise Refusal("not-given-out")
    return as_file(found.record, f"{game_id}.jsonl", "application/jsonl")


@blueprint.get("/history/<game_id>/csv")
@in_turn
def score_sheet(game_id: str) -> Response:
    """Return every receipt as a row of a CSV file."""
    referee = finished(game_id).referee
    words = page_words(referee.kind.name, referee.table.seats)
    return as_file(BYTE_ORDER_MARK + as_csv(_rows(referee, words)), f"{game_id}.csv", "text/csv")


def _rows(referee: Referee, words: Words) -> Iterator[list[Cell]]:
    yield [words("web.player"), words("web.tally"), words("web.amount"), words("web.rule"), words("web.reason")]
    for receipt in referee.game.receipts:
        name = words.thing("seat", receipt.seat)
        tally = words(f"tally.{receipt.tally}", n=abs(receipt.amount))
        yield [name, tally, receipt.amount, receipt.rule, words.receipt(receipt)]
