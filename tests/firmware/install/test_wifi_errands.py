"""Errands about Wi-Fi, as root runs them: one that can't be joined leaves everything as it was."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.refusal import Refusal
from firmware.care import errands
from firmware.care.errands import DONE, HOTSPOT, REFUSED, WIFI, ErrandOutcome
from firmware.care.networks import LARGEST
from firmware.install.__main__ import main
from firmware.install.errands.wifi import connection, scan
from firmware.install.machine import Machine
from firmware.machine import hotspot
from tests.firmware.fake_pi import FakePi, install

WIFI_FILE = "etc/NetworkManager/system-connections/ballottino-wifi.nmconnection"
HOTSPOT_FILE = "etc/NetworkManager/system-connections/ballottino-hotspot.nmconnection"
NAMES = "etc/NetworkManager/dnsmasq-shared.d/ballottino.conf"


class WirelessPi(FakePi):
    """A Pi whose NetworkManager can join some Wi-Fi or none."""

    can_join = True

    def _nmcli(self, *rest: str) -> int | None:  # type: ignore[override]
        if rest[-2:] == ("up", "ballottino-wifi"):
            self.active.discard("ballottino-hotspot")  # there is one radio
            return None if self.can_join else 4
        if rest[0] == "connection":
            super()._nmcli(*rest)
        return None


@pytest.fixture
def box(tmp_path: Path) -> WirelessPi:
    pi = WirelessPi(tmp_path / "root")
    install(pi)
    return pi


def run_errand(pi: FakePi, **said: object) -> ErrandOutcome:
    folder = pi.root / "var/lib/ballottino/errands"
    folder.mkdir(exist_ok=True)
    (folder / "wanted").write_text(json.dumps(said))
    status = main(["errand", "--root", str(pi.root)], run=pi.run)
    found = errands.outcome(pi.root)
    assert found is not None
    assert (status == 0) == (found.state == DONE)
    return found


def test_the_box_opens_and_closes_its_own_wifi(box: WirelessPi, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run_errand(box, errand=HOTSPOT, on=True).state == DONE
    spot = hotspot.known(box.root / "etc/ballottino/hotspot.json")
    assert spot is not None
    assert "ballottino-hotspot" in box.active
    said = capsys.readouterr()
    assert spot.password not in said.out + said.err, "the journal is no place for it"
    assert f"address=/captive.apple.com/{spot.address}\n" in box.text(NAMES)
    assert "address=/#/" not in box.text(NAMES), "nobody else's names"
    assert run_errand(box, errand=HOTSPOT, on=False).state == DONE
    assert "ballottino-hotspot" not in box.active
    assert not (box.root / NAMES).exists()


def test_the_box_looks_for_networks_before_it_opens_its_own(tmp_path: Path) -> None:
    """The real shell runs what root does, with a NetworkManager that has much to say."""
    tools, place = tmp_path / "tools", tmp_path / "networks"
    tools.mkdir()
    (tools / "nmcli").write_text("#!/bin/sh\necho '70:Rio'; yes '9:x'\n")
    (tools / "nmcli").chmod(0o755)

    def run(command: Sequence[str], quiet: bool) -> int:
        path = f"{tools}:{os.environ['PATH']}"
        return subprocess.run([*command[:-1], str(place)], env={"PATH": path}).returncode

    scan(Machine(tmp_path, run))
    assert place.read_text().startswith("70:Rio\n9:x\n")
    assert place.stat().st_size == LARGEST
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["networks"]


def test_a_scan_that_fails_is_no_reason_to_stay_without_wifi(box: WirelessPi) -> None:
    box.commands.clear()
    box.fails = "-c"
    assert run_errand(box, errand=HOTSPOT, on=True).state == DONE
    names = [said.split()[0] for said in box.said()]
    assert names.index("sh") < len(names) - 1, "before the radio is an access point itself"


@pytest.mark.parametrize(
    ("has_tool", "said"),
    [(True, "/usr/bin/raspi-config nonint do_wifi_country IT"), (False, "iw reg set IT")],
)
def test_the_country_decides_before_anything_is_sent(box: WirelessPi, has_tool: bool, said: str) -> None:
    if has_tool:
        box.put("usr/bin/raspi-config", b"")
    box.commands.clear()
    run_errand(box, errand=WIFI, name="Rio", password="acqua alta", country="IT")
    assert box.said()[0] == said
    box.commands.clear()
    run_errand(box, errand=WIFI, name="Rio", password="acqua alta")
    assert said not in box.said(), "none is as it was"


@pytest.mark.parametrize("country", ["it", "ITA", "I;", "XX", 7, "-f"])
def test_what_no_country_can_be_is_refused(box: WirelessPi, country: object) -> None:
    box.put("usr/share/zoneinfo/iso3166.tab", b"# a list\nIT\tItaly\n")
    box.commands.clear()
    said = run_errand(box, errand=WIFI, name="Rio", password="acqua alta", country=country)
    assert said.refusal == Refusal("wifi-country")
    assert box.commands == []


def test_a_wifi_is_joined_and_the_hotspot_left(box: WirelessPi) -> None:
    run_errand(box, errand=HOTSPOT, on=True)
    assert run_errand(box, errand=WIFI, name="Casa ñ; \\", password="acqua alta").about == "Casa ñ; \\"
    assert (box.root / WIFI_FILE).stat().st_mode & 0o777 == 0o600
    assert not (box.root / HOTSPOT_FILE).exists()
    assert not [said for said in box.said() if "acqua" in said], "a command line is seen by all"


@pytest.mark.parametrize("had_one", [False, True])
def test_a_wifi_that_cannot_be_joined_changes_nothing(box: WirelessPi, had_one: bool) -> None:
    if had_one:
        run_errand(box, errand=WIFI, name="Old", password="old password")
    run_errand(box, errand=HOTSPOT, on=True)
    before = box.tree()
    box.can_join = False
    outcome = run_errand(box, errand=WIFI, name="Rio", password="wrong password")
    assert (outcome.state, outcome.refusal) == (REFUSED, Refusal("wifi-not-joined", value="Rio"))
    after = box.tree()
    for tree in (before, after):
        tree.pop("opt/ballottino/errand.json")
    assert after == before
    assert "ballottino-hotspot" in box.active, "the phone that asked finds the box again"


@pytest.mark.parametrize(
    ("name", "password", "why"),
    [
        ("", "long enough", "wifi-name"),
        ("x" * 33, "long enough", "wifi-name"),
        ("a\nb", "long enough", "wifi-name"),
        (7, "long enough", "wifi-name"),
        ("Rio", None, "wifi-name"),
        ("Rio", "short", "wifi-password"),
        ("Rio", "x" * 64, "wifi-password"),
        ("Rio", "line\nbreak=here", "wifi-password"),
        ("Rio", "ñññññññññ", "wifi-password"),
    ],
)
def test_what_no_wifi_can_be_is_refused(box: WirelessPi, name: object, password: object, why: str) -> None:
    box.commands.clear()
    assert run_errand(box, errand=WIFI, name=name, password=password).refusal == Refusal(why)
    assert box.commands == []
    assert not (box.root / WIFI_FILE).exists()


def test_an_open_wifi_has_no_password() -> None:
    assert "wifi-security" not in connection("Open", "")
    assert "psk=" in connection("Closed", "12345678")


def test_uninstalling_forgets_the_wifi_rules_but_not_the_wifi(box: WirelessPi) -> None:
    """Whoever is connected through it would lose the Pi."""
    run_errand(box, errand=WIFI, name="Rio", password="acqua alta")
    run_errand(box, errand=HOTSPOT, on=True)
    assert install(box, job="uninstall") == 0
    assert not (box.root / NAMES).exists()
    assert (box.root / WIFI_FILE).exists()
