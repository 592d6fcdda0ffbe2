"""The connection to a broker: kept up by paho in a thread of its own, and never waited for."""

from __future__ import annotations

import logging
import secrets
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion.refusal import Malformed
from firmware.club.address import AUTHORITY, Address, password

AT_MOST_ONCE, AT_LEAST_ONCE = 0, 1
KEEP_ALIVE = 20
"""Seconds after which a silent connection counts as lost; the broker waits half as long again."""
RETRY = 1, 1
"""Seconds between attempts to connect, the first and the longest: the wall is right soon after a broker is back."""

log = logging.getLogger("ballottino.club")


def own_authority(folder: Path) -> str | None:
    """Return the file with the authority that a club trusts for its broker; without one it is those of the system.

    Refuse a file that holds no certificate.
    """
    place = folder / AUTHORITY
    if not place.exists():
        return None
    try:
        ssl.create_default_context(cafile=place)
    except (OSError, ValueError) as error:  # an SSLError is an OSError
        raise Malformed("bad-authority", value=AUTHORITY) from error
    return str(place)


class Ears(Protocol):
    """Whoever wants to know what happens on a link. All of it is called in the link's own thread."""

    def connected(self) -> None: ...

    def refused(self, why: str) -> None:
        """Hear that the broker does not let us in."""

    def delivered(self, number: int) -> None:
        """Hear that the broker has the message that `send` gave this number."""

    def heard(self, topic: str, data: bytes) -> None: ...


class Link:
    """A connection to a broker that comes back by itself."""

    def __init__(
        self,
        address: Address,
        folder: Path,
        ears: Ears,
        *,
        client_id: str = "",
        lasting: bool = False,
        secret: str | None = None,
    ) -> None:
        """Prepare a connection, by the password of the folder unless there is another `secret`.

        If it is `lasting`, the broker keeps for it what comes while it is away.
        """
        self.address = address
        self._ears = ears
        self._client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=client_id or f"{address.name}-{secrets.token_hex(4)}",
            clean_session=not lasting,
        )
        if address.user:
            self._client.username_pw_set(address.user, password(folder) if secret is None else secret)
        if address.tls:
            self._client.tls_set(ca_certs=own_authority(folder))
        self._client.max_queued_messages_set(0)  # as many as we hand over: the outbox bounds them
        self._client.reconnect_delay_set(*RETRY)
        self._client.on_connect = self._on_connect
        self._client.on_publish = self._on_publish
        self._client.on_message = self._on_message

    def will(self, topic: str, payload: bytes) -> None:
        """Have the broker say this for us, and keep it, once we are gone without a word."""
        self._client.will_set(topic, payload, qos=AT_LEAST_ONCE, retain=True)

    def start(self) -> None:
        """Connect as soon as the broker can be reached."""
        self._client.connect_async(self.address.host, self.address.port, KEEP_ALIVE)
        self._client.loop_start()

    def stop(self) -> None:
        """Say goodbye, and end the thread."""
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def is_up(self) -> bool:
        return bool(self._client.is_connected())

    def subscribe(self, topic: str) -> None:
        self._client.subscribe(topic, qos=AT_LEAST_ONCE)

    def look_at(self, topic: str) -> None:
        """Hear what is said by a topic from now on, and what it retains; nothing of it is kept while we are away."""
        self._client.subscribe(topic, qos=AT_MOST_ONCE)

    def unsubscribe(self, topic: str) -> None:
        self._client.unsubscribe(topic)

    def send(self, topic: str, payload: bytes, *, retain: bool = False) -> int:
        """Hand a message over and return its number. It is sent now, or again and again until the broker has it."""
        return int(self._client.publish(topic, payload, qos=AT_LEAST_ONCE, retain=retain).mid)

    def _on_connect(self, _: Client, __: Any, ___: Any, reason: ReasonCode, ____: Any) -> None:
        if reason.is_failure:
            self._guarded(self._ears.refused, str(reason))
        else:
            self._guarded(self._ears.connected)

    def _on_publish(self, _: Client, __: Any, mid: int, ___: Any, ____: Any) -> None:
        self._guarded(self._ears.delivered, mid)

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        self._guarded(self._ears.heard, message.topic, message.payload)

    @staticmethod
    def _guarded(call: Callable[..., None], *what: Any) -> None:
        """Call an ear. An error of ours must not end paho's thread, and with it the connection."""
        try:
            call(*what)
        except Exception:
            log.exception("a message of the club was lost")
