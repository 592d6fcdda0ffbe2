"""A phone's connection is freed whichever way the phone leaves, so that another can have it."""

from __future__ import annotations

from tests.web.house import House


def test_a_head_request_holds_no_connection(house: House) -> None:
    """Otherwise a few curious requests would take every phone's connection away."""
    phone = house.stranger()
    for _ in range(3):
        with phone.head("/events") as response:
            assert (response.status_code, response.mimetype) == (200, "text/event-stream")
    assert len(house.site.listeners) == 0


def test_a_connection_closed_before_its_first_event_is_freed(house: House) -> None:
    """A phone that leaves before its first byte no longer holds a connection."""
    with house.app.test_request_context("/events"):
        response = house.app.full_dispatch_request()
    assert len(house.site.listeners) == 1
    response.close()
    assert len(house.site.listeners) == 0


def test_a_connection_that_was_listened_to_is_freed(house: House) -> None:
    response = house.stranger().get("/events")
    assert next(iter(response.response))
    assert len(house.site.listeners) == 1
    response.close()
    assert len(house.site.listeners) == 0
