"""Seats and codes under pressure: a full disk changes nothing, and a code lets one phone in."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.refusal import Refusal
from web.table.seats import GAMES, Seats


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Fill the disk up."""

    def fill(*_: object) -> None:
        raise OSError(28, "No space left on device")

    return lambda: monkeypatch.setattr("companion.versioned.write_whole", fill)


def test_a_seat_given_up_on_a_full_disk_is_still_held(tmp_path: Path, full: Callable[[], None]) -> None:
    """The page says that nothing has changed, and nothing has."""
    seats = Seats(tmp_path / "seats.json")
    token = seats.take("evening", 1)
    full()
    with pytest.raises(Refusal, match="not-saved"):
        seats.free("evening", 1)
    assert seats.seat_of("evening", token) == 1
    assert Seats(tmp_path / "seats.json").seat_of("evening", token) == 1


def test_a_seat_taken_on_a_full_disk_is_still_free(tmp_path: Path, full: Callable[[], None]) -> None:
    """And no remembered game is forgotten because of it."""
    seats = Seats(tmp_path / "seats.json")
    tokens = [seats.take(f"evening-{number}", 1) for number in range(GAMES)]
    full()
    with pytest.raises(Refusal, match="not-saved"):
        seats.take("one more", 1)
    assert not seats.taken("one more")
    assert [seats.seat_of(f"evening-{number}", token) for number, token in enumerate(tokens)] == [1] * GAMES


def test_the_oldest_games_are_forgotten_but_never_the_current_one(tmp_path: Path) -> None:
    seats = Seats(tmp_path / "seats.json")
    token = seats.take("long", 1)
    for number in range(GAMES - 1):
        seats.take(f"short-{number}", 1)
    seats.take("long", 2)
    seats.take("another", 1)
    assert seats.seat_of("long", token) == 1
    assert not seats.taken("short-0")
    assert seats.taken("short-1") == {1}


def test_one_seat_goes_to_one_phone(tmp_path: Path) -> None:
    """Even if two phones send the same code for it at the same moment."""
    seats = Seats(tmp_path / "seats.json")
    both = threading.Barrier(2)
    said: SimpleQueue[str] = SimpleQueue()

    def knock() -> None:
        both.wait(20)
        try:
            seats.take("doge", 1)
            said.put("in")
        except Refusal as refusal:
            said.put(refusal.key)

    phones = [threading.Thread(target=knock) for _ in range(2)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(20)
    assert sorted(said.get(timeout=1) for _ in phones) == ["in", "seat-taken"]
