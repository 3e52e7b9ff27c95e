"""What stands before a game: who plays, the options, and how it is told."""
