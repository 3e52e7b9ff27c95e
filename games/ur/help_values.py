"""The figures in the help of Ur: what the rule sets are made of, and the size of a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games import measured
from games.ur.asks import JudgedStep
from games.ur.rulesets import FINKEL, MASTERS, RULE_SETS, RuleSet
from games.weights import UNKNOWN, figure, read_card

_NONE: Final = "none"
MINUS: Final = "\u2212"


def help_figures() -> dict[str, str]:
    """Return the figures for the texts in `games/ur/help/`, with the ids of rule sets in front."""
    weights = figure(read_card("ur", "linear+"), "weights", form=",")
    found = {"linear_weights": weights, **_rolls(FINKEL, 16), **_rolls(MASTERS, 8), **_measured()}
    for rule_set in RULE_SETS.values():
        found |= _board(rule_set)
    claims = {"originals": measured.originals_table("ur")}
    return found | claims | {"levels": measured.or_else("?")(measured.levels_words)("ur")}


def _measured() -> dict[str, str]:
    """Return the tables and figures of what agents won."""
    pandas = ", ".join(
        f"{_share(f'panda:depth={plies}', f'expectimax:depth={plies}')} with {plies} plies"
        for plies in range(4, 8)
    )
    return {
        "searches": measured.table(_searches()),
        "pandas": pandas,
        "taught": measured.table(
            (
                f"against {_RIVALS[row['rival']]}",
                f"{row['before']:.1%}",
                f"{row['after']:.1%} (±{100 * row['half']:.1f})",
            )
            for row in measured.or_else(())(measured.records)("ur", "taught")
        ),
        "trainings": measured.table(_trainings()),
        "learner_range": _range("random", 2000),
        **{name: _share(*agents) for name, agents in _QUOTED.items()},
        "net_perfect": _of_card(),
        **{name: _kept(what) for name, what in _KEPT.items()},
        "first_share": _first_share(),
        "endings": measured.or_else("")(measured.regrets)("ur"),
        "accuracy_random": _accuracy("random", "greedy"),
        "accuracy_greedy": _accuracy("greedy", "random"),
        "accuracy_greedy_expectimax": _accuracy("greedy", "expectimax-3"),
        "accuracy_expectimax": _accuracy("expectimax-3", "greedy"),
    }


_KEPT: Final = {
    "weaker_trainings": "trainings of ten that were weaker against pow2 after 10,000 games than "
    "after 2,000",
    "worst_training": "points that the worst of them lost",
    "good_trainings": "trainings of ten that won 70% against pow2 after 10,000 games",
    "lucky_games": "games that the brain which plays had played, and won, in all twenty",
    "least_random": "the least of ten trainings of 2,000 games, seeds 0 to 9: against `random`",
    "least_pow2": "the least of ten trainings of 2,000 games, seeds 0 to 9: against `greedy-pow2`",
}
"""Figures that are kept in words, by their names in the text."""


@measured.or_else(UNKNOWN)
def _kept(what: str) -> str:
    return measured.figure("ur", what)


@measured.or_else(UNKNOWN)
def _first_share() -> str:
    what = "the first player's share with perfect play, 7 pieces, Finkel"
    return f"{float(measured.figure('ur', what)):.2%}"


@measured.or_else(UNKNOWN)
def _accuracy(agent: str, rival: str) -> str:
    found = {(row["agent"], row["rival"]): row for row in measured.records("ur", "accuracy")}
    return f"{found[agent, rival]['accuracy']:.0%}"


_RIVALS: Final = {
    "random": "Random",
    "last-move": "Last move",
    "greedy": "Greedy",
    "greedy-values:values=pow2": "pow2",
}
_LEARNED: Final = "greedy-values:values=learned"
_SCHULTZ: Final = {"rules": "schultz", "pieces": "4"}
_QUOTED: Final[Mapping[str, tuple[str, str]]] = {
    "learned_pow2": (_LEARNED, "greedy-values:values=pow2"),
    "rosettes_pow2": ("greedy-values:values=focus-rosettes", "greedy-values:values=pow2"),
    "lookahead_learned": ("lookahead:depth=2:values=learned", _LEARNED),
    "greedy_last": ("greedy", "last-move"),
    "greedy_random": ("greedy", "random"),
    "three_greedy": ("expectimax:depth=3", "greedy"),
    "perfect_learned": ("perfect", _LEARNED),
    "perfect_greedy": ("perfect", "greedy"),
}
"""The figures of the page of the originals: who won against whom."""


@measured.or_else(UNKNOWN)
def _share(agent: str, rival: str) -> str:
    """Return a text such as "93.9% (±0.5)"."""
    options = _SCHULTZ if "values=" in agent + rival else {}
    share = measured.won("ur", agent, rival, options=options).share
    if share.value == 1.0:
        return f"100% (at least {100 * share.low:.1f})"
    return f"{share.percent()} (±{share.half})"


def _searches() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the searches, by kind and plies."""
    for kind, plies in (
        *(("expectimax", n) for n in range(2, 8)),
        *(("panda", n) for n in range(4, 8)),
    ):
        agent = f"{kind}:depth={plies}"
        name = f"{plies} plies" if kind == "expectimax" else f"panda, {plies} plies"
        shares = (_share(agent, rival) for rival in ("greedy", "last-move", "random"))
        yield name, *shares, _halves(agent), _time(f"{kind}-{plies}, finkel, 7 pieces")


