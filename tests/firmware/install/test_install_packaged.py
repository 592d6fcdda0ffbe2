"""A box that comes from our Debian package: Debian brings what it stands on, and its settings outlive it."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.install import plan
from tests.firmware.fake_pi import BONNET, GAME, UNIT, WANTED, FakePi, install

CHOSEN = "etc/ballottino/profile"


@pytest.fixture
def packed(pi: FakePi) -> FakePi:
    pi.put("usr/lib/ballottino/source/pyproject.toml", b"")
    return pi


def test_nothing_is_fetched_or_compiled(packed: FakePi) -> None:
    assert install(packed) == 0
    said = packed.said()
    assert not [one for one in said if "apt" in one]
    assert [one for one in said if "requirements-pi5.txt" in one], "RPi.GPIO would need a compiler"
    assert install(packed, *BONNET, "--voice") == 0
    assert [one for one in packed.said() if "espeak-ng" in one and "gcc" not in one]


def test_the_libraries_of_the_package_are_used(packed: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "PACKAGED", plan.CHECKOUT)
    install(packed)
    found = [one for one in packed.said() if "--requirement" in one]
    assert found
    assert all(f"--no-index --find-links {plan.CHECKOUT.with_name('wheels')}" in one for one in found)


def test_before_a_box_is_chosen_there_is_only_the_command(packed: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    assert install(packed, "--root", str(packed.root), job="configure") == 0
    assert (packed.root / "usr/local/bin/ballottino").is_symlink()
    assert not (packed.root / UNIT).exists()
    assert not (packed.root / "etc/ballottino").exists()
    assert not [one for one in packed.said() if one.startswith(("useradd", "systemctl"))]
    assert "sudo ballottino-setup install --profile" in capsys.readouterr().out


@pytest.mark.parametrize("profile", ["adafruit-bonnet", "own"])
def test_a_box_that_was_removed_comes_back_as_the_same_box(packed: FakePi, tmp_path: Path, profile: str) -> None:
    if profile == "own":
        profile = str(tmp_path / "my-box.toml")
        Path(profile).write_bytes((plan.CHECKOUT / "hardware/profiles/breadboard.toml").read_bytes())
    assert install(packed, "--profile", profile, "--voice", "--club", "mqtt://table@club.local") == 0
    assert (packed.root / "etc/ballottino/club").exists()
    unit, settings = packed.text(UNIT), sorted((packed.root / "etc/ballottino").iterdir())
    assert install(packed, "--keep-settings", job="uninstall") == 0
    assert not [one for one in packed.said() if one.startswith("apt-mark")]
    assert not (packed.root / "opt/ballottino").exists()
    assert sorted((packed.root / "etc/ballottino").iterdir()) == settings
    assert (packed.root / "var/lib/ballottino/games/1.db").read_bytes() == GAME
    if profile == "adafruit-bonnet":
        assert install(packed, "--root", str(packed.root), job="configure") == 0
        assert packed.text(UNIT) == unit
        assert (packed.root / WANTED).is_symlink()


def test_an_older_package_does_not_replace_a_newer_update(packed: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    install(packed)
    link = packed.root / "opt/ballottino/current"
    link.unlink()
    link.symlink_to("versions/99.0.0-abc")
    before = packed.tree()
    assert install(packed, "--root", str(packed.root), job="configure") == 0
    assert packed.tree() == before
    assert "99.0.0 is installed, which is newer" in capsys.readouterr().out


def test_a_simulated_box_needs_no_pi(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("proc/device-tree/model", "boot/firmware/config.txt", "etc/rpi-issue"):
        (pi.root / name).unlink()
    assert install(pi, "--profile", "simulated") == 0
    assert "--profile simulated" in pi.text(UNIT)
    assert not (pi.root / "etc/modules-load.d").exists()
    assert not (pi.root / "boot/firmware/config.txt").exists()
    assert not [one for one in pi.said() if "requirements-pi" in one or "lgpio" in one]
    assert install(pi, *BONNET) == 1
    assert "this is not a Raspberry Pi" in capsys.readouterr().err
