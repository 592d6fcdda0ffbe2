"""An urn that several tables share is played from once at each, and gives nothing away before all are done."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from errno import ENOSPC
from pathlib import Path
from random import Random
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest

from companion.club.shared import (
    LARGEST,
    LONGEST_WORD,
    MOST,
    MOST_STIRRED,
    OPENED,
    OVER,
    PLAYING,
    WAITING,
    Shared,
    SharedUrn,
    UrnsOfBox,
    read_urns,
    write_urns,
)
from companion.durable import write_whole
from companion.games import find, names
from companion.ledger import Ledger, record
from companion.players import STRENGTHS
from companion.referee import Referee
from companion.referee.simulation import some_answer
from companion.referee.urn import Urn
from companion.refusal import Malformed, NotFound, NotSaved, Refusal
from companion.seats import NAMES, seat_table
from tests.tables import file_of, id_of, table

URN = Urn(bytes(range(32)), ["gondola", "ponte"])


def shared(**changes: Any) -> SharedUrn:
    facts = {"game": "venezia", "players": 2, "seal": URN.commitment, "stirred": ("gondola", "ponte")}
    return SharedUrn(**{**facts, "secret": URN.secret.hex(), **changes})


def play(referee: Referee, answers: int = 9_999) -> None:
    rng = Random(1)
    for _ in range(answers):
        if referee.outcome is not None:
            return
        seat, decision = next(iter(referee.open.items()))
        referee.answer(seat, some_answer(referee.game, decision, rng))


def begun(ledger: Ledger) -> Referee:
    return ledger.begin(find("venezia").game, table("venezia", 2), URN, shared=True)


def test_what_a_hall_writes_a_box_reads() -> None:
    urns = [shared(), shared(secret="", opened=True)]
    assert read_urns(write_urns(urns)) == urns


@pytest.mark.parametrize(
    "changes",
    [
        {"secret": "00" * 32},
        {"secret": "no digits"},
        {"seal": "abc"},
        {"game": "chess"},
        {"players": 9},
        {"players": "2"},
        {"stirred": ["x" * 99]},
        {"stirred": [1]},
        {"stirred": ["x"] * 99},
        {"opened": "yes"},
    ],
)
def test_an_unsound_urn_is_refused(changes: dict[str, Any]) -> None:
    said = json.loads(write_urns([shared()]))
    said["urns"][0] |= changes
    with pytest.raises(Malformed):
        read_urns(json.dumps(said).encode())


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"version": 2, "urns": []}', b"[" * 99_999, b" " * 50_000 + b"{}"]
)
def test_a_message_that_is_no_list_of_urns_is_refused(data: bytes) -> None:
    with pytest.raises(Malformed):
        read_urns(data)


def test_more_urns_than_anyone_plays_are_refused() -> None:
    said = json.loads(write_urns([shared()]))
    said["urns"] *= MOST + 1
    with pytest.raises(Malformed):
        read_urns(json.dumps(said).encode())


@pytest.mark.parametrize("word", ["ponte", "é" * LONGEST_WORD])
def test_of_too_many_urns_a_box_is_told_the_newest_that_fit(word: str) -> None:
    words = (word,) * MOST_STIRRED
    urns = [shared(seal=f"{number:064x}", stirred=words, secret="") for number in range(MOST + 1)]
    told = read_urns(write_urns(urns))
    assert told == urns[: len(told)]
    assert len(told) == MOST or len(write_urns(told)) + len(write_urns(urns[:1])) > LARGEST


def test_a_box_plays_from_an_urn_once_also_after_a_restart(tmp_path: Path) -> None:
    urns = UrnsOfBox(tmp_path / "urns.json")
    assert urns.take([shared()])
    assert not urns.take([shared()]), "nothing new"
    assert urns.waiting() == [shared()]
    assert urns.begin(URN.commitment).urn().secret == URN.secret
    assert URN.secret.hex() not in (tmp_path / "urns.json").read_text(), "the game has it now"
    for again in (urns, UrnsOfBox(tmp_path / "urns.json")):
        again.take([shared()])
        assert again.waiting() == []
        with pytest.raises(NotFound):
            again.begin(URN.commitment)


@pytest.fixture
def full_card(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Return what fills the card, or makes room on it again."""

    def fail(*_: Any) -> None:
        raise OSError(ENOSPC, "No space left on device")

    return lambda is_full: monkeypatch.setattr("companion.club.shared.write_whole", fail if is_full else write_whole)


