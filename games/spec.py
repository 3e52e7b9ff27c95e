"""What a game says of itself: its options, seats, opponents, and the words for its results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Params = Mapping[str, Any]
"""The options of a match with their values."""


class BadOption(ValueError):
    """An option that a game does not have, or a value it cannot take."""


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


class Opponents(NamedTuple):
    """Who plays against a person, and how their strength is named.

    `default` is the id of the agent that plays where nothing else is chosen, against a person with
    `options`: what a newcomer can enjoy. `spare` needs no weights and plays where those of the
    default agent are lost. `shown` plays in attract mode; "" for the default agent.

    `minds` says when an opponent's mind may be shown: "always", "after" the turn that it decided,
    or at the "end". `demo_nodes` is how far its agents think where every machine shall do the same:
    in attract mode, and where a match is looked at again; None leaves it to the agent.

    An opponent whose measured figure (`AgentSpec.measure`) lies below the first of the `bands` has
    the first of the words in `strengths`, and so on. With the usual bands the figure is a share of
    matches won.
    """

    default: str = ""
    spare: str = ""
    shown: str = ""
    options: tuple[tuple[str, Any], ...] = ()
    minds: str = "after"
    bands: tuple[float, float, float] = (1 / 2, 2 / 3, 0.85)
    strengths: tuple[str, str, str, str] = ("gentle", "fair", "strong", "merciless")
    demo_nodes: int | None = 20_000


class Told(NamedTuple):
    """The words for matches and results of a game.

    A turn is called `turn`. Lists of matches count the counter `counted` of a result ("round");
    with "" they count turns. `length` names the option with the number of turns (0 for no end); ""
    where no option sets it. `remembers` are sentences for the hall about a player's results, with
    figures in braces (`games.session.remembering` lists them): the first sentence is shown of which
    all figures are known. `course` is the line of a player's results over time.
    """

    turn: str = "turn"
    counted: str = ""
    length: str = ""
    remembers: tuple[str, ...] = ()
    course: Course | None = None


class Days(NamedTuple):
    """Today's matches (`games.session.today`), one a day in the order of `matches`.

    Without any, the default agent is met each day. `line` says in a clause how a match went.
    """

    matches: tuple[Daily, ...] = ()
    line: str = ""


class Modes(NamedTuple):
    """The several games that one game holds.

    `option` names the choice option that says which is played; "" for a single game. The page
    before a match begins with the mode `first` until the player has chosen. Results are kept apart
    by opponent and by the choice options in `apart`.
    """

    option: str = ""
    first: str = ""
    apart: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What the catalogue, the launcher and the command line know about a game.

    `seats` are its seats, or a function of the options that gives them (see `seats_for`). `undo` is
    "none" (a sealed choice was seen), "own" (back to the last own choice) or "any". Events of a
    kind in `uncovers` show hidden things though nobody drew or opened a seal. `points` says that
    results are scores whose margin means something. A game that nobody wins is not `decided`.

    `tick` is 0 where the game waits for every player, else the number of turns a second that are
    played whoever has answered (see `Game.idle`). In a `race` all seats search at once and a move
    carries its time (`Game.moment`): a turn is played as soon as the first of them counts.

    Agents of the game play in the `arena` unless it is False. `actions` are those of this game
    alone. `opponents`, `told`, `days` and `modes` group the rest.
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
        """The options that a page shows for the mode that is chosen, without the mode itself."""
        mode = params.get(self.modes.option, "")
        return tuple(
            option
            for option in self.options
            if not option.hidden
            and option.name != self.modes.option
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
        return place.usual or self.opponents.default

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
