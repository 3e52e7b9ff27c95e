"""The rules of Ra: tiles and suns, moves, states, scores, and the game of the protocol."""

from games.ra.rules.game import GAME as GAME
