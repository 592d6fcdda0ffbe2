"""Games that are kept: the ledger, its catalogue and index, a game's file and its lock, records, deleted games."""

from companion.ledger.catalogue import Ended, Listed
from companion.ledger.ledger import Adopted, Ledger, begun_as, default_folder

__all__ = ["Adopted", "Ended", "Ledger", "Listed", "begun_as", "default_folder"]
