"""`main.py analyse GAME`: the analysis protocol, one JSON object a line in, one a line out.

A game is served by its `ai/lab/<game>/analyse.py` (`ai.lab.rooms.Analyse`). A request that cannot
be served gets {"error": {"type", "message"}} and leaves all as it was. Blank lines are skipped; a
line of more than 16 MiB is refused without being held in memory. `--examples` prints the requests
of `ai/lab/<game>/examples.jsonl`, at least one of each kind, as lines that can be asked again.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, NoReturn, TextIO, TypeGuard

from ai.lab import rooms
from ai.lab.errors import BadArguments, BadRequest
from ai.lab.rooms import Answer, Plain, Request
from games import bots, catalog
from games.fields import MISSING, Fields

MAX_LINE: Final = 16 << 20
MOST_SHOWN: Final = 60
"""Letters of a value that a sentence quotes."""
MAX_DIGITS: Final = 400
_PIECE: Final = 1 << 20


class Example(NamedTuple):
    """A request that a game answers, and a line about it."""

    tells: str
    request: Request


def serve(game: str, data_dir: str | None = None, example: bool = False) -> int:
    """Answer standard input about a `game` until it ends; `data_dir` is where tables may lie.

    With `example` it prints requests instead: the sentence about each goes to standard error, so
    that a pipe carries the requests alone. Raises `UnknownGame` and `BadArguments`.
    """
    catalog.spec(game)
    module = rooms.ANALYSE.of(game)
    if module is None:
        able = ", ".join(filter(rooms.ANALYSE.has, catalog.GAMES))
        raise BadArguments(f"There is nothing to analyse in {game}; there is in {able}.")
    if example:
        for tells, request in examples(game):
            print(f"# {tells}", file=sys.stderr, flush=True)
            print(json.dumps(request), flush=True)
    elif sys.stdin is not None:
        converse(module.analyst(data_dir), sys.stdin.buffer, sys.stdout)
    return 0


def examples(game: str) -> list[Example]:
    """Return the example requests of a `game`, in the order to ask them."""
    path = Path(__file__).parent / game / "examples.jsonl"
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [Example(row["tells"], row["request"]) for row in rows]


def converse(answer: Answer, source: BinaryIO, sink: TextIO) -> None:
    """Answer every line of `source` on a line of `sink`, flushed at once."""
    for line in lines(source):
        sink.write(reply(answer, line) + "\n")
        sink.flush()


def lines(source: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines of a `source` that are not blank, without ends; None for one too long."""
    while line := source.readline(MAX_LINE + 2):
        body = line.rstrip(b"\r\n")
        if len(body) > MAX_LINE:
            while not line.endswith(b"\n") and line:
                line = source.readline(_PIECE)
            yield None
        elif body.strip():
            yield body


def reply(answer: Answer, line: bytes | None) -> str:
    """Return the reply to one `line`, as JSON text; `answer` is the game's."""
    echo: Plain = {}
    try:
        request = _request(line)
        if "id" in request:
            echo = {"id": request["id"]}
        return json.dumps({**echo, **answer(request)}, allow_nan=False)
    except Exception as error:
        return json.dumps({**echo, "error": _fault(error)})


def _fault(error: Exception) -> dict[str, Any]:
    """Return the type and the sentence of `error`, and what stands `beside` them where it has that.

    Any but the project's own is a failure of ours.
    """
    if isinstance(error, RecursionError):
        return {"type": "BadRequest", "message": "The request is nested too deeply."}
    if isinstance(error, ValueError) and type(error) is not ValueError:
        told = {"type": type(error).__name__, "message": str(error)}
        return {**told, **getattr(error, "beside", {})}
    message = f"A failure of ours: {type(error).__name__}: {error}"
    return {"type": "InternalError", "message": message}


def _request(line: bytes | None) -> Plain:
    """Return the JSON object of a line; raises `BadRequest`."""
    if line is None:
        raise BadRequest(f"A line may have at most {MAX_LINE} bytes; send less at a time.")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise BadRequest("The line is not UTF-8 text.") from None
    try:
        plain = json.loads(
            text, parse_constant=_refuse_constant, parse_float=_finite, parse_int=_integer
        )
    except BadRequest:
        raise
    except ValueError as error:
        raise BadRequest(f"The line is not JSON ({error}).") from None
    if not isinstance(plain, dict):
        raise BadRequest('A request is a JSON object, as in {"op": ...}.')
    return plain


