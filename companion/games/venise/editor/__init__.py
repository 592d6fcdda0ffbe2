"""How an owner makes a board of Venise."""
