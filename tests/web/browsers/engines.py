"""The browser engines beside Chromium's: that of every iPhone, and Firefox. Each is driven by W3C WebDriver.

WebKit has a driver that speaks it over HTTP, and needs a screen, which is invisible here. Firefox takes the same
commands itself, on a socket, and needs neither.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

SIZE = {"x": 0, "y": 0, "width": 390, "height": 844}
PATIENCE = 60.0
MOVING = 5.0
"""Seconds after which all pieces have come to rest."""
PREFERENCES = 'user_pref("marionette.port", 0);\n'
"""Firefox chooses its port."""

POINT_ON = """
const [css, place] = arguments;
const one = document.querySelectorAll(css)[place];
one.scrollIntoView({ block: "center" });
const { y, height } = one.getBoundingClientRect();
scrollBy(0, y + height / 2 - innerHeight / 2); // Firefox has only brought the whole drawing into sight
const box = one.getBoundingClientRect();
const spots = [[.5, .5], [.3, .5], [.7, .5], [.5, .3], [.5, .7], [.2, .2], [.8, .8], [.2, .8], [.8, .2]];
for (const [right, down] of spots) {
  const [x, y] = [Math.round(box.x + box.width * right), Math.round(box.y + box.height * down)];
  if (one.contains(document.elementFromPoint(x, y))) return [x, y];
}
return null;
"""
"""The point where a finger would hit this: the middle of a curved island may be in the water."""


class Engine(ABC):
    """One page with the calls that our tests need; `evaluate` and `wait_for_timeout` are named as in Playwright."""

    @abstractmethod
    def goto(self, url: str) -> None: ...

    @abstractmethod
    def run(self, script: str, args: Sequence[Any]) -> Any:
        """Return what a script in the page returns."""

    @abstractmethod
    def touch(self, actions: Sequence[dict[str, Any]]) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    def evaluate(self, function: str, argument: Any = None) -> Any:
        return self.run(f"return ({function})(arguments[0])", [argument])

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)

    def has(self, css: str) -> bool:
        return bool(self.evaluate("css => document.querySelector(css) !== null", css))

    def count(self, css: str) -> int:
        return int(self.evaluate("css => document.querySelectorAll(css).length", css))

    def tap(self, css: str, place: int = 0) -> None:
        """Tap the first of these, or the one at a place, once it moves no more and nothing is over it."""
        deadline = time.monotonic() + MOVING
        before, point = None, self.run(POINT_ON, [css, place])
        while not point or point != before:
            assert time.monotonic() < deadline, f"nothing to touch of {css}"
            time.sleep(0.05)
            before, point = point, self.run(POINT_ON, [css, place])
        there = {"type": "pointerMove", "x": point[0], "y": point[1], "duration": 0}
        touch = [there, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.touch([{"type": "pointer", "id": "finger", "actions": touch}])

    def select(self, css: str, value: str) -> None:
        """Choose from a list. The list itself belongs to the phone, not to the page."""
        script = """([css, value]) => {
          const list = document.querySelector(css);
          list.value = value;
          list.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
        self.evaluate(script, [css, value])


class WebKit(Engine):
    """The engine of every iPhone."""

    def __init__(self, port: int) -> None:
        self._driver = f"http://127.0.0.1:{port}"
        self._session = ""
        window = {"args": ["--automation"]}
        begun = self._ask("POST", "/session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": window}})
        self._session = f"/session/{begun['sessionId']}"
        self._ask("POST", "/window/rect", **SIZE)

    def _ask(self, method: str, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(f"{self._driver}{self._session}{path}", data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def goto(self, url: str) -> None:
        self._ask("POST", "/url", url=url)

    def run(self, script: str, args: Sequence[Any]) -> Any:
        return self._ask("POST", "/execute/sync", script=script, args=list(args))

    def touch(self, actions: Sequence[dict[str, Any]]) -> None:
        self._ask("POST", "/actions", actions=list(actions))

    def close(self) -> None:
        self._ask("DELETE", "")


class Firefox(Engine):
    """Firefox, by the socket that its own driver would speak to: a length, a colon and JSON each way."""

    def __init__(self, port: int) -> None:
        self._line = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._read = self._line.makefile("rb")
        self._number = 0
        self._message()  # it introduces itself
        self._ask("WebDriver:NewSession")
        self._ask("WebDriver:SetWindowRect", **SIZE)

    def _message(self) -> Any:
        length = b""
        while (byte := self._read.read(1)) != b":":
            assert byte, "Firefox has gone"
            length += byte
        return json.loads(self._read.read(int(length)))

    def _ask(self, command: str, **body: Any) -> Any:
        self._number += 1
        data = json.dumps([0, self._number, command, body])
        self._line.sendall(f"{len(data)}:{data}".encode())
        _, _, error, answer = self._message()
        assert error is None, error
        return answer

    def goto(self, url: str) -> None:
        self._ask("WebDriver:Navigate", url=url)

    def run(self, script: str, args: Sequence[Any]) -> Any:
        return self._ask("WebDriver:ExecuteScript", script=script, args=list(args))["value"]

    def touch(self, actions: Sequence[dict[str, Any]]) -> None:
        self._ask("WebDriver:PerformActions", actions=list(actions))

    def close(self) -> None:
        self._read.close()
        self._line.close()


@contextmanager
def webkit() -> Iterator[Engine]:
    """Open a page in WebKit, and end all its processes afterwards."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with _program(["xvfb-run", "--auto-servernum", "WebKitWebDriver", f"--port={port}"]):
        _wait_until(lambda: _answers(port))
        with closing(WebKit(port)) as page:
            yield page


@contextmanager
def firefox() -> Iterator[Engine]:
    """Open a page in Firefox with a profile of its own, and end all its processes afterwards."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        Path(profile, "user.js").write_text(PREFERENCES)
        said = Path(profile, "MarionetteActivePort")
        with _program([FIREFOX or "", "--headless", "--marionette", "--no-remote", "--profile", profile]):
            _wait_until(lambda: said.is_file() and said.read_text().strip() and _answers(int(said.read_text())))
            with closing(Firefox(int(said.read_text()))) as page:
                yield page


FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
ENGINES = {"webkit": webkit, "firefox": firefox}
MISSING = {
    "webkit": "" if shutil.which("WebKitWebDriver") and shutil.which("xvfb-run") else "webkit2gtk-driver xvfb",
    "firefox": "" if FIREFOX else "firefox-esr",
}
"""The packages that an engine needs and that are not here."""


@contextmanager
def _program(command: list[str]) -> Iterator[None]:
    program = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        os.killpg(program.pid, signal.SIGTERM)
        program.wait(10)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True


def _wait_until(is_so: Callable[[], Any]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "no driver came up"
        time.sleep(0.1)
