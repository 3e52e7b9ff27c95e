"""The belief tracker: somebody unseen walks a maze, and a cloud of belief follows."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from games.core import Action, BadOption, GameSpec, Option, Seat
from games.tracker.maze import BadLayout, load_layout, parse_layout

_LONGEST_LAYOUT: Final = 200_000


class LayoutOption(Option):
    """A maze of one's own: the path of a text file, or the maze's text itself.

    The value is always the text, so a saved match does not depend on the file.
    """

    def parse(self, value: object) -> str:
        """The text of the maze, "" for none; raises `BadOption` where there is no maze in it."""
        if not isinstance(value, str) or len(value) > _LONGEST_LAYOUT:
            raise BadOption(f"{self.name} needs the path of a text file with a maze.")
        if not value:
            return ""
        try:
            maze = parse_layout(value) if "\n" in value else load_layout(Path(value))
        except (BadLayout, ValueError) as problem:
            raise BadOption(f"{self.name}: {problem}") from None
        return "\n".join(maze.rows) + "\n"


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

SPEC = GameSpec(
    id="tracker",
    title="Belief Tracker",
    tagline="Something invisible walks the maze. Watch the cloud close in on it, "
    "or be the one who hides.",
    accent="#00A076",
    seats=(Seat("Hidden one"),),
    options=(
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
            help="The sensor's distance is off by up to so many cells, to either side.",
        ),
        Option(
            "sight",
            "Sight",
            "int",
            5,
            low=0,
            high=10,
            step=1,
            help="Within so many cells of the sensor, walls ignored, the hidden one is seen.",
        ),
        Option(
            "stay",
            "Stay weight",
            "float",
            0.0,
            low=0.0,
            high=1.0,
            step=0.05,
            help="How much staying counts beside each other move; 0 forbids it.",
        ),
        Option(
            "start",
            "Start",
            "choice",
            "known",
            choices=("known", "unknown"),
            labels=("Known", "Unknown"),
            help="Known: the top right corner. Unknown: anywhere, and nobody is told.",
        ),
        Option(
            "beta",
            "Beta",
            "float",
            10.0,
            low=0.0,
            high=10.0,
            step=0.5,
            help="How keenly an explorer goes where it has been least; 0 is a random walk.",
        ),
        Option(
            "sensors",
            "Sensors",
            "choice",
            1,
            choices=(1, 2, 3),
            help="Each stands in a corner and reads on its own.",
        ),
        Option(
            "steps",
            "Steps",
            "choice",
            150,
            choices=(60, 150, 400, 0),
            labels=("60", "150", "400", "Endless"),
        ),
        LayoutOption("layout", "Own maze", "text", "", hidden=True),
    ),
    actions=(Action("truth", "Show the truth", "play", ("key:t", "pad:9")),),
    undo="any",
    default_agent="explorer",
    arena=False,
    day_line="hid from {versus} for {rounds} steps, {own} points of surprise",
    remembers=("Your hardest walk to follow: {best_text}. Played {times}.",),
    bands=(1.5, 1.75, 2.5),  # of nats a step that the best model loses out of sight; by hand
    strengths=("easy to follow", "not easy to follow", "hard to follow", "hardly to be followed"),
    turn="step",
    length="steps",
)
