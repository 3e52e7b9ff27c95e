"""The commands and their arguments, as data, and the parser that is made of them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, NoReturn

from ai.lab.errors import BadArguments
from ai.lab.options import integer
from games import catalog
from games.log import MAX_SEED
from games.paths import as_called

_MOST_GAMES = 10_000_000
_MOST_JOBS = 256
_MOST_FRAMES = 10_000_000


class Parser(argparse.ArgumentParser):
    """Refuses words in one sentence that names the remedy."""

    def format_help(self) -> str:
        """Return the help, with the name of the command that runs here."""
        return as_called(super().format_help())

    def error(self, message: str) -> NoReturn:
        """Raise `BadArguments`."""
        missing = re.fullmatch(r"the following arguments are required: (.*)", message)
        if missing:
            message = f"{self.prog.removeprefix('main.py ')} needs {missing[1]}"
        message = re.sub(r"^argument ([^:]*): ", r"\1: ", message)
        raise BadArguments(f"{message.rstrip('.')}; see `{self.prog} --help`.")


class Argument(NamedTuple):
    """An argument as `argparse` takes it: its name, and what stands beside it.

    `{games}` in its help becomes the ids of the games.
    """

    name: str
    how: Mapping[str, Any]

    def add_to(self, made: argparse._ActionsContainer) -> None:
        """Add the argument to a parser or to a group of a parser."""
        text = self.how["help"].replace("{games}", ", ".join(catalog.GAMES))
        made.add_argument(self.name, **{**self.how, "help": text})


class Command(NamedTuple):
    """A command: its description, an example, and its arguments; a list excludes one another."""

    text: str
    example: str
    arguments: tuple[Argument | list[Argument], ...]

    def add_to(self, made: Parser) -> None:
        """Add the arguments of the command to its parser."""
        for one in self.arguments:
            if isinstance(one, Argument):
                one.add_to(made)
            else:
                group = made.add_mutually_exclusive_group()
                for choice in one:
                    choice.add_to(group)


def _text(name: str, metavar: str, text: str, **more: object) -> Argument:
    return Argument(name, {"metavar": metavar, "help": text, **more})


def _whole(
    name: str, lowest: int, highest: int, default: int | None, text: str, metavar: str = "N"
) -> Argument:
    kind = integer(lowest, highest)
    return _text(name, metavar, text, type=kind, default=default)


def _switch(name: str, text: str) -> Argument:
    return Argument(name, {"action": "store_true", "help": text})


_GAME: Final = _text("game", "GAME", "{games}")
_GAMES: Final = _text("game", "GAME", "{games}; all of them if left out", nargs="?")
_OPTION: Final = _text(
    "--option",
    "k=v",
    "an option of the game, an agent or the training; may be given several times",
    action="append",
    default=[],
)
_SEED: Final = _whole("--seed", -MAX_SEED, MAX_SEED, 1, "where all chances come from (1)", "S")
_BOT_SECONDS: Final = _text(
    "--bot-seconds", "S", "seconds that a bot may take for a move after its first (1)", type=float
)
_JSON: Final = _switch("--json", "as JSON, for programs")
_SAVE: Final = _switch(
    "--save", "keep the result among the measured figures that ship; only in a checkout"
)
_TRAINED: Final = _switch(
    "--trained", "with the weights that `train` made on this machine, where there are any"
)
_JOBS: Final = _whole(
    "--jobs",
    1,
    _MOST_JOBS,
    1,
    "processes at a time (1); the results are the same with any number",
    "J",
)
_WORK: Final = (
    _SEED,
    _OPTION,
    _JOBS,
    _text(
        "--cluster",
        "tcp://HOST:PORT",
        "have it done by the workers of a running Dask scheduler, in place of --jobs",
        default="",
    ),
)
"""The seed, the options, and where the work is done."""

_PLAY: Final = Command(
    "Opens one game.",
    "ur --opponent greedy --option pieces=4 --seed 7",
    (
        _GAME,
        _text(
            "--opponent",
            "A[,B...]",
            "who fills the other seats in order, the last for all that are left: agents, with "
            "options as in A:option=value (`main.py games GAME` lists them), or people: human is a "
            "guest, human:name=Ada the player Ada, or a guest of that name",
        ),
        _text(
            "--seat",
            "AGENT",
            "who takes the first seat: human, human:name=Ada, or an agent to watch",
        ),
        _whole(
            "--seed",
            -MAX_SEED,
            MAX_SEED,
            None,
            "the chances of the match; a fresh one if left out, 0 in attract mode",
        ),
        _OPTION,
        _switch(
            "--today",
            "today's match, the same for everybody: one scored try, unrehearsed on your word",
        ),
        _text("--match", "FILE", "look at a match again, yours or somebody else's (.match)"),
        _text(
            "--frames-to",
            "DIR",
            "with --match: write a PNG file of every moment into the new or empty folder DIR,"
            " without a window",
        ),
        _text("--gif", "FILE.gif", "with --match, --demo or --film: write it as a new GIF"),
        _whole("--film", 1, 5, None, "tracker: a film of the original, with --gif"),
        _BOT_SECONDS,
        _switch("--demo", "attract mode: the game plays itself"),
        _whole("--frames", 1, _MOST_FRAMES, None, "with --demo: stop after N frames of 1/60 s"),
        _text("--screenshot", "FILE.png", "with --demo: save the last frame, 1280 x 720"),
    ),
)
_ARENA: Final = Command(
    "Lets agents play each other, sides alternating, and measures who is stronger.",
    "ur --agents greedy,perfect --option pieces=4 --games 1000",
    (
        _GAME,
        _text(
            "--agents",
            "A,B[,C...]",
            "who plays, with options as in A:option=value; `main.py games GAME` lists them",
            default="",
        ),
        _whole("--games", 1, _MOST_GAMES, 100, "games of each pair (100)"),
        _whole("--nodes", 1, 10**9, None, "how far agents that search may think"),
        _JSON,
        _text("--csv", "FILE", "also write a row a game into FILE"),
        _SAVE,
        _TRAINED,
        *_WORK,
        _BOT_SECONDS,
    ),
)
_LEAGUE: Final = Command(
    "Lets all agents and your own bots play each other, and rates them in Elo points.",
    "karate --games 100 --save karate-league",
    (
        _GAME,
        _text(
            "--agents",
            "A,B[,C...]",
            "who takes part, bots as bot:FILE; all that ship and all files of your folder bots if "
            "left out",
        ),
        _whole("--games", 1, _MOST_GAMES, 20, "games of each pair, or at each table (20)"),
        *_WORK,
        _text(
            "--save",
            "FOLDER",
            "keep results, every match and a page for the browser in FOLDER; the same command "
            "goes on where it was stopped. Without FOLDER, in a checkout: keep the ratings of the "
            "agents that ship in assets/measured",
            nargs="?",
            const="",
        ),
        _BOT_SECONDS,
    ),
)
_BOT: Final = Command(
    "Helps with a player of your own: prints an example.",
    "ur --check mybot.py",
    (
        _GAME,
        [
            Argument(
                "--language",
                {
                    "choices": ("python", "json"),
                    "default": "python",
                    "help": "the example as Python, or as a program that speaks JSON lines itself "
                    "(python)",
                },
            ),
            _switch(
                "--explain",
                "explain what a bot sees, how a move is written and what wins, by a real match",
            ),
            _text(
                "--check",
                "FILE[:name=value]",
                "play games with it against the reference of the game and the usual opponent",
            ),
        ],
        _whole("--games", 1, _MOST_GAMES, 20, "with --check: games against each (20)"),
        _switch("--json", "with --check: as JSON, for programs"),
        _SEED,
        _OPTION,
        _BOT_SECONDS,
    ),
)
_TRAIN: Final = Command(
    "Makes the learned weights of an agent.",
    "ur learner --option games=200",
    (
        _GAME,
        _text("agent", "AGENT", "which agent, where there are more", nargs="?"),
        [
            _switch(
                "--ship",
                "write to assets/weights, in the place of what ships; else to the folder of saved "
                "data",
            ),
            _switch(
                "--reset",
                "go back to what ships: put aside what was trained for AGENT, or for all of GAME",
            ),
        ],
        *_WORK,
    ),
)
COMMANDS: Final = {
    "play": _PLAY,
    "games": Command("Lists the games, their options and their agents.", "ur", (_GAMES, _JSON)),
    "arena": _ARENA,
    "league": _LEAGUE,
    "analyse": Command(
        "Answers questions, one JSON object a line.",
        "ur < requests.jsonl",
        (_GAME, _TRAINED, _switch("--examples", "print requests, one of each kind")),
    ),
    "bot": _BOT,
    "bench": Command(
        "Measures the speeds that the measured pages quote.", "karate", (_GAMES, _JSON, _SAVE)
    ),
    "originals": Command(
        "Measures the claims of the originals again, beside what stands here.",
        "KARATE-6 --seed 2",
        (
            _text(
                "ids", "ID", "claims by their ids; all that can be measured if left out", nargs="*"
            ),
            _SEED,
            _switch("--short", "a tenth of the length, as a try"),
            _JSON,
            _SAVE,
        ),
    ),
    "train": _TRAIN,
    "solve": Command(
        "Makes the solved tables of Ur.",
        "ur --pieces 5",
        (
            _text("game", "GAME", "ur"),
            Argument("--rules", {"default": "finkel", "help": "the rule set (finkel)"}),
            _whole("--pieces", 1, 7, 7, "pieces of each side, 1 to 7 (7); 7 take long"),
            _JOBS,
            _switch("--force", "solve again what is there"),
        ),
    ),
    "serve": Command(
        "Starts the service of a game that has one.",
        "guess",
        (_GAME, _text("rest", "...", "options of the service", nargs=argparse.REMAINDER)),
    ),
}
"""The commands by name, in the order in which the help lists them."""
