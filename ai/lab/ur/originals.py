"""The claims about Ur that can be measured, of both texts; see `ai.lab.originals`.

With four pieces the rules are Schultz's, with seven Finkel's. Expectimax of 7 plies needs some 25
seconds a game, so that the leaderboard of seven has six agents here.
"""

from __future__ import annotations

import functools
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from ai.core import Agent
from ai.lab.arena import tournament
from ai.lab.originals import (
    FAILS,
    HALF,
    HOLDS,
    Effort,
    Measure,
    Remeasured,
    Spanned,
    exact,
    mean,
    won,
)
from ai.lab.ur.batch import policy_of, win_share
from ai.ur.learner import ONE_VALUE, ROOT, Tree, TreeTraining
from ai.ur.rivals import RivalTraining
from ai.ur.values import Greedy, Values
from games import catalog
from games.core import CHANCE, Limit
from games.intervals import Z
from games.streams import Stream
from games.ur.rules import GAME, RULE_SETS, State

_FOUR: Final = {"rules": "schultz", "pieces": "4"}
_LEARNED, _ROSETTES, _POW2 = (
    f"greedy-values:values={name}" for name in ("learned", "focus-rosettes", "pow2")
)
_LONG: Final = 10_000
"""Games of a training in which his agent was made; the text's own figure."""


# -- four pieces ---------------------------------------------------------------------------


def _strength(values: Values, rival: str, games: int) -> float:
    """Return the share that a greedy player with these values wins against another table's."""
    rules = RULE_SETS["schultz"]
    own = policy_of(Greedy(values), rules, 4)
    agent = catalog.resolve("ur", rival).make()
    assert isinstance(agent, Agent)
    other = policy_of(agent, rules, 4)
    assert own is not None
    assert other is not None
    return win_share(own, other, games, 1_000_000, {"rules": "schultz", "pieces": 4})


@functools.cache
def _trained(seed: int, games: int) -> Values:
    training = TreeTraining("schultz", 4, seed)
    training.run(games)
    return training.values()


def _of_trainings(effort: Effort, rival: str) -> Spanned:
    """Return the mean share of four trainings by two learners against each other."""
    seeds = range(effort.seed, effort.seed + effort.of(4))
    games = effort.of(_LONG, 200)
    return mean([_strength(_trained(seed, games), rival, effort.of(8000)) for seed in seeds])


def _learned(effort: Effort) -> Remeasured:
    """Let the learned table, and new trainings, play at random moves."""
    table = won("ur", _LEARNED, "random", effort, 4000, **_FOUR)
    trained = _of_trainings(effort, "random")
    return Remeasured(
        f"four trainings of {_LONG:,} games: {trained.percent()} on average",
        f"the learned table {table.percent()}",
        HOLDS if table.low > 0.88 else FAILS,
        {"table": table, "trainings": trained},
    )


def _next_best(effort: Effort) -> Remeasured:
    """Let the learned table, and new trainings, play the next best greedy agent."""
    table = won("ur", _LEARNED, _ROSETTES, effort, 4000, **_FOUR)
    trained = _of_trainings(effort, _ROSETTES)
    return Remeasured(
        f"four trainings of {_LONG:,} games: {trained.percent()} on average",
        f"the learned table {table.percent()} against focus-rosettes",
        HOLDS
        if table.value > 0.67 and trained.value > 0.67
        else HALF
        if table.low > 0.6
        else FAILS,
        {"table": table, "trainings": trained},
    )


def _look_ahead(effort: Effort) -> Remeasured:
    """Let the learned table play look-ahead 2 with hand-made and with learned values."""
    by_hand = won("ur", _LEARNED, "lookahead:depth=2:values=pow2", effort, 1000, **_FOUR)
    by_learning = won("ur", _LEARNED, "lookahead:depth=2:values=learned", effort, 1000, **_FOUR)
    return Remeasured(
        f"against look-ahead 2 with hand-made values it wins {by_hand.percent()}",
        f"against look-ahead 2 with the learned values {by_learning.percent()}",
        HALF if by_hand.low > 0.5 > by_learning.high else HOLDS if by_learning.low > 0.5 else FAILS,
        {"by hand": by_hand, "learned": by_learning},
    )


