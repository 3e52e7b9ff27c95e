"""The smallest game in real time: two teams of two pull a rope, twenty times a second."""

from games.spec import GameSpec, Opponents, Option, Seat

SPEC = GameSpec(
    id="nullticks",
    title="Null Ticks",
    tagline="Pull!",
    accent="#A9C6C4",
    seats=(Seat("Left", 0), Seat("Right", 1), Seat("Left again", 0), Seat("Right again", 1)),
    options=(Option("ticks", "Ticks", "int", 60, low=2, high=600),),
    undo="none",
    points=True,
    opponents=Opponents(
        default="puller",
    ),
    tick=20,
)
