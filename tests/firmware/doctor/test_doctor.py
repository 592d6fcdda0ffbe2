"""The doctor: a laptop passes, and each thing that can be wrong is found and has its advice."""

from __future__ import annotations

import ast
import atexit
import inspect
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.words import extract
from firmware import doctor
from firmware.care import mounts
from firmware.doctor import (
    Finding,
    examine,
    finding,
    home,
    is_healthy,
    reach,
    sentences,
    service,
    storage,
    wear,
    wires,
)
from hardware.keys import pins
from hardware.keys.pins import PinLevel
from hardware.profile import Profile, load
from hardware.simulator.wires import chip_and_connector
from tests.firmware.findings import keys

BONNET, HAT, BREADBOARD = (load(name) for name in ("adafruit-bonnet", "waveshare-hat", "breadboard"))
MODULES = (doctor, home, reach, service, storage, wear, wires)


@pytest.fixture(autouse=True)
def no_modules_left() -> Iterator[None]:
    """Forget what a test put on the path."""
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] in ("lgpio", "RPi", "spidev")]:
        del sys.modules[name]


@pytest.fixture(autouse=True)
def a_disk_that_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the disk lasts: the tests' folders may well be in memory."""
    monkeypatch.setattr(mounts, "LIST", Path("/nonexistent"))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Return a function that makes a folder of Python packages to be searched first."""
    monkeypatch.setenv("LG_WD", str(tmp_path))

    def make(modules: dict[str, str], distributions: tuple[str, ...] = (), name: str = "site") -> Path:
        folder = tmp_path / name
        for module, text in modules.items():
            (folder / module).parent.mkdir(parents=True, exist_ok=True)
            (folder / module).write_text(text)
        for distribution in distributions:
            info = folder / f"{distribution}-1.0.dist-info"
            info.mkdir(parents=True)
            (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
        monkeypatch.syspath_prepend(folder)
        return folder

    return make


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """Return the root of a Pi 4 with I2C on, at full speed."""
    root = tmp_path / "root"
    for name, data in {
        "proc/device-tree/model": b"Raspberry Pi 4 Model B Rev 1.5\0",
        "proc/device-tree/compatible": b"raspberrypi,4-model-b\0brcm,bcm2711\0",
        "etc/rpi-issue": b"Raspberry Pi reference\n",
        "dev/gpiochip0": b"",
        "dev/i2c-1": b"",
        "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency": (400_000).to_bytes(4, "big"),
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


@pytest.mark.parametrize("profile", [load("simulated"), BONNET.on_paper(), HAT.on_paper(), BREADBOARD.on_paper()])
def test_a_laptop_passes_with_notes(profile: Profile, tmp_path: Path) -> None:
    findings = examine(profile, tmp_path)
    assert is_healthy(findings), keys(findings)
    assert ("ok", "simulated") in keys(findings)
    of_this_machine = ("words", "clock", "space", "sync", "hotspot", "phones", "voice")
    assert [found.check for found in findings if found.check not in of_this_machine] == [
        "python",
        "fonts",
        "chip",
        "screen",
        "keys",
        "data",
    ]
    json.dumps([found._asdict() for found in findings])


def test_a_pi_in_good_health(pi: Path, site: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    site({"lgpio.py": ""})
    monkeypatch.setattr(wires, "connector", lambda wiring: chip_and_connector(wiring)[1])
    monkeypatch.setattr(pins, "probe", lambda profile: [PinLevel(4, "keys.OK", False, "")])
    findings = examine(BONNET, pi, pi)
    assert is_healthy(findings)
    found = [key for _, key in keys(findings)]
    expected = ("chip-found", "library-found", "bus-found", "speed-right", "screen-answers", "pins-read")
    assert [key for key in found if key in expected] == list(expected)
    (chip,) = [found for found in findings if found.check == "chip"]
    assert chip.facts == {"chips": ["gpiochip0"], "model": "Raspberry Pi 4 Model B Rev 1.5"}


def test_machine_without_pins(tmp_path: Path) -> None:
    assert keys(wires.chip(BONNET, tmp_path)) == [("bad", "chip-missing")]
    assert keys(wires.bus(BONNET, tmp_path)) == [("bad", "bus-missing")]
    assert keys(wires.screen(BONNET, tmp_path)) == [], "one advice is enough for a bus that is not there"


def test_nodes_that_belong_to_others(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert keys(wires.chip(BONNET, pi)) == [("bad", "chip-forbidden")]
    assert keys(wires.bus(BONNET, pi))[0] == ("bad", "bus-forbidden")
    (pi / "etc").mkdir(exist_ok=True)
    (pi / "etc/group").write_text("gpio:x:1:\nspi:x:2:\n")
    assert keys(wires.chip(BONNET, pi)) == [("bad", "chip-forbidden")]
    assert keys(wires.bus(BONNET, pi))[0] == ("bad", "group-missing"), "nobody can be added to it"
    (pi / "etc/group").write_text("")
    assert keys(wires.chip(BONNET, pi)) == [("bad", "group-missing")]


def test_the_speed_of_the_bus(pi: Path) -> None:
    file = pi / "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
    file.write_bytes((100_000).to_bytes(4, "big"))
    slow = list(wires.bus(BONNET, pi))[-1]
    assert (slow.state, slow.what, slow.facts) == ("warn", "doctor.speed-slow", {"speed": 100, "wanted": 400})
    newer = pi / "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"
    newer.parent.mkdir(parents=True)
    newer.write_bytes((400_000).to_bytes(4, "big"))
    assert keys(wires.bus(BONNET, pi))[-1] == ("ok", "speed-right"), "where kernels from 6.12 on say it"
    newer.unlink()
    file.unlink()
    assert keys(wires.bus(BONNET, pi))[-1] == ("ok", "speed-unknown")
    (pi / "dev/spidev0.0").touch()
    assert keys(wires.bus(HAT, pi)) == [("ok", "bus-found")], "SPI is as fast as it is asked to be"


def test_spi_takes_a_lamps_pin(pi: Path) -> None:
    assert ("bad", "bus-in-the-way") not in keys(wires.bus(BREADBOARD, pi))
    (pi / "dev/spidev0.0").touch()
    assert ("bad", "bus-in-the-way") in keys(wires.bus(BREADBOARD, pi))
    assert ("bad", "bus-in-the-way") not in keys(wires.bus(BONNET, pi)), "it uses none of those pins"


NOT_A_PI = "raise RuntimeError('This module can only be run on a Raspberry Pi!')"


@pytest.mark.parametrize(
    ("modules", "expected"),
    [
        ({"lgpio.py": ""}, [("ok", "library-found")]),
        ({"RPi/__init__.py": "", "RPi/GPIO.py": ""}, [("warn", "library-deaf")]),
        ({"RPi/__init__.py": "", "RPi/GPIO.py": NOT_A_PI}, [("bad", "library-missing")]),
        ({"lgpio.py": "raise OSError('no pipe')"}, [("bad", "library-missing")]),
    ],
)
def test_the_pin_library(
    modules: dict[str, str], expected: list[tuple[str, str]], pi: Path, site: Callable[..., Path]
) -> None:
    site(modules)
    assert keys(wires.library(BONNET, pi)) == expected


def test_lgpio_has_a_folder_of_its_own_for_its_pipe(
    pi: Path, site: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a shared folder, the pipe that one user left would block the next one."""
    monkeypatch.delenv("LG_WD")
    monkeypatch.setattr(atexit, "register", lambda *_, **__: None)
    site({"lgpio.py": "import os\nopen(os.path.join(os.environ['LG_WD'], 'pipe'), 'x').close()"})
    assert keys(wires.library(BONNET, pi)) == [("ok", "library-found")]
    folder = Path(os.environ["LG_WD"])
    assert (folder.stat().st_mode & 0o777, [file.name for file in folder.iterdir()]) == (0o700, ["pipe"])
    shutil.rmtree(folder)


