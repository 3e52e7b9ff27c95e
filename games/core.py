"""The protocol that every game speaks.

A game is a set of pure functions over an immutable state: who is to act, which moves are legal,
what a move leads to, and what each seat may know of it. It has no clock, no random numbers and
no screen. Chance is a seat of its own, `CHANCE`, whose moves carry exact weights.

`games.match.Match` is the one loop that plays it.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from games.mind import Mind
from games.streams import Stream

CHANCE: Final = -1
"""The seat of dice, bags and sensors."""

WATCHERS: Final = -2
"""In an event's audience: those who watch without a seat."""

State = TypeVar("State")
Params = Mapping[str, Any]
Moves = Mapping[int, str]


class GivesUp(ValueError):
    """Raised by a player who has lost the match by a fault that it can name; says which, in a
    sentence for everybody."""


FAILURES: Final = (Exception, SystemExit)
"""What a program in a seat may raise; one that calls exit() has failed, and ends nothing else."""


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

    `kind` is "choice", "int", "float", "bool", or "text", which a subclass parses; numbers lie in
    low..high. `labels` are what a person reads in place of `choices`. A `hidden` option can be set
    from the command line only. Where an option `follows` an earlier one, `usual` holds its default
    for values of that one. `words` say what a number means, as pairs of a bound and a word: each
    holds up to its bound. `says` has a sentence for each of the `choices` that needs one.
    Of a game with several modes it concerns those in `modes`, () for all of them. With its usual
    value a match counts on the ladder (`games.session.ladder.counts`), and with those in `counts`:
    choices, or the ends of a range of numbers. One that may be left open has `drawn`, which gives
    its value in a new match from the options and the seed; at its default it is open
    (`GameSpec.draw`). For a long text a command, and nothing else, can name a file of at most
    `file_bytes` (`ai.lab.options`).
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
    words: tuple[tuple[float, str], ...] = ()
    modes: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    counts: tuple[Any, ...] = ()
    drawn: Callable[[Params, int], Any] | None = None
    file_bytes: int = 0

    def word(self, value: float) -> str:
        """What this `value` means to a person, or "" where nothing is said of it."""
        return next((word for bound, word in self.words if value <= bound), "")

    def said(self, value: object) -> str:
        """The sentence about this `value`, or ""."""
        told = zip(self.choices, self.says, strict=False)
        return next((sentence for choice, sentence in told if choice == value), "")

    def default_with(self, values: Mapping[str, Any]) -> Any:
        """The default where the options before this one have these values."""
        return dict(self.usual).get(values.get(self.follows), self.default)

    def values(self) -> tuple[Any, ...]:
        """All values that it can take where they can be counted, else the default alone."""
        if self.kind == "choice":
            return self.choices
        if self.kind == "bool":
            return (False, True)
        if self.kind == "int" and self.low is not None and self.high is not None:
            return tuple(range(int(self.low), int(self.high) + 1))
        return (self.default,)

    def parse(self, value: object) -> Any:
        """The value in the option's own type, from text or from plain data.

        Opens no file: the value may come with anybody's match. Raises `BadOption` for what is none.
        """
        if self.kind == "choice":
            return self._parse_choice(value)
        if self.kind == "bool":
            return self._parse_bool(value)
        return self._parse_number(value)

    def _parse_choice(self, value: object) -> Any:
        for choice in self.choices:
            if type(value) is type(choice) and value == choice:
                return choice
        if isinstance(value, str):
            for choice in self.choices:
                if value == str(choice):
                    return choice
        known = ", ".join(str(choice) for choice in self.choices)
        raise BadOption(f"{self.name} cannot be {str(value)[:40]!r}; choose one of {known}.")

    def _parse_bool(self, value: object) -> bool:
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


