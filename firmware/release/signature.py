"""Signatures of releases: Ed25519, made and checked by `ssh-keygen -Y`."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from companion.refusal import Damaged, Refusal

PURPOSE = "ballottino-release"
"""The purpose of our signatures: one that the same key made for anything else does not count."""
SIGNER = "release"
"""The signer's name in the list of keys."""
OUR_KEYS = Path(__file__).with_name("keys.txt")
OWNERS_KEYS = "/etc/ballottino/release-keys"
"""The file in which the owner of a box can add keys, in the same form; only root may write it."""
PATIENCE = 20.0


def known_keys(root: Path = Path("/")) -> list[str]:
    """Return the lines with keys whose releases are accepted: those that came with the program, and the owner's."""
    lines = []
    for file in (OUR_KEYS, root / OWNERS_KEYS.lstrip("/")):
        try:
            lines += file.read_text("utf-8", "replace").splitlines()
        except OSError:
            continue
    return [line for line in lines if line.strip() and not line.startswith("#")]


def key_line(public: str) -> str:
    """Return the line of the list for a public key, as `ssh-keygen` wrote it.

    >>> key_line("ssh-ed25519 AAAA anna@laptop")
    'release namespaces="ballottino-release" ssh-ed25519 AAAA'
    """
    kind, data = public.split()[:2]
    return f'{SIGNER} namespaces="{PURPOSE}" {kind} {data}'


def sign(data: bytes, key: Path) -> bytes:
    """Return the signature of some bytes by a private key, which `ssh-keygen` may ask a passphrase for."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "signed")
        file.write_bytes(data)
        subprocess.run(["ssh-keygen", "-Y", "sign", "-q", "-f", str(key), "-n", PURPOSE, str(file)], check=True)
        return Path(folder, "signed.sig").read_bytes()


def verify(data: bytes, signature: bytes, keys: list[str]) -> None:
    """Refuse bytes that no known key has signed for this purpose."""
    if not keys:
        raise Refusal("update-no-key")
    with tempfile.TemporaryDirectory() as folder:
        allowed, signed = Path(folder, "keys"), Path(folder, "signature")
        allowed.write_text("".join(f"{line}\n" for line in keys), "utf-8")
        signed.write_bytes(signature)
        check = ["ssh-keygen", "-Y", "verify", "-f", str(allowed), "-I", SIGNER, "-n", PURPOSE, "-s", str(signed)]
        try:
            done = subprocess.run(check, input=data, capture_output=True, timeout=PATIENCE)
        except (OSError, subprocess.TimeoutExpired) as fault:
            raise Refusal("update-no-tool", why=str(fault)) from fault
    if done.returncode:
        raise Damaged("update-forged")
