"""The words on the board, and the whole board in words for those who can't see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.venedig.rules.kinds import CARDS, KINDS, SHARED, THIRD
from companion.games.venedig.rules.pieces import EMPTY, WATER
from companion.games.venedig.rules.track import LAST, START
from companion.picture.board import BoardLabels, View
from companion.seats import Seat
from companion.vocabulary import named
from companion.words import Words

SPACE, HAND, TREASURE, SWAMP, FRONT = COLUMNS = named("supply", "space", "hand", "treasure", "swamp", "front")
PILE, LEFT_TREASURE, LEFT_SWAMP = named("supply", "pile", "treasure-left", "swamp-left")


class Labels(BoardLabels):
    """A view in words: what is where, and how far the game has come."""

    def __init__(self, view: View, words: Words, seats: Sequence[Seat]) -> None:
        super().__init__(view, words, seats)
        self.holders = self.colours | ({THIRD: THIRD} if view["third"] is not None else {})
        self.board = view["board"]

    def laid_by(self, holder: str, view: View | None = None) -> dict[str, int]:
        """Return the cards in front of a player, or of the imaginary third, by kind."""
        view = view or self.view
        cards: dict[str, int] = (view["third"] or {}) if holder == THIRD else view["seats"][holder]["front"]
        return cards

    def title(self) -> str:
        return self.words("board.title")

    def now(self) -> str:
        """Return how far the game has come."""
        words, view = self.words, self.view
        if not view["turn"]:
            return words("board.setup")
        return words("board.turn", turn=view["turn"], seat=view["active"], phase=view["phase"])

    def island(self, island: str) -> str:
        """Describe an island: "Castello: Basilica on C11, C12, D11; free: E12, F11; 17 hexes of swamp"."""
        return self.described(self.words.thing("island", island), self._on(island))

    def _on(self, island: str) -> Iterator[str]:
        words, hexes = self.words, self.board["islands"][island]
        lies = self.board["lies"]
        for kind, *where in self.board["buildings"]:
            if not set(hexes).isdisjoint(where):
                yield words("board.stands", building=kind, hexes=where)
        if free := [name for name in hexes if lies[name] == EMPTY]:
            yield words("board.free", n=len(free), hexes=free)
        yield words("board.swamps", n=sum(lies[name] == WATER for name in hexes))

    def hex(self, name: str) -> str:
        """Describe a hex that may be tapped: "C7, Castello: swamp"."""
        return self.words("board.hex", hex=name, island=self._island_of(name), lies=self.board["lies"][name])

    def chosen(self, name: str) -> str:
        """Describe a hex that is already chosen: "C7, Castello: chosen"."""
        return self.words("board.chosen", hex=name, island=self._island_of(name))

    def _island_of(self, name: str) -> str:
        islands: dict[str, list[str]] = self.board["islands"]
        return next(island for island, hexes in islands.items() if name in hexes)

    def gondolas(self) -> str:
        """Describe where everyone's gondola lies."""
        return self.described(self.words("board.gondolas"), map(self._lies, self.colours))

    def _lies(self, seat: str) -> str:
        words, space = self.words, self.view["seats"][seat]["gondola"]
        if space == START:
            return words("board.at-start", seat=seat)
        if space > LAST:
            return words("board.at-post", seat=seat, space=space)
        return words("board.at-space", seat=seat, space=space)

    def kind(self, kind: str) -> str:
        """Describe a kind of building: who has laid cards, who is master builder, how many are left."""
        return self.described(self.words.thing("building", kind), self._of_kind(kind))

    def _of_kind(self, kind: str) -> Iterator[str]:
        words, view = self.words, self.view
        for holder in self.holders:
            if number := self.laid_by(holder).get(kind):
                yield words("board.laid", seat=holder, n=number)
        if kind in SHARED and view["pawns"][kind] is not None:
            yield words("board.master", seat=view["pawns"][kind])
        yield words("board.takes", n=CARDS[kind])
        yield words("board.left", n=view["supply"][kind])

    def pile(self) -> str:
        return self.words("board.pile", n=self.view["pile"])

    def open_card(self, kind: str) -> str:
        return self.words("board.open", building=kind)

    def tokens(self) -> str:
        words, view = self.words, self.view
        return self.joined((words("board.treasure", n=view["treasure"]), words("board.swamp", n=view["swamp"])))

    def strip(self, seat: Seat) -> str:
        """Describe what lies before a player: "Anna, red: on space 12; 3 cards in hand; ..."."""
        words, here = self.words, self.view["seats"][str(seat.number)]
        things = [self._lies(str(seat.number)), words("board.hand", n=here["cards"])]
        things += [words("board.treasure", n=here["treasure"]), words("board.swamp", n=here["swamp"])]
        cards = {kind: here["front"].get(kind, 0) + here["alone"].get(kind, 0) for kind in KINDS}
        things += [words("board.cards", building=kind, n=number) for kind, number in cards.items() if number]
        return words("board.strip", seat=seat.number, colour=seat.colour, things=self.joined(things))

    def third(self) -> str:
        words = self.words
        cards = [words("board.cards", building=kind, n=number) for kind, number in self.laid_by(THIRD).items()]
        return self.described(words.thing("seat", THIRD), cards or [words("board.no-cards")])
