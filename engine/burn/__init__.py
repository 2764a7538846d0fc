"""Burn: a race through hand, face-up and face-down cards."""

from engine.burn.game import BURN, Burn

__all__ = ["BURN", "Burn"]
