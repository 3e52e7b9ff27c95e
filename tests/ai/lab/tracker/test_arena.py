"""Walkers, the analysis protocol, the arena, the bench and the learning of tables."""

import copy
import json
import math
import random

import numpy as np
import pytest

from ai.belief.graph import BadBelief, MazeGraph
from ai.belief.junctions import headings_of, learn_this_maze, probabilities_of_turns
from ai.belief.motion import DirectionMotion, table_from_junctions
from ai.belief.walkers import OPPONENTS, Explorer, FoodSeeker, Patroller, make_walker
from ai.belief.weights import JUNCTIONS, read_junctions
from ai.lab.errors import BadRequest
from ai.lab.jobs import HERE
from ai.lab.tracker.analyse import serve
from ai.lab.tracker.arena import (
    ArenaSettings,
    Walks,
    interval_over_walks,
    make_episode,
    rows_of,
    walked,
)
from ai.lab.tracker.bench import pillar_hall
from ai.lab.tracker.bench import rows as bench_rows
from ai.lab.tracker.train import learn_caution, learn_junctions, train
from games.tracker.maze import generate
from tests.support.tracker_cases import dense, load


def request_of(case, **changes):
    request = {
        "op": "filter",
        "layout": case["layout"],
        "sight": case["sight"],
        "noise": case["noise"],
        "variant": "nostay",
        "init": "known",
        "start": case["start"],
        "model": "random",
        "observations": case["observations"],
    }
    request.update(changes)
    return request


def test_serve_agrees_with_the_worked_cases():
    compared = 0
    for case in load("posteriors.json")["cases"]:
        for key, expected in case["posteriors"].items():
            variant, init = key.split("/")
            for op, first in (("filter", 1), ("smooth", 0)):
                reply = serve(request_of(case, op=op, variant=variant, init=init))
                json.dumps(reply, allow_nan=False)
                if "impossible_at_step" in expected:
                    assert reply["impossible_at_step"] == expected["impossible_at_step"]
                    assert len(reply["posteriors"]) == reply["impossible_at_step"] - first
                    compared += 1
                    continue
                assert len(reply["posteriors"]) == 61 - first
                assert np.allclose(reply["log_evidence"], expected["log_evidence"], atol=1e-9)
                for step, sparse in expected[op].items():
                    answer = dense(reply["posteriors"][int(step) - first], case["n_cells"])
                    assert np.abs(answer - dense(sparse, case["n_cells"])).max() < 1e-9
                    compared += 1
    assert compared == 202


def test_serve_explore_is_exact_and_smooths_with_a_label():
    for case in load("explore_exact.json")["cases"]:
        request = request_of(case, model="explore", beta=case["beta"], variant=case["variant"])
        reply = serve(request)
        assert "approximate" not in reply
        for sparse, expected in zip(reply["posteriors"], case["filter"], strict=True):
            assert np.abs(dense(sparse, 40) - dense(expected, 40)).max() < 1e-9
        smoothed = serve(request | {"op": "smooth"})
        assert smoothed["approximate"] is True
        assert len(smoothed["posteriors"]) == len(case["observations"]) + 1
        last = dense(smoothed["posteriors"][-1], 40) - dense(case["filter"][-1], 40)
        assert np.abs(last).max() < 1e-9


def test_serve_explore_says_where_it_is_impossible():
    case = load("posteriors.json")["cases"][1]
    assert "impossible_at_step" in case["posteriors"]["nostay/known"]
    for op in ("filter", "smooth"):
        reply = serve(request_of(case, op=op, model="explore"))
        assert reply["impossible_at_step"] == 32
        assert len(reply["log_evidence"]) == 31
        assert len(reply["posteriors"]) == (31 if op == "filter" else 32)


