"""The pages of a house on a real port of this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from werkzeug.serving import WSGIRequestHandler, make_server

from tests.web.house import House


class Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: object) -> None:
        pass


@contextmanager
def served(house: House) -> Iterator[str]:
    """Serve the pages of a house on a free port of this machine."""
    server = make_server("127.0.0.1", 0, house.app, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join(5)
        server.server_close()
