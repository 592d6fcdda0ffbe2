"""The box looks after itself: backups, updates, its health, its log."""
