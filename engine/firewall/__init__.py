"""Firewall, four rounds of twelve tricks between two partnerships."""

from engine.firewall.game import FIREWALL, Firewall

__all__ = ["FIREWALL", "Firewall"]
