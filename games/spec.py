"""The description of a game: its options, seats, opponents, and the words for its results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

Params = Mapping[str, Any]
"""The options of a match with their values."""


class BadOption(ValueError):
    """Raised for an option that a game does not have, or a value that the option cannot take.

    >>> Option("pace", "Pace", "int", 3, low=1, high=5).parse("9")
    Traceback (most recent call last):
    games.spec.BadOption: pace is 9; it must lie in 1 to 5.
    """


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a match, chosen before it begins.

    - `kind` is "choice", "int", "float", "bool", or "text", which a subclass parses; numbers lie in
      `low`..`high`.
    - `labels` are shown to a person in place of `choices`.
    - `hidden`: the option can be set from the command line only.
    - `follows` names an earlier option; `usual` has a default for each of its values.
    - `words` name ranges of numbers, as pairs of an upper bound (included) and a word.
    - `modes` are the modes that the option concerns, () for all of them.
    - `says` has a sentence for each of the `choices` that needs one.
    - `counts` are the values besides the default with which a match counts on the ladder: choices,
      or the ends of a range of numbers (`games.session.ladder.counts`).
    - `drawn` draws the value of an option that was left at its default (`GameSpec.draw`).
    - `file_bytes`: the largest file that a command may name for a long text (`ai.lab.options`).
    - `folder`: a command names a folder of such files, whose texts no match keeps (`FILE_END`).

    >>> size = Option("size", "Size", "int", 12, low=5, high=99, words=((9, "small"), (99, "big")))
    >>> size.parse("7")
    7
    >>> size.word(7)
    'small'
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
    folder: bool = False

    def word(self, value: float) -> str:
        """Return the word for this `value`, or "" where it has none."""
        return next((word for bound, word in self.words if value <= bound), "")

    def said(self, value: object) -> str:
        """Return the sentence about this `value`, or ""."""
        told = zip(self.choices, self.says, strict=False)
        return next((sentence for choice, sentence in told if choice == value), "")

    def default_with(self, values: Mapping[str, Any]) -> Any:
        """Return the default where the options before this one have these values."""
        return dict(self.usual).get(values.get(self.follows), self.default)

    def values(self) -> tuple[Any, ...]:
        """Return all values of the option where they can be counted, else the default alone."""
        if self.kind == "choice":
            return self.choices
        if self.kind == "bool":
            return (False, True)
        if self.kind == "int" and self.low is not None and self.high is not None:
            return tuple(range(int(self.low), int(self.high) + 1))
        return (self.default,)

    def parse(self, value: object) -> Any:
        """Return the value in the option's own type, from text or from plain data.

        Opens no file: the value may come from a stranger's match. Raises `BadOption` for any other
        value.
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
    """A command of a person to the program; `context` is where the program listens for it.

    `label` is its name in settings, help and buttons. A binding is text, such as "key:return" or
    "pad:0" (see `games.shell.input`).

    >>> Action("hint", "Show a hint", "ur", ("key:h", "pad:2")).bindings
    ('key:h', 'pad:2')
    """

    id: str
    label: str
    context: str
    bindings: tuple[str, ...]


