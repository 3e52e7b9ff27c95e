"""What is said first of a walk: how it was seen through, how hard it was to follow."""

from __future__ import annotations

import random

from games.shell.hooks import AWAY, STRENGTH, TRY
from games.tracker import FOLLOWED, GRADES
from games.tracker.report import BACK, DO, ON, STAYED, report, result
from games.tracker.rules import WALKER
from tests.support.tracker_walks import heard, started, walked


def test_a_hider_hears_what_gave_it_away_and_how_hard_it_was_to_follow() -> None:
    walk = started("human", ("random",))
    rng = random.Random(2)
    for _ in range(40):
        assert heard(walk).move(rng.choice([*walk.session.match.legal(WALKER)]))
    away, strength, advice = report(heard(walk)).brief
    assert (away.title, strength.title, advice.title) == (AWAY, STRENGTH, TRY)
    loss = walk.lens.frame(walk.lens.steps).log_loss
    assert loss is not None
    grade = sum(loss >= least for least in GRADES)
    assert strength.text == f"{FOLLOWED[grade]} to follow: {grade + 1} of 5."
    kinds = (ON, BACK, STAYED)
    least, most = away.text.split(":")[0], advice.text.split(" more often")[0]
    assert least in kinds
    assert most in {DO[kind] for kind in kinds if kind != least}


def test_what_a_walk_adds_to_the_line_over_time_is_its_doubt() -> None:
    walk = heard(walked(started("random", ("random",)), 20))
    counted = result(walk).counters
    assert counted["steps"] == 20
    doubts = [walk.lens.frame(step).entropy for step in range(1, 21)]
    assert counted["doubt"] == round(10 * sum(doubts)) > 0


def test_who_watches_hears_which_model_followed_best() -> None:
    walk = heard(walked(started("random", ("reading", "random")), 20))
    best, hard = report(walk).brief
    assert best.text.startswith("Random walk, which lost ")
    assert hard.text.endswith("of 5.")
