"""What was measured of Ra's agents, as sentences for their pages; shares are for one seat.

Measured by `main.py arena ra --agents A,B,B[,...] --games N --seed S`; intervals are 95%.
"""

from __future__ import annotations

from typing import Final

STRENGTHS: Final = {
    "easy": "Wins 23.2% at a table with two scribes, where a third would be fair (900 games, 20.6 "
    "to 25.8).",
    "heuristic": "Wins 99.3% at a table with two random players (150 games, 98.0 to 100).",
    "seed-net": "Wins 39.8% at a table with two scribes, where a third would be fair (450 games, "
    "35.0 to 44.6), 30.0% with three (a fourth is fair; 300 games, 24.0 to 36.0) and 20.3% with "
    "four (a fifth is fair; 300 games, 15.4 to 25.3).",
    "net": "Wins 61.4% at a table with two old oracles, where a third would be fair (210 games, "
    "54.3 to 68.5), and 53.3% with two scribes (210 games, 45.5 to 61.1).",
    "net+": "Wins 68.7% at a table with two old oracles, where a third would be fair (150 games, "
    "61.3 to 76.0), 45.0% with three (a fourth is fair; 80 games, 34.6 to 55.4) and 45.0% with "
    "four (a fifth is fair; 100 games, 35.6 to 54.4).",
}
MEASURES: Final = {
    "random": 0.0,
    "easy": 0.327,
    "heuristic": 0.387,
    "seed-net": 1 / 3,
    "net": 0.614,
    "net+": 0.687,
}
"""Shares of games won at a table with two old oracles (150, 150, 150, -, 210 and 150 games)."""
