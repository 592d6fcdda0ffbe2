"""The print on boards: load, check, word and edit it."""

from companion.layout.layout import Fact, Layout, check_complete, check_known, dump, forget, load, parse, save

__all__ = ["Fact", "Layout", "check_complete", "check_known", "dump", "forget", "load", "parse", "save"]
