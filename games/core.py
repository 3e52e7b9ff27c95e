"""The protocol that every game speaks, and `Match`, the one loop that plays it.

A game is a set of pure functions over an immutable state: who is to act, which moves are legal,
what a move leads to, and what each seat may know of it. It has no clock, no random numbers and
no screen. Chance is a seat of its own, `CHANCE`, whose moves carry exact weights.

A match is a seed and a list of turns. Saving, resuming, undo, replay, a bug report and a
tournament's record are all that list; `games.log` writes it as text. Players are told what they
may see (`observe`) and asked for moves (`act`); their state is a function of their start, their
seed and what they observed, so that playing the list again brings everything back.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from games.mind import Mind
from games.streams import Stream

CHANCE: Final = -1
"""The seat of dice, bags and sensors."""

WATCHERS: Final = -2
"""In an event's audience: those who watch without a seat."""

BEGIN: Final = 1 << 62
"""Where on its stream a player begins: a turn that no match reaches."""

State = TypeVar("State")
Params = Mapping[str, Any]
Moves = Mapping[int, str]


class IllegalMove(ValueError):
    """A move that the rules do not allow now; the message says why."""


class BadOption(ValueError):
    """An option that a game does not have, or a value it cannot take."""


class Event(NamedTuple):
    """Something that happened, for animation, sound and those who observe.

    `audience` is None where all may see it, else the seats that may (and `WATCHERS`).
    """

    kind: str
    data: Mapping[str, Any]
    audience: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be set before a match.

    `kind` is "choice", "int", "float" or "bool"; numbers lie in low..high. `labels` are what a
    person reads in place of `choices`. A `hidden` option can be set from the command line only.
    Where an option `follows` an earlier one, `usual` holds its default for values of that one.
    """

    name: str
    label: str
    kind: str
    default: Any
    choices: tuple[Any, ...] = ()
    labels: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    step: float | None = None
    help: str = ""
    hidden: bool = False
    follows: str = ""
    usual: tuple[tuple[Any, Any], ...] = ()

    def default_with(self, values: Mapping[str, Any]) -> Any:
        """The default where the options before this one have these values."""
        return dict(self.usual).get(values.get(self.follows), self.default)

    def parse(self, value: Any) -> Any:
        """The value in the option's own type, from text or from plain data.

        Raises `BadOption` where it cannot be one.
        """
        if self.kind == "choice":
            return self._parse_choice(value)
        if self.kind == "bool":
            return self._parse_bool(value)
        return self._parse_number(value)

    def _parse_choice(self, value: Any) -> Any:
        for choice in self.choices:
            if type(value) is type(choice) and value == choice:
                return choice
        if isinstance(value, str):
            for choice in self.choices:
                if value == str(choice):
                    return choice
        known = ", ".join(str(choice) for choice in self.choices)
        raise BadOption(f"{self.name} cannot be {str(value)[:40]!r}; choose one of {known}.")

    def _parse_bool(self, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        words = {"on": True, "yes": True, "true": True, "1": True}
        words |= {"off": False, "no": False, "false": False, "0": False}
        if isinstance(value, str) and value.lower() in words:
            return words[value.lower()]
        raise BadOption(f"{self.name} cannot be {str(value)[:40]!r}; use on or off.")

    def _parse_number(self, value: Any) -> float | int:
        number: float | int
        try:
            if isinstance(value, bool):
                raise ValueError
            number = int(value) if self.kind == "int" else float(value)
            if isinstance(value, float) and number != value:
                raise ValueError
        except (TypeError, ValueError, OverflowError):
            what = "a whole number" if self.kind == "int" else "a number"
            raise BadOption(f"{self.name} cannot be {str(value)[:40]!r}; give {what}.") from None
        low = -float("inf") if self.low is None else self.low
        high = float("inf") if self.high is None else self.high
        if not low <= number <= high:
            raise BadOption(f"{self.name} is {value}; it must lie in {low:g} to {high:g}.")
        return number


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What the catalogue, the launcher and the command line know about a game.

    `undo` is "none" (a sealed choice was seen), "own" (back to the last own choice) or "any".
    `points` says that results are scores whose margin means something. People may sit in
    `human_seats`, agents in `agent_seats`. Against a person `default_agent` plays with the options
    `first_options`, where nothing else is chosen: what a newcomer can enjoy. `spare_agent`, which
    needs no weights, takes its place where its own are lost.
    """

    id: str
    title: str
    tagline: str
    players: str
    accent: str
    seats: tuple[str, ...]
    options: tuple[Option, ...] = ()
    undo: str = "none"
    points: bool = False
    default_agent: str = ""
    spare_agent: str = ""
    arena: bool = True
    human_seats: tuple[int, ...] = (0,)
    agent_seats: tuple[int, ...] = (0, 1)
    first_options: tuple[tuple[str, Any], ...] = ()

    def params(self, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """All options with their values: those given, parsed, and the defaults of the rest,
        which may follow from those before them.

        Raises `BadOption` for a name or a value that the game does not know.
        """
        given = dict(given or {})
        values: dict[str, Any] = {}
        for option in self.options:
            value = given.pop(option.name, option.default_with(values))
            values[option.name] = option.parse(value)
        if given:
            known = ", ".join(values) or "none"
            unknown = str(next(iter(given)))[:40]
            raise BadOption(f"{self.title} has no option {unknown!r}; its options: {known}.")
        return values


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
    """How much an agent may think: so many nodes (tests, tournaments), so many seconds (people).

    `mind` asks for the decision's mind, which is otherwise not built.
    """

    nodes: int | None = None
    seconds: float | None = None
    mind: bool = False


class Decision(NamedTuple):
    """A move, and the mind that led to it where it was asked for."""

    move: str
    mind: Mind | None = None


class Player(Protocol):
    """Whoever fills a seat by program, or watches without one (see `ai.core.Agent`)."""

    def begin(self, seat: int, game: Game[Any], params: Params, rng: Stream) -> None:
        """Take a seat at the start of a match."""

    def act(self, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Choose a legal move."""

    def observe(self, events: Sequence[Event]) -> None:
        """See what happened."""

    def finish(self, result: Sequence[float]) -> None:
        """Learn how the match ended."""

    def mind(self) -> Mind:
        """What a watcher thinks now, or what an agent has learned so far."""

    def findings(self) -> Mind:
        """What it found out in this match, for the page at its end."""

    def learned(self) -> str | None:
        """What was learned and should outlast the match, as text, or None."""


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


@dataclass(frozen=True)
class Seating:
    """Who fills a seat: an agent's id ("human" for a person), its options, its learned start.

    `start` is None or plain text (see `games.arrays.arrays_to_text`).
    """

    agent: str
    options: Mapping[str, Any] = field(default_factory=dict)
    start: str | None = None


@dataclass
class Log:
    """A whole match as plain data: everything needed to play it again.

    `match_id` tells it from every other match, one of the same seed included, or is "" where
    nobody keeps it; it is no part of the text (see `games.log`).
    """

    game: str
    params: dict[str, Any]
    seed: int
    seats: tuple[Seating, ...]
    turns: list[Turn] = field(default_factory=list)
    match_id: str = field(default="", compare=False)


class Match(Generic[State]):
    """One match: a game, its players, a seed, and the turns played so far.

    `players` maps seats to players; a seat without one is filled from outside (a person).
    Watchers observe the public events and those for `WATCHERS`. The match owns every stream
    of random numbers; see `games.streams`.
    """

    def __init__(
        self,
        game: Game[State],
        params: Params,
        seed: int,
        players: Mapping[int, Player] | None = None,
        watchers: Sequence[Player] = (),
    ) -> None:
        self.game = game
        self.params = dict(params)
        self.seed = seed
        self.players = dict(players or {})
        self.watchers = list(watchers)
        self._chance = Stream.named(seed, "chance")
        self._streams = {seat: Stream.named(seed, f"seat {seat}") for seat in self.players}
        self._watch_streams: list[Stream] = [self._watch_stream(i) for i in range(len(watchers))]
        self._redo: list[Turn] = []
        self.turns: list[Turn] = []
        self._restart()

    def _restart(self) -> None:
        """Back to the start: players begin anew, nothing is played."""
        self.turns = []
        self.state: State = self.game.new(self.params)
        self.to_act: tuple[int, ...] = self.game.to_act(self.state)
        for seat, player in self.players.items():
            self._begin(player, seat, self._streams[seat])
        for watcher, rng in zip(self.watchers, self._watch_streams, strict=True):
            self._begin(watcher, WATCHERS, rng)

    def _begin(self, player: Player, seat: int, rng: Stream) -> None:
        rng.jump(BEGIN)
        player.begin(seat, self.game, self.params, rng)

    def _watch_stream(self, index: int) -> Stream:
        return Stream.named(self.seed, f"watcher {index}")

    @property
    def over(self) -> bool:
        """Whether nobody is to act any more."""
        return not self.to_act

    @property
    def returns(self) -> tuple[float, ...]:
        """The score of each seat so far."""
        return self.game.returns(self.state)

    def legal(self, seat: int) -> Collection[str]:
        """The moves of a seat now."""
        return self.game.legal(self.state, seat)

    def decide(self, seat: int, limit: Limit) -> Decision:
        """Ask the player of a seat for its move; nothing is played yet.

        Raises `IllegalMove` where the player answers with a move it does not have.
        """
        if seat not in self.to_act or seat not in self.players:
            raise IllegalMove(f"Seat {seat} has no player to ask now.")
        self._streams[seat].jump(len(self.turns))
        legal = self.game.legal(self.state, seat)
        choice = self.players[seat].act(self.game.view(self.state, seat), legal, limit)
        if choice.move not in legal:
            raise IllegalMove(f"The agent in seat {seat} chose {choice.move!r}, which is illegal.")
        return choice

    def draw(self) -> str:
        """The outcome of chance at this turn; the same however often it is asked."""
        outcomes = self.game.chance(self.state)
        self._chance.jump(len(self.turns))
        return outcomes[self._chance.weighted([weight for _, weight in outcomes])][0]

    def play(self, moves: Moves) -> tuple[Event, ...]:
        """Play one turn with the moves of all that are to act; forgets what could be redone.

        Raises `IllegalMove`, and then nothing has changed.
        """
        events = self._advance(moves)
        self._redo.clear()
        return events

    def step(self, limit: Limit, moves: Moves | None = None) -> tuple[Event, ...]:
        """Play one turn: chance draws, players decide, `moves` holds the moves of the rest."""
        given = dict(moves) if moves else {}
        for seat in self.to_act:
            if seat == CHANCE:
                given[CHANCE] = self.draw()
            elif seat not in given:
                given[seat] = self.decide(seat, limit).move
        return self.play(given)

    def run(self, limit: Limit, turns: int | None = None) -> tuple[float, ...]:
        """Let the players play to the end, or for so many turns; returns the scores."""
        left = -1 if turns is None else turns
        while self.to_act and left != 0:
            self.step(limit)
            left -= 1
        return self.returns

    def _advance(self, moves: Moves) -> tuple[Event, ...]:
        if tuple(moves) != self.to_act:
            moves = dict(sorted(moves.items()))
        if tuple(moves) != self.to_act:
            raise IllegalMove(f"Seats {self.to_act} are to act, not {tuple(moves)}.")
        self.state, events = self.game.apply(self.state, moves)
        self.turns.append(tuple(moves.items()))
        self.to_act = self.game.to_act(self.state)
        self._tell(events)
        if not self.to_act:
            self._finish()
        return events

    def _tell(self, events: tuple[Event, ...]) -> None:
        turn = len(self.turns)
        for seat, player in self.players.items():
            self._streams[seat].jump(-turn)
            player.observe(_seen_by(events, seat))
        for watcher, rng in zip(self.watchers, self._watch_streams, strict=True):
            rng.jump(-turn)
            watcher.observe(_seen_by(events, WATCHERS))

    def _finish(self) -> None:
        result = self.returns
        for player in (*self.players.values(), *self.watchers):
            player.finish(result)

    @property
    def can_redo(self) -> bool:
        """Whether an undone turn can be played again."""
        return bool(self._redo)

    def undo(self, turns: int = 1) -> None:
        """Take back the last turns by playing the earlier ones again from the start."""
        kept = max(0, len(self.turns) - turns)
        taken_back = self.turns[kept:]
        self.replay(self.turns[:kept])
        self._redo.extend(reversed(taken_back))

    def redo(self) -> tuple[Event, ...]:
        """Play the turn that was taken back last; raises `IllegalMove` if there is none."""
        if not self._redo:
            raise IllegalMove("There is nothing to redo.")
        return self._advance(dict(self._redo.pop()))

    def replay(self, turns: Iterable[Turn]) -> None:
        """Play these turns from the start; raises `IllegalMove` at the first that is illegal."""
        redo, turns = self._redo, list(turns)
        self._restart()
        for turn in turns:
            self._advance(dict(turn))
        self._redo = redo

    def watch(self, watcher: Player) -> None:
        """Add a watcher, which first observes everything that happened so far."""
        rng = self._watch_stream(len(self.watchers))
        self._begin(watcher, WATCHERS, rng)
        past: Match[State] = Match(self.game, self.params, self.seed)
        for number, turn in enumerate(self.turns, start=1):
            rng.jump(-number)
            watcher.observe(_seen_by(past._advance(dict(turn)), WATCHERS))
        self.watchers.append(watcher)
        self._watch_streams.append(rng)


def _seen_by(events: tuple[Event, ...], seat: int) -> tuple[Event, ...]:
    for event in events:
        if event.audience is not None and seat not in event.audience:
            return tuple(e for e in events if e.audience is None or seat in e.audience)
    return events


def sealed(choice: Decision, nonce: Callable[[], str]) -> Seal:
    """Seal a decided move with a fresh nonce (32 hexadecimal digits)."""
    return Seal(nonce(), choice.move)
