"""The arguments of the commands, one function for each command or for what several share."""

from __future__ import annotations

import argparse
import re
from typing import NoReturn

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


def add_game(made: Parser, nargs: str | None = None, all_of_them: bool = False) -> None:
    """Add the id of a game."""
    text = ", ".join(catalog.GAMES) + ("; all of them if left out" if all_of_them else "")
    made.add_argument("game", metavar="GAME", nargs=nargs, help=text)


def add_play(made: Parser) -> None:
    """Add the arguments of `play`."""
    add_game(made)
    made.add_argument(
        "--opponent",
        metavar="A[,B...]",
        help="who fills the other seats in order, the last for all that are left: agents, with "
        "options as in A:option=value (`main.py games GAME` lists them), or people: human is a "
        "guest, human:name=Ada the player Ada, or a guest of that name",
    )
    made.add_argument(
        "--seat",
        metavar="AGENT",
        help="who takes the first seat: human, human:name=Ada, or an agent to watch",
    )
    made.add_argument(
        "--seed",
        type=integer(-MAX_SEED, MAX_SEED),
        metavar="N",
        help="the chances of the match; a fresh one if left out, 0 in attract mode",
    )
    add_option(made)
    made.add_argument(
        "--today",
        action="store_true",
        help="today's match, the same for everybody: one scored try, unrehearsed on your word",
    )
    made.add_argument(
        "--match", metavar="FILE", help="look at a match again, yours or somebody else's (.match)"
    )
    made.add_argument(
        "--frames-to",
        metavar="DIR",
        help="with --match: write a PNG file of every moment into the new or empty folder DIR,"
        " without a window",
    )
    made.add_argument(
        "--gif", metavar="FILE.gif", help="with --match: write it as a new GIF, which needs Pillow"
    )
    add_bot_seconds(made)
    made.add_argument("--demo", action="store_true", help="attract mode: the game plays itself")
    made.add_argument(
        "--frames",
        type=integer(1, _MOST_FRAMES),
        metavar="N",
        help="with --demo: stop after N frames of 1/60 s",
    )
    made.add_argument(
        "--screenshot", metavar="FILE.png", help="with --demo: save the last frame, 1280 x 720"
    )


def add_arena(made: Parser) -> None:
    """Add the arguments of `arena`."""
    add_game(made)
    made.add_argument(
        "--agents",
        default="",
        metavar="A,B[,C...]",
        help="who plays, with options as in A:option=value; `main.py games GAME` lists them",
    )
    made.add_argument(
        "--games",
        type=integer(1, _MOST_GAMES),
        default=100,
        metavar="N",
        help="games of each pair (100)",
    )
    made.add_argument(
        "--nodes", type=integer(1, 10**9), metavar="N", help="how far agents that search may think"
    )
    made.add_argument("--json", action="store_true", help="as JSON, for programs")
    made.add_argument("--csv", metavar="FILE", help="also write a row a game into FILE")
    add_save(made)
    add_trained(made)
    add_work(made)
    add_bot_seconds(made)


def add_league(made: Parser) -> None:
    """Add the arguments of `league`."""
    add_game(made)
    made.add_argument(
        "--agents",
        metavar="A,B[,C...]",
        help="who takes part, bots as bot:FILE; all that ship and all files of your folder bots if "
        "left out",
    )
    made.add_argument(
        "--games",
        type=integer(1, _MOST_GAMES),
        default=20,
        metavar="N",
        help="games of each pair, or at each table (20)",
    )
    add_work(made)
    made.add_argument(
        "--save",
        metavar="FOLDER",
        nargs="?",
        const="",
        help="keep results, every match and a page for the browser in FOLDER; the same command "
        "goes on where it was stopped. Without FOLDER, in a checkout: keep the ratings of the "
        "agents that ship in assets/measured",
    )
    add_bot_seconds(made)


def add_bot(made: Parser) -> None:
    """Add the arguments of `bot`."""
    add_game(made)
    asked = made.add_mutually_exclusive_group()
    text = "the example as Python, or as a program that speaks JSON lines itself (python)"
    asked.add_argument("--language", choices=("python", "json"), default="python", help=text)
    text = "explain what a bot sees, how a move is written and what wins, by a real match"
    asked.add_argument("--explain", action="store_true", help=text)
    text = "play games with it against the reference of the game and the usual opponent"
    asked.add_argument("--check", metavar="FILE[:name=value]", help=text)
    made.add_argument(
        "--games",
        type=integer(1, _MOST_GAMES),
        default=20,
        metavar="N",
        help="with --check: games against each (20)",
    )
    made.add_argument("--json", action="store_true", help="with --check: as JSON, for programs")
    add_seed(made)
    add_option(made)
    add_bot_seconds(made)


def add_bot_seconds(made: Parser) -> None:
    """Add the time of bots."""
    text = "seconds that a bot may take for a move after its first (1)"
    made.add_argument("--bot-seconds", type=float, metavar="S", help=text)


def add_seed(made: Parser) -> None:
    """Add the seed."""
    made.add_argument(
        "--seed",
        type=integer(-MAX_SEED, MAX_SEED),
        default=1,
        metavar="S",
        help="where all chances come from (1)",
    )


def add_save(made: Parser) -> None:
    """Add the switch that keeps a result."""
    text = "keep the result among the measured figures that ship; only in a checkout"
    made.add_argument("--save", action="store_true", help=text)


def add_trained(made: Parser) -> None:
    """Add the switch for weights that were trained here."""
    text = "with the weights that `train` made on this machine, where there are any"
    made.add_argument("--trained", action="store_true", help=text)


def add_train(made: Parser) -> None:
    """Add the arguments of `train`."""
    add_game(made)
    made.add_argument("agent", metavar="AGENT", nargs="?", help="which agent, where there are more")
    where = made.add_mutually_exclusive_group()
    text = "write to assets/weights, in the place of what ships; else to the folder of saved data"
    where.add_argument("--ship", action="store_true", help=text)
    text = "go back to what ships: put aside what was trained for AGENT, or for all of GAME"
    where.add_argument("--reset", action="store_true", help=text)
    add_work(made)


def add_solve(made: Parser) -> None:
    """Add the arguments of `solve`."""
    made.add_argument("game", metavar="GAME", help="ur")
    made.add_argument("--rules", default="finkel", help="the rule set (finkel)")
    made.add_argument(
        "--pieces",
        type=integer(1, 7),
        default=7,
        metavar="N",
        help="pieces of each side, 1 to 7 (7); 7 take long",
    )
    add_jobs(made)
    made.add_argument("--force", action="store_true", help="solve again what is there")


def add_work(made: Parser) -> None:
    """Add the seed, the options, and where the work is done."""
    add_seed(made)
    add_option(made)
    add_jobs(made)
    made.add_argument(
        "--cluster",
        default="",
        metavar="tcp://HOST:PORT",
        help="have it done by the workers of a running Dask scheduler, in place of --jobs",
    )


def add_option(made: Parser) -> None:
    """Add options."""
    text = "an option of the game, an agent or the training; may be given several times"
    made.add_argument("--option", action="append", default=[], metavar="k=v", help=text)


def add_jobs(made: Parser) -> None:
    """Add the number of processes."""
    text = "processes at a time (1); the results are the same with any number"
    made.add_argument("--jobs", type=integer(1, _MOST_JOBS), default=1, metavar="J", help=text)
