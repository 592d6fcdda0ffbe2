"""Names that may be one person's are found, and nobody is taken for somebody else at the same table."""

from __future__ import annotations

import pytest

from companion.club.people import likely_pairs


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Cleo", "Cléo"),
        ("anna", "ANNA"),
        ("Zoë", "Zoe"),
        ("Benno", "Beno"),
        ("Beno", "Benno"),
        ("Marko", "Marco"),
        ("Anna", "Annas"),
        ("Hanna", "Anna"),
        ("Jérôme", "Jerom"),
    ],
)
def test_a_slip_of_a_letter_is_a_likely_pair(one: str, other: str) -> None:
    assert likely_pairs([one, other]) == [(min(one, other), max(one, other))]


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Ian"), ("Ana", "Ava"), ("Benno", "Bruno"), ("Anna", "Annabel"), ("Marco", "Macro")]
)
def test_other_names_are_other_people(one: str, other: str) -> None:
    assert likely_pairs([one, other]) == []


def test_whoever_sat_at_one_table_is_two_people() -> None:
    assert likely_pairs(["Maria", "Mario"], {frozenset(("Maria", "Mario"))}) == []


def test_a_thousand_names_are_compared_at_once() -> None:
    names = [
        f"{first}{second}{third}er" for first in "abcdefghij" for second in "klmnopqrst" for third in "uvwxyzabcd"
    ]
    assert len(likely_pairs(names)) == 1000 * 27 // 2
