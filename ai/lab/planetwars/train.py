"""`main.py train planetwars sensei`: the value of positions, from matches of its own.

The first generation's matches are between planners of drawn tempers. Later ones are between players
who decide by the value learned so far, now and then by lot, and planners. Each position that was
looked at in a decision is an example: its inputs, and who won. The weights are those of a logistic
regression with a penalty on their squares, fitted by Newton's steps. A later generation's weights
are kept only where they win at least as many of `gate` matches as those before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ai.lab import fitting
from ai.lab.fitting import made_by, strength_lines
from ai.lab.jobs import Jobs
from ai.lab.options import with_defaults
from ai.lab.rooms import Plain, Progress, share_of
from ai.planetwars.matrix import ROWS, decide
from ai.planetwars.outlook import Launch, PlanetsAhead
from ai.planetwars.planner import Temper, orders_of, plan
from ai.planetwars.value import INPUTS, Floats, Value, expanded, inputs
from games.arrays import Arrays
from games.planetwars.engine.maps import made
from games.planetwars.engine.state import DRAW, FIRST, MAX_TURNS, SECOND, State, turned
from games.planetwars.engine.turns import apply
from games.spec import Option
from games.streams import Stream

AGENTS: Final = ("sensei",)
OPTIONS: Final = (
    Option("generations", "Generations", "int", 3, low=1, high=20),
    Option("games", "Matches of a generation", "int", 320, low=8, high=100_000),
    Option("gate", "Matches at the gate, and of the measurement", "int", 80, low=2, high=10_000),
)
BATCH: Final = 8
"""Matches that a process plays at once."""
PENALTY: Final = 10.0
FOLDS: Final = 5
BY_LOT: Final = 0.25
"""The share of a learner's turns that take a plan by lot, so that the value sees other plans."""
LOOKED_AT: Final = 0.4
"""The share of turns whose position is kept."""
GATE: Final = 10_000_000
"""Seeds of maps of the gate begin here."""
_TEMPERS: Final = tuple(ROWS.values())


class MatchBatch(NamedTuple):
    """Matches to be played: the first map's seed, and the weights, () for planners alone."""

    seed: int
    weights: tuple[float, ...]


class Examples(NamedTuple):
    """Inputs (positions, `INPUTS`), shares of a match that were over, results, maps."""

    rows: list[list[float]]
    turns: list[float]
    results: list[float]
    maps: list[int]


class _Player:
    """A player of the training: by the value of `weights`, or a planner of a drawn temper."""

    def __init__(self, weights: Sequence[float], rng: Stream, learns: bool) -> None:
        self._value = Value(np.array(weights)) if weights else None
        self._rng, self._learns = rng, learns
        self._temper = _TEMPERS[rng.below(len(_TEMPERS))]
        self.seen: list[tuple[int, list[float]]] = []

    def launches(self, view: State) -> Sequence[Launch]:
        """Return what it launches, and keep the position now and then."""
        rng = self._rng
        if self._value is None or not self._learns:
            return self._keep(view, plan(PlanetsAhead(view), FIRST, self._temper).launches)
        if rng.random() < BY_LOT:
            temper = _TEMPERS[rng.below(len(_TEMPERS))]
            return self._keep(view, plan(PlanetsAhead(view), FIRST, temper).launches)
        made = decide(view, self._value, lambda word: 1.0, 0.5, rng)
        return self._keep(view, made.launches)

    def _keep(self, view: State, launches: Sequence[Launch]) -> Sequence[Launch]:
        if self._rng.random() < LOOKED_AT:
            outlook = PlanetsAhead(view)
            reply = plan(outlook, SECOND, Temper()).launches
            after = outlook.with_launches(launches, FIRST)
            after.launch(reply, SECOND)
            self.seen.append((view.turn, inputs(after).tolist()))
        return launches


