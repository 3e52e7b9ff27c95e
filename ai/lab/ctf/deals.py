"""The mazes of an arena: another one for each deal, with both teams on each side of it."""

from games.ctf.tournament import dealt as dealt
