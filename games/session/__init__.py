"""A match being played, without a window: agents, seals, undo, saving."""
