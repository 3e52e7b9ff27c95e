"""The league of a game in the window: who plays, how they stand, and every game again."""