def examples(batch: MatchBatch) -> Examples:
    """Play the matches of a `batch` and return the positions that were looked at."""
    found = Examples([], [], [], [])
    for seed in range(batch.seed, batch.seed + BATCH):
        rng = Stream(seed)
        planner = rng.below(4)  # one match of two has a planner in a seat
        players = [_Player(batch.weights, rng, seat != planner) for seat in (0, 1)]
        state = _played(seed, players)
        for seat, player in enumerate(players):
            result = 0.5 if state.winner == DRAW else float(state.winner == seat)
            for turn, row in player.seen:
                found.rows.append(row)
                found.turns.append(turn / MAX_TURNS)
                found.results.append(result)
                found.maps.append(seed)
    return found


def _played(seed: int, players: Sequence[_Player]) -> State:
    state = made(seed)
    while state.winner is None:
        first = orders_of(players[0].launches(state))
        second = orders_of(players[1].launches(turned(state)))
        state = apply(state, first, second)
    return state


class MapDuel(NamedTuple):
    """A map to be played from both seats: weights against others, () for the planner."""

    seed: int
    weights: tuple[float, ...]
    others: tuple[float, ...]


class _Decider:
    def __init__(self, weights: Sequence[float], rng: Stream) -> None:
        self._value, self._rng = Value(np.array(weights)) if weights else None, rng

    def launches(self, view: State) -> Sequence[Launch]:
        if self._value is None:
            return plan(PlanetsAhead(view), FIRST, Temper()).launches
        return decide(view, self._value, lambda word: 1.0, 0.5, self._rng).launches


def wins(duel: MapDuel) -> float:
    """Return the share of the two matches of a `duel` that its weights win; a draw is a half."""
    total = 0.0
    for seat in (0, 1):
        rng = Stream(duel.seed)
        own, other = _Decider(duel.weights, rng), _Decider(duel.others, rng)
        state = made(duel.seed)
        while state.winner is None:
            mine = orders_of(own.launches(turned(state) if seat else state))
            theirs = orders_of(other.launches(state if seat else turned(state)))
            state = apply(state, *((theirs, mine) if seat else (mine, theirs)))
        total += 0.5 if state.winner == DRAW else float(state.winner == seat)
    return total / 2


