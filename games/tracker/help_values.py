"""The figures for the tracker's help: its models, and the measured results of its games."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from games import catalog
from games.measured import originals_table
from games.measured import rows as figures
from games.shell.draw.prose_text import escape
from games.tracker.lens import Frame, believers
from games.tracker.rules import measured

GAME: Final = "tracker"
GHOSTS: Final = ("random", "patroller", "food", "explorer", "evader")
PAIRS: Final = ("strays", "echoes", "pointers", "scouts", "pack")
"""Who is hunted and who hunts, as the tables have them."""
_MODELS: Final = "auto,random,explore,explore-expected,target,reading"
"""The models of the measured comparison, in the order of its command."""
EXACT: float = 0.005
"""How far a share of two digits may lie from the belief that it is worked out for."""


def help_figures() -> dict[str, str]:
    """Return the rows of the tables in `games/tracker/help/`: models, and what was measured."""
    models = [(escape(model.name), escape(model.description)) for model in believers()]
    return {
        "models": _rows(models),
        "seek": _rows([(_name(ghost), *_sought(ghost)) for ghost in GHOSTS]),
        "rivals": _rows([(_name(ghost), *_won(ghost)) for ghost in GHOSTS]),
        "hide": _rows(
            [
                (_name(tracker), found.caught.words(), found.points.words("{:.1f}"))
                for tracker, found in measured.hiding().items()
            ]
        ),
        "hunt": _rows([(_name(ghost), *_caught(ghost)) for ghost in GHOSTS]),
        "point": _rows([(_name(ghost), *_pointed(ghost)) for ghost in GHOSTS]),
        "judge": _rows(_foreseen()),
        "originals": originals_table(GAME),
        **_models(),
    }


def _models() -> dict[str, str]:
    """Return how well the models of the original knew the ghosts, each with its interval."""
    found = {(row["opponent"], row["model"]): row for row in figures(GAME, models=_MODELS)}
    lost = {
        pair: measured.Span(row["log_loss"], *row["ci95"]).words("{:.2f}")
        for pair, row in found.items()
    }
    held = {pair: f"{row['cover90']:.0%}" for pair, row in found.items()}
    columns = ("explore-expected", "explore", "random")
    return {
        "losses": _rows(
            (_name(ghost), *(lost[ghost, model] for model in columns))
            for ghost in ("explorer", "random", "food")
        ),
        "held_expected": held["explorer", "explore-expected"],
        "held_food": held["food", "explore-expected"],
        "held_own": held["explorer", "explore"],
        "food_expected": lost["food", "explore-expected"].split()[0],
        "food_random": lost["food", "random"].split()[0],
        "food_reading": lost["food", "reading"],
        "food_auto": lost["food", "auto"],
    }


def _rows(rows: Iterable[Sequence[str]]) -> str:
    """Return the rows of a table."""
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _name(agent: str) -> str:
    return escape(catalog.agent(GAME, agent).name)


def _foreseen() -> list[tuple[str, ...]]:
    """Return for each ghost what the judge foresaw of its marks, what came, and the difference."""
    found = figures(GAME, play="seek", forecasts="on")
    return [
        (
            _name(row["ghost"]),
            *(f"{row[name]:.2f}" for name in ("foreseen", "came")),
            "{:+.2f} ({:+.2f} to {:+.2f})".format(row["off"], *row["off_ci95"]),
        )
        for row in found
    ]


def _sought(ghost: str) -> list[str]:
    """Return the mean error in moves of a careful seeker and each rival after a `ghost`."""
    found = [measured.seeking()[ghost, rival] for rival in measured.hiding()]
    return [f"{found[0].seeker_off:.1f}", *(each.off.words("{:.1f}") for each in found)]


def _won(ghost: str) -> list[str]:
    """Return, of ten rounds after a `ghost`, the ones of the careful seeker and of each rival."""
    found = (measured.seeking()[ghost, rival] for rival in measured.hiding())
    return [f"{each.won:.1f} : {each.lost:.1f}" for each in found]


def _caught(ghost: str) -> list[str]:
    """Return how often each pair of hunters catches a `ghost`, the weakest first."""
    return [measured.hunting()[ghost, pair].caught.words() for pair in PAIRS]


def _pointed(ghost: str) -> list[str]:
    """Return how often a `ghost` is caught soon by the belief and by its point, with good ears and
    bad.
    """
    told = []
    for name in ("hunt", "hunt-hard"):
        whole, point = (measured.hunting(name)[ghost, pair] for pair in ("pack", "pointers"))
        told += [f"{whole.soon.value:.0f}", f"{point.soon.value:.0f}", point.behind.words()]
    return told


def workings(bits: float) -> dict[str, str]:
    """Return the formula of doubt with the number of the belief on show, its entropy in `bits`."""
    cells = f"2^{bits:.2f} = {2.0**bits:.1f} cells"
    return {"now_doubt": f"The belief on show: H = {bits:.2f}, and {cells}"}


def step_workings(frame: Frame) -> dict[str, str]:
    """Return Bayes' rule at the most probable cell of a `frame`, and the log-loss up to it.

    Bayes' rule is left out where the reading was not weighed in this way, as after a restart.
    """
    found: dict[str, str] = {}
    cell = int(frame.posterior.argmax())
    before, after = float(frame.prior[cell]), float(frame.posterior[cell])
    kept = float(frame.prior[frame.posterior > 0].sum())
    if frame.prior.any() and kept > 0 and abs(before / kept - after) < EXACT:
        found["now_bayes"] = (
            "The last reading, at the most probable cell; P(z | x) cancels out:\n"
            f"b(x) = {before:.3f} / ({before:.3f} + {kept - before:.3f}) = {after:.3f}"
        )
    if frame.unseen:
        last = f"-ln {math.exp(-frame.surprise):.3f} = {frame.surprise:.2f}"
        found["now_loss"] = (
            f"The last step: {last}\nSo far: {frame.loss_sum:.2f} / {frame.unseen} steps "
            f"= {frame.loss_sum / frame.unseen:.2f} a step"
        )
    return found
