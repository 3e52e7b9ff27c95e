"""`main.py train ur AGENT`: the learners of Ur, and how strong they are when they are done.

`learner` is trained as in the original, two learners against each other; `learner+` plays the
same number of games. Both go on where they were stopped, from a file AGENT.part.npz that is
renewed every few seconds, and take it over only if it was made with the same options and seed.
Strength is measured over 20,000 games a pair, sides alternating.

`linear+` is fitted to the solved games of 4 pieces that ship with the arcade
(`ai.lab.ur.linear_fit`) and measured over 100,000 games against perfect play. `net` is fitted to
the solved game of 7 pieces, which has to be on this machine (`main.py solve ur --rules finkel
--pieces 7`) and needs numba (`ai.lab.ur.net_fit`, `ai.lab.ur.net_hidden`); it is measured over
100,000 games against perfect play (`ai.lab.ur.net_play`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ai.core import Agent
from ai.lab import fitting
from ai.lab.fitting import made_by, strength_lines
from ai.lab.jobs import HERE, Jobs
from ai.lab.options import with_defaults
from ai.lab.rooms import Plain, Progress, share_of, unseen
from ai.lab.ur.batch import policy_of, win_share
from ai.lab.ur.linear_fit import fit_linear, linear_policy, share_against_perfect
from ai.ur.learner import Change, FitTraining, TreeTraining
from ai.ur.linear import FITTED_RULES, HOMES, possible_pairs
from ai.ur.net import NET_RULES, PIECES
from ai.ur.simple import RandomMover
from ai.ur.table import SolvedTable, find_table, shipped
from ai.ur.values import VALUE_TABLES, Greedy, Values
from games.arrays import Arrays
from games.spec import Option
from games.ur.rules import RULE_SETS

AGENTS: Final = ("learner", "learner+", "linear+", "net")
OPTIONS: Final = (
    Option("games", "Games", "int", 2000, low=1, high=1_000_000),
    Option("rules", "Rules", "choice", "schultz", choices=("schultz", "finkel")),
    Option("pieces", "Pieces a side", "int", 4, low=1, high=7),
    Option("changed", "Values changed in a child", "int", 1, low=1, high=16),
    Option("spread", "Width of a change", "float", 3.0, low=0.01, high=100.0),
)
MEASURED_GAMES: Final = 20_000
MEASURING_SEED: Final = 1_000_000
FITTED_GAMES: Final = 6000
PERFECT_GAMES: Final = 100_000
TABLES_SHARE: Final = 0.3
"""The share of the fit of `net` that its tables take; the rest is that of its hidden layers."""
WEIGHTS_A_RULE_SET: Final = (len(possible_pairs()), HOMES * HOMES)
_STEP: Final = 50
_SAVE_SECONDS: Final = 5.0


def train(
    options: Mapping[str, Any], seed: int, jobs: Jobs, out_dir: Path, progress: Progress
) -> Plain:
    """Train, measure, write the weights and their card; returns the card."""
    agent = str(options.get("agent", "learner"))
    if agent == "linear+":
        games = int(options.get("games", FITTED_GAMES))
        return _train_linear(games, seed, jobs, out_dir, progress)
    if agent == "net":
        return _train_net(seed, out_dir, progress)
    given = with_defaults(OPTIONS, options)
    training = _training(agent, given, seed)
    settings = {"agent": agent, "seed": seed, **{k: v for k, v in given.items() if k != "games"}}
    path, course = out_dir / f"{agent}.npz", _Games(training, given["games"])
    fitting.keep_going(course, path, settings, progress, _SAVE_SECONDS)
    values = training.values()
    card = {
        **settings,
        "games": training.games,
        "values": list(values),
        "strength": strength(values, given["rules"], given["pieces"], jobs),
        "measured_games": MEASURED_GAMES,
        "made_by": made_by("ur", agent, seed, given),
    }
    return fitting.write(path, _shipped(training, values), card)


class _Fit(NamedTuple):
    """A fit of linear+ to one rule set."""

    rules: str
    games: int
    seed: int


def _train_linear(
    games: int, seed: int, jobs: Jobs, out_dir: Path, progress: Progress
) -> dict[str, Any]:
    """Fit linear+ to the solved games of 4 pieces, one set of weights a rule set."""
    weights: Arrays = {}
    shares: dict[str, float] = {}
    fits = [_Fit(rules, games, seed) for rules in FITTED_RULES]
    if jobs.in_this_process(len(fits)):
        found = [_fit_linear(fit, progress) for fit in fits]
    else:
        found = list(jobs.results(_fit_linear, fits))
    for fitted, share in found:
        weights |= fitted
        shares |= share
    card = {
        "agent": "linear+",
        "seed": seed,
        "games": games,
        "weights": sum(WEIGHTS_A_RULE_SET),
        "strength": shares,
        "measured_games": PERFECT_GAMES,
        "made_by": made_by("ur", "linear+", seed, {"games": games}),
    }
    return fitting.write(out_dir / "linear+.npz", weights, card)


def _fit_linear(fit: _Fit, progress: Progress = unseen) -> tuple[Arrays, dict[str, float]]:
    """Return the weights for a rule set, and the share of games that they win against perfect
    play.
    """
    table = shipped(fit.rules)
    weights = fit_linear(table, table.pieces, fit.games, fit.seed, progress)
    policy = linear_policy(weights, table.pieces, table.rule_set)
    share = share_against_perfect(policy, table, table.pieces, PERFECT_GAMES, MEASURING_SEED)
    return weights, {f"perfect, {fit.rules}, {table.pieces} pieces": share}


def _train_net(seed: int, out_dir: Path, progress: Progress) -> dict[str, Any]:
    """Fit the network to the solved game of 7 pieces; raises `NoTable` where it is not solved."""
    from ai.lab.ur import kernel, net_fit, net_hidden, net_play

    table = find_table(NET_RULES, PIECES)
    assert isinstance(table, SolvedTable)
    path, below = out_dir / "net.npz", out_dir / "net.hidden.npz"
    solved = kernel.solution(table)
    tables = net_fit.NetTraining(solved, seed)
    fitting.keep_going(tables, path, tables.settings, share_of(progress, 0.0, TABLES_SHARE))
    weights = net_fit.shipped_weights(tables.weights)
    hidden = net_hidden.HiddenTraining(weights, solved, seed)
    fitting.keep_going(hidden, below, hidden.settings, share_of(progress, TABLES_SHARE, 1.0))
    arrays = hidden.shipped()
    card = {
        "agent": "net",
        "seed": seed,
        "data": "the solved game of 7 pieces, Finkel, at positions of games of the network "
        "against perfect play",
        "games": tables.rounds * net_fit.GAMES_A_ROUND,
        "steps": hidden.steps,
        "weights": sum(array.size for array in arrays.values()),
        **net_play.strength(arrays, solved, PERFECT_GAMES, MEASURING_SEED),
        "made_by": made_by("ur", "net", seed, {}),
    }
    fitting.write(path, arrays, card)
    fitting.part_of(below).unlink(missing_ok=True)
    return card


def _training(agent: str, given: Mapping[str, Any], seed: int) -> TreeTraining | FitTraining:
    if agent == "learner":
        change = Change(given["changed"], given["spread"])
        return TreeTraining(given["rules"], given["pieces"], seed, change)
    return FitTraining(given["rules"], given["pieces"], seed)


class _Games:
    """A training up to `games` games; a part of one with more is not taken over."""

    def __init__(self, training: TreeTraining | FitTraining, games: int) -> None:
        self.training, self.games = training, games
        self.arrays = training.arrays

    @property
    def done(self) -> bool:
        """True once all games were played."""
        return self.training.games >= self.games

    def step(self) -> None:
        """Play some of the games that are left."""
        self.training.run(min(_STEP, self.games - self.training.games))

    def told(self) -> tuple[float, str]:
        """Return the share of the games, and their number."""
        return self.training.games / self.games, f"{self.training.games:,} games"

    def restore(self, arrays: Arrays) -> None:
        """Go on from what `arrays` gave."""
        if int(arrays["total"][0]) <= self.games:
            self.training.restore(arrays)


def _shipped(training: TreeTraining | FitTraining, values: Values) -> Arrays:
    """Return the arrays of the agent: the first learner's tree, or the values."""
    if isinstance(training, TreeTraining):
        return training.trees[0].arrays()
    return {"values": np.array(values)}


