"""An agent before it plays: its name, options, strength, and how it is made.

`ai/<id>` holds the agents of a game; the catalogue finds them. A scene that asks an agent for more
than a move uses a facet: a protocol, so that a game never imports the agents that have it. The one
of all games, `Judge`, stands here; the facets of a single game stand in its `asks.py`.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from games.arrays import BadWeights
from games.core import Event, Player
from games.mind import Mind
from games.spec import Option, Params
from games.weights import Weights


class LostWeights(BadWeights):
    """Raised for weights that are missing or damaged on this machine; a player's data are whole.

    >>> raise LostWeights("ur/net.npz is damaged; get it again with the arcade.")
    Traceback (most recent call last):
    games.agents.LostWeights: ur/net.npz is damaged; get it again with the arcade.
    """


NOT_MEASURED: Final = "Not measured with these weights."
_LONGEST_STRENGTH: Final = 600
"""Characters; twice the longest shipped sentence. A longer one comes from unmeasured figures."""


Maker = Callable[[Mapping[str, Any], str | None], Player]
"""A function that makes an agent from its options and its learned start."""


def simply(make: Callable[[], Player]) -> Maker:
    """Return a maker, by `make`, of an agent without options and without a learned start."""
    return lambda options, start: make()


class Variant(NamedTuple):
    """The description of an agent with some options; each field takes the place of the agent's own.

    >>> Variant("Sensei", "Plays with less care.", measure=0.4).heavy
    False
    """

    name: str
    description: str
    strength: str = ""
    heavy: bool = False
    measure: float | None = None


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """An agent as the player chooses it.

    - `make` builds it from its options and its learned start (plain text, see `arrays_to_text`).
    - `level` orders agents from weak (0) to strong (5); `strength` is one measured sentence for the
      agent's page; `word` names its strength where the bands of the game do not
      (`games.session.ladder`).
    - `heavy` agents run in a worker process; a frame of the screen computes at most one step of a
      heavy watcher (`games.session.watching`).
    - `learns`: its learned text about a player is kept, and is its start in that player's next
      match.
    - `takes` returns whether a player's kept text holds a brain to begin with; it raises
      `ValueError` for a text that cannot be read. `taught`: every match of the player goes into
      that brain.
    - `cannot` returns a sentence on why it cannot play a game with these options and what to do, or
      ""; it is quick, and None for an agent that always can.
    - `variant` returns the description for the values of all its options, where they change it.
    - `weights` are the learned weights that it plays with, or was measured with. `retold` returns
      the same agent with the words of their cards; `told` calls it when the agent is shown.
    - `original` agents are what a game began with, and say so on the page before.
    - `role` is the role of the seats that it can take (`games.spec.Seat`), None for all (`fits`).
    - `ours` is False for a stranger's program, which may do any harm: it always thinks in the
      worker, and its learned text is not kept.

    >>> from games import catalog
    >>> greedy = catalog.agent("ur", "greedy")
    >>> greedy.name, greedy.heavy, greedy.defaults
    ('Greedy', False, {})
    """

    id: str
    name: str
    description: str
    make: Maker
    level: int = 0
    options: tuple[Option, ...] = ()
    heavy: bool = False
    strength: str = ""
    learns: bool = False
    taught: bool = False
    takes: Callable[[str], bool] | None = None
    cannot: Callable[[Params], str] | None = None
    variant: Callable[[Mapping[str, Any]], Variant] | None = None
    weights: tuple[Weights[Any], ...] = ()
    retold: Callable[[AgentSpec], AgentSpec] | None = None
    rank: str = ""
    line: str = ""
    measure: float | None = None
    ours: bool = True
    role: str | None = ""
    word: str = ""
    original: bool = False

    def fits(self, role: str) -> bool:
        """Return whether it can take the seats of a `role`."""
        return self.role in (None, role)

    @property
    def apart(self) -> bool:
        """True if it thinks in a process of its own."""
        return self.heavy or not self.ours

    def hindrance(self, params: Params) -> str:
        """Return why it cannot play with these options of the game, or "" where it can."""
        return "" if self.cannot is None else self.cannot(params)

    def told(self) -> AgentSpec:
        """Return this agent with the description for the weights in use."""
        trained = any(weights.trained for weights in self.weights)
        if self.retold is not None:
            try:
                told = self.retold(self)
            except Exception:  # the card of a whole file can still say anything
                return self.unmeasured()
            if len(told.strength) > _LONGEST_STRENGTH:
                return self.unmeasured()
            known = told.measure is not None and math.isfinite(told.measure) and not trained
            return told if known else replace(told, measure=None)
        return self.unmeasured() if trained else self

    def unmeasured(self) -> AgentSpec:
        """Return this agent with unmeasured weights."""
        return replace(self, strength=NOT_MEASURED, measure=None)

    def try_weights(self) -> None:
        """Read its trained weights, so that bad ones are put aside and reported in this process."""
        for weights in self.weights:
            weights.trained  # noqa: B018 (to look is what is wanted)

    def own_words(self) -> tuple[str, ...]:
        """Return a sentence about each of its weights that were trained on this machine."""
        return tuple(words for weights in self.weights if (words := weights.told()))

    @property
    def defaults(self) -> dict[str, Any]:
        """Its options with their defaults."""
        return {option.name: option.default for option in self.options}

    def with_options(self, given: Mapping[str, Any]) -> AgentSpec:
        """Return this agent with the options in `given` as its defaults, and the description for
        them.

        Raises `games.spec.BadOption` for a value that an option cannot take.
        """
        chosen = agent_options(self, given)
        if self.variant is None and chosen == self.defaults:
            return self
        return replace(
            self,
            options=tuple(
                option
                if option.default == chosen[option.name]
                else replace(option, default=chosen[option.name])
                for option in self.options
            ),
            make=functools.partial(_make, self.make, chosen),
            **({} if self.variant is None else self.variant(chosen)._asdict()),
        )

    def measured(self) -> Iterator[AgentSpec]:
        """Yield this agent with every choice of options whose strength is known."""
        names = [option.name for option in self.options]
        every = itertools.product(*(option.values() for option in self.options))
        specs = (
            (self.with_options(dict(zip(names, values, strict=True))) for values in every)
            if self.variant is not None
            else (self.told(),)
        )
        return (spec for spec in specs if spec.strength)


def _make(
    make: Callable[[Mapping[str, Any], str | None], Player],
    usual: Mapping[str, Any],
    options: Mapping[str, Any],
    start: str | None,
) -> Player:
    return make({**usual, **options}, start)


def agent_options(spec: AgentSpec, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the own options of an agent, its `spec`, out of `given`, parsed, with defaults for the
    rest.

    Raises `games.spec.BadOption` for a value that an option cannot take.
    """
    return {
        option.name: option.parse(given.get(option.name, option.default)) for option in spec.options
    }


