"""Where phones find the box: by its own Wi-Fi, on the way out, or on whatever network it is in."""

from __future__ import annotations

import pytest

from firmware import hotspot, network
from firmware.hotspot import Hotspot
from firmware.phones import HTTP, Phones
from firmware.scenes.joining import Joining
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


def test_the_addresses_of_this_very_machine() -> None:
    found = list(network.addresses())
    assert not [address for address in found if address.startswith("127.")]
    assert not network.way_out() or network.way_out() in found


@pytest.mark.usefixtures("outside")
def test_the_usual_port_is_not_told(box: TestBox) -> None:
    phones = Phones(box.box, "127.0.0.1", 0)
    phones.start()
    assert phones.address == f"192.168.1.7:{phones.port}"
    phones.port = HTTP
    assert phones.address == "192.168.1.7"
    phones.stop()


@pytest.mark.parametrize(("own", "shown"), [(HERE, True), (OFF, False)], ids=["on", "off"])
def test_the_way_into_a_hotspot_is_shown_only_while_it_is_on(
    own: Hotspot, shown: bool, box: TestBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hotspot, "known", lambda: own)
    assert Joining(box.box).shows_wifi == shown
