"""Games that are kept: the ledger and its index, a game's file and its lock, records, and deleted games."""

from companion.ledger.ledger import Adopted, Ended, Ledger, Listed, begun_as, default_folder

__all__ = ["Adopted", "Ended", "Ledger", "Listed", "begun_as", "default_folder"]
