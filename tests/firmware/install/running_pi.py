"""A fake Pi on which the installed program really runs, started and stopped as systemd does by the installed unit."""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.firmware.fake_pi import FakePi

ERRANDS = "ballottino-errand.path"
READY = f"""#!{sys.executable} -IS
import os, socket, time
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
    wire.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
time.sleep(600)
"""
DIES = "#!/bin/sh\nexit 3\n"
HANGS = "#!/bin/sh\nexec sleep 600\n"
ENDS_BADLY = READY.replace("import os", "import signal; signal.signal(15, lambda *_: os._exit(4)); import os")
PATIENCE = {READY: 30.0, ENDS_BADLY: 30.0, DIES: 30.0, HANGS: 0.5}
"""Seconds that stand for the unit's minute: short only for the one program that uses them up."""


class RunningPi(FakePi):
    """Installs a checkout whose whole program is `firmware/box`, and runs it."""

    def __init__(self, root: Path, *, fresh: bool = True) -> None:
        if fresh:
            super().__init__(root)
        else:
            self.root, self.commands, self.active, self.fails = root, [], set(), ""
        self.process: subprocess.Popen[bytes] | None = None
        self.loaded = ""

    def run(self, command: Sequence[str], quiet: bool) -> int:
        status = super().run(command, quiet)
        program, *rest = command
        if program.endswith("/bin/python") and rest[-1] == "/opt/ballottino/source":
            installed = program.replace("/bin/python", "/bin/ballottino").lstrip("/")
            self.put(installed, (self.root / "opt/ballottino/source/firmware/box").read_bytes())
            (self.root / installed).chmod(0o755)
        return status

    def link(self, name: str) -> str:
        return os.readlink(self.root / "opt/ballottino" / name)

    def runs(self) -> str:
        """Return the program that runs now, or nothing."""
        if self.process is None or self.process.poll() is not None:
            return ""
        script = Path(f"/proc/{self.process.pid}/cwd").resolve() / "program"
        return script.read_text()

    def boot(self) -> None:
        """Start what is wanted at boot, again and again as `Restart=always` says."""
        self._systemctl("daemon-reload")
        if not (self.root / "etc/systemd/system/multi-user.target.wants/ballottino.service").is_symlink():
            return
        for _ in range(3):
            if self._start() == 0:
                return

    def cut_power(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.process = None
        self.active.clear()

    def _systemctl(self, verb: str, *rest: str) -> int | None:  # type: ignore[override]
        if verb == "daemon-reload":
            unit = self.root / "opt/ballottino/current/ballottino.service"
            is_linked = (self.root / "etc/systemd/system/ballottino.service").is_symlink()
            self.loaded = unit.read_text("utf-8") if is_linked and unit.exists() else ""
        elif rest[-1:] == (ERRANDS,):
            (self.active.add if verb == "start" else self.active.discard)(ERRANDS)
            return None
        elif verb in ("restart", "stop"):
            self._stop()
        if verb in ("restart", "start"):
            return self._start()
        return None

    def _start(self) -> int:
        program = Path(self._lines("ExecStart")[0][0])
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as signs:
            signs.bind(f"{folder}/signs")
            text = program.read_text()
            work = Path(tempfile.mkdtemp(dir=self.root / "run"))
            (work / "program").write_text(text)
            self.process = subprocess.Popen(
                [program], cwd=work, env={**os.environ, "NOTIFY_SOCKET": f"{folder}/signs"}
            )
            result = self._wait(signs, PATIENCE[text])
        if result == "success":
            self.active.add("ballottino.service")
            self._exec("ExecStartPost", result)
            return 0
        self.cut_power()
        self._exec("ExecStopPost", result)
        return 1

    def _wait(self, signs: socket.socket, patience: float) -> str:
        assert self.process is not None
        signs.settimeout(0.02)
        until = time.monotonic() + patience
        while time.monotonic() < until:
            try:
                if signs.recv(100) == b"READY=1":
                    return "success"
            except TimeoutError:
                if self.process.poll() is not None:
                    return "exit-code"
        return "timeout"

    def _stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        result = "success" if self.process.wait() in (0, -15) else "exit-code"
        self.cut_power()
        self._exec("ExecStopPost", result)

    def _exec(self, name: str, result: str) -> None:
        """Run the unit's own command, with a `systemctl` that asks us to reload."""
        tools = self.root / "run/tools"
        tools.mkdir(exist_ok=True)
        (tools / "systemctl").write_text('#!/bin/sh\necho "$1" >>"${0%/*}/asked"\n')
        (tools / "systemctl").chmod(0o755)
        environment = {"PATH": f"{tools}:{os.environ['PATH']}", "SERVICE_RESULT": result}
        for command in self._lines(name):
            assert subprocess.run(command, env=environment).returncode == 0
        if (tools / "asked").exists():
            (tools / "asked").unlink()
            self._systemctl("daemon-reload")

    def _lines(self, name: str) -> list[list[str]]:
        text = self.loaded.replace("\\\n", "").replace("/opt/ballottino", f"{self.root}/opt/ballottino")
        found = re.findall(rf"^{name}=[-+]*(.*)$", text, re.MULTILINE)
        return [shlex.split(line.replace("$$", "$")) for line in found]
