"""An evening without eyes: whole games played by a program that gets only the spoken words and the keys.

What it meant, by what it was told, is what the referee was answered: so the words are not only there, they are true.
"""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.referee.entries import Answer
from companion.rules import rules_of
from companion.words import folders_of
from companion.words.set_up import set_up_of
from firmware.box.preferences import TEACH
from firmware.scenes.match.match import Match
from firmware.speech.spoken import audible
from hardware.keys import Key
from tests.firmware.speech.blind import BlindPlayer
from tests.firmware.speech.hearing import box_that_speaks
from tests.firmware.speech.meaning import is_meant
from tests.nightly import NIGHTLY

SHORTEST = "venezia"
"""The game that is over soonest."""
END = 100_000
"""More answers than any game has."""
SEEDS = {"venise": 4}
"""Other keys for games in which those of seed 1 wander about for more than ten thousand answers."""
PATIENCE = 20_000
"""Things that a blind player does in a game, at most."""


class Evening:
    """A box and a player who hears it."""

    def __init__(self, folder: Path, language: str, seed: int) -> None:
        self.box, self.ears = box_that_speaks(folder, language, earphone=True)
        self.heard: list[str] = []
        self.player = BlindPlayer(language, Random(seed), self._press, self._wait)
        self.box.box.show()
        self.player.hear(self.ears.take())

    def _press(self, key: Key) -> str:
        self.box.tap(key)
        return self._listen()

    def _wait(self) -> str:
        self.box.wait(0.5)
        return self._listen()

    def _listen(self) -> str:
        self.heard.append(self.ears.take())
        return self.heard[-1]

    def play(self, game: str, most: int) -> int:
        """Begin a game from home, and play it to the end or until there are `most` answers; return how many."""
        player = self.player
        for line in (player.words("home.play"), game.title(), player.words("seating.go")):
            player.choose(line)
        answers = 0
        for _ in range(PATIENCE):
            match = self.box.box.match
            if match is not None:
                entries = match.referee.entries
                for entry in entries[answers:]:
                    assert isinstance(entry, Answer)
                    self.check(entry)
                answers = len(entries)
                if match.referee.outcome is not None or answers >= most:
                    return answers
            elif player.told("say.lines", player.heard):  # what is printed on the board: it is as we say
                player.choose(player.words("seating.go-on"))
                continue
            player.play_on()
        raise AssertionError(
            f"not over after {answers} answers: {player.heard!r} {player.here!r} {player.meant[-3:]}"
        )

    def check(self, entry: Answer) -> None:
        """Check that what was meant is what was answered."""
        player = self.player
        meant, player.meant = player.meant, []
        assert entry.decision is not None
        match = self.box.box.match
        assert match is not None
        words = self.box.box.words_for(folders_of(match.referee.kind.name), match.referee.table.seats).aloud()
        decision = entry.decision
        if decision.unseen is not None and meant[-1] == audible(
            words, words(f"unseen.{decision.key}", seat=entry.seat)
        ):
            assert entry.value == decision.unseen
        else:
            assert is_meant(words, decision.choice, entry.value, meant), (entry.value, meant)


CASES = [
    ("doge", "de", 15),
    ("rialto", "en", END),
    ("venedig", "fr", 25),
    ("venezia", "it", 30),
    ("venise", "es", 25),
]
"""Each game in another language; nightly, all of them to the end."""


@pytest.mark.parametrize(("game", "language", "most"), CASES)
def test_a_player_who_cannot_see_plays(
    game: str, language: str, most: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """From home to the winner, with secrets by earphone; each answer is the one that was meant by what was heard."""
    evening = Evening(tmp_path, language, 1)
    answers = evening.play(game, END if NIGHTLY else most)
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert answers >= min(most, 50)
    print(f"{game}: {answers} answers by ear, {evening.player.presses} presses")
    evening.box.close()


@pytest.mark.parametrize("game", games.names() if NIGHTLY else [SHORTEST])
def test_newcomers_who_cannot_see_are_led_to_the_end(game: str, tmp_path: Path) -> None:
    """They hear every step of the set-up, and each rule in the words of *Why?* before it first matters."""
    evening = Evening(tmp_path, "en", SEEDS.get(game, 1))
    evening.box.box.preferences[TEACH] = True
    evening.play(game, END)
    match = evening.box.box.match
    assert isinstance(match, Match)
    assert match.referee.taught
    assert match.referee.outcome is not None
    words, heard = match.words.aloud(), " ".join(evening.heard)
    for number, step in enumerate(set_up_of(match.referee.game), start=1):
        said = audible(words, words.instruction(step.instruction))
        assert said in heard, number
        assert step.told is None or audible(words, words.tell(step.told)) in heard, number
    new = words("box.new-rule").capitalize()
    explained = {rule for rule in rules_of(game) if f"{new}. {audible(words, words(rule))}" in heard}
    asked = [entry.decision.rule for entry in match.referee.entries if isinstance(entry, Answer) and entry.decision]
    in_set_up = {step.instruction.rule for step in set_up_of(match.referee.game)}
    assert set(asked) <= explained | in_set_up
    evening.box.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_dials_are_spun_by_ear(language: str, tmp_path: Path) -> None:
    """What is said when a dial stops is what was drawn, each time."""
    evening = Evening(tmp_path, language, 1)
    player = evening.player
    player.choose(player.words("home.draw"))
    player.choose("Venezia")
    for spin in range(3):
        player.tap(Key.OK)
        while not player.heard:
            player.hear(evening._wait())
        match = evening.box.box.match
        assert match is not None
        told = match.referee.game.tells[-1]
        words = evening.box.box.words_for(folders_of("venezia")).aloud()
        assert audible(words, words.tell(told)) in player.heard, spin
    evening.box.close()


def test_a_score_is_counted_by_ear(tmp_path: Path) -> None:
    """Field by field, each named with its value, to the count and its reasons."""
    evening = Evening(tmp_path, "en", 1)
    player = evening.player
    for line in (player.words("home.score"), "Rialto", "Cards of a stage", "2 players"):
        player.choose(line)
    player.tap(Key.UP)  # the Doge
    heard: list[str] = []
    while player.here and len(heard) < 40 and player.words("box.result") not in player.heard:
        heard.append(player.heard)
        player.tap(Key.UP if heard[-1].endswith("Anna. cards of the type: 0. OK: next.") else Key.OK)
    assert "Anna. cards of the type: 1. OK: next." in heard
    assert "Anna" in player.heard
    assert ".." not in player.heard
    evening.box.close()
