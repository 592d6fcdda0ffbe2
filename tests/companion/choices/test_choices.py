"""Choices know every legal answer: compared with a plain list of everything one might answer."""

from __future__ import annotations

import itertools
import json
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.choices import MANY, Choice, Count, Pick, Several, Sheet, Spread
from companion.refusal import Refusal

picks = st.builds(Pick, st.just("area"), st.lists(st.sampled_from("abcdef"), min_size=1, max_size=5, unique=True))
counts = st.tuples(st.integers(0, 4), st.integers(0, 4)).map(lambda b: Count("n", min(b), max(b)))


@st.composite
def severals(draw: st.DrawFn) -> Several:
    items = draw(st.lists(st.integers(0, 3), min_size=0, max_size=5))
    low = draw(st.integers(0, len(items)))
    return Several("ballot", sorted(items), low, draw(st.integers(low, 6)))


@st.composite
def spreads(draw: st.DrawFn) -> Spread:
    most = draw(st.dictionaries(st.sampled_from("abc"), st.integers(0, 3), min_size=1))
    low = draw(st.integers(0, sum(most.values())))
    return Spread("place", most, low, draw(st.integers(low, 9)))


cells = st.one_of(picks, counts)
sheets = st.dictionaries(
    st.sampled_from("123"), st.dictionaries(st.sampled_from("xy"), cells, min_size=1), min_size=1
).map(lambda rows: Sheet("seat", rows))
choices = st.one_of(picks, counts, severals(), spreads(), sheets)
small_sheets = sheets.filter(lambda sheet: sum(len(cells) for cells in sheet.rows.values()) <= 3)
listable = st.one_of(picks, counts, severals(), spreads(), small_sheets)
"""Choices small enough to list everything one might answer."""


def accepted(choice: Choice, value: Any) -> bool:
    try:
        choice.check(value)
    except Refusal:
        return False
    return True


def everything_sayable(choice: Choice) -> list[Any]:
    """List all answers of the right shape, legal or not, without the choice's help."""
    if isinstance(choice, Pick):
        return list("abcdefg")
    if isinstance(choice, Count):
        return list(range(-2, 8))
    if isinstance(choice, Several):
        alphabet = [*sorted(set(choice.items)), 9]
        return [list(c) for n in range(7) for c in itertools.combinations_with_replacement(alphabet, n)]
    if isinstance(choice, Spread):
        return [dict(zip(choice.most, n, strict=True)) for n in itertools.product(range(5), repeat=len(choice.most))]
    assert isinstance(choice, Sheet)
    return everything_on(choice)


def everything_on(sheet: Sheet) -> list[Any]:
    """List every way to fill a sheet, and some with a cell too few, a column or a row too many."""
    cells = [(row, column, cell) for row, cells in sheet.rows.items() for column, cell in cells.items()]
    said = []
    for values in itertools.product(*(everything_sayable(cell) for _, _, cell in cells)):
        filled: dict[str, Any] = {row: {} for row in sheet.rows}
        for (row, column, _), value in zip(cells, values, strict=True):
            filled[row][column] = value
        said.append(filled)
    row, column, _ = cells[0]
    whole = next(iter(sheet.legal()))
    lacking = {one: value for one, value in whole[row].items() if one != column}
    return [*said, {**whole, row: lacking}, {**whole, row: {**whole[row], "z": 0}}, {**whole, "9": whole[row]}]


@given(listable)
def test_legal_lists_exactly_what_check_accepts(choice: Choice) -> None:
    listed = [json.dumps(value) for value in choice.legal()]
    assert len(listed) == len(set(listed)) == choice.size()
    assert sorted(listed) == sorted(
        json.dumps(value) for value in everything_sayable(choice) if accepted(choice, value)
    )
    assert all(json.dumps(choice.check(json.loads(text))) == text for text in listed)


@given(choices, st.integers())
def test_samples_are_legal_and_in_normal_form(choice: Choice, seed: int) -> None:
    value = choice.sample(Random(seed))
    assert choice.check(value) == value


@pytest.mark.parametrize(
    "choice",
    [
        Pick("area", "abc"),
        Count("n", 1, 3),
        Several("ballot", (0, 1, 1, 2), 1, 3),
        Spread("place", {"a": 2, "b": 1}, 1, 2),
        Sheet("seat", {"1": {"x": Count("n", 0, 2)}, "2": {"x": Pick("area", "ab")}}),
    ],
    ids=lambda choice: choice.kind,
)
def test_every_legal_answer_can_come_up(choice: Choice) -> None:
    rng = Random(1)
    drawn = {json.dumps(choice.sample(rng)) for _ in range(1000)}
    assert drawn == {json.dumps(value) for value in choice.legal()}


@given(choices)
def test_sole_is_the_only_answer_or_many(choice: Choice) -> None:
    sole = choice.sole
    if choice.size() == 1:
        assert [sole] == list(choice.legal())
    else:
        assert sole is MANY


@given(choices)
def test_its_description_is_plain_json(choice: Choice) -> None:
    assert json.loads(json.dumps(choice.to_json())) == choice.to_json()


BAD_VALUES: list[Any] = [
    None,
    True,
    1.0,
    -1,
    10**30,
    "",
    "zz",
    [],
    [[]],
    {},
    {"1": 2},
    {"1": {"x": None}},
    float("nan"),
]
NOT_ANSWERS: list[Any] = [None, True, "", "zz", [[]], {"1": 2}, {"1": {"x": None}}, {"a": True}, {"a": 99}]


@given(choices)
def test_bad_input_is_always_a_refusal(choice: Choice) -> None:
    for value in BAD_VALUES:
        try:
            checked = choice.check(value)
        except Refusal as refusal:
            assert refusal.key
        else:
            assert checked == value or isinstance(value, dict)


@given(choices)
def test_true_is_not_one(choice: Choice) -> None:
    """JSON's true is not a number, although Python treats it as one."""
    for value in (True, [True], {"a": True}, {"1": {"x": True, "y": True}}):
        with pytest.raises(Refusal):
            choice.check(value)


def test_a_barred_option_says_why() -> None:
    choice = Pick("area", ("a",), {"b": Refusal("card-used", "DOG.B4", area="b")})
    with pytest.raises(Refusal) as refused:
        choice.check("b")
    assert (refused.value.rule, refused.value.facts) == ("DOG.B4", {"area": "b"})
    assert choice.to_json()["barred"] == [["b", {"key": "card-used", "rule": "DOG.B4", "facts": {"area": "b"}}]]


@given(choices)
def test_the_schema_admits_every_sample(choice: Choice) -> None:
    jsonschema.validate(choice.sample(Random(0)), choice.schema())


@settings(max_examples=40)
@given(listable)
def test_the_schema_rejects_what_is_refused(choice: Choice) -> None:
    """Except for what a schema cannot express: too few of a kind, or the sum of a spread."""
    schema = jsonschema.Draft202012Validator(choice.schema())
    for value in [*everything_sayable(choice), *NOT_ANSWERS]:
        if not schema.is_valid(value):
            assert not accepted(choice, value)
        elif not accepted(choice, value):
            assert isinstance(choice, Several | Spread)
            assert not plainly_wrong(choice, value)


def plainly_wrong(choice: Several | Spread, value: Any) -> bool:
    """Whether the parts taken one by one, or their number, already show that an answer is wrong."""
    if isinstance(choice, Several):
        return not choice.low <= len(value) <= choice.high or not set(value) <= set(choice.items)
    return any(place not in choice.most or not 0 <= n <= choice.most[place] for place, n in value.items())
