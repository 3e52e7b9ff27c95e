"""How good somebody was, beside what was measured."""

from __future__ import annotations

import dataclasses

import pytest

from games.core import Seating
from games.session.setup import HUMAN, Setup
from games.tracker import SPEC
from games.tracker.chase import standing
from games.tracker.rules import measured

SHORT = 16  # words


def setup_of(play: str, *seats: str, **options: object) -> Setup:
    params = SPEC.params({"play": play, **options})
    return Setup("tracker", tuple(map(Seating, seats)), params, 1)


def test_a_seeker_is_better_than_the_best_rival_that_is_farther_off() -> None:
    setup = setup_of("seek", HUMAN, "explorer", "blinker")
    far = {
        rival: found.off.value
        for (g, rival), found in measured.seeking().items()
        if g == "explorer"
    }
    between = (far["tailer"] + far["drifter"]) / 2
    words, lines = standing.sought_words(setup, between)
    assert f"{between:.1f} moves off" in words
    assert "better than Drifter" in words
    assert len(lines) == 4
    worst, _ = standing.sought_words(setup, max(far.values()) + 1)
    assert "without any memory" in worst
    assert standing.sought_words(setup_of("seek", HUMAN, "explorer", "hound", noise=2), 1.0) == (
        "",
        (),
    )


def test_who_lost_is_told_whom_a_careful_seeker_beats() -> None:
    words = standing.rival_to_meet(setup_of("seek", HUMAN, "explorer", "hound"))
    assert words.startswith("Meet Drifter first")
    found = measured.seeking()["explorer", "drifter"]
    assert f"{found.won:.0f} rounds to {found.lost:.0f}" in words
    assert len(words.split()) <= SHORT
    assert standing.rival_to_meet(setup_of("seek", HUMAN, "explorer", "blinker")) == ""
    assert standing.rival_to_meet(setup_of("seek", HUMAN, "random", "drifter")) != ""
    assert standing.rival_to_meet(setup_of("seek", HUMAN, "explorer", "hound", sight=1)) == ""


def test_only_who_is_surely_beaten_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    off = measured.Span(3.0, 2.5, 3.5)
    sure = measured.Sought(off, 3.0, 5.0, 3.0, measured.Span(2.0, 1.0, 3.0))
    unsure = measured.Sought(off, 3.0, 4.0, 3.5, measured.Span(0.5, -0.5, 1.5))
    found = {("explorer", "blinker"): sure, ("explorer", "drifter"): unsure}
    monkeypatch.setattr(measured, "seeking", lambda: found)
    words = standing.rival_to_meet(setup_of("seek", HUMAN, "explorer", "hound"))
    assert words.startswith("Meet Blinker first")


def test_a_hider_hears_what_a_fair_player_scores() -> None:
    setup = setup_of("hide", HUMAN, "hound")
    par = measured.hiding()["hound"].points.value
    assert standing.par_of(setup) == par
    told = f"You scored {par + 1:.1f}. A fair player scores {par:.1f}."
    assert standing.hidden_words(setup, par + 1) == told
    other = dataclasses.replace(setup, params={**setup.params, "sight": 1})
    assert (standing.par_of(other), standing.hidden_words(other, 3.0)) == (None, "")


def test_hunters_and_the_ghost_are_told_what_two_agents_reach() -> None:
    setup = setup_of("hunt", HUMAN, "pack", "explorer")
    par = measured.hunting()["explorer", "pack"].steps
    assert par is not None
    assert standing.hunt_par(setup) == par
    assert "Faster" in standing.hunted_words(setup, 5, True, False)
    assert "Slower" in standing.hunted_words(setup, 140, True, False)
    assert f"{par:.0f} steps" in standing.hunted_words(setup, 150, False, False)
    fleeing = standing.hunted_words(setup_of("hunt", "echoes", "echoes", HUMAN), 30, True, True)
    assert "Evader" in fleeing
    assert f"in {measured.hunting()['evader', 'echoes'].caught.value:.0f} of 100" in fleeing
    told = [standing.hunted_words(setup, steps, True, False) for steps in (5, 140)]
    assert all(len(words.split()) <= SHORT for words in (*told, fleeing))