@measured.or_else("–")
def _halves(agent: str) -> str:
    halves = measured.won("ur", agent, "greedy").halves
    return "–" if halves is None else ", ".join(f"{100 * half:.1f}" for half in halves)


@measured.or_else("–")
def _time(what: str) -> str:
    return f"{measured.speed('ur', what):g} ms"


def _trainings() -> Iterator[tuple[str, ...]]:
    for rival in ("random", "greedy-values:values=pow2"):
        name = _RIVALS[rival].lower()
        yield f"v {name}, mean", _mean(rival, 2000), _mean(rival, 10_000)
        yield f"v {name}, worst and best", _range(rival, 2000), _range(rival, 10_000)


def _training(rival: str, games: int) -> Mapping[str, float]:
    for row in measured.records("ur", "trainings"):
        if (row["rival"], row["games"]) == (rival, games):
            found: Mapping[str, float] = row
            return found
    raise measured.NotMeasured(rival)


@measured.or_else(UNKNOWN)
def _mean(rival: str, games: int) -> str:
    row = _training(rival, games)
    return f"{row['mean']:.1%} (±{100 * row['half']:.1f})"


@measured.or_else(UNKNOWN)
def _range(rival: str, games: int) -> str:
    row = _training(rival, games)
    return f"{row['worst']:.1%} and {row['best']:.1%}"


def _of_card() -> str:
    card = read_card("ur", "net")
    share = figure(card, "strength", "perfect, finkel, 7 pieces", form=".1%")
    return f"{share} (±{figure(card, 'interval_95', form='.1%')})"


def _board(rules: RuleSet) -> dict[str, str]:
    """Return its usual number of pieces, its path, and its number of dice."""
    return {
        f"{rules.id}_pieces": str(rules.pieces),
        f"{rules.id}_squares": str(rules.off - 1),
        f"{rules.id}_rosettes": " ".join(map(str, rules.rosettes)),
        f"{rules.id}_safe": " ".join(map(str, rules.safe)) or _NONE,
        f"{rules.id}_dice": str(len(rules.dice) - 1),  # a result for every number of marked ones
    }


def _rolls(rules: RuleSet, of: int) -> dict[str, str]:
    """Return how many of `of` throws give each roll, on average."""
    total = sum(weight for _, weight in rules.dice)
    return {f"{rules.id}_roll_{roll}": str(weight * of // total) for roll, weight in rules.dice}


def workings(steps: Sequence[JudgedStep], names: tuple[str, str]) -> dict[str, str]:
    """Return the formulas of luck and skill with the numbers of the last throw and of the last
    move.

    `steps` are those that the judge saw, `names` who sits on either side.
    """
    found: dict[str, str] = {}
    for step in steps:
        after = step.light if step.seat == 0 else 1.0 - step.light
        other = after - step.change
        who = names[step.seat]
        if step.kind == "roll":
            sign = "+" if step.change >= 0 else MINUS
            told = f"luck = {after:.1%} {MINUS} {other:.1%} = {sign}{abs(step.change):.1%}"
            found["now_luck"] = f"{who}, last throw: {told}"
        else:
            told = f"cost = {other:.1%} {MINUS} {after:.1%} = {max(0.0, -step.change):.1%}"
            found["now_cost"] = f"{who}, last move: {told}"
    return found
