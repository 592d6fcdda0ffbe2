"""Profiles: which part is on which pin."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.keys import Key
from hardware.profile import ProfileError, default_profile, load, names

Written = Callable[[str], Path]

GOOD = """
title = "Mine"
[screen]
chip = "ssd1306"
bus = "i2c"
[keys]
UP = 17
DOWN = 22
LEFT = 27
RIGHT = 23
OK = [4, 5]
BACK = 6
"""

SPI = GOOD.replace('"ssd1306"\nbus = "i2c"', '"sh1106"\nbus = "spi"\ndata_command = 24\nreset = 25')


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def write(text: str) -> Path:
        file = tmp_path / "mine.toml"
        file.write_text(textwrap.dedent(text), "utf-8")
        return file

    return write


def test_every_build_of_the_box_has_a_profile() -> None:
    assert names() == ["adafruit-bonnet", "breadboard", "simulated", "waveshare-hat"]
    assert all(load(name).name == name for name in names())


def test_pins_of_the_boards_are_those_of_the_field_notes() -> None:
    bonnet, hat = load("adafruit-bonnet"), load("waveshare-hat")
    assert {**bonnet.keys} == {
        Key.UP: (17,), Key.DOWN: (22,), Key.LEFT: (27,), Key.RIGHT: (23,), Key.OK: (4, 5), Key.BACK: (6,),
    }  # fmt: skip
    assert (bonnet.screen.chip, bonnet.screen.bus, bonnet.screen.address) == ("ssd1306", "i2c", 0x3C)
    assert {**hat.keys} == {
        Key.UP: (6,), Key.DOWN: (19,), Key.LEFT: (5,), Key.RIGHT: (26,), Key.OK: (13, 21), Key.BACK: (20, 16),
    }  # fmt: skip
    assert (hat.screen.chip, hat.screen.bus) == ("sh1106", "spi")
    assert (hat.screen.data_command, hat.screen.reset) == (24, 25)


def test_the_breadboard_has_knob_seats_lamps_colour_and_buzzer() -> None:
    board = load("breadboard")
    assert board.encoder is not None
    assert board.encoder.push == 22
    assert [key for key in board.keys if key.startswith("SEAT")] == [Key.seat(n) for n in range(1, 6)]
    assert sorted(board.lamps) == [1, 2, 3, 4, 5]
    assert board.colour is not None
    assert board.buzzer is not None
    assert board.buzzer.kind == "passive"


def test_the_simulated_box_has_the_bonnets_keys_and_seat_keys() -> None:
    simulated = load("simulated")
    assert simulated.simulated
    assert simulated.screen == load("adafruit-bonnet").screen
    assert set(simulated.keys) == set(Key)
    assert not any(load(name).simulated for name in names() if name != "simulated")


def test_owners_file_is_loaded_by_its_path(written: Written) -> None:
    assert load(written(GOOD)).title == "Mine"
    assert load(str(written(SPI))).screen.bus == "spi"


MORE = "BACK = 6\n"
WRONG = [
    (GOOD, 'title = "Mine"', "", "title: missing; give it a text"),
    (GOOD, '"Mine"', "7", "title: 7 is not a text with something in it"),
    (GOOD, '"Mine"', '"Mine"\ncolor = 1', "color: unknown; known here: title, simulated, screen, keys, "),
    (GOOD, '"Mine"', '"Mine"\nsimulated = 1', "simulated: 1 is neither true nor false"),
    (GOOD, '"Mine"', '"Mine"\nbuzzer = 18', "buzzer: 18 is not a table; write [buzzer]"),
    (GOOD, "[screen]", "[skreen]", "screen: missing; give it a table, [screen]"),
    (GOOD, "ssd1306", "ssd1307", 'screen.chip: \'ssd1307\' is not known; give it "ssd1306" or "sh1106"'),
    (GOOD, '"i2c"', '"usb"', 'screen.bus: \'usb\' is not known; give it "i2c" or "spi"'),
    (GOOD, '"i2c"', '"spi"', 'screen.bus: the ssd1306 is driven by "i2c" only'),
    (GOOD, '"i2c"', '"i2c"\naddress = 0x78', "screen.address: 0x78 is not known; give it 0x3C or 0x3D"),
    (GOOD, '"i2c"', '"i2c"\nport = true', "screen.port: True is not known; give it 0 or 1"),
    (GOOD, '"i2c"', '"i2c"\nreset = 25', "screen.reset: unknown; known here: chip, bus, port, address, "),
    (SPI, "reset = 25", "", "screen.reset: missing; give it a GPIO number from 2 to 27"),
    (GOOD, "UP = 17", "UP = 40", "keys.UP: 40 is no pin; give it a GPIO number from 2 to 27"),
    (GOOD, "UP = 17", 'UP = "17"', "keys.UP: '17' is no pin; give it a GPIO number from 2 to 27"),
    (GOOD, "UP = 17", "UP = []", "keys.UP: the list is empty; give it a GPIO number from 2 to 27"),
    (GOOD, "UP = 17", "UP = 17\nENTER = 9", "keys.ENTER: unknown; known here: UP, DOWN, LEFT, "),
    (GOOD, "BACK = 6", "", "keys: no way to press BACK; give each a pin under [keys]; an [encoder] "),
    (GOOD, "OK = [4, 5]", "", "keys: no way to press OK; give each a pin under [keys]; an [encoder] "),
    (GOOD, "UP = 17", "UP = 22", "keys.DOWN: GPIO 22 is already used for keys.UP; give it another"),
    (GOOD, "[4, 5]", "[4, 4]", "keys.OK: GPIO 4 is already used for keys.OK; give it another"),
    (GOOD, "UP = 17", "UP = 3", "keys.UP: GPIO 3 is already used for I2C clock; give it another"),
    (SPI, "UP = 17", "UP = 24", "keys.UP: GPIO 24 is already used for screen.data_command; give it another"),
    (SPI, "UP = 17", "UP = 7", "keys.UP: GPIO 7 is already used for SPI select 1; give it another"),
    (GOOD, MORE, MORE + "[lamps]\nSEAT1 = 6", "lamps.SEAT1: GPIO 6 is already used for keys.BACK; give it "),
    (GOOD, MORE, MORE + "[lamps]\nSEAT9 = 7", "lamps.SEAT9: unknown; known here: SEAT1, SEAT2, "),
    (GOOD, MORE, MORE + "[colour]\nred = 7", "colour.green: missing; give it a GPIO number from 2 to 27"),
    (GOOD, MORE, MORE + '[buzzer]\npin = 7\nkind = "loud"', "buzzer.kind: 'loud' is not known; give it "),
    (GOOD, MORE, MORE + "[encoder]\na = 7", "encoder.b: missing; give it a GPIO number from 2 to 27"),
    (GOOD, MORE, MORE + "[encoder]\na = 7\nb = 8\nsteps_per_cycle = 4", "encoder.steps_per_cycle: 4 is "),
    (GOOD, "[keys]", "[keys", "not TOML: "),
]


@pytest.mark.parametrize(("base", "right", "wrong", "complaint"), WRONG)
def test_unusable_profile_says_what_would_be_right(
    written: Written, base: str, right: str, wrong: str, complaint: str
) -> None:
    assert right in base
    with pytest.raises(ProfileError) as refused:
        load(written(base.replace(right, wrong)))
    assert str(refused.value).startswith(f"mine.toml: {complaint}")


def test_knob_with_a_push_replaces_all_keys_but_back(written: Written) -> None:
    knob = "\n[encoder]\na = 7\nb = 8\npush = 9\n"
    without_keys = GOOD[: GOOD.index("UP =")]
    encoder = load(written(without_keys + "BACK = 6" + knob)).encoder
    assert encoder is not None
    assert encoder.push == 9
    with pytest.raises(ProfileError, match=r"no way to press BACK; give each a pin under \[keys\]$"):
        load(written(without_keys + knob))


def test_knob_without_a_push_replaces_up_and_down_only(written: Written) -> None:
    with pytest.raises(ProfileError, match="no way to press LEFT, RIGHT, OK;"):
        load(written(GOOD[: GOOD.index("UP =")] + "BACK = 6\n[encoder]\na = 7\nb = 8\n"))


def test_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ProfileError, match=r"^bonnet: no such profile; give one of adafruit-bonnet, bread"):
        load("bonnet")


def test_missing_or_unreadable_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"absent\.toml: no such file"):
        load(tmp_path / "absent.toml")
    (tmp_path / "odd.toml").write_bytes(b"title = '\xff'")
    with pytest.raises(ProfileError, match=r"odd\.toml: cannot be read: .*utf-8"):
        load(tmp_path / "odd.toml")
    with pytest.raises(ProfileError, match="cannot be read"):
        load(tmp_path)


def test_machine_without_pins_gets_the_simulated_box(tmp_path: Path) -> None:
    assert default_profile(tmp_path).name == "simulated"


def test_build_is_not_guessed_on_a_machine_with_pins(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(ProfileError) as refused:
        default_profile(tmp_path)
    assert "(gpiochip0)" in str(refused.value)
    assert f"pass --profile with one of {', '.join(names())}, or a file" in str(refused.value)
