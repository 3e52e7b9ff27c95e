"""The protocol of a game.

A game is a set of pure functions over an immutable state: the seats to act, their legal moves, the
state after a move, and the view of each seat. A game has no clock, no random numbers and no screen.
Chance is a seat of its own, `CHANCE`, whose moves carry exact weights.

`games.match.Match` is the one loop that plays a game.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from games.mind import Mind
from games.spec import GameSpec, Params
from games.streams import Stream

CHANCE: Final = -1
"""The seat of dice, bags and sensors."""

WATCHERS: Final = -2
"""The watchers without a seat, in an event's audience."""

State = TypeVar("State")
Moves = Mapping[int, str]


class GivesUp(ValueError):
    """Raised by a player who loses the match by a fault of its own; the message names the fault for
    all people at the table.

    >>> raise GivesUp("The team's program took more than 3 seconds for a move.")
    Traceback (most recent call last):
    games.core.GivesUp: The team's program took more than 3 seconds for a move.
    """


FAILURES: Final = (Exception, SystemExit)
"""The exceptions of a program in a seat; one that calls exit() has failed, and ends only itself."""


class BadPosition(ValueError):
    """Raised for a position that cannot be; the message names the contradiction.

    >>> raise BadPosition("Both sides have seven pieces home.")
    Traceback (most recent call last):
    games.core.BadPosition: Both sides have seven pieces home.
    """


class IllegalMove(ValueError):
    """Raised for a move that the rules do not allow now; the message gives the reason.

    >>> from games import catalog
    >>> karate = catalog.rules("karate")
    >>> karate.apply(karate.new(karate.spec.params()), {0: "fly", 1: "kick"})
    Traceback (most recent call last):
    games.core.IllegalMove: 'fly' is not a move; choose one of punch, kick, parry-punch, parry-kick.
    """


class Event(NamedTuple):
    """An occurrence in a turn, for animation, sound and observers.

    `audience` is None for an event that all may see. Otherwise it holds the seats that may see the
    event, with `WATCHERS` for observers without a seat.

    >>> Event("drawn", {"card": "7"}, audience=(1,)).audience
    (1,)
    """

    kind: str
    data: Mapping[str, Any]
    audience: tuple[int, ...] | None = None


class Game(ABC, Generic[State]):
    """The rules of one game as pure functions; `State` is an immutable value.

    >>> from games import catalog
    >>> ur = catalog.rules("ur")
    >>> state = ur.new(ur.spec.params())
    >>> ur.to_act(state) == (CHANCE,)
    True
    >>> ur.chance(state)
    (('0', 1), ('1', 4), ('2', 6), ('3', 4), ('4', 1))
    >>> state, events = ur.apply(state, {CHANCE: "3"})
    >>> ur.to_act(state)
    (0,)
    """

    spec: GameSpec

    @abstractmethod
    def new(self, params: Params) -> State:
        """Return the state at the start of a match, with nothing dealt yet."""

    @abstractmethod
    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats to act: () at the end, (CHANCE,), one seat, or several, ascending."""

    @abstractmethod
    def legal(self, state: State, seat: int) -> Collection[str]:
        """Return the legal moves of `seat` in a fixed order; empty exactly when the seat is not to
        act.

        For `CHANCE` these are the outcomes that have a weight.
        """

    def chance(self, state: State) -> Sequence[tuple[str, int]]:
        """Return the outcomes of chance with whole-number weights; empty when chance is
        not to act.
        """
        return ()

    @abstractmethod
    def apply(self, state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
        """Return the next state and the events of this turn.

        `moves` holds one move for each seat to act. The given state is never changed. Raises
        `IllegalMove`.
        """

    def idle(self, state: State, seat: int) -> str:
        """Return the move of a seat without an answer in time: usually the first legal move."""
        return next(iter(self.legal(state, seat)))

    def moment(self, move: str) -> float | None:
        """Return when a move of a race counts, in seconds since the seats were to act; None for a
        wait.
        """
        return None

    def raced(self, state: State) -> float:
        """Return how many seconds a race has lasted at this state."""
        return 0.0

    def taken_up(self, state: State) -> Moves:
        """Return the moves to play first when a kept match is resumed; none by default."""
        return {}

    def place(self, state: State, choices: int) -> str:
        """Return how far a match is after this number of `choices`, such as "round 2, turn 7".

        Return "" where the number of turns is enough.
        """
        return ""

    def params_for_resume(self, params: Params, turns: int) -> Params:
        """Return the options to resume a saved match of `turns` turns with: by default its own,
        `params`.
        """
        return params

    def view(self, state: State, seat: int) -> Any:
        """Return the part of the state that a seat may know: by default all of it."""
        return state

    def imagine(self, view: Any, seat: int, rng: Stream) -> State:
        """Return a full state that agrees with a seat's view, for search."""
        return view  # type: ignore[no-any-return]

    @abstractmethod
    def returns(self, state: State) -> tuple[float, ...]:
        """Return the score of each seat up to now; final when no seat is to act."""

    def boxes(self, events: Iterable[Event], seat: int) -> str:
        """Return how a match went for `seat` by its `events`, a letter for each step (see `box`).

        By default each event with the points of both seats is a step. Letters are shared, so they
        give away no part of the match.
        """
        points = (event.data["points"] for event in events if "points" in event.data)
        return "".join(box(both[seat], both[1 - seat]) for both in points)


