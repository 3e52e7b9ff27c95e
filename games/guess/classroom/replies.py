"""The replies of the service about a room, as checked values; see `main.py serve guess`.

The program at an address may be another one: `BadReply` is raised for a reply that does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from games.guess.rules.scoring import Multiplier

Plain = Mapping[str, Any]
T = TypeVar("T")
_MOST_NAMES: Final = 1000


class BadReply(ValueError):
    """A reply that no service of this game gives."""


class RoundNow(NamedTuple):
    """The last round: how many have `guessed` up to now, and when it closes by itself.

    It closes after a number of guesses, at a time in seconds since 1970, or never (None).
    """

    number: int
    open: bool
    guessed: int
    closes_after: int | None
    closes_at: float | None


class RoomNow(NamedTuple):
    """A room: its terms, how many joined, and its last round."""

    code: str
    title: str
    multiplier: Multiplier
    low: int
    high: int
    players: int
    round: RoundNow | None


class ClosedRound(NamedTuple):
    """A closed round: how often each number was guessed, mean and target, the winners.

    Mean and target are None without guesses.
    """

    number: int
    histogram: tuple[tuple[int, int], ...]
    mean: float | None
    target: float | None
    winners: tuple[tuple[str, int], ...]
    best: float | None

    @property
    def guesses(self) -> tuple[int, ...]:
        """Every guess, ascending."""
        return tuple(guess for guess, many in self.histogram for _ in range(many))


class LeaderRow(NamedTuple):
    """A row of the leaderboard; `mean` is the mean distance to the target."""

    rank: int
    name: str
    rounds: int
    wins: int
    mean: float


def _checked(parse: Callable[[Plain], T], reply: Plain) -> T:
    try:
        return parse(reply)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError):
        raise BadReply("What answers there is no service of Guess 2/3.") from None


def room_of(reply: Plain) -> RoomNow:
    """Return a room from the reply to `GET /rooms/R`; raises `BadReply`."""
    return _checked(_room, reply)


def _room(reply: Plain) -> RoomNow:
    last = reply["round"]
    num, den = map(int, reply["multiplier"])
    now = None
    if last is not None:
        after, at = last["closes_after"], last["closes_at"]
        now = RoundNow(
            int(last["number"]),
            last["phase"] == "open",
            int(last["count"]),
            None if after is None else int(after),
            None if at is None else float(at),
        )
    ends = int(reply["low"]), int(reply["high"])
    head = str(reply["room"])[:8], str(reply["title"])[:80]
    return RoomNow(*head, (num, den), *ends, int(reply["players"]), now)


def outcome_of(reply: Plain) -> ClosedRound:
    """Return a closed round from the reply to `GET /rooms/R/rounds/N`; raises `BadReply`."""
    return _checked(_outcome, reply)


def _outcome(reply: Plain) -> ClosedRound:
    def optional(name: str) -> float | None:
        return None if reply[name] is None else float(reply[name])

    histogram = tuple((int(guess), int(many)) for guess, many in reply["histogram"])
    if not all(0 < many <= _MOST_NAMES for _, many in histogram):
        raise ValueError
    winners = tuple((str(one["name"])[:64], int(one["guess"])) for one in reply["winners"])
    figures = optional("mean"), optional("target_float")
    return ClosedRound(int(reply["round"]), histogram, *figures, winners, optional("best_score"))


def standings_of(reply: Plain) -> tuple[LeaderRow, ...]:
    """Return the leaderboard from the reply to `GET /rooms/R/leaderboard`; raises `BadReply`."""
    return _checked(_standings, reply)


def _standings(reply: Plain) -> tuple[LeaderRow, ...]:
    return tuple(
        LeaderRow(
            int(row["rank"]),
            str(row["name"])[:64],
            int(row["rounds"]),
            int(row["wins"]),
            float(row["mean_score"]),
        )
        for row in reply["leaderboard"]
    )


class Named(NamedTuple):
    """A player in the room, by number."""

    number: int
    name: str


def names_of(reply: Plain) -> tuple[int, tuple[Named, ...]]:
    """Return the number of players, and a part of them from the reply to `GET /rooms/R/players`.

    Raises `BadReply`.
    """
    return _checked(_names, reply)


def _names(reply: Plain) -> tuple[int, tuple[Named, ...]]:
    rows = tuple(Named(int(row["player"]), str(row["name"])[:64]) for row in reply["players"])
    return int(reply["total"]), rows


class Code(NamedTuple):
    """A QR code: the address in it, and its rows of 0 and 1 (dark), without the quiet border."""

    url: str
    rows: tuple[str, ...]


def code_of(reply: Plain) -> Code:
    """Return the QR code of a room from the reply to `GET /rooms/R/qr`; raises `BadReply`."""
    return _checked(_code, reply)


def _code(reply: Plain) -> Code:
    rows: Sequence[str] = tuple(map(str, reply["rows"]))
    if not 21 <= len(rows) <= 177 or any(len(row) != len(rows) for row in rows):
        raise ValueError
    return Code(str(reply["url"])[:200], tuple(rows))