class Measure(NamedTuple):
    """The quantity that a judge counts in: its `name` and `unit`, and the size of its losses.

    `grades` are the least losses of the grades after the best one (`games.judging.GRADES`).
    `together` is the sum for the two seats of a table of two, so that the value of one gives the
    other's; None where one's gain is not the other's loss. With `costs` the value of a move is a
    cost below 0, such as a distance.

    >>> WIN_CHANCE.words(0.184)
    '18%'
    >>> Measure("points", "points", (0.1, 0.2, 0.5, 1.0), 0.0).words(1.25)
    '1.2 points'
    """

    name: str
    unit: str
    grades: tuple[float, float, float, float]
    together: float | None = None
    costs: bool = False

    def level(self, value: float) -> str:
        """Return the value of a move with its unit, a cost as a positive number."""
        return self.words(-value if self.costs else value)

    def words(self, value: float) -> str:
        """Return a value with its unit."""
        if self.unit == "%":
            return f"{100 * value:.0f}%"
        return f"{value:.1f} {self.unit}"

    def signed(self, value: float) -> str:
        """Return a change with its sign and unit."""
        return f"{100 * value:+.0f}%" if self.unit == "%" else f"{value:+.1f} {self.unit}"

    def fine(self, value: float) -> str:
        """Return a small value, such as a mean, with one digit more."""
        return f"{value:.1%}" if self.unit == "%" else f"{value:.2f} {self.unit}"


WIN_CHANCE: Final = Measure("the chance to win", "%", (0.005, 0.02, 0.05, 0.1), 1.0)
"""The grades are chosen from the losses of Ur's `greedy` against the solved game of 4 pieces: a
fifth of its choices are slips or worse, one in a hundred is a blunder; half a point is the
difference between two good judges."""


class Weighed(NamedTuple):
    """A move, in words too, with its value for the seat that moves and the standard `error` of it.

    `points` is the mover's mean lead at the end. `less` names, after "it", the advantage of the
    best move over this one; "" for the best itself. `table` has the value for every seat at a table
    of more than two.

    >>> Weighed("draw", "draw a tile", 0.31, points=2.5).table
    ()
    """

    move: str
    words: str
    value: float
    points: float = 0.0
    error: float = 0.0
    less: str = ""
    table: tuple[float, ...] = ()


class Advice(NamedTuple):
    """The best moves of a view, best first, and in one sentence why the first is the best.

    `mind` shows what the seat can know, where that is more than its view; `measure` is that of the
    values, where they are worth a list.

    >>> Advice("Draw: the lot is not worth a sun yet.", ()).actions
    ()
    """

    sentence: str
    actions: tuple[Weighed, ...]
    mind: Mind = ()
    measure: Measure | None = None


