"""The words on the board, and the whole board in words for those who can't see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.games.rialto.rules.cards import NEUTRAL
from companion.games.rialto.rules.pieces import BRIDGE, label_of
from companion.games.rialto.rules.scoring import BANK, ranking
from companion.games.rialto.rules.state import FINAL
from companion.picture.board import BoardLabels, View
from companion.seats import Seat
from companion.vocabulary import named
from companion.words import Words

named("phase", "0", "1", "2", "3", "4")


class Labels(BoardLabels):
    """A view in words: what is where, who is first, and how far the game has come."""

    def __init__(self, view: View, words: Words, seats: Sequence[Seat]) -> None:
        super().__init__(view, words, seats)
        if view["neutral"] is not None:
            self.colours[NEUTRAL] = NEUTRAL
        self.order = [str(player) for player in view["track"]["order"]]

    def title(self) -> str:
        return self.words("board.title")

    def now(self) -> str:
        """Return how far the game has come: "Round 3, Castello, stage C: Building"."""
        words, view = self.words, self.view
        if not view["round"]:
            return words("board.setup")
        if view["stage"]:
            return words("board.stage", round=view["round"], district=view["district"], stage=view["stage"])
        return words("board.round", round=view["round"], district=view["district"], phase=view["phase"])

    def brief(self) -> str:
        """Return what is happening now, in a word or two."""
        words, view = self.words, self.view
        return words.thing("card", view["stage"]) if view["stage"] else words.thing("phase", view["phase"])

    # Progress

    def turns(self) -> list[str]:
        """Return the districts in the order of their turn tiles, as far as these have been placed."""
        turned = {district: here["turn"] for district, here in self.view["districts"].items() if here["turn"]}
        return sorted(turned, key=turned.__getitem__)

    def turn_order(self) -> str:
        return self.words("board.turns", districts=self.turns()) if self.turns() else self.now()

    def plays(self) -> str:
        """Return everyone's strength in this stage, the leader and the holder of the bonus."""
        return self.described(self.now(), [*self._plays()] or [self.brief()])

    def _plays(self) -> Iterator[str]:
        words, view = self.words, self.view
        if view["first"] is not None:
            yield words("board.first", seat=view["first"])
        for player, play in view["plays"].items():
            yield words("board.played", seat=player, n=play["n"])
        if view["holder"] is not None:
            yield words("board.bonus", seat=view["holder"])

    # The map

    def ranks(self, district: str) -> list[str]:
        """Return everyone's councillors in a district, the leader first (RIA.Z3)."""
        return ranking(self.view["districts"][district]["councillors"], self.order)

    def district(self, district: str) -> str:
        """Describe a district: "Castello: turn 2; worth 9; Anna 3 councillors; Ben 1 councillor"."""
        return self.described(self.words.thing("district", district), self._in(district))

    def _in(self, district: str) -> Iterator[str]:
        words, here = self.words, self.view["districts"][district]
        if here["turn"]:
            yield words("board.turn", turn=here["turn"])
        if district == self.view["district"] and self.view["phase"] != FINAL:
            yield words("board.present")
        yield words("board.worth", worth=here["worth"])
        ranks = self.ranks(district)
        for player in ranks:
            yield words("board.councillors", seat=player, n=here["councillors"][player])
        if not ranks:
            yield words("board.nobody")

    def connection(self, name: str) -> str:
        """Describe a connection: "Castello, San Marco: bridge, Castello 3, San Marco 5"."""
        words, connection = self.words, self.view["connections"][name]
        return self.described(words.thing("district", connection["between"]), self._on(connection))

    def _on(self, connection: View) -> Iterator[str]:
        words = self.words
        if connection["tile"] is None:
            yield words("board.free")
        elif connection["tile"] == BRIDGE:
            yield words("board.bridge", ends=connection["ends"])
        else:
            yield words("board.gondola")
        if self.is_marked(connection):
            yield words("board.marker")

    def is_marked(self, connection: View) -> bool:
        """Return whether the neutral player's second marker stands there (RIA.N3)."""
        neutral = self.view["neutral"]
        return neutral is not None and neutral["marker"] == connection["between"]

    def bank(self, bank: str) -> str:
        words, lies = self.words, self.view["banks"][bank]["open"]
        bonus = words("board.bank-open", n=BANK) if lies else words("board.bank-taken")
        return self.described(words.thing("bank", bank), [bonus])

    # Beside the map

    def track(self) -> str:
        """Describe the Doge track from the leader down."""
        words = self.words
        spaces = {str(one): space for space, stack in self.view["track"]["stacks"].items() for one in stack}
        places = [words("board.on-space", seat=player, space=spaces[player]) for player in self.order]
        return self.described(words("board.track"), places or [words("board.setup")])

    def row(self, row: Sequence[str] | int) -> str:
        """Describe a row of cards, by type if they are known."""
        words = self.words
        if isinstance(row, int):
            return words("board.closed-row", n=row)
        return words("board.row", cards=Counter(sorted(row)))

    def building(self, kind: str) -> str:
        words, n = self.words, self.view["supply"]["buildings"][kind]
        return words("board.left", building=kind, n=n)

    def supply(self) -> str:
        words, supply = self.words, self.view["supply"]
        things = [
            words("board.coins", n=supply["coins"]),
            words("board.bridges", n=supply["bridges"]),
            words("board.gondolas", n=supply["gondolas"]),
            words("board.pile", n=supply["pile"]),
        ]
        if supply["bridge"]:
            things.insert(2, words("board.next-bridge", bridge=supply["bridge"]))
        return self.described(words("board.supply"), things)

    def player(self, seat: Seat) -> str:
        """Describe what a player has: "Anna, red: 3 coins; 5 councillors; ..."."""
        words = self.words
        things = self.joined(self._of(seat, self.view["seats"][str(seat.number)]))
        return words("board.player", seat=seat.number, colour=seat.colour, things=things)

    def _of(self, seat: Seat, own: Mapping[str, Any]) -> Iterator[str]:
        words = self.words
        yield words("board.coins", n=own["coins"])
        yield words("board.own-councillors", n=own["councillors"], general=own["general"])
        yield words("board.hand", n=own["cards"], limit=own["limit"])
        labels = [label_of(one["kind"], one["state"]) for one in own["buildings"]]
        yield words("board.buildings", buildings=labels) if labels else words("board.no-building")
        if self.view["first"] == seat.number:
            yield words("board.first-player")

    def neutral(self) -> str:
        """Describe the neutral player's open cards (RIA.N4)."""
        words, cards = self.words, self.view["neutral"]["cards"]
        things = words.thing("card", Counter(cards)) if cards else words("board.no-card")
        return self.described(words.thing("seat", NEUTRAL), [things])
