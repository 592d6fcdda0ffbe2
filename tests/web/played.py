"""A house where random games have been played, to the end or in part."""

from __future__ import annotations

from random import Random

from flask.testing import FlaskClient

from companion import games
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn
from tests.tables import file_of, id_of, table
from tests.web.house import House

KIND = games.find("doge").game


class Pages(House):
    """The pages over a ledger in a folder, and phones to look at them."""

    def reader(self, language: str = "en") -> FlaskClient:
        """Return a phone without a seat that reads in this language."""
        client = self.stranger()
        client.set_cookie("language", language)
        return client

    def play(self, seed: int = 3, answers: int | None = None, players: int = 3, **options: str) -> Referee:
        """Play a random game, to the end or up to this many answers; its file stays open, as on the table.

        It is played without a file and written down at once: a random game has hundreds of answers.
        """
        setting = table("doge", players, **options)
        played = Referee(KIND, setting, random_urn(Random(seed)))
        play_random(played, Random(seed), most=answers)
        file = file_of(self.ledger.begin(KIND, setting, played.urn))
        file.rewrite(0, played.entries, [])
        if played.outcome is not None:
            file.finish(played.run.final)
        played.keeper = file
        return played

    def finish(self, seed: int = 3, players: int = 3, **options: str) -> str:
        """Play a random game to its end, and close it."""
        judge = self.play(seed, None, players, **options)
        assert judge.outcome is not None
        file_of(judge).close()
        return id_of(judge)

    def look_up(self, game_id: str) -> Referee:
        """Return a game from the ledger, to compare a page with."""
        judge = self.ledger.resume(game_id)
        file_of(judge).close()
        return judge
