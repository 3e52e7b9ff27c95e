"""The review of a game of Ra: its costliest choices, each with the better one and the moment."""
