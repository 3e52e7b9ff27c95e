"""The tracker's part of the analysis protocol: one request in, one reply out.

`filter` answers with the posterior of every step and its log evidence, `smooth` with the
smoothed posteriors of steps 0..T. Posteriors are `{cell number: probability}`; a cell that is
absent has probability 0. Models: `random` (exact), `explore` (hypotheses with visits; exact
while no more than `particles` of them are alive) and `auto`. Where the filter's probability
becomes 0 the lists end before `impossible_at_step`. `auto` never does; it lists the steps at
which it had to start again as `restarted_at_steps`, if there were any.

Requests are checked before they are used; a bad request raises `BadRequest` (a `ValueError`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ai.belief.explore import ExploreTracker
from ai.belief.filter import FilterResult, Tracker, TrackerSettings, run_filter, run_smoother
from ai.belief.graph import Cell, DistanceSonar, MazeGraph, Vector
from ai.belief.models import build_tracker
from ai.belief.motion import RandomMotion
from ai.lab.analyse import choice, integer, is_integer, items, refusal, served, switch
from ai.lab.errors import BadRequest
from ai.lab.positions import of_matches
from ai.lab.rooms import Answer, Plain, Request
from games.mazes import BadLayout, check_rows
from games.tracker import SPEC
from games.tracker.plain import Form
from games.tracker.rules import GAME, GHOSTS, SensorReading
from games.tracker.rules.hide import ANSWERING, SLIPPING, SLIPS
from games.tracker.rules.hunt import CHASING, HUNTERS
from games.tracker.rules.seek import MARKING
from games.tracker.rules.unseen import READING, WALKING

MODELS = ("random", "explore", "auto")
DEFAULT_BETA = 10.0
DEFAULT_PARTICLES = 2000
DEFAULT_SEED = 0

_LARGEST_NUMBER = 1_000_000
_MOST_PARTICLES = 20_000
_MOST_READINGS_A_STEP = 100
_MOST_ENTRIES = 12_000_000
"""Cells times steps of one request: what the reply may hold at most."""


@dataclass(frozen=True)
class TrackerRequest:
    """A checked request."""

    graph: MazeGraph
    sensor: DistanceSonar
    start: Cell | None
    model: str
    settings: TrackerSettings
    observations: list[list[SensorReading]]


def check_request(request: Request) -> TrackerRequest:
    """Return the request with every field checked; raises `BadRequest`."""
    try:
        graph = MazeGraph(check_rows(items(request, "layout")))
    except BadLayout as error:
        raise BadRequest(str(error)) from None
    sensor = DistanceSonar(
        graph,
        integer(request, "sight", 0, _LARGEST_NUMBER),
        integer(request, "noise", 0, _LARGEST_NUMBER),
    )
    stay = choice(request, "variant", ("nostay", "stay")) == "stay"
    return TrackerRequest(
        graph=graph,
        sensor=sensor,
        start=_start(request, graph),
        model=choice(request, "model", MODELS, "random"),
        settings=TrackerSettings(
            beta=_beta(request),
            stay=float(stay),
            particles=integer(request, "particles", 1, _MOST_PARTICLES, DEFAULT_PARTICLES),
            seed=integer(request, "seed", 0, 2**63 - 1, DEFAULT_SEED),
        ),
        observations=_observations(request, graph),
    )


def _beta(request: Request) -> float:
    value = request.get("beta", DEFAULT_BETA)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0.0 <= value <= _LARGEST_NUMBER:
        raise refusal(request, "beta", f"a number from 0 to {_LARGEST_NUMBER}")
    return float(value)


def _pair(value: object, name: str) -> Cell:
    if not isinstance(value, list) or len(value) != 2:
        raise BadRequest(f"{name} must be a pair [x, y].")
    if not all(is_integer(part, -_LARGEST_NUMBER, _LARGEST_NUMBER) for part in value):
        raise BadRequest(f"{name} must be a pair of whole numbers [x, y].")
    return value[0], value[1]


def _free_cell(value: object, name: str, graph: MazeGraph) -> Cell:
    position = _pair(value, name)
    x, y = position
    if not (0 <= x < graph.width and 0 <= y < graph.height and graph.index[y, x] >= 0):
        raise BadRequest(f"{name} is [{x}, {y}], which is not a free cell of the layout.")
    return position


def _start(request: Request, graph: MazeGraph) -> Cell | None:
    if choice(request, "init", ("known", "uniform")) == "uniform":
        return None
    return _free_cell(request.get("start"), '"start"', graph)


def _observations(request: Request, graph: MazeGraph) -> list[list[SensorReading]]:
    steps = items(request, "observations")
    if (len(steps) + 1) * graph.n_cells > _MOST_ENTRIES:
        raise BadRequest(
            f"{len(steps)} steps on {graph.n_cells} cells are more than one request may ask for; "
            f"keep steps times cells within {_MOST_ENTRIES}."
        )
    return [_step(readings, number, graph) for number, readings in enumerate(steps, start=1)]


def _step(readings: object, number: int, graph: MazeGraph) -> list[SensorReading]:
    if not isinstance(readings, list):
        raise BadRequest(f'Step {number} of "observations" must be a list of readings.')
    if len(readings) > _MOST_READINGS_A_STEP:
        raise BadRequest(f"Step {number} has more than {_MOST_READINGS_A_STEP} readings.")
    return [_reading(reading, f"of step {number}", graph) for reading in readings]


def _reading(reading: object, where: str, graph: MazeGraph) -> SensorReading:
    if not isinstance(reading, Mapping) or "obs" not in reading:
        raise BadRequest(f'A reading {where} must be an object with "obs", "z" and "seen".')
    observer = _pair(reading["obs"], f'"obs" {where}')
    z, seen = reading.get("z"), reading.get("seen")
    if z is not None and not is_integer(z, -_LARGEST_NUMBER, _LARGEST_NUMBER):
        raise BadRequest(f'"z" {where} must be a whole number or null.')
    cell = None if seen is None else _free_cell(seen, f'"seen" {where}', graph)
    return SensorReading(observer, z, cell)


def _tracker(request: TrackerRequest, lag: int = 0) -> Tracker:
    settings = replace(request.settings, lag=lag)
    return build_tracker(request.model, request.graph, request.sensor, request.start, settings)


def _filter(request: Request) -> Plain:
    checked = check_request(request)
    return _reply(run_filter(_tracker(checked), checked.observations), {})


def _smooth(asked: Request) -> Plain:
    request = check_request(asked)
    if request.model == "auto":
        raise BadRequest("'auto' does not smooth; ask for 'filter', or smooth 'random'.")
    if request.model == "random":
        motion = RandomMotion(request.graph, request.settings.stay)
        result = run_smoother(motion, request.sensor, request.start, request.observations)
        return _reply(result, {})
    return _smooth_explore(request, request.observations)


def _smooth_explore(
    request: TrackerRequest, observations: list[list[SensorReading]], impossible: int | None = None
) -> Plain:
    tracker = _tracker(request, lag=len(observations))
    assert isinstance(tracker, ExploreTracker)
    result = run_filter(tracker, observations)
    if result.impossible_at_step is not None:
        possible = observations[: result.impossible_at_step - 1]
        return _smooth_explore(request, possible, result.impossible_at_step)
    smoothed = FilterResult(
        tracker.trail(), result.log_evidence, impossible, result.restarted_at_steps
    )
    return _reply(smoothed, {"approximate": True, "exact": tracker.exact})


def _reply(result: FilterResult, extra: Plain) -> Plain:
    reply: Plain = {
        "posteriors": [_sparse(posterior) for posterior in result.posteriors],
        "log_evidence": result.log_evidence,
    }
    reply.update(extra)
    if result.restarted_at_steps:
        reply["restarted_at_steps"] = list(result.restarted_at_steps)
    if result.impossible_at_step is not None:
        reply["impossible_at_step"] = result.impossible_at_step
    return reply


def _sparse(posterior: Vector) -> dict[str, float]:
    cells = np.flatnonzero(posterior)
    return dict(zip(map(str, cells.tolist()), posterior[cells].tolist(), strict=True))


_PHASES: Final = {
    "watch": (),
    "hide": (ANSWERING, SLIPPING),
    "seek": (MARKING,),
    "hunt": (CHASING,),
}
"""The phases of each play besides those that all have."""


def _moves_in(view: Request) -> list[str] | None:
    """Return the moves of the seat that has a plain `view`."""
    play, seat = choice(view, "play", tuple(_PHASES)), integer(view, "seat", 0, 2)
    rows = items(view, "layout")
    if not all(isinstance(row, str) for row in rows):
        raise refusal(view, "layout", "a list of text rows")
    given = {"play": play, "layout": "\n".join([*rows, ""]), "stay": view.get("stay", 0.0)}
    params = SPEC.params(given)
    state = GAME.new(params)
    last = len(state.course.cells) - 1
    known: Plain = {"placed": True, "over": switch(view, "over", False)}
    known["phase"] = choice(view, "phase", (WALKING, READING, *_PHASES[play]))
    if seat == GHOSTS[play]:
        known["cell"] = integer(view, "cell", 0, last)
    if play == "hide":
        known |= {"due": 0, "slips": integer(view, "slips", 0, SLIPS, 0)}
    if play == "hunt":
        hunters = items(view, "hunters")
        if len(hunters) != len(HUNTERS) or not all(is_integer(cell, 0, last) for cell in hunters):
            raise refusal(view, "hunters", "the cells of both hunters")
        known["hunters"] = tuple(hunters)
    return Form(params).legal(GAME.legal(replace(state, **known), seat))


serve: Final = served(of_matches("tracker", {"filter": _filter, "smooth": _smooth}, _moves_in))


def analyst(data_dir: str | None) -> Answer:
    """Return the answer to requests, each served by itself."""
    return serve
