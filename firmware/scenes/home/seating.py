"""Before a game: how many play, with whose cards, and who sits where in which colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from companion import games
from companion.game import Game
from companion.input.typed import folded
from companion.ledger.beginning import Beginning
from companion.options import Option
from companion.players import BOX_NAMES, STEADY, STRENGTHS, check_can_play
from companion.referee import Referee
from companion.referee.urn import Urn, moment
from companion.refusal import Refusal
from companion.seats import NAME_LENGTH, Seat, seat_table
from companion.teaching.newcomers import are_new_to, games_of_people
from companion.teaching.practice import practice
from companion.words import folders_of
from firmware.scenes.home import HomeStage
from firmware.scenes.home.comparing import comparing, is_new
from firmware.scenes.home.last_time import LastTable, known_names, known_options, last_table
from firmware.scenes.home.sealing import Sealed, Stir, begin
from firmware.scenes.menus import LONG, Item, Menu
from firmware.scenes.writing import NameEditor
from firmware.screens.lists import ROWS, Row

BOX_SIGN = " □"
"""Marks a seat that the box plays."""


class Seating:
    """A game being set up on the box: as it was played last, or as it is usually played."""

    def __init__(self, box: HomeStage, game: str, last: LastTable | None = None) -> None:
        self.box = box
        self.kit = games.find(game)
        self.words = box.words_for(folders_of(game))
        self.known = known_names(box)
        kind = self.kit.game
        last = last or last_table(box, game)
        if last is None:
            players = _last_number(box, kind)
            self.names = self.known[:players]
            self.colours = list(kind.colours[:players])
        else:
            self.names = [seat.name for seat in last.seats]
            self.colours = [seat.colour for seat in last.seats]
        self.options = known_options(kind, {} if last is None else last.options)
        self.boxed: dict[int, str] = {}
        """The seats that the box plays, counted from 0, each with its strength."""
        self.offered = kind.options_offered()
        self.wants_teaching: bool | None = None
        """Whether the table wants to be taught the game; `None` while nobody has said so."""

    def next_first_player(self) -> None:
        """Have the next player clockwise be the first seat."""
        self.names = [*self.names[1:], *self.names[:1]]
        self.colours = [*self.colours[1:], *self.colours[:1]]
        self.boxed = {(number - 1) % len(self.names): strength for number, strength in self.boxed.items()}

    def resize(self, players: int) -> None:
        """Seat more or fewer players; those who stay keep their names and colours."""
        names = [name for name in self.known if name not in self.names]
        colours = [colour for colour in self.kit.game.colours if colour not in self.colours]
        self.names = [*self.names, *names][:players]
        self.colours = [*self.colours, *colours][:players]
        self.boxed = {number: strength for number, strength in self.boxed.items() if number < players}

    def let_box_play(self, number: int, strength: str) -> None:
        """Have the box play a seat. What would be in its hand the box keeps, so it deals for everyone."""
        self.boxed[number] = strength
        adviser = self.kit.game.adviser
        self.options |= adviser.needs if adviser else {}

    def table_menu(self) -> None:
        """Show the whole table with the bar on going on: how many, whose cards, who sits where; more behind it."""
        title = self.words.thing("game", self.kit.game.name)
        self.box.push(Menu(self.box, title, self._table_items, right=self.words("seating.clockwise")))

    def _table_items(self) -> list[Item]:
        words = self.words
        items = [
            Item(Row(words("seating.go"), "▸"), self.confirm_layout),
            Item(Row(words("seating.number"), str(len(self.names))), turn=self._turn_number),
            *map(self._option_item, self.offered[:1]),
            *(self._player_item(number) for number in range(len(self.names))),
        ]
        if len(self.offered) > 1:
            items.append(Item(Row(words("seating.options"), "▸"), self.options_menu))
        said = words("box.yes" if self.is_taught else "box.no")
        teaching = Item(Row(words("teach.us"), said), turn=self._turn_teaching, note=words("teach.note"))
        practise = Item(Row(words("teach.practice"), "▸"), self.practise, note=words("teach.practice-note"))
        return [*items, practise, teaching]

    @property
    def is_taught(self) -> bool:
        """Return whether the table is led through its game: as it has said, or else if the game is new to all."""
        if self.wants_teaching is not None:
            return self.wants_teaching
        people = [name for number, name in enumerate(self.names) if number not in self.boxed]
        return self.box.teaches() and are_new_to(self.box.ledger, self.kit.game.name, people)

    def _turn_teaching(self, _: int) -> None:
        self.wants_teaching = not self.is_taught

    def _turn_number(self, way: int) -> None:
        numbers = list(self.kit.game.players)
        self.resize(numbers[(numbers.index(len(self.names)) + way) % len(numbers)])

    def _player_item(self, number: int) -> Item:
        """Return the line of a seat: OK changes who sits there, LEFT and RIGHT the colour."""
        colour = self.words.thing("colour", self.colours[number])
        boxed = self.boxed.get(number)
        note = self.words.thing("player", boxed) if boxed else colour
        row = Row(f"{number + 1} {self.names[number]}{BOX_SIGN if boxed else ''}", note)
        return Item(row, partial(self._seat_menu, number), partial(self._turn_colour, number))

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
            self.boxed.pop(number, None)
            self.box.back()

        def box_plays(strength: str) -> None:
            self.let_box_play(number, strength)
            self.box.back()

        def items() -> list[Item]:
            others = [name for name in self.known if name != self.names[number]]
            new = Item(Row(self.words("seating.new-name"), "…"), lambda: self._new_name(number))
            strengths = [
                Item(Row(self.words("seating.box-plays"), self.words.thing("player", one)), partial(box_plays, one))
                for one in STRENGTHS
            ]
            person = (
                [Item(Row(self.names[number]), partial(choose, self.names[number]))] if number in self.boxed else []
            )
            people = [Item(Row(name), partial(choose, name), group=letter) for name, letter in by_letter(others)]
            return [new, *person, *people, *strengths]

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
        """List the other options, which LEFT and RIGHT change, each with a sentence on what it means."""
        items = self.offered[1:]
        self.box.push(Menu(self.box, self.words("seating.options"), lambda: [*map(self._option_item, items)]))

    def _option_item(self, option: Option) -> Item:
        words = self.words
        row = Row(words.option(option.name), words.option_value(option.name, self.options[option.name]))
        return Item(row, turn=partial(self._turn_option, option), note=words.option_note(option.name))

    def _turn_option(self, option: Option, way: int) -> None:
        values = option.values
        self.options[option.name] = values[(values.index(self.options[option.name]) + way) % len(values)]

    def confirm_layout(self) -> None:
        """Offer, the first time, to compare our assumptions about the printed board; one press skips it."""
        made = self.beginning(Urn.fresh())
        if made is None:
            return
        layout = made.table.layout
        if is_new(self.box, layout):
            self.box.push(comparing(self.box, self.words, self.kit, layout, self.stir))
        else:
            self.stir()

    def practise(self) -> None:
        """Begin the practice game for the person in the first seat."""
        try:
            beginning = practice(self.kit, self.names[0], self.box.ledger.folder / "layouts")
        except Refusal as refusal:
            self.box.refuse(self.words.refusal(refusal))
            return
        begin(self.box, beginning)

    def stir(self) -> None:
        self.box.push(Stir(self.box, self.words, self.seal))

    def seal(self, urn: Urn) -> None:
        """Show the second seal, over the table and everything that was stirred."""
        beginning = self.beginning(urn)
        if beginning is not None:
            self.box.back()
            self.box.push(Sealed(self.box, self.words, beginning))

    def beginning(self, urn: Urn) -> Beginning | None:
        """Return the game about to begin at this table, or say why there can't be such a table."""
        boxed = {number + 1: strength for number, strength in self.boxed.items()}
        try:
            return self._set_table(seat_table(self.names, self.kit.game.colours, self.colours), boxed, urn)
        except Refusal as refusal:
            self.box.refuse(self.words.refusal(refusal))
            return None

    def _set_table(self, seats: list[Seat], boxed: Mapping[int, str], urn: Urn) -> Beginning:
        """Return the game on the board as its owner has corrected it."""
        kind = self.kit.game
        if boxed:
            check_can_play(kind.adviser, self.options)
        layout = self.kit.layout(self.box.ledger.folder / "layouts", self.options)
        return Beginning(kind, kind.set_table(seats, self.options, layout), urn, boxed, self.is_taught)


