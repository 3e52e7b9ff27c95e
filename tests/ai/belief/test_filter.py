"""The graph, the sensors, the exact filter and the smoother, by worked cases and brute force."""

import math
from itertools import product

import numpy as np
import pytest

from ai.belief.filter import MarkovTracker, TrackerSettings, run_filter, run_smoother
from ai.belief.graph import (
    DIRECTIONS,
    BadBelief,
    DistanceSonar,
    MazeGraph,
    entropy_bits,
    log_loss,
)
from ai.belief.motion import (
    DirectionMotion,
    ExpectedVisitsTracker,
    RandomMotion,
    junction_types,
    table_from_junctions,
)
from games.tracker.rules import SensorReading
from tests.support.tracker_cases import dense, load, readings_of

TOLERANCE = 1e-9


def posterior_runs():
    for case in load("posteriors.json")["cases"]:
        for key, expected in case["posteriors"].items():
            yield case, key, expected


def test_filter_smoother_and_evidence_agree_with_exact_arithmetic():
    compared = impossible = 0
    for case, key, expected in posterior_runs():
        variant, init = key.split("/")
        graph = MazeGraph(case["layout"])
        sensor = DistanceSonar(graph, case["sight"], case["noise"])
        motion = RandomMotion(graph, 1.0 if variant == "stay" else 0.0)
        start = tuple(case["start"]) if init == "known" else None
        observations = readings_of(case["observations"])
        filtered = run_filter(MarkovTracker(motion, sensor, start), observations)
        smoothed = run_smoother(motion, sensor, start, observations)
        if "impossible_at_step" in expected:
            step = expected["impossible_at_step"]
            assert filtered.impossible_at_step == smoothed.impossible_at_step == step
            assert len(filtered.posteriors) == len(smoothed.posteriors) - 1 == step - 1
            impossible += 1
            continue
        assert np.allclose(filtered.log_evidence, expected["log_evidence"], rtol=0, atol=TOLERANCE)
        for name, posteriors, first in (("filter", filtered, 1), ("smooth", smoothed, 0)):
            for step, sparse in expected[name].items():
                answer = posteriors.posteriors[int(step) - first]
                assert np.abs(answer - dense(sparse, graph.n_cells)).max() < TOLERANCE
                compared += 1
    assert (compared, impossible) == (198, 2)


def test_impossible_reading_restarts_and_says_so():
    graph = MazeGraph(["#####", "#   #", "#####"])
    tracker = MarkovTracker(RandomMotion(graph), DistanceSonar(graph, 0, 0), (1, 1))
    tracker.predict()
    report = tracker.observe([SensorReading((1, 1), 2)])
    assert report.impossible
    assert report.restarted
    assert not report.unreadable
    assert report.log_evidence == -math.inf
    assert tracker.belief.tolist() == [0.0, 0.0, 1.0]
    tracker.predict()
    report = tracker.observe([SensorReading((1, 1), 9)])
    assert report.impossible
    assert report.unreadable
    assert np.allclose(tracker.belief, 1 / 3)
    tracker.predict()
    assert not tracker.observe([SensorReading((1, 1), 1)]).impossible


def test_half_steps_show_the_belief_between():
    graph = MazeGraph(["#####", "#   #", "#####"])
    tracker = MarkovTracker(RandomMotion(graph), DistanceSonar(graph, 0, 0), (2, 1))
    assert tracker.predict().tolist() == [0.5, 0.0, 0.5]
    tracker.observe([SensorReading((1, 1), None, (3, 1))])
    assert tracker.belief.tolist() == [0.0, 0.0, 1.0]


def test_trail_is_the_smoother_of_what_is_known_now():
    case = load("posteriors.json")["cases"][3]
    graph = MazeGraph(case["layout"])
    sensor = DistanceSonar(graph, case["sight"], case["noise"])
    observations = readings_of(case["observations"])[:25]
    tracker = MarkovTracker(RandomMotion(graph), sensor, tuple(case["start"]), lag=10)
    run_filter(tracker, observations)
    whole = run_smoother(RandomMotion(graph), sensor, tuple(case["start"]), observations)
    trail = tracker.trail()
    assert len(trail) == 11
    assert np.allclose(trail, whole.posteriors[-11:], atol=1e-12)


def brute_force_posterior(graph, table, start, likelihoods):
    """Sum over every path of a second-order walker; -> P(cell at each step | all readings)."""
    paths = {((start, 4),): 1.0}
    for likelihood in likelihoods:
        grown = {}
        for path, weight in paths.items():
            cell, heading = path[-1]
            for move in range(5):
                after = cell if move == 4 else int(graph.neighbours[move, cell])
                if after < graph.n_cells:
                    chance = weight * table[heading, move, cell] * likelihood[after]
                    if chance > 0:
                        grown[(*path, (after, move))] = chance
        paths = grown
    marginals = np.zeros((len(likelihoods) + 1, graph.n_cells))
    for path, weight in paths.items():
        for step, (cell, _) in enumerate(path):
            marginals[step, cell] += weight
    return marginals / marginals.sum(axis=1, keepdims=True)