def _refuse_constant(word: str) -> NoReturn:
    raise BadRequest(f"{word} is not a number; send finite numbers.")


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise BadRequest(
            f"A whole number has {len(text)} digits; send numbers of at most {MAX_DIGITS}."
        )
    return int(text)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise BadRequest(f"{text[:40]} is too large; send finite numbers.")
    return value


# -- the fields of a request ------------------------------------------------------------------


def _refused(name: str, value: object, wanted: str) -> BadRequest:
    """Return the error for a field with a `value` that must be `wanted`."""
    found = "missing" if value is MISSING else _shown(value)
    return BadRequest(f'"{name}" is {found}; it must be {wanted}.')


def refusal(request: Request, name: str, wanted: str) -> BadRequest:
    """Return the error for the field `name` of a `request`, which must be `wanted`."""
    return _refused(name, request.get(name, MISSING), wanted)


def _fields(request: Request) -> Fields:
    return Fields(request, refuse=_refused)


def _shown(value: object) -> str:
    """Return a value as JSON; of a long one the beginning between quotes, or its kind."""
    text = json.dumps(value)
    if len(text) <= MOST_SHOWN:
        return text
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    if not isinstance(value, str):
        return f"{text[:MOST_SHOWN]}..."
    most = MOST_SHOWN
    while len(json.dumps(value[:most])) > MOST_SHOWN:
        most -= 1
    return json.dumps(f"{value[:most]}...")


def choice(request: Request, name: str, known: Sequence[str], default: str = "") -> str:
    """Return a field that is one of the `known` words, or its `default`; raises `BadRequest`."""
    return _fields(request).choice(name, known, default or None)


def served(operations: Mapping[str, Answer]) -> Answer:
    """Return the answer to requests by the operation that "op" names; each stands alone."""
    names = tuple(operations)

    def serve(request: Request) -> Plain:
        """Return the reply to a request; raises a named `ValueError` where there is none."""
        return operations[choice(request, "op", names)](request)

    return serve


def agent(request: Request, game: str, more: Mapping[str, Any] | None = None) -> catalog.Resolved:
    """Return the agent that "agent" names, with its "options" and its own among `more`.

    A bot is named by its file name alone, since no path in a request is looked up. Raises
    `BadRequest` and `BadOption`.
    """
    name, options = request.get("agent"), request.get("options", {})
    if not isinstance(name, str):
        raise refusal(request, "agent", f"a name that `main.py games {game}` lists")
    if not isinstance(options, dict):
        raise BadRequest('"options" must be an object, as in {"depth": 3}.')
    try:
        if name.startswith(bots.PREFIX):
            if re.search(r"[/\\]", bots.split(name)[0]):
                raise BadRequest('"agent" names a bot by its file name alone, as in bot:mybot.py.')
            name = bots.admit(name)
        catalog.check_options(catalog.agent(game, name), options)
        return catalog.resolve(game, name, {**(more or {}), **options})
    except (catalog.UnknownAgent, bots.LostBot) as error:
        raise BadRequest(str(error)) from None


def is_integer(value: object, low: int, high: int) -> TypeGuard[int]:
    """Return whether `value` is a whole number in `low`..`high`."""
    return type(value) is int and low <= value <= high


def integer(request: Request, name: str, low: int, high: int, default: int | None = None) -> int:
    """Return a field that is a whole number in `low`..`high`, or its `default` as it is.

    Raises `BadRequest`.
    """
    if name not in request and default is not None:
        return default
    return _fields(request).integer(name, low=low, high=high)


def switch(request: Request, name: str, default: bool) -> bool:
    """Return a field that is true or false, or its `default`; raises `BadRequest`."""
    return _fields(request).flag(name, default)


def items(request: Request, name: str) -> list[Any]:
    """Return a field that is a list; raises `BadRequest`."""
    value = request.get(name)
    if not isinstance(value, list):
        raise refusal(request, name, "a list")
    return value