def _against_each_other(effort: Effort) -> Remeasured:
    """Train two learners against each other, and one against others, over as many games."""
    games, seeds = effort.of(1000, 50), range(effort.seed, effort.seed + effort.of(5))
    found: dict[str, list[float]] = {}
    for seed in seeds:
        brains = {"each other": _trained(seed, games)}
        for rival in ("random", "greedy", "first-move"):
            training = RivalTraining("schultz", 4, seed, rival=rival)
            training.run(games)
            brains[rival] = training.values()
        for name, values in brains.items():
            found.setdefault(name, []).append(_strength(values, _POW2, effort.of(8000)))
    figures = {name: mean(values) for name, values in found.items()}
    own, *others = figures.values()
    best = max(others, key=lambda figure: figure.value)
    told = ", ".join(
        f"{name} {figure.percent()}" for name, figure in figures.items() if name != "each other"
    )
    return Remeasured(
        f"against each other for {games:,} games, then v pow2: {own.percent()}",
        f"against one other agent for as many: {told}",
        HOLDS if own.low > best.high else FAILS if own.high < best.low else HALF,
        figures,
    )


def _grown(effort: Effort, games: int) -> list[Tree]:
    """Return trees of trainings of that many games, a seed each."""
    trees = list[Tree]()
    for seed in range(effort.seed, effort.seed + effort.of(20)):
        training = TreeTraining("schultz", 4, seed)
        training.run(games)
        trees += training.trees
    return trees


def _children(effort: Effort) -> Remeasured:
    """Count the children of the nodes of trees after 100 games."""
    counts = Counter(min(4, len(below)) for tree in _grown(effort, 100) for below in tree.children)
    total = sum(counts.values())
    told = ", ".join(f"{counts[n] / total:.0%}" for n in range(4))
    return Remeasured(
        f"of the nodes after 100 games {told} have 0, 1, 2, 3 children",
        f"{counts[4] / total:.1%} have more",
        HOLDS if counts[4] / total < 0.05 else FAILS,
        {f"{n} children": exact(counts[n] / total) for n in range(5)},
    )


def _single_best(effort: Effort) -> Remeasured:
    """Compare where a descent ends with the node that has the highest bound of all."""
    same = trials = 0
    for seed in range(effort.seed, effort.seed + effort.of(10)):
        training = TreeTraining("schultz", 4, seed, ONE_VALUE)
        for _ in range(200):
            training.run(1)
            tree = training.trees[0]
            highest = max(range(1, len(tree)), key=tree.bound, default=ROOT)
            same += tree.descend() == highest
            trials += 1
    return Remeasured(
        f"its program descends, as here; that is the node of the highest bound in "
        f"{same / trials:.0%} of {trials:,} choices",
        "the same descent",
        FAILS if same < trials else HOLDS,
        {"same": exact(same / trials)},
    )


def depth_and_width(tree: Tree) -> tuple[int, int]:
    """Return the number of levels of a tree below its root, and the nodes of the widest one."""
    levels = [0] * len(tree)
    for node in range(1, len(tree)):
        levels[node] = levels[tree.parents[node]] + 1
    return max(levels), max(Counter(levels).values())


def _growth(effort: Effort) -> Remeasured:
    """Measure depth and width of a tree as it grows."""
    stages = [effort.of(games, 20) for games in (100, 1000, 10_000)]
    depths, widths = [], []
    for seed in range(effort.seed, effort.seed + effort.of(3)):
        training = TreeTraining("schultz", 4, seed)
        for stage in stages:
            training.run(stage - training.games)
            depth, width = depth_and_width(training.trees[0])
            depths.append(depth)
            widths.append(width)
    by_depth, by_width = (
        np.array(values).reshape(-1, len(stages)).mean(axis=0) for values in (depths, widths)
    )
    games = ", ".join(f"{stage:,}" for stage in stages)
    times = stages[-1] / stages[0]
    deeper, wider = (float(values[-1] / values[0]) for values in (by_depth, by_width))
    return Remeasured(
        f"after {games} games {', '.join(f'{value:.0f}' for value in by_depth)} levels",
        f"and {', '.join(f'{value:.0f}' for value in by_width)} nodes in the widest",
        HOLDS if max(deeper, wider) < times / 2 else HALF if deeper < times / 2 else FAILS,
        {"levels": exact(by_depth[-1]), "widest": exact(by_width[-1])},
    )