class Action(NamedTuple):
    """Something a person can do; `context` says where it is listened to.

    `label` is what settings, help and buttons call it. A binding is text, such as "key:return" or
    "pad:0" (see `games.shell.input`).
    """

    id: str
    label: str
    context: str
    bindings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in a match: its name, its team, and who may sit there.

    Seats of one `team` play together; None plays for itself. Where seats have different jobs, a
    `role` says which: only agents of the same role can sit there, and `usual` names the one that
    does where nothing is chosen, "" the game's default agent; `against` the one that a person of
    another team meets there, where that is another. Of several opponents the page before a match
    begins with the one in a `foremost` seat. Who sits in the seat `of`, if it is an agent, takes
    this one too: one mind for both.
    """

    name: str
    team: int | None = None
    people: bool = True
    agents: bool = True
    role: str = ""
    usual: str = ""
    against: str = ""
    foremost: bool = False
    of: int | None = None


class Course(NamedTuple):
    """What of a player's matches makes a line over time: how it is called, and what is counted.

    With the names of two `counters` it is the first as a share of the second, and `chance` what
    blind guessing would give, where that says anything; as a "mean" the first, in units of which
    `per` are one, for each of the second, where less is better, and as a "rate" the same where more
    is; as a "strength" what the player would win against `rival`, by what was measured of the
    opponents met. `unit` follows the figure in a sentence, `low` and `high` name the ends of the
    scale, `first` says how the line begins.
    """

    title: str
    kind: str
    unit: str
    low: str
    high: str
    counters: tuple[str, str] = ("", "")
    chance: float = 0.0
    rival: str = ""
    per: float = 1.0
    first: str = "From now on each match adds a dot to the line."


class Daily(NamedTuple):
    """Today's match on some days: its opponents, as the command line names them, and its mode.

    `line` says in a clause how it went, where it is another than the game's usual one, and `met`
    who is met, where that is not told by a name.
    """

    opponents: str
    mode: str = ""
    line: str = ""
    met: str = ""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What the catalogue, the launcher and the command line know about a game.

    `seats` are its seats, or a function of the options that gives them (see `seats_for`). `undo` is
    "none" (a sealed choice was seen), "own" (back to the last own choice) or "any". Events of a
    kind in `uncovers` show hidden things though nobody drew or opened a seal. `points` says that
    results are scores whose margin means something. Against a person `default_agent` plays with
    `first_options`, where nothing else is chosen: what a newcomer can enjoy. `spare_agent`, which
    needs no weights, takes its place where its own are lost. In attract mode `shown_agent` plays,
    the default agent where it is "".

    `tick` is 0 where the game waits for everybody, else how many turns a second are played whoever
    has answered (see `Game.idle`). An opponent's mind may be shown as `open_minds` says: "always",
    "after" the turn that it decided, or at the "end". `actions` are those of this game alone.

    In a `race` all seats search at once and a move carries its time (`Game.moment`): a turn is
    played as soon as the first of them counts.

    `remembers` are sentences for the hall about a player's results, with figures in braces
    (`games.session.remembering` lists them); the first holds all of whose figures are known.
    `daily` lists today's matches (`games.session.today`), one a day, with the default agent where
    it lists none; `day_line` says in a clause how it went.

    An opponent whose measured figure (`AgentSpec.measure`) lies below the first of the `bands` has
    the first of the words in `strengths`, and so on; with the usual bands the figure is a share of
    matches won. A turn is called `turn`; lists of matches count what is called `counted` (the
    rounds of a result), "" for turns. `length` is the option that says how many turns there are (0
    for no end), "" where none does. `course` is what is told of a player over time.

    `mode` names the choice option that says which of several games is played, "" where there is
    but one; `first_mode` is what the page before begins with, until a player has chosen.
    `apart` names choice options by which a player's results are told apart beside opponents.
    A game that nobody wins is not `decided`.

    `demo_nodes` is how far its agents think where every machine shall do the same: in attract mode,
    and where a match is looked at again. None leaves it to agents that count for themselves.
    """

    id: str
    title: str
    tagline: str
    accent: str
    seats: tuple[Seat, ...] | Callable[[Params], tuple[Seat, ...]]
    options: tuple[Option, ...] = ()
    undo: str = "none"
    uncovers: tuple[str, ...] = ()
    points: bool = False
    default_agent: str = ""
    spare_agent: str = ""
    shown_agent: str = ""
    arena: bool = True
    first_options: tuple[tuple[str, Any], ...] = ()
    tick: int = 0
    race: bool = False
    open_minds: str = "after"
    actions: tuple[Action, ...] = ()
    remembers: tuple[str, ...] = ()
    daily: tuple[Daily, ...] = ()
    day_line: str = ""
    bands: tuple[float, float, float] = (1 / 2, 2 / 3, 0.85)
    strengths: tuple[str, str, str, str] = ("gentle", "fair", "strong", "merciless")
    turn: str = "turn"
    counted: str = ""
    length: str = ""
    course: Course | None = None
    mode: str = ""
    first_mode: str = ""
    apart: tuple[str, ...] = ()
    decided: bool = True
    demo_nodes: int | None = 20_000

    def options_for(self, params: Params) -> tuple[Option, ...]:
        """The options that a page shows for the mode that is chosen, without the mode itself."""
        mode = params.get(self.mode, "")
        return tuple(
            option
            for option in self.options
            if not option.hidden
            and option.name != self.mode
            and (not option.modes or mode in option.modes)
        )

    def draw(self, params: Params, seed: int) -> dict[str, Any]:
        """The options of a new match of a `seed`: what was left open in `params` is drawn."""
        return dict(params) | {
            option.name: option.drawn(params, seed)
            for option in self.options
            if option.drawn is not None and params[option.name] == option.default
        }

    def undraw(self, params: Params, seed: int) -> dict[str, Any]:
        """What was chosen for a match of a `seed` with these `params`: what it drew is open."""
        return dict(params) | {
            option.name: option.default
            for option in self.options
            if option.drawn is not None and params.get(option.name) == option.drawn(params, seed)
        }

    def usual_agent(self, place: Seat) -> str:
        """The id of the agent that has a `place` where nothing is chosen."""
        return place.usual or self.default_agent

    def seats_for(self, params: Params | None = None) -> tuple[Seat, ...]:
        """The seats of a match with these options; without any, with the usual ones."""
        if callable(self.seats):
            return self.seats(self.params() if params is None else params)
        return self.seats

    def teams_for(self, params: Params) -> tuple[int, ...]:
        """The team of each seat as a number from 0 on, in the order of their first seats."""
        numbers: dict[tuple[int | None, int], int] = {}
        keys = [
            (seat.team, number if seat.team is None else 0)
            for number, seat in enumerate(self.seats_for(params))
        ]
        return tuple(numbers.setdefault(key, len(numbers)) for key in keys)

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
