"""All that Zara brings."""

from companion.games import Kit
from companion.games.zara.game import Zara

KIT = Kit(game=Zara)
