"""PacMan capture-the-flag: two teams of two, who know of each other what they hear."""

from typing import Final

from games.ctf.maze import SIZES, STYLES, ground_of
from games.ctf.rulesets import RULE_SETS
from games.mazes import LAYOUT_BYTES, LayoutOption
from games.spec import (
    HINT,
    Action,
    Course,
    GameLevel,
    GameSpec,
    Modes,
    Opponents,
    Option,
    Params,
    Seat,
    Told,
)
from games.streams import Stream

RULES: Final = tuple(RULE_SETS)
MARKS: Final = ("disc", "triangle", "square", "diamond")
"""What each bot is called, by its mark on the board."""
KNOWN: Final = 0.07
"""Bits of doubt; an enemy in less doubt is as good as seen. Chosen by eye."""
MAZES: Final = tuple(f"{style}-{size}" for style in STYLES for size in SIZES)
HIGHEST: Final = 999_999
"""The highest number of a maze."""
_MAZE_NAMES: Final = {"loops": "Corridors", "chambers": "Chambers", "pelita": "Pelita's own"}


class _GroundOption(LayoutOption):
    """A maze of one's own with dots in both halves."""

    def check(self, rows: tuple[str, ...]) -> None:
        """Raise `BadLayout` where no match can be played in a maze of these `rows`."""
        ground_of(rows)


def _drawn_number(params: Params, seed: int) -> int:
    """Return the number of the maze of a match with this `seed`; a maze of one's own has none."""
    return 0 if params.get("layout") else Stream.named(seed, "maze").below(HIGHEST) + 1


SPEC: Final = GameSpec(
    id="ctf",
    title="Capture the Flag",
    tagline="Two teams raid each other's maze, and see each other only up close.",
    accent="#009E73",
    seats=(
        Seat("Left", 0),
        Seat("Right", 1, people=False, foremost=True),
        Seat("Your mate", 0, people=False, usual="hunter", of=0),
        Seat("Right, second", 1, people=False, of=1),
    ),
    options=(
        Option(
            *("rules", "Rules", "choice", "blog", RULES),
            labels=("Classic rules", "Pelita"),
            help="Classic: a catch brings no points, and both bots see. Pelita: it brings 5, only "
            "the bot to move sees, and dots that are camped at move away.",
        ),
        Option(
            *("maze", "Maze", "choice", "loops-32x16", MAZES),
            labels=tuple(
                f"{_MAZE_NAMES[style]}, {size.replace('x', ' x ')}"
                for style in STYLES
                for size in SIZES
            ),
            help="The mazes of Pelita's kind have open places and chambers.",
            follows="rules",
            usual=(("pelita", "pelita-32x16"),),
        ),
        Option(
            *("map", "Maze number", "int", 0),
            low=0,
            high=HIGHEST,
            step=1,
            words=((0, "a new one each match"),),
            help="Each number is another maze; 0 draws one for each match, or for two games of a "
            "tournament.",
            drawn=_drawn_number,
        ),
        Option(
            *("moves", "Moves", "int", 0),
            low=0,
            high=100_000,
            step=100,
            words=((0, "by the rules"),),
            help="All bots together; 0 for 3,000 by the post and 1,200 by Pelita.",
        ),
        Option(
            *("sight", "Sight", "int", -1),
            low=-1,
            high=200,
            step=1,
            words=((-1, "by the rules"),),
            help="How many cells away an enemy is seen.",
            hidden=True,
        ),
        Option(
            *("noise", "Noise", "int", -1),
            low=-1,
            high=200,
            step=1,
            words=((-1, "by the rules"),),
            help="How far a reading may be off, in cells.",
            hidden=True,
        ),
        Option(
            *("pace", "Rounds a second", "int", 5),
            low=2,
            high=10,
            step=1,
            help="How fast a match goes that you play; the game waits for nobody.",
        ),
        _GroundOption(*("layout", "Own maze", "text", ""), hidden=True, file_bytes=LAYOUT_BYTES),
    ),
    points=True,
    opponents=Opponents(
        default="hunter",
        spare="random",
        watched="belief",
        levels=tuple(map(GameLevel, ("hunter", "gatherer", "belief", "pack"))),
        newcomer="newcomer",
        newcomer_words="goes to the nearest dot, fears nobody, and misses one turn of five",
        minds="end",
    ),
    told=Told(
        turn="move",
        counted="round",
        remembers=("You won {won} of {matches}. Last time against {versus} {own} : {other}.",),
        course=Course(
            "How many of the points are yours",
            "share",
            "of the points were your team's",
            "none",
            "all",
            ("own_points", "points"),
        ),
    ),
    tick=20,
    modes=Modes(
        apart=("rules",),
    ),
    actions=(
        Action("go_up", "Go up", "play", ("key:w",)),
        Action("go_left", "Go left", "play", ("key:a",)),
        Action("go_down", "Go down", "play", ("key:s",)),
        Action("go_right", "Go right", "play", ("key:d",)),
        Action("order_attack", "Mate: attack, or free again", "play", ("key:1",)),
        Action("order_guard", "Mate: guard, or free again", "play", ("key:2",)),
        Action("order_follow", "Mate: with me, or free again", "play", ("key:3",)),
        Action("order", "Next order to your mate", "play", ("key:0", "pad:9")),
        HINT,
        Action("more", "More buttons", "play", ("key:x",)),
        Action("beliefs", "Show beliefs: both, one, none", "play", ("key:b", "pad:3")),
        Action("readings", "Show what is heard and seen", "play", ("key:n", "pad:2")),
    ),
)
