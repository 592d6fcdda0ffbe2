"""The switch for the long tests: `make nightly` plays a million answers where `make test` plays thousands."""

from __future__ import annotations

import os

NIGHTLY = os.environ.get("NIGHTLY") == "1"
