"""A box among others: what it says to its club goes through an ordinary MQTT broker."""

from importlib.util import find_spec

from companion.refusal import Refusal


def require_packages() -> None:
    """Refuse if the packages for a club are not installed: they are an extra, imported only where there is one."""
    if not all(find_spec(package) for package in ("fastjsonschema", "openskill", "paho")):
        raise Refusal("no-club-packages")
