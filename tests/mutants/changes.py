"""The small changes that can be made to a program: a comparison, a boundary, a number, a step left out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import NamedTuple

PAIRS: tuple[tuple[type[ast.AST], type[ast.AST]], ...] = (
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
    (ast.And, ast.Or),
    (ast.Add, ast.Sub),
)
SWAPPED = {**dict(PAIRS), **{there: here for here, there in PAIRS}, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}
RENAMED = {"min": "max", "max": "min", "any": "all", "all": "any", "reversed": "list"}

BACKWARDS = ast.keyword("reverse", ast.Constant(True))


class Change(NamedTuple):
    """A change of a program that was parsed, made when it is called for."""

    line: int
    make: Callable[[], None]


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every part of a program that does something: no types, no texts, nor the `check` that pieces make of
    themselves.
    """
    match node:
        case ast.JoinedStr() | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.FunctionDef(name=name) if name.lstrip("_").startswith("check"):
            return
    yield node
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "decorator_list", "type_params"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from parts(child)


def changes(node: ast.AST) -> Iterator[Change]:
    """Every small change that can be made at this part of a program."""

    def put(field: str, value: object, at: ast.AST = node) -> Change:
        return Change(at.lineno, lambda: setattr(node, field, value))  # type: ignore[attr-defined]

    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            yield put("ops", [SWAPPED[type(op)]()])
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPPED:
            yield put("op", SWAPPED[type(op)]())
        case ast.UnaryOp(op=ast.USub()):
            yield put("op", ast.UAdd())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield put("operand", ast.UnaryOp(ast.Not(), operand))
        case ast.If() | ast.IfExp():
            yield from (put("test", ast.Constant(value)) for value in (True, False))
        case ast.comprehension(ifs=[first, *_]):
            yield put("ifs", [], first)
        case ast.Constant(value=bool(value)):
            yield put("value", not value)
        case ast.Constant(value=int(value)):
            yield from (put("value", value + by) for by in (1, -1))
        case ast.Call(func=ast.Name(id=name)) if name in RENAMED:
            yield put("func", ast.Name(RENAMED[name]))
        case ast.Call(func=ast.Name(id="sorted"), keywords=words):
            kept = [word for word in words if word.arg != "reverse"]
            yield put("keywords", kept if len(kept) < len(words) else [*kept, BACKWARDS])
    for field in ("body", "orelse"):
        block = getattr(node, field, ())
        block = block if isinstance(block, list) else []
        for i, step in enumerate(block):
            if can_be_dropped(step):
                yield put(field, [*block[:i], ast.Pass(), *block[i + 1 :]], step)


def can_be_dropped(step: ast.stmt) -> bool:
    """Return whether a step can be left out: not names that are needed later, nor what a program says of itself."""
    if isinstance(step, ast.Expr):
        return not isinstance(step.value, ast.Constant)
    if isinstance(step, ast.Assign):
        return not any(isinstance(target, ast.Name | ast.Tuple) for target in step.targets)
    return isinstance(step, ast.AugAssign | ast.Return | ast.Continue | ast.Break)


def every_change(program: ast.Module) -> list[Change]:
    return [change for node in parts(program) for change in changes(node)]
