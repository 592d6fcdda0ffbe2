"""The wiring drawings: every pin of a profile is named in its drawing, and nothing is left over."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.drawings import draw, header
from hardware.drawings.parts import BUILDS, boxes, rails, wires
from hardware.profile import Profile, load, names

INK = draw.INK


def gpios(profile: Profile) -> set[int]:
    return {gpio for gpio, _ in [*profile.screen.uses(), *profile.inputs(), *profile.outputs()]}


def texts(name: str) -> list[ElementTree.Element]:
    svg = Path(draw.__file__).with_name(f"{name}.svg").read_text(encoding="utf-8")
    return list(ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"))


def test_every_build_that_has_wires_is_drawn() -> None:
    assert set(BUILDS) == {name for name in names() if not load(name).simulated}


@pytest.mark.parametrize("name", BUILDS)
def test_the_drawing_is_the_one_its_profile_gives(name: str) -> None:
    svg = Path(draw.__file__).with_name(f"{name}.svg").read_text(encoding="utf-8")
    assert svg == draw.drawing(name), "run python -m hardware.drawings.draw"


@pytest.mark.parametrize("name", BUILDS)
def test_marks_exactly_the_pins_of_the_profile(name: str) -> None:
    lit = {text.text or "" for text in texts(name) if text.get("fill") == INK}
    named = {int(found[1]) for words in lit if (found := re.fullmatch(r"GPIO (\d+)", words))}
    assert named == gpios(load(name))


@pytest.mark.parametrize("name", BUILDS)
def test_shows_all_40_pins_with_both_numbers(name: str) -> None:
    words = [text.text for text in texts(name)]
    for pin in range(1, 41):
        assert str(pin) in words
        assert header.name(pin) in words


@pytest.mark.parametrize("name", BUILDS)
def test_names_every_key_and_lamp(name: str) -> None:
    profile = load(name)
    labels = " ".join(text.text or "" for text in texts(name))
    for key in profile.keys:
        assert f"{key}:" in labels
    for seat in profile.lamps:
        assert f"SEAT{seat}: lamp" in labels


@pytest.mark.parametrize("name", BUILDS)
def test_nothing_stands_in_the_way_of_a_wire(name: str) -> None:
    profile, build = load(name), BUILDS[name]
    boxed, single = list(boxes(profile, build)), list(wires(profile, build))
    straight = [wire.place for wire in single] + [rail.place for rail in rails(boxed, single)]
    hidden = [header.PinPlace(box.side, row) for box in boxed for row in box.rows]
    assert len(hidden) == len(set(hidden))
    assert not set(straight) & set(hidden)


def test_the_header_has_28_gpios_8_grounds_and_4_supplies() -> None:
    assert sorted(header.PIN_OF) == list(range(28))
    assert sorted([*header.GPIO_AT, *header.GROUND, *header.POWER]) == list(range(1, 41))
