"""How an owner makes a board of Venedig."""
