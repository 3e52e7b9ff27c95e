"""What the blind and the counters win is measured again as it stands in the file that ships."""

from __future__ import annotations

from ai.lab.arena import tournament
from ai.lab.karate.belts import BLIND, COUNTERS, pairs_of, share_of
from games.belts import RANDOM


def test_partners_play_whole_matches_that_depend_on_the_seed_alone() -> None:
    kick = share_of("only kick", BLIND["only kick"], "habits", 100, 1)
    assert kick == share_of("only kick", BLIND["only kick"], "habits", 100, 1)
    assert kick.low > 0.8
    assert share_of("only kick", BLIND["only kick"], "seed-argmax", 100, 1).won == 0
    mirror = share_of("mirror", COUNTERS["mirror"], "seed-argmax", 100, 1)
    assert mirror.won == 100, "a copy knows every move of who draws none by chance"


def test_what_an_agent_wins_the_other_does_not() -> None:
    found = pairs_of(tournament("karate", [RANDOM, "nash"], 100, 1, {}))
    ours, theirs = found["nash"][RANDOM], found[RANDOM]["nash"]
    assert ours.matches == theirs.matches == 100
    assert ours.won + theirs.won == 100
    assert ours.value < theirs.value
