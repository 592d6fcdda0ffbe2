"""A game from an urn that other tables share: all but who sits where is the same at every table."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from companion.club.shared import SharedUrn
from companion.layout import Layout
from companion.ledger.beginning import Beginning
from companion.ledger.record import FIRST
from companion.options import settle
from companion.referee.seals import seal_words
from companion.referee.urn import Urn
from firmware.scenes.home import Home
from firmware.scenes.home.resuming import title_of
from firmware.scenes.home.seating import Seating, Stir
from firmware.scenes.menus import Item, Menu
from firmware.scenes.seals import stirred_text
from firmware.screens import setting_up
from firmware.screens.lists import Row
from hardware.keys import Key


def shared_items(box: Home) -> list[Item]:
    """Return a line for each urn that waits for this table."""
    words = box.words
    return [
        Item(
            Row(words("home.shared", game=title_of(box, urn.game)), words("home.shared-players", n=urn.players)),
            SharedSeating(box, urn).table_menu,
            note=words("home.shared-note"),
        )
        for urn in box.shared_urns()
    ]


class SharedSeating(Seating):
    """A table being set for a shared urn: who sits where in which colour. All else is the same at every table."""

    def __init__(self, box: Home, shared: SharedUrn) -> None:
        super().__init__(box, shared.game)
        self.shared = shared
        self.resize(shared.players)
        self.options = settle(self.kit.game.all_options(), {})

    def table_menu(self) -> None:
        title = self.words.thing("game", self.kit.game.name)
        self.box.push(Menu(self.box, title, self._table_items))

    def _table_items(self) -> list[Item]:
        go = Item(Row(self.words("seating.go"), "▸"), self.confirm_layout)
        return [go, *(self._player_item(number) for number in range(len(self.names)))]

    def layout(self) -> Layout:
        """Return our own board: what the owner of this box has corrected would make it another than elsewhere."""
        return self.kit.layout(None, self.options)

    def stir(self) -> None:
        self.box.push(SharedStir(self, self.shared.urn()))

    def beginning(self, urn: Urn) -> Beginning | None:
        made = super().beginning(urn)
        return None if made is None else replace(made, shared=True)


class SharedStir(Stir):
    """Shows the first seal and what was stirred in the hall, which is the same at every table. OK goes on."""

    def __init__(self, seating: Seating, urn: Urn) -> None:
        super().__init__(seating)
        self.urn = urn

    def picture(self) -> Image.Image:
        words = self.seating.words
        said = words("box.stirred", stirred=stirred_text(self.urn.stirred))
        seal = seal_words(self.urn.commitment)
        return setting_up.seal(words.thing("seal", FIRST), seal, said, words("seating.shared-note"))

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.stage.back()
        elif key == Key.OK:
            self.seating.seal(self.urn)