# -- seven pieces --------------------------------------------------------------------------

BOARD: Final[Mapping[str, str]] = {
    "expectimax:depth=5": "depth 5",
    "expectimax:depth=3": "depth 3",
    "greedy": "greedy",
    "last-move": "last-move",
    "random": "random",
    "first-move": "first-move",
}
"""The leaderboard of the text without its depth 7."""
_DEEP, _MIDDLE, *_QUICK = BOARD
_GAMES: Final = {_DEEP: 40, _MIDDLE: 120}
"""Games of a pair by its slower agent; all others play many."""
_MANY: Final = 10_000


@functools.cache
def _pair(effort: Effort, agent: str, rival: str) -> tuple[Spanned, float]:
    """Return the share of a pair of the board, and the points that beginning gains."""
    if list(BOARD).index(agent) > list(BOARD).index(rival):
        share, gain = _pair(effort, rival, agent)
        return Spanned(1 - share.value, 1 - share.high, 1 - share.low), gain
    games = next((_GAMES[name] for name in (agent, rival) if name in _GAMES), _MANY)
    asked = "ur", (agent, rival), effort.of(games, 8), effort.seed
    row = tournament(*asked, {})["pairs"][0]
    gain = row["a_win_share_first"] - row["a_win_share_second"]
    return Spanned(row["a_win_share"], *row["ci95"]), gain


def _share(effort: Effort, agent: str, rival: str) -> Spanned:
    return _pair(effort, agent, rival)[0]


def _board(effort: Effort) -> Remeasured:
    """Play the leaderboard."""
    means = {
        agent: float(
            np.mean([_share(effort, agent, other).value for other in BOARD if other != agent])
        )
        for agent in BOARD
    }
    told = ", ".join(f"{BOARD[agent]} {100 * value:.1f}" for agent, value in means.items())
    in_order = list(means.values()) == sorted(means.values(), reverse=True)
    return Remeasured(
        "its engine had two faults, so that his figures do not come again",
        f"without depth 7: {told}",
        HOLDS if in_order else FAILS,
        {BOARD[agent]: exact(value) for agent, value in means.items()},
    )


def _gain(effort: Effort, agent: str, rival: str, games: int) -> Spanned:
    """Return the points of share that beginning gains in a pair that played so many games."""
    value = 100 * _pair(effort, agent, rival)[1]
    half = 100 * Z / effort.of(games, 8) ** 0.5
    return Spanned(value, value - half, value + half)


def _begins(effort: Effort) -> Remeasured:
    """Measure what beginning gains."""
    quick = _gain(effort, "greedy", "last-move", _MANY)
    deep = _gain(effort, _DEEP, "greedy", _GAMES[_DEEP])
    return Remeasured(
        "by the miscount of dark's squares, as far as one can tell",
        f"who begins gains {quick.number('.1f')} points (greedy v last-move), "
        f"{deep.number('.1f')} (depth 5 v greedy)",
        FAILS if quick.high < 10 else HOLDS,
        {"greedy v last-move": quick, "depth 5 v greedy": deep},
    )


def _one_pair(agent: str, rival: str, claimed: float, near: float = 0.02) -> Measure:
    """Return the measurement of one pair of the board against what the text claims of it."""

    def measured(effort: Effort) -> Remeasured:
        """Look the pair up."""
        found = _share(effort, agent, rival)
        digits = 2 if found.value > 0.99 else 1
        holds = found.low - near <= claimed <= found.high + near
        told = f"{BOARD[agent]} v {BOARD[rival]} {found.percent(digits)}"
        return Remeasured("the same agents", told, HOLDS if holds else FAILS, {"share": found})

    return measured


def _deep_pairs(effort: Effort) -> Remeasured:
    """Look up what depth 5 wins against last-move and greedy."""
    last, greedy = (_share(effort, _DEEP, rival) for rival in ("last-move", "greedy"))
    return Remeasured(
        "its engine had two faults",
        f"depth 5: last-move {last.percent()}, greedy {greedy.percent()}",
        FAILS if last.low > 0.887 and greedy.low > 0.818 else HOLDS,
        {"last-move": last, "greedy": greedy},
    )


