"""The rules of Set: cards, claims with their times, tables, and the game of the protocol."""

from games.set.rules.game import GAME as GAME
