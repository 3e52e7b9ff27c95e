"""Teams for the tournament program Pelita; a folder of its own, because Pelita imports from it."""
