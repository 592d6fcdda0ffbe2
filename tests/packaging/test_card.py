"""A card: an image of the shape of Raspberry Pi OS gets our package, and its first start installs it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.install.boot import without_block
from firmware.package import card
from firmware.package.__main__ import main
from firmware.package.deb import SCRIPTS
from tests.firmware.fake_pi import CONFIG

CMDLINE = (
    b"console=serial0,115200 console=tty1 root=PARTUUID=4e639091-02 rootfstype=ext4 fsck.repair=yes rootwait quiet\n"
)
IMAGERS = b" systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
MIB = 1 << 20
BOOT_AT, BOOT_SIZE, ROOT_SIZE = 4 * MIB, 40 * MIB, 8 * MIB
PATH = f"{os.environ['PATH']}:/usr/sbin:/sbin"
TOOLS = ("sfdisk", "mkfs.vfat", "mcopy", "mke2fs")
BONNET = "adafruit-bonnet"

has_tools = pytest.mark.skipif(
    not all(shutil.which(tool, path=PATH) for tool in TOOLS), reason=f"not all of {', '.join(TOOLS)}"
)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    file = tmp_path / "ballottino_0.1.0_arm64.deb"
    file.write_bytes(os.urandom(MIB))
    return file


def tool(*command: str | Path, given: bytes = b"") -> bytes:
    return subprocess.run(command, input=given, check=True, capture_output=True, env={"PATH": PATH}).stdout


def image_with(folder: Path, files: dict[str, bytes]) -> Path:
    """Make an image as Raspberry Pi OS is one: a table, a FAT with these files, an ext4."""
    image, fat, root = folder / "raspios.img", folder / "fat", folder / "root"
    with image.open("wb") as disk:
        disk.truncate(BOOT_AT + BOOT_SIZE + ROOT_SIZE)
    start, size = BOOT_AT // 512, BOOT_SIZE // 512
    table = f"label: dos\nstart={start}, size={size}, type=c\nstart={start + size}, type=83\n"
    tool("sfdisk", "--quiet", image, given=table.encode())
    tool("mkfs.vfat", "-n", "BOOTFS", "-C", fat, str(BOOT_SIZE // 1024))
    for name, data in files.items():
        tool("mcopy", "-i", fat, "-", f"::{name}", given=data)
    (folder / "tree/etc").mkdir(parents=True)
    (folder / "tree/etc/os-release").write_text("VERSION_CODENAME=bookworm\n")
    tool("mke2fs", "-q", "-t", "ext4", "-d", folder / "tree", root, f"{ROOT_SIZE // MIB}M")
    with image.open("r+b") as disk:
        for at, part in ((BOOT_AT, fat), (BOOT_AT + BOOT_SIZE, root)):
            disk.seek(at)
            disk.write(part.read_bytes())
    return image


@pytest.fixture
def image(tmp_path: Path) -> Path:
    return image_with(tmp_path, {"config.txt": CONFIG, "cmdline.txt": CMDLINE, "kernel8.img": b"a kernel"})


def on(made: Path, name: str) -> bytes:
    return tool("mcopy", "-n", "-i", f"{made}@@{BOOT_AT}", f"::{name}", "-")


@has_tools
def test_the_image_gets_package_profile_bus_and_script(image: Path, package: Path) -> None:
    before = image.read_bytes()
    made = card.make(image, package, BONNET)
    assert made == image.with_name("raspios-ballottino.img")
    assert image.read_bytes() == before, "what was downloaded stays as it is"
    assert on(made, f"ballottino/{package.name}") == package.read_bytes()
    assert on(made, "ballottino/settings/profile") == b"adafruit-bonnet\n"
    assert on(made, "ballottino/first-boot.sh") == (SCRIPTS / "first-boot.sh").read_bytes()
    assert b"[all]\ndtparam=i2c_arm=on\n" in on(made, "config.txt")
    assert without_block(on(made, "config.txt")) == CONFIG
    assert on(made, "cmdline.txt") == CMDLINE.rstrip() + card.RUN_ONCE.encode() + b"\n"
    assert on(made, "kernel8.img") == b"a kernel"


@has_tools
def test_neither_the_table_nor_the_root_is_touched(image: Path, package: Path) -> None:
    before, made = image.read_bytes(), card.make(image, package, BONNET).read_bytes()
    assert made[:BOOT_AT] == before[:BOOT_AT]
    assert made[BOOT_AT + BOOT_SIZE :] == before[BOOT_AT + BOOT_SIZE :]
    assert len(made) == len(before)
    fat = image.with_name("boot-of-it")
    fat.write_bytes(made[BOOT_AT : BOOT_AT + BOOT_SIZE])
    tool("fsck.vfat", "-n", fat)


@has_tools
def test_a_card_can_be_made_again_for_another_box(image: Path, package: Path) -> None:
    boot = card.InImage(card.make(image, package, BONNET))
    card.prepare(boot, package, "waveshare-hat")
    assert boot.read("ballottino/settings/profile") == b"waveshare-hat\n"
    assert (boot.read("cmdline.txt") or b"").count(b"systemd.run=") == 1
    config = boot.read("config.txt") or b""
    assert b"spi=on" in config
    assert b"i2c_arm=on" not in config


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main(["card", *map(str, arguments)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("ballottino: ")
    assert said.count("\n") == 1
    return said


@has_tools
def test_what_is_no_card_is_refused_and_nothing_is_left(
    tmp_path: Path, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for data in (b"", b"\xfd7zXZ\0" + bytes(1000), bytes(510) + b"\x55\xaa"):
        (tmp_path / "other.img").write_bytes(data)
        assert "is this Raspberry Pi OS, unpacked?" in refused(
            capsys, tmp_path / "other.img", package, "--profile", BONNET
        )
    other = image_with(tmp_path, {"config.txt": CONFIG})
    assert "no cmdline.txt" in refused(capsys, other, package, "--profile", BONNET)
    assert "which box is it?" in refused(capsys, other, package)
    assert "no such profile" in refused(capsys, other, package, "--profile", "bonnet")
    assert "No such file" in refused(capsys, tmp_path / "none.img", package, "--profile", BONNET)
    assert not list(tmp_path.glob("*-ballottino*"))


@has_tools
def test_a_boot_partition_without_room_is_refused(
    image: Path, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package.write_bytes(bytes(BOOT_SIZE))
    assert "can't be written: No free cluster" in refused(capsys, image, package, "--profile", BONNET)
    assert not list(image.parent.glob("*-ballottino*"))


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    """Return the boot partition of a flashed card, mounted."""
    folder = tmp_path / "boot/firmware"
    folder.mkdir(parents=True)
    (folder / "config.txt").write_bytes(CONFIG)
    (folder / "cmdline.txt").write_bytes(CMDLINE)
    return folder


def start(root: Path, *, status: int = 0) -> str:
    """Run the script of a card as the first start would, with a dpkg that only notes what it is given."""
    tools = root / "tools"
    tools.mkdir()
    (tools / "dpkg").write_text(f'#!/bin/sh\necho "$*"\nls {root}/etc/ballottino\nexit {status}\n')
    (tools / "dpkg").chmod(0o755)
    script = (root / "boot/firmware/ballottino/first-boot.sh").read_text()
    here = script.replace("=/boot/", f"={root}/boot/", 1).replace(" /boot/", f" {root}/boot/")
    here = here.replace("/etc/", f"{root}/etc/")
    subprocess.run(["sh", "-c", here], check=True, env={"PATH": f"{tools}:{os.environ['PATH']}"})
    return (root / "boot/firmware/ballottino/first-boot.log").read_text()


def test_only_the_first_start_installs_the_package(boot: Path, tmp_path: Path, package: Path) -> None:
    assert card.make(boot, package, BONNET) == boot
    said = start(tmp_path)
    assert said == f"--install {boot}/ballottino/{package.name}\nprofile\n"
    assert (tmp_path / "etc/ballottino/profile").read_text() == "adafruit-bonnet\n"
    assert (boot / "cmdline.txt").read_bytes() == CMDLINE
    assert [file.name for file in (boot / "ballottino").iterdir()] == ["first-boot.log"]


def test_a_first_start_that_fails_says_why_and_does_not_come_again(boot: Path, tmp_path: Path, package: Path) -> None:
    card.make(boot, package, BONNET)
    assert "sudo apt install" in start(tmp_path, status=1)
    assert (boot / "cmdline.txt").read_bytes() == CMDLINE
    assert (boot / "ballottino" / package.name).exists()


def test_the_script_of_the_imager_stays(boot: Path, tmp_path: Path, package: Path) -> None:
    card.make(boot, package, BONNET)
    (boot / "cmdline.txt").write_bytes((boot / "cmdline.txt").read_bytes().rstrip() + IMAGERS + b"\n")
    start(tmp_path)
    assert (boot / "cmdline.txt").read_bytes() == CMDLINE.rstrip() + IMAGERS + b"\n"


def test_a_profile_of_ones_own_goes_with_the_card(boot: Path, tmp_path: Path, package: Path) -> None:
    own = tmp_path / "my-box.toml"
    shutil.copy(Path(__file__).parents[2] / "hardware/profiles/breadboard.toml", own)
    card.make(boot, package, str(own))
    start(tmp_path)
    kept = tmp_path / "etc/ballottino"
    assert (kept / "profile").read_text() == "/etc/ballottino/profile.toml\n"
    assert (kept / "profile.toml").read_bytes() == own.read_bytes()
