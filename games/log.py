"""A match as text: the save file, the replay, the bug report and the golden test are all this.

The first line is a JSON object: format, version, game, options, seed, and for each seat its agent
("human" for a person) with its options and learned start. Each further line is one turn,
`seat:move` for all that acted in order of seats, chance written as `*`; a move may have several
words, as in `0:bid 8`:

    {"format":"open-mind-arcade/log","game":"karate","params":{"rounds":10,...},...}
    0:kick 1:punch
    3x 0:kick 1:parry-kick
    0:punch 1:kick 1!1f0e3dad99908345-00112233445566778899aabbccddeeff

`3x` means that a turn came three times in a row. `1!LOT-NONCE` is the fresh draw of seat 1 (see
`games.core.Draw`), in hexadecimal digits; a match with such draws, and one that is practice, has
version 2, every other one version 1. Reading checks types, ranges and sizes, and `BadSave` names
the fault. Playing the moves then shows whether the game exists and whether its moves are legal.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.core import CHANCE, LOTS, Draw, Log, Seating, Turn
from games.fields import BadSave, canonical, is_agent, is_id, json_object

FORMAT: Final = "open-mind-arcade/log"
VERSION: Final = 2  # of the layout of the text
# Limits of what is read, chosen by hand.
MAX_CHARACTERS: Final = 1 << 20
MAX_TURNS: Final = 200_000
MAX_SEATS: Final = 32  # moves name a seat by at most two digits
MAX_SEED: Final = (1 << 63) - 1
"""The seeds of matches are -MAX_SEED to MAX_SEED."""

_MAX_VALUES = 64  # options and the like; chosen by hand
_MAX_VALUE_TEXT = 200_000  # as long as a maze of one's own
_LINE: Final = re.compile(r"(?:([1-9][0-9]{0,5})x )?(\S+(?: \S+)*)")
_MOVE: Final = re.compile(r"(\*|0|[1-9][0-9]?):([!-~]{1,64}(?: [!-~]{1,64}){0,29999})")
_NEXT: Final = re.compile(r" (?=(?:\*|[0-9]{1,2})[:!])")
"""What stands between the moves of a turn; a move of several words has other spaces in it."""
_DRAW: Final = re.compile(r"(0|[1-9][0-9]?)!([0-9a-f]{1,16})-([0-9a-f]{32})")

Line = tuple[Turn, tuple[tuple[int, Draw], ...]]
"""A turn with what its agents drew afresh, by seat in ascending order."""


class LogWriter:
    """Writes one match again and again while it grows; only what is new costs time.

    What was written and checked once is kept as text: all turns but the last and its repetitions.
    Where turns were taken back or others played instead, all of them are written anew.
    """

    def __init__(self) -> None:
        self._written: list[Line] = []
        self._text = ""

    def encode(self, log: Log) -> str:
        """Return the match in `log` as text; raises `BadSave` if it could not be read back."""
        lines, done = _lines_of(log), len(self._written)
        if lines[:done] != self._written:
            self._written, self._text, done = [], "", 0
        new = lines[done:]
        settled, last = _split_last_run(new)
        try:
            head, settled_text, last_text = _head(log), _as_text(settled), _as_text(last)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadSave(f"The match holds what cannot be written ({error}).") from None
        text = f"{head}{self._text}{settled_text}{last_text}"
        _check_size(text, len(log.turns))
        if _lines_of(decode(f"{head}{settled_text}{last_text}")) != new:
            raise BadSave("The match holds a move that cannot be written.")
        self._written += settled
        self._text += settled_text
        return text


def next_seed(seed: int) -> int:
    """Return the seed after `seed`; after the last that a match can have, the first."""
    return seed + 1 if seed < MAX_SEED else -MAX_SEED


def encode(log: Log) -> str:
    """Return the match in `log` as text; raises `BadSave` for one that could not be read back."""
    return LogWriter().encode(log)


def turn_line(turn: Turn, draws: Mapping[int, Draw]) -> str:
    """Return one `turn` with what its agents drew afresh, as the line that it has in the text."""
    return _as_text([(turn, tuple(sorted(draws.items())))]).rstrip("\n")


def _check_size(text: str, turns: int) -> None:
    if len(text) > MAX_CHARACTERS:
        raise BadSave(f"It has {len(text)} characters; at most {MAX_CHARACTERS} can be kept.")
    if turns > MAX_TURNS:
        raise BadSave(f"It has more than the {MAX_TURNS} turns that can be kept.")


def _lines_of(log: Log) -> list[Line]:
    return [
        (turn, tuple(sorted(log.draws.get(number, {}).items())))
        for number, turn in enumerate(log.turns)
    ]


def _head(log: Log) -> str:
    later: dict[str, Any] = {"practice": log.practice} if log.practice or log.draws else {}
    header = {
        "format": FORMAT,
        "version": VERSION if later else 1,
        "game": log.game,
        "params": dict(log.params),
        "seed": log.seed,
        "seats": [
            {"agent": seat.agent, "options": dict(seat.options), "start": seat.start}
            for seat in log.seats
        ],
        **later,
    }
    return canonical(header) + "\n"


def _split_last_run(lines: list[Line]) -> tuple[list[Line], list[Line]]:
    """Return all `lines` up to the final run of equal ones, and that run."""
    start = len(lines)
    while start and lines[start - 1] == lines[-1]:
        start -= 1
    return lines[:start], lines[start:]


def _as_text(lines: list[Line]) -> str:
    texts: list[str] = []
    known: dict[Turn, str] = {}  # a long match has few different turns
    for (turn, draws), run in itertools.groupby(lines):
        if turn not in known:
            known[turn] = " ".join(f"{'*' if seat == CHANCE else seat}:{m}" for seat, m in turn)
        drawn = "".join(f" {seat}!{draw.lot:x}-{draw.nonce}" for seat, draw in draws)
        count = sum(1 for _ in run)
        times = f"{count}x " if count > 1 else ""
        texts.append(f"{times}{known[turn]}{drawn}\n")
    return "".join(texts)


def decode(text: str) -> Log:
    """Return the match that `encode` wrote as `text`; raises `BadSave` for any other text."""
    if not isinstance(text, str):
        raise BadSave("A match is text; this is none.")
    _check_size(text, 0)
    first, _, rest = text.partition("\n")
    log = _header(first)
    known: dict[str, tuple[int, Line]] = {}  # a long match has few different lines
    for number, line in enumerate(rest.split("\n"), start=2):
        if line.strip():
            if line not in known:
                known[line] = _line(line.rstrip("\r"), number)
            count, (turn, draws) = known[line]
            _check_size("", len(log.turns) + count)
            if draws:
                drawn = dict(draws)  # one for all turns of the line, so that 200,000 take no room
                begun = len(log.turns)
                log.draws.update((again, drawn) for again in range(begun, begun + count))
            log.turns.extend([turn] * count)
    return log


def _header(line: str) -> Log:
    plain = json_object(line, _unreadable)
    names = {"format", "version", "game", "params", "seed", "seats"}
    version = plain.get("version")
    if plain.get("format") != FORMAT:
        raise BadSave("This is not a match of the arcade.")
    if type(version) is not int or version not in (1, VERSION):
        raise BadSave(f"The match has another version than 1 to {VERSION}; update the arcade.")
    names |= {"practice"} if version == VERSION else set()
    if set(plain) != names or type(plain.get("practice", False)) is not bool:
        raise BadSave(f"The first line of a match holds {', '.join(sorted(names))}.")
    game, seed, seats = plain["game"], plain["seed"], plain["seats"]
    if not isinstance(game, str) or not is_id(game):
        raise BadSave("The match names no game.")
    if type(seed) is not int or abs(seed) > MAX_SEED:
        raise BadSave("The seed of the match is not a whole number of 64 bits.")
    if not isinstance(seats, list) or len(seats) > MAX_SEATS:
        raise BadSave(f"The match needs a list of at most {MAX_SEATS} seats.")
    params = _values(plain["params"], "options")
    seating = tuple(_seating(seat) for seat in seats)
    return Log(game, params, seed, seating, practice=plain.get("practice", False))


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
    """Return names with plain values: text, whole or finite numbers, on or off."""
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


def _line(text: str, number: int) -> tuple[int, Line]:
    """Return how often the turn of a line came, and the turn with its draws."""
    found = _LINE.fullmatch(text)
    tokens = _NEXT.split(found[2]) if found else []
    drawn = list(itertools.takewhile(bool, map(_DRAW.fullmatch, reversed(tokens))))[::-1]
    moves = [_MOVE.fullmatch(token) for token in tokens[: len(tokens) - len(drawn)]]
    seats = [(CHANCE if move[1] == "*" else int(move[1])) for move in moves if move]
    if found is None or None in moves or not _ascending(seats) or seats[-1] >= MAX_SEATS:
        raise BadSave(f"Line {number} of the match is not a turn such as '0:kick 1:punch'.")
    turn = tuple((seat, move[2]) for seat, move in zip(seats, moves, strict=True) if move)
    draws = tuple((int(draw[1]), Draw(int(draw[2], 16), draw[3])) for draw in drawn if draw)
    if draws and not _can_be(draws, seats):
        raise BadSave(f"Line {number} of the match has draws that cannot be.")
    return int(found[1] or 1), (turn, draws)


def _can_be(draws: Sequence[tuple[int, Draw]], seats: Sequence[int]) -> bool:
    """Return whether `draws` are in order, of `seats` that moved, with lots in their range."""
    drawers = [seat for seat, _ in draws]
    lots_fit = all(0 < draw.lot < LOTS for _, draw in draws)
    return _ascending(drawers) and set(drawers) <= set(seats) and lots_fit


def _ascending(seats: Sequence[int]) -> bool:
    return bool(seats) and all(a < b for a, b in itertools.pairwise(seats))


def _unreadable(told: str) -> BadSave:
    return BadSave(f"The first line of the match cannot be read. {told}")
