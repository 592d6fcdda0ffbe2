"""The pages for phones, served from a thread beside the box's loop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from ipaddress import ip_address
from typing import Protocol

from companion.club.shared import SharedUrn
from companion.ledger.beginning import Beginning
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.refusal import Refusal
from companion.seats import Seat
from firmware.box.setting_up import SettingUp
from firmware.box.upkeep import Upkeep
from firmware.care.log import MemoryLog
from firmware.machine.network import NOWHERE, address
from firmware.scenes import Scene
from firmware.scenes.owner import OpenPetition
from firmware.scenes.setup import SetupStage
from firmware.scenes.setup.applying import apply_restored
from firmware.server import Server
from hardware.keys import Key
from hardware.simulator.simulated import Simulated
from web.app import create_app
from web.petitions import Petition
from web.site import Site

HTTP = 80  # the port that nobody has to type


class Program(SetupStage, Protocol):
    """The part of the box that the pages for phones need."""

    @property
    def log(self) -> MemoryLog: ...

    @property
    def scene(self) -> Scene:
        """The scene that is shown."""

    def game(self) -> Referee | None:
        """Return the referee of the game on the table."""

    def ask_owner(self, petition: OpenPetition) -> None:
        """Show what a phone asks for, over everything else."""

    def start_game(self, beginning: Beginning) -> None:
        """Show the seals of a game that was set up on a phone, and begin it soon."""

    def about_to_begin(self) -> Beginning | None:
        """Return the game whose seals are shown now, before its first draw."""


class SimulatedBox:
    """The dots and the keys of a box without real ones, for its page."""

    def __init__(self, simulated: Simulated) -> None:
        self._simulated = simulated

    def dots(self) -> bytes:
        """Return the contents of the screen's chip."""
        dots: bytes = self._simulated.chip.picture().tobytes()
        return dots

    def press(self, key: str) -> None:
        with suppress(ValueError):  # a key that this build does not have
            self._simulated.press(Key(key))

    def release(self, key: str) -> None:
        with suppress(ValueError):
            self._simulated.release(Key(key))


class Phones:
    """Waitress in a thread, and the host of its pages."""

    def __init__(self, box: Program, host: str, port: int, *, share_box: bool = False) -> None:
        self.box = box
        self.site = Site(self, box.ledger, share_box=share_box)
        self._before_again: tuple[str, list[Seat]] | None = None
        self.setting_up = SettingUp(box)
        self.upkeep = Upkeep(box.panel.profile, box.ledger, box.log, restored=lambda: box.post(self._use_restored))
        simulated = box.panel.simulated
        self.simulated_box = SimulatedBox(simulated) if simulated is not None else None
        seats = self.site.seats
        self._server = Server(create_app(self.site), self.site.listeners, host, port, holds_seat=seats.is_held_by)
        self.port = int(self._server.effective_port)
        self._is_private = ip_address(self._server.effective_host).is_loopback
        self._thread = threading.Thread(target=self._server.run, name="phones", daemon=True)

    @property
    def code(self) -> str:
        """Return the code with which phones take a seat."""
        return self.site.codes.code

    @property
    def address(self) -> str:
        """Return the address to type on a phone."""
        host = NOWHERE if self._is_private else address()
        return host if self.port == HTTP else f"{host}:{self.port}"

    def start(self) -> None:
        self.follow(self.game())
        self._thread.start()

    def stop(self) -> None:
        self._server.stop(self._thread)

    def follow(self, referee: Referee | None) -> None:
        """Show another game on the pages, or none; if the same people play again, their phones keep their seats."""
        self.site.follow(referee)
        if referee is not None and self._before_again is not None:
            (game_id, before), self._before_again = self._before_again, None
            now = {seat.name: seat.number for seat in referee.table.seats}
            if now.keys() == {seat.name for seat in before}:
                with suppress(Refusal):  # a full disk: phones join again
                    self.site.seats.carry(game_id, self.game_id(), {seat.number: now[seat.name] for seat in before})

    def expect_again(self) -> None:
        """Remember who holds which seat: the same people are about to play again."""
        game = self.game()
        self._before_again = None if game is None else (self.game_id(), list(game.table.seats))

    def play_again(self) -> None:
        self.box.play_again()

    def start_game(self, beginning: Beginning) -> None:
        self.box.start_game(beginning)

    def about_to_begin(self) -> Beginning | None:
        return self.box.about_to_begin()

    def shared_urns(self) -> list[SharedUrn]:
        return self.box.club.shared_urns()

    def teaches(self) -> bool:
        return self.box.teaches()

    def publish(self) -> None:
        self.site.publish()

    def post(self, item: Callable[[], None]) -> None:
        self.box.post(item)

    def game(self) -> Referee | None:
        return self.box.game()

    def game_id(self) -> str:
        game = self.game()
        return game.keeper.path.stem if game is not None and isinstance(game.keeper, GameFile) else ""

    def has_owner(self) -> bool:
        """Return whether the box has its screen and its keys: without them nobody could answer on it."""
        return self.box.panel.is_usable

    def ask_owner(self, petition: Petition) -> None:
        self.box.ask_owner(petition)

    def _use_restored(self) -> None:
        """Use at once what a backup has brought, and show it where nothing else is shown."""
        apply_restored(self.box)
        self.box.scene.entered()
        self.box.publish_soon()

    def refresh(self) -> None:
        self.box.publish_soon()

    def taken_seats(self) -> Collection[int]:
        """Return the seats that a phone has taken in the game on the table."""
        return self.site.seats.taken(self.game_id())

    def free_seat(self, seat: int) -> None:
        """Let another phone take this seat; a phone that was lost or passed on no longer shows its hand."""
        self.site.seats.free(self.game_id(), seat)
        self.box.publish_soon()