HINT: Final = Action("hint", "Hint", "play", ("key:h",))
"""The key of hints, in every game that has some."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in a match: its name, its team, and the players who may sit there.

    - Seats of one `team` play together; a seat without a team plays for itself.
    - `role` names the job of the seat, where seats have different jobs. Only agents of the same
      role can sit there.
    - `usual` is the agent that sits there unless another is chosen, "" for the game's default
      agent.
    - `against` is the agent that a person of another team meets there, where that differs.
    - `foremost`: the page before a match begins with the opponent in this seat.
    - `of` is another seat, whose agent plays this one too, with one mind for both.
    - `unoffered` are agents that could sit there and are not offered to a person: a habit of no
      skill beats them.

    >>> [seat.name for seat in (Seat("You", people=True), Seat("Sensei", people=False))]
    ['You', 'Sensei']
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
    unoffered: tuple[str, ...] = ()


class Course(NamedTuple):
    """The line of a player's results over time: its title, and the figure that each match adds.

    | kind | figure of a match | better |
    |---|---|---|
    | "share" | the first of the two `counters` as a share of the second | more |
    | "mean" | the first in units of `per`, for each of the second | less |
    | "rate" | the same | more |
    | "strength" | the expected score against `rival`, from the measured opponents met | more |

    `chance` is the share that blind guessing would give, where that means anything. `unit` follows
    the figure in a sentence, `low` and `high` name the ends of the scale, and `first` is shown
    before the line begins.

    >>> Course("Pace", "mean", " s", "quick", "slow", ("spent", "sets"), per=10.0).per
    10.0
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

    `line` is a clause on how the match went, where the game's usual one does not fit. `met` names
    the opponent where its own name does not.

    >>> Daily("sensei").mode
    ''
    """

    opponents: str
    mode: str = ""
    line: str = ""
    met: str = ""


LEVELS: Final = ("easy", "normal", "hard", "merciless")  # how strong an opponent is, in every game


class GameLevel(NamedTuple):
    """One of a game's four levels: its agent with options, its belt, and its only mode.

    >>> GameLevel("sensei", (("beta", 0.5),), "green belt").values
    {'beta': 0.5}
    """

    agent: str
    options: tuple[tuple[str, Any], ...] = ()
    belt: str = ""
    mode: str = ""

    @property
    def values(self) -> dict[str, Any]:
        """The options by name."""
        return dict(self.options)


class Opponents(NamedTuple):
    """The opponents of a person, and the words for their strength.

    - `default` is the id of the agent that plays unless another is chosen, against a person with
      `options`: what a newcomer can enjoy.
    - `spare` needs no weights. It plays where the weights of the default agent are lost.
    - `shown` plays in attract mode; "" for the default agent.
    - `watched` has the seat of a person who watches, until another is chosen; "" for the usual one.
    - `minds` is when an opponent's mind may be shown: "always", "after" the turn that it decided,
      or at the "end".
    - `demo_nodes` limits the thinking of agents where every machine has to play the same match: in
      attract mode and in a replay. None leaves the limit to the agent.
    - `levels` are the four of `LEVELS`, for each mode, () for none. `newcomer` and `newcomer_words`
      are its stand-in for a newcomer (`ai.lab.arena.levels`) and a clause on what it does.
    - `bands` and `strengths`: an opponent whose `AgentSpec.measure` lies below the first band has
      the first of the words, and the rest likewise. With the usual bands the measure is a share of
      matches won.

    >>> Opponents(default="sensei").strengths[0]
    'easy'
    """

    default: str = ""
    spare: str = ""
    shown: str = ""
    watched: str = ""
    options: tuple[tuple[str, Any], ...] = ()
    minds: str = "after"
    bands: tuple[float, float, float] = (1 / 2, 2 / 3, 0.85)
    strengths: tuple[str, str, str, str] = LEVELS
    demo_nodes: int | None = 20_000
    levels: tuple[GameLevel, ...] = ()
    newcomer: str = ""
    newcomer_words: str = ""


class Told(NamedTuple):
    """The words for matches and results of a game.

    - `turn` is the game's word for a turn.
    - `counted` is the counter of a result that lists of matches show ("round"); "" for turns.
    - `length` names the option with the number of turns, whose value 0 means no end; "" without
      one.
    - `remembers` are sentences for the hall about a player's results, with figures in braces
      (`games.session.remembering` lists them). The hall shows the first whose figures are all
      known.
    - `course` is the line of a player's results over time.

    >>> Told(turn="throw").counted
    ''
    """

    turn: str = "turn"
    counted: str = ""
    length: str = ""
    remembers: tuple[str, ...] = ()
    course: Course | None = None


class Days(NamedTuple):
    """Today's matches (`games.session.today`), one a day in the order of `matches`.

    Without matches, each day's opponent is the default agent. `line` is a clause on how a match
    went.

    >>> Days((Daily("sensei"), Daily("pupil"))).matches[1].opponents
    'pupil'
    """

    matches: tuple[Daily, ...] = ()
    line: str = ""


class Modes(NamedTuple):
    """The several games that one game holds.

    `option` names the choice option with the mode; "" for a single game. The page before a match
    begins with the mode `first` until the player has chosen. Results are kept apart by opponent and
    by the choice options in `apart`.

    >>> Modes(option="mode", first="seek").apart
    ()
    """

    option: str = ""
    first: str = ""
    apart: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameSpec:
    """The description of a game for the catalogue, the launcher and the command line.

    - `seats` are the seats, or a function of the options that gives them (see `seats_for`).
    - `undo` is "none" (a sealed choice was seen), "own" (back to the last own choice) or "any".
    - `uncovers` are kinds of events that show hidden things without a draw or an opened seal.
    - `points`: results are scores whose margin means something. `decided`: the game has a winner.
    - `tick` is 0 where the game waits for every player, else the number of turns a second, played
      with or without an answer (see `Game.idle`).
    - `race`: all seats search at once and a move carries its time (`Game.moment`). A turn is played
      as soon as the first move counts.
    - `arena`: agents of the game play in the arena.
    - `actions` belong to this game alone. `opponents`, `told`, `days` and `modes` group the rest.

    >>> from games import catalog
    >>> spec = catalog.spec("karate")
    >>> spec.title, [seat.name for seat in spec.seats_for()]
    ('Virtual Karate', ['You', 'Opponent'])
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
    decided: bool = True
    tick: int = 0
    race: bool = False
    arena: bool = True
    actions: tuple[Action, ...] = ()
    opponents: Opponents = field(default=Opponents())
    told: Told = field(default=Told())
    days: Days = field(default=Days())
    modes: Modes = field(default=Modes())

    def options_for(self, params: Params) -> tuple[Option, ...]:
        """Return the options that a page shows for the chosen mode, without the mode itself."""
        mode = params.get(self.modes.option, "")
        return tuple(
            option
            for option in self.options
            if not option.hidden
            and option.name != self.modes.option
            and (not option.modes or mode in option.modes)
        )

    def draw(self, params: Params, seed: int) -> dict[str, Any]:
        """Return the options of a new match of a `seed`: drawn where `params` leaves them open."""
        found = dict(params)
        for option in self.options:
            if option.drawn is not None and params[option.name] == option.default:
                found[option.name] = option.drawn(params, seed)
        return found | {option.name: option.default for option in self.options if option.folder}

    def undraw(self, params: Params, seed: int) -> dict[str, Any]:
        """Return the options as chosen before `draw`: those that the `seed` gave are open again."""
        return dict(params) | {
            option.name: option.default
            for option in self.options
            if option.drawn is not None and params.get(option.name) == option.drawn(params, seed)
        }

    def usual_agent(self, place: Seat) -> str:
        """Return the id of the agent that fills a `place` unless another is chosen."""
        return place.usual or self.opponents.default

    def seats_for(self, params: Params | None = None) -> tuple[Seat, ...]:
        """Return the seats of a match with these options; without options, of a usual match."""
        if callable(self.seats):
            return self.seats(self.params() if params is None else params)
        return self.seats

    def teams_for(self, params: Params) -> tuple[int, ...]:
        """Return the team of each seat as a number from 0 on, in the order of their first seats."""
        numbers: dict[tuple[int | None, int], int] = {}
        keys = [
            (seat.team, number if seat.team is None else 0)
            for number, seat in enumerate(self.seats_for(params))
        ]
        return tuple(numbers.setdefault(key, len(numbers)) for key in keys)

    def params(self, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return all options with their values: the given ones, parsed, and the defaults of the
        rest.

        A default may follow from the options before it. Raises `BadOption` for a name or a value
        that the game does not know.
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
