"""The Debian root of the card: made under emulation, with a kernel, and our box installed by its own installer."""

from __future__ import annotations

import os
import shutil
import sys
import uuid
from functools import partial
from pathlib import Path
from typing import NamedTuple

from companion.ledger import Ledger
from firmware.box.preferences import TEACH, Preferences
from firmware.install.versions import PARTS, PINS, pinned
from firmware.release import wheels
from tests.boot.building.card import BOOT_LABEL, ROOT_LABEL
from tests.boot.building.kept import CHECKOUT, Kept, output, run
from tests.boot.building.probe import VARIABLE

SUITE = "trixie"
ARM = CHECKOUT / "tests/arm"
HERE = Path(__file__).parent
TOOLS = {
    "mmdebstrap": "mmdebstrap",
    "qemu-aarch64-static": "qemu-user-static binfmt-support",
    "mke2fs": "e2fsprogs",
    "mkfs.vfat": "dosfstools",
    "mcopy": "mtools",
    "sfdisk": "fdisk",
    "fdtput": "device-tree-compiler",
}
"""What is needed here, and the Debian packages that bring it."""

LIKE_A_PI = "systemd-sysv,systemd-timesyncd,udev,dbus,make,python3,ca-certificates,network-manager"
FOR_A_KERNEL = "kmod,zstd,initramfs-tools"
FOR_US = "python3-venv,python3-dev,gcc,libc6-dev,swig,i2c-tools,polkitd,python3-spidev"
PACKAGES = (LIKE_A_PI, FOR_A_KERNEL, FOR_US)
"""What a Pi brings; and what our installer asks for and Debian has, so that it is fetched and unpacked once."""

LEAVE_OUT = ("doc", "man", "locale", "info")
MODULES = ["bcm2835", "sdhci-iproc", "sdhci", "mmc_block", "ext4", "bcm2835-dma", "i2c-bcm2835"]
"""What the kernel needs to find its root on the card. All the rest is loaded from there."""

HOOK = f"""#!/bin/sh
[ "$1" != prereqs ] || exit 0
. /usr/share/initramfs-tools/hook-functions
manual_add_modules {" ".join(MODULES)}
"""


class Order(NamedTuple):
    """The box that `make install` is to make.

    >>> Order("adafruit-bonnet", read_only=True).words
    ['PROFILE=adafruit-bonnet', 'READONLY=1']
    """

    profile: str
    read_only: bool = False

    @property
    def words(self) -> list[str]:
        return [f"PROFILE={self.profile}", *(["READONLY=1"] if self.read_only else [])]

    @property
    def name(self) -> str:
        return f"{self.profile}-read-only" if self.read_only else self.profile

    @property
    def command(self) -> str:
        return " ".join(["make install", *self.words])


LIBRARIES = "home/libraries"
FROM_FILES = ("env", "PIP_NO_INDEX=1", f"PIP_FIND_LINKS=/{LIBRARIES}")
"""How commands are begun that install libraries. Under emulation it takes so long to open a connection that the other
end hangs up, so this machine fetches them; pip checks their hashes as ever."""
FIRST = Order("adafruit-bonnet")
HOST = "10.0.2.2"
"""The machine that runs QEMU, as the card's network sees it."""

NETWORK = """[connection]
id=test
type=ethernet
autoconnect=true

[ipv4]
method=auto

[ipv6]
method=disabled
"""
FSTAB = f"""LABEL={ROOT_LABEL} / ext4 noatime 0 1
LABEL={BOOT_LABEL} /boot/firmware vfat noatime,x-systemd.device-timeout=1800 0 2
"""
CONSOLE = """[Service]
ExecStart=
ExecStart=-/sbin/agetty --autologin root --noclear --keep-baud 115200 %I dumb
"""
SLOW = f"""[Service]
# Under emulation a minute is not a minute.
TimeoutStartSec=1800
TimeoutStopSec=120
WatchdogSec=300
Environment={VARIABLE}={HOST}:@PORT@
"""


def tools() -> None:
    """Fetch what is missing, and let this kernel run programs for arm64."""
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    os.environ["PATH"] = path
    missing = [packages for tool, packages in TOOLS.items() if shutil.which(tool, path=path) is None]
    if missing:
        wanted = " ".join(missing)
        run("sh", "-c", f"apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq {wanted}")
    if os.uname().machine != "aarch64":
        formats = Path("/proc/sys/fs/binfmt_misc")
        if not (formats / "register").exists():
            run("mount", "-t", "binfmt_misc", "binfmt_misc", formats)
        if not (formats / "qemu-aarch64").exists():
            run("update-binfmts", "--enable", "qemu-aarch64")