class Judged(NamedTuple):
    """A choice beside the best one, in a `measure`, for the seat that chose.

    `before` and `after` are the seat's values around the choice. With what the seat could know,
    `best` was the best move; the one that was made lost `lost` against it, with its standard
    `error`, and `points` of the lead. `why` is, after "it", the reason for the best, "" where that
    was made. `actions` are the possible moves, best first, where they were weighed. `others` has
    the values around the choice of other seats, where they are known. `mind` shows what the seat
    could know, where that is more than the state that it saw.

    >>> judged = Judged(0, "tails", WIN_CHANCE, 0.5, 0.4, best="heads", lost=0.1)
    >>> judged.values(1)
    (0.5, 0.6)
    """

    seat: int
    move: str
    measure: Measure
    before: float
    after: float
    best: str
    lost: float
    error: float = 0.0
    points: float = 0.0
    why: str = ""
    actions: tuple[Weighed, ...] = ()
    others: Mapping[int, tuple[float, float]] = MappingProxyType({})
    mind: Mind = ()

    @classmethod
    def of(
        cls,
        seat: int,
        move: str,
        measure: Measure,
        actions: Iterable[Weighed],
        so_far: float = 0.0,
        why: str = "",
    ) -> Judged:
        """Judge a move by the values of all moves, to which the seat adds what it has `so_far`."""
        rows = tuple(sorted(actions, key=lambda row: -row.value))
        best, own = rows[0], next(row for row in rows if row.move == move)
        return cls(
            *(seat, move, measure, so_far + best.value, so_far + own.value, best.move),
            lost=best.value - own.value,
            points=best.points - own.points,
            why=why if own != best else "",
            actions=rows,
        )

    def values(self, seat: int) -> tuple[float, float] | None:
        """Return the values of a `seat` before and after the choice, None where not known."""
        if seat == self.seat:
            return self.before, self.after
        if seat in self.others or self.measure.together is None:
            return self.others.get(seat)
        return self.measure.together - self.before, self.measure.together - self.after


class Judge(Player, Protocol):
    """A watcher that knows the value of choices.

    Equal questions with equal seeds get equal answers. A judge observes the match up to the choice
    (`begin`, `observe`) before it is asked; one that judges positions alone may ignore that.

    >>> class Coin:
    ...     def judge(self, state, seat, move, seed=0):
    ...         return Judged(seat, move, WIN_CHANCE, 0.5, 0.4, best="heads", lost=0.1)
    >>> Coin().judge(None, 0, "tails").best
    'heads'
    """

    def judge(self, state: object, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge the `move` that a `seat` made in a `state`."""

    def hint(self, view: object, seed: int = 0) -> Advice:
        """Return the best moves of the `view` of a seat that is to move."""


class Measured(NamedTuple):
    """A maker of agents without options whose `strength` and `measure` are looked up by their id.

    >>> from games.core import Player
    >>> made = Measured({"cat": "Wins 60%."}.__getitem__, {"cat": 0.6}.__getitem__)
    >>> made("cat", "Cat", "Sleeps.", Player, 1, "kitten", "Purrs.").measure
    0.6
    """

    strength: Callable[[str], str]
    measure: Callable[[str], float]

    def __call__(
        self,
        agent_id: str,
        name: str,
        description: str,
        make: Callable[[], Player],
        level: int,
        rank: str,
        line: str,
        weights: Iterable[Weights[Any]] = (),
        heavy: bool = False,
    ) -> AgentSpec:
        """Return the agent with these words, made anew by `make` for each match."""
        return AgentSpec(
            *(agent_id, name, description, simply(make), level),
            strength=self.strength(agent_id),
            measure=self.measure(agent_id),
            rank=rank,
            line=line,
            weights=tuple(weights),
            heavy=heavy,
        )


@dataclass(frozen=True, slots=True)
class GameAgents:
    """The agents and watchers that `ai/<id>` offers a game, as its `AGENTS`; iterates over the
    agents.

    - `agents` are weakest first; `demo` makes the agent for a person's place in attract mode.
    - `models` are watchers, None where the game has no use for any.
    - `shared_start` merges the learned texts about several players into the start for a new one, or
      None; `describe` turns one into items of a mind, and raises `ValueError` for a text that
      cannot be used.
    - `noticed` returns what a match shows of the player in a seat, by its events and by what is
      kept now, as a clause ("you repeated your last key, 9 of 12 times"); "" for no clear habit.
    - `alias` reads a name that is no id: it returns the id and the options, or None for an unknown
      name.
    - `ladder` has the ids of the agents shown as portraits on the page before a game, () for all;
      the others stand in its laboratory.
    - `guests` are agents that are found by name and listed nowhere, because they need data from the
      name.

    >>> from games import catalog
    >>> [agent.id for agent in catalog.offered("karate")][-1]
    'sensei'
    """

    agents: tuple[AgentSpec, ...]
    demo: Callable[[], Player]
    models: tuple[AgentSpec, ...] | None = None
    shared_start: Callable[[Sequence[str]], str | None] | None = None
    describe: Callable[[str], Mind] | None = None
    noticed: Callable[[Sequence[Event], int, str], str] | None = None
    alias: Callable[[str], tuple[str, Mapping[str, Any]] | None] | None = None
    ladder: tuple[str, ...] = ()
    guests: tuple[AgentSpec, ...] = ()

    def __iter__(self) -> Iterator[AgentSpec]:
        return iter(self.agents)

    def __len__(self) -> int:
        return len(self.agents)
