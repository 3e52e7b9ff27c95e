"""The games that are played in the maze: hiding, seeking, hunting, on the screen."""
