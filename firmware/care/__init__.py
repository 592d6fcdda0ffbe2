"""The box looks after itself: backups, its health, its log."""