def inside(kept: Path, on: str, *command: str, log: Path) -> None:
    """Run a command in a root, or in a layer over one."""
    entered: tuple[str | Path, ...] = ("sh", ARM / "enter.sh", kept, on, *command)
    run("unshare", "--mount", "--pid", "--fork", "--kill-child", *entered, log=log)


def mirror() -> list[str]:
    """Return where this machine has its own Debian packages from; nothing where it isn't Debian."""
    targets = output(
        "apt-get", "indextargets", "--format", "$(ORIGIN) $(RELEASE) $(REPO_URI)", "Created-By: Packages"
    )
    fields = (line.split() for line in targets.splitlines())
    return [found[2] for found in fields if found[0] == "Debian" and "-" not in found[1]][:1]


def connect(root: Path) -> None:
    """Reach the world from a root as this machine does: name servers, certificates, what apt and pip were told."""
    for place in ("etc/apt/apt.conf.d", "etc/ssl/certs"):
        (root / place).mkdir(parents=True, exist_ok=True)
    settings = output("apt-config", "dump", "Acquire")
    told = [line for line in settings.splitlines() if not line.startswith("Acquire::IndexTargets")]
    (root / "etc/apt/apt.conf.d/90connections").write_text("\n".join([*told, ""]))
    for file in ("etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt"):
        if Path("/", file).exists():
            shutil.copyfile(Path("/", file), root / file)


def debian(place: Path) -> None:
    """Make `base`: a Debian for arm64 with a kernel that starts from a card."""
    base, log = place / "base", place / "log"
    excluded = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in LEAVE_OUT]
    options = ["--mode=root", "--skip=check/qemu", "--architectures=arm64", "--variant=minbase", *excluded]
    if is_foreign := os.uname().machine != "aarch64":
        options.append(f'--extract-hook=sh "{ARM}/native.sh" lend "$1"')
    run("mmdebstrap", *options, f"--include={','.join(PACKAGES)}", SUITE, base, *mirror(), log=log)
    connect(base)
    add_kernel(place)
    if is_foreign:
        run("sh", ARM / "native.sh", "back", base)


def add_kernel(place: Path) -> None:
    """Install Debian's kernel. Its first file system gets what the card needs, and not what any machine might."""
    settings = place / "base/etc/initramfs-tools"
    (settings / "conf.d/modules").write_text("MODULES=list\n")
    (settings / "hooks/card").write_text(HOOK)
    (settings / "hooks/card").chmod(0o755)
    install = (
        "apt-get update -qq && apt-get install -y -qq --no-install-recommends linux-image-arm64 && apt-get clean"
    )
    inside(place, "base", "sh", "-c", install, log=place / "log")


def layer_on(root: Path, place: Path) -> Path:
    """Lay an empty layer over a root; return where its files lie."""
    (place / "base").symlink_to(root / "base")
    layer = place / "layer"
    (layer / "home").mkdir(parents=True)
    connect(layer)
    return layer


def pins() -> list[Path]:
    """Return the lists of what a Pi 3 with Debian's kernel needs."""
    return [CHECKOUT / PINS / name for name in pinned("pi5")]


def fetch_libraries(place: Path) -> None:
    """Fetch what is to be installed, and the source of lgpio."""
    wheels.fetch(place, pins())
    download = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "lgpio")
    run(*download, "--dest", place, "lgpio")


def lgpio(root: Path, libraries: Path, place: Path) -> None:
    """Build the one package that only Raspberry Pi's own archive has."""
    layer = layer_on(root, place)
    shutil.copy(ARM / "archive.sh", layer / "home")
    shutil.copytree(libraries, layer / LIBRARIES)
    inside(place, "layer", *FROM_FILES, "sh", "/home/archive.sh", "/home/archive", log=place / "log")


