"""Before a game: how many play, with whose cards, who sits where in which colour; then the urn is stirred."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PIL import Image

from companion import games
from companion.game import Game
from companion.input.typed import folded
from companion.ledger.beginning import Beginning
from companion.ledger.record import FIRST, SECOND
from companion.options import Option
from companion.players import BOX_NAMES, STEADY, STRENGTHS, check_can_play
from companion.referee import Referee
from companion.referee.seals import seal_words
from companion.referee.urn import Urn, moment
from companion.refusal import Refusal
from companion.seats import NAME_LENGTH, NAMES, Seat, seat_table
from companion.teaching.newcomers import are_new_to, games_of_people, people_of
from companion.teaching.practice import practice
from companion.words import Words, folders_of
from firmware.scenes import Scene
from firmware.scenes.home import HomeStage
from firmware.scenes.home.comparing import comparing, is_new
from firmware.scenes.home.last_time import LastTable, keep_table, known_options, last_table
from firmware.scenes.home.laying_out import lay_out
from firmware.scenes.home.naming import NameEditor
from firmware.scenes.match.match import Match
from firmware.scenes.menus import LONG, Item, Menu
from firmware.scenes.seals import seals_page, stirred_text
from firmware.screens import setting_up
from firmware.screens.lists import ROWS, Row
from hardware.keys import Key

BOX_SIGN = " □"
"""Marks a seat that the box plays."""
GIVEN_NAMES = "names"
"""The preference with the names of people who were named when the box was set up."""
MOST_NAMES = 60
"""Names to choose from, those of the people who played last."""
MOST_STIRRED = 12
"""The most arrows that are stirred in: they are shown on one line."""
TIME_TO_NOTE = 10.0
TIME_STEP = 0.5
"""Seconds until a sealed game begins by itself, and between two pictures of the line that shows them."""


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
        self.box.push(Stir(self))

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


class Stir(Scene):
    """Shows the first seal; one OK goes on. Before it, everyone who likes stirs the urn with arrows.

    An arrow is the player's alone: the box can't choose it. OK stirs in the moment, read from the box's own clock.
    """

    def __init__(self, seating: Seating) -> None:
        super().__init__(seating.box)
        self.seating = seating
        self.urn = Urn.fresh()

    def picture(self) -> Image.Image:
        words = self.seating.words
        stirred = stirred_text(self.urn.stirred)
        said = words("box.stirred", stirred=stirred) if stirred else words("seating.stir")
        note = words("seating.stir-note")
        return setting_up.seal(words.thing("seal", FIRST), seal_words(self.urn.commitment), said, note)

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.stage.back()
        elif key == Key.OK:
            self.urn.stir(moment())
            self.seating.seal(self.urn)
        elif len(self.urn.stirred) < MOST_STIRRED:
            self.urn.stir(key)


class Sealed(Scene):
    """Shows the second seal with what was stirred, before the first draw; then the game begins by itself.

    A line shows how long that takes. OK begins at once, RIGHT shows all digits, any other arrow stops the time.
    """

    def __init__(self, box: HomeStage, words: Words, beginning: Beginning) -> None:
        super().__init__(box)
        self.box = box
        self.words = words
        self.beginning = beginning
        self.begins: float | None = box.clock() + TIME_TO_NOTE
        self.wake = box.clock() + TIME_STEP

    def entered(self) -> None:
        """Show the seals on phones, too."""
        self.box.publish_soon()

    def picture(self) -> Image.Image:
        words, beginning = self.words, self.beginning
        said = words("box.stirred", stirred=stirred_text(beginning.urn.stirred))
        left = 0.0 if self.begins is None else (self.begins - self.stage.clock()) / TIME_TO_NOTE
        title, note = words.thing("seal", SECOND), words("seating.sealed-note")
        return setting_up.seal(title, seal_words(beginning.seals[SECOND]), said, note, left)

    def tick(self, now: float) -> None:
        if self.begins is not None and now >= self.begins:
            self._begin()
        elif self.begins is not None:
            self.wake = now + TIME_STEP

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.stage.back()
            self.box.publish_soon()
        elif key == Key.OK:
            self._begin()
        else:
            self._stop()
            if key == Key.RIGHT:
                beginning = self.beginning
                self.stage.push(seals_page(self.stage, self.words, beginning.seals, beginning.urn.stirred))

    def _begin(self) -> None:
        self._stop()
        begin(self.box, self.beginning)

    def _stop(self) -> None:
        self.begins = self.wake = None


def begin(box: HomeStage, beginning: Beginning) -> None:
    """Put a game on the table, and show what to lay out for it; or say why it can't begin."""
    kind, table = beginning.kind, beginning.table
    words = box.words_for(folders_of(kind.name), table.seats)
    try:
        referee = box.club.begin_shared(beginning) if beginning.shared else beginning.begin(box.ledger)
    except Refusal as refusal:
        box.refuse(words.refusal(refusal))
        return
    # the next evening begins with the people who came to the last one
    if not beginning.boxed and not beginning.shared:
        keep_table(box, kind.name, table)
    match = Match(box, referee, words, referee.game.tells)
    box.play(match)
    lay_out(match)


def known_names(box: HomeStage) -> list[str]:
    """Return names from the last games, the newest first; then those given at set-up, and some to begin with."""
    played = people_of(box.ledger)
    people = [*played, *(name for name in given_names(box) if name.casefold() not in map(str.casefold, played))]
    known = {name.casefold() for name in people}
    return [*people, *(name for name in NAMES if name.casefold() not in known)][:MOST_NAMES]


def given_names(box: HomeStage) -> list[str]:
    """Return the names that were given at a set-up."""
    kept = box.preferences[GIVEN_NAMES]
    return [name for name in kept if isinstance(name, str)] if isinstance(kept, list) else []


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


def show_seal(box: HomeStage, beginning: Beginning) -> None:
    """Show the second seal of a game that was set up on a phone; soon it begins."""
    box.push(Sealed(box, box.words_for(folders_of(beginning.kind.name)), beginning))
