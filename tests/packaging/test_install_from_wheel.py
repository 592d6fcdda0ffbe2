"""Build the sdist, the wheel from the sdist, install it in an empty environment, and use it as a stranger would."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tarfile
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from urllib.error import URLError

import pytest
from packaging.requirements import Requirement

pytestmark = pytest.mark.xdist_group("packaging")

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "firmware", "hardware", "web")
NOT_SOURCE = (".git", ".venv", ".*_cache", ".hypothesis", "build", "dist", "__pycache__", "*.egg-info", "*.mo")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with both archives, built from a copy of the tree as `python -m build` does it.

    A copy, because a build writes into its tree, where other tests are running.
    """
    folder = tmp_path_factory.mktemp("packaging")
    shutil.copytree(ROOT, folder / "tree", ignore=shutil.ignore_patterns(*NOT_SOURCE))
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder / "dist"), str(folder / "tree")]
    done = subprocess.run(build, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return folder / "dist"


@pytest.fixture(scope="module")
def program(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the command of an environment that holds our wheel, its declared requirements, and nothing else."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, symlinks=True)
    (wheel,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin/python"), "--disable-pip-version-check"]
    done = subprocess.run([*pip, "install", "--no-index", "--no-deps", str(wheel)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (site,) = folder.glob("lib/python*/site-packages")
    (ours,) = distributions(name="ballottino", path=[str(site)])
    for needed in closure(ours):
        link(needed, site)
    return folder / "bin/ballottino"


def closure(dist: Distribution) -> Iterator[Distribution]:
    """Yield every distribution that `dist` needs without extras, directly or not."""
    seen: set[str] = set()
    waiting = [dist]
    while waiting:
        for text in waiting.pop().requires or ():
            requirement = Requirement(text)
            wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            if wanted and requirement.name not in seen:
                seen.add(requirement.name)
                found = distribution(requirement.name)
                assert found.version in requirement.specifier, requirement
                waiting.append(found)
                yield found


def link(dist: Distribution, site: Path) -> None:
    """Put an installed distribution into another environment without downloading it again."""
    for top in {file.parts[0] for file in dist.files or () if file.parts[0] not in ("..", "__pycache__")}:
        if not (site / top).exists():
            (site / top).symlink_to(Path(str(dist.locate_file(top))))


def environment(home: Path) -> dict[str, str]:
    """Return an environment in which nothing leads back to the checkout or to anyone's settings."""
    return {"PATH": os.defpath, "HOME": str(home), "LC_ALL": "C.UTF-8"}


def run(program: Path, home: Path, *arguments: str) -> str:
    done = subprocess.run(
        [program, *arguments], cwd=home, env=environment(home), capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_sdist_has_the_whole_source(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    source = {file for package in PACKAGES for file in (ROOT / package).rglob("*") if file.is_file()}
    expected = {
        str(file.relative_to(ROOT)) for file in source if file.suffix not in (".mo", ".pyc") and file.name[0] != "."
    }
    assert expected <= inside
    assert {"Makefile", "README.md", "LICENSE", "setup.py", "tests/conftest.py"} <= inside
    assert not [name for name in inside if name.endswith((".mo", ".pyc"))], "nothing that is made from the rest"


def test_wheel_has_words_and_types_and_no_tests(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    assert {f"{package}/py.typed" for package in PACKAGES} <= inside
    catalogues = {
        str(file.relative_to(ROOT).with_suffix(".mo")) for name in PACKAGES for file in (ROOT / name).rglob("*.po")
    }
    assert catalogues
    assert catalogues <= inside
    tops = {name.partition("/")[0] for name in inside}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_only_the_wheel_is_imported(program: Path, tmp_path: Path) -> None:
    """Guard the other tests: nothing comes from the checkout, and no developer's tool is available."""
    show = "import companion, importlib.util; print(companion.__file__, importlib.util.find_spec('babel'))"
    where, babel = run(program.parent / "python", tmp_path, "-c", show).split()
    assert Path(where).is_relative_to(program.parents[1])
    assert babel == "None"


def test_games_are_listed_in_every_language(program: Path, tmp_path: Path) -> None:
    for lang in ("en", "fr", "it"):
        listed = run(program, tmp_path, "--lang", lang, "games")
        assert all(name in listed for name in ("Rialto", "Venezia", "Doge", "Venise", "Venedig"))


def test_rules_are_printed(program: Path, tmp_path: Path) -> None:
    assert "DOG.P4" in run(program, tmp_path, "rules", "doge")


@pytest.mark.parametrize("game", ["rialto", "venezia", "doge", "venise", "venedig"])
def test_games_are_played(program: Path, tmp_path: Path, game: str) -> None:
    assert run(program, tmp_path, "simulate", game, "-p", "3", "-n", "2")


def test_box_runs_and_serves_its_pages(program: Path, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    arguments = ("run", "--profile", "simulated", "--host", "127.0.0.1", "--port", str(port))
    box = subprocess.Popen(
        [program, *arguments],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        page = fetch(f"http://127.0.0.1:{port}/", box)
        style = fetch(f"http://127.0.0.1:{port}/static/style.css", box)
        box.terminate()
        _, errors = box.communicate(timeout=60)
    finally:
        box.kill()
    assert "<html" in page
    assert style.strip()
    assert (box.returncode, errors) == (0, "")


def fetch(address: str, box: subprocess.Popen[str]) -> str:
    """Return a page as soon as the box serves it."""
    end = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address, timeout=60) as page:
                return str(page.read().decode())
        except URLError:
            assert box.poll() is None, box.communicate()[1]
            assert time.monotonic() < end, "no page within a minute"
            time.sleep(0.1)
