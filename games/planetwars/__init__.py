"""Planet Wars: two fleets of planners, who give their orders at once; nothing is hidden."""

from typing import Final

from games.planetwars.engine.maps import MOST, SYMMETRIES
from games.planetwars.engine.state import MAX_TURNS
from games.planetwars.options import ANY, LONGEST_MAP, RANDOM, MapOption, PlanetsOption, drawn_map
from games.spec import GameSpec, Opponents, Option, Seat

SPEC: Final = GameSpec(
    id="planetwars",
    title="Planet Wars",
    tagline="Send ships from planet to planet while your opponent's orders lie sealed.",
    accent="#7C8CFF",
    seats=(Seat("You"), Seat("Opponent", people=False)),
    options=(
        PlanetsOption(
            *("planets", "Planets", "int", 0),
            low=0,
            high=MOST,
            step=1,
            words=((0, "any number"),),
            help="How many planets a new map has, from 15 to 30; 0 draws the number.",
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
    ),
    undo="none",
    opponents=Opponents(default="rage", spare="random"),
)
