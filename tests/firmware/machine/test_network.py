"""The address of the box for phones: on its own Wi-Fi, on the route to the internet, or on any network it is in."""

from __future__ import annotations

import socket
from typing import Any, cast
from urllib.request import urlopen

import pytest

from firmware.box.phones import HTTP, Phones
from firmware.box.program import open_phones
from firmware.machine import hotspot, network
from firmware.machine.hotspot import Hotspot
from firmware.scenes.joining import Joining, PhonePages
from tests.firmware.boxes import TestBox

HERE = Hotspot("Ballot", "k7m2p9xw", "127.0.0.1")
OFF = Hotspot("Ballot", "k7m2p9xw", "192.0.2.77")


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "way_out", lambda: "192.168.1.7")


@pytest.mark.usefixtures("outside")
@pytest.mark.parametrize(
    ("own", "expected"), [(HERE, "127.0.0.1"), (OFF, "192.168.1.7"), (None, "192.168.1.7")], ids=["on", "off", "none"]
)
def test_the_hotspot_comes_first_while_it_is_on(
    own: Hotspot | None, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hotspot, "known", lambda: own)
    assert network.address() == expected


def test_a_network_that_leads_nowhere_is_good_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "way_out", lambda: "")
    monkeypatch.setattr(network, "addresses", lambda: iter(["10.0.0.5", "10.1.0.5"]))
    assert network.address() == "10.0.0.5"
    monkeypatch.setattr(network, "addresses", lambda: iter([]))
    assert network.address() == "127.0.0.1"


@pytest.mark.skipif(not network.interfaces(), reason="the kernel lists no interfaces: no /sys here")
def test_the_addresses_of_this_very_machine() -> None:
    found = list(network.addresses())
    assert not [address for address in found if address.startswith("127.")]
    assert not network.way_out() or network.way_out() in found


@pytest.mark.usefixtures("outside")
def test_usual_port_is_left_out(box: TestBox) -> None:
    phones = Phones(box.box, "0.0.0.0", 0)
    phones.start()
    assert phones.address == f"192.168.1.7:{phones.port}"
    phones.port = HTTP
    assert phones.address == "192.168.1.7"
    phones.stop()


@pytest.mark.usefixtures("outside")
def test_pages_for_this_machine_alone_have_its_own_address(box: TestBox) -> None:
    phones = Phones(box.box, "127.0.0.1", 0)
    phones.start()
    assert phones.address == f"127.0.0.1:{phones.port}"
    phones.stop()


TWO = [(socket.AF_INET6, ("::1", 0, 0, 0)), (socket.AF_INET, ("127.0.0.1", 0))]


def test_a_host_with_two_addresses_is_served_on_one(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Localhost often has two: waitress would open both, and have no single port."""
    ask = socket.getaddrinfo

    def both(host: str | None, port: int | str, *more: Any, **named: Any) -> list[Any]:
        if host != "localhost":
            return ask(host, port, *more, **named)
        return [(family, socket.SOCK_STREAM, 6, "", where) for family, where in TWO]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    phones = open_phones(box.box, "localhost", 0)
    assert phones is not None
    with urlopen(f"http://127.0.0.1:{phones.port}/version") as answer:
        assert answer.status == 200
    phones.stop()


@pytest.mark.parametrize("host", ["*", "127.0.0.1", "::1", "[::1]"])
def test_an_address_is_served_as_it_is_written(box: TestBox, host: str) -> None:
    if ":" in host and not has_ipv6():
        pytest.skip("no IPv6 here")
    phones = open_phones(box.box, host, 0)
    assert phones is not None, box.box.no_phones
    with urlopen(f"http://{'127.0.0.1' if ':' not in host else '[::1]'}:{phones.port}/version") as answer:
        assert answer.status == 200
    phones.stop()


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def test_unknown_host_is_reported(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any, **__: Any) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert open_phones(box.box, "nowhere", 8080) is None
    assert box.box.no_phones == "Name or service not known (8080)"


@pytest.mark.parametrize("host", ["", "a..b"])
def test_invalid_host_does_not_stop_the_game(box: TestBox, host: str) -> None:
    assert open_phones(box.box, host, 8080) is None
    assert box.box.no_phones.endswith(" (8080)")


@pytest.mark.parametrize(("own", "shown"), [(HERE, True), (OFF, False)], ids=["on", "off"])
def test_hotspot_code_is_shown_only_while_it_is_on(
    own: Hotspot, shown: bool, box: TestBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hotspot, "known", lambda: own)
    assert (Joining(box.box, cast(PhonePages, None), has_game=False).wifi is not None) == shown
