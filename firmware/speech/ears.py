"""All scenes that have words for the ear, the questions and the maps among them."""

from __future__ import annotations

from firmware.speech import maps, questions
from firmware.speech.scenes import spoken

__all__ = ["maps", "questions", "spoken"]
