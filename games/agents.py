"""What the arcade knows of an agent before it plays: name, options, strength, how it is made.

`ai/<id>` holds the agents of a game; the catalogue finds them. What a scene asks of an agent beyond
a move stands here as a facet (`Judge`, `Believer`, ...): a protocol, so that a game
never imports the agents that have it.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from games.arrays import BadWeights
from games.core import Player
from games.mind import Bars, Fork, Ladder, Lines, Mind, Way
from games.spec import Option, Params
from games.weights import Weights


class LostWeights(BadWeights):
    """What an agent plays with is missing or damaged on this machine; nothing of a player's is."""


NOT_MEASURED: Final = "Not measured with these weights."
_LONGEST_STRENGTH: Final = 600
"""Characters; twice the longest sentence that ships. More comes of figures that nobody measured."""


Maker = Callable[[Mapping[str, Any], str | None], Player]
"""Makes an agent from its options and its learned start."""


def simply(make: Callable[[], Player]) -> Maker:
    """Makes an agent that has no options and starts from nothing learned, by `make`."""
    return lambda options, start: make()


class Variant(NamedTuple):
    """What the options of an agent make of it; each field takes the place of the agent's own."""

    name: str
    description: str
    strength: str = ""
    heavy: bool = False
    measure: float | None = None


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """An agent as the player chooses it.

    `make` builds it from its options and its learned start (plain text, see `arrays_to_text`).
    `level` orders agents from weak (0) to strong (5). `heavy` agents run in a worker process, and
    of a heavy watcher a frame of the screen computes one step at most (`games.session.watching`).
    `strength` is one measured sentence for the agent's page. What one that `learns` has learned
    about a player is kept, and is its start in that player's next match. `takes` says whether what
    a player has kept (text) holds a brain that it begins with; it raises `ValueError` for a text
    that cannot be read. Of one that is `taught` every match of the player goes into that brain.
    `cannot` says in a sentence why it cannot play a game with these options
    and what to do, or ""; it is quick, and None where there is nothing to hinder it. Where its own
    options change what is said of it, `variant` tells how, from all of their values.

    `weights` are the learned weights that it plays with, or that its figures were measured with.
    What their cards say of it is not known before they are asked: `retold` gives the same agent
    with these words, and `told` asks it.

    `word` says how strong it is where the bands of the game do not (`games.session.ladder`).
    `role` is that of the seats that it can take (`games.spec.Seat`).

    `ours` is False for a program of somebody else's, which may do anything: it always thinks in the
    worker, however quick it is, and nothing that it has learned is kept.
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
    role: str = ""
    word: str = ""

    @property
    def apart(self) -> bool:
        """Whether it thinks in a process of its own."""
        return self.heavy or not self.ours

    def hindrance(self, params: Params) -> str:
        """Why it cannot play with these options of the game, or "" where it can."""
        return "" if self.cannot is None else self.cannot(params)

    def told(self) -> AgentSpec:
        """This agent as it is told where it is shown: by what is known of the weights in use."""
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
        """This agent with weights of which nothing was measured."""
        return replace(self, strength=NOT_MEASURED, measure=None)

    def try_weights(self) -> None:
        """Read its trained weights, so that bad ones are put aside and told of in this process."""
        for weights in self.weights:
            weights.trained  # noqa: B018 (to look is what is wanted)

    def own_words(self) -> tuple[str, ...]:
        """A sentence about each of its weights that were trained on this machine."""
        return tuple(words for weights in self.weights if (words := weights.told()))

    @property
    def defaults(self) -> dict[str, Any]:
        """Its options with their defaults."""
        return {option.name: option.default for option in self.options}

    def with_options(self, given: Mapping[str, Any]) -> AgentSpec:
        """This agent with the options in `given` as its defaults, and what is said of it then.

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
        """This agent with every choice of options of which a strength is known."""
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
    """The own options of an agent, its `spec`, out of `given`, parsed, with the defaults of the
    rest.

    Raises `games.spec.BadOption` for a value that an option cannot take.
    """
    return {
        option.name: option.parse(given.get(option.name, option.default)) for option in spec.options
    }


class Forager(Player, Protocol):
    """Goes after food that a board can show."""

    @property
    def food(self) -> tuple[int, ...]:
        """The cells with food that are left."""


class JudgedStep(NamedTuple):
    """One turn as a judge saw it.

    `kind` is "roll" or "move" (a forced pass is a move, too); `light` is the first seat's win
    probability afterwards, `change` by how much that of `seat` changed, `best` the best move ("" of
    a roll). `before` is the position that was decided on, `scores` the mover's win probability
    after each of its legal moves (() of a roll).
    """

    kind: str
    seat: int
    light: float
    change: float
    move: str
    best: str
    before: Any
    scores: tuple[float, ...] = ()