def test_an_urn_is_neither_taken_nor_lost_on_a_full_card(tmp_path: Path, full_card: Callable[[bool], None]) -> None:
    urns = UrnsOfBox(tmp_path / "urns.json")
    full_card(True)
    with pytest.raises(NotSaved):
        urns.take([shared()])
    assert urns.states([]) == {}, "the hall is not told that it is here"
    full_card(False)
    urns.take([shared()])
    full_card(True)
    with pytest.raises(NotSaved):
        urns.begin(URN.commitment)
    assert urns.waiting() == [shared()]
    full_card(False)
    assert urns.begin(URN.commitment) == shared()


@pytest.mark.parametrize("is_full", [False, True])
def test_an_urn_from_which_no_game_began_waits_again(
    tmp_path: Path, full_card: Callable[[bool], None], is_full: bool
) -> None:
    urns = UrnsOfBox(tmp_path / "urns.json")
    urns.take([shared()])
    urns.begin(URN.commitment)
    full_card(is_full)
    urns.put_back(URN)
    assert urns.waiting() == [shared()]
    assert UrnsOfBox(tmp_path / "urns.json").waiting() == ([] if is_full else [shared()])
    full_card(False)
    assert urns.begin(URN.commitment) == shared()


def test_nobody_else_can_read_the_urns_of_a_box(tmp_path: Path) -> None:
    UrnsOfBox(tmp_path / "urns.json").take([shared()])
    assert (tmp_path / "urns.json").stat().st_mode & 0o077 == 0


def test_an_urn_that_is_withdrawn_or_opened_can_no_longer_be_begun(tmp_path: Path) -> None:
    urns = UrnsOfBox(tmp_path / "urns.json")
    for told in ([], [shared(secret="", opened=True)]):
        urns.take([shared()])
        urns.take(told)
        assert urns.waiting() == []


def test_a_secret_that_was_taken_is_kept_until_it_is_used(tmp_path: Path) -> None:
    urns = UrnsOfBox(tmp_path / "urns.json")
    urns.take([shared()])
    urns.take([shared(secret="")])
    assert urns.waiting() == [shared()]
    assert UrnsOfBox(tmp_path / "urns.json").waiting() == [shared()]


def test_a_damaged_file_of_urns_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "urns.json").write_bytes(b"\xff{")
    assert UrnsOfBox(tmp_path / "urns.json").waiting() == []


def test_states_follow_the_ledger(tmp_path: Path) -> None:
    ledger, urns = Ledger(tmp_path), UrnsOfBox(tmp_path / "urns.json")
    urns.take([shared()])
    seal = URN.commitment
    assert urns.states(ledger.games()) == {seal: WAITING}
    urns.begin(seal)
    referee = begun(ledger)
    assert urns.states(ledger.games()) == {seal: PLAYING}
    play(referee)
    assert urns.states(ledger.games()) == {seal: OVER}
    referee.undo(len(referee.entries) - 1, consent=referee.game.seats)
    assert urns.states(ledger.games()) == {seal: PLAYING}, "an end that is undone is none"
    urns.take([shared(secret="", opened=True)])
    assert urns.states(ledger.games()) == {seal: OPENED}


