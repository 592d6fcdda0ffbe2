"""A box among others: what it says to its club goes through an ordinary MQTT broker."""

from collections.abc import Sequence
from importlib.util import find_spec

from companion.refusal import Refusal

BOX = ("paho",)
HALL = ("fastjsonschema", "openskill", "paho")


def are_installed(packages: Sequence[str]) -> bool:
    return all(find_spec(package) for package in packages)


def require_packages(packages: Sequence[str] = BOX) -> None:
    """Refuse if packages for a club are not installed: they are an extra, imported only where there is one."""
    if not are_installed(packages):
        raise Refusal("no-club-packages")