class SelfPlay:
    """The examples of a generation, and the weights of the last that passed the gate."""

    def __init__(self, seed: int, given: Mapping[str, Any], jobs: Jobs) -> None:
        self.seed, self.given, self.jobs = seed, given, jobs
        self.generation = 0
        self.weights: tuple[float, ...] = ()
        self.fit = np.zeros(4)
        """Loss, share of right guesses, calibration error on maps held back; positions."""
        self._begin()

    def _begin(self) -> None:
        self.rows, self.turns = np.zeros((0, INPUTS)), np.zeros(0)
        self.results, self.maps = np.zeros(0), np.zeros(0)
        self.played = 0

    @property
    def done(self) -> bool:
        """True once all generations were played."""
        return self.generation >= int(self.given["generations"])

    def told(self) -> tuple[float, str]:
        """Return the share that is done, and where it stands."""
        share = (self.generation + self.played / self.given["games"]) / self.given["generations"]
        return share, f"generation {self.generation + 1}: {self.played:,} matches"

    def step(self) -> None:
        """Play some matches; fit the weights after the last of a generation."""
        games = int(self.given["games"])
        count = min(4, -(-(games - self.played) // BATCH))
        first = (self.seed * 1000 + self.generation) * 100_000 + self.played
        batches = [MatchBatch(first + n * BATCH, self.weights) for n in range(count)]
        for found in self.jobs.results(examples, batches):
            self.rows = np.concatenate([self.rows, np.array(found.rows).reshape(-1, INPUTS)])
            self.turns = np.concatenate([self.turns, found.turns])
            self.results = np.concatenate([self.results, found.results])
            self.maps = np.concatenate([self.maps, found.maps])
        self.played += count * BATCH
        if self.played >= games:
            self._learn()

    def _learn(self) -> None:
        columns = expanded(self.rows, self.turns)
        weights, held_back = fitted(columns, self.results, self.maps)
        flat = tuple(weights.tolist())
        if not self.weights or self._gate(flat) >= 0.5:
            self.weights, self.fit = flat, np.array([*held_back, len(columns)])
        self.generation += 1
        self._begin()

    def _gate(self, flat: tuple[float, ...]) -> float:
        return share_won(flat, self.weights, self.given["gate"], self.jobs)

    def arrays(self) -> Arrays:
        """Return all that a later run needs to go on."""
        return {
            "weights": np.array(self.weights),
            "fit": self.fit,
            "rows": self.rows,
            "turns": self.turns,
            "results": self.results,
            "maps": self.maps,
            "done": np.array([self.generation, self.played]),
        }

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave."""
        self.weights, self.fit = tuple(arrays["weights"].tolist()), arrays["fit"]
        self.rows, self.turns = arrays["rows"], arrays["turns"]
        self.results, self.maps = arrays["results"], arrays["maps"]
        self.generation, self.played = (int(number) for number in arrays["done"])


def share_won(
    weights: tuple[float, ...], others: tuple[float, ...], games: int, jobs: Jobs
) -> float:
    """Return the share of `games` that `weights` win against `others`, each map from both seats."""
    duels = [MapDuel(GATE + number, weights, others) for number in range(max(1, games // 2))]
    return float(np.mean(list(jobs.results(wins, duels))))


def fitted(columns: Floats, results: Floats, maps: Floats) -> tuple[Floats, list[float]]:
    """Return the weights fitted to all examples, and loss, share of right guesses and calibration
    error on maps held back, a fifth at a time.
    """
    chances = np.zeros(len(results))
    for fold in range(FOLDS):
        out = maps % FOLDS == fold
        chances[out] = _chances(columns[out], _newton(columns[~out], results[~out]))
    safe = np.clip(chances, 1e-9, 1 - 1e-9)
    loss = -np.mean(results * np.log(safe) + (1 - results) * np.log(1 - safe))
    right = np.mean((chances > 0.5) == (results > 0.5))
    return _newton(columns, results), [
        round(float(loss), 4),
        round(float(right), 4),
        round(calibration_error(chances, results), 4),
    ]


def calibration_error(chances: Floats, results: Floats, bins: int = 10) -> float:
    """Return the mean distance of chance and result over `bins` of equal width, by their size."""
    index = np.minimum((chances * bins).astype(int), bins - 1)
    error = 0.0
    for number in range(bins):
        inside = index == number
        if inside.any():
            error += abs(float(chances[inside].mean() - results[inside].mean())) * inside.mean()
    return float(error)


def _chances(columns: Floats, weights: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-(columns @ weights))))


def _newton(columns: Floats, results: Floats, steps: int = 25) -> Floats:
    """Return the weights of least penalised loss."""
    weights = np.zeros(columns.shape[1])
    penalty = PENALTY * np.eye(len(weights))
    for _ in range(steps):
        chances = _chances(columns, weights)
        slope = columns.T @ (chances - results) + PENALTY * weights
        bend = (columns * (chances * (1 - chances))[:, None]).T @ columns + penalty
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def train(
    options: Mapping[str, Any], seed: int, jobs: Jobs, out_dir: Path, progress: Progress
) -> Plain:
    """Train, measure, write the weights and their card; returns the card."""
    given = with_defaults(OPTIONS, options)
    settings = {"agent": "sensei", "seed": seed, **given}
    path, training = out_dir / "sensei.npz", SelfPlay(seed, given, jobs)
    fitting.keep_going(training, path, settings, share_of(progress, 0.0, 0.9))
    loss, right, error, positions = training.fit.tolist()
    card = {
        **settings,
        "positions": int(positions),
        "held_back": {"loss": loss, "right": right, "calibration_error": error},
        "strength": {"planner": round(share_won(training.weights, (), given["gate"], jobs), 4)},
        "measured_games": given["gate"],
        "made_by": made_by("planetwars", "sensei", seed, given),
    }
    return fitting.write(path, {"weights": np.array(training.weights)}, card)


def report(card: Mapping[str, Any]) -> str:
    """Return the card for a person."""
    held = card["held_back"]
    first = f"sensei, {card['positions']:,} positions, seed {card['seed']}"
    told = (
        f"on maps held back: loss {held['loss']}, {held['right']:.1%} of winners foreseen, "
        f"calibration error {held['calibration_error']}"
    )
    lines = strength_lines(card["strength"], card["measured_games"], "matches")
    return "\n".join([first, told, *lines])
