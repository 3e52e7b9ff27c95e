"""The command line: reads the arguments, checks them, and hands over to the module that serves.

Exit codes: 0 done, 1 a failure of ours, 2 bad arguments or no display, 130 interrupted. Every
error is one sentence on standard error; `python -X dev main.py ...` adds the traceback.
No reader is needed: where standard output or standard error is closed, from the start or by a
reader that goes away, the output is dropped. The code stays what it would have been;
a command that was stopped by it is done. Pygame is imported only where a window opens.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TextIO

from ai.lab import VERSION
from ai.lab.arguments import COMMANDS, Parser
from ai.lab.errors import BadArguments, LostWorkers
from ai.lab.interrupts import hearing
from ai.lab.options import check_able, given_options, share_options
from ai.lab.rooms import services
from games import catalog, weights
from games.agents import AgentSpec, agent_options
from games.arrays import BadWeights
from games.bots import PREFIX, LostBot, admit
from games.bots import SECONDS as BOT_SECONDS
from games.paths import as_called, lacks
from games.session.sitting import is_person, named_seat
from games.session.starting import opponents
from games.spec import BadOption
from games.store.place import BadDataDirectory, data_directory

DONE, FAILED, BAD_ARGUMENTS, INTERRUPTED = 0, 1, 2, 130
_BAD: Final = (
    BadArguments,
    BadDataDirectory,
    BadOption,
    BadWeights,
    LostBot,
    catalog.UnknownAgent,
    catalog.UnknownGame,
)


def run(argv: Sequence[str]) -> int:
    """Do what the arguments `argv` say; returns the exit code."""
    _open_null_outputs()
    with weights.choosing(None):
        code = _served(argv)
    _close(sys.stdout)
    _close(sys.stderr)
    return code


def _served(argv: Sequence[str]) -> int:
    with hearing() as heard:
        try:
            return _guarded(argv)
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:
            return DONE
        except OSError as error:
            return _fail(f"The system refused something ({error}).", FAILED)
        except Exception as error:
            return INTERRUPTED if heard else _fail(_sentence(error), FAILED)


def _sentence(error: Exception) -> str:
    """Return the sentence of `error` if it is one of the project's, else its type and message."""
    named = isinstance(error, (ValueError, LostWorkers)) and type(error) is not ValueError
    if named and type(error).__module__.startswith(("ai.", "games.")):
        return str(error)
    return " ".join(f"A failure of ours: {type(error).__name__}: {error}".split())


def _guarded(argv: Sequence[str]) -> int:
    try:
        arguments = parse(argv)
        code = int(arguments.serve(arguments))
        for sentence in weights.take_notices():
            print(as_called(f"main.py: {sentence}"), file=sys.stderr)
    except SystemExit as leave:
        code = int(leave.code or 0)
    except _BAD as error:
        return _fail(str(error), BAD_ARGUMENTS)
    sys.stdout.flush()
    return code


def _fail(sentence: str, code: int) -> int:
    with contextlib.suppress(BrokenPipeError):
        if sys.flags.dev_mode:
            traceback.print_exc()
        print(as_called(f"main.py: {sentence}"), file=sys.stderr)
    return code


def _open_null_outputs() -> None:
    """Replace a closed standard output or error by the null device."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 (open till the process ends)


def _close(output: TextIO) -> None:
    """Flush `output`; what cannot be written is dropped, so that leaving does not raise."""
    try:
        output.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output.fileno())
        os.close(nowhere)


# -- arguments ---------------------------------------------------------------------------


_DATA_DIR: Final = (
    "where saves, profiles, trained weights and solved tables are; else the usual place"
)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Return the arguments in `argv`, with the function that serves them as `serve`.

    Raises `BadArguments` and `BadDataDirectory`.
    """
    command = next((word for word in argv if not word.startswith("-")), None)
    if argv and command == argv[0] and command not in COMMANDS:
        known = ", ".join(COMMANDS)
        raise BadArguments(f"There is no command {command[:40]!r}; the commands are {known}.")
    arguments, rest = _parser().parse_known_args(argv)
    if rest:
        raise BadArguments(_unknown_words(command, rest))
    folder = data_directory(arguments.data_dir, os.environ)
    if folder is not None:
        os.environ["OPEN_MIND_ARCADE_DATA"] = str(folder)  # solved tables, also for workers
    return arguments


