"""The Royal Game of Ur: a race of 4,600 years, two paths that share the middle of the board."""

from __future__ import annotations

from games.core import GameSpec, Option

SPEC = GameSpec(
    id="ur",
    title="Royal Game of Ur",
    tagline="Race your pieces home over a board that is 4,600 years old.",
    players="2 players",
    accent="#2f6fb0",
    seats=("light", "dark"),
    options=(
        Option(
            "rules",
            "Rules",
            "choice",
            "finkel",
            choices=("finkel", "schultz"),
            labels=("Finkel: the museum's reading", "Schultz: last rosette one square early"),
            help="Where the last rosette lies: on square 14 (Finkel) or on square 13 (Schultz).",
        ),
        Option(
            "pieces",
            "Pieces a side",
            "int",
            7,
            low=1,
            high=7,
            step=1,
            help="How many pieces each side brings over the board.",
        ),
    ),
    undo="own",
    default_agent="greedy",
    human_seats=(0, 1),
)
