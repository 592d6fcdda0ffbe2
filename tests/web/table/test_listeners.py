"""The line to a phone is given back whichever way the phone goes, so that another can have it."""

from __future__ import annotations

from tests.web.house import House


def test_who_only_looks_at_the_head_holds_no_line(house: House) -> None:
    """Else a few curious requests would take every phone's line away."""
    phone = house.stranger()
    for _ in range(3):
        with phone.head("/events") as response:
            assert (response.status_code, response.mimetype) == (200, "text/event-stream")
    assert len(house.site.listeners) == 0


def test_a_line_that_is_closed_before_it_is_heard_is_given_back(house: House) -> None:
    """A phone that is gone before its first byte has a line of its own no more."""
    with house.app.test_request_context("/events"):
        response = house.app.full_dispatch_request()
    assert len(house.site.listeners) == 1
    response.close()
    assert len(house.site.listeners) == 0


def test_a_line_that_was_heard_is_given_back(house: House) -> None:
    response = house.stranger().get("/events")
    assert next(iter(response.response))
    assert len(house.site.listeners) == 1
    response.close()
    assert len(house.site.listeners) == 0
