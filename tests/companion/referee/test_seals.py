"""Seals as words: a list of ours, both ways, and what the second seal binds."""

from __future__ import annotations

from random import Random

import pytest

from companion.referee.seals import RUDE, fits, seal_digits, seal_words, word_list
from companion.refusal import Malformed
from tests.tables import referee


def test_the_list_has_a_word_for_every_twelve_bits() -> None:
    words = word_list()
    assert len(words) == len(set(words)) == 2**12
    assert {len(word) for word in words} == {4}
    assert not set(words) & set(RUDE.split())


def test_words_lead_back_to_the_digits() -> None:
    rng = Random(1)
    for _ in range(200):
        digest = rng.randbytes(32).hex()
        assert seal_digits(seal_words(digest)) == digest[:18]
        assert fits(seal_words(digest).upper(), digest)
        assert fits(" ".join(digest[start : start + 4] for start in range(0, 64, 4)), digest)
        assert not fits(seal_words(rng.randbytes(32).hex()), digest)


@pytest.mark.parametrize("noted", ["", "babe", "babe babi babo babu bada zzzz", "12345", "g" * 64, "0" * 65])
def test_what_is_too_short_or_no_seal_is_refused(noted: str) -> None:
    with pytest.raises(Malformed):
        fits(noted, "0" * 64)


def test_the_second_seal_binds_stirring_and_options() -> None:
    plain = referee("doge", 3)
    stirred = referee("doge", 3)
    stirred.urn.stir("gondola")
    seals = {plain.sealed, stirred.sealed, referee("doge", 4).sealed, referee("doge", 3, ballots="table").sealed}
    assert len(seals) == 4
