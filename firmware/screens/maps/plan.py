"""A board of posts and planks with a cursor on it; beside it who is asked what, and what is under the cursor.

A ring is a post, with a bar across it if there is a wall, with two if there is a bridge. Planks are lines, the
large ones double; where one could be laid is dotted. A block in the middle of a plank, or in a post, may be
taken. A figure is a player's pawn, a lozenge an aim. What the cursor is on is lit and thick. Where a post is a
district, its name stands in its place.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import dist, hypot
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image

from companion.screen.maps import Line, Plan, Point
from firmware.fonts import Font
from firmware.screens.canvas import LINE, WIDTH, Canvas
from firmware.screens.maps import grid
from firmware.screens.maps.side import BRIEF, BUTTON_ALONE, TINY_LINE, Room, Side, draw_side

MAP_WIDTH, MAP_HEIGHT = 80, 64
WIDEST, TALLEST = 14, 16
"""Most dots from one point to the next, across and down."""
LOZENGE = (
    (0, -2),
    (-1, -1),
    (0, -1),
    (1, -1),
    (-2, 0),
    (-1, 0),
    (0, 0),
    (1, 0),
    (2, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (0, 2),
)
BEHIND = [(x * far, y * far) for far in (3, 4) for x in (-1, 1) for y in (-1, 1)]
"""The visible part of a lozenge when someone stands in front of it."""
NEIGHBOUR = 2.0
"""Steps to the farthest point that a plank of ordinary length reaches."""
LIT = 8
"""Width of the lit ground across a plank, less one."""

Dot = tuple[int, int]


class Scale(NamedTuple):
    """The conversion from steps of the plan to dots of the screen; steps down may be longer than steps across."""

    first: Point
    pitch: tuple[int, int]
    margin: Dot

    def dot(self, at: Point) -> Dot:
        x, y = (
            round(margin + (here - first) * pitch)
            for margin, here, first, pitch in zip(self.margin, at, self.first, self.pitch, strict=True)
        )
        return x, y

    @property
    def radius(self) -> int:
        """The size of a post."""
        pitch = min(self.pitch)
        return 3 if pitch >= 9 else 2 if pitch >= 7 else 1


def scale_of(plan: Plan) -> Scale:
    """Return the scale that makes the plan as large as the room allows, in the middle of it."""
    bends = [line.bend for line in plan.lines.values() if line.bend is not None]
    xs, ys = zip(*(post.at for post in plan.posts), *bends, strict=True)
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    pitch = (
        min(WIDEST, int((MAP_WIDTH - 8) // max(1, across))),
        min(TALLEST, int((MAP_HEIGHT - 8) // max(1, down))),
    )
    margin = round((MAP_WIDTH - 1 - pitch[0] * across) / 2), round((MAP_HEIGHT - 1 - pitch[1] * down) / 2)
    return Scale((min(xs), min(ys)), pitch, margin)


Names = Mapping[Point, str]
"""The posts that show a name instead of a ring."""
NAMELESS: Names = MappingProxyType({})


def board(
    plan: Plan,
    legal: Collection[str],
    cursor: str | None,
    label: str,
    there: str,
    side: Side,
    names: Names = NAMELESS,
) -> Image.Image:
    """Draw the board as it lies now; `legal` places can be taken. `label` names the one under the cursor."""
    canvas = Canvas()
    scale = scale_of(plan)
    draw_planks(canvas, scale, plan, legal)
    draw_posts(canvas, scale, plan, names)
    for name in sorted({*plan.starred, *plan.marks, *legal} - {cursor or ""}):
        if plan.middle(name) is not None:
            draw_place(canvas, plan, scale, name, is_legal=name in legal)
    if cursor is not None:
        draw_cursor(canvas, plan, scale, cursor)
    free = draw_side(canvas, side, MAP_WIDTH + 2)
    draw_label(canvas, label, there, MAP_WIDTH + 2, free)
    return canvas.image


def has_room(side: Side) -> bool:
    """Return whether the whole question fits beside the board, above everything else there."""
    tiny = Font.load("tiny")
    asked = len(tiny.wrap(side.brief, WIDTH - MAP_WIDTH - 2))
    named = len(side.there.split("\n")) if side.there else 0
    rest = (LINE if side.who else 0) + BUTTON_ALONE * len(side.buttons) + 1
    return asked <= BRIEF and rest + (asked + named) * TINY_LINE <= MAP_HEIGHT


def signed(plan: Plan, signs: Mapping[str, str], side: Side, names: Names = NAMELESS) -> Image.Image:
    """Draw the board as it lies now, with the sign of a key on each of these places."""
    canvas = Canvas()
    scale = scale_of(plan)
    draw_planks(canvas, scale, plan, signs)
    draw_posts(canvas, scale, plan, names)
    for name in sorted({*plan.starred, *plan.marks} - set(signs)):
        if plan.middle(name) is not None:
            draw_place(canvas, plan, scale, name, is_legal=False)
    for name, sign in signs.items():
        x, y = middle(plan, scale, name)
        grid.draw_sign(canvas, x - grid.PITCH // 2, y - grid.PITCH // 2, sign)
    free = draw_side(canvas, side, MAP_WIDTH + 2)
    draw_label(canvas, "", side.there, MAP_WIDTH + 2, free)
    return canvas.image


def draw_line(
    canvas: Canvas, scale: Scale, line: Line, width: int, *, is_dotted: bool = False, fill: int = 1
) -> None:
    if line.bend is not None:
        for half in (Line(line.start, line.bend, line.is_wide), Line(line.bend, line.end, line.is_wide)):
            draw_line(canvas, scale, half, width, is_dotted=is_dotted, fill=fill)
        return
    (x, y), (to_x, to_y) = scale.dot(line.start), scale.dot(line.end)
    if is_dotted:
        steps = max(abs(to_x - x), abs(to_y - y))
        for n in range(1, steps, 2):
            canvas.box(round(x + (to_x - x) * n / steps), round(y + (to_y - y) * n / steps), 1, 1)
        return
    steep = abs(to_y - y) > abs(to_x - x)
    for n in range(width):
        aside = n - (width - 1) // 2
        across, down = (aside, 0) if steep or (x != to_x and y != to_y) else (0, aside)
        canvas.line(x + across, y + down, to_x + across, to_y + down, fill)


def draw_lit(canvas: Canvas, scale: Scale, plan: Plan, line: Line) -> None:
    """Draw the plank under the cursor: dark on a lit ground that leaves the posts at its ends as they are."""
    posts = {post.at for post in plan.posts}
    ends = [scale.dot(line.start), scale.dot(line.end)]
    towards = [tuple(map(sign, ends[1], ends[0])), tuple(map(sign, ends[0], ends[1]))]
    for n, end in enumerate((line.start, line.end)):
        if end in posts:
            far = scale.radius + 1
            ends[n] = ends[n][0] + towards[n][0] * far, ends[n][1] + towards[n][1] * far
    (left, right), (top, foot) = (sorted(values) for values in zip(*ends, strict=True))
    grow_x, grow_y = (grown(high - low) for low, high in ((left, right), (top, foot)))
    canvas.box(left - grow_x, top - grow_y, right - left + 2 * grow_x + 1, foot - top + 2 * grow_y + 1)
    (x, y), (to_x, to_y) = ends
    canvas.line(x, y, to_x, to_y, 0)
    if line.is_wide:
        canvas.line(x + 1, y, to_x + 1, to_y, 0)


def grown(length: int) -> int:
    """Return how much wider, on both sides, lit ground is than a line of this length in one direction."""
    return LIT // 2 if length == 0 else max(0, (LIT // 2 - length + 1) // 2)


def sign(one: int, other: int) -> int:
    return (one > other) - (one < other)


def draw_planks(canvas: Canvas, scale: Scale, plan: Plan, dotted: Collection[str]) -> None:
    """Draw the planks that lie, and dotted those of these that could."""
    for name, line in plan.lines.items():
        if name in plan.lying:
            draw_line(canvas, scale, line, 2 if line.is_wide else 1)
        elif name in dotted:
            draw_line(canvas, scale, line, 1, is_dotted=True)


def draw_posts(canvas: Canvas, scale: Scale, plan: Plan, names: Names) -> None:
    for post in plan.posts:
        if post.at in names:
            draw_name(canvas, scale.dot(post.at), names[post.at], is_lit=post.is_lit)
        else:
            draw_post(canvas, scale, post.at, post.wall, post.bridge)


def draw_name(canvas: Canvas, at: Dot, name: str, *, is_lit: bool) -> None:
    """Draw a name around this dot, in a frame or on a lit ground."""
    width, height = canvas.tiny.width(name) + 4, canvas.tiny.capitals + 4
    left, top = at[0] - width // 2, at[1] - height // 2
    canvas.box(left, top, width, height, fill=0)
    (canvas.box if is_lit else canvas.frame)(left, top, width, height)
    above = canvas.tiny.ascent - canvas.tiny.capitals
    canvas.text(left + 2, top + 2 - above, name, font=canvas.tiny, fill=0 if is_lit else 1)


def draw_post(canvas: Canvas, scale: Scale, at: Point, wall: Point | None, bridge: Point | None) -> None:
    x, y = scale.dot(at)
    radius = scale.radius
    ring(canvas, x, y, radius)
    if radius < 2:
        return
    if wall:
        bar(canvas, (x, y), wall, radius, 0)
    elif bridge:
        for side in (-1, 1):
            bar(canvas, (x, y), bridge, radius - 1, side * 1.5)


def ring(canvas: Canvas, x: int, y: int, radius: int) -> None:
    """Draw a square without corners."""
    canvas.box(x - radius, y - radius, 2 * radius + 1, 2 * radius + 1, fill=0)
    for dx, dy, width, height in ((0, -radius, 1, 0), (0, radius, 1, 0), (-radius, 0, 0, 1), (radius, 0, 0, 1)):
        long = 2 * radius - 1
        left, top = x + dx - (radius - 1 if width else 0), y + dy - (radius - 1 if height else 0)
        canvas.box(left, top, long if width else 1, long if height else 1)


def bar(canvas: Canvas, at: Dot, way: Point, length: int, aside: float) -> None:
    """Draw a line through a post, or beside its middle."""
    far = hypot(*way)
    across, down = way[0] / far, way[1] / far
    reach = length / max(abs(across), abs(down))
    x, y = at[0] - down * aside, at[1] + across * aside
    ends = [round(end) for end in (x - across * reach, y - down * reach, x + across * reach, y + down * reach)]
    canvas.line(ends[0], ends[1], ends[2], ends[3])


def draw_place(canvas: Canvas, plan: Plan, scale: Scale, name: str, *, is_legal: bool) -> None:
    """Draw what is on a place, a pawn or an aim; on a lit tile where it may be taken."""
    x, y = middle(plan, scale, name)
    if name in plan.marks:
        draw_mark(canvas, x, y, plan.marks[name], is_lit=is_legal)
        if name in plan.starred:
            for dx, dy in BEHIND:
                canvas.box(x + dx, y + dy, 1, 1)
    elif name in plan.starred and is_legal:
        canvas.box(x - 3, y - 3, 7, 7)
        dots(canvas, x, y, 0)
    elif name in plan.starred:
        dots(canvas, x, y, 1)
    elif is_legal and (name in plan.spots or name in plan.lying):
        canvas.box(x - 1, y - 1, 3, 3)


def middle(plan: Plan, scale: Scale, name: str) -> Dot:
    at = plan.middle(name)
    assert at is not None, "only places on the board are drawn"
    return scale.dot(at)


def draw_mark(canvas: Canvas, x: int, y: int, mark: str, *, is_lit: bool) -> None:
    """Draw a figure on a tile around this dot."""
    grid.draw_mark(canvas, x - grid.PITCH // 2, y - grid.PITCH // 2, mark, is_lit=is_lit)


def dots(canvas: Canvas, x: int, y: int, fill: int) -> None:
    """Draw a lozenge."""
    for dx, dy in LOZENGE:
        canvas.box(x + dx, y + dy, 1, 1, fill=fill)


def draw_cursor(canvas: Canvas, plan: Plan, scale: Scale, name: str) -> None:
    """Draw what the cursor is on, dark on lit: a post wider than the others, a plank with the pawn on it.

    Of a long plank only the middle is lit.
    """
    x, y = middle(plan, scale, name)
    if name in plan.lines and not is_long(plan.lines[name]):
        draw_lit(canvas, scale, plan, plan.lines[name])
        if name in plan.marks:
            draw_mark(canvas, x, y, plan.marks[name], is_lit=True)
        return
    alone = not any(post.wall or post.bridge for post in plan.posts if scale.dot(post.at) == near(plan, scale, name))
    reach = 4 if alone else 3
    canvas.frame(x - reach - 1, y - reach - 1, 2 * reach + 3, 2 * reach + 3, fill=0)
    canvas.box(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1)
    if name in plan.marks:
        draw_mark(canvas, x, y, plan.marks[name], is_lit=True)
    elif name in plan.starred:
        dots(canvas, x, y, 0)
    else:
        canvas.box(x - 1, y - 1, 3, 3, fill=0)


def is_long(line: Line) -> bool:
    """Return whether a plank has a bend or reaches farther than to a neighbouring point."""
    return line.bend is not None or dist(line.start, line.end) > NEIGHBOUR


def near(plan: Plan, scale: Scale, name: str) -> Dot:
    """Return the middle of the post that a place is on."""
    x, y = middle(plan, scale, name)
    return min((scale.dot(post.at) for post in plan.posts), key=lambda at: abs(at[0] - x) + abs(at[1] - y))


def draw_label(canvas: Canvas, label: str, there: str, left: int, free: Room) -> None:
    """Draw the name of the place between the question and the buttons, and who stands there if there is room."""
    top, foot = free
    lines = canvas.small.wrap(label, WIDTH - left)
    font, pitch = (canvas.small, LINE) if len(lines) * LINE <= foot - top else (canvas.tiny, TINY_LINE)
    for text in lines:
        canvas.text(left, top, text, font=font, width=WIDTH - left)
        top += pitch
    below = there.split("\n")
    top = min(top, max(top - 1, foot - len(below) * TINY_LINE))  # closer to the question if that makes room for all
    for line in below:
        if top + TINY_LINE <= foot:
            canvas.text(left, top, line, font=canvas.tiny, width=WIDTH - left)
        top += TINY_LINE