def _unknown_words(command: str | None, rest: Sequence[str]) -> str:
    """Return the sentence about words that a command has no place for."""
    prog = f"main.py {command}" if command in COMMANDS else "main.py"
    problem = f"unrecognized arguments: {' '.join(rest)[:80]}"
    if command == "train" and rest[0].startswith("--"):
        name, _, value = rest[0].removeprefix("--").partition("=")
        value = value or next(iter(rest[1:]), "VALUE")
        problem += f"; what is trained is told as in `--option {name.replace('-', '_')}={value}`"
    return f"{problem}; see `{prog} --help`."


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="main.py",
        description="Opens the launcher, or serves a command; `main.py COMMAND --help` tells each.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"Open Mind Arcade {VERSION}")
    parser.add_argument("--data-dir", metavar="DIR", help=_DATA_DIR)
    parser.set_defaults(serve=_launch)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    for name, one in COMMANDS.items():
        told = functools.partial(
            commands.add_parser,
            name,
            description=one.text,
            allow_abbrev=False,
            epilog=f"example: main.py {name} {one.example}",
        )
        hidden = name == "serve" and not services()  # what has no help is not listed
        made: Parser = told() if hidden else told(help=one.text)
        made.add_argument("--data-dir", metavar="DIR", default=argparse.SUPPRESS, help=_DATA_DIR)
        made.set_defaults(serve=_SERVED[name])
        one.add_to(made)
    return parser


# -- commands ----------------------------------------------------------------------------


def _launch(arguments: argparse.Namespace) -> int:
    _need_pygame()
    from games.shell.start import run_launcher

    return run_launcher(arguments.data_dir)


def _play(arguments: argparse.Namespace) -> int:
    game = arguments.game
    spec = catalog.spec(game)
    from ai.lab.play_match import is_replay

    replay = is_replay(vars(arguments))
    if arguments.film is not None:
        return _film(arguments)
    if replay:
        return _look_again(arguments)
    if arguments.opponent is not None:
        arguments.opponent = ",".join(map(admit, arguments.opponent.split(",")))
    if arguments.seat is not None:
        arguments.seat = admit(arguments.seat)
    names = opponents(spec, arguments.opponent)
    _check_today(arguments)
    people = [name for name in (arguments.seat or "", *names) if is_person(name)]
    if people and arguments.demo:
        raise BadArguments(f"Nobody sits at attract mode; leave {people[0][:40]!r} or --demo out.")
    for name in people:
        named_seat(name)
    playing = _playing(game, arguments.seat, names)
    given = _given(arguments)
    params, chosen = share_options(game, playing, given)
    check_able(playing, params)
    for name, value in (("--frames", arguments.frames), ("--screenshot", arguments.screenshot)):
        if value is not None and not arguments.demo:
            raise BadArguments(f"{name} belongs to attract mode; add --demo.")
    if arguments.screenshot and not arguments.screenshot.lower().endswith(".png"):
        raise BadArguments("--screenshot needs a name that ends in .png; name the file so.")
    options = {name: value for name, value in params.items() if name in given}
    for agent in playing:
        options |= {k: v for k, v in agent_options(agent, chosen).items() if k in chosen}
    if game in catalog.IN_THE_LABORATORY:
        raise BadArguments(
            f"{spec.title} has no window yet; try `main.py arena {game}` or `analyse {game}`."
        )
    _need_pygame()
    from games.shell.start import run_game

    return run_game(
        game,
        arguments.opponent,
        arguments.seed,
        options,
        arguments.demo,
        arguments.frames,
        arguments.screenshot,
        arguments.data_dir,
        arguments.seat,
        arguments.today,
        arguments.gif,
    )


def _film(arguments: argparse.Namespace) -> int:
    """Write a film of the tracker's original as a GIF."""
    if arguments.game != "tracker" or arguments.gif is None:
        raise BadArguments("A film is the tracker's: `main.py play tracker --film 1 --gif A.gif`.")
    _need_pygame()
    from ai.lab.tracker.animations import make_animation
    from games.tracker.animated import write

    return write(arguments.gif, make_animation(arguments.film, arguments.seed or 1))


def _look_again(arguments: argparse.Namespace) -> int:
    _need_pygame()
    from ai.lab.play_match import serve
    from games.shell import filming, start

    return serve(
        arguments.game,
        arguments.match,
        arguments.frames_to,
        arguments.gif,
        lambda shown: start.run_match(shown, arguments.data_dir),
        filming.film_match,
        filming.animate,
    )


def _check_today(arguments: argparse.Namespace) -> None:
    """Raise `BadArguments` for choices beside today's match, which the day gives."""
    chosen = ("opponent", "seat", "seed", "option", "demo")
    given = vars(arguments)
    wrong = [name for name in chosen if given[name] is not False and given[name] not in (None, [])]
    if arguments.today and wrong:
        raise BadArguments(f"Today's match is the same for everybody; leave --{wrong[0]} out.")


def _playing(game: str, seat: str | None, names: Sequence[str]) -> tuple[AgentSpec, ...]:
    """Return the agents of a match: the first seat's, unless a person sits there, and the rest.

    Raises `BadArguments` where the first seat is not for them.
    """
    seats = catalog.spec(game).seats_for()
    named = names if len(seats) > 1 or seat is None else ()
    agents = tuple(catalog.agent(game, name) for name in named if not is_person(name))
    if seat is None:
        return agents
    first = () if is_person(seat) else (catalog.agent(game, seat),)
    if not (seats[0].agents if first else seats[0].people):
        who = "a person" if first else "an agent"
        raise BadArguments(f"The first seat of {game} is for {who}; leave --seat out.")
    return (*first, *agents)


