"""The pages before a game: the players, the options, and their words."""