def test_a_record_is_held_back_until_all_tables_are_done(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    referee = begun(ledger)
    play(referee)
    game_id = id_of(referee)
    file_of(referee).close()
    for again in (ledger, Ledger(tmp_path)):
        assert [game.held for game in again.games()] == [True]
        with pytest.raises(Refusal, match="held-back"):
            again.export(game_id)
    ledger.release(game_id)
    assert not ledger.games()[0].held
    read = record.read(ledger.export(game_id))
    assert record.verify(read)
    assert read.commitment == URN.commitment


def test_the_owner_may_give_a_finished_record_out_anyway_but_no_other(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    referee = begun(ledger)
    play(referee, 5)
    with pytest.raises(Refusal, match="still-running"):
        ledger.export(id_of(referee), anyway=True)
    play(referee)
    assert record.read(ledger.export(id_of(referee), anyway=True)).urn.secret == URN.secret


def test_a_game_given_up_can_only_be_looked_at_once_released(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    referee = begun(ledger)
    play(referee, 5)
    ledger.release(id_of(referee))
    with pytest.raises(Refusal, match="published"):
        play(referee, 1)
    file_of(referee).close()
    with pytest.raises(Refusal, match="secret-known"):
        ledger.resume(id_of(referee))


def test_two_tables_of_one_urn_fit_into_one_ledger(tmp_path: Path) -> None:
    ours = Ledger(tmp_path / "ours")
    referee = begun(ours)
    play(referee)
    text = record.write(referee)
    kit = find("venezia")
    others = kit.game.set_table(seat_table(["Gina", "Hugo"], kit.game.colours), {}, kit.layout(None, {}))
    theirs = Referee(kit.game, others, URN)
    play(theirs)
    ours.import_record(record.write(theirs))
    assert len(ours.games()) == 2
    with pytest.raises(Refusal, match="here-already"):
        ours.import_record(text)


def test_a_hall_tells_a_box_the_secret_only_as_long_as_it_lacks_it() -> None:
    urn = Shared(1, 0, "venezia", 2, ("table-1", "table-2"), URN.commitment, URN.secret.hex(), ("gondola",))
    assert urn.for_box("table-1", has_it=False) is None, "people have not stirred yet"
    urn = Shared.from_line({**vars(urn), "handed_out": True})
    ours, ours_again = (urn.for_box("table-1", has_it=has_it) for has_it in (False, True))
    assert ours is not None
    assert ours_again is not None
    assert (ours.secret, ours_again.secret) == (URN.secret.hex(), "")
    assert urn.for_box("table-3", has_it=False) is None
    given_up = Shared.from_line({**vars(urn), "given_up": ["table-1"]})
    assert given_up.for_box("table-1", has_it=False) is None
    assert given_up.unfinished({"table-2": {URN.commitment: OVER}}) == []
    assert urn.unfinished({"table-2": {URN.commitment: OVER}}) == ["table-1"]


def test_a_restored_shared_game_is_held_until_released(tmp_path: Path) -> None:
    ledger, urns = Ledger(tmp_path), UrnsOfBox(tmp_path / "urns.json")
    play(begun(ledger))
    assert urns.states(ledger.games()) == {URN.commitment: OVER}
    urns.take([shared(secret="")])
    assert urns.opened() == set()
    urns.take([shared(secret="", opened=True)])
    assert urns.opened() == {URN.commitment}


def test_two_programs_that_begin_at_once_play_from_an_urn_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs, both = [UrnsOfBox(tmp_path / "urns.json") for _ in range(2)], Barrier(2)
    programs[0].take([shared()])

    def write_slowly(path: Path, text: str) -> None:
        with suppress(BrokenBarrierError):  # both have looked before either writes, unless one has to wait
            both.wait(0.2)
        write_whole(path, text)

    def begin(urns: UrnsOfBox) -> bool:
        try:
            return bool(urns.begin(URN.commitment))
        except NotFound:
            return False

    monkeypatch.setattr("companion.club.shared.write_whole", write_slowly)
    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(begin, programs)) == [False, True]


def test_a_program_sees_what_another_has_taken_or_begun(tmp_path: Path) -> None:
    box, command = (UrnsOfBox(tmp_path / "urns.json") for _ in range(2))
    box.take([shared()])
    assert command.waiting() == [shared()]
    command.begin(URN.commitment)
    assert box.waiting() == []
    assert box.states([]) == {URN.commitment: PLAYING}


@pytest.mark.parametrize("game", names())
def test_the_box_can_play_any_seat_of_a_shared_game(game: str) -> None:
    players = find(game).game.players[0]
    one = SharedUrn(game, players, URN.commitment, tuple(URN.stirred), URN.secret.hex())
    seats = seat_table(NAMES[:players], find(game).game.colours)
    assert one.beginning(seats, {1: STRENGTHS[0]}).boxed == {1: STRENGTHS[0]}
