"""By mqtts:// a box speaks to a broker whose certificate its club's own authority has signed, and to no other."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from companion.club.book import Book
from companion.club.tables import Tables
from companion.refusal import Malformed
from firmware.box.program import open_club
from firmware.club.address import AUTHORITY, CLUB, PASSWORD, Address
from firmware.club.hall import HallLink
from firmware.club.link import own_authority
from tests.firmware.boxes import TestBox
from tests.firmware.club.broker import MOSQUITTO, Broker
from tests.firmware.club.test_club import Box
from tests.waiting import wait_until as until

OPENSSL = shutil.which("openssl")
pytestmark = pytest.mark.skipif(
    MOSQUITTO is None or OPENSSL is None, reason="no mosquitto or no openssl here: apt install mosquitto openssl"
)
KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]


def openssl(*arguments: str | Path) -> None:
    subprocess.run([str(OPENSSL), *arguments], check=True, capture_output=True)


def authority(folder: Path, name: str) -> Path:
    """Make an authority of a club, as our README says."""
    certificate = folder / f"{name}.pem"
    openssl("req", "-x509", *KEY, "-subj", f"/CN={name}", "-keyout", folder / f"{name}.key", "-out", certificate)
    return certificate


def signed(folder: Path, by: str, subject: str) -> None:
    """Make a certificate for the broker that an authority has signed."""
    openssl("req", *KEY, "-subj", "/CN=broker", "-keyout", folder / "broker.key", "-out", folder / "broker.csr")
    (folder / "names").write_text(f"subjectAltName={subject}\n")
    ours = ("-CA", folder / f"{by}.pem", "-CAkey", folder / f"{by}.key", "-CAcreateserial", "-days", "2")
    made = ("-in", folder / "broker.csr", "-extfile", folder / "names", "-out", folder / "broker.pem")
    openssl("x509", "-req", *ours, *made)


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Broker]:
    monkeypatch.setenv(PASSWORD, "gondola")
    authority(tmp_path, "club")
    signed(tmp_path, "club", "IP:127.0.0.1")
    (tmp_path / "broker.key").chmod(0o644)  # for the broker's own user
    files = f"\ncertfile {tmp_path / 'broker.pem'}\nkeyfile {tmp_path / 'broker.key'}"
    started = Broker(tmp_path, ["hall", "table-1"], "gondola", beside=files)
    yield started
    started.kill()


def safely(broker: Broker, user: str, host: str = "127.0.0.1") -> str:
    return broker.address(user).replace("mqtt://", "mqtts://").replace("127.0.0.1", host)


def trust(folder: Path, certificate: Path) -> None:
    folder.mkdir(exist_ok=True)
    shutil.copy(certificate, folder / AUTHORITY)


class Safe(Broker):
    """The same broker, addressed by TLS."""

    def __init__(self, broker: Broker, host: str = "127.0.0.1") -> None:
        self.broker, self.host = broker, host

    def address(self, user: str) -> str:
        return safely(self.broker, user, self.host)


def test_a_result_arrives_by_tls_with_an_authority_of_our_own(broker: Broker, tmp_path: Path) -> None:
    for folder in ("table-1", "hall"):
        trust(tmp_path / folder, tmp_path / "club.pem")
    tables = Tables(Book(tmp_path / "hall/hall.sqlite"))
    hall = HallLink(Address.parse(safely(broker, "hall")), tmp_path / "hall", tables, lambda: None)
    hall.start()
    until(lambda: hall.is_up)
    box = Box(Safe(broker), "table-1", tmp_path)
    box.play(box.begin())
    until(lambda: len(tables.book.results()) == 1)
    box.close()
    hall.stop()
    tables.book.close()


# paho leaves its socket to be collected when the broker can't be trusted.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("case", ["no authority", "another authority", "another name", "without TLS"])
def test_a_box_speaks_to_no_broker_that_it_cannot_trust(broker: Broker, tmp_path: Path, case: str) -> None:
    trusted = authority(tmp_path, "other") if case == "another authority" else tmp_path / "club.pem"
    if case != "no authority":
        trust(tmp_path / "table-1", trusted)
    to = broker if case == "without TLS" else Safe(broker, "localhost" if case == "another name" else "127.0.0.1")
    tries: list[str] = []
    box = Box(to, "table-1", tmp_path)
    box.publisher._link._client.on_connect_fail = lambda *_: tries.append(case)
    box.publisher._link._client.on_disconnect = lambda *_: tries.append(case)
    until(lambda: len(tries) > 1)
    sleep(0.1)
    assert not box.publisher.is_up
    box.close()


def test_a_file_that_is_no_certificate_is_refused_and_the_box_starts(box: TestBox, tmp_path: Path) -> None:
    (tmp_path / AUTHORITY).write_text("no certificate")
    with pytest.raises(Malformed, match="bad-authority"):
        own_authority(tmp_path)
    box.box.preferences[CLUB] = "mqtts://table-1@127.0.0.1:9"
    open_club(box.box, None)
    assert box.box.club.publisher is None
    assert AUTHORITY in box.box.club.state()