def _need_pygame() -> None:
    if importlib.util.find_spec("pygame") is None:
        raise BadArguments(lacks("The window", "pygame", "requirements.txt"))


def _games(arguments: argparse.Namespace) -> int:
    from ai.lab.listing import show_games

    return show_games(arguments.json, arguments.game)


def _arena(arguments: argparse.Namespace) -> int:
    from ai.lab import contest
    from ai.lab.arena import serve
    from ai.lab.outcomes import rows_kept

    agents = [name for name in arguments.agents.split(",") if name]
    if arguments.save and arguments.trained:
        raise BadArguments("Figures that ship are of what ships; leave --trained or --save out.")
    if arguments.trained:
        from ai.lab.training import choose_trained

        choose_trained(arguments.game, _trained_folder(arguments))
    jobs, write = rows_kept(arguments.csv, arguments.jobs, arguments.cluster)
    game, as_json = arguments.game, arguments.json
    asked = game, agents, arguments.games, arguments.seed, _given(arguments), jobs
    if game in contest.SOLO and any(name.startswith(PREFIX) for name in agents):
        return contest.serve(*asked, as_json, write)
    return serve(*asked, arguments.nodes, as_json, arguments.save, write)


def _league(arguments: argparse.Namespace) -> int:
    from ai.lab.jobs import Jobs
    from ai.lab.league import LeagueQuestion, serve

    given, named = _given(arguments), arguments.agents
    agents = None if named is None else [name for name in named.split(",") if name]
    asked = LeagueQuestion(arguments.game, agents, arguments.games, arguments.seed, given)
    folder = Path(arguments.save) if arguments.save else None
    jobs = Jobs(arguments.jobs, arguments.cluster)
    return serve(asked, jobs, folder, keep=arguments.save == "")


def _analyse(arguments: argparse.Namespace) -> int:
    from ai.lab.analyse import serve

    if arguments.trained:
        from ai.lab.training import choose_trained

        choose_trained(arguments.game, _trained_folder(arguments))
    return serve(arguments.game, arguments.data_dir, arguments.examples)


def _bot(arguments: argparse.Namespace) -> int:
    from ai.lab import trial
    from ai.lab.bot import explain

    given = _given(arguments)
    if arguments.explain:
        return explain(arguments.game, given)
    if arguments.check is not None:
        asked = arguments.game, arguments.check, arguments.games, arguments.seed
        return trial.serve(*asked, given, arguments.json)
    print(trial.example(arguments.game, arguments.language), end="")
    return DONE


def _given(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the options of the command line, the time of bots among them."""
    given = given_options(arguments.option, catalog.spec(arguments.game).options)
    seconds = arguments.bot_seconds
    return given if seconds is None else {**given, BOT_SECONDS: str(seconds)}


def _bench(arguments: argparse.Namespace) -> int:
    from ai.lab.bench import serve

    return serve(arguments.game, arguments.json, arguments.save)


def _originals(arguments: argparse.Namespace) -> int:
    from ai.lab.originals import serve

    wanted, seed = arguments.ids, arguments.seed
    return serve(wanted, seed, arguments.short, arguments.json, arguments.save)


def _serve(arguments: argparse.Namespace) -> int:
    from ai.lab.rooms import serve

    return serve(arguments.game, arguments.rest, arguments.data_dir)


def _train(arguments: argparse.Namespace) -> int:
    from ai.lab.jobs import Jobs
    from ai.lab.training import reset, train

    folder = None if arguments.ship else _trained_folder(arguments)
    if arguments.reset:
        assert folder is not None
        return reset(arguments.game, arguments.agent, folder)
    given = given_options(arguments.option)
    jobs = Jobs(arguments.jobs, arguments.cluster)
    return train(arguments.game, arguments.agent, given, arguments.seed, jobs, folder)


def _trained_folder(arguments: argparse.Namespace) -> Path:
    """Return the folder of trained weights; raises `BadArguments` without a home for one."""
    folder = data_directory(arguments.data_dir, os.environ)
    if folder is None:
        raise BadArguments("There is no home folder for trained weights; name one by --data-dir.")
    return folder / weights.FOLDER


def _solve(arguments: argparse.Namespace) -> int:
    from ai.lab.training import solve

    asked = arguments.game, arguments.rules, arguments.pieces, arguments.jobs
    return solve(*asked, arguments.force, arguments.data_dir)


_SERVED: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "play": _play,
    "games": _games,
    "arena": _arena,
    "league": _league,
    "analyse": _analyse,
    "bot": _bot,
    "bench": _bench,
    "originals": _originals,
    "train": _train,
    "solve": _solve,
    "serve": _serve,
}
"""What does the work of each command."""
