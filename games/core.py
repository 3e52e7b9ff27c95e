"""The protocol that every game speaks.

A game is a set of pure functions over an immutable state: who is to act, which moves are legal,
what a move leads to, and what each seat may know of it. It has no clock, no random numbers and
no screen. Chance is a seat of its own, `CHANCE`, whose moves carry exact weights.

`games.match.Match` is the one loop that plays it.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from games.mind import Mind
from games.spec import GameSpec, Params
from games.streams import Stream

CHANCE: Final = -1
"""The seat of dice, bags and sensors."""

WATCHERS: Final = -2
"""In an event's audience: those who watch without a seat."""

State = TypeVar("State")
Moves = Mapping[int, str]


class GivesUp(ValueError):
    """Raised by a player who has lost the match by a fault that it can name; says which, in a
    sentence for everybody."""


FAILURES: Final = (Exception, SystemExit)
"""What a program in a seat may raise; one that calls exit() has failed, and ends nothing else."""


class IllegalMove(ValueError):
    """A move that the rules do not allow now; the message says why."""


class Event(NamedTuple):
    """Something that happened, for animation, sound and those who observe.

    `audience` is None where all may see it, else the seats that may (and `WATCHERS`).
    """

    kind: str
    data: Mapping[str, Any]
    audience: tuple[int, ...] | None = None


class Game(ABC, Generic[State]):
    """The rules of one game as pure functions; `State` is an immutable value."""

    spec: GameSpec

    @abstractmethod
    def new(self, params: Params) -> State:
        """The start of a match, with nothing dealt yet."""

    @abstractmethod
    def to_act(self, state: State) -> tuple[int, ...]:
        """Who acts: () when over, (CHANCE,), one seat, or several at once, ascending."""

    @abstractmethod
    def legal(self, state: State, seat: int) -> Collection[str]:
        """The moves of a seat in a fixed order; empty exactly when it is not to act.

        At `CHANCE` these are the outcomes that have a weight.
        """

    def chance(self, state: State) -> Sequence[tuple[str, int]]:
        """The outcomes of chance with whole-number weights; empty when chance is not to act."""
        return ()

    @abstractmethod
    def apply(self, state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
        """The next state and what happened; `moves` holds one move for each that is to act.

        Raises `IllegalMove`; the given state is never changed.
        """

    def idle(self, state: State, seat: int) -> str:
        """The move of a seat that says nothing in time: the first legal one, if not overridden."""
        return next(iter(self.legal(state, seat)))

    def moment(self, move: str) -> float | None:
        """In a race when a move counts, in seconds since the seats were to act; None for a wait."""
        return None

    def raced(self, state: State) -> float:
        """In a race how many seconds it has gone on already at this state."""
        return 0.0

    def taken_up(self, state: State) -> Moves:
        """The moves that are played first where a kept match goes on; none, if not overridden."""
        return {}

    def place(self, state: State, choices: int) -> str:
        """How far a match is after so many `choices`, such as "round 2, turn 7".

        "" where the number of turns says it.
        """
        return ""

    def params_for_resume(self, params: Params, turns: int) -> Params:
        """The options with which a saved match of `turns` turns is resumed, if not its own,
        `params`.
        """
        return params

    def view(self, state: State, seat: int) -> Any:
        """All that a seat may know of the state; the state itself where nothing is hidden."""
        return state

    def imagine(self, view: Any, seat: int, rng: Stream) -> State:
        """A full state that agrees with a seat's view, for search."""
        return view  # type: ignore[no-any-return]

    @abstractmethod
    def returns(self, state: State) -> tuple[float, ...]:
        """The score of each seat so far; final once nobody is to act."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How much an agent may think: `nodes` (tests, tournaments) or `seconds` (people).

    `mind` asks for the decision's mind, which is otherwise not built.
    """

    nodes: int | None = None
    seconds: float | None = None
    mind: bool = False


class Decision(NamedTuple):
    """A move, what it was expected to meet, and the mind that led to it where it was asked for.

    `forecasts` maps other seats to the probability of each of their legal moves, in their order.
    """

    move: str
    mind: Mind | None = None
    forecasts: Mapping[int, Sequence[float]] = MappingProxyType({})


class Player(Protocol):
    """Whoever fills a seat by program, or watches without one (see `ai.core.Agent`)."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Take seats at the start of a match: one, those of a team, or none to watch."""

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Choose a legal move for one of the own seats, from its view."""

    def observe(self, events: Sequence[Event]) -> None:
        """See what happened."""

    def finish(self, result: Sequence[float]) -> None:
        """Learn how the match ended."""

    def mind(self) -> Mind:
        """What a watcher thinks now, or what an agent has learned so far."""

    def findings(self) -> Mind:
        """What it found out in this match, for the page at its end.

        Where the first two items are sentences of at most 14 words, they are what gave the other
        side away and one thing that it could try.
        """

    def learned(self) -> str | None:
        """What was learned and should outlast the match, as text, or None."""

    def forecasts(self) -> Mapping[int, Sequence[float]]:
        """What it expects of other seats now: the probability of each of their legal moves."""

    def snapshot(self) -> object | None:
        """All that `begin` and `observe` have changed, for `restore`; None if it cannot be told."""

    def restore(self, snapshot: object) -> None:
        """Be as when the snapshot was taken."""


class Seal(NamedTuple):
    """A move that is fixed but not yet shown.

    `commitment` is the SHA-256 of the nonce and the move. It can be shown at once, because four
    moves could be guessed but the 16 random bytes of the nonce cannot; showing nonce and move
    afterwards proves that the move was not changed.
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
    """What an agent's sealed move came from, once the seal is open.

    `lot` is where it drew its random numbers (`Match.decide`), `nonce` that of its `Seal`. With
    both, whoever has the match can have the agent decide again, and check the seal.
    """

    lot: int
    nonce: str


class Person(NamedTuple):
    """Who sits in the seat of a person: a player of this machine, or without a `profile` a guest.

    `profile` is the id under which a player's results are kept.
    """

    name: str
    profile: str = ""


@dataclass(frozen=True)
class Seating:
    """Who fills a seat: an agent's id ("human" for a person), its options, its learned start.

    `start` is None or plain text (see `games.arrays.arrays_to_text`). `person` says who the person
    is, where that is known; it is no part of the text of a match (see `games.log`).
    """

    agent: str
    options: Mapping[str, Any] = field(default_factory=dict)
    start: str | None = None
    person: Person | None = field(default=None, compare=False)


class Kept(NamedTuple):
    """How a match to continue was kept: the key of its file, a digest of its text, its `secret`.

    What is drawn afresh in its next turns comes from the secret (`games.session.starting.Lots`).
    """

    key: str
    digest: str
    secret: str = ""


@dataclass
class Log:
    """A whole match as plain data: everything needed to play it again.

    `match_id` tells it from every other match, one of the same seed included, or is "" where
    nobody keeps it; it is no part of the text (see `games.log`). `draws` has what was drawn afresh
    for a turn, by the number of turns before it and by seat; `practice` says that the match counts
    for no record, because its seed was chosen. `kept` says where it was read.
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