def test_an_spi_screen_needs_two_more(pi: Path, site: Callable[..., Path]) -> None:
    site({"lgpio.py": "", "RPi/__init__.py": "", "RPi/GPIO.py": ""})
    found = list(wires.library(HAT, pi))
    assert keys(found) == [("ok", "library-found"), ("bad", "library-partner")]
    assert found[1].facts["library"] == "spidev"


def test_both_libraries_in_one_folder(pi: Path, site: Callable[..., Path]) -> None:
    folder = site({"lgpio.py": ""}, ("RPi.GPIO", "rpi_lgpio"))
    both = next(wires.library(BONNET, pi))
    assert (both.state, both.what, both.facts) == ("bad", "doctor.library-both", {"folder": str(folder)})


def test_both_libraries_in_two_folders_do_no_harm(pi: Path, site: Callable[..., Path]) -> None:
    """The system's own is hidden by the venv's."""
    site({"lgpio.py": ""}, ("RPi.GPIO",), "venv")
    site({}, ("rpi_lgpio",), "system")
    assert keys(wires.library(BONNET, pi)) == [("ok", "library-found")]


def test_the_old_library_on_a_pi_5(pi: Path, site: Callable[..., Path]) -> None:
    (pi / "proc/device-tree/compatible").write_bytes(b"raspberrypi,500\0brcm,bcm2712\0")
    site({"lgpio.py": ""}, ("RPi.GPIO",))
    assert keys(wires.library(BONNET, pi)) == [("bad", "library-stranger"), ("ok", "library-found")]


