"""Scenes of Set-up: the owner's settings, the voice, the club, backups, updates and health."""
