"""Before a game: number of players, their seats and colours, the options; then the urn is stirred."""

from __future__ import annotations

from functools import partial

from PIL import Image

from companion import games
from companion.game import Table
from companion.ledger.record import FIRST, SECOND
from companion.options import Option
from companion.referee.seals import facts_before_play, seal_words, second_seal
from companion.referee.urn import Urn, moment
from companion.refusal import Refusal
from companion.seats import NAME_LENGTH, NAMES, seat_table
from companion.words import folders_of
from firmware.scenes import Scene
from firmware.scenes.home import Home
from firmware.scenes.home.comparing import comparing, is_new
from firmware.scenes.home.laying_out import LayingOut
from firmware.scenes.home.naming import NameEditor
from firmware.scenes.match.match import Match
from firmware.scenes.menus import Item, Menu
from firmware.scenes.seals import seals_page, stirred_text
from firmware.screens import setting_up
from firmware.screens.lists import Row
from hardware.keys import Key


class Seating:
    """A game being set up on the box."""

    def __init__(self, box: Home, game: str, players: int) -> None:
        self.box = box
        self.kit = games.find(game)
        self.words = box.words_for(folders_of(game))
        self.known = known_names(box)
        self.names = self.known[:players]
        self.colours = list(self.kit.game.colours[:players])
        self.options = {option.name: option.default for option in self.kit.game.all_options()}

    def resize(self, players: int) -> None:
        """Seat more or fewer players; those who stay keep their names and colours."""
        names = [name for name in self.known if name not in self.names]
        colours = [colour for colour in self.kit.game.colours if colour not in self.colours]
        self.names = [*self.names, *names][:players]
        self.colours = [*self.colours, *colours][:players]

    def players_menu(self) -> None:
        """List the names in seat order, clockwise; OK on one changes it, LEFT and RIGHT its colour."""
        title = self.words.thing("game", self.kit.game.name)
        start = len(self.names)
        self.box.push(Menu(self.box, title, self._player_items, cursor=start, right=self.words("seating.clockwise")))

    def _player_items(self) -> list[Item]:
        items = [
            Item(
                Row(f"{number + 1} {name}", self.words.thing("colour", self.colours[number])),
                partial(self._seat_menu, number),
                partial(self._turn_colour, number),
            )
            for number, name in enumerate(self.names)
        ]
        return [*items, Item(Row(self.words("seating.go-on"), "▸"), self.options_menu)]

    def _turn_colour(self, number: int, way: int) -> None:
        """Give a seat the next colour; whoever had it takes this one."""
        colours = list(self.kit.game.colours)
        old = self.colours[number]
        new = colours[(colours.index(old) + way) % len(colours)]
        if new in self.colours:
            self.colours[self.colours.index(new)] = old
        self.colours[number] = new

    def _seat_menu(self, number: int) -> None:
        def choose(name: str) -> None:
            if name in self.names:
                self.names[self.names.index(name)] = self.names[number]
            self.names[number] = name
            self.box.back()

        def items() -> list[Item]:
            others = [name for name in self.known if name != self.names[number]]
            new = Item(Row(self.words("seating.new-name"), "…"), lambda: self._new_name(number))
            return [new, *(Item(Row(name), partial(choose, name)) for name in others)]

        self.box.push(Menu(self.box, self.names[number], items, cursor=1))

    def _new_name(self, number: int) -> None:
        def done(name: str) -> None:
            names = [*self.names[:number], name, *self.names[number + 1 :]]
            try:
                seat_table(names, self.kit.game.colours, self.colours)
            except Refusal as refusal:
                self._leave_name()
                self.box.refuse(self.words.refusal(refusal))
                return
            self.names = names
            self.known.insert(0, name)
            self._leave_name()

        self.box.push(NameEditor(self.box, NAME_LENGTH, done))

    def _leave_name(self) -> None:
        """Go back from the letters, past the names to choose from, to the players."""
        self.box.back()
        self.box.back()

    def options_menu(self) -> None:
        """List the options, which LEFT and RIGHT change; the bar is on *Continue*."""
        options = self.kit.game.all_options()
        self.box.push(Menu(self.box, self.words("seating.options"), self._option_items, cursor=len(options)))

    def _option_items(self) -> list[Item]:
        items = []
        for option in self.kit.game.all_options():
            value = self.words.option_value(option.name, self.options[option.name])
            items.append(Item(Row(self.words.option(option.name), value), turn=partial(self._turn_option, option)))
        return [*items, Item(Row(self.words("seating.go-on"), "▸"), self.confirm_layout)]

    def _turn_option(self, option: Option, way: int) -> None:
        values = option.values
        self.options[option.name] = values[(values.index(self.options[option.name]) + way) % len(values)]

    def confirm_layout(self) -> None:
        """Offer, the first time, to compare our assumptions about the printed board; one press skips it."""
        layout = self.kit.layout(self.box.ledger.folder / "layouts", self.options)
        if is_new(self.box, layout):
            self.box.push(comparing(self.box, self.words, self.kit, layout, self.stir))
        else:
            self.stir()

    def stir(self) -> None:
        self.box.push(Stir(self))

    def seal(self, urn: Urn) -> None:
        """Show the second seal, over the table and everything that was stirred."""
        kind = self.kit.game
        try:
            seats = seat_table(self.names, kind.colours, self.colours)
            layout = self.kit.layout(self.box.ledger.folder / "layouts", self.options)
            table = kind.set_table(seats, self.options, layout)
        except Refusal as refusal:
            self.box.refuse(self.words.refusal(refusal))
            return
        self.box.back()
        self.box.push(Sealed(self, table, urn))

    def begin(self, table: Table, urn: Urn) -> None:
        kind = self.kit.game
        try:
            referee = self.box.ledger.begin(kind, table, urn)
        except Refusal as refusal:
            self.box.refuse(self.words.refusal(refusal))
            return
        words = self.box.words_for(folders_of(kind.name), table.seats)
        match = Match(self.box, referee, words, referee.game.tells)
        self.box.play(match)
        plans = referee.game.laid_out()
        if plans:
            self.box.replace(LayingOut(self.box, words, plans, match.go_on))
        else:
            match.go_on()