def test_serve_auto_answers_every_step_of_an_impossible_walk_and_prefixes_agree():
    case = load("posteriors.json")["cases"][1]
    reply = serve(request_of(case, model="auto"))
    assert "impossible_at_step" not in reply
    assert len(reply["posteriors"]) == len(reply["log_evidence"]) == 60
    assert all(math.isfinite(value) for value in reply["log_evidence"])
    for posterior in reply["posteriors"]:
        assert sum(posterior.values()) == pytest.approx(1.0)
    prefix = serve(request_of(case, model="auto", observations=case["observations"][:20]))
    assert prefix["posteriors"] == reply["posteriors"][:20]
    seeded = serve(request_of(case, model="auto", observations=case["observations"][:20], seed=0))
    assert seeded == prefix
    with pytest.raises(BadRequest, match="smooth"):
        serve(request_of(case, model="auto", op="smooth"))


def test_no_steps_give_no_posteriors():
    case = load("posteriors.json")["cases"][0]
    assert serve(request_of(case, observations=[])) == {"posteriors": [], "log_evidence": []}
    smoothed = serve(request_of(case, op="smooth", observations=[], init="uniform"))
    assert len(smoothed["posteriors"]) == 1


BAD_FIELDS = [
    ("op", "guess"),
    ("op", 1),
    ("op", ["filter"]),
    ("layout", "###"),
    ("layout", []),
    ("layout", ["###", "##"]),
    ("layout", [1, 2]),
    ("layout", ["##", "##"]),
    ("layout", None),
    ("layout", [" " * 700_000]),
    ("sight", -1),
    ("sight", 1.5),
    ("sight", True),
    ("sight", "5"),
    ("sight", 10**9),
    ("noise", -1),
    ("noise", math.nan),
    ("noise", None),
    ("variant", "fly"),
    ("variant", None),
    ("init", "maybe"),
    ("start", [0, 0]),
    ("start", [1]),
    ("start", [1.0, 1]),
    ("start", None),
    ("start", [10**30, 1]),
    ("start", [-1, 1]),
    ("model", "nope"),
    ("model", {}),
    ("beta", math.inf),
    ("beta", -1),
    ("beta", math.nan),
    ("beta", "10"),
    ("beta", 10**400),
    ("particles", 0),
    ("particles", 10**7),
    ("seed", -1),
    ("seed", 0.5),
    ("seed", 2**70),
    ("observations", {}),
    ("observations", [1]),
    ("observations", [[1]]),
    ("observations", [[{}]]),
    ("observations", [[{"obs": [1, 1], "z": 1.5}]]),
    ("observations", [[{"obs": [1, 1], "z": "1"}]]),
    ("observations", [[{"obs": [1, 1], "z": math.nan}]]),
    ("observations", [[{"obs": [1]}]]),
    ("observations", [[{"obs": [1, 1], "seen": [0, 0]}]]),
    ("observations", [[]] * 1_000_000),
    ("observations", [[{"obs": [1, 1], "seen": 3}]]),
    ("observations", [[{"obs": [1, 1], "z": 1}] * 101]),
    ("observations", [[{"obs": [True, 1], "z": 1}]]),
]


def test_every_bad_field_gets_a_sentence():
    case = load("posteriors.json")["cases"][0]
    refused = 0
    for name, value in BAD_FIELDS:
        with pytest.raises(BadRequest) as caught:
            serve(request_of(case, **{name: value}))
        assert str(caught.value).endswith(".")
        assert len(str(caught.value)) < 300
        refused += 1
    for name in ("op", "layout", "sight", "noise", "variant", "init", "start", "observations"):
        request = request_of(case)
        del request[name]
        with pytest.raises(BadRequest, match=name):
            serve(request)
        refused += 1
    assert refused == len(BAD_FIELDS) + 8


