"""The belief tracker: an unseen ghost walks a maze, and a cloud of belief follows."""

from __future__ import annotations

from typing import Final

from games.mazes import LAYOUT_BYTES, LayoutOption
from games.spec import (
    HINT,
    Action,
    Course,
    Daily,
    Days,
    GameSpec,
    Modes,
    Opponents,
    Option,
    Params,
    Seat,
    Told,
)

MAZES: Final = (
    ("loops-small", "Loops, small"),
    ("loops", "Loops"),
    ("loops-large", "Loops, large"),
    ("chambers-small", "Rooms, small"),
    ("chambers", "Rooms"),
    ("chambers-large", "Rooms, large"),
    ("tiny", "Tiny"),
    ("ring", "Ring"),
    ("tree", "Tree"),
    ("loops33x15", "Map A"),
    ("chambers32x16", "Map B"),
    ("chambers28x18", "Map C"),
)

GRADES: Final = (0.5, 1.0, 1.5, 2.0)
"""Surprise points (nats) a step out of sight from which a walk is one grade harder to follow, from
the first grade; chosen, about evenly over what the hidden agents reach."""
FOLLOWED: Final = ("Very easy", "Easy", "Neither easy nor hard", "Hard", "Very hard")


def follow_words(loss: float) -> str:
    """Return how hard a walker is to follow that costs `loss` points a step, in words and as a
    grade.
    """
    grade = sum(loss >= least for least in GRADES)
    return f"{FOLLOWED[grade]} to follow: {grade + 1} of {len(FOLLOWED)}"


WATCH: Final = "watch"
"""The laboratory: the value of the option `play` where nobody plays hide and seek."""
PLAYS: Final = (("seek", "Seek"), ("hide", "Hide"), ("hunt", "Hunt"), (WATCH, "Laboratory"))
SAYS: Final = (
    "Hear a ghost that nobody sees, and mark where it is.",
    "You are the ghost: gather lanterns while the cloud closes in.",
    "Chase a ghost that nobody sees, or be the ghost.",
    "Watch a belief think, and take the tour.",
)
"""What each of them is, in a sentence."""
TRACKING: Final = "tracker"
HUNTING: Final = "hunter"
"""The roles of agents that are not the ghost: who says where it is, and who chases it."""
_GHOST: Final = Seat("The ghost")
_SEATS: Final = {
    WATCH: (_GHOST,),
    "hide": (_GHOST, Seat("The tracker", people=False, role=TRACKING, usual="drifter")),
    "seek": (
        Seat("Seeker", role=TRACKING, usual="hound"),
        Seat("The ghost", people=False),
        Seat(
            "Rival",
            people=False,
            role=TRACKING,
            usual="drifter",
            foremost=True,
            unoffered=("blinker",),  # a mark on the place where the ghost set out beats it
        ),
    ),
    "hunt": (
        Seat("Hunter", 0, role=HUNTING, usual="pack", against="echoes"),
        Seat("Partner", 0, role=HUNTING, usual="pack", against="echoes"),
        Seat("The ghost", foremost=True),
    ),
}


_SOUGHT: Final = "closer to the ghost than {versus} in {own} of {rounds} rounds"
_HIDDEN: Final = "{lanterns} lanterns brought home from {versus}, {own} points"
_TODAY: Final = (
    Daily("explorer,drifter", "seek", _SOUGHT),
    Daily("drifter", "hide", _HIDDEN),
    Daily("food,drifter", "seek", _SOUGHT),
    Daily("tailer", "hide", _HIDDEN),
    Daily("evader,tailer", "seek", _SOUGHT),
    Daily("hound", "hide", _HIDDEN),
)


def seats_of(params: Params) -> tuple[Seat, ...]:
    """Return the seats of the game that is played with these options."""
    return _SEATS[params.get("play", WATCH)]


