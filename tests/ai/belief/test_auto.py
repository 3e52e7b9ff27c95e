"""auto: never impossible, deterministic, calibrated, and near the best model on each opponent."""

import numpy as np
import pytest

from ai.belief.auto import AutoTracker, standard_members
from ai.belief.filter import TrackerSettings
from ai.belief.graph import BadBelief, DistanceSonar, MazeGraph, coverage, log_loss
from ai.belief.models import MODELS, build_tracker, model
from ai.belief.weights import BadWeights, read_junctions
from ai.lab.tracker.arena import ArenaSettings, make_episode
from games.tracker.rules import SensorReading
from tests.support.tracker_cases import load, readings_of


def practice_episodes(numbers):
    data = load("episodes.json")
    layouts = {maze["name"]: maze["layout"] for maze in data["mazes"]}
    for episode in data["episodes"]:
        if episode["id"].rsplit("/", 1)[1] in numbers:
            graph = MazeGraph(layouts[episode["maze"]])
            yield (
                episode["opponent"],
                graph,
                tuple(episode["start"]),
                readings_of(episode["observations"]),
                [graph.cell(tuple(place)) for place in episode["truth"]],
            )


def with_few(particles, graph, sensor, start, **told):
    members = standard_members(graph, sensor, start, TrackerSettings(**told), particles)
    return AutoTracker(graph, sensor, start, members=members)


def unseen_scores(episodes, may_stay=False, seed=0):
    losses, held = {}, {}
    for opponent, graph, start, observations, truth in episodes:
        settings = TrackerSettings(stay=float(may_stay), seed=seed)
        tracker = AutoTracker(graph, DistanceSonar(graph, 5, 6), start, settings)
        for readings, cell in zip(observations, truth[1:], strict=True):
            tracker.predict()
            report = tracker.observe(readings)
            assert not report.restarted
            assert not report.impossible
            if readings[0].seen is None:
                losses.setdefault(opponent, []).append(log_loss(tracker.belief, cell))
                held.setdefault(opponent, []).append(coverage(tracker.belief, cell, 0.9))
    return {name: (np.mean(losses[name]), np.mean(held[name])) for name in losses}


@pytest.mark.sweep
def test_some_practice_walks():
    scores = unseen_scores(practice_episodes({"0"}))
    assert len(scores) == 3
    for loss, held in scores.values():
        assert loss < 2.6
        assert held > 0.75


@pytest.mark.sweep
@pytest.mark.parametrize("may_stay", [False, True])
def test_all_practice_walks_near_the_best_reference(may_stay):
    scores = unseen_scores(practice_episodes({"0", "1", "2", "3"}), may_stay)
    best = {"random": 2.09, "explore": 1.79, "food": 1.58}
    assert set(scores) == set(best)
    for opponent, (loss, held) in scores.items():
        assert loss <= best[opponent] + 0.07
        assert 0.84 <= held <= 0.96


def test_any_readings_are_possible():
    graph = MazeGraph(["#########", "#       #", "# ## ## #", "#       #", "#########"])
    for may_stay in (False, True):
        tracker = with_few(20, graph, DistanceSonar(graph, 1, 1), (1, 1), stay=float(may_stay))
        rng = np.random.default_rng(0)
        for step in range(45):
            cell = int(rng.integers(graph.n_cells))
            seen = graph.position(cell) if step % 3 else None
            tracker.predict()
            assert tracker.belief.sum() == pytest.approx(1.0)
            report = tracker.observe([SensorReading((1, 3), int(rng.integers(-3, 12)), seen)])
            assert not report.impossible
            assert not report.restarted
            assert np.isfinite(report.log_evidence)
            assert tracker.belief.sum() == pytest.approx(1.0)
            assert tracker.weights.sum() == pytest.approx(1.0)
            if seen is not None:
                assert tracker.belief[cell] == pytest.approx(1.0)
        assert step == 44
        assert tracker.trail()[-1].sum() == pytest.approx(1.0)


def test_a_reading_that_fits_no_cell_is_left_out():
    graph = MazeGraph(["#########", "#       #", "#########"])
    tracker = AutoTracker(graph, DistanceSonar(graph, 0, 0), (4, 1))
    before = tracker.predict().copy()
    report = tracker.observe([SensorReading((1, 1), 500)])
    assert report.unreadable
    assert not report.impossible
    assert np.allclose(tracker.belief, before)


