"""Set: a race for three cards that agree or differ in every feature, each claim with its time."""

from collections.abc import Sequence
from typing import Final

from games.spec import (
    Action,
    Course,
    Daily,
    Days,
    GameLevel,
    GameSpec,
    Modes,
    Opponents,
    Option,
    Seat,
    Told,
)

KEYS: Final = ("qwertyu", "asdfgkl", "zxcvbn,")
"""The keys of the places, as the cards lie: row by row. H is free for hints, as in every game."""
PAIR_KEYS: Final = (("qwert14", "asdfg25", "zxcvb36"), ("yuiop70", "hjkl;8-", "nm,./9="))
"""The same for two people at one keyboard, for each seat: half of the letters, and digits for the
last two columns, which are seldom needed."""
SIDES: Final = ("left", "right")
"""How the actions of two people at one keyboard begin, by seat."""
PLACES: Final = sum(map(len, KEYS))
MODES: Final = ("normal", "junior", "ultraset", "chain")
GOALS: Final = (0, 10, 20, 30)
SPRINTS: Final = ("normal", "ultraset")
"""The modes that can be played as a sprint."""


def card_actions(
    rows: Sequence[str], name: str = "card", whose: str = "", context: str = "choice"
) -> tuple[Action, ...]:
    """Return an action for each place: marking its card by a key, the `rows` of keys as the cards
    lie.

    Ids begin with `name`, labels with `whose` they are.
    """
    deep = len(rows)
    return tuple(
        Action(
            f"{name}_{place}",
            f"{whose}Card in row {place % deep + 1}, column {place // deep + 1}",
            context,
            (f"key:{rows[place % deep][place // deep]}",),
        )
        for place in range(sum(map(len, rows)))
    )


def _pair_actions() -> tuple[Action, ...]:
    """Return the actions of two people at one keyboard: a block of keys, Set! and giving up."""
    left, right = (f"{side.title()}: " for side in SIDES)
    return (
        Action("left_set", f"{left}say Set!, or mark", "pair", ("key:space",)),
        Action("left_none", f"{left}give the table up, or call no set", "pair", ("key:tab",)),
        *card_actions(PAIR_KEYS[0], "left", left, "pair"),
        Action("right_set", f"{right}say Set!, or mark", "pair", ("key:return", "key:enter")),
        Action(
            "right_none", f"{right}give the table up, or call no set", "pair", ("key:backspace",)
        ),
        *card_actions(PAIR_KEYS[1], "right", right, "pair"),
    )


ALONE: Final = "{sets} sets alone in {seconds} seconds"

SPEC: Final = GameSpec(
    id="set",
    title="Set",
    tagline="Find three cards before the other does, who looks as fast as you.",
    accent="#CC79A7",
    seats=(Seat("Left"), Seat("Right")),
    options=(
        Option(
            *("mode", "Mode", "choice", "normal", MODES),
            labels=("Normal", "Junior", "UltraSet", "Chain"),
            help="Junior has 27 solid cards. An UltraSet is two pairs with the same third card. "
            "In a chain each set uses one card of the set before.",
            says=(
                "",
                "Junior: 27 solid cards with three features, to begin with.",
                "UltraSet: find four cards, two pairs that need the same third card.",
                "Chain: each set uses one card of the set before, which lies above the table.",
            ),
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
        ),
    ),
    points=True,
    opponents=Opponents(
        default="steady-1",
        spare="steady-2",
        shown="mirror",
        levels=(
            GameLevel("steady-1", mode="normal"),
            GameLevel("steady-2", mode="normal"),
            GameLevel("steady-4", mode="normal"),
            GameLevel("solver", mode="normal"),
        ),
        newcomer="newcomer",
        newcomer_words="takes two cards at a time and looks for the third, four seconds each",
        bands=(0.3, 0.5, 0.75),  # of the share of sets that it takes from `steady-5`; by hand
    ),
    race=True,
    told=Told(
        course=Course(
            "How long a set takes you",
            "mean",
            "seconds for a set, on average",
            "quick",
            "slow",
            ("tenths", "sets"),
            per=10.0,
        ),
        turn="turn",
    ),
    actions=(
        *card_actions(KEYS),
        Action("set_call", "Say Set!, or mark at the cursor", "choice", ("key:space",)),
        Action("set_hint", "Hint: one card, two, the set", "choice", ("key:h", "key:9")),
        Action("set_none", "Give the table up, or call no set", "choice", ("key:0",)),
        Action("set_letters", "Letters for the colours", "choice", ("key:8",)),
        *_pair_actions(),
    ),
    days=Days(
        matches=(
            Daily("steady-3", "normal"),
            Daily("steady-4", "normal"),
            Daily("steady-3", "junior"),
            Daily("steady-2", "ultraset"),
            Daily("steady-4", "chain"),
            Daily("nobody", "normal", ALONE, "alone against the clock"),
            Daily("nobody", "junior", ALONE, "alone against the clock"),
        ),
    ),
    modes=Modes(
        option="mode",
        first="normal",
        apart=("mode", "goal"),
    ),
)
