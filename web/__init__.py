"""Phones around the table: a mirror for everyone, a private page for each seat. Optional, never needed."""
