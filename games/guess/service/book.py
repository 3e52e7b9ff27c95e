"""The running state of all rooms, in memory: what `GET` is answered from.

It is built from the table at the start and changed by the one writer alone, together with what goes
into the table, so that both always say the same. At the start each row is looked at first
(`book_of`): a person's own hand, or another program, may have changed it.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from games.guess.rules.names import name_key
from games.guess.rules.scoring import (
    MOST,
    Multiplier,
    Result,
    competition_ranks,
    distances,
    round_figures,
    target_of,
)

MOST_PLAYERS: Final = 1000
REMOVED: Final = "(removed)"
"""What stands in closed rounds in place of the name of a player whom the host removed."""
MOVED: Final = "(on another phone)"
"""The name of a place whose player goes on in a new one; no round shows it."""


def nobodys(number: int) -> str:
    """Return the key of a place whose name can be taken; no name has such a key."""
    return f" {number}"


@dataclass
class RoomPlayer:
    """One who joined a room, and what the closed rounds brought."""

    number: int
    name: str
    removed: bool = False
    joined: float = 0.0
    freed: bool = False
    rounds: int = 0
    wins: int = 0
    score: Fraction = Fraction(0)


class Given(NamedTuple):
    """A player's guess in a round: the number, which revision it is, and when it came."""

    guess: int
    revision: int
    at: float


class Ranked(NamedTuple):
    """A row of a closed round: rank, the player's number, guess, and distance to the target."""

    rank: int
    player: int
    guess: int
    score: float


@dataclass
class RoomRound:
    """A round of a room; `deadline` is when it closes by the steady clock, None without a time."""

    number: int
    closes_after: int | None
    opened: float
    closes_at: float | None
    closed: bool = False
    guesses: dict[int, Given] = field(default_factory=dict)
    total: int = 0
    deadline: float | None = None
    held: float = 0.0
    """The time by the steady clock until which phones look at a wall for the result."""
    ranking: tuple[Ranked, ...] = ()
    result: Result | None = None

    def take(self, player: int, given: Given) -> None:
        """Count the guess of a player, in place of the one before."""
        before = self.guesses.get(player)
        self.total += given.guess - (before.guess if before else 0)
        self.guesses[player] = given

    def drop(self, player: int) -> None:
        """Forget the guess of a player, if there is one."""
        given = self.guesses.pop(player, None)
        self.total -= given.guess if given else 0


class BoardRow(NamedTuple):
    """A row of the leaderboard."""

    rank: int
    name: str
    rounds: int
    wins: int
    mean: float


class ClassicEntry(NamedTuple):
    """A submission of a classic room: the guess and its place in the order of entry."""

    guess: int
    place: int


