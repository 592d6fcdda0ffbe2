"""Phones that listen, as a program of their own: they run on other machines than the box, not in its Python.

python -m firmware.bench.phones.listening PORT NUMBER [REQUEST]

For each version that all of them have heard of it writes a line: the version, and when each one heard of it, on the
clock of `time.monotonic`, which all programs of a machine share.
"""

from __future__ import annotations

import selectors
import socket
import sys
import time


def main(port: int, number: int, request: str = "") -> None:
    selector = selectors.DefaultSelector()
    for _ in range(number):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(request.encode())
        selector.register(connection, selectors.EVENT_READ)
    heard: dict[bytes, list[float]] = {}
    while selector.get_map():
        for key, _ in selector.select():
            assert isinstance(key.fileobj, socket.socket)
            news, now = key.fileobj.recv(4096), time.monotonic()
            if not news:
                selector.unregister(key.fileobj)
            for line in news.splitlines():
                version = line.removeprefix(b"data: ")
                if version != line and version.isdigit():  # other events are about who is present
                    heard.setdefault(version, []).append(now)
        for version in [version for version, times in heard.items() if len(times) == number]:
            print(version.decode(), *heard.pop(version), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
