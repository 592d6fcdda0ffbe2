"""Scenes of a game being played: what happened, what is asked, and the menu behind BACK."""
