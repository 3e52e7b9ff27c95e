"""Planet Wars: two fleets of planners give their orders at once, on an open map."""

from typing import Final

from games.planetwars.engine.maps import FEWEST, MOST, SYMMETRIES
from games.planetwars.engine.state import MAX_TURNS
from games.planetwars.options import (
    ANY,
    LONGEST_MAP,
    RANDOM,
    MapOption,
    drawn_map,
)
from games.spec import Action, GameSpec, Opponents, Option, Seat

NUMBERS: Final = (0, *range(FEWEST, MOST + 1))
"""How many planets a map that is made can have, 0 for a number from the seed."""

SPEC: Final = GameSpec(
    id="planetwars",
    title="Planet Wars",
    tagline="Send ships from planet to planet while your opponent's orders lie sealed.",
    accent="#7C8CFF",
    seats=(Seat("You"), Seat("Opponent", people=False)),
    options=(
        Option(
            *("planets", "Planets", "choice", 0, NUMBERS),
            labels=("Any map", *(f"{number} planets" for number in NUMBERS[1:])),
            help="How many planets a new map has.",
        ),
        Option(
            *("symmetry", "Symmetry", "choice", ANY, (ANY, *SYMMETRIES)),
            labels=("Any", "Turned", "Mirrored"),
            help="How the two halves of a new map match: turned half round, or mirrored in a line.",
        ),
        Option(
            *("turns", "Turns", "int", MAX_TURNS),
            low=50,
            high=1000,
            step=50,
            help="After so many turns more ships win.",
        ),
        MapOption(
            *("map", "Map", "text", RANDOM),
            hidden=True,
            drawn=drawn_map,
            file_bytes=LONGEST_MAP,
        ),
        MapOption(
            *("maps", "Folder of maps", "text", ""),
            hidden=True,
            file_bytes=LONGEST_MAP,
            folder=True,
        ),
    ),
    undo="none",
    actions=(
        Action("end_turn", "End the turn", "orders", ("key:return", "key:enter", "pad:3")),
        Action("pick", "Choose a source, or send there", "orders", ("key:space", "pad:0")),
        Action("also_pick", "Choose one more source", "orders", ("key:x", "pad:2")),
        *(
            Action(f"share_{10 * n}", f"Send {10 * n}%", "orders", (f"key:{n}", f"key:[{n}]"))
            for n in range(1, 10)
        ),
        Action("share_100", "Send all", "orders", ("key:0", "key:[0]")),
        Action("share_0", "Send all that is safe", "orders", ("key:s",)),
        Action("larger", "Send a quarter more", "orders", ("key:e", "pad:4")),
        Action("together", "Land together, or at once", "orders", ("key:t", "pad:9")),
        Action("supply", "Supply line to the planet in hand", "orders", ("key:l", "pad:10")),
        Action("live", "Turns go on by themselves", "orders", ("key:v", "pad:5")),
    ),
    opponents=Opponents(default="cadet", spare="random", bands=(0.5, 0.8, 0.9)),
)
