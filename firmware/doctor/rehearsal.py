"""A version tried on a copy of the games before a box is switched to it: can it read what the last one wrote?"""

from __future__ import annotations

from pathlib import Path

from companion.ledger import Ledger
from companion.ledger.game_file import GameFile
from companion.refusal import Refusal
from companion.vocabulary import named
from firmware.care.backups import restore_file
from firmware.doctor import home, storage
from firmware.doctor.finding import Finding, Findings, bad, ok, warn

named("doctor", "games-read", "games-lost", "games-halted", "backup-unread")
named("advice", "games-lost", "games-halted", "backup-unread")


def rehearse(folder: Path, backup: Path | None) -> list[Finding]:
    """Check all that needs no wires, and every game of a backup, which is brought back into a folder of its own.

    Where that folder lies is not judged: it may well be in memory. Without a backup the games in it are a copy
    already. Those that can't be read may have been unreadable before, so they are only named.
    """
    findings = [*home.python(), *home.words(), *home.fonts(), *storage.space(folder)]
    try:
        ledger = Ledger(folder)
        restored = restore_file(ledger, backup) if backup is not None else None
    except Refusal as refusal:
        return [*findings, bad("games", "backup-unread", why=refusal.key)]
    return [*findings, *_games(ledger, [] if restored is None else restored.left_out)]


def _games(ledger: Ledger, lost: list[str]) -> Findings:
    """Can every game be read, and every unfinished one be played on?"""
    kept, halted = ledger.games(), []
    for game in ledger.left_open():
        try:
            referee = ledger.peek(game.id)
        except Refusal:
            halted.append(game.id)
            continue
        assert isinstance(referee.keeper, GameFile)
        referee.keeper.close()
        if referee.fault is not None:
            halted.append(game.id)
    if lost:
        yield bad("games", "games-lost", names=", ".join(lost))
    if unplayable := [*halted, *(name for name, _ in ledger.set_aside)]:
        yield warn("games", "games-halted", names=", ".join(dict.fromkeys(unplayable)))
    yield ok("games", "games-read", number=len(kept))