def _canonical(effort: Effort) -> Remeasured:
    """Let the search that knows a win play the plain search, which counts advancement alone."""
    found = won("ur", _MIDDLE, "expectimax:depth=3:plain=on", effort, 300)
    return Remeasured(
        "at depth 3",
        f"a search that knows a win wins {found.percent()}",
        HOLDS if found.low < 0.508 < found.high else FAILS,
        {"share": found},
    )


def _depth(effort: Effort) -> Remeasured:
    """Look up what two plies more are worth."""
    found = _share(effort, _DEEP, _MIDDLE)
    return Remeasured(
        "depth 7 was not played here",
        f"depth 5 v depth 3 {found.percent()}",
        HOLDS if found.low > 0.5 else HALF,
        {"5 v 3": found},
    )


def _panda(effort: Effort) -> Remeasured:
    """Let pandas play full searches of the same depth."""
    found = {
        plies: won("ur", f"panda:depth={plies}", f"expectimax:depth={plies}", effort, games)
        for plies, games in ((4, 60), (5, 20))
    }
    told = ", ".join(f"{plies} plies {figure.percent()}" for plies, figure in found.items())
    return Remeasured(
        "the same search",
        f"{told}; 6 and 7 plies: page How strong",
        HOLDS if all(figure.low < 0.5 < figure.high for figure in found.values()) else HALF,
        {f"{plies} plies": figure for plies, figure in found.items()},
    )


def _states(count: int, seed: int) -> list[State]:
    """Return states of random games in which there is a choice."""
    rng, found = Stream.named(seed, "states"), list[State]()
    while len(found) < count:
        state = GAME.new({"rules": "finkel", "pieces": 7})
        while state.acting and len(found) < count:
            if state.acting == (CHANCE,):
                rolls = [roll for roll, weight in GAME.chance(state) for _ in range(weight)]
                state, _ = GAME.apply(state, {CHANCE: rng.choice(rolls)})
                continue
            if len(state.moves) > 1 and not rng.below(10):
                found.append(state)
            state, _ = GAME.apply(state, {state.turn: rng.choice(state.moves)})
    return found


def _seconds(agent: str, states: Sequence[State]) -> float:
    """Return the seconds of the processor that an agent takes for its choices in these states."""
    player = catalog.resolve("ur", agent).make()
    player.begin((0,), GAME, {"rules": "finkel", "pieces": 7}, Stream(1))
    begun = time.process_time()
    for state in states:
        player.act(state.turn, state, state.moves, Limit())
    return time.process_time() - begun


def _panda_speed(effort: Effort) -> Remeasured:
    """Time pandas beside full searches, by turns, in one run."""
    times = {}
    for plies, count in ((4, 40), (5, 20), (6, 6)):
        states = _states(effort.of(count, 2), effort.seed)
        spent = [
            min(_seconds(f"{kind}:depth={plies}", states) for _ in range(2))
            for kind in ("expectimax", "panda")
        ]
        times[plies] = spent[0] / spent[1]
    told = ", ".join(f"{value:.1f}" for value in times.values())
    return Remeasured(
        "its own milliseconds: slower at 5 plies, 2.6 and 3.7 times as fast at 6 and 7",
        f"{told} times as fast at 4, 5 and 6 plies: our searches share work",
        HALF if max(times.values()) < 2 else HOLDS,
        {f"{plies} plies": exact(value) for plies, value in times.items()},
    )


MEASURES: Final[Mapping[str, Measure]] = {
    "UR4-1": _learned,
    "UR4-2": _next_best,
    "UR4-3": _look_ahead,
    "UR4-4": _against_each_other,
    "UR4-5": _children,
    "UR4-6": _single_best,
    "UR4-7": _growth,
    "UR7-1": _board,
    "UR7-2": _begins,
    "UR7-3": _one_pair("random", "first-move", 0.992),
    "UR7-4": _one_pair("last-move", "random", 0.897),
    "UR7-5": _one_pair("greedy", "last-move", 0.629),
    "UR7-6": _one_pair(_DEEP, "random", 0.995),
    "UR7-7": _deep_pairs,
    "UR7-8": _canonical,
    "UR7-9": _depth,
    "UR7-10": _panda,
    "UR7-11": _panda_speed,
}
