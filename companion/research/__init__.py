"""The games as strangers' programs want them: OpenSpiel games and PettingZoo environments.

Needs the extra `ballottino[research]`; nothing else of ours imports this. RESEARCH.md shows how to use it.
"""
