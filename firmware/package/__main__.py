"""`python3 -m firmware.package`: what `make deb` and `make card` run."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from firmware.install.machine import Failed
from firmware.package import card, deb
from hardware.profile import ProfileError, names


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python3 -m firmware.package", description="Make a package, or a card with it."
    )
    jobs = parser.add_subparsers(dest="job", required=True)
    package = jobs.add_parser("deb", help="a Debian package of this checkout, with its libraries")
    package.add_argument("arch", choices=sorted(deb.DEPENDS), help="the kind of computer it is for")
    package.add_argument("to", type=Path, help="the folder to put it into")
    package.add_argument("--wheels", type=Path, help="take the libraries from this folder, not from the index")
    image = jobs.add_parser("card", help="an image of Raspberry Pi OS with that package on it")
    image.add_argument("image", type=Path, help="the image, or where the boot partition of a card is mounted")
    image.add_argument("package", type=Path, help="the package")
    image.add_argument("--profile", default="", help="which box: a profile's name, or a file of your own")
    return parser


def make_deb(arch: str, to: Path, wheels: Path | None) -> None:
    """Build the package with its libraries, which are fetched if they are not there."""
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        if wheels is None:
            deb.fetch_libraries(arch, Path(folder))
        file = deb.build(arch, wheels or Path(folder), to)
    print(f"{file}: {file.stat().st_size // 1000} KB")


def make_card(image: Path, package: Path, profile: str) -> None:
    """Put the package onto a card, and say what is left to do."""
    if not profile:
        raise Failed(f"which box is it? make card PROFILE=..., one of {', '.join(names())}, or a file of your own")
    made = card.make(image, package, profile)
    print(
        f"{made} is ready. Put the card into the Pi: the first start takes some minutes."
        if made == image
        else f"{made} is ready to be flashed. The first start takes some minutes."
    )


def main(given: Sequence[str] | None = None) -> int:
    """Do what the command line asks; return the exit status."""
    wanted = arguments().parse_args(given)
    try:
        if wanted.job == "deb":
            make_deb(wanted.arch, wanted.to, wanted.wheels)
        else:
            make_card(wanted.image, wanted.package, wanted.profile)
    except (Failed, ProfileError, OSError, subprocess.CalledProcessError) as why:
        print(f"ballottino: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