def install(root: Path, archive: Path, libraries: Path, order: Order, place: Path) -> None:
    """Install the last commit of this checkout as `make install` does on a Pi."""
    layer = layer_on(root, place)
    shutil.copytree(libraries, layer / LIBRARIES)
    shutil.copytree(archive / "layer/home/archive", layer / "home/archive")
    (layer / "etc/apt/sources.list.d").mkdir(parents=True)
    (layer / "etc/apt/sources.list.d/pi.list").write_text("deb [trusted=yes] file:/home/archive ./\n")
    make_install(place, order)
    for folder in ("home/archive", LIBRARIES):
        shutil.rmtree(layer / folder)


def install_another(root: Path, box: Path, order: Order, place: Path) -> None:
    """Install another order over a box, as an owner does who has bought another board, or thought again."""
    (place / "base").symlink_to(root / "base")
    run("cp", "--archive", box / "layer", place / "layer")
    make_install(place, order)


def make_install(place: Path, order: Order) -> None:
    checkout = place / "layer/home/ballottino"
    checkout.mkdir()
    run("sh", "-c", f"git -c safe.directory='*' archive HEAD | tar -x -C '{checkout}'")
    shutil.copy(HERE / "inside.py", checkout / "tests/arm")
    script = "/home/ballottino/tests/arm/inside.py"
    inside(place, "layer", *FROM_FILES, "/usr/bin/python3", "-B", script, *order.words, log=place / "log")
    shutil.rmtree(checkout)


def source() -> list[str]:
    """Return a fingerprint of each thing that an installation is made from."""
    parts = [*PARTS, "Makefile", "tests/arm", "tests/boot/building/inside.py"]
    return [output("git", "-c", "safe.directory=*", "rev-parse", f"HEAD:{part}").strip() for part in parts]


def furnish(layer: Path, port: int) -> None:
    """Add what only a card under test has: a network, a console, patience, and the probe of its pictures."""
    system = layer / "etc/systemd/system"
    texts = {
        layer / "etc/NetworkManager/system-connections/test.nmconnection": NETWORK,
        layer / "etc/fstab": FSTAB,
        layer / "etc/hostname": "ballottino\n",
        layer / "root/.hushlogin": "",  # no greeting: the last word of the console stays the system's
        system / "serial-getty@ttyS1.service.d/test.conf": CONSOLE,
        system / "ballottino.service.d/test.conf": SLOW.replace("@PORT@", str(port)),
    }
    for file, text in texts.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o600 if file.suffix == ".nmconnection" else 0o644)
    (packages,) = (layer / "opt/ballottino").glob("versions/*/lib/python3*/site-packages")
    shutil.copy(HERE / "probe.py", packages / "ballottino_probe.py")
    (packages / "ballottino_probe.pth").write_text("import ballottino_probe\n")
    games = layer / "var/lib/ballottino"
    games.mkdir(mode=0o700, parents=True, exist_ok=True)
    Preferences(Ledger(games).folder)[TEACH] = False
    owner = owner_of(layer, "ballottino")
    for path in (games, *games.rglob("*")):
        os.chown(path, *owner)


def start_before(layer: Path) -> None:
    """Leave what systemd leaves at the very first start: a box whose card is only read has been started before."""
    (layer / "etc/machine-id").write_text(f"{uuid.uuid4().hex}\n")


def owner_of(layer: Path, user: str) -> tuple[int, int]:
    """Return the numbers of a user of the root and of its group."""
    lines = (line.split(":") for line in (layer / "etc/passwd").read_text().splitlines())
    return next((int(fields[2]), int(fields[3])) for fields in lines if fields[0] == user)


def card_tree(kept: Kept, order: Order) -> tuple[Path, Path]:
    """Return the root that every card shares, and the layer over it with our box as it was ordered."""
    long = "a Debian for arm64 with a kernel (some twenty minutes, once)"
    root = kept.made("root", long, [SUITE, *PACKAGES], debian)
    of = [pin.read_text() for pin in pins()]
    libraries = kept.made("libraries", "the libraries, as files", of, fetch_libraries)
    make = partial(lgpio, root, libraries)
    archive = kept.made("lgpio", "lgpio, which Debian lacks (once)", [SUITE], make)
    of = [SUITE, *source()]
    make = partial(install, root, archive, libraries, FIRST)
    box = kept.made(f"box-{FIRST.name}", FIRST.command, of, make)
    if order != FIRST:
        make = partial(install_another, root, box, order)
        box = kept.made(f"box-{order.name}", f"{order.command} over it", [order.name, *of], make)
    return root, box
