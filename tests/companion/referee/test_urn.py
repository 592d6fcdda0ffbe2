"""The urn: committed, stirred, verifiable, unbiased."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence

import pytest

from companion.choices import Item
from companion.referee.urn import Urn

SECRET = bytes(range(32))


def test_the_commitment_is_the_secrets_sha256() -> None:
    assert Urn(SECRET).commitment == hashlib.sha256(SECRET).hexdigest()


def test_the_mark_names_the_secret_and_does_not_tell_the_seal() -> None:
    assert Urn(SECRET).mark == Urn(SECRET, ["a word"]).mark != Urn(bytes(32)).mark
    assert Urn(SECRET).mark != Urn(SECRET).commitment


def test_fresh_urns_differ() -> None:
    assert Urn.fresh().secret != Urn.fresh().secret


def by_hand(secret: bytes, words: list[str], draw_id: str, outcomes: Sequence[Item]) -> Item:
    """Compute a draw as FAIRNESS.md tells players to, independently of our code."""
    mix = b"".join(len(word.encode()).to_bytes(4, "big") + word.encode() for word in words)
    attempt = 0
    while True:
        message = hashlib.sha256(mix).digest() + f"{draw_id}/{attempt}".encode()
        digest = hmac.new(secret, message, hashlib.sha256).digest()
        for start in range(0, 32, 8):
            number = int.from_bytes(digest[start : start + 8], "big")
            if number < 2**64 // len(outcomes) * len(outcomes):
                return outcomes[number % len(outcomes)]
        attempt += 1


def test_anyone_can_recompute_a_draw() -> None:
    urn = Urn(SECRET, ["Anna's word", "è"])
    outcomes = list("abcdefg")
    for n in range(50):
        assert urn.draw(f"order@{n}", outcomes) == by_hand(SECRET, ["Anna's word", "è"], f"order@{n}", outcomes)


@pytest.mark.parametrize("length", [64, 65])
def test_a_secret_of_any_length_is_a_key_of_hmac(length: int) -> None:
    """An evening that somebody sends to be verified may name one longer than ours."""
    secret, outcomes = bytes(range(length)), list("abcdefg")
    for n in range(20):
        assert Urn(secret).draw(f"order@{n}", outcomes) == by_hand(secret, [], f"order@{n}", outcomes)


def test_a_number_left_over_is_passed_by() -> None:
    """So many outcomes leave over a third of all numbers, and now and then all four of one attempt."""
    urn, outcomes = Urn(SECRET), range(2**64 // 3 + 1)
    for n in range(500):
        assert urn.draw(f"order@{n}", outcomes) == by_hand(SECRET, [], f"order@{n}", outcomes)


def test_the_same_draw_gives_the_same_result() -> None:
    urn = Urn(SECRET)
    assert len({urn.draw("dial@3", list("abc")) for _ in range(20)}) == 1


def test_stirring_changes_draws_but_not_the_commitment() -> None:
    plain, stirred = Urn(SECRET), Urn(SECRET)
    stirred.stir("a word")
    assert plain.commitment == stirred.commitment
    ids = [f"x@{n}" for n in range(30)]
    assert [plain.draw(i, list("abcdef")) for i in ids] != [stirred.draw(i, list("abcdef")) for i in ids]


def test_stirred_words_are_delimited() -> None:
    """ "ab" then "c" is not "a" then "bc"."""
    ids = [f"x@{n}" for n in range(30)]
    one, other = Urn(SECRET, ["ab", "c"]), Urn(SECRET, ["a", "bc"])
    assert [one.draw(i, list("abcdef")) for i in ids] != [other.draw(i, list("abcdef")) for i in ids]


@pytest.mark.parametrize(("outcomes", "limit"), [(2, 10.83), (7, 22.46), (80, 124.84)])
def test_all_outcomes_are_equally_likely(outcomes: int, limit: float) -> None:
    """Chi-square with a fixed secret; the limits are for p = 0.001."""
    urn = Urn(SECRET)
    number = 200 * outcomes
    seen = Counter(urn.draw(f"x@{n}", range(outcomes)) for n in range(number))
    assert sum((seen[o] - 200) ** 2 / 200 for o in range(outcomes)) < limit


def test_rejection_leaves_no_bias(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a span of 10 numbers and 7 outcomes, taking the remainder alone would favour the first three."""
    monkeypatch.setattr("companion.referee.urn._SPAN", 10)
    monkeypatch.setattr("companion.referee.urn._NUMBERS", tiny_numbers)
    urn = Urn(SECRET)
    seen = Counter(urn.draw(f"x@{n}", range(7)) for n in range(7000))
    assert sum((seen[o] - 1000) ** 2 / 1000 for o in range(7)) < 22.46


def tiny_numbers(digest: bytes) -> tuple[int, ...]:
    return tuple(int.from_bytes(digest[start : start + 8], "big") % 10 for start in range(0, 32, 8))