def test_a_screen_that_is_unplugged(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chip, connect = chip_and_connector(BONNET.screen)
    chip.unplug()
    monkeypatch.setattr(wires, "connector", lambda wiring: connect)
    (silent,) = wires.screen(BONNET, pi)
    assert (silent.state, silent.what) == ("bad", "doctor.screen-silent")
    assert silent.facts["place"] == "0x3C"
    assert "0x3C" in silent.facts["why"]
    assert keys(wires.screen(HAT.on_paper(), pi)) == [("ok", "screen-cannot-answer")]


def test_pins_that_cannot_be_read_or_are_held(monkeypatch: pytest.MonkeyPatch, pi: Path) -> None:
    readings = [PinLevel(17, "keys.UP", True, ""), PinLevel(22, "keys.DOWN", False, "")]
    monkeypatch.setattr(pins, "probe", lambda profile: readings)
    (closed,) = wires.keys(BONNET, pi)
    assert (closed.state, closed.facts) == ("warn", {"pins": ["GPIO 17 (keys.UP)"]})
    readings[1] = PinLevel(22, "keys.DOWN", True, "")
    assert keys(wires.keys(BONNET, pi)) == [("warn", "pins-all-closed")], "no key sticks with all others"
    readings.append(PinLevel(4, "keys.OK", None, "GPIO busy"))
    (unread,) = wires.keys(BONNET, pi)
    assert (unread.state, unread.facts) == ("bad", {"pins": [4], "why": "GPIO busy"})


def test_a_check_that_breaks_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(folder: Path) -> Iterator[Finding]:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(storage, "space", break_down)
    findings = examine(load("simulated"), tmp_path)
    (broken,) = [found for found in findings if found.state == "bad"]
    assert broken.facts == {"check": "space", "why": "ZeroDivisionError: by nought"}
    assert findings[-1].check == "clock", "the others go on"
    assert not is_healthy(findings)


def test_sentences_with_words_and_without() -> None:
    findings = [finding.ok("a", "fine"), finding.bad("b", "broken", why="rust")]
    said = list(sentences(findings, lambda key, **facts: f"<{key} {facts}>"))
    assert said == ["✓ <doctor.fine {}>", "✗ <doctor.broken {'why': 'rust'}>", "  → <advice.broken {'why': 'rust'}>"]
    assert list(sentences(findings, None))[1] == "✗ doctor.broken why=rust"


def test_every_finding_is_marked_for_the_catalogues() -> None:
    """The checks say only what their modules list, and each problem has its advice."""
    made, named = set(), set()
    for module in MODULES:
        named |= set(extract.messages_in(Path(inspect.getfile(module))))
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                makes = getattr(finding, node.func.id, None)
                if makes in (finding.ok, finding.note, finding.warn, finding.bad):
                    made |= {message for key in _texts(node.args[1]) for message in makes("-", key)[2:4] if message}
    assert made == named


def _texts(argument: ast.expr) -> list[str]:
    return [
        node.value for node in ast.walk(argument) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