class Judge(Player, Protocol):
    """Watches a game of two and knows who is likely to win; `first` is the chance at the start."""

    steps: list[JudgedStep]
    first: float
    source: str

    @property
    def exact(self) -> bool:
        """Whether the values are those of perfect play of both."""

    def prepare(self, rules: str, pieces: int) -> None:
        """Find what values a game, which may take a moment; `use` then takes it at once.

        `rules` and `pieces` say which game it is.
        """

    def use(self, rules: str, pieces: int) -> None:
        """Value the game by these `rules` with so many `pieces` from now on."""

    def worth(self, state: Any) -> float:
        """The first seat's win probability under best play."""

    def scores(self, state: Any) -> list[float]:
        """The mover's win probability after each legal move."""

    def candidates(self, state: Any, title: str) -> Lines:
        """The legal moves with their win probabilities, best first, under a `title`."""

    def rolls(self, state: Any) -> Bars:
        """What each roll is worth to the side that is to roll."""

    def luck(self, seat: int) -> float:
        """What chance gave a seat, in win probability."""

    def skill(self, seat: int) -> float:
        """What the choices of both gave a seat."""


Vector = npt.NDArray[np.float64]
AnyVector = npt.NDArray[np.floating[Any]]


class Thought(NamedTuple):
    """One step of a believer: the belief before and after the reading, each shape (n,).

    `log_evidence` is ln P(reading) under the model; `weights` are those of an average's members
    and `refuted` the places of those that started again. `restarted` says that the belief was
    rebuilt from the reading alone.
    """

    step: int
    prior: Vector
    posterior: Vector
    log_evidence: float
    restarted: bool
    weights: tuple[float, ...]
    refuted: tuple[int, ...]


class Believer(Player, Protocol):
    """Watches somebody unseen and believes where they are, as a probability for each cell."""

    thought: Thought

    @property
    def names(self) -> tuple[str, ...]:
        """The members of an average of models, or nothing."""

    @property
    def labels(self) -> tuple[str, ...]:
        """What each member takes the hidden one to do, for a person."""

    def entropy(self, belief: AnyVector | None = None) -> float:
        """The entropy of a belief (the present one) in bits."""

    def surprise(self, cell: int) -> float:
        """-ln of what the belief gives the true cell, in nats."""

    def coverage(self, cell: int, mass: float) -> float:
        """How far the credible set of this `mass` holds the true `cell`, 0..1."""

    @property
    def smooths(self) -> bool:
        """Whether the model can look back."""

    def trail(self) -> list[Vector]:
        """Beliefs about the last steps given all readings up to now, oldest first."""

    def visits(self) -> npt.NDArray[np.uint16] | None:
        """How often the likeliest hypothesis visited each cell, or None without visits."""


class TeamBeliever(Player, Protocol):
    """Watches a match for one of its teams, and believes what that team may of two enemies."""

    @property
    def beliefs(self) -> tuple[AnyVector, AnyVector]:
        """Where each enemy may be, shape (n,) each, the lower seat first."""

    def doubt(self, place: int) -> float:
        """The entropy of the belief over one of the two enemies, in bits."""

    def surprise(self, place: int, cell: int) -> float:
        """-ln of what the belief gives the true cell of one of them, in nats."""

    def coverage(self, place: int, cell: int, mass: float) -> float:
        """How far the credible set of this `mass` holds its true `cell`, 0..1."""


class WeighedMove(NamedTuple):
    """A move, in words too, with the chance to win after it, its standard error, and the margin.

    `rupees` is by how much the mover is ahead at the end on average. `less` says, after "it", what
    the best move has before this one; "" of the best itself.
    """

    move: str
    words: str
    chance: float
    error: float
    rupees: float
    less: str


class Advice(NamedTuple):
    """What an adviser would do and why, in one sentence; and its best moves, the best first."""

    sentence: str
    moves: tuple[WeighedMove, ...]


class JudgedChoice(NamedTuple):
    """A choice of a round that is over.

    `before` and `after` it are the first seat's chances to win as the hidden cards lay. By what
    `seat` could know, `best` was the best move, and the one that was played lost so much of the
    chance to win against it (with its standard `error`), and so many `rupees`; `why` says, after
    "it", what speaks for the best, "" where it was played.
    """

    seat: int
    move: str
    before: float
    after: float
    best: str
    lost: float
    error: float
    rupees: float
    why: str


class Adviser(Player, Protocol):
    """Advises whoever plays, from what a seat knows, and judges choices afterwards.

    Equal questions with equal seeds have equal answers.
    """

    def advise(self, view: object, seed: int = 0) -> Advice:
        """The best moves of a view whose seat is to move."""

    def odds(self, view: object) -> Mind:
        """What the seat of a view may hope for."""

    def judge(self, state: object, move: str, seed: int = 0) -> JudgedChoice:
        """What the move that was played in a state was worth."""


class LotWorth(NamedTuple):
    """What a lot is worth to a seat in points, with its 10th and 90th percentile and by source.

    `now` is what it would change if the epoch ended at once.
    """

    points: float
    low: float
    high: float
    by_source: Mapping[str, float]
    now: int


class WeighedAction(NamedTuple):
    """An action, in words too, with the chance to win after it and the points ahead then."""

    move: str
    words: str
    win: float
    margin: float