@pytest.mark.sweep
@pytest.mark.parametrize("opponent", ["random", "explorer", "food"])
def test_no_restart_in_ten_thousand_steps(opponent):
    episode = make_episode(opponent, 0, 0, ArenaSettings(steps=10_000))
    graph = episode.graph
    tracker = with_few(300, graph, DistanceSonar(graph, 5, 6), episode.start)
    steps = 0
    for readings in episode.readings:
        tracker.predict()
        report = tracker.observe(readings)
        assert not (report.restarted)
        assert not (report.unreadable)
        assert not (report.impossible)
        steps += 1
    assert steps == 10_000


def test_same_seed_same_beliefs_and_a_prefix_is_a_prefix():
    _, graph, start, observations, _ = next(practice_episodes({"1"}))

    def run(seed, steps):
        tracker = with_few(100, graph, DistanceSonar(graph, 5, 6), start, seed=seed)
        beliefs = []
        for readings in observations[:steps]:
            tracker.predict()
            tracker.observe(readings)
            beliefs.append(tracker.belief.copy())
        return np.array(beliefs)

    first = run(1, 24)
    assert np.array_equal(first, run(1, 24))
    assert np.array_equal(first[:16], run(1, 16))
    assert not np.array_equal(first, run(2, 24))


def test_it_finds_out_who_walks():
    expected = {"explorer": "explore", "food": "target", "evader": "flee"}
    for opponent, member in expected.items():
        episode = make_episode(opponent, 3, 1, ArenaSettings())
        graph = episode.graph
        tracker = AutoTracker(graph, DistanceSonar(graph, 5, 6), episode.start)
        for readings in episode.readings[: 100 if opponent == "evader" else 40]:
            tracker.predict()
            tracker.observe(readings)
        assert tracker.names[int(np.argmax(tracker.weights))] == member


def test_refuted_members_start_again_and_visits_are_shown():
    graph = MazeGraph(["#########", "#       #", "#########"])
    tracker = AutoTracker(graph, DistanceSonar(graph, 0, 9), (4, 1))
    tracker.predict()
    tracker.observe([SensorReading((1, 1), None, (4, 1))])
    refuted = {name for name, out in zip(tracker.names, tracker.refuted, strict=True) if out}
    assert refuted == set(tracker.names) - {"roamer"}
    assert all(member.tracker.belief[3] == 1.0 for member in tracker.members)
    assert tracker.best_visits().sum() == 2


@pytest.mark.parametrize("name", [entry.id for entry in MODELS])
def test_every_model_tracks_a_walker_both_known_and_unknown(name):
    graph = MazeGraph(["#########", "#       #", "# ## ## #", "#       #", "#########"])
    sensor = DistanceSonar(graph, 1, 2)
    for start in ((7, 3), None):
        tracker = build_tracker(
            name, graph, sensor, start, TrackerSettings(lag=4, observers=((1, 1),))
        )
        for x in (6, 5, 4, 3, 4, 5):
            prior = tracker.predict()
            assert prior.shape == (graph.n_cells,)
            tracker.observe([SensorReading((1, 1), x + 1)])
            assert tracker.belief.min() >= 0.0
            assert tracker.belief.sum() == pytest.approx(1.0)
            assert not tracker.belief[sensor.likelihood([SensorReading((1, 1), x + 1)]) == 0].any()


def test_staying_counts_as_many_moves_as_the_settings_say():
    graph = MazeGraph(["#####", "#   #", "#####"])
    sensor = DistanceSonar(graph, 0, 9)
    for name, stay, kept in (
        ("random", 0.5, 0.2),
        ("random", 0.0, 0.0),
        ("random-stay", 0.0, 1 / 3),
    ):
        tracker = build_tracker(name, graph, sensor, (2, 1), TrackerSettings(stay=stay))
        assert tracker.predict()[1] == pytest.approx(kept)
    explorer = build_tracker("explore", graph, sensor, (2, 1), TrackerSettings(beta=0.0, stay=0.1))
    assert explorer.predict()[1] == pytest.approx(1 / 3)


def test_bad_settings_and_damaged_weights_are_refused(tmp_path):
    graph = MazeGraph(["#   #"])
    sensor = DistanceSonar(graph, 0, 0)
    with pytest.raises(BadBelief):
        AutoTracker(graph, sensor, None, members=[])
    with pytest.raises(BadBelief, match="choose from"):
        model("crystal ball")
    for content in (b"", b"PK\x03\x04 nonsense"):
        path = tmp_path / "junctions.npz"
        path.write_bytes(content)
        with pytest.raises(BadWeights, match="train tracker"):
            read_junctions(path)
    np.savez(tmp_path / "junctions.npz", pooled=np.ones((16, 4)), fleeing=np.ones((16, 4)))
    with pytest.raises(BadWeights):
        read_junctions(tmp_path / "junctions.npz")
    with pytest.raises(BadWeights):
        read_junctions(tmp_path / "absent.npz")
