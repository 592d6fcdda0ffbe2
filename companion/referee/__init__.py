"""One game being played: the referee, its run over the answers, the urn, and what each seat sees."""

from companion.referee.referee import Keeper, Referee

__all__ = ["Keeper", "Referee"]
