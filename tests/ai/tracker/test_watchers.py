"""Watchers of the tracker: what they hear, and what they believe."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ai.belief.models import MODELS
from ai.tracker import AGENTS
from ai.tracker.hidden import WalkerAgent
from ai.tracker.watchers import LAG, BeliefWatcher
from games.core import CHANCE, Limit
from games.match import Match
from games.tracker import SPEC
from games.tracker.rules import GAME, WALKER, TrackerState

LIMIT = Limit(nodes=1)
TINY = "#####\n#   #\n# # #\n#   #\n#####\n"


def watcher(name: str) -> BeliefWatcher:
    made: BeliefWatcher = next(entry for entry in AGENTS.models if entry.id == name).make({}, None)
    return made


def test_watchers_never_hear_a_move() -> None:
    heard: Counter[str] = Counter()

    class Spy(BeliefWatcher):
        def observe(self, events: Any) -> None:
            heard.update(event.kind for event in events)

    params = SPEC.params({"start": "unknown", "steps": 60})
    Match(GAME, params, 3, {0: WalkerAgent("explorer")}, [Spy("random")]).run(LIMIT)
    assert heard == {"reading": 60}


@pytest.mark.parametrize("name", [entry.id for entry in MODELS])
def test_every_model_watches_and_keeps_both_half_steps(name: str) -> None:
    believer = watcher(name)
    params = SPEC.params({"maze": "loops-small", "map": 2, "steps": 60})
    match: Match[TrackerState] = Match(GAME, params, 5, {0: WalkerAgent("random")}, [believer])
    steps = 0
    while not match.over:
        match.step(LIMIT)
        if match.to_act == (CHANCE,) or match.state.step == steps:
            continue
        steps += 1
        thought = believer.thought
        assert thought.step == steps
        assert thought.prior.sum() == pytest.approx(1.0)
        assert thought.posterior.sum() == pytest.approx(1.0)
        assert 0.0 <= believer.coverage(match.state.cell, 0.9) <= 1.0
        assert 0.0 <= believer.surprise(match.state.cell) <= 20.0
    assert steps == 60
    trail = believer.trail()
    assert 0 < len(trail) <= LAG + 1 if believer.smooths else trail == []
    assert all(belief.sum() == pytest.approx(1.0) for belief in trail)
    assert believer.mind()


def test_the_random_walk_is_bayes_rule() -> None:
    """One step by hand: from the corner of the ring, then a reading."""
    believer = watcher("random")
    params = SPEC.params({"layout": TINY, "noise": 0, "sight": 0, "steps": 60})
    match: Match[TrackerState] = Match(GAME, params, 5, watchers=[believer])
    match.play({WALKER: "left"})
    match.play({CHANCE: "3"})
    assert believer.thought.prior.tolist() == [0, 0.5, 0, 0, 0.5, 0, 0, 0]
    # (2, 1) and (3, 2) are both three away from (1, 3): the reading tells nothing
    assert believer.thought.posterior.tolist() == [0, 0.5, 0, 0, 0.5, 0, 0, 0]
    assert believer.entropy() == pytest.approx(1.0)


def test_the_stay_weight_reaches_the_random_walk() -> None:
    believer = watcher("random")
    params = SPEC.params({"layout": TINY, "noise": 12, "sight": 0, "stay": 0.5})
    match: Match[TrackerState] = Match(GAME, params, 5, watchers=[believer])
    match.play({WALKER: "stay"})
    match.step(LIMIT)
    assert believer.thought.prior[2] == pytest.approx(0.2)


def test_a_watcher_says_that_it_started_again_only_when_it_did() -> None:
    believer = watcher("random")
    params = SPEC.params({"layout": TINY, "noise": 0, "sight": 0, "steps": 60})
    match: Match[TrackerState] = Match(GAME, params, 5, watchers=[believer])
    match.play({WALKER: "left"})
    match.play({CHANCE: "3"})
    told = believer.mind()[0].text  # type: ignore[union-attr]
    assert told == "I think the ghost could be in about 2 places, by what I heard."
    believer.thought = believer.thought._replace(restarted=True)
    again = believer.mind()[0].text  # type: ignore[union-attr]
    assert again == "I start anew from the last reading: I had thought it impossible."
