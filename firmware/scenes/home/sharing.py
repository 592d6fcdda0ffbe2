"""A game from an urn that other tables share: all but who sits where is the same at every table."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from companion.club.shared import SharedUrn
from companion.ledger.beginning import Beginning
from companion.ledger.record import FIRST
from companion.referee.seals import seal_words
from companion.referee.urn import Urn
from companion.seats import Seat
from firmware.scenes.home import HomeStage
from firmware.scenes.home.resuming import title_of
from firmware.scenes.home.sealing import Stir
from firmware.scenes.home.seating import Seating
from firmware.scenes.menus import Item, Menu
from firmware.scenes.seals import stirred_text
from firmware.screens import setting_up
from firmware.screens.lists import Row
from hardware.keys import Key


def shared_items(box: HomeStage) -> list[Item]:
    """Return a line for each urn that waits for this table."""
    words = box.words
    return [
        Item(
            Row(words("home.shared", game=title_of(box, urn.game)), words("home.shared-players", n=urn.players)),
            SharedSeating(box, urn).table_menu,
            note=words("home.shared-note"),
        )
        for urn in box.club.shared_urns()
    ]


class SharedSeating(Seating):
    """A table being set for a shared urn: who sits where in which colour. All else is the same at every table."""

    def __init__(self, box: HomeStage, shared: SharedUrn) -> None:
        super().__init__(box, shared.game)
        self.shared = shared
        self.resize(shared.players)

    def table_menu(self) -> None:
        title = self.words.thing("game", self.kit.game.name)
        self.box.push(Menu(self.box, title, self._table_items))

    def _table_items(self) -> list[Item]:
        go = Item(Row(self.words("seating.go"), "▸"), self.confirm_layout)
        return [go, *(self._player_item(number) for number in range(len(self.names)))]

    def stir(self) -> None:
        self.box.push(SharedStir(self.box, self.words, self.seal, self.shared.urn()))

    def _set_table(self, seats: list[Seat], boxed: Mapping[int, str], urn: Urn) -> Beginning:
        return self.shared.beginning(seats, boxed, taught=self.is_taught)


class SharedStir(Stir):
    """Shows the first seal and what was stirred in the hall, which is the same at every table. OK goes on."""

    def picture(self) -> Image.Image:
        words = self.words
        said = words("box.stirred", stirred=stirred_text(self.urn.stirred))
        seal = seal_words(self.urn.commitment)
        return setting_up.seal(words.thing("seal", FIRST), seal, said, words("seating.shared-note"))

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.stage.back()
        elif key == Key.OK:
            self.done(self.urn)