SPEC = GameSpec(
    id="tracker",
    title="Belief Tracker",
    tagline="Something invisible walks the maze. Watch the cloud close in on it, "
    "or be the one who hides.",
    accent="#00A076",
    seats=seats_of,
    options=(
        Option(
            "play",
            "Game",
            "choice",
            WATCH,
            choices=tuple(play for play, _ in PLAYS),
            labels=tuple(label for _, label in PLAYS),
            says=SAYS,
            help="Seek: mark where it is. Hide: be it. Hunt: chase it. Laboratory: look inside.",
        ),
        Option(
            "maze",
            "Maze",
            "choice",
            "loops",
            choices=tuple(name for name, _ in MAZES),
            labels=tuple(label for _, label in MAZES),
            help="Loops and rooms are made from the map number; the others are drawn.",
        ),
        Option("map", "Map number", "int", 1, low=1, high=99, step=1),
        Option(
            "noise",
            "Noise",
            "int",
            6,
            low=0,
            high=12,
            step=1,
            help="How many cells the sensor's distance may be off, to either side.",
        ),
        Option(
            "sight",
            "Sensor range",
            "int",
            5,
            low=0,
            high=10,
            step=1,
            help="Within this many cells of the sensor, walls ignored, the ghost is seen.",
            follows="play",
            usual=(("hunt", 2),),
        ),
        Option(
            "stay",
            "Likes to stand still",
            "float",
            0.0,
            low=0.0,
            high=1.0,
            step=0.05,
            help="0: it never stops. 1: it stays as often as it takes any one way.",
        ),
        Option(
            "start",
            "Start",
            "choice",
            "known",
            choices=("known", "unknown"),
            labels=("Known", "Unknown"),
            help="Known: the top right corner. Unknown: anywhere, and nobody is told.",
            follows="play",
            usual=(("hide", "unknown"), ("hunt", "unknown")),
        ),
        Option(
            "beta",
            "How determined",
            "float",
            10.0,
            low=0.0,
            high=10.0,
            step=0.5,
            modes=(WATCH, "seek", "hunt"),
            help="How firmly an explorer goes where it has been least. 0: it wanders at random.",
        ),
        Option(
            "sensors",
            "Sensors",
            "choice",
            1,
            choices=(1, 2, 3),
            help="Each stands in a corner and reads on its own.",
            modes=(WATCH, "seek", "hide"),
        ),
        Option(
            "steps",
            "Steps",
            "choice",
            150,
            choices=(60, 150, 400, 0),
            labels=("60", "150", "400", "Endless"),
            modes=(WATCH, "hide", "hunt"),
        ),
        LayoutOption(*("layout", "Own maze", "text", ""), hidden=True, file_bytes=LAYOUT_BYTES),
    ),
    actions=(
        Action("truth", "Show the truth", "play", ("key:t", "pad:9")),
        Action("particles", "Show guesses", "play", ("key:g",)),
        HINT,
        Action("carry", "Carry the ghost off", "play", ("key:o", "pad:3")),
    ),
    undo="any",
    decided=False,
    opponents=Opponents(
        default="explorer",
        bands=(1.5, 1.75, 2.5),  # of nats a step that the best model loses out of sight; by hand
        strengths=("easy to follow", "not easy to follow", "hard to follow", "very hard to follow"),
    ),
    arena=False,
    days=Days(
        matches=_TODAY,
        line="played with {versus}",
    ),
    told=Told(
        remembers=("Your hardest walk to follow: {best_text}. Played {times}.",),
        course=Course(
            "How unsure it was where you are",
            "places",
            "places where it thought you could be",
            "easy to follow",
            "hard to follow",
            ("doubt", "steps"),
            per=10.0,
            first="Hide, or walk the maze yourself in the Laboratory: each adds a dot to the line.",
        ),
        turn="step",
        counted="step",
        length="steps",
    ),
    modes=Modes(
        option="play",
        first="seek",
    ),
)
