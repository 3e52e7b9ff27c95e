"""The smallest game for three: all bid at once, sealed, and the highest bid of its own wins."""

from games.spec import GameSpec, Opponents, Option, Seat

SPEC = GameSpec(
    id="nullbids",
    title="Null Bids",
    tagline="Bid high, but not what another bids.",
    accent="#B4C6A9",
    seats=(Seat("Left"), Seat("Middle"), Seat("Right")),
    options=(Option("rounds", "Rounds", "int", 5, low=2, high=9),),
    undo="none",
    points=True,
    opponents=Opponents(
        default="even",
    ),
)