@dataclass
class Room:
    """A room with its players and rounds; numbers count from 1 and are places in these lists."""

    id: int
    code: str
    title: str
    mode: str
    multiplier: Multiplier
    low: int
    high: int
    players: list[RoomPlayer] = field(default_factory=list)
    rounds: list[RoomRound] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    joined: Counter[str] = field(default_factory=Counter)
    """How many joined from each address since the book was made; no database has addresses."""
    pool: list[ClassicEntry] = field(default_factory=list)
    pool_names: list[str] = field(default_factory=list)
    pool_total: int = 0
    renamed: int = 0
    """How often a name changed or went since the book was made."""
    _removed: int = 0
    _board: tuple[BoardRow, ...] | None = None

    @property
    def open_round(self) -> RoomRound | None:
        """The round that is open, if any."""
        last = self.rounds[-1] if self.rounds else None
        return last if last is not None and not last.closed else None

    @property
    def present(self) -> list[RoomPlayer]:
        """The players who were not removed, in order of joining."""
        return [player for player in self.players if not player.removed]

    @property
    def count(self) -> int:
        """The number of players who were not removed."""
        return len(self.players) - self._removed

    def join(
        self, name: str, address: str = "", removed: bool = False, joined: float = 0.0
    ) -> RoomPlayer:
        """Return a new player of that name, who `joined` at this time."""
        player = RoomPlayer(len(self.players) + 1, name, removed, joined)
        self.players.append(player)
        if not removed:
            self.names.add(name_key(name))
        self._removed += removed
        self.joined[address] += 1
        self._board = None
        return player

    def remove(self, number: int, name: str = REMOVED) -> None:
        """Take a player out: his name in all places, and his guess of the open round.

        Figures and ranks of closed rounds stay, and his number is never given again.
        """
        player = self.players[number - 1]
        player.removed, player.freed = True, False
        self._removed += 1
        for played in self.rounds:
            if not played.closed:
                played.drop(number)
        self.rename(number, name)

    def rename(self, number: int, name: str) -> None:
        """Give a player a name in all places, closed rounds among them."""
        self.players[number - 1].name = name
        self.names = {name_key(other.name) for other in self.present}
        for played in self.rounds:
            if played.result is not None:
                played.result["winners"] = self._winners(played)
        self.renamed += 1
        self._board = None

    def freed(self, name: str) -> RoomPlayer | None:
        """Return the player whose place the next one of that name takes; None for none."""
        key = name_key(name)
        return next((p for p in self.present if p.freed and name_key(p.name) == key), None)

    def move(self, old: RoomPlayer, address: str) -> RoomPlayer:
        """Let the player of a place go on in a new one, with guesses, figures and name."""
        new = self.join(old.name, address, joined=old.joined)
        new.rounds, new.wins, new.score = old.rounds, old.wins, old.score
        for played in self.rounds:
            if old.number in played.guesses:
                played.guesses[new.number] = played.guesses.pop(old.number)
            rows = (r._replace(player=new.number) if r.player == old.number else r
                    for r in played.ranking)  # fmt: skip
            played.ranking = tuple(sorted(rows))
        self.remove(old.number, MOVED)
        return new

    def _winners(self, closed: RoomRound) -> list[dict[str, object]]:
        """Return the names of those nearest in a closed round, in order of joining."""
        return [
            {"name": self.players[row.player - 1].name, "guess": row.guess}
            for row in closed.ranking
            if row.rank == 1
        ]

    def close(self, closing: RoomRound) -> None:
        """Close a round: its result, its ranking, and what it brings the players."""
        closing.closed = True
        order = sorted(closing.guesses)
        values = [closing.guesses[number].guess for number in order]
        closing.result = round_figures(Counter(values), self.multiplier)
        closing.result["winners"] = []
        if not values:
            return
        apart = distances(values, self.multiplier, closing.total)
        rows = zip(competition_ranks(apart.keys), order, values, apart.scores(), strict=True)
        found = [Ranked(*row) for row in rows]
        closing.ranking = tuple(sorted(found))
        closing.result["winners"] = self._winners(closing)
        for row, key in zip(found, apart.keys, strict=True):
            player = self.players[row.player - 1]
            player.rounds += 1
            player.wins += row.rank == 1
            player.score += Fraction(key, apart.over)
        self._board = None

    def leaderboard(self) -> tuple[BoardRow, ...]:
        """Return all present players who played a round, by wins, then mean score, then joining."""
        if self._board is None:
            played = [player for player in self.present if player.rounds]
            keys = [(-p.wins, p.score / p.rounds) for p in played]
            first: dict[tuple[int, Fraction], int] = {}
            for place, key in enumerate(sorted(keys), start=1):
                first.setdefault(key, place)
            rows = sorted(
                (first[key], player.number, player, key[1])
                for player, key in zip(played, keys, strict=True)
            )
            self._board = tuple(
                BoardRow(rank, player.name, player.rounds, player.wins, float(mean))
                for rank, _, player, mean in rows
            )
        return self._board

    def submit(self, name: str, guess: int) -> int:
        """Put a submission into the pool of a classic room; returns its place, from 0."""
        place = len(self.pool_names)
        insort(self.pool, ClassicEntry(guess, place))
        self.pool_names.append(name)
        self.pool_total += guess
        return place


class PoolStanding(NamedTuple):
    """The place of the last submission of a pool, and the nearest of all as (name, score)."""

    rank: int
    rank_competition: int
    score: float
    top: tuple[tuple[str, float], ...]


def standing(room: Room, guess: int, ntop: int) -> PoolStanding:
    """Return the place of a `guess` entered last in the pool of a room, in exact numbers."""
    num, den = room.multiplier
    over = den * len(room.pool)
    aim = num * room.pool_total
    target = target_of(room.pool_total, len(room.pool), room.multiplier)
    key = abs(guess * over - aim)
    low, high = target - Fraction(key, over), target + Fraction(key, over)
    nearer_or_even = bisect_right(room.pool, (high, len(room.pool))) - bisect_left(
        room.pool, (low, -1)
    )
    even = {low, high}
    tied = sum(
        bisect_right(room.pool, (value, len(room.pool))) - bisect_left(room.pool, (value, -1))
        for value in even
    )
    top = tuple(
        (room.pool_names[entry.place], abs(entry.guess * over - aim) / over)
        for entry in _nearest(room, target, ntop)
    )
    return PoolStanding(nearer_or_even, nearer_or_even - tied + 1, key / over, top)


def _nearest(room: Room, target: Fraction, count: int) -> list[ClassicEntry]:
    """Return the entries nearest to a target, ties in order of entry.

    Of each number the first `count` entries are enough, however many there are.
    """
    pool = room.pool
    right = bisect_left(pool, (target, -1))
    left = right - 1
    found: list[tuple[Fraction, int, ClassicEntry]] = []
    while (left >= 0 or right < len(pool)) and count:
        below = target - pool[left].guess if left >= 0 else None
        above = pool[right].guess - target if right < len(pool) else None
        lower = above is None or (below is not None and below <= above)
        apart = below if lower else above
        assert apart is not None
        if len(found) >= count and apart > max(found)[0]:
            break
        guess = pool[left if lower else right].guess
        first, last = bisect_left(pool, (guess, -1)), bisect_left(pool, (guess + 1, -1))
        left, right = (first - 1, right) if lower else (left, last)
        found += [(apart, entry.place, entry) for entry in pool[first : min(last, first + count)]]
        found = sorted(found)[:count]
    return [entry for _, _, entry in found]


