"""The card: a disk image with a boot and a root partition, made without loop devices, and the tree of its Pi.

A Pi's own firmware reads `config.txt` and switches buses on in the device tree before it starts the kernel. QEMU has
no such firmware, so that is done here, from the very lines that our installer has written.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.boot.building.kept import Failed, run

MIB = 1 << 20
SECTOR = 512
BOOT_LABEL, ROOT_LABEL = "BOOTFS", "ballottino"
I2C, SPI = "/soc/i2c@7e804000", "/soc/spi@7e204000"
REVISION = "a02082"
"""A Pi 3 Model B. Pin libraries read it."""

UNPACK = """
set -e
part=$1.part
dd if="$1" of="$part" bs=1M skip="$3" conv=sparse
e2fsck -p "$part" || [ $? -eq 1 ]
debugfs -R "rdump / $2" "$part"
rm "$part"
"""

MERGED = """
set -eu
mkdir -p "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=$1/base,upperdir=$1/layer,workdir=$1/work" "$1/root"
mke2fs -q -F -t ext4 -L "$3" -d "$1/root" -E "offset=$4,lazy_itable_init=0" "$2" "$5k"
"""


class Part(NamedTuple):
    """A partition, in sectors."""

    start: int
    size: int
    kind: str

    @property
    def offset(self) -> int:
        return self.start * SECTOR


def layout(size: int) -> tuple[Part, Part]:
    """Return the boot and the root partition of a card, laid out as Raspberry Pi OS does; refuse an odd card.

    >>> layout(2048 * MIB)
    (Part(start=8192, size=131072, kind='c'), Part(start=139264, size=4055040, kind='83'))
    """
    if size < 256 * MIB or size & (size - 1):
        raise ValueError("QEMU takes only cards whose size is a power of two")
    boot = Part(8192, 64 * MIB // SECTOR, "c")
    start = boot.start + boot.size
    return boot, Part(start, size // SECTOR - start, "83")


def table(parts: tuple[Part, ...]) -> str:
    """Return the partition table as sfdisk reads it.

    >>> print(table(layout(256 * MIB)))
    label: dos
    start=8192, size=131072, type=c
    start=139264, size=385024, type=83
    <BLANKLINE>
    """
    lines = (f"start={part.start}, size={part.size}, type={part.kind}\n" for part in parts)
    return "label: dos\n" + "".join(lines)


def write(image: Path, tree: Path, size: int = 2048 * MIB) -> None:
    """Write a card from the base and the layer in a folder; `tree/layer/boot/firmware` is its boot partition."""
    boot, root = parts = layout(size)
    with open(image, "wb") as card:
        card.truncate(size)
    script = image.with_suffix(".sfdisk")
    script.write_text(table(parts))
    run("sh", "-c", f"sfdisk --quiet '{image}' <'{script}'")
    fat = image.with_suffix(".fat")
    fat.unlink(missing_ok=True)
    run("mkfs.vfat", "-n", BOOT_LABEL, "-C", fat, str(boot.size * SECTOR // 1024))
    files = sorted((tree / "layer/boot/firmware").iterdir())
    run("mcopy", "-i", fat, *files, "::")
    run("dd", f"if={fat}", f"of={image}", "bs=1M", f"seek={boot.offset // MIB}", "conv=notrunc,sparse")
    room = root.size * SECTOR // 1024
    command = ("sh", "-c", MERGED, "sh", tree, image, ROOT_LABEL, str(root.offset), str(room))
    run("unshare", "--mount", *command, log=image.with_suffix(".log"))


def unpack(image: Path, to: Path) -> None:
    """Copy all files of a card's root partition into a folder, once what its journal still holds is in place."""
    _, root = layout(image.stat().st_size)
    to.mkdir()
    run("sh", "-c", UNPACK, "sh", image, to, str(root.offset // MIB), log=image.with_suffix(".log"))


def switches(config: str) -> dict[str, str]:
    """Return the `dtparam` settings that a boot configuration has for a Pi 3, the last of each name.

    >>> switches("dtparam=spi=on\\n[pi4]\\ndtparam=spi=off\\n[all]\\ndtparam=i2c_arm_baudrate=400000\\n")
    {'spi': 'on', 'i2c_arm_baudrate': '400000'}
    """
    found: dict[str, str] = {}
    section = "[all]"
    for line in map(str.strip, config.splitlines()):
        if line.startswith("["):
            section = line
        elif line.startswith("dtparam=") and section in ("[all]", "[pi3]"):
            name, _, value = line.removeprefix("dtparam=").partition("=")
            found[name] = value
    return found


def edits(config: str) -> Iterator[tuple[str, ...]]:
    """Yield the arguments of fdtput that do to a device tree what the firmware would."""
    wanted = switches(config)
    yield "-c", "/system"
    yield "-t", "x", "/system", "linux,revision", REVISION
    yield "-t", "s", I2C, "status", "okay" if wanted.get("i2c_arm") == "on" else "disabled"
    yield "-t", "u", I2C, "clock-frequency", wanted.get("i2c_arm_baudrate", "100000")
    if wanted.get("spi") != "on":
        yield "-t", "s", SPI, "status", "disabled"
        return
    yield "-t", "s", SPI, "status", "okay"
    # The driver throws away what it receives by a transfer that goes round for ever. The machine's model of DMA does
    # a transfer at once and to its end, which is probably why it hung. Without DMA the driver works by interrupts.
    yield "-d", SPI, "dmas"
    yield "-d", SPI, "dma-names"
    device = f"{SPI}/spidev@0"
    yield "-c", device
    # Kernels refuse a device called "spidev"; this is a real chip that the same driver serves.
    yield "-t", "s", device, "compatible", "rohm,dh2228fv"
    yield "-t", "u", device, "reg", "0"
    yield "-t", "u", device, "spi-max-frequency", "125000000"


def device_tree(of: Path, config: str, to: Path) -> None:
    """Copy a device tree, with what the boot configuration switches on."""
    shutil.copy(of, to)
    for edit in edits(config):
        options = 2 if edit[0] == "-t" else 1
        run("fdtput", *edit[:options], to, *edit[options:])


def kernel_files(root: Path) -> tuple[Path, Path, Path]:
    """Return the kernel of a Debian root, its first file system, and the device tree of a Pi 3."""
    kernels = sorted((root / "boot").glob("vmlinuz-*"))
    if not kernels:
        raise Failed(f"there is no kernel in {root}/boot")
    version = kernels[-1].name.removeprefix("vmlinuz-")
    tree = root / f"usr/lib/linux-image-{version}/broadcom/bcm2837-rpi-3-b.dtb"
    return kernels[-1], root / f"boot/initrd.img-{version}", tree