def random_request(rng):
    width, height = rng.randint(1, 9), rng.randint(1, 7)
    layout = ["".join(rng.choice("#  .") for _ in range(width)) for _ in range(height)]
    layout[0] = " " + layout[0][1:]
    free = [[x, y] for y in range(height) for x in range(width) if layout[y][x] != "#"]
    readings = [
        [
            {
                "obs": [rng.randint(-1, width), rng.randint(-1, height)],
                "z": rng.choice([None, rng.randint(-3, 12), rng.randint(0, 6)]),
                "seen": rng.choice([None] * 6 + [rng.choice(free)]),
            }
            for _ in range(rng.choice([0, 1, 1, 1, 2]))
        ]
        for _ in range(rng.randint(0, 12))
    ]
    return {
        "layout": layout,
        "sight": rng.randint(0, 3),
        "noise": rng.randint(0, 3),
        "variant": rng.choice(["stay", "nostay"]),
        "init": rng.choice(["known", "uniform"]),
        "start": rng.choice(free),
        "observations": readings,
        "beta": rng.choice([0, 1, 10, 1000.0]),
        "particles": rng.choice([1, 3, 2000]),
    }


def test_any_layout_and_any_readings_give_probabilities_or_say_impossible():
    rng = random.Random(11)
    replies = impossible = 0
    for _ in range(10):
        request = random_request(rng)
        stops = {}
        for model, op in (
            ("random", "filter"),
            ("random", "smooth"),
            ("explore", "filter"),
            ("explore", "smooth"),
            ("auto", "filter"),
        ):
            reply = serve(request | {"model": model, "op": op})
            json.dumps(reply, allow_nan=False)
            stops[model] = stop = reply.get("impossible_at_step")
            answered = len(request["observations"]) if stop is None else stop - 1
            assert len(reply["log_evidence"]) == answered
            assert len(reply["posteriors"]) == answered + (op == "smooth")
            assert all(abs(sum(p.values()) - 1) < 1e-9 for p in reply["posteriors"])
            replies += 1
        assert stops["random"] == stops["explore"]
        assert stops["auto"] is None
        impossible += stops["random"] is not None
    assert replies == 50
    assert 1 < impossible < 10


def test_serving_changes_nothing_in_the_request():
    case = load("posteriors.json")["cases"][2]
    request = request_of(case, model="auto")
    before = copy.deepcopy(request)
    serve(request)
    assert request == before


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_walkers_take_legal_steps_and_follow_the_generator(opponent):
    maze = generate(4, 21, 13)
    graph = MazeGraph(maze.rows)
    walks = []
    for _ in range(2):
        rng = random.Random(9)
        walker = make_walker(opponent, graph, 0, [(1, 11)], rng)
        walks.append([walker.next_cell(rng) for _ in range(300)])
    assert walks[0] == walks[1]
    stayed = 0
    for before, after in zip([0, *walks[0]], walks[0], strict=False):
        if before == after:
            stayed += 1
        else:
            assert after in graph.neighbours[:, before]
    assert (stayed > 0) == (opponent == "loiterer")
    assert len(set(walks[0])) > 10


def test_explorer_covers_the_maze_and_a_food_seeker_eats_it_all():
    maze = generate(2, 15, 9)
    graph = MazeGraph(maze.rows)
    explorer = Explorer(graph, 0)
    rng = random.Random(1)
    visited = {explorer.next_cell(rng) for _ in range(10 * graph.n_cells)}
    assert len(visited) == graph.n_cells
    assert sum(explorer.visits) == 10 * graph.n_cells + 1
    food = [3, 9, 20]
    seeker = FoodSeeker(graph, 0, food)
    left = set(food)
    steps = 0
    while left:
        left.discard(seeker.next_cell(rng))
        steps += 1
        assert steps < 200
    assert set(seeker.food) == set(food) - {seeker.cell}
    with pytest.raises(BadBelief):
        FoodSeeker(graph, 0, [])


def test_a_patroller_repeats_its_tour():
    graph = MazeGraph(["#######", "#     #", "# ### #", "#     #", "#######"])
    walker = Patroller(graph, 0, [0, 4, 9])
    cells = [walker.next_cell(random.Random(0)) for _ in range(60)]
    period = next(p for p in range(2, 30) if cells[p:] == cells[:-p])
    assert {0, 4, 9} <= set(cells[:period])
    with pytest.raises(BadBelief):
        Patroller(graph, 0, [3, 3])


def test_unknown_opponents_are_refused():
    graph = MazeGraph(["#  #"])
    with pytest.raises(BadBelief, match="choose from"):
        make_walker("ghost", graph, 0, [], random.Random(0))