class Book:
    """All rooms by their codes."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self.by_id: dict[int, Room] = {}

    def add(self, room: Room) -> None:
        """Add a room that is new here."""
        self.rooms[room.code] = room
        self.by_id[room.id] = room

    def figures(self) -> dict[str, list[tuple[int, int, int]]]:
        """Return for each room its rounds as (number, guesses, their sum)."""
        return {
            code: [(r.number, len(r.guesses), r.total) for r in room.rounds]
            for code, room in self.rooms.items()
        }


Check = Callable[[object], bool]
Rows = Callable[[str], Iterable[Sequence[Any]]]
"""The rows that a statement finds."""
MODES: Final = ("rounds", "classic")


def _whole(low: int, high: int = 2**63 - 1) -> Check:
    def check(value: object) -> bool:
        return isinstance(value, int) and low <= value <= high

    return check


def _text(value: object) -> bool:
    return isinstance(value, str)


def _time(value: object) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


_ID, _GUESS = _whole(1), _whole(0, MOST)
_TABLES: Final[dict[str, tuple[str, dict[str, Check]]]] = {
    "guess_rooms": (
        "ORDER BY id",
        {"id": _ID, "code": _text, "title": _text, "mode": lambda value: value in MODES}
        | {"num": _ID, "den": _ID, "low": _GUESS, "high": _GUESS},
    ),
    "guess_players": (
        "ORDER BY room, number",
        {"room": _ID, "number": _ID, "name": _text, "name_key": _text, "joined_at": _time}
        | {"removed_at": _or_none(_time)},
    ),
    "guess_rounds": (
        "ORDER BY room, number",
        {"room": _ID, "number": _ID, "closes_after": _or_none(_ID), "opened_at": _time}
        | {"closes_at": _or_none(_time), "closed": _whole(0, 1)},
    ),
    "guess_guesses": (
        "ORDER BY room, round, player",
        {"room": _ID, "round": _ID, "player": _ID, "guess": _GUESS, "revision": _ID, "at": _time},
    ),
    "guess_pool": (
        "ORDER BY room, place",
        {"room": _ID, "place": _whole(0), "name": _text, "guess": _GUESS},
    ),
    "guess_replies": ("LIMIT 1", {"scope": _text, "key": _text, "digest": _text, "body": _text}),
}
"""Of each table the order of its rows, and what the columns that are read may hold."""


def book_of(rows: Rows) -> Book:
    """Return the rows as the running state.

    Raises `ValueError` and `LookupError` for impossible rows, or rows that do not fit each other.
    """
    book = Book()
    for number, code, title, mode, num, den, low, high in _checked(rows, "guess_rooms"):
        book.add(Room(number, code, title, mode, (num, den), low, high))
    for room, number, name, key, joined, removed_at in _checked(rows, "guess_players"):
        _next(number, len(book.by_id[room].players) + 1)
        player = book.by_id[room].join(name, removed=removed_at is not None, joined=joined)
        player.freed = key == nobodys(number) and not player.removed
    for room, number, after, opened, closes_at, closed in _checked(rows, "guess_rounds"):
        _next(number, len(book.by_id[room].rounds) + 1)
        book.by_id[room].rounds.append(RoomRound(number, after, opened, closes_at, bool(closed)))
    for room, number, player, guess, revision, at in _checked(rows, "guess_guesses"):
        _next(player, min(player, len(book.by_id[room].players)))
        book.by_id[room].rounds[number - 1].take(player, Given(guess, revision, at))
    for room, place, name, guess in _checked(rows, "guess_pool"):
        _next(place, len(book.by_id[room].pool_names))
        _pool(book.by_id[room], name, guess)
    list(_checked(rows, "guess_replies"))
    for found in book.rooms.values():
        found.pool.sort()
        for closed_round in found.rounds:
            if closed_round.closed:
                found.close(closed_round)
    return book


def _checked(rows: Rows, table: str) -> Iterable[Sequence[Any]]:
    """Return the rows of a table; raises `ValueError` for other content."""
    order, columns = _TABLES[table]
    for row in rows(f"SELECT {', '.join(columns)} FROM {table} {order}"):
        for (name, check), value in zip(columns.items(), row, strict=True):
            if not check(value):
                raise ValueError(f"{name} of {table}")
        yield row


def _next(number: int, wanted: int) -> None:
    """Numbers count from 1 without a gap, places of a pool from 0; raises `ValueError`."""
    if number != wanted:
        raise ValueError(f"{number} is not {wanted}")


def _pool(room: Room, name: str, guess: int) -> None:
    """A submission that is sorted in later, with all others."""
    room.pool.append(ClassicEntry(guess, len(room.pool_names)))
    room.pool_names.append(name)
    room.pool_total += guess
