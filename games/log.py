"""A match as text: the save file, the replay, the bug report and the golden test are all this.

The first line is a JSON object: format, version, game, options, seed, and for each seat its
agent ("human" for a person) with its options and learned start. Each further line is one turn,
`seat:move` for all that acted in order of seats, chance written as `*`:

    {"format":"open-mind-arcade/log","game":"karate","params":{"rounds":10,...},...}
    0:kick 1:punch
    3x 0:kick 1:parry-kick

`3x` says that a turn came three times in a row. Reading trusts nothing: types, ranges and sizes
are checked, and `BadSave` says what is wrong. Whether the game exists, and whether its moves are
legal, is found out by playing them.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from games.core import CHANCE, Log, Seating, Turn
from games.formats import BadSave, canonical, is_agent, is_id

FORMAT: Final = "open-mind-arcade/log"
VERSION: Final = 1
MAX_CHARACTERS: Final = 1 << 20
MAX_TURNS: Final = 200_000
MAX_SEATS: Final = 32
MAX_SEED: Final = (1 << 63) - 1

_MAX_VALUES = 64
_MAX_VALUE_TEXT = 200_000  # as long as a maze of one's own
_LINE: Final = re.compile(r"(?:([1-9][0-9]{0,5})x )?(\S+(?: \S+)*)")
_MOVE: Final = re.compile(r"(\*|0|[1-9][0-9]?):([!-~]{1,64})")


def encode(log: Log) -> str:
    """The match as text; raises `BadSave` for one that could not be read back."""
    header = {
        "format": FORMAT,
        "version": VERSION,
        "game": log.game,
        "params": dict(log.params),
        "seed": log.seed,
        "seats": [
            {"agent": seat.agent, "options": dict(seat.options), "start": seat.start}
            for seat in log.seats
        ],
    }
    try:
        text = "\n".join([canonical(header), *_lines(log.turns)]) + "\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise BadSave(f"The match holds what cannot be written ({error}).") from None
    if decode(text).turns != log.turns:
        raise BadSave("The match holds a move that cannot be written.")
    return text


def _lines(turns: list[Turn]) -> Iterator[str]:
    for turn, run in itertools.groupby(turns):
        line = " ".join(f"{'*' if seat == CHANCE else seat}:{move}" for seat, move in turn)
        count = sum(1 for _ in run)
        yield f"{count}x {line}" if count > 1 else line


def decode(text: str) -> Log:
    """The match that `encode` wrote; raises `BadSave` for any other text."""
    if not isinstance(text, str) or len(text) > MAX_CHARACTERS:
        raise BadSave(f"A match has at most {MAX_CHARACTERS} characters; this is none.")
    first, _, rest = text.partition("\n")
    log = _header(first)
    for number, line in enumerate(rest.split("\n"), start=2):
        if line.strip():
            count, turn = _turn(line.rstrip("\r"), number)
            if len(log.turns) + count > MAX_TURNS:
                raise BadSave(f"A match has at most {MAX_TURNS} turns; this one has more.")
            log.turns.extend([turn] * count)
    return log


def _header(line: str) -> Log:
    try:
        plain = json.loads(line, object_pairs_hook=_unique)
    except BadSave:
        raise
    except (ValueError, RecursionError):
        raise BadSave("The first line of the match is not a JSON object.") from None
    names = {"format", "version", "game", "params", "seed", "seats"}
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise BadSave("This is not a match of the arcade.")
    if type(plain.get("version")) is not int or plain["version"] != VERSION:
        raise BadSave(f"The match has another version than {VERSION}; update the arcade.")
    if set(plain) != names:
        raise BadSave(f"The first line of a match holds {', '.join(sorted(names))}.")
    game, seed, seats = plain["game"], plain["seed"], plain["seats"]
    if not isinstance(game, str) or not is_id(game):
        raise BadSave("The match names no game.")
    if type(seed) is not int or abs(seed) > MAX_SEED:
        raise BadSave("The seed of the match is not a whole number of 64 bits.")
    if not isinstance(seats, list) or len(seats) > MAX_SEATS:
        raise BadSave(f"The match needs a list of at most {MAX_SEATS} seats.")
    params = _values(plain["params"], "options")
    return Log(game, params, seed, tuple(_seating(seat) for seat in seats))


def _seating(plain: Any) -> Seating:
    if not isinstance(plain, dict) or set(plain) != {"agent", "options", "start"}:
        raise BadSave("A seat of the match holds agent, options and start.")
    agent, start = plain["agent"], plain["start"]
    if not isinstance(agent, str) or not is_agent(agent):
        raise BadSave("A seat of the match names no agent.")
    if start is not None and not isinstance(start, str):
        raise BadSave("What an agent had learned before the match is not text.")
    return Seating(agent, _values(plain["options"], "options of an agent"), start)


def _values(plain: Any, what: str) -> dict[str, Any]:
    """Names with plain values: text, whole or finite numbers, on or off."""
    if not isinstance(plain, dict) or len(plain) > _MAX_VALUES:
        raise BadSave(f"The {what} of the match are no list of names and values.")
    for name, value in plain.items():
        known = isinstance(value, (str, int, float, bool))
        if not is_id(name) or not known or not _in_range(value):
            raise BadSave(f"The {what} of the match hold a value that cannot be.")
    return plain


def _in_range(value: str | float) -> bool:
    if isinstance(value, str):
        return len(value) <= _MAX_VALUE_TEXT
    return math.isfinite(value) if isinstance(value, float) else abs(value) <= MAX_SEED


def _turn(line: str, number: int) -> tuple[int, Turn]:
    """How often a turn came, and the turn."""
    found = _LINE.fullmatch(line)
    moves = [_MOVE.fullmatch(token) for token in found[2].split(" ")] if found else []
    seats = [(CHANCE if move[1] == "*" else int(move[1])) for move in moves if move]
    in_order = all(a < b for a, b in itertools.pairwise(seats))
    if found is None or None in moves or not in_order or seats[-1] >= MAX_SEATS:
        raise BadSave(f"Line {number} of the match is not a turn such as '0:kick 1:punch'.")
    turn = tuple((seat, move[2]) for seat, move in zip(seats, moves, strict=True) if move)
    return int(found[1] or 1), turn


def _unique(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        raise BadSave("The first line of the match says the same thing twice.")
    return plain
