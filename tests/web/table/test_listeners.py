"""A phone's connection is freed whichever way the phone leaves, so that another can have it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from firmware.server import BACKLOG, FOR_SEATS, THREADS, Server
from tests.waiting import PATIENCE, wait_until
from tests.web.house import House, first_event

ASK = b"GET /events?since=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def server(house: House) -> Iterator[Server]:
    """The real server beneath the pages, on a port of this machine."""
    server = Server(house.app, house.site.listeners, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server
    server.stop(thread)


@pytest.fixture
def phones() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def listen(server: Server, phones: ExitStack) -> socket.socket:
    phone = phones.enter_context(socket.create_connection(("127.0.0.1", server.effective_port), PATIENCE))
    phone.sendall(ASK)
    hear(phone, b"event: changed")
    return phone


def hear(phone: socket.socket, words: bytes) -> bytes:
    """Read until a phone has heard these words, and return all that it heard."""
    heard = b""
    while words not in heard:
        more = phone.recv(4096)
        assert more, f"the line ended after {heard!r}"
        heard += more
    return heard


def test_a_head_request_holds_no_connection(house: House) -> None:
    """Otherwise a few curious requests would take every phone's connection away."""
    phone = house.stranger()
    for _ in range(3):
        with phone.head("/events") as response:
            assert (response.status_code, response.mimetype) == (200, "text/event-stream")
    assert len(house.site.listeners) == 0


def test_without_kept_connections_a_stream_catches_up_and_ends(house: House) -> None:
    """The phone comes back by itself; meanwhile it holds nothing."""
    assert "event: changed" in first_event(house.stranger())
    assert len(house.site.listeners) == 0


def test_more_phones_listen_than_there_are_threads(house: House, server: Server, phones: ExitStack) -> None:
    """No thread waits for any of them: all hear of a change, and pages are still answered."""
    lines = [listen(server, phones) for _ in range(THREADS + FOR_SEATS + 6)]
    house.site.listeners.publish('{"here": []}')
    for line in lines:
        heard = hear(line, b"event: table")
        assert f"data: {house.site.listeners.version}\n".encode() in heard
    house.site.listeners.beat()
    for line in lines:
        hear(line, b"event: still")


def test_a_phone_that_hangs_up_frees_its_connection_at_once(house: House, server: Server, phones: ExitStack) -> None:
    line = listen(server, phones)
    assert len(house.site.listeners) == 1
    line.close()
    wait_until(lambda: len(house.site.listeners) == 0)


def test_a_phone_that_reads_nothing_is_dropped(house: House, server: Server, phones: ExitStack) -> None:
    quick, slow = listen(server, phones), listen(server, phones)
    (caller,) = [one for one in server.active_channels.values() if one.addr == slow.getsockname()]
    caller.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
    word = f'"{"a" * BACKLOG}"'
    while len(house.site.listeners) > 1:
        house.site.listeners.publish(word)
        hear(quick, word.encode())
    house.site.listeners.publish()
    hear(quick, b"event: changed")


def test_a_stopped_box_ends_every_stream(house: House, phones: ExitStack) -> None:
    server = Server(house.app, house.site.listeners, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    line = listen(server, phones)
    server.stop(thread)
    assert not thread.is_alive()
    assert hear(line, b"0\r\n\r\n")
    assert line.recv(100) == b""
