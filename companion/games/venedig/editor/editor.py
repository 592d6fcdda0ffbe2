"""How the owner of a Venedig board draws it: open water, tools, what he sees, and what is still wrong."""

from companion.games.venedig.editor.canvas import accept, blank
from companion.games.venedig.editor.drawing import draw
from companion.games.venedig.editor.problems import problems
from companion.games.venedig.editor.tools import TOOLS, mark, worded
from companion.layout.editing import Editor

EDITOR = Editor(tools=TOOLS, worded=worded, blank=blank, accept=accept, mark=mark, draw=draw, problems=problems)
