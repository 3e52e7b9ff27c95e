"""The hidden-target filter and smoother against a dense chain over (cell, target)."""

import numpy as np
import pytest

from ai.belief.filter import TrackerSettings
from ai.belief.graph import BadBelief, DistanceSonar, MazeGraph
from ai.belief.target import HiddenTargetTracker, approach_table, distance_table
from games.tracker.rules import SensorReading

ROWS = ["########", "#      #", "# ## # #", "#      #", "########"]
CHANGE = 0.05


def transition(graph, prior):
    """The chain as one dense matrix, rows (cell, target), cell-major."""
    n = graph.n_cells
    matrix = np.zeros((n * n, n * n))
    distances = [graph.distances_from(drawn) for drawn in range(n)]
    for cell in range(n):
        around = [c for c in graph.neighbours[:, cell] if c < n]
        for target in range(n):
            for drawn in range(n):
                chance = prior[drawn]
                if cell != target:
                    chance = CHANGE * prior[drawn] + (1 - CHANGE) * (drawn == target)
                nearer = [c for c in around if distances[drawn][c] < distances[drawn][cell]]
                for after in nearer:
                    matrix[cell * n + target, after * n + drawn] += chance / len(nearer)
    return matrix


def run_dense(graph, sensor, start, observations):
    """Filter and smooth with dense matrices; the tracker is asked only what targets it draws."""
    n = graph.n_cells
    settings = TrackerSettings(lag=len(observations))
    tracker = HiddenTargetTracker(graph, sensor, start, settings, change=CHANGE, forget=0.1)
    states = np.outer(graph.start_belief(start), tracker.target_prior()).ravel()
    filtered, matrices, likelihoods = [states], [], []
    for readings in observations:
        tracker.predict()
        matrices.append(transition(graph, tracker.target_prior()))
        likelihoods.append(np.repeat(sensor.likelihood(readings), n))
        tracker.observe(readings)
        states = states @ matrices[-1] * likelihoods[-1]
        states /= states.sum()
        filtered.append(states)
    message, smoothed = np.ones(n * n), [filtered[-1]]
    for step in range(len(observations) - 1, -1, -1):
        message = matrices[step] @ (likelihoods[step] * message)
        joint = filtered[step] * message
        smoothed.append(joint / joint.sum())
    return tracker, [x.reshape(n, n).sum(axis=1) for x in smoothed[::-1]]


def test_filter_and_smoother_equal_the_dense_chain():
    graph = MazeGraph(ROWS)
    sensor = DistanceSonar(graph, 0, 2)
    observations = [[SensorReading((1, 1), z)] for z in (2, 1, 4, 3, 6, 6, 5)]
    tracker, smoothed = run_dense(graph, sensor, (1, 1), observations)
    trail = tracker.trail()
    assert len(trail) == 8
    assert np.allclose(tracker.belief, smoothed[-1], atol=2e-4)
    assert np.allclose(trail, smoothed, atol=2e-4)
    assert np.abs(smoothed[4] - smoothed[5]).max() > 0.05


def test_distances_are_those_of_the_graph():
    graph = MazeGraph(ROWS)
    table = distance_table(graph, np.arange(graph.n_cells))
    rows = [graph.distances_from(cell) for cell in range(graph.n_cells)]
    assert np.array_equal(table[:-1], np.array(rows))
    assert (table[-1] > table[:-1].max()).all()


def test_contradiction_restarts():
    graph = MazeGraph(ROWS)
    tracker = HiddenTargetTracker(graph, DistanceSonar(graph, 0, 2), (1, 1))
    tracker.predict()
    report = tracker.observe([SensorReading((1, 1), None, (6, 3))])
    assert report.restarted
    assert tracker.belief[graph.cell((6, 3))] == 1.0
    tracker.predict()
    assert tracker.belief.sum() == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("rows", "pairs"), [(1, 20_000), pytest.param(12, 2_000_000, marks=pytest.mark.sweep)]
)
def test_a_large_maze_gets_a_subset_of_targets(rows, pairs, monkeypatch):
    """Everyday with a bound a hundredth as high, which a corridor exceeds."""
    monkeypatch.setattr("ai.belief.target.MOST_PAIRS", pairs)
    graph = MazeGraph(["#" * 152] + ["#" + " " * 150 + "#"] * rows + ["#" * 152])
    tracker = HiddenTargetTracker(graph, DistanceSonar(graph, 5, 6), (1, 1))
    assert graph.n_cells / 2 < len(tracker.targets) < graph.n_cells
    assert len(tracker.targets) * graph.n_cells <= pairs
    for step in range(2):
        tracker.predict()
        tracker.observe([SensorReading((1, rows), rows - 1 + step)])
    assert tracker.belief.sum() == pytest.approx(1.0)


def test_bad_change_is_refused():
    graph = MazeGraph(ROWS)
    with pytest.raises(BadBelief):
        HiddenTargetTracker(graph, DistanceSonar(graph, 0, 2), None, change=0.0)


def test_all_who_track_in_one_maze_share_a_table_that_nobody_can_write_to():
    graph, other = MazeGraph(ROWS), MazeGraph(ROWS)
    cells = np.arange(graph.n_cells)
    table = approach_table(graph, cells)
    assert approach_table(other, cells.copy()) is table
    assert not table.flags.writeable
    fewer = approach_table(graph, cells[::2])
    assert np.array_equal(fewer, table[:, :, ::2])
    apart = MazeGraph([*ROWS[:2], "# #### #", *ROWS[3:]])
    assert approach_table(apart, np.arange(apart.n_cells)).shape != table.shape
