"""The first start: the box opens its own Wi-Fi by itself, shows two codes, and is set up from a real page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.refusal import Refusal
from companion.words import LANGUAGES
from firmware.box.phones import Phones
from firmware.box.setting_up import SettingUp
from firmware.care import errands, networks
from firmware.care.errands import DONE, HOTSPOT, OUTCOME, PATH_UNIT, REFUSED, WIFI, ErrandOutcome, written_down
from firmware.machine import hotspot, network
from firmware.machine.hotspot import Hotspot
from firmware.scenes.home.last_time import known_names
from firmware.scenes.setup.first_start import PATIENCE, SET_UP, ByPhone, PhoneLedTest, begin_first_start
from firmware.screens import reading
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose

GAMES = Path(__file__).parents[3] / "versions" / "1" / "games"
OWN = Hotspot("Ballottino-3F7A", "k7m2p9xwq4tz", "127.0.0.1")  # an address that this machine has: it is on


class Machine:
    """The machine under the box: its root, and whether it has a network or the box's own Wi-Fi."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.address = network.NOWHERE
        self.own: Hotspot | None = None

    def say(self, outcome: ErrandOutcome) -> None:
        file = self.root / OUTCOME.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(written_down(outcome, self.root)))


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(tmp_path / "root")
    unit = made.root / PATH_UNIT.lstrip("/")
    unit.parent.mkdir(parents=True)
    unit.write_text("")
    for function in (errands.require_root, errands.require_idle, errands.standing, errands.outcome, errands.ask):
        monkeypatch.setattr(function, "__defaults__", (made.root,))
    monkeypatch.setattr(network, "address", lambda: made.address)
    monkeypatch.setattr(hotspot, "known", lambda: made.own)
    return made


@pytest.fixture
def box(tmp_path: Path) -> Iterator[TestBox]:
    box = TestBox(tmp_path / "box")
    box.box.phones = Phones(box.box, "127.0.0.1", 0)
    yield box
    box.box.phones._server.close()
    box.close()


def wanted(box: TestBox) -> dict[str, object] | None:
    file = box.box.ledger.folder / "errands/wanted"
    return json.loads(file.read_text()) if file.exists() else None


def test_without_a_network_the_box_opens_its_own_wifi(box: TestBox, machine: Machine) -> None:
    begin_first_start(box.box)
    scene = box.box.scene
    assert isinstance(scene, ByPhone)
    box.wait(PATIENCE - 1)
    assert wanted(box) is None, "a network that it knows may still come"
    box.wait(2)
    assert wanted(box) == {"errand": HOTSPOT, "on": True}
    machine.address, machine.own = "10.42.0.1", OWN
    box.wait(2)
    first = scene.picture().tobytes()
    box.tap(Key.OK)
    assert scene.picture().tobytes() != first
    box.tap(Key.BACK)
    assert box.box.scene is not scene
    assert box.box.preferences[SET_UP] is True
    begin_first_start(box.box)
    assert not isinstance(box.box.scene, ByPhone), "once is enough"


def test_a_network_that_comes_late_is_used(box: TestBox, machine: Machine) -> None:
    begin_first_start(box.box)
    box.wait(20)
    machine.address = "192.168.1.7"
    box.wait(PATIENCE)
    assert wanted(box) is None


