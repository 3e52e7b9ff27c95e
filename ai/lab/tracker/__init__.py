"""The tracker in the laboratory: episodes for analysis, arena, training and speeds."""
