"""Capture-the-flag in the laboratory: analysis, arena, bench."""