@pytest.mark.parametrize("why", ["a network", "played", "set up", "no pages", "no installer"])
def test_other_boxes_start_as_ever(box: TestBox, machine: Machine, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if why == "a network":
        machine.address = "192.168.1.7"
    elif why == "played":
        monkeypatch.setattr(box.box.ledger, "games", lambda: ["one"])
    elif why == "set up":
        box.box.preferences[SET_UP] = True
    elif why == "no installer":
        (machine.root / PATH_UNIT.lstrip("/")).unlink()
    phones = box.box.phones
    if why == "no pages":
        box.box.phones = None
    before = box.box.scene
    begin_first_start(box.box)
    assert box.box.scene is before
    box.box.phones = phones


def test_a_wifi_that_cannot_be_opened_is_said(box: TestBox, machine: Machine) -> None:
    begin_first_start(box.box)
    box.wait(PATIENCE + 1)
    (box.box.ledger.folder / "errands/wanted").unlink()
    machine.say(ErrandOutcome(HOTSPOT, REFUSED, refusal=Refusal("errand-failed", why="Failed"), number=1))
    box.wait(2)
    scene = box.box.scene
    assert isinstance(scene, ByPhone)
    assert scene.refusal == Refusal("errand-failed", why="Failed")
    box.wait(60)
    assert wanted(box) is None, "it is not tried for ever"


def test_everything_can_be_done_again_from_set_up(box: TestBox, machine: Machine) -> None:
    box.box.preferences[SET_UP] = True
    choose(box, "Set-up")
    choose(box, "Set up by phone")
    assert isinstance(box.box.scene, ByPhone)
    assert wanted(box) == {"errand": HOTSPOT, "on": True}, "there is no network: it opens its own at once"


def test_what_was_chosen_on_the_page_counts_at_once(box: TestBox, machine: Machine) -> None:
    assert box.box.phones is not None
    setting_up = box.box.phones.setting_up
    assert setting_up.is_first()
    setting_up.choose("fr", sound=False, names=["Zoë", "Anna"])
    assert box.box.words.language == "fr"
    assert setting_up.names() == ["Zoë", "Anna"]
    assert known_names(box.box)[:2] == ["Zoë", "Anna"]
    with pytest.raises(Refusal, match="bad-name"):
        setting_up.choose("fr", sound=None, names=["much too long a name"])
    setting_up.finish()
    assert not setting_up.is_first()


def test_what_the_page_sends_back_as_it_was_is_no_choice(box: TestBox, machine: Machine) -> None:
    """Else names and sound from a backup would lose against fields that nobody has touched."""
    assert box.box.phones is not None
    setting_up = box.box.phones.setting_up
    setting_up.choose("fr", sound=setting_up.has_sound(), names=["", ""])
    assert (box.box.preferences["sound"], box.box.preferences["names"]) == (None, None)
    setting_up.choose("fr", sound=None, names=["Anna"])
    setting_up.choose("fr", sound=None, names=[])
    assert setting_up.names() == [], "taken back"


def test_a_backup_does_not_end_the_first_start(box: TestBox, machine: Machine, tmp_path: Path) -> None:
    """Its games were played elsewhere: the Wi-Fi of this box has still to be chosen, after a restart too."""
    assert box.box.phones is not None
    setting_up = box.box.phones.setting_up
    setting_up.expect_games()
    shutil.copy(GAMES / "doge-finished.sqlite", box.box.ledger.folder / "games")
    assert setting_up.is_first()
    begin_first_start(box.box)
    assert isinstance(box.box.scene, ByPhone)
    setting_up.finish()
    setting_up.expect_games()
    assert not setting_up.is_first()


def test_the_trial_counts_each_key_of_the_build(box: TestBox, machine: Machine) -> None:
    assert box.box.phones is not None
    setting_up = box.box.phones.setting_up
    assert setting_up.trial("en") == []
    setting_up.begin_trial()
    setting_up.begin_trial()
    scenes = [scene for scene in box.box.scenes if isinstance(scene, PhoneLedTest)]
    assert len(scenes) == 1
    assert len(setting_up.trial("en")) == len(scenes[0].keys) >= 6
    assert not any(times for _, times in setting_up.trial("en"))
    picture = scenes[0].picture()
    edges = [(0, 0), (127, 0), (0, 63), (127, 63)]
    assert all(picture.getpixel(corner) for corner in edges)
    for key in scenes[0].keys:
        box.tap(key)
    assert all(times == 1 for _, times in setting_up.trial("fr"))
    box.wait(25)
    assert not isinstance(box.box.scene, PhoneLedTest), "left alone, it ends"


def test_a_wifi_is_asked_for_and_its_outcome_told(box: TestBox, machine: Machine) -> None:
    assert box.box.phones is not None
    setting_up = box.box.phones.setting_up
    assert setting_up.network_state("en") == ("", "")
    assert setting_up.join_wifi("", "x", "", "en")[0] == REFUSED
    assert setting_up.join_wifi("Rio", "acqua alta", "Italy", "en")[0] == REFUSED
    assert setting_up.join_wifi("Rio", "acqua alta", "IT", "en")[0] == "working"
    assert wanted(box) == {"errand": WIFI, "name": "Rio", "password": "acqua alta", "country": "IT"}
    assert setting_up.join_wifi("Rio", "acqua alta", "", "en")[0] == REFUSED, "one after the other"
    (box.box.ledger.folder / "errands/wanted").unlink()
    machine.say(ErrandOutcome(WIFI, DONE, "Rio", number=1))
    assert setting_up.network_state("en") == (DONE, "The box is in the Wi-Fi Rio.")
    machine.say(ErrandOutcome(WIFI, REFUSED, refusal=Refusal("wifi-not-joined", value="Rio"), number=2))
    assert "Everything is as before" in setting_up.network_state("en")[1]


def test_what_root_has_found_is_strangers_text(
    box: TestBox, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names that a page can show, each once, the strongest first, and not too many; never the box's own."""
    assert box.box.phones is not None
    setting_up = box.box.phones.setting_up
    for function in (networks.found_names, networks.region):
        monkeypatch.setattr(function, "__defaults__", (machine.root,))
    assert (setting_up.found_networks(), setting_up.country()) == ([], "")
    machine.own = OWN
    file = machine.root / networks.FOUND.lstrip("/")
    file.parent.mkdir(parents=True)
    lines = ["40:Rio", r"70:a\:b\\c", "90:Rio", "80:" + "x" * 33, "99:", "99:Ballottino-3F7A", "x:y", "60:a\u202eb"]
    file.write_text("\n".join(lines) + "\n")
    with file.open("ab") as more:
        more.write(b"50:\xff\xfe\n")
    assert setting_up.found_networks() == ["Rio", r"a:b\c"]
    file.write_text("".join(f"{50 + n}:Network {n}\n" for n in range(30)) + "9" * 100_000)
    assert setting_up.found_networks()[0] == "Network 29"
    assert len(setting_up.found_networks()) == 20
    domain = machine.root / networks.REGION.lstrip("/")
    domain.parent.mkdir(parents=True)
    for said, country in (("00", ""), ("IT", "IT")):
        domain.write_text(f"{said}\n")
        assert setting_up.country() == country


def test_only_phones_in_its_own_wifi_are_inside(box: TestBox, machine: Machine) -> None:
    assert box.box.phones is not None
    assert box.box.phones.setting_up.own_network() == ""
    machine.own = OWN
    assert box.box.phones.setting_up.own_network() == "127.0.0.0/24"


def test_a_box_is_headless_only_if_no_screen_ever_came_up(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box.panel, "simulated", None)
    monkeypatch.setattr(box.panel.screen, "fault", "OSError: no such device")
    assert SettingUp(box.box).is_headless()
    monkeypatch.setattr(box.panel.screen, "fault", "")
    has_screen = SettingUp(box.box)
    monkeypatch.setattr(box.panel.screen, "fault", "OSError: a loose wire")
    assert not has_screen.is_headless(), "lost for a moment"
    assert not SettingUp(box.box).is_headless(), "lost, and started again"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_in_every_language(tmp_path: Path, machine: Machine, language: str, cut: list[str]) -> None:
    box = TestBox(tmp_path / "box", language)
    box.box.phones = Phones(box.box, "127.0.0.1", 0)
    begin_first_start(box.box)
    box.box.scene.picture()
    box.box.phones.setting_up.begin_trial()
    box.box.scene.picture()
    lines = reading.wrap(box.box.words("first.trial"))
    assert len(lines) <= 4
    machine.address, machine.own = "10.42.0.1", OWN
    box.box.push(ByPhone(box.box, box.box.phones, patience=0))
    for _ in range(2):
        box.box.scene.picture()
        box.tap(Key.RIGHT)
    assert sorted(set(cut)) == []
    box.box.phones._server.close()
    box.close()