def by_letter(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return names with their letters: if there are many, those after the newest few are in alphabetical order.

    >>> by_letter(["Zoe", "Anna"])
    [('Zoe', ''), ('Anna', '')]
    >>> by_letter([*"ZYXWVUTS", "Élodie", "Ben", "emil"])[ROWS:]
    [('Ben', 'B'), ('Élodie', 'E'), ('emil', 'E'), ('S', 'S'), ('T', 'T'), ('U', 'U')]
    """
    newest = len(names) if len(names) <= LONG * ROWS else ROWS
    plain = {name: folded(name) for name in names}
    later = sorted(names[newest:], key=plain.__getitem__)
    return [*((name, "") for name in names[:newest]), *((name, plain[name][0].upper()) for name in later)]


def _last_number(box: HomeStage, kind: type[Game]) -> int:
    """Return how many played a game last, by the ledger."""
    numbers = (len(kept.names) for kept in games_of_people(box.ledger) if kept.game == kind.name)
    return next((number for number in numbers if number in kind.players), kind.players[0])


def set_up(box: HomeStage, game: str) -> None:
    """Show the table of a game, ready to play."""
    Seating(box, game).table_menu()


def play_again(box: HomeStage, game: str, ended: Referee | None = None) -> None:
    """Go straight to the urn with those who played last; after a game that has just ended, the next is first."""
    if ended is None:
        seating = Seating(box, game)
    else:
        seating = Seating(box, game, LastTable(list(ended.table.seats), dict(ended.table.options)))
        seating.boxed = {seat - 1: one.strength for seat, one in ended.game.boxed.items()}
        seating.next_first_player()
    seating.confirm_layout()


def play_alone(box: HomeStage, game: str) -> None:
    """Begin a game at once against seats that the box plays; the moment of the key stirs the urn."""
    seating = Seating(box, game)
    kind = seating.kit.game
    players = min(kind.players)
    seating.names = [seating.known[0], *BOX_NAMES[: players - 1]]
    seating.colours = list(kind.colours[:players])
    seating.options = known_options(kind, {})
    for number in range(1, players):
        seating.let_box_play(number, STEADY)
    urn = Urn.fresh()
    urn.stir(moment())
    beginning = seating.beginning(urn)
    if beginning is not None:
        begin(box, beginning)
