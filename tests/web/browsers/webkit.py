"""The browser engine of every iPhone, on an invisible screen, driven by W3C WebDriver."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

DRIVER = shutil.which("WebKitWebDriver") and shutil.which("xvfb-run")
SIZE = {"x": 0, "y": 0, "width": 390, "height": 844}

POINT_ON = """
const [css] = arguments;
const one = document.querySelector(css);
one.scrollIntoView({ block: "center" });
const box = one.getBoundingClientRect();
const spots = [[.5, .5], [.3, .5], [.7, .5], [.5, .3], [.5, .7], [.2, .2], [.8, .8], [.2, .8], [.8, .2]];
for (const [right, down] of spots) {
  const [x, y] = [Math.round(box.x + box.width * right), Math.round(box.y + box.height * down)];
  if (one.contains(document.elementFromPoint(x, y))) return [x, y];
}
return null;
"""
"""The point where a finger would hit this: the middle of a curved island may be in the water."""


class WebKit:
    """One page with the calls that our tests need; `evaluate` and `wait_for_timeout` are named as in Playwright."""

    def __init__(self, driver: str) -> None:
        self._driver = driver
        self._session = ""
        window = {"args": ["--automation"]}
        begun = self._ask("POST", "/session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": window}})
        self._session = f"/session/{begun['sessionId']}"
        self._ask("POST", "/window/rect", **SIZE)

    def _ask(self, method: str, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(f"{self._driver}{self._session}{path}", data, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def goto(self, url: str) -> None:
        self._ask("POST", "/url", url=url)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        return self._ask("POST", "/execute/sync", script=f"return ({function})(arguments[0])", args=[argument])

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)

    def has(self, css: str) -> bool:
        return bool(self.evaluate("css => document.querySelector(css) !== null", css))

    def tap(self, css: str) -> None:
        point = self._ask("POST", "/execute/sync", script=POINT_ON, args=[css])
        assert point, f"nothing to touch of {css}"
        there = {"type": "pointerMove", "x": point[0], "y": point[1], "duration": 0}
        touch = [there, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._ask("POST", "/actions", actions=[{"type": "pointer", "id": "finger", "actions": touch}])

    def select(self, css: str, value: str) -> None:
        """Choose from a list. The list itself belongs to the phone, not to the page."""
        script = """([css, value]) => {
          const list = document.querySelector(css);
          list.value = value;
          list.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
        self.evaluate(script, [css, value])

    def close(self) -> None:
        self._ask("DELETE", "")


@contextmanager
def webkit() -> Iterator[WebKit]:
    """Open a page in an engine of its own, and end all its processes afterwards."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = ["xvfb-run", "--auto-servernum", "WebKitWebDriver", f"--port={port}"]
    driver = subprocess.Popen(command, start_new_session=True)
    try:
        _wait_for_driver(port)
        page = WebKit(f"http://127.0.0.1:{port}")
        yield page
        page.close()
    finally:
        os.killpg(driver.pid, signal.SIGTERM)
        driver.wait(10)


def _wait_for_driver(port: int) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            assert time.monotonic() < deadline, "no WebKit driver came up"
            time.sleep(0.1)
