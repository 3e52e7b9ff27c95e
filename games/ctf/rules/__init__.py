"""The rules of capture-the-flag: states, moves, what is heard, and the game of the protocol."""

from games.ctf.rules.game import GAME as GAME
