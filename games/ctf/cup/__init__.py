"""Tournaments of capture-the-flag in the window: who plays, how it stands, and every game again."""
