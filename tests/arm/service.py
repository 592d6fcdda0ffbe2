"""Starts the box as its unit says, in place of systemd, and looks how it does: `unshare --net python3 service.py`.

It has a network of its own, where port 80 is free and nobody else can see it. The wires are simulated; all else is as
installed: user, rights, folders, environment, signs of life.
"""

from __future__ import annotations

import fcntl
import os
import re
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

UNIT = Path("/etc/systemd/system/ballottino.service")
SIGNS = "/run/ballottino-signs"
USER = "ballottino"
BIND = "+net_bind_service"
PATIENCE = 180.0  # under emulation everything takes ten times as long


def settings(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text("utf-8"), re.MULTILINE)


def switch_on_loopback() -> None:
    set_flags, up = 0x8914, 1  # SIOCSIFFLAGS, IFF_UP
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh", b"lo", up).ljust(40, b"\0"))


def folders() -> None:
    """Those that systemd makes: StateDirectory and RuntimeDirectory."""
    for place in ("/var/lib/ballottino", "/run/ballottino"):
        os.makedirs(place, mode=0o700, exist_ok=True)
        shutil.chown(place, USER, USER)


def start() -> subprocess.Popen[bytes]:
    command = re.sub(r"--profile \S+", "--profile simulated", settings("ExecStart")[0])
    rights = ["--reuid", USER, "--regid", USER, "--init-groups", "--inh-caps", BIND, "--ambient-caps", BIND]
    told = {"NOTIFY_SOCKET": SIGNS, "WATCHDOG_USEC": "1000000"}
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"} | told
    environment |= dict(setting.split("=", 1) for setting in settings("Environment"))
    return subprocess.Popen(
        ["setpriv", *rights, "--no-new-privs", *shlex.split(command)],
        env=environment,
        cwd=settings("WorkingDirectory")[0],
        stdin=subprocess.DEVNULL,
    )


def wait_for(sign: bytes, signs: socket.socket) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if sign in signs.recv(4096).split(b"\n"):
            return
    sys.exit(f"the box never said {sign.decode()}")


def main() -> None:
    switch_on_loopback()
    folders()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as signs:
        signs.bind(SIGNS)
        os.chmod(SIGNS, 0o777)
        signs.settimeout(PATIENCE)
        begun = time.monotonic()
        box = start()
        try:
            wait_for(b"READY=1", signs)
            ready = time.monotonic() - begun
            wait_for(b"WATCHDOG=1", signs)
            with urllib.request.urlopen("http://127.0.0.1/", timeout=PATIENCE) as page:
                if page.status != 200 or b"<html" not in page.read():
                    sys.exit("the mirror is not the page it should be")
            box.send_signal(signal.SIGTERM)
            if status := box.wait(PATIENCE):
                sys.exit(f"the box ended with {status}")
        finally:
            box.kill()
    print(f"   ready after {ready:.1f} s, alive, on port 80, and stopped when told to")


if __name__ == "__main__":
    main()
