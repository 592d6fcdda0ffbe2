"""Games that are kept: the ledger and its index, a game's file and its lock, records, and deleted games."""

from companion.ledger.ledger import Ended, Ledger, Listed, begun_as, default_folder

__all__ = ["Ended", "Ledger", "Listed", "begun_as", "default_folder"]
