"""Half-sent requests keep nobody out: a real server, and sockets on loopback that never finish what they ask."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from firmware.box.phones import CONNECTIONS, PER_ADDRESS, TIME_TO_ASK, Phones
from tests.firmware.boxes import TestBox

PATIENCE = 30.0
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


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < until:
        time.sleep(0.01)
    assert is_so()


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