class Outcome(NamedTuple):
    """How an auction may end: the seat that wins with a sun (None and 0: nobody), and then every
    seat's chance to win the game. `expected` says that it most likely ends so.
    """

    seat: int | None
    sun: int
    chances: tuple[float, ...]
    expected: bool


class BidWay(NamedTuple):
    """A bid that a seat may make, 0 for a pass; the sun that then wins, 0 for none, and whose it is
    (-1: nobody's), most likely. `chance` is that of the bidder to win the game, on the mean of all
    that may follow.
    """

    bid: int
    sun: int
    owner: int
    chance: float


class Rung(NamedTuple):
    """What a seat is expected to bid when its turn in an auction comes, 0 for a pass.

    `ways` are all that it may bid, from low to high.
    """

    seat: int
    bid: int
    ways: tuple[BidWay, ...] = ()


LADDER_HELP: Final = (
    "In the order of bidding. Under each bid: the bidder's chance to win the game then, and who "
    "gets the lot. The expected one has a frame"
)
LADDER_CAME: Final = ", what was done a tick"


def ladder_of(
    title: str, rungs: Sequence[Rung], names: Sequence[str], done: Mapping[int, int] | None = None
) -> Ladder:
    """The ladder of these rungs, for seats of these `names`; `done` is what each seat bid."""
    done = {} if done is None else done
    forks = tuple(_fork(rung, names[rung.seat], done.get(rung.seat)) for rung in rungs if rung.ways)
    return Ladder(title, forks, f"{LADDER_HELP}{LADDER_CAME if done else ''}.")


def _fork(rung: Rung, name: str, done: int | None) -> Fork:
    bids = [way.bid for way in rung.ways]
    chosen = bids.index(rung.bid) if rung.bid in bids else -1
    truth = bids.index(done) if done is not None and done in bids else -1
    return Fork(rung.seat, name, tuple(map(_way, rung.ways)), chosen, truth)


def _way(way: BidWay) -> Way:
    word = str(way.bid) if way.bid else "pass"
    return Way(word, way.chance, way.owner, str(way.sun) if way.sun else "none")


class Oracle(Player, Protocol):
    """Knows what lots, actions and auctions are worth to the seats of a table.

    Equal questions have equal answers, and nothing is asked but the view.
    """

    def worth(self, view: object, seat: int, lot: object = None) -> LotWorth:
        """What a lot, the block where none is given, is worth to a seat."""

    def actions(self, view: object) -> tuple[WeighedAction, ...]:
        """What the seat that is to act may do, best first; nothing where nobody is."""

    def chances(self, view: object) -> tuple[float, ...]:
        """Every seat's chance to win the game."""

    def auction(self, view: object) -> tuple[tuple[Outcome, ...], tuple[Rung, ...]]:
        """How the auction that goes on, or one that is called now, may end; and what is bid."""

    def reason(self, view: object) -> str:
        """Why the best action is the best, in a sentence with its numbers."""


class ClosedRow(NamedTuple):
    """A row of choices that is full: its number from 1, and how many of them were foreseen.

    `finding` is one true sentence about what stood out, `dare` asks for the opposite, up to the
    next row. `taken` says whether the dare of the row before was taken; None where it set none.
    """

    number: int
    hits: int
    finding: str
    dare: str
    taken: bool | None = None


class MoveReader(Player, Protocol):
    """Reads how both seats of a match play from what all may see, when it has time for it."""

    def think(self) -> bool:
        """Take in the next move that was heard; False where there is none."""

    def mind(self) -> Mind:
        """What was read so far."""


class RowReader(Player, Protocol):
    """Watches choices in rows of one length, and finds something to say of each row."""

    rows: list[ClosedRow]


class Measured(NamedTuple):
    """Makes agents without options whose `strength` and `measure` are looked up by their id."""

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
        """The agent with these words, made anew by `make` for each match."""
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
    """All that `ai/<id>` offers a game, as its `AGENTS`; iterates over the agents.

    `agents` are weakest first; `demo` makes who sits in a person's place in attract mode. `models`
    are watchers, None where the game has no use for any. `shared_start` merges what was learned
    about several players (texts) into the start for a new one, or None; `describe` tells what was
    learned about one as items of a mind, and raises `ValueError` for a text that cannot be used.
    `alias` reads a name that is no id: the id that it stands for and the options that it means, or
    None where it stands for nothing. `ladder` has the ids of those that the page before a game
    shows as portraits, () for all; the others stand in its laboratory. `guests` are agents that
    are found by name and listed nowhere, because they need something that only the name says.
    """

    agents: tuple[AgentSpec, ...]
    demo: Callable[[], Player]
    models: tuple[AgentSpec, ...] | None = None
    shared_start: Callable[[Sequence[str]], str | None] | None = None
    describe: Callable[[str], Mind] | None = None
    alias: Callable[[str], tuple[str, Mapping[str, Any]] | None] | None = None
    ladder: tuple[str, ...] = ()
    guests: tuple[AgentSpec, ...] = ()

    def __iter__(self) -> Iterator[AgentSpec]:
        return iter(self.agents)

    def __len__(self) -> int:
        return len(self.agents)
