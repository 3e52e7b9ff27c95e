"""The claims about Jaipur's original opponent that can be measured; see `ai.lab.originals`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ai.jaipur.seed import scores_of
from ai.lab.originals import FAILS, HALF, HOLDS, Effort, Measure, Remeasured, Spanned, exact, won
from games.jaipur.rules.goods import HAND_LIMIT, MARKET, UNIT

_ORIGINAL: Final = "seed-utility"


def _rounds(agent: str, effort: Effort, rounds: int) -> Spanned:
    """Return the share of single rounds that an agent wins against the original."""
    return won("jaipur", agent, _ORIGINAL, effort, rounds, length="round")


def _weighted(effort: Effort) -> Remeasured:
    """Let the picker by lot play the picker of the best."""
    found = _rounds("seed-weighted", effort, 4000)
    return Remeasured(
        "not tried",
        f"the picker by lot wins {found.percent()} of the rounds against the picker of the best",
        HALF if found.low < 0.5 < found.high else HOLDS if found.low > 0.5 else FAILS,
        {"weighted": found},
    )


def _exchanges(effort: Effort) -> Remeasured:
    """Let the original without exchanges play the original."""
    found = _rounds(f"{_ORIGINAL}:exchange=off", effort, 2000)
    return Remeasured(
        "not measured",
        f"without exchanges it wins {found.percent()} against itself with them",
        HOLDS if found.low > 0.5 else HALF if found.high > 0.5 else FAILS,
        {"without": found},
    )


def _takes(effort: Effort) -> Remeasured:
    """Raise the scores of takes by a tenth and by two."""
    tenth, two = (_rounds(f"{_ORIGINAL}:take={by}", effort, 2000) for by in (0.1, 0.2))
    return Remeasured(
        "not measured",
        f"takes raised by .1 win {tenth.percent()} against it, by .2 {two.percent()}",
        HOLDS if max(tenth.low, two.low) > 0.5 else FAILS if tenth.high < 0.5 else HALF,
        {"by .1": tenth, "by .2": two},
    )


def _tokens(effort: Effort) -> Remeasured:
    """Let the original that reads tokens, and the trader of 26 features, play the original."""
    alone = _rounds(f"{_ORIGINAL}:tokens=on", effort, 2000)
    greedy = _rounds("greedy", effort, 400)
    return Remeasured(
        "counts cards, reads no token",
        f"sales scored by their rupees, all else alike: {alone.percent()} against it; "
        f"the Spice trader, who reads all: {greedy.percent()}",
        FAILS if alone.low > 0.5 else HALF if greedy.low > 0.5 else HOLDS,
        {"tokens alone": alone, "Spice trader": greedy},
    )


def _camels(effort: Effort) -> Remeasured:
    """Work the best and the middle score of the camels out."""
    best = scores_of(MARKET * UNIT["K"], 0, 0, HAND_LIMIT, "code")
    full = HAND_LIMIT * UNIT["L"]
    both = scores_of(MARKET * UNIT["K"], full, 0, HAND_LIMIT, "code").raw
    return Remeasured(
        f"the best case weighs 32 and scores {best.camels:.1f}",
        f"the same; with both hands full {both:.4f}",
        HOLDS if abs(best.raw - 0.8) < 1e-9 and abs(both - 0.1875) < 1e-9 else FAILS,
        {"best": exact(best.raw), "both full": exact(both)},
    )


MEASURES: Final[Mapping[str, Measure]] = {
    "JAIPUR-1": _weighted,
    "JAIPUR-2": _exchanges,
    "JAIPUR-3": _takes,
    "JAIPUR-4": _tokens,
    "JAIPUR-5": _camels,
}
