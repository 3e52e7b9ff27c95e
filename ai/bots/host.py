"""A process in which a Python bot thinks: `python -s -P host.py FILE`, in JSON lines.

It is run by its path, imports no module of the arcade, and needs the standard library alone. The
bot's own folder is the first on `sys.path` and the current one. The bot's `print` goes to standard
error, which is its log. `main.py bot GAME --explain` shows the lines that come; a reply is
`{"move": MOVE}`, with `"mind"` where the bot shows one. After an exception the traceback stands in
the log, and `{"failed": SENTENCE}` is the last line.
"""

from __future__ import annotations

import functools
import importlib.machinery
import json
import os
import random
import sys

TYPE_CHECKING = False  # `typing` is slow to load
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

LONGEST = 200
"""Characters of the message of an exception that are passed on."""


def main(file: str) -> None:
    """Answer the lines for the bot in a `file` until the match is over."""
    source, out = _conversation()
    player: _Player | None = None
    encode = json.JSONEncoder().encode
    rest = b""
    while True:
        some = os.read(source, 1 << 16)
        if not some:
            return
        *lines, rest = (rest + some).split(b"\n")
        for line in lines:
            message = json.loads(line.decode())
            try:
                if player is None:
                    player = _Player(_loaded(file), message)
                    continue
                do = message["do"]
                if do == "choose":
                    move = player.choose(message)
                    reply: dict[str, Any] = {"move": move if isinstance(move, str) else repr(move)}
                    if player.mind is not None:
                        reply["mind"] = player.mind()
                    _write(out, encode(reply))
                elif do == "saw":
                    player.saw(message["events"])
                elif do == "end":
                    player.end(message["returns"])
                    return
            except BaseException as problem:
                _write(out, encode({"failed": _report(problem, file)}))
                return


class _Player:
    """The functions of a bot, those that it leaves out without effect."""

    def __init__(self, module: ModuleType, begin: dict[str, Any]) -> None:
        rng = random.Random(begin["seed"])
        kind: Callable[[], Any] | None = getattr(module, "Bot", None)
        self.choose: Callable[[dict[str, Any]], object]
        self.mind: Callable[[], object] | None = None
        self.saw: Callable[[list[dict[str, Any]]], object] = _nothing
        self.end: Callable[[object], object] = _nothing
        if kind is None:
            function = getattr(module, "choose", None)
            entrant = getattr(module, "agent", None)
            if function is None and entrant is not None:
                contest = _Contest(entrant, begin)
                self.choose, self.saw = contest.choose, contest.saw
                return
            if function is None:
                raise AttributeError("it has neither a function `choose` nor a class `Bot`")
            self.choose = lambda asked: function(asked["view"], asked["legal"], rng)
            return
        bot = kind()
        choose = bot.choose
        self.choose = lambda asked: choose(asked["view"], asked["legal"])
        self.saw, self.end = getattr(bot, "saw", _nothing), getattr(bot, "end", _nothing)
        self.mind = getattr(bot, "mind", None)
        start = getattr(bot, "begin", None)
        if start is not None:
            start(begin["seats"], {**begin["options"], "bot": begin["bot"]}, rng)


class _Struct(dict):  # type: ignore[type-arg]
    """An object whose fields are attributes, too, as programs in contests get."""

    __getattr__ = dict.__getitem__


class _Contest:
    """A program in the form of contests of rock, paper, scissors, at the table `rps` of karate.

    The function `agent(observation, configuration)` returns 0 for rock, 1 for paper, 2 for
    scissors. An observation has `step`, from 0 on, and `lastOpponentAction`, None at first.
    `begin` is the line with which the match begins; the seed goes to `random` and to NumPy.
    """

    moves = ("rock", "paper", "scissors")

    def __init__(self, agent: Callable[..., object], begin: dict[str, Any]) -> None:
        if begin["game"] != "karate" or begin["options"].get("table") != "rps":
            raise ValueError("its function `agent` plays karate with table=rps alone")
        random.seed(begin["seed"])
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(begin["seed"] % (1 << 32))
        self.agent, self.other = agent, 1 - begin["seats"][0]
        code = getattr(agent, "__code__", None)
        self.takes = 1 if code is not None and code.co_argcount == 1 else 2
        self.last: int | None = None
        rounds = begin["options"]["rounds"] or 2000
        self.configuration = _Struct(episodeSteps=rounds, signs=3)

    def choose(self, asked: dict[str, Any]) -> str:
        """Return the move for the round that is asked for."""
        observation = _Struct(step=asked["view"]["played"], lastOpponentAction=self.last)
        move = self.agent(*(observation, self.configuration)[: self.takes])
        if move not in (0, 1, 2):
            raise ValueError(f"`agent` returned {move!r}, not 0, 1 or 2")
        return self.moves[int(move)]

    def saw(self, events: list[dict[str, Any]]) -> None:
        """Remember the last move of the other side."""
        for event in events:
            if event["kind"] == "round":
                self.last = self.moves.index(event["data"]["moves"][self.other])


def _nothing(told: object) -> None:
    """Do nothing."""


def _conversation() -> tuple[int, int]:
    """Return the descriptors of lines and replies, out of reach at 0 and 1.

    A process that the bot forks has no part in the conversation.
    """
    source, out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace", line_buffering=True)  # type: ignore[union-attr]
    if hasattr(os, "register_at_fork"):
        for number in (source, out):
            os.register_at_fork(after_in_child=functools.partial(os.close, number))
    return source, out


def _loaded(file: str) -> ModuleType:
    """Return the module that a `file` makes; raises what it raises."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.dirname(file))
    sys.argv = [file]
    loader = importlib.machinery.SourceFileLoader("mybot", file)
    module = type(sys)("mybot")
    module.__file__, module.__loader__ = file, loader
    sys.modules["mybot"] = module
    loader.exec_module(module)
    return module


def _write(out: int, text: str) -> None:
    line = (text + "\n").encode(errors="replace")
    while line:
        line = line[os.write(out, line) :]


def _report(problem: BaseException, file: str) -> str:
    """Write the traceback into the log; return where and what it was."""
    import traceback

    traceback.print_exception(problem)
    own = [row for row in traceback.extract_tb(problem.__traceback__) if row.filename != __file__]
    own = [row for row in own if not row.filename.startswith("<frozen")]
    mine = [row for row in own if row.filename == file] or own
    name, line = (mine[-1].filename, mine[-1].lineno) if mine else (file, None)
    if isinstance(problem, SyntaxError) and problem.lineno is not None:
        name, line = problem.filename or file, problem.lineno
    where = os.path.basename(name) + ("" if line is None else f", line {line}")
    words = traceback.format_exception_only(problem)[-1]
    return f"{where}: {' '.join(words.split())[:LONGEST]}"


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(0)