def box(own: float, other: float) -> str:
    """Return a step of a match as a letter: "w" won, "l" lost, "d" neither.

    >>> box(10, 0) + box(0, 10) + box(5, 5)
    'wld'
    """
    return "w" if own > other else "l" if own < other else "d"


@dataclass(frozen=True, slots=True)
class Limit:
    """The thinking time of an agent, in `nodes` (tests, tournaments) or in `seconds` (people).

    With `mind` the agent also builds the mind behind its decision.

    >>> Limit(nodes=2_000).seconds is None
    True
    """

    nodes: int | None = None
    seconds: float | None = None
    mind: bool = False


class Decision(NamedTuple):
    """A move, with the forecasts and the mind that led to it.

    `forecasts` maps other seats to the probability of each of their legal moves, in their order.
    `mind` is None unless the `Limit` asked for it.

    >>> Decision("kick", forecasts={1: (0.7, 0.1, 0.1, 0.1)}).move
    'kick'
    """

    move: str
    mind: Mind | None = None
    forecasts: Mapping[int, Sequence[float]] = MappingProxyType({})


class Player(Protocol):
    """A program that fills seats, or watches a match without a seat (see `ai.core.Agent`).

    >>> from games import catalog
    >>> ur = catalog.rules("ur")
    >>> player = catalog.resolve("ur", "greedy").make()
    >>> player.begin((0,), ur, ur.spec.params(), Stream.named(7, "seat 0"))
    >>> state, _ = ur.apply(ur.new(ur.spec.params()), {CHANCE: "3"})
    >>> player.act(0, ur.view(state, 0), ur.legal(state, 0), Limit()).move in ur.legal(state, 0)
    True
    """

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Take seats at the start of a match: one seat, a team's, or none to watch."""

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Choose a legal move for one of the own seats, from its view."""

    def observe(self, events: Sequence[Event]) -> None:
        """Take in what happened."""

    def finish(self, result: Sequence[float]) -> None:
        """Take in the final scores, one for each seat."""

    def mind(self) -> Mind:
        """Return the present thoughts of a watcher, or what an agent has learned up to now."""

    def findings(self) -> Mind:
        """Return what the player found out in this match, for the page at its end.

        Where the first two items are sentences of at most 14 words, the first names what gave the
        other side away, the second an idea that the other side could try.
        """

    def learned(self) -> str | None:
        """Return what should outlast the match, as text; None if it learns nothing lasting."""

    def forecasts(self) -> Mapping[int, Sequence[float]]:
        """Return the forecasts for other seats: the probability of each of their legal moves."""

    def snapshot(self) -> object | None:
        """Return all that `begin` and `observe` changed, for `restore`; None where that cannot be
        copied.
        """

    def restore(self, snapshot: object) -> None:
        """Go back to the state in which the snapshot was taken."""


class Seal(NamedTuple):
    """A move that is fixed but not yet shown.

    `commitment` is the SHA-256 of the nonce and the move. It can be shown at once: four moves could
    be guessed, but not the 16 random bytes of the nonce. Showing nonce and move afterwards proves
    that the move was not changed.

    >>> sealed = Seal("00" * 16, "kick")
    >>> sealed.commitment[:16]
    '0245e012703ac721'
    """

    nonce: str
    move: str

    @property
    def commitment(self) -> str:
        """The hexadecimal SHA-256 of "nonce:move"."""
        return hashlib.sha256(f"{self.nonce}:{self.move}".encode()).hexdigest()


Turn = tuple[tuple[int, str], ...]
"""The moves of one turn: (seat, move) with seats ascending."""

LOTS: Final = 1 << 62
"""The lots of decisions lie in 1..LOTS - 1."""


class Draw(NamedTuple):
    """The origin of an agent's sealed move, shown once the seal is open.

    `lot` is the place on its stream from which the agent drew its random numbers (`Match.decide`),
    and `nonce` is the nonce of its `Seal`. With both, a reader of the match can let the agent
    decide again and check the seal.

    >>> Draw(lot=12, nonce="00" * 16).lot in range(1, LOTS)
    True
    """

    lot: int
    nonce: str


class Person(NamedTuple):
    """The person in a seat: a player of this machine, or a guest without a `profile`.

    `profile` is the id under which a player's results are kept.

    >>> Person("Ada")
    Person(name='Ada', profile='')
    """

    name: str
    profile: str = ""


@dataclass(frozen=True)
class Seating:
    """The choice of a player for a seat: an agent's id ("human" for a person), its options, its
    start.

    `start` is what the agent has learned, as plain text (see `games.arrays.arrays_to_text`), or
    None. `person` names the person where known; it is no part of the text of a match (see
    `games.log`).

    >>> Seating("sensei", {"variety": 0.2}).start is None
    True
    """

    agent: str
    options: Mapping[str, Any] = field(default_factory=dict)
    start: str | None = None
    person: Person | None = field(default=None, compare=False)


class Kept(NamedTuple):
    """The place of a match to continue: the key of its file, a digest of its text, its `secret`.

    The secret gives the fresh random draws of its next turns (`games.session.starting.Lots`).

    >>> Kept("karate/7.txt", "9f86d081").secret
    ''
    """

    key: str
    digest: str
    secret: str = ""


@dataclass
class Log:
    """A whole match as plain data, enough to play it again.

    - `match_id` tells the match from all others, even from one with the same seed; "" where the
      match is not kept. It is no part of the text (see `games.log`).
    - `draws` has the fresh draws of a turn, by the number of turns before it and by seat.
    - `practice` is True for a match that counts for no record, because its seed was chosen.
    - `kept` is the place from which the match was read, `minds` are what its bots showed, by turn
      and seat (`games.store.bot_minds`); neither is a part of the text.

    >>> log = Log("karate", {}, seed=7, seats=(Seating("human"), Seating("sensei")))
    >>> log.turns.append(((0, "kick"), (1, "punch")))
    >>> len(log.turns)
    1
    """

    game: str
    params: dict[str, Any]
    seed: int
    seats: tuple[Seating, ...]
    turns: list[Turn] = field(default_factory=list)
    draws: dict[int, dict[int, Draw]] = field(default_factory=dict)
    practice: bool = False
    match_id: str = field(default="", compare=False)
    kept: Kept | None = field(default=None, compare=False)
    minds: Mapping[tuple[int, int], Mind] = field(default_factory=dict, compare=False)
