"""Settings of all tests, and fixtures that tests of several parts share."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, settings

from tests.twins import urn_of

# A busy machine is no fault of the code: nothing is timed.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture
def kept_in_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins may be read from the ledger; both are begun in the same second, and called the same."""
    monkeypatch.setattr("companion.ledger.record.Urn", urn_of)
    monkeypatch.setattr("companion.ledger.ledger.time", SimpleNamespace(strftime=lambda _: "20261116-120000"))
    monkeypatch.setattr("companion.ledger.ledger.secrets", SimpleNamespace(token_hex=lambda _: "abcdef"))