def test_second_order_smoother_equals_enumeration_of_paths():
    graph = MazeGraph(["######", "#    #", "# ## #", "#    #", "######"])
    rng = np.random.default_rng(5)
    table = table_from_junctions(graph, rng.random((16, 4)), stay=0.1)
    sensor = DistanceSonar(graph, 0, 2)
    observations = [[SensorReading((1, 1), z)] for z in (1, 3, 4, 2, 3, 5)]
    exact = brute_force_posterior(
        graph, table, 0, [sensor.likelihood(step) for step in observations]
    )
    smoothed = run_smoother(DirectionMotion(graph, table), sensor, (1, 1), observations)
    assert np.allclose(smoothed.posteriors, exact, atol=1e-12)
    assert np.abs(exact[3] - exact[4]).max() > 0.1


def test_likelihood_of_a_sonar_is_the_definition():
    graph = MazeGraph(["#########", "#       #", "# ## ## #", "#       #", "#########"])
    sensor = DistanceSonar(graph, 2, 2)
    checked = 0
    for observer, z in product([(1, 1), (7, 3), (4, 0), (-3, 9)], [None, -2, 0, 1, 3, 6, 50]):
        answer = sensor.likelihood([SensorReading(observer, z)])
        for cell in range(graph.n_cells):
            x, y = graph.position(cell)
            distance = abs(x - observer[0]) + abs(y - observer[1])
            expected = 0.0
            if distance > 2:
                expected = 1.0 if z is None else (abs(z - distance) <= 2) / 5
            assert answer[cell] == pytest.approx(expected)
            checked += 1
    assert checked == 28 * graph.n_cells
    assert sensor.likelihood([]).tolist() == [1.0] * graph.n_cells
    both = sensor.likelihood([SensorReading((1, 1), 3), SensorReading((7, 3), 5)])
    alone = (
        sensor.likelihood([SensorReading((1, 1), 3)]),
        sensor.likelihood([SensorReading((7, 3), 5)]),
    )
    assert np.allclose(both, alone[0] * alone[1])
    assert not sensor.likelihood(
        [SensorReading((0, 0), 0, (1, 1)), SensorReading((0, 0), 0, (2, 1))]
    ).any()


def test_direction_tables_know_ahead_from_back():
    graph = MazeGraph(["#######", "#     #", "# ### #", "#     #", "#######"])
    junctions = np.tile([1.0, 1.0, 0.0, 1.0], (16, 1))
    junctions[0b0100] = [0, 0, 1, 0]
    table = table_from_junctions(graph, junctions)
    here = graph.cell((3, 1))
    assert table[1, 1, here] == 1.0
    assert table[3, 3, here] == 1.0
    assert junction_types(graph)[1, here] == 0b0101
    motion = DirectionMotion(graph, table)
    states = motion.begin(graph.start_belief((3, 1)))
    for _ in range(3):
        states = motion.push(states)
    belief = motion.marginal(states)
    assert belief[graph.cell((1, 2))] == belief[graph.cell((5, 2))] == 0.5


@pytest.mark.parametrize("spoil", ["shape", "sum", "wall"])
def test_bad_direction_tables_are_refused(spoil):
    graph = MazeGraph(["####", "#  #", "####"])
    table = table_from_junctions(graph, np.ones((16, 4)))
    if spoil == "shape":
        table = table[:4]
    elif spoil == "sum":
        table[0, 1, 0] += 0.5
    else:
        table[0, 0, 0], table[0, 1, 0] = table[0, 1, 0], 0.0
    with pytest.raises(BadBelief):
        DirectionMotion(graph, table)


def test_expected_visits_repel():
    graph = MazeGraph(["#####", "#   #", "#####"])
    settings = TrackerSettings(beta=2.0)
    tracker = ExpectedVisitsTracker(graph, DistanceSonar(graph, 0, 9), (2, 1), settings)
    tracker.predict()
    tracker.observe([])
    assert tracker.belief.tolist() == [0.5, 0.0, 0.5]
    assert tracker.expected_visits[:3].tolist() == [0.5, 1.0, 0.5]
    tracker.predict()
    tracker.observe([SensorReading((0, 0), 99)])
    assert np.allclose(tracker.belief, 1 / 3)


def test_graph_distances_and_bad_layouts():
    graph = MazeGraph(["#####", "# # #", "#   #", "#####", "# ###"])
    assert graph.n_cells == 6
    assert graph.distances_from(0).tolist() == [0, 4, 1, 2, 3, -1]
    for direction, (dx, dy) in enumerate(DIRECTIONS):
        for cell, near in enumerate(graph.neighbours[direction]):
            if near < graph.n_cells:
                x, y = graph.position(cell)
                assert graph.position(int(near)) == (x + dx, y + dy)
    for rows in ([], ["###"], ["# #", "##"]):
        with pytest.raises(BadBelief):
            MazeGraph(rows)
    with pytest.raises(BadBelief):
        graph.start_belief((0, 0))


def test_summaries():
    belief = np.array([0.5, 0.25, 0.125, 0.125])
    assert entropy_bits(belief) == pytest.approx(1.75)
    assert log_loss(belief, 1) == pytest.approx(math.log(4))
    assert log_loss(np.array([1.0, 0.0]), 1) == math.inf
