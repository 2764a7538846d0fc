"""Live Wire, four rounds of tricks over a grid of Hot and Cold, each seat with a Goal of its own."""

from engine.livewire.game import LIVEWIRE, LiveWire

__all__ = ["LIVEWIRE", "LiveWire"]
