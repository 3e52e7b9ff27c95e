"""What was learned about a player survives exactly, fits in little room, and can be merged."""

import io

import numpy as np
import pytest

from ai.sequence.experts import RUN_CAP, SLOTS
from ai.sequence.predictor import Predictor
from ai.sequence.state import LOCAL_ROW_CAP, MOST_SYMBOLS, BadState, local_prior
from games.arrays import arrays_from_text, arrays_to_text


def played(k, opponent, moves, others=None, prior=True):
    predictor = Predictor(k, opponent, prior)
    for t, move in enumerate(moves):
        predictor.predict()
        predictor.update(int(move), None if others is None else int(others[t]))
    return predictor


def through_a_file(arrays):
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    size = file.tell()
    file.seek(0)
    with np.load(file, allow_pickle=False) as loaded:
        return {name: loaded[name] for name in loaded.files}, size


@pytest.mark.parametrize(
    ("k", "opponent", "prior", "n"),
    [
        (4, False, True, 200),
        (3, True, True, 150),
        (10, False, True, 200),
        (10, True, False, 100),
        (2, False, False, 0),
        (7, False, True, 3),
    ],
)
def test_round_trip_is_exact_and_small(k, opponent, prior, n):
    rng = np.random.default_rng(k)
    moves = np.minimum(rng.integers(0, k, n), rng.integers(0, k, n))
    others = rng.integers(0, k, n) if opponent else None
    predictor = played(k, opponent, moves, others, prior)
    arrays, size = through_a_file(predictor.to_arrays())
    assert size < 64_000
    again = Predictor.from_arrays(arrays)
    compared = 0
    for move in rng.integers(0, k, 20).tolist():
        assert np.array_equal(predictor.predict(), again.predict())
        for each in (predictor, again):
            each.update(move, (move + 1) % k if opponent else None)
        compared += 1
    assert compared == 20
    assert predictor.observed == again.observed == n + 20
    first, second = predictor.to_arrays(), again.to_arrays()
    assert set(first) == set(second)
    assert all(np.array_equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize(
    ("k", "opponent", "prior"), [(4, True, True), (4, False, False), (3, True, True)]
)
def test_what_outlasts_a_match_is_kept_exactly_and_costs_nothing(k, opponent, prior):
    rng = np.random.default_rng(k)
    settled = Predictor(k, opponent, prior)
    exact = Predictor(k, opponent, prior)
    bits = np.zeros(2)
    for match in range(4):
        for move in np.minimum(rng.integers(0, k, 40), rng.integers(0, k, 40)).tolist():
            bits -= np.log2([exact.predict()[move], settled.predict()[move]])
            for predictor in (exact, settled):
                predictor.update(move, (move * match + 1) % k if opponent else None)
        kept = settled.settled()
        settled = Predictor.from_arrays(kept)
        again = settled.settled()
        assert set(kept) == set(again)
        assert all(np.array_equal(kept[name], again[name]) for name in kept)
        assert all(kept[name].dtype == again[name].dtype for name in kept)
    assert abs(bits[0] - bits[1]) / 160 < 2e-3
    assert settled.observed == 160


@pytest.mark.parametrize(
    ("opponent", "rounds"),
    [
        (True, 500),
        pytest.param(True, 4090, marks=pytest.mark.sweep),
        pytest.param(False, 4090, marks=pytest.mark.sweep),
    ],
)
def test_memory_stays_small_whatever_is_played(opponent, rounds):
    """4,096 symbols of an echo and nearly every count: the most that there can be."""
    rng = np.random.default_rng(9)
    predictor = Predictor(4, opponent)
    for move, other in rng.integers(0, 4, (rounds, 2)).tolist():
        predictor.update(move, other if opponent else None)
    counts = predictor.bank.counts.cells
    counts[counts == 0] = rng.random(int((counts == 0).sum()))
    text = arrays_to_text(predictor.settled())
    assert len(text) < 60_000
    again = Predictor.from_arrays(arrays_from_text(text))
    assert arrays_to_text(again.settled()) == text


def test_forecasts_add_up_to_one():
    predictor, worst = Predictor(4), 0.0
    for move in [0] * 400 + [0, 1, 2, 3] * 20:
        worst = max(worst, abs(float(predictor.predict().sum()) - 1.0))
        predictor.update(move)
    assert worst < 1e-12


def hostile():
    """Arrays with a right form that nothing ever learned, each with its name."""
    kept = played(4, True, [0, 1, 2, 3] * 5, [1, 1, 2, 0] * 5).settled()
    exact = played(4, True, [0, 1, 2, 3] * 5, [1, 1, 2, 0] * 5).to_arrays()
    recent = exact["recent"]
    for whole, change in (
        (exact, {"counts": exact["counts"] * 0 + np.float32(3e38)}),
        (exact, {"counts": exact["counts"] * 0 + 1e6}),
        (exact, {"cells": exact["cells"].astype(np.int64) * -1}),
        (exact, {"belief": exact["belief"] * 0}),
        (exact, {"belief": exact["belief"] * 1e30}),
        (exact, {"members": np.array("x")}),
        (exact, {"members": exact["members"][:0]}),
        (exact, {"shift": exact["shift"] * 0 + np.float32(1e30)}),
        (exact, {"curvature": exact["curvature"] * 0 + np.float32(1e30)}),
        (exact, {"logit": exact["logit"] * 0 + np.float32(1e30)}),
        (exact, {"recent": recent * 0 + 2**62}),
        (kept, {"used": kept["used"][:-1]}),
        (kept, {"used": kept["used"] * 0}),
        (kept, {"used": np.array(3)}),
        (kept, {"faded": kept["faded"][:-1]}),
        (kept, {"faded": kept["faded"] * np.float16(np.nan)}),
        (kept, {"faded": kept["faded"] * 0 + np.float16(np.inf)}),
        (kept, {"faded": -kept["faded"]}),
        (kept, {"steady": kept["steady"] + np.float32(1e30)}),
        (kept, {"steady": kept["steady"][:-1]}),
        (kept, {"steady": np.array("x")}),
    ):
        yield {**whole, **change}


def test_what_nothing_ever_learned_is_refused():
    refused = 0
    for arrays in hostile():
        with pytest.raises(BadState):
            Predictor.from_arrays(arrays)
        with pytest.raises(BadState):
            local_prior([arrays])
        refused += 1
    assert refused == 21


def test_damage_is_named():
    whole = played(4, True, [0, 1, 2, 3] * 5, [1, 1, 2, 0] * 5).to_arrays()
    damage = {
        "header": np.zeros(2, dtype=np.int64),
        "cells": whole["cells"] + 10**6,
        "counts": -whole["counts"],
        "shift": whole["shift"][:, 1:],
        "curvature": whole["curvature"] * np.nan,
        "logit": whole["logit"][:, 1:],
        "covariance": -whole["covariance"],
        "belief": whole["belief"][:-1],
        "recent": whole["recent"] - 99,
        "slots": whole["slots"] + 4,
        "rank": np.zeros_like(whole["rank"]),
        "last_used": whole["last_used"] + 1000,
        "past0": whole["past0"] + 4,
        "echo1": np.array([99, 3]),
        "members": np.arange(len(whole["members"])),
    }
    assert set(damage) < set(whole)
    for name, value in damage.items():
        with pytest.raises(BadState):
            Predictor.from_arrays(whole | {name: value})
        with pytest.raises(BadState):
            Predictor.from_arrays({key: whole[key] for key in whole if key != name})
    for name in ("past0", "past1", "slots"):
        with pytest.raises(BadState):
            Predictor.from_arrays(whole | {name: whole[name].astype(np.int64) - 99})
    assert Predictor.from_arrays(whole).observed == 20


def test_a_local_prior_helps_a_new_player_of_the_same_kind():
    pattern = np.array([0, 0, 3, 1, 2, 2])
    states = [
        played(4, False, np.tile(pattern, 20)[start : start + 100]).to_arrays()
        for start in (0, 1, 4)
    ]
    prior, _ = through_a_file(local_prior(states))
    helped, alone = Predictor.from_arrays(prior), Predictor(4)
    assert helped.observed == 0
    bits = {"helped": 0.0, "alone": 0.0}
    for move in np.tile(pattern, 5):
        for name, predictor in (("helped", helped), ("alone", alone)):
            bits[name] -= float(np.log2(predictor.predict()[move]))
            predictor.update(int(move))
    assert helped.observed == alone.observed == 30
    assert bits["helped"] < 0.75 * bits["alone"]


def test_a_local_prior_gives_way():
    states = [played(4, False, [0] * 200).to_arrays()] * 5
    predictor = Predictor.from_arrays(local_prior(states))
    given = []
    for _ in range(30):
        given.append(predictor.predict()[2])
        predictor.update(2)
    assert len(given) == 30
    assert min(given[15:]) > 0.8


@pytest.mark.parametrize("count", [1, 2, 12, 40])
def test_what_is_learned_from_a_local_prior_on_can_be_read(count):
    """What it began with counts beside what a newcomer of one habit has done since."""
    states = [played(4, False, [1, 2] * 100).to_arrays()] * 5
    predictor = Predictor.from_arrays(local_prior(states))
    for number in range(count):
        predictor.predict()
        predictor.update(1 + number % 2)
    for arrays in (predictor.to_arrays(), predictor.settled()):
        assert Predictor.from_arrays(arrays).observed == count


def test_local_priors_need_players_of_one_game():
    four, three = played(4, False, [0, 1]).to_arrays(), played(3, False, [0, 1]).to_arrays()
    with pytest.raises(BadState, match="same game"):
        local_prior([four, three])
    with pytest.raises(BadState, match="at least one"):
        local_prior([])


def edges():
    """Each bounded array with its last good value and the first that is none, in a place of it."""
    yield "belief", 0, 1.0, 1.001
    yield "belief", 0, 1e-9, 0.0
    yield "cells", 0, 0, -1
    yield "counts", 0, 20 + LOCAL_ROW_CAP, 20 + LOCAL_ROW_CAP + 0.01
    yield "slots", list(SLOTS).index("run"), RUN_CAP - 1, RUN_CAP
    yield "last_used", 0, 19, 20
    yield "last_used", 0, -1, -2
    yield "recent", 0, MOST_SYMBOLS, MOST_SYMBOLS + 1
    yield "recent", 1, RUN_CAP, RUN_CAP + 1
    yield "recent", 2, 4, 5
    yield "recent", 3, 4, 5
    yield "recent", 4, 3, 4
    yield "recent", 4, 0, -1
    yield "shift", (0, 0), 99_999.0, 100_000.0


def test_every_bound_is_kept_at_its_edge():
    exact = played(4, True, [0, 1, 2, 3] * 5, [1, 1, 2, 0] * 5).to_arrays()
    looked = 0
    for name, place, good, bad in edges():
        for value in (good, bad):
            array = np.array(
                exact[name], dtype=np.float64 if exact[name].dtype.kind == "f" else int
            )
            array[place] = value
            changed = {**exact, name: array}
            if value is bad:
                with pytest.raises(BadState):
                    Predictor.from_arrays(changed)
            else:
                Predictor.from_arrays(changed)
            looked += 1
    assert looked == 28