class Stir(Scene):
    """Shows the first seal; then every player stirs the urn with one key.

    An arrow is the player's alone: the box can't choose it. OK leaves it to the moment, which is read from the box's
    own clock.
    """

    def __init__(self, seating: Seating) -> None:
        super().__init__(seating.box)
        self.seating = seating
        self.urn = Urn.fresh()

    def picture(self) -> Image.Image:
        words = self.seating.words
        name = self.seating.names[min(len(self.urn.stirred), len(self.seating.names) - 1)]
        said = words("seating.stir", name=name)
        footer = words("seating.stir-note")
        return setting_up.seal(words.thing("seal", FIRST), seal_words(self.urn.commitment), said, footer)

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.stage.back()
            return
        if len(self.urn.stirred) < len(self.seating.names):
            self.urn.stir(moment() if key == Key.OK else key)
        if len(self.urn.stirred) >= len(self.seating.names):
            self.seating.seal(self.urn)


class Sealed(Scene):
    """Shows the second seal with what was stirred, before the first draw; RIGHT shows all digits, OK begins."""

    def __init__(self, seating: Seating, table: Table, urn: Urn) -> None:
        super().__init__(seating.box)
        self.seating = seating
        self.table = table
        self.urn = urn
        self.sealed = second_seal(facts_before_play(seating.kit.game, table, urn))

    def picture(self) -> Image.Image:
        words = self.seating.words
        said = words("box.stirred", stirred=stirred_text(self.urn.stirred))
        return setting_up.seal(
            words.thing("seal", SECOND), seal_words(self.sealed), said, words("seating.sealed-note")
        )

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.stage.back()
        elif key == Key.RIGHT:
            seals = {FIRST: self.urn.commitment, SECOND: self.sealed}
            self.stage.push(seals_page(self.stage, self.seating.words, seals, self.urn.stirred))
        elif key == Key.OK:
            self.seating.begin(self.table, self.urn)


def known_names(box: Home) -> list[str]:
    """Return names from the last games, the newest first; then some to begin with."""
    played = [name for game in box.ledger.games() for name in game.names]
    known: dict[str, str] = {}
    for name in [*played, *NAMES]:
        known.setdefault(name.casefold(), name)  # a table can't seat both anna and Anna
    return list(known.values())[:20]


def choose_players(box: Home, game: str) -> None:
    """Ask for the number of players; the bar is on the number that played last."""
    kit = games.find(game)
    words = box.words_for(folders_of(game))
    last = next((len(kept.names) for kept in box.ledger.games() if kept.game == game), kit.game.players[0])
    seating = Seating(box, game, last)

    def seat_players(players: int) -> None:
        seating.resize(players)
        seating.players_menu()

    def items() -> list[Item]:
        return [
            Item(
                Row(words("seating.players", n=players)),
                partial(seat_players, players),
            )
            for players in kit.game.players
        ]

    box.push(Menu(box, words.thing("game", game), items, cursor=list(kit.game.players).index(last)))
