"""The measured strength of Ra's agents, as sentences for their pages; shares are for one seat.

Measured by `main.py arena ra --agents A,B,B[,...] --games N --seed S`, the figures of 600 games and
more for `seed-net`, `net` and `net+` with `--option study=shares`, by the compiled games of the
training; intervals are 95%.
"""

from __future__ import annotations

from typing import Final

STRENGTHS: Final = {
    "easy": "Wins 23.2% at a table with two scribes, where a third would be fair (900 games, 20.6 "
    "to 25.8).",
    "heuristic": "Wins 99.3% at a table with two random players (150 games, 98.0 to 100).",
    "seed-net": "Wins 39.1% at a table with two scribes, where a third would be fair (3,000 games, "
    "37.2 to 41.0), 33.5% with three (a fourth is fair; 4,000 games, 31.9 to 35.1) and 28.6% with "
    "four (a fifth is fair; 5,000 games, 27.2 to 30.0).",
    "net": "Wins 58.8% at a table with two old oracles, where a third would be fair (3,000 games, "
    "56.8 to 60.8), 39.5% with three (a fourth is fair; 3,000 games, 37.4 to 41.5) and 32.1% with "
    "four (a fifth is fair; 1,500 games, 29.5 to 34.8); 62.8% with two scribes (1,500 games, 59.9 "
    "to 65.7).",
    "net+": "Wins 66.1% at a table with two old oracles, where a third would be fair (3,000 games, "
    "64.2 to 68.0), 46.3% with three (a fourth is fair; 3,000 games, "
    "44.2 to 48.3) and 38.3% with four (a fifth is fair; 1,000 games, 34.6 to 42.0).",
}
MEASURES: Final = {
    "random": 0.0,
    "easy": 0.213,
    "heuristic": 0.326,
    "seed-net": 1 / 3,
    "net": 0.588,
    "net+": 0.661,
}
"""Shares of games won at a table with two old oracles (150, 300, 900, -, 3,000 and 3,000 games)."""
