"""Zara: one die, and the nerve to throw it once more."""

from companion.games import Kit
from companion.games.zara.game import Zara

KIT = Kit(game=Zara)
