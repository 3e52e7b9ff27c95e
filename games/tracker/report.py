"""How a walk is called and how it ended: the hider's score and its table, or how each model did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import catalog
from games.mind import Lines, Mind, Series
from games.session.setup import HUMAN
from games.shell.hooks import Report
from games.store.statistics import MatchResult
from games.tracker.rules import WALKER

if TYPE_CHECKING:
    from games.tracker.scene import Scene

_UNUSUAL = ("sight", "stay", "start", "sensors", "steps")


def score(scene: Scene) -> float:
    """Nats of surprise a step so far, by the first lens; steps in sight count 0."""
    lens = scene.lenses[0]
    return lens.frame(lens.steps).loss_sum / lens.steps if lens.steps > 0 else 0.0


def score_key(scene: Scene) -> str:
    """The table that a score goes into: maze and noise, and what else is unusual."""
    params = scene.setup.params
    key = f"{maze_label(scene)}, noise {params['noise']}"
    for option in scene.spec.options:
        if option.name in _UNUSUAL and params[option.name] != option.default:
            key += f", {option.name} {params[option.name]}"
    return key if scene.model_ids[0] == "auto" else f"{key}, {scene.lenses[0].spec.name}"


def result(scene: Scene) -> MatchResult:
    """A walk as the hidden one; only a whole one with nothing taken back can be a best."""
    steps, value = len(scene.tape), score(scene)
    return MatchResult(
        scene.setup.game,
        scene.model_ids[0],
        "played",
        score_key(scene)[:60],
        steps,
        value * steps,
        0.0,
        value if scene.match.over and scene.counted else None,
        f"{value:.2f} nats of surprise a step",
    )


def report(scene: Scene) -> Report:
    """How well it hid, or how well each model did."""
    surprise = tuple(frame.surprise for frame in list(scene.lenses[0].frames)[1:])
    series = Series("Surprise, step by step", surprise, "", help="Nats; 0 where it was seen.")
    return _hidden(scene, series) if scene.hiding else _watched(scene, series)


def _hidden(scene: Scene, series: Series) -> Report:
    rows = tuple(scene.best_rows[:8])
    best = Lines("Best on this maze with this noise", rows, "nats")
    value = score(scene)
    told = f"You surprised it by {value:.2f} nats a step; it was never told how you move."
    items: Mind = (series, best) if rows else (series,)
    first = bool(rows) and value >= rows[0][1] - 5e-4 and scene.counted and scene.match.over
    return Report(f"{value:.2f} nats a step", (told,), items, "won" if first else "drawn")


def _watched(scene: Scene, series: Series) -> Report:
    losses = [(lens.spec.name, lens.frame(lens.steps).log_loss) for lens in scene.lenses]
    rows = sorted(((n, loss) for n, loss in losses if loss is not None), key=lambda row: row[1])
    models = Lines("Log-loss out of sight", tuple(rows), "nats")
    told = f"{round(scene.match.returns[0])} of {len(scene.tape)} steps out of sight."
    return Report(f"{walker_name(scene)}: the walk", (told,), (models, series))


def walker_name(scene: Scene) -> str:
    """Who is hidden."""
    seating = scene.setup.seats[WALKER]
    person = seating.agent == HUMAN
    return "You" if person else catalog.seated(scene.setup.game, seating).spec.name


def maze_label(scene: Scene) -> str:
    """The maze as a person calls it."""
    params, option = scene.setup.params, scene.spec.options[0]
    if params.get("layout"):
        return "Own maze"
    label = option.labels[option.choices.index(params["maze"])]
    made = str(params["maze"]).startswith(("loops", "chambers")) and label[:3] != "Map"
    return f"{label} {params['map']}" if made else label
