"""The explorer's filter and smoother against enumeration of all paths."""

import math

import numpy as np
import pytest

from ai.belief.explore import ExploreTracker, choose_survivors
from ai.belief.filter import TrackerSettings
from ai.belief.graph import BadBelief, DistanceSonar, MazeGraph
from games.tracker.rules import SensorReading
from tests.support.tracker_cases import dense, load, readings_of


def explore_cases():
    return load("explore_exact.json")["cases"]


def run(case, limit, seed=0):
    graph = MazeGraph(case["layout"])
    tracker = ExploreTracker(
        graph,
        DistanceSonar(graph, case["sight"], case["noise"]),
        tuple(case["start"]),
        TrackerSettings(
            beta=case["beta"],
            stay=float(case["variant"] == "stay"),
            particles=limit,
            seed=seed,
            lag=len(case["observations"]),
        ),
    )
    beliefs = []
    for readings in readings_of(case["observations"]):
        tracker.predict()
        assert not tracker.observe(readings).restarted
        beliefs.append(tracker.belief.copy())
    return tracker, beliefs


def test_merged_hypotheses_are_exact():
    compared = 0
    for case in explore_cases():
        tracker, beliefs = run(case, limit=1000)
        assert tracker.exact
        for belief, expected in zip(beliefs, case["filter"], strict=True):
            assert np.abs(belief - dense(expected, len(belief))).max() < 1e-9
            compared += 1
    assert compared == 58


def test_too_few_hypotheses_stay_close():
    case = explore_cases()[-1]
    distances = []
    for seed in range(20):
        tracker, beliefs = run(case, limit=100, seed=seed)
        assert not tracker.exact
        assert len(tracker.cells) <= 100
        distances += [
            np.abs(belief - dense(expected, len(belief))).sum() / 2
            for belief, expected in zip(beliefs, case["filter"], strict=True)
        ]
    assert 0.0 < np.mean(distances) < 0.02


def enumerate_smoothed(graph, sensor, start, beta, observations):
    paths = {(start,): 1.0}
    for readings in observations:
        likelihood = sensor.likelihood(readings)
        grown = {}
        for path, weight in paths.items():
            around = [int(c) for c in graph.neighbours[:, path[-1]] if c < graph.n_cells]
            scores = [math.exp(-beta * path.count(cell)) for cell in around]
            for cell, score in zip(around, scores, strict=True):
                grown[(*path, cell)] = weight * score / sum(scores) * likelihood[cell]
        paths = {path: weight for path, weight in grown.items() if weight > 0}
    marginals = np.zeros((len(observations) + 1, graph.n_cells))
    for path, weight in paths.items():
        for step, cell in enumerate(path):
            marginals[step, cell] += weight
    return marginals / marginals.sum(axis=1, keepdims=True)


def test_smoothing_by_ancestry_is_exact_while_nothing_was_dropped():
    case = explore_cases()[1]
    tracker, beliefs = run(case, limit=1000)
    graph = tracker.graph
    exact = enumerate_smoothed(
        graph,
        tracker.sensor,
        graph.cell(tuple(case["start"])),
        case["beta"],
        readings_of(case["observations"]),
    )
    trail = tracker.trail()
    assert np.allclose(trail, exact, atol=1e-12)
    assert np.allclose(trail[-1], beliefs[-1], atol=1e-12)
    assert np.abs(trail[2] - beliefs[1]).max() > 0.01


def test_survivors_are_unbiased_and_at_most_so_many():
    rng = np.random.default_rng(3)
    weights = np.array([0.4, 0.3, 0.1, 0.08, 0.06, 0.03, 0.02, 0.01])
    for power in (1.0, 0.5):
        mean = np.zeros(8)
        for _ in range(1200):
            kept, new = choose_survivors(weights, 4, power, rng)
            assert len(kept) <= 4
            assert 0 in kept
            mean[kept] += new / 1200
        assert np.allclose(mean, weights, atol=0.03)


def test_contradiction_restarts_from_the_random_walk_or_is_impossible():
    graph = MazeGraph(["##########", "#        #", "##########"])
    settings = TrackerSettings(particles=1, lag=10)
    tracker = ExploreTracker(graph, DistanceSonar(graph, 0, 0), (4, 1), settings)
    tracker.predict()
    tracker.observe([])
    assert len(tracker.cells) == 1
    assert not tracker.exact
    elsewhere = (6, 1) if graph.position(int(tracker.cells[0])) == (3, 1) else (2, 1)
    tracker.predict()
    report = tracker.observe([SensorReading((1, 1), None, elsewhere)])
    assert report.restarted
    assert not report.impossible
    assert report.log_evidence == pytest.approx(math.log(1 / 4))
    assert tracker.belief[graph.cell(elsewhere)] == pytest.approx(1.0)
    assert len(tracker.trail()) == 3
    tracker.predict()
    report = tracker.observe([SensorReading((1, 1), None, (8, 1))])
    assert report.impossible
    assert report.restarted


def test_same_seed_same_beliefs_and_prefix():
    case = explore_cases()[-1]
    _, first = run(case, limit=30, seed=4)
    _, again = run(case, limit=30, seed=4)
    _, other = run(case, limit=30, seed=5)
    shorter = dict(case, observations=case["observations"][:5])
    _, prefix = run(shorter, limit=30, seed=4)
    assert np.array_equal(first, again)
    assert np.array_equal(first[:5], prefix)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("bad", [{"beta": -1.0}, {"beta": math.nan}, {"particles": 0}])
def test_bad_settings_are_refused(bad):
    graph = MazeGraph(["#  #"])
    with pytest.raises(BadBelief):
        ExploreTracker(graph, DistanceSonar(graph, 0, 0), None, TrackerSettings(**bad))


def test_no_more_steps_are_remembered_than_were_asked_for():
    graph = MazeGraph(["##########", "#        #", "##########"])
    settings = TrackerSettings(particles=50, lag=3)
    tracker = ExploreTracker(graph, DistanceSonar(graph, 0, 0), (4, 1), settings)
    lengths = []
    for _ in range(6):
        tracker.predict()
        tracker.observe([])
        lengths.append(len(tracker.trail()))
    assert lengths == [2, 3, 4, 4, 4, 4]
