"""The rules of Guess 2/3: exact targets, closed rounds, the classic pool, crowds, and the game."""

from games.guess.rules.game import GAME as GAME
