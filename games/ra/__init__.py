"""Ra: three to five bid suns for lots of tiles over three epochs of ancient Egypt."""

from __future__ import annotations

from typing import Final

from games.core import GameSpec, Option, Params, Seat
from games.ra.deals import DealOption, read_deal

SEAT_NAMES: Final = ("Sky", "Orange", "Green", "Purple", "Yellow")
"""The seats by their colours; each has a shape too: disc, triangle, square, diamond, cross."""


def seats(params: Params) -> tuple[Seat, ...]:
    """As many seats as players; a given deal says itself for how many it is."""
    deal = params.get("deal", "")
    count = len(read_deal(deal)[0]) if deal else params["players"]
    return tuple(Seat(name) for name in SEAT_NAMES[:count])


SPEC: Final = GameSpec(
    id="ra",
    title="Ra",
    tagline="Call Ra at the right moment: every lot has its price, and suns are all you bid.",
    accent="#D9A441",
    seats=seats,
    options=(
        Option(
            *("players", "Players", "choice", 3, (3, 4, 5)),
            labels=("Three", "Four", "Five"),
            help="Three have four suns each and end an epoch at the eighth Ra, four and five have "
            "three suns each and end it at the ninth and the tenth.",
        ),
        Option(
            *("gods_on_full_block", "Gods on a full block", "bool", True),
            help="A god may take a tile when all eight places are taken; without it a full block "
            "leaves nothing but calling Ra.",
        ),
        Option(
            *("hide", "Hidden from people", "choice", "none", ("none", "scores", "suns", "both")),
            labels=("Nothing", "Scores", "Face-down suns", "Both"),
            help="What a person does not see of the others. Agents have counted all the time.",
        ),
        DealOption(
            *("deal", "A given deal", "text", ""),
            help="The suns of each seat, a colon, and all 180 tiles in the order of drawing.",
            hidden=True,
        ),
    ),
    undo="own",
    points=True,
    default_agent="random",
    spare_agent="random",
    open_minds="after",
    turn="turn",
    day_line="{outcome} {own} points",
    remembers=("You won {won} of {matches}.",),
)
