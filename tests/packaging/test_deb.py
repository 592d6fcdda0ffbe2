"""The Debian package: what is in it, what it says of itself, and what its scripts run."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from firmware.install.versions import source_files
from firmware.package import deb

pytestmark = [
    pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="no dpkg-deb"),
    pytest.mark.xdist_group("deb"),
]

ROOT = Path(__file__).parents[2]
WHEEL = "some-1.0-py3-none-any.whl"


@pytest.fixture(scope="module", params=["arm64", "amd64"])
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a package whose only library is a stand-in."""
    folder = tmp_path_factory.mktemp("deb")
    (folder / "wheels").mkdir()
    (folder / "wheels" / WHEEL).write_bytes(b"a wheel")
    callers_mask = os.umask(0o077)
    try:
        return deb.build(request.param, folder / "wheels", folder)
    finally:
        os.umask(callers_mask)


def inside(package: Path) -> dict[str, tarfile.TarInfo]:
    packed = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        return {member.name.removeprefix("./"): member for member in archive}


def field(package: Path, name: str) -> str:
    return subprocess.run(["dpkg-deb", "--field", package, name], check=True, capture_output=True, text=True).stdout


def test_the_package_holds_the_whole_program_and_its_libraries(package: Path) -> None:
    found = inside(package)
    assert {f"usr/lib/ballottino/source/{name}" for name in source_files(ROOT)} <= found.keys()
    assert f"usr/lib/ballottino/wheels/{WHEEL}" in found
    assert not [name for name in found if "/tests/" in name or name.endswith((".pyc", ".mo"))]
    assert {"usr/share/doc/ballottino/copyright", "usr/share/doc/ballottino/changelog.gz"} <= found.keys()
    assert [file.name for file in package.parent.iterdir() if file.name.endswith(".tree")] == []


def test_everyone_may_read_it_and_only_root_may_change_it(package: Path) -> None:
    for name, member in inside(package).items():
        assert (member.uname, member.gname) == ("root", "root"), name
        assert member.mode in ((0o755,) if member.isdir() else (0o644, 0o755)), name
    assert inside(package)["usr/sbin/ballottino-setup"].mode == 0o755


def test_nothing_is_installed_where_only_the_installer_writes(package: Path) -> None:
    assert not [name for name in inside(package) if name.startswith(("opt", "etc", "var", "usr/local"))]


def test_the_fields_name_what_each_kind_of_computer_needs(package: Path) -> None:
    arch = field(package, "Architecture").strip()
    assert package.name == f"ballottino_{field(package, 'Version').strip()}_{arch}.deb"
    wanted = field(package, "Depends")
    assert "python3-venv" in wanted
    assert "openssh-client" in wanted, "updates are checked with it"
    assert ("python3-lgpio" in wanted) == ("python3-spidev" in wanted) == (arch == "arm64")
    assert "gcc" not in wanted, "nothing is compiled"


def script(name: str, folder: Path, *arguments: str) -> tuple[list[str], str]:
    """Run a script of the package in a folder; return what it asked the installer for, and what it printed."""
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    (tools / "ballottino-setup").write_text('#!/bin/sh\necho "$*" >>"${0%/*}/asked"\n')
    (tools / "ballottino-setup").chmod(0o755)
    (tools / "asked").write_text("")
    text = (deb.SCRIPTS / name).read_text().replace("/etc/", f"{folder}/etc/").replace("/var/", f"{folder}/var/")
    environment = {"PATH": f"{tools}:{os.environ['PATH']}"}
    ended = subprocess.run(
        ["sh", "-c", text, name, *arguments], env=environment, check=True, capture_output=True, text=True
    )
    return (tools / "asked").read_text().splitlines(), ended.stdout


@pytest.mark.parametrize(
    ("name", "arguments", "asked"),
    [
        ("postinst", ("configure", ""), ["configure"]),
        ("postinst", ("configure", "0.0.1"), ["configure"]),
        ("postinst", ("abort-upgrade", "0.2.0"), []),
        ("prerm", ("remove",), ["uninstall --keep-settings"]),
        ("prerm", ("upgrade", "0.2.0"), []),
        ("postrm", ("remove",), []),
        ("postrm", ("upgrade", "0.2.0"), []),
        ("postrm", ("purge",), []),
    ],
)
def test_scripts_only_run_the_installer(
    tmp_path: Path, name: str, arguments: tuple[str, ...], asked: list[str]
) -> None:
    assert script(name, tmp_path, *arguments)[0] == asked


def test_purging_takes_the_settings_and_never_a_game(tmp_path: Path) -> None:
    game, secret = tmp_path / "var/lib/ballottino/games/1.sqlite", tmp_path / "etc/ballottino/hotspot"
    for file in (game, secret):
        file.parent.mkdir(parents=True)
        file.write_text("worth keeping")
    script("postrm", tmp_path, "remove")
    assert secret.exists()
    said = script("postrm", tmp_path, "purge")[1]
    assert not secret.parent.exists()
    assert game.read_text() == "worth keeping"
    assert f"sudo rm -r {tmp_path}/var/lib/ballottino" in said


def test_the_package_can_be_set_up_without_the_checkout(package: Path, tmp_path: Path) -> None:
    """Its installer needs nothing but the system's Python and what lies in the package."""
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path], check=True)
    command = (tmp_path / "usr/sbin/ballottino-setup").read_text().replace("/usr/lib", f"{tmp_path}/usr/lib")
    (tmp_path / "setup").write_text(command)
    arguments = ["install", "--dry-run", "--root", str(tmp_path / "card"), "--profile", "adafruit-bonnet"]
    ended = subprocess.run(
        ["python3", "-I", "-B", tmp_path / "setup", *arguments], cwd="/", capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "write /boot/firmware/config.txt" in ended.stdout
