"""Half-sent requests keep nobody out: a real server, and sockets on loopback that never finish what they ask."""

from __future__ import annotations

import http.client
import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from firmware.box.phones import Phones
from firmware.server import CONNECTIONS, FOR_SEATS, LONGEST_HEAD, PER_ADDRESS, THREADS, TIME_TO_ASK
from tests.firmware.boxes import TestBox
from tests.waiting import PATIENCE, wait_until
from web.table.listeners import MOST

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


@pytest.fixture
def phones(box: TestBox) -> Iterator[Phones]:
    phones = Phones(box.box, "0.0.0.0", 0)
    phones.start()
    yield phones
    phones.stop()


@pytest.fixture
def open_sockets() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def half_ask(phones: Phones, sockets: ExitStack, source: str) -> socket.socket:
    """Begin a request from this address and leave it there."""
    asking = sockets.enter_context(socket.create_connection(("127.0.0.1", phones.port), PATIENCE, (source, 0)))
    asking.sendall(HALF)
    return asking


def static_page(phones: Phones, source: str = "127.0.0.1") -> int:
    """Return the status of a page that needs no loop."""
    connection = http.client.HTTPConnection("127.0.0.1", phones.port, PATIENCE, (source, 0))
    try:
        connection.request("GET", "/version")
        return connection.getresponse().status
    finally:
        connection.close()


def callers(phones: Phones, source: str) -> int:
    return sum(caller.addr[0] == source for caller in list(phones._server.active_channels.values()))


def test_one_address_locks_no_other_out(phones: Phones, open_sockets: ExitStack) -> None:
    for _ in range(300):
        with_luck = socket.create_connection(("127.0.0.1", phones.port), PATIENCE, ("127.0.0.2", 0))
        open_sockets.enter_context(with_luck)
        with_luck.send(b"G")
    assert static_page(phones) == 200
    assert static_page(phones, "127.0.0.3") == 200
    assert callers(phones, "127.0.0.2") <= PER_ADDRESS


def test_many_addresses_lock_no_other_out(
    phones: Phones, open_sockets: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection that has been silent for longest makes room."""
    monkeypatch.setattr(phones._server.adj, "connection_limit", 60)
    for number in range(100):
        half_ask(phones, open_sockets, f"127.0.1.{number // 10 + 1}")
    assert static_page(phones, "127.0.0.3") == 200
    assert len(phones._server.active_channels) < 60


def test_a_request_that_never_ends_is_closed_though_it_drips(phones: Phones, open_sockets: ExitStack) -> None:
    asking = half_ask(phones, open_sockets, "127.0.0.2")
    wait_until(lambda: callers(phones, "127.0.0.2") == 1)
    (caller,) = phones._server.active_channels.values()
    wait_until(lambda: caller.request is not None)
    asking.sendall(b"a")
    caller.last_activity = time.time()
    caller.asking_since -= TIME_TO_ASK + 1
    wait_until(lambda: callers(phones, "127.0.0.2") == 0)
    assert asking.recv(100) == b""


def test_a_phone_that_listens_is_not_closed(phones: Phones, open_sockets: ExitStack) -> None:
    """Its request has come whole, and is answered for as long as it listens."""
    listening = open_sockets.enter_context(
        socket.create_connection(("127.0.0.1", phones.port), PATIENCE, ("127.0.0.4", 0))
    )
    listening.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert listening.recv(4096).startswith(b"HTTP/1.1 200")
    (caller,) = phones._server.active_channels.values()
    phones._server.maintenance(time.time() + 10 * TIME_TO_ASK)
    assert not caller.will_close
    assert CONNECTIONS > 10 * PER_ADDRESS


def test_strangers_who_take_every_thread_keep_no_seat_out(phones: Phones, open_sockets: ExitStack) -> None:
    """Nobody does what pages ask of the loop here, so each of theirs holds its thread for seconds."""
    cookie = phones.site.seats.take("a-game", 1)
    asking = [
        open_sockets.enter_context(ask_whole(phones, f"127.0.2.{number // PER_ADDRESS + 1}"))
        for number in range(THREADS + FOR_SEATS + 40)
    ]
    wait_until(lambda: len(phones._server.task_dispatcher._waiting) >= FOR_SEATS)
    assert page_with(phones, f"seat={cookie}") == 200
    ready, _, _ = select.select(asking, [], [], 0)
    assert ready == [], "nobody else has been answered yet"


def test_strangers_who_listen_keep_no_seat_from_listening(phones: Phones, open_sockets: ExitStack) -> None:
    cookie = phones.site.seats.take("a-game", 1)
    for number in range(MOST):
        listening = open_sockets.enter_context(ask_whole(phones, f"127.0.2.{number // PER_ADDRESS + 1}", "/events"))
        assert listening.recv(4096).startswith(b"HTTP/1.1 200")
    assert page_with(phones, "", "/events") == 204
    assert page_with(phones, f"seat={cookie}", "/events") == 200
    assert page_with(phones, "seat=no-seat", "/events") == 204


def test_a_seat_gets_in_though_every_connection_is_taken(
    phones: Phones, open_sockets: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phones._server.adj, "connection_limit", 60)
    cookie = phones.site.seats.take("a-game", 1)
    for number in range(60):
        listening = open_sockets.enter_context(ask_whole(phones, f"127.0.2.{number // PER_ADDRESS + 1}", "/events"))
        assert listening.recv(4096).startswith(b"HTTP/1.1 200")
    assert page_with(phones, f"seat={cookie}") == 200


@pytest.mark.parametrize("head", ["address", "cookie"])
def test_a_request_with_a_long_head_is_not_read(phones: Phones, head: str) -> None:
    """Forty thousand fields in 250 KB, which waitress takes, would cost 40 MB."""
    fields = "&".join(map(str, range(LONGEST_HEAD // 4)))
    path, cookie = (f"/?{fields}", "") if head == "address" else ("/", fields)
    assert page_with(phones, cookie, path) == 431
    assert page_with(phones, "a" * (LONGEST_HEAD // 2)) == 200


def ask_whole(phones: Phones, source: str, path: str = "/") -> socket.socket:
    """Send a whole request from this address, and don't wait for the answer."""
    asking = socket.create_connection(("127.0.0.1", phones.port), PATIENCE, (source, 0))
    asking.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return asking


def page_with(phones: Phones, cookie: str, path: str = "/version") -> int:
    """Return the status that a phone gets which sends this cookie."""
    connection = http.client.HTTPConnection("127.0.0.1", phones.port, PATIENCE, ("127.0.0.9", 0))
    try:
        connection.request("GET", path, headers={"Cookie": cookie})
        return connection.getresponse().status
    finally:
        connection.close()
