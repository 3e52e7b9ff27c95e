"""The Royal Game of Ur: a race of 4,600 years, two paths that share the middle of the board.

A rule set has its usual number of pieces, which holds where none is named: `rules=masters` alone
is a game of 7, `rules=blitz` one of 5.
"""

from __future__ import annotations

from typing import Final

from games.spec import (
    HINT,
    Action,
    Course,
    Daily,
    Days,
    GameLevel,
    GameSpec,
    Opponents,
    Option,
    Seat,
    Told,
)

SIDES: Final = ("light", "dark")
"""The seats by name in data; light begins."""
COLOURS: Final = ("Blue", "Orange")
"""The seats by name on the screen."""

SPEC = GameSpec(
    id="ur",
    title="Royal Game of Ur",
    tagline="Race your pieces across a 4,600-year-old board.",
    accent="#2f6fb0",
    seats=tuple(Seat(colour.lower()) for colour in COLOURS),
    options=(
        Option(
            "rules",
            "Rules",
            "choice",
            "finkel",
            choices=("finkel", "schultz", "blitz", "masters", "aseb"),
            labels=(
                "Finkel (British Museum)",
                "Schultz: rosette on 13",
                "Blitz: captures roll again",
                "Masters: three dice",
                "Aseb: one long row",
            ),
            help="The way round, the rosettes and the dice; F1 in the game tells them all.",
        ),
        Option(
            "pieces",
            "Pieces a side",
            "int",
            7,
            low=1,
            high=7,
            step=1,
            help="Pieces per side. Leave it as it is for the real game.",
            follows="rules",
            usual=(("finkel", 7), ("schultz", 4), ("blitz", 5), ("masters", 7), ("aseb", 5)),
        ),
    ),
    actions=(
        Action("hints", "Show the legal moves", "play", ("key:l",)),
        Action("squares", "Names of the squares", "play", ("key:n",)),
        Action("truth", "Square values", "play", ("key:t", "pad:9")),
        Action("own_throw", "Throw the dice by hand", "play", ("key:d",)),
        Action("more", "More tools", "play", ("key:x",)),
        Action("coach", "Coach: off, after mistakes, always", "play", ("key:k",)),
        HINT,
    ),
    undo="own",
    opponents=Opponents(
        default="last-move",
        shown="greedy",
        levels=(
            GameLevel("last-move"),
            GameLevel("greedy"),
            GameLevel("learner+"),
            GameLevel("net"),
        ),
        newcomer="greedy",
        newcomer_words="captures if it can, else takes a rosette, else runs with its first piece",
    ),
    days=Days(
        matches=tuple(
            Daily(agent, line="{outcome} {own} : {other} against {versus}, accuracy {accuracy}")
            for agent in ("greedy", "lookahead", "expectimax")
        ),
        line="{outcome} {own} : {other} against {versus}",
    ),
    told=Told(
        remembers=(
            "You won {won} of {matches}. Last time against {versus} {own} : {other} pieces home.",
        ),
        course=Course(
            "How strong you are",
            "strength",
            "of matches you would win against Greedy",
            "loses to all",
            "beats all",
            rival="greedy",
        ),
    ),
)
