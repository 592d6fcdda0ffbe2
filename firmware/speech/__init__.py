"""The box speaks: what its screen tells and asks, for those who listen or cannot see it.

`scenes`, `questions` and `maps` put every scene into words for the ear; the `speaker` decides which of them are said
now; the `voice` says them, by espeak-ng in a process of its own.
"""
