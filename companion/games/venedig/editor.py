"""How the owner of a Venedig board draws it: open water, tools, what he sees, and what is still wrong."""

from companion.editing import Editor
from companion.games.venedig.canvas import accept, blank
from companion.games.venedig.easel import draw
from companion.games.venedig.survey import problems
from companion.games.venedig.tools import TOOLS, mark, worded

EDITOR = Editor(tools=TOOLS, worded=worded, blank=blank, accept=accept, mark=mark, draw=draw, problems=problems)
