"""A house for the pages to live in: a loop that owns a real game in a real ledger, and no box around it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import games
from companion.club.shared import SharedUrn, UrnsOfBox
from companion.game import Table
from companion.ledger import Ledger
from companion.ledger.beginning import Beginning
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.referee.entries import Entry
from companion.referee.simulation import random_urn
from companion.referee.urn import Urn
from companion.refusal import TooMuch
from firmware.machine.hotspot import CHECK_NAMES
from tests.games.harness import fingerprint
from tests.tables import file_of, table
from web.app import create_app
from web.host import Standing
from web.petitions import Petition
from web.site import Site


class FakeSettingUp:
    """A box that is set up, or not yet; what was chosen is kept."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.first = False
        self.network = ""
        self.chosen: list[object] = []
        self.pressed: dict[str, int] = {}
        self.wifi: tuple[str, str] | None = None
        self.expects_games = False
        self.found: list[str] = []
        self.set_country = ""

    def is_first(self) -> bool:
        return self.first

    def is_headless(self) -> bool:
        return self.house.asked is None and not self.house.is_screen_lost

    def check_names(self) -> Collection[str]:
        return CHECK_NAMES

    def own_network(self) -> str:
        return self.network

    def language(self) -> str:
        return "en"

    def has_sound(self) -> bool | None:
        return True

    def names(self) -> list[str]:
        return ["Anna"]

    def choose(self, language: str, *, sound: bool | None, names: Sequence[str]) -> None:
        self.chosen = [language, sound, list(names)]

    def begin_trial(self) -> None:
        self.pressed = {"OK": 0, "BACK": 1}

    def trial(self, language: str) -> list[tuple[str, int]]:
        return list(self.pressed.items())

    def found_networks(self) -> list[str]:
        return self.found

    def country(self) -> str:
        return self.set_country

    def join_wifi(self, name: str, password: str, country: str, language: str) -> Standing:
        self.wifi = name, password
        self.set_country = country
        return Standing("working", f"{language}: joining {name}")

    def network_state(self, language: str) -> Standing:
        return Standing("refused", f"{language}: not joined") if self.wifi else Standing()

    def expect_games(self) -> None:
        self.expects_games = True

    def finish(self) -> None:
        self.first = False


class FakeSent:
    """Keeps a file that a phone sends, and is never done with it."""

    def __init__(self, work: str) -> None:
        self.work = work
        self.sent = b""

    def take_piece(self, at: int, piece: bytes) -> int:
        if at > 2**30:
            raise TooMuch("upload-too-large", most=1024)
        if at == len(self.sent):
            self.sent += piece
        return len(self.sent)

    def use(self, language: str) -> Standing:
        return Standing("working", f"{language}: {self.work}")

    def state(self, language: str) -> Standing:
        return Standing("working", f"{language}: {self.work}") if self.sent else Standing()


class FakeUpkeep:
    """A box that is low on power, and takes any file."""

    def __init__(self) -> None:
        self.update = FakeSent("installing")
        self.restoring = FakeSent("restoring")

    def health(self, language: str) -> list[tuple[str, str, str]]:
        return [("!", f"{language}: low", "Take another supply.")]

    def log(self) -> str:
        return "a line"

    def version(self) -> str:
        return "0.1.0"


class FakeSimulatedBox:
    """A dark screen, and keys that do nothing."""

    def dots(self) -> bytes:
        return bytes(1024)

    def press(self, key: str) -> None: ...

    def release(self, key: str) -> None: ...


