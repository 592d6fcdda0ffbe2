"""Nothing a stranger sends costs the box more memory than a page does."""

from __future__ import annotations

import gc
import io
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion import games
from firmware.bench.fresh import WITH_PHONES, run
from tests.companion.input.test_bounds import HOSTILE
from tests.counted import at_most, counted
from tests.web.house import House
from tests.web.test_fuzz import BODIES, POSTS
from web.application import LARGEST

Ask = Callable[[], TestResponse]
PAGES = ("/", "/join", "/seat", "/fair", "/history", "/rules", "/api/table", "/api/seat", "/api/openapi.json")
BOARDS = [name for name in games.names() if games.find(name).has_board]
GAME_PAGES = ("/rules/{game}", "/layouts/{game}", "/api/rules/{game}")
LONG = "A" * 8_000
"""A code as long as an address may be."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    house.begin(players=4, game="venise")
    yield house
    house.close()


def kilobytes(ask: Ask) -> int:
    """Return how much more than before was held at most while a request was answered, once everything is loaded."""
    ask()
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    response = ask()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert response.status_code < 500
    return (peak - before) // 1024


@pytest.fixture
def light_collector() -> Iterator[None]:
    """Leave out of every collection what was there before."""
    gc.freeze()
    yield
    gc.unfreeze()


def test_the_first_page_of_a_phone_loads_no_game(tmp_path: Path) -> None:
    """It lists all five and how many can play each. Loaded, they take six megabytes, and on a small Pi seconds."""
    loaded = "print([name for name in sys.modules if name.startswith('companion.games.') and name.endswith('.kit')])"
    assert run(f"{WITH_PHONES}\n{loaded}", str(tmp_path)).strip() == "[]"


@pytest.mark.usefixtures("light_collector")
def test_what_is_sent_costs_no_more_than_a_page(house: House) -> None:
    phone = house.phone(1)
    stranger = house.stranger()
    paths = [*PAGES, *(page.format(game=game) for game in BOARDS for page in GAME_PAGES)]
    pages: list[Ask] = [partial(phone.get, path) for path in paths]

    def upload(game: str, text: str) -> TestResponse:
        return phone.post(f"/layouts/{game}/edit", data={"do": "open", "file": (io.BytesIO(text.encode()), "x.toml")})

    boards = [text for texts in HOSTILE.values() for text in texts]
    bodies = [body for body in BODIES.values() if len(body) <= LARGEST + 1]  # the server itself refuses longer ones
    sent: list[Ask] = [partial(upload, "venise", text) for text in boards]
    sent += [
        partial(stranger.post, path, data=body, content_type="application/json") for path in POSTS for body in bodies
    ]
    sent += [
        partial(stranger.get, path)
        for path in (f"/j/{LONG}", f"/layouts/venise/edit/{LONG}", f"/rules/{LONG}", f"/history?after={LONG}")
    ]
    page = max(map(kilobytes, pages))
    hostile = max(map(kilobytes, sent))
    counted("pages asked for", len(pages))
    counted("hostile requests sent", len(sent))
    at_most("KB for a page at most", page)
    at_most("KB for a hostile request at most", hostile)
    assert hostile <= page
