"""A real Mosquitto for tests, with our own configuration, passwords and access rules."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

from firmware import club
from tests.waiting import wait_until as until

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
PASSWORDS = shutil.which("mosquitto_passwd")
OURS = Path(club.__file__).parent


class Broker:
    """A broker on a port of its own, which can be killed and come back."""

    def __init__(
        self, folder: Path, users: Sequence[str], password: str, without: Sequence[str] = (), beside: str = ""
    ) -> None:
        """Start a broker by our configuration, `without` some of its lines, and with others `beside` its listener."""
        assert MOSQUITTO is not None
        assert PASSWORDS is not None
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        config = (
            (OURS / "mosquitto.conf").read_text().replace("listener 1883", f"listener {self.port} 127.0.0.1{beside}")
        )
        for line in without:
            assert line in config
            config = config.replace(line, "")
        passwords, rules = folder / "ballottino.passwords", folder / "ballottino.acl"
        (folder / "broker.conf").write_text(f"user root\n{config.replace('/etc/mosquitto', str(folder))}")
        shutil.copy(OURS / "mosquitto.acl", rules)
        passwords.touch()
        for user in users:
            subprocess.run([PASSWORDS, "-b", passwords, user, password], check=True, capture_output=True)
        for secret in (passwords, rules):
            secret.chmod(0o600)
        self.start()

    def start(self) -> None:
        """Start it, or start it again after it was killed."""
        command = [str(MOSQUITTO), "-c", str(self.folder / "broker.conf")]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(self._answers)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def address(self, user: str) -> str:
        return f"mqtt://{user}@127.0.0.1:{self.port}"
