"""The things of Rialto as small pictures: cards, plays, buildings, councillors, and the districts."""

from __future__ import annotations

from companion.choices import Item
from companion.games.rialto.picture.map import HEIGHT
from companion.games.rialto.picture.tokens import ICONS, building, card
from companion.games.rialto.rules.buildings import TAKE
from companion.games.rialto.rules.cards import JOKER
from companion.games.rialto.rules.hands import FROM_PILE
from companion.games.rialto.rules.pieces import DISTRICTS, KINDS, YELLOW
from companion.games.rialto.rules.plays import DELAY, LATER
from companion.games.rialto.rules.scoring import play_from
from companion.picture.shapes import Box, use
from companion.picture.things import framed, located

_STEP, _FAN = 22, 12
_BUILDING = Box(-13, -15, 26, 29)
_COUNCILLOR = Box(-14, -8, 28, 16)
_MAP = Box(0, 0, 40, HEIGHT / 10)


def thing(what: str, item: Item, colour: str) -> str:
    """Draw a card, a row of them, what is played of them, a building, a district or a councillor; else nothing."""
    text = str(item)
    if what.startswith("play."):
        return _play(what.partition(".")[2], text)
    if what == "on.district" or (what, text) == ("councillor", TAKE):
        return framed("rialto-board", _COUNCILLOR, use(f"disc-{colour}"))
    if what in ("district", "short") and text in DISTRICTS:
        return framed("rialto-board", _MAP, located("rialto", HEIGHT, use(text, kind="rialto-lit")))
    if (what, text) == ("delay", LATER):
        return thing("building.tile", f"{YELLOW}-{DELAY}.used", colour)
    if what == "card" and (text in ICONS or text == FROM_PILE):
        return _cards([text])
    if what == "row" and set(text) <= set(ICONS):
        return _cards(list(text))
    kind, _, state = text.partition(".")
    if what in ("building", "building.tile") and kind in KINDS:
        return framed("rialto-board", _BUILDING, building(kind, state, 0, 0, changed=False))
    return ""


def _play(stage: str, text: str) -> str:
    """Draw the cards of a stage, jokers and yellow buildings that are played together; nothing for a pass."""
    play = play_from(text)
    fan = [stage] * play.cards + [JOKER] * play.jokers
    drawn = "".join(card(kind, _FAN * place, 0) for place, kind in enumerate(fan))
    right = _FAN * (len(fan) - 1) + 12 if fan else -12
    for value in play.yellows:
        drawn += building(f"{YELLOW}-{value}", "used", right + 13, 1, changed=False)
        right += 26
    return framed("rialto-board", Box(-12, -14, right + 12, 28), drawn) if drawn else ""


def _cards(kinds: list[str]) -> str:
    drawn = "".join(card(kind, _STEP * place, 0) for place, kind in enumerate(kinds))
    return framed("rialto-board", Box(-12, -13, _STEP * len(kinds) + 2, 26), drawn)
