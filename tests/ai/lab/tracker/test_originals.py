"""The films without readings: nothing is heard after the start, and random walks spread."""

from __future__ import annotations

from ai.lab.originals import Effort
from ai.lab.tracker.arena import make_episode, score_of
from ai.lab.tracker.originals import FILMS, MEASURES


def test_a_film_without_readings_counts_every_step() -> None:
    episode = make_episode("random", 1, 0, FILMS)
    assert episode.readings == [[]] * FILMS.steps
    score = score_of(episode, "random", FILMS, 1)
    assert len(score.losses) == FILMS.steps
    assert score.losses[0] < 1.5 < max(score.losses[-20:])  # it begins by its start, and spreads


def test_the_lifelike_opponent_is_worse_than_knowing_nothing_to_the_random_model() -> None:
    found = MEASURES["TRACKER-2"](Effort(part=0.3))
    assert found.verdict == "holds"
