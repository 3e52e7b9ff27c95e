"""The rules of Jaipur: goods and tokens, moves, states, and the game of the protocol."""

from games.jaipur.rules.game import GAME as GAME