def test_arena_rows_are_finite_and_repeat():
    settings = ArenaSettings(steps=40)
    models = ("random", "reading")
    walks = [Walks(name, models, range(2), 5, settings) for name in ("random", "food")]
    rows = [row for part in walks for row in rows_of(part.opponent, walked(part))]
    assert [(row["opponent"], row["model"]) for row in rows] == [
        ("random", "random"),
        ("random", "reading"),
        ("food", "random"),
        ("food", "reading"),
    ]
    assert rows == [row for part in walks for row in rows_of(part.opponent, walked(part))]
    json.dumps(rows, allow_nan=False)
    for row in rows:
        assert row["steps"] > 20
        assert row["ci95"][0] <= row["log_loss"] <= row["ci95"][1]
        assert 0 <= row["cover50"] <= row["cover90"] <= 1
    assert rows[0]["log_loss"] < rows[1]["log_loss"]


def test_the_interval_is_that_of_a_ratio_over_walks():
    mean, low, high = interval_over_walks([[1.0, 3.0], [2.0, 2.0], [4.0, 6.0]])
    assert mean == pytest.approx(3.0)
    assert high - mean == pytest.approx(4.3027 * 1.0, rel=0.02)
    assert low == 0.0


def test_arena_mazes_differ_from_walk_to_walk():
    settings = ArenaSettings(steps=1)
    layouts = {tuple(make_episode("random", 0, k, settings).graph.index.ravel()) for k in range(6)}
    assert len(layouts) == 6


def test_bench_measures_every_size():
    rows = list(bench_rows(sizes=(100, 400), models=("random", "target"), steps=16))
    assert [what.split(":")[0] for what, _, _ in rows] == ["random", "random", "target"]
    assert all(value > 0 for _, value, _ in rows)
    assert 0.8 < pillar_hall(3000).n_cells / 3000 < 1.2


def test_junction_tables_are_learned_and_shipped(tmp_path):
    tables = learn_junctions(seed=1, mazes=2, steps=200)
    shipped = JUNCTIONS.load().by_strategy
    assert set(tables) == set(shipped)
    corridor, back = 0b0101, 2
    assert tables["random"][corridor, back] == pytest.approx(0.5, abs=0.05)
    assert shipped["food"][corridor, back] < 0.1 < shipped["random"][corridor, back]
    once, again = (learn_junctions(seed=1, mazes=1, steps=40) for _ in range(2))
    assert all(np.array_equal(once[name], again[name]) for name in tables)
    card = train({"mazes": 1, "steps": 60}, 1, HERE, tmp_path, lambda done, text: None)
    path = tmp_path / "junctions.npz"
    assert read_junctions(path).by_strategy.keys() == shipped.keys()
    assert json.loads(path.with_suffix(".json").read_text())["seed"] == card["seed"] == 1


def test_caution_of_evaders_is_found():
    caution, junctions = learn_caution(seed=2, mazes=2, steps=120)
    assert caution == pytest.approx(0.4, abs=0.11)
    assert junctions[0b0101, 2] < 0.2


def test_tables_of_this_maze_are_probabilities_and_sharper():
    graph = MazeGraph(generate(3, 21, 13).rows)
    junctions = JUNCTIONS.load().by_strategy["pooled"]
    table = learn_this_maze(graph, junctions, [(1, 1)], steps=200, walks=1)
    DirectionMotion(graph, table)
    assert np.abs(table - table_from_junctions(graph, junctions)).max() > 0.1
    assert np.array_equal(table, learn_this_maze(graph, junctions, [(1, 1)], steps=200, walks=1))


def test_headings_and_turns_of_a_known_walk():
    graph = MazeGraph(["#####", "#   #", "#####"])
    assert headings_of(graph, [0, 1, 2, 2, 1]) == [1, 1, 4, 3]
    table = probabilities_of_turns(np.zeros((16, 4)))
    assert table[0b1011].tolist() == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])
    assert table[0].tolist() == [0, 0, 0, 0]
