"""Games that are kept: the ledger, a game's file and its lock, records, and durable files."""

from companion.ledger.ledger import Ledger, Listed, default_folder

__all__ = ["Ledger", "Listed", "default_folder"]
