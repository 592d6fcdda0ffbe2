"""The editor with which an owner makes a board of Venise."""
