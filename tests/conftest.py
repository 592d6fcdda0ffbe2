"""Settings of all tests, and fixtures that tests of several parts share."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, settings

from tests.twins import urn_of

# A busy machine is no fault of the code: nothing is timed.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep compiled templates in one folder, as a service does; else each of a thousand boxes compiles them again."""
    folder = tmp_path_factory.getbasetemp() / "templates"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CACHE_DIRECTORY", str(folder))
        yield


@pytest.fixture
def kept_in_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins may be read from the ledger; both are begun in the same second, and called the same."""
    monkeypatch.setattr("companion.ledger.record.Urn", urn_of)
    monkeypatch.setattr("companion.ledger.ledger.time", SimpleNamespace(strftime=lambda _: "20261116-120000"))
    monkeypatch.setattr("companion.ledger.ledger.secrets", SimpleNamespace(token_hex=lambda _: "abcdef"))