class House:
    """Runs in one thread, in turn, whatever is posted: as the box's own loop does."""

    def __init__(self, folder: Path) -> None:
        self.ledger = Ledger(folder)
        self.urns = UrnsOfBox.of(self.ledger)
        self.site = Site(self, self.ledger)
        self.app = create_app(self.site)
        self.referee: Referee | None = None
        self.played_again = 0
        self.taught = False
        self.setting_up = FakeSettingUp(self)
        self.upkeep = FakeUpkeep()
        self.simulated_box = None
        self.asked: list[Petition] | None = None
        """What phones have asked the owner for; `None` where there is no box to ask on."""
        self.is_screen_lost = False
        """Whether there would be a box to ask on, had its screen not failed."""
        self._posted: queue.Queue[Callable[[], None] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._loop, daemon=True)
        self._thread.start()

    def _loop(self) -> None:
        while item := self._posted.get():
            item()

    def post(self, item: Callable[[], None]) -> None:
        self._posted.put(item)

    @property
    def address(self) -> str:
        return "10.42.0.1"

    def game(self) -> Referee | None:
        return self.referee

    def game_id(self) -> str:
        keeper = self.referee.keeper if self.referee else None
        return keeper.path.stem if isinstance(keeper, GameFile) else ""

    def play_again(self) -> None:
        """Put the same people to another game, as the box does once its urn is stirred."""
        judge = self.judge
        self.played_again += 1
        self._end_game()
        self.referee = self.ledger.begin(judge.kind, judge.table, random_urn(Random(self.played_again)))
        self.site.follow(self.referee)

    def start_game(self, beginning: Beginning) -> None:
        """Begin at once: there is no screen to show the seals on."""
        self.referee = self.urns.play(beginning, self.ledger) if beginning.shared else beginning.begin(self.ledger)
        self.site.follow(self.referee)
        self.refresh()

    def about_to_begin(self) -> Beginning | None:
        return None

    def shared_urns(self) -> list[SharedUrn]:
        return self.urns.waiting(self.ledger.games())

    def teaches(self) -> bool:
        return self.taught

    def refresh(self) -> None:
        self.site.publish()

    def has_owner(self) -> bool:
        return self.asked is not None

    def ask_owner(self, petition: Petition) -> None:
        assert self.asked is not None
        self.asked.append(petition)

    def close(self) -> None:
        self._posted.put(None)
        self._thread.join(5)
        self._end_game()

    def _end_game(self) -> None:
        if self.referee is not None and isinstance(self.referee.keeper, GameFile):
            self.referee.keeper.close()

    def run(self, action: Callable[[], Any]) -> Any:
        """Run this in the loop and wait for it."""
        done: Future[Any] = Future()

        def act() -> None:
            try:
                done.set_result(action())
            except BaseException as error:
                done.set_exception(error)

        self.post(act)
        return done.result(10)

    def begin(self, players: int = 3, seed: int = 1, game: str = "doge") -> Referee:
        return self.put(games.find(game).game, table(game, players), random_urn(Random(seed)))

    def put(self, kind: Any, table: Table, urn: Urn, entries: Iterable[Entry] = ()) -> Referee:
        """Put a game on the table with these entries."""
        begun = self.ledger.begin(kind, table, urn)
        page = file_of(begun)
        referee = Referee(kind, table, urn, entries, keeper=page)
        page.rewrite(0, referee.entries, [])

        def place() -> None:
            self._end_game()
            self.referee = referee
            self.site.follow(referee)
            self.refresh()

        self.run(place)
        return referee

    def fingerprint(self) -> str:
        """Return the whole state of the game on the table, and who sits at it."""
        judge = self.judge
        return str(self.run(lambda: fingerprint(judge))) + repr(self.site.seats.taken(self.game_id()))

    @property
    def judge(self) -> Referee:
        """Return the referee of the game on the table; there must be one."""
        assert self.referee is not None
        return self.referee

    def stranger(self) -> FlaskClient:
        """Return a phone without a seat."""
        return self.app.test_client()

    def phone(self, seat: int) -> FlaskClient:
        """Return a phone that has taken this seat."""
        client = self.stranger()
        joined = client.post(f"/j/{self.site.codes.code}", data={"seat": str(seat)})
        assert joined.status_code == 302
        return client

    def phones(self) -> dict[int, FlaskClient]:
        assert self.referee is not None
        return {seat: self.phone(seat) for seat in self.referee.game.seats}


def token_of(client: FlaskClient) -> str:
    """Return the secret cookie of a phone."""
    cookie = client.get_cookie("seat")
    assert cookie is not None
    return cookie.value


def said(response: TestResponse) -> tuple[int, dict[str, Any]]:
    """Return the status and the JSON of an API call."""
    assert response.mimetype == "application/json", response.text
    return response.status_code, response.get_json()


def first_event(client: FlaskClient) -> str:
    """Return what a listening phone hears at once. Who is at the table may follow, once the loop has said it."""
    with client.get("/events") as response:
        heard: str = response.get_data(as_text=True)
        return heard.partition("event: table")[0]
