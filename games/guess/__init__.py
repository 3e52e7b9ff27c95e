"""Guess 2/3 of the average: each player names a number; two thirds of the mean of all is the
target.

The nearest wins. A good guess depends on how many steps ahead the others think, and on their
beliefs about each other.
"""

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

LOW, HIGH = 0, 100
"""The whole numbers that can be guessed at the table."""
CROWDS: Final = ("levels", "followers", "learners", "newspaper")
MULTIPLIERS: Final = ("1/2", "2/3", "3/4")
EXPECTED_TARGET: Final = "Where I expect the target"
"""The title of a forecast in a mind, where the truth is marked after the close."""
NAMED: Final = "The number I name"
"""The title in the mind of Zero steps, which expects no target; the truth is marked there too."""
READING: Final = "How far they thought, round by round"
"""The title of the ribbon in which `mind` tells what part of the table thought how far."""

SPEC: Final = GameSpec(
    id="guess",
    title="Guess 2/3",
    tagline="Name a number. Two thirds of everyone's average is the target: how far do they think?",
    accent="#E69F00",
    seats=(Seat("You"), Seat("Opponent", people=False)),
    options=(
        Option(
            *("rounds", "Rounds", "choice", 10, (5, 10, 20)),
            help="How many rounds a match has; a newspaper asks its readers only once.",
        ),
        Option(
            *("crowd", "Who else sits there", "choice", "levels", CROWDS),
            labels=("Thinkers", "Followers", "Learners", "Newspaper readers"),
            says=(
                "Each thinks so many steps ahead and stays at that. Simulated.",
                "Each moves part of the way to the last target. Simulated.",
                "Each learns how far ahead to think; some leave, newcomers come. Simulated.",
                "One round with readers who never played before. Simulated.",
            ),
            help="The rest of the table is simulated.",
        ),
        Option(
            *("size", "People at the table", "int", 24),
            low=2,
            high=200,
            step=1,
            help="You, your opponent and the crowd.",
        ),
        Option(
            *("multiplier", "The target", "choice", "2/3", MULTIPLIERS),
            labels=("1/2 of the average", "2/3 of the average", "3/4 of the average"),
            help="What the average is multiplied by.",
        ),
    ),
    points=True,
    actions=(
        *(
            Action(f"digit_{digit}", f"Digit {digit}", "choice", (f"key:{digit}", f"key:[{digit}]"))
            for digit in (8, 9, 0)
        ),
        HINT,
    ),
    opponents=Opponents(
        default="level1",
        spare="level1",
        shown="mind",
        levels=tuple(map(GameLevel, ("level1", "repeat", "trend", "mind"))),
        newcomer="newcomer",
        newcomer_words="takes two thirds of the last mean once or twice, up to two numbers off",
        # Bounds of how much nearer than the equilibrium; by hand (`ai.guess.measure`)
        bands=(0.3, 0.6, 0.82),
    ),
    days=Days(matches=tuple(map(Daily, ("level1", "level2", "repeat", "trend", "mind")))),
    told=Told(
        turn="round",
        length="rounds",
        remembers=("You won {won} of {matches}. Last time against {versus} {own} : {other}.",),
        course=Course(
            "How far off you are",
            "mean",
            "off the target, on average",
            "near",
            "far",
            ("off", "rounds"),
            per=100.0,
        ),
    ),
)
