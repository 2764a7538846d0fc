"""Wireburn, with both editions, both paces and Red Shift."""

from engine.wireburn.game import WIREBURN, Wireburn

__all__ = ["WIREBURN", "Wireburn"]
