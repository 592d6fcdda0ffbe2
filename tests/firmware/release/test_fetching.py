"""Fetching a release over real HTTP: bounded in size and time, and from nowhere but the web."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from companion.refusal import Refusal
from firmware.release import fetching
from firmware.release.fetching import ADDRESS, fetch, require_address

Answer = Callable[[BaseHTTPRequestHandler], None]


class Index:
    """A server on loopback that answers every request in one way."""

    def __init__(self) -> None:
        self.answer: Answer = lambda request: request.send_error(404)
        index = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                index.answer(self)

            def log_message(self, format: str, *arguments: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def serve(self, data: bytes) -> None:
        self.answer = lambda request: send(request, data)


def send(request: BaseHTTPRequestHandler, data: bytes) -> None:
    request.send_response(200)
    request.end_headers()
    request.wfile.write(data)


def lead_to(place: str) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(302)
        request.send_header("Location", place)
        request.end_headers()

    return answer


@pytest.fixture
def index() -> Iterator[Index]:
    made = Index()
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_a_file_is_fetched_as_it_is(index: Index, tmp_path: Path) -> None:
    index.serve(bytes(range(256)) * 1000)
    fetch(f"{index.address}/latest.update", tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == bytes(range(256)) * 1000


def nonsense(request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"\0 nonsense\r\n\r\n")


REFUSED: dict[str, tuple[Answer, str]] = {
    "missing": (lambda request: request.send_error(404), "update-not-fetched"),
    "a file of this machine": (lead_to("file:///etc/passwd"), "update-not-fetched"),
    "another protocol": (lead_to("ftp://127.0.0.1/x"), "update-not-fetched"),
    "in circles": (lead_to("/latest.update"), "update-not-fetched"),
    "nonsense": (nonsense, "update-not-fetched"),
    "too large": (lambda request: send(request, bytes(5000)), "update-too-large"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_fetched_is_refused(
    index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(fetching, "LARGEST", 4000)
    index.answer, key = REFUSED[name]
    with pytest.raises(Refusal, match=key):
        fetch(f"{index.address}/latest.update", tmp_path / "file")


def test_a_server_that_falls_silent_is_given_up(
    index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = threading.Event()

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.end_headers()
        held.wait(30)

    index.answer = answer
    monkeypatch.setattr(fetching, "SILENCE", 0.2)
    with pytest.raises(Refusal, match="update-not-fetched"):
        fetch(f"{index.address}/latest.update", tmp_path / "file")
    held.set()


def test_all_of_it_may_take_so_long_and_no_longer(index: Index, tmp_path: Path) -> None:
    index.serve(bytes(1_000_000))
    ticks = iter(range(0, 1_000_000, 400))
    with pytest.raises(Refusal, match="update-not-fetched") as refused:
        fetch(f"{index.address}/latest.update", tmp_path / "file", clock=lambda: float(next(ticks)))
    assert refused.value.facts["why"] == "900 s"


def test_nobody_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="update-not-fetched"):
        fetch("http://127.0.0.1:9/latest.update", tmp_path / "file")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("https://example.org/box", "https://example.org/box/latest.update"),
        (" https://example.org/box/ \n", "https://example.org/box/latest.update"),
        ("", "update-no-address"),
        ("file:///etc", "update-bad-address"),
        ("example.org", "update-bad-address"),
        ("http://[", "update-bad-address"),
        ("https://example.org/" + "x" * 3000, "update-bad-address"),
    ],
)
def test_the_address_is_the_owners(tmp_path: Path, said: str, expected: str) -> None:
    with pytest.raises(Refusal, match="update-no-address"):
        require_address(tmp_path)
    file = tmp_path / ADDRESS.lstrip("/")
    file.parent.mkdir(parents=True)
    file.write_text(said)
    if expected.startswith("https"):
        assert require_address(tmp_path) == expected
    else:
        with pytest.raises(Refusal, match=expected):
            require_address(tmp_path)