class _Trial(NamedTuple):
    """A greedy player with these values, to be measured against one of `RIVALS`."""

    values: tuple[float, ...]
    rules: str
    pieces: int
    rival: str


RIVALS: Final[Mapping[str, Callable[[], Agent]]] = {
    "random": RandomMover,
    "greedy-pow2": lambda: Greedy(VALUE_TABLES["pow2"]),
    "greedy-learned": lambda: Greedy(VALUE_TABLES["learned"]),
}


def strength(values: Values, rules: str, pieces: int, jobs: Jobs = HERE) -> dict[str, float]:
    """Return the win shares of a greedy player with these values against three others."""
    plain = tuple(float(value) for value in values)
    trials = [_Trial(plain, rules, pieces, rival) for rival in RIVALS]
    return dict(zip(RIVALS, jobs.results(_measured, trials), strict=True))


def _measured(trial: _Trial) -> float:
    rule_set = RULE_SETS[trial.rules]
    own = policy_of(Greedy(trial.values), rule_set, trial.pieces)
    policy = policy_of(RIVALS[trial.rival](), rule_set, trial.pieces)
    assert own is not None
    assert policy is not None
    params = {"rules": trial.rules, "pieces": trial.pieces}
    return win_share(own, policy, MEASURED_GAMES, MEASURING_SEED, params)


def report(card: Mapping[str, Any]) -> str:
    """Return the card for a person."""
    lines = [f"{card['agent']}, {card['games']:,} games, seed {card['seed']}"]
    games = card.get("measured_games", MEASURED_GAMES)
    names = ("start", *(str(i) for i in range(1, 15)), "off")
    if "values" in card:
        pairs = zip(names, card["values"], strict=True)
        lines.append("values: " + ", ".join(f"{name} {value:.2f}" for name, value in pairs))
    return "\n".join([*lines, *strength_lines(card["strength"], games, "games")])
