"""Lenses: the record of what a model believed, and several of them side by side."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from games import catalog
from games.tracker.lens import MOST_LENSES, Lens, believers, ranks, short_name
from games.tracker.model import Model
from tests.support.tracker_walks import heard, started, walked


def test_a_frame_is_the_belief_and_the_sums_so_far() -> None:
    walk = heard(walked(started(noise=4, sight=8, sensors=3), 30))
    lens = walk.lens
    assert lens.steps == 30
    seen = 0
    for step in range(1, 31):
        frame, last, told = lens.frame(step), lens.frame(step - 1), walk.tape[step - 1]
        assert frame.posterior.sum() == pytest.approx(1.0, abs=1e-5)
        chance = float(frame.posterior[told.cell])
        expected = 0.0 if told.seen else -math.log(chance)
        assert frame.surprise == pytest.approx(expected, abs=1e-4)
        assert frame.loss_sum == pytest.approx(last.loss_sum + frame.surprise)
        assert frame.lost == pytest.approx(frame.prior[frame.posterior <= 0].sum(), abs=1e-6)
        seen += told.seen
    assert 0 < seen < 30
    assert lens.frame(30).unseen == 30 - seen
    assert lens.frame(30).log_loss == pytest.approx(lens.frame(30).loss_sum / (30 - seen))


def test_one_that_joins_late_has_heard_the_same() -> None:
    walk = heard(walked(started("random"), 20))
    early = walk.lens
    late = Lens(early.spec, walk.session.game, walk.session.setup.params, walk.session.setup.seed)
    calls = 0
    while late.advance(walk.tape):
        calls += 1
    assert calls == 21
    pairs = zip(early.frames, late.frames, strict=True)
    assert all(np.array_equal(one.posterior, other.posterior) for one, other in pairs)


def test_what_was_passed_is_eaten_and_grows_back_slowly() -> None:
    walk = heard(walked(started(noise=0), 12))
    eaten = np.stack([frame.eaten for frame in walk.lens.frames])
    assert not eaten[0].any()
    surest = int(eaten[-1].argmax())
    assert eaten[-1][surest] > 0.9
    held = [walk.lens.frame(n).posterior[surest] for n in range(1, 13)]
    assert max(held) > 0.9
    assert all(
        after[surest] >= before[surest] * 0.998 - 1e-6
        for before, after in itertools.pairwise(eaten)
    )


def test_heavy_models_are_those_that_say_so() -> None:
    heavy = {model.id for model in believers() if model.heavy}
    assert heavy == {"auto", "explore"}
    walk = started()
    assert {lens.heavy for lens in walk.lineup.lenses} == {True}
    walk.lineup.replace("random")
    assert not walk.lens.heavy


def test_one_to_four_models_side_by_side() -> None:
    walk = walked(started(), 5)
    lineup = walk.lineup
    assert not lineup.toggle("auto"), "at least one stays"
    for model in ("random", "reading", "flee"):
        assert lineup.toggle(model)
    assert lineup.full
    assert len(lineup.lenses) == MOST_LENSES
    assert not lineup.toggle("target"), "four at once are enough"
    lineup.active = 3
    first = lineup.lenses[0]
    assert lineup.toggle("random")
    assert lineup.models == [lens.spec.id for lens in lineup.lenses] == ["auto", "reading", "flee"]
    assert lineup.active == 2
    assert lineup.lenses[0] is first
    lineup.use(("random", "auto"))
    assert [lens.spec.id for lens in lineup.lenses] == ["random", "auto"]
    assert lineup.lenses[1] is first, "who is in use keeps what it has heard"
    assert lineup.active == 1
    lineup.renew()
    assert lineup.models == ["random", "auto"]
    assert lineup.lenses[1] is not first


def test_all_have_heard_a_step_when_the_slowest_has() -> None:
    walk: Model = walked(started("explorer", models=("random", "reading")), 3)
    fast, slow = walk.lineup.lenses
    while fast.advance(walk.tape):
        pass
    assert not walk.lineup.have_heard(0)
    slow.advance(walk.tape)
    assert walk.lineup.have_heard(0)
    assert not walk.lineup.have_heard(1)
    heard(walk)
    assert walk.lineup.have_heard(3)


def test_ranks_put_those_without_a_score_last() -> None:
    assert ranks({0: 1.5, 1: None, 2: 0.5, 3: 1.5}) == {2: 1, 0: 2, 3: 2, 1: 4}
    assert ranks({0: 0.0, 1: 0.0, 2: None}) == {0: 1, 1: 1, 2: 3}  # at the start all are alike


def test_short_names_fit_where_long_ones_do_not() -> None:
    models = {model.id: model for model in catalog.models("tracker")}
    assert short_name(models["random-stay"]) == "May stay"
    assert short_name(models["auto"]) == models["auto"].name
    assert len({short_name(model) for model in models.values()}) == len(models)
