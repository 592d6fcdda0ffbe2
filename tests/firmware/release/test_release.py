"""The file of a release: only one that is whole, and signed by a key we know for this purpose, is unpacked."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from companion.refusal import Damaged, OfOtherVersion, Refusal
from firmware.install.plan import CHECKOUT
from firmware.install.versions import source_files
from firmware.release import archive, signature
from firmware.release.__main__ import main
from firmware.release.archive import HEAD, LENGTHS
from tests.firmware.release.releases import line_of, make_key, make_release, program

FILES = {"source/a": "first", "source/deep/b": "second" * 10_000, "wheels/c.whl": ""}


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_key(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="module")
def release(key: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return make_release(tmp_path_factory.mktemp("parts"), key, "0.2.0", FILES)


def unpack(data: bytes, key: Path, folder: Path) -> str:
    file = BytesIO(data)
    found = archive.read_list(file, [line_of(key)])
    archive.unpack(file, found, folder)
    return found.version


def signed(listed: object, key: Path, stream: bytes = zlib.compress(b"")) -> bytes:
    """Return a release with any list at all, signed: our own key may slip, too."""
    text = listed if isinstance(listed, bytes) else json.dumps(listed).encode()
    seal = signature.sign(text, key)
    return HEAD % 1 + LENGTHS.pack(len(text), len(seal)) + text + seal + stream


def test_every_file_is_unpacked_as_it_was(release: bytes, key: Path, tmp_path: Path) -> None:
    assert unpack(release, key, tmp_path) == "0.2.0"
    found = {str(path.relative_to(tmp_path)): path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    assert found == FILES


def test_a_torn_release_is_refused_wherever_it_ends(release: bytes, key: Path, tmp_path: Path) -> None:
    ends = [*range(40), *Random(1).sample(range(40, len(release)), 40), len(release) - 1]
    for number, end in enumerate(ends):
        with pytest.raises(Damaged):
            unpack(release[:end], key, tmp_path / str(number))


def test_a_changed_byte_is_refused_wherever_it_is(release: bytes, key: Path, tmp_path: Path) -> None:
    for number, at in enumerate(Random(2).sample(range(len(release)), 60)):
        changed = release[:at] + bytes([release[at] ^ 1]) + release[at + 1 :]
        with pytest.raises((Damaged, OfOtherVersion)):
            unpack(changed, key, tmp_path / str(number))


def test_nothing_may_follow_the_files(release: bytes, key: Path, tmp_path: Path) -> None:
    with pytest.raises(Damaged):
        unpack(release + b"more", key, tmp_path)


def test_only_a_known_key_counts(release: bytes, tmp_path: Path) -> None:
    with pytest.raises(Damaged, match="update-forged"):
        unpack(release, make_key(tmp_path), tmp_path / "out")
    with pytest.raises(Refusal, match="update-no-key"):
        archive.read_list(BytesIO(release), [])
    assert not (tmp_path / "out").exists()


def test_the_list_of_one_release_does_not_vouch_for_another(release: bytes, key: Path, tmp_path: Path) -> None:
    """Head, list and signature of a good release before other files: each digest is looked at."""
    other = make_release(tmp_path, key, "0.2.0", FILES | {"source/a": "fiRst"})
    lengths = LENGTHS.unpack(release[len(HEAD % 1) : len(HEAD % 1) + LENGTHS.size])
    cut = len(HEAD % 1) + LENGTHS.size + sum(lengths)
    other_lengths = LENGTHS.unpack(other[len(HEAD % 1) : len(HEAD % 1) + LENGTHS.size])
    other_cut = len(HEAD % 1) + LENGTHS.size + sum(other_lengths)
    with pytest.raises(Damaged, match="update-torn"):
        unpack(release[:cut] + other[other_cut:], key, tmp_path / "out")


def test_a_signature_for_another_purpose_does_not_count(key: Path, tmp_path: Path) -> None:
    listed = tmp_path / "list"
    listed.write_text(json.dumps({"version": "9.9.9", "files": []}))
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", str(key), "-n", "git", str(listed)], check=True)
    seal = Path(f"{listed}.sig").read_bytes()
    data = HEAD % 1 + LENGTHS.pack(listed.stat().st_size, len(seal)) + listed.read_bytes() + seal + zlib.compress(b"")
    with pytest.raises(Damaged, match="update-forged"):
        unpack(data, key, tmp_path / "out")


@pytest.mark.parametrize(
    "listed",
    [
        b"[]",
        b"{",
        b"[" * 100_000,
        {"version": "0.2.0"},
        {"version": "0.2.0-evil/..", "files": []},
        {"version": "0.2.0", "files": [{"name": "source/../../etc/passwd", "size": 0, "sha256": ""}]},
        {"version": "0.2.0", "files": [{"name": "/etc/passwd", "size": 0, "sha256": ""}]},
        {"version": "0.2.0", "files": [{"name": "elsewhere/a", "size": 0, "sha256": ""}]},
        {"version": "0.2.0", "files": [{"name": "source", "size": 0, "sha256": ""}]},
        {"version": "0.2.0", "files": [{"name": "source/a", "size": -1, "sha256": ""}]},
        {"version": "0.2.0", "files": [{"name": "source/a", "size": 10**12, "sha256": ""}]},
    ],
)
def test_even_a_signed_list_leads_nowhere_else(key: Path, tmp_path: Path, listed: object) -> None:
    with pytest.raises(Damaged):
        unpack(signed(listed, key), key, tmp_path / "in")
    assert not list(tmp_path.iterdir())


def test_a_release_of_a_later_format_is_not_called_torn(release: bytes, key: Path) -> None:
    with pytest.raises(OfOtherVersion):
        archive.read_list(BytesIO(release.replace(b"release 1\n", b"release 2\n", 1)), [line_of(key)])


def test_nothing_is_asked_of_memory_before_the_signature(key: Path) -> None:
    huge = HEAD % 1 + LENGTHS.pack(2**32 - 1, 2**32 - 1) + b"x" * 100
    with pytest.raises(Damaged):
        archive.read_list(BytesIO(huge), [line_of(key)])


def test_the_whole_program_makes_a_release_that_a_box_can_read(
    key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ballottino.update"
    assert main(["--no-wheels", str(key), str(file)]) == 0
    unpack(file.read_bytes(), key, tmp_path / "out")
    expected = {name: path.read_bytes() for name, path in source_files(CHECKOUT).items()}
    assert {name: path.read_bytes() for name, path in source_files(tmp_path / "out/source").items()} == expected
    assert "firmware/install/ballottino-errand.path" in expected
    bare = [sys.executable, "-B", "-E", "-S", "-m", "firmware.install", "--help"]
    assert subprocess.run(bare, cwd=tmp_path / "out/source", capture_output=True, timeout=60).returncode == 0
    assert main(["--show-key", f"{key}.pub"]) == 0
    assert capsys.readouterr().out.endswith(f"{line_of(key)}\n")


def test_a_release_that_cannot_be_made_is_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--no-wheels", str(tmp_path / "no-key"), str(tmp_path / "file")]) == 1
    assert "Traceback" not in capfd.readouterr().err


def test_the_keys_of_the_program_and_the_owner_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = tmp_path / "keys.txt"
    ours.write_text("# none yet\n\nrelease ours\n")
    monkeypatch.setattr(signature, "OUR_KEYS", ours)
    assert signature.known_keys(tmp_path) == ["release ours"]
    (tmp_path / "etc/ballottino").mkdir(parents=True)
    (tmp_path / "etc/ballottino/release-keys").write_text("release mine\n")
    assert signature.known_keys(tmp_path) == ["release ours", "release mine"]


def test_every_key_of_ours_can_be_read() -> None:
    """A line that ssh-keygen does not understand would refuse every update."""
    assert all(line.startswith('release namespaces="ballottino-release" ssh-') for line in signature.known_keys())


def test_a_program_is_what_a_checkout_is(tmp_path: Path, key: Path) -> None:
    data = make_release(tmp_path, key, "1.0", program("1.0", "#!/bin/sh\n"))
    assert unpack(data, key, tmp_path / "out") == "1.0"
