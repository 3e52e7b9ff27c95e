"""Set: a race for three cards that agree or differ in every feature, each claim with its time."""

from typing import Final

from games.core import Action, GameSpec, Option, Seat

KEYS: Final = ("qwertyu", "asdfghj", "zxcvbn,")
"""The keys of the places, as the cards lie: row by row."""
PLACES: Final = sum(map(len, KEYS))
MODES: Final = ("normal", "junior", "ultraset", "chain")
GOALS: Final = (0, 10, 20, 30)
SPRINTS: Final = ("normal", "ultraset")
"""The modes that can be played as a sprint."""

SPEC: Final = GameSpec(
    id="set",
    title="Set",
    tagline="Find three cards before the other does, who looks as fast as you.",
    accent="#CC79A7",
    seats=(Seat("Left"), Seat("Right", people=False)),
    options=(
        Option(
            *("mode", "Mode", "choice", "normal", MODES),
            labels=("Normal", "Junior", "UltraSet", "Chain"),
            help="Junior has 27 solid cards. An UltraSet is two pairs with the same third card. "
            "In a chain each set uses one card of the set before.",
        ),
        Option(
            *("goal", "Sprint", "choice", 0, GOALS),
            labels=("Whole deck", "10 sets", "20 sets", "30 sets"),
            help="A sprint is over when so many sets were taken; what is taken goes back into the "
            "deck.",
            modes=SPRINTS,
        ),
        Option(
            *("none", "No set on the table", "choice", "auto", ("auto", "call")),
            labels=("More cards at once", "Has to be called"),
            help="A table without a set gets three more cards at once, or somebody must claim it.",
        ),
        Option(
            *("penalty", "A wrong claim", "choice", "point", ("point", "freeze", "none")),
            labels=("Costs a point", "Freezes for 5 seconds", "Costs nothing"),
            help="What a claim costs that is no set.",
        ),
        Option(
            *("call", "Say Set! first", "choice", 0, (0, 3, 5)),
            labels=("No", "3 seconds to mark", "5 seconds to mark"),
            help="After the key that says Set! the others wait while the cards are marked; too "
            "late is a wrong claim.",
            hidden=True,
        ),
    ),
    points=True,
    default_agent="mirror",
    spare_agent="steady-2",
    race=True,
    actions=(
        *(
            Action(
                f"card_{place}",
                f"Card in row {place % len(KEYS) + 1}, column {place // len(KEYS) + 1}",
                "choice",
                (f"key:{KEYS[place % len(KEYS)][place // len(KEYS)]}",),
            )
            for place in range(PLACES)
        ),
        Action("set_hint", "Hint: one card, two, the set", "choice", ("key:9",)),
        Action("set_none", "Give the table up, or call no set", "choice", ("key:0",)),
        Action("set_letters", "Letters for the colours", "choice", ("key:8",)),
    ),
    turn="turn",
    bands=(0.3, 0.5, 0.75),  # of the share of sets that it takes from `steady-5`; by hand
    mode="mode",
    first_mode="normal",
)
