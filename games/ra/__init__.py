"""Ra: three to five bid suns for lots of tiles over three epochs of ancient Egypt."""

from __future__ import annotations

from typing import Final

from games.ra.deals import DealOption, read_deal
from games.spec import (
    HINT,
    Action,
    BadOption,
    Course,
    Days,
    GameLevel,
    GameSpec,
    Opponents,
    Option,
    Params,
    Seat,
    Told,
)

SEAT_NAMES: Final = ("Sky", "Orange", "Green", "Purple", "Yellow")
"""The seats by their colours; each has a shape too: disc, triangle, square, diamond, cross."""


class PositionOption(Option):
    """A position's line, "" for none."""

    def parse(self, value: object) -> str:
        """Return the line in its one way of writing; raises `BadOption`."""
        from games.core import BadPosition
        from games.ra.rules.lines import from_line, to_line  # the rules begin from these options

        if not isinstance(value, str):
            raise BadOption(f"{self.name} needs the line of a position.")
        try:
            return to_line(from_line(value)) if value.strip() else ""
        except BadPosition as problem:
            raise BadOption(str(problem)) from None


def seats(params: Params) -> tuple[Seat, ...]:
    """Return a seat for each player; a given position or deal sets its own number."""
    position, deal = params.get("position", ""), params.get("deal", "")
    count = len(read_deal(deal)[0]) if deal else params["players"]
    if position:
        count = position.count("|") - 1  # the block stands before the seats, what is gone behind
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
            counts=("none", "scores", "suns", "both"),
        ),
        Option(
            *("show_bag", "Odds of the bag", "bool", True),
            help="Shows what is left in the bag and how soon the epoch may end. Off for those who "
            "want to count themselves.",
            counts=(False, True),
        ),
        Option(
            *("confirm_bids", "Press bids twice", "bool", False),
            help="A bid has to be pressed a second time.",
            counts=(False, True),
        ),
        Option(
            *("confirm_gods", "Press gods twice", "bool", False),
            help="A tile for a god has to be pressed a second time.",
            counts=(False, True),
        ),
        Option(
            *("confirm_draws", "Press draws twice", "bool", False),
            help="Drawing has to be pressed a second time.",
            counts=(False, True),
        ),
        DealOption(
            *("deal", "A given deal", "text", ""),
            help="The suns of each seat, a colon, and all 180 tiles in the order of drawing.",
            hidden=True,
        ),
        PositionOption(
            *("position", "A given position", "text", ""),
            help="A line that the position editor copies; it goes before a deal.",
            hidden=True,
        ),
    ),
    undo="own",
    points=True,
    opponents=Opponents(
        default="easy",
        options=(("error", 6.0),),
        levels=(
            GameLevel("easy", (("error", 6.0),)),
            GameLevel("easy", (("error", 3.0),)),
            GameLevel("heuristic"),
            GameLevel("net+"),
        ),
        newcomer="newcomer",
        newcomer_words="draws until five tiles lie there, then calls, and bids its lowest sun for "
        "three or more",
        spare="heuristic",
        minds="after",
    ),
    told=Told(
        turn="turn",
        remembers=(
            "You won {won} of {matches}. Last time you had {own} points, the best of the others "
            "{other}.",
        ),
        course=Course(
            "How many points you make",
            "rate",
            "points a game, on average",
            "few",
            "many",
            ("points", "games"),
        ),
    ),
    days=Days(
        line="{outcome} {own} points",
    ),
    actions=(
        Action("do", "Choose what you stand on", "choice", ("key:return", "key:enter")),
        Action("draw_tile", "Draw", "choice", ("key:d",)),
        Action("call_ra", "Call Ra", "choice", ("key:c",)),
        Action("pass_bid", "Pass", "choice", ("key:n", "key:0", "key:[0]")),
        Action("unmark", "Take the last mark back", "choice", ("key:x",)),
        Action("bag", "What the bag holds", "play", ("key:b",)),
        Action("history", "The whole history", "play", ("key:l",)),
        HINT,
        Action("set_up", "Set up from here", "play", ("key:e",)),
    ),
)
