"""What the blind and the counters win is measured again as it stands in the file that ships."""

from __future__ import annotations

from ai.lab.karate.belts import BLIND, COUNTERS, measure, share_of
from games.belts import RANDOM
from games.karate import SPEC

EASY, NORMAL = SPEC.opponents.levels[:2]


def test_partners_play_whole_matches_that_depend_on_the_seed_alone() -> None:
    kick = share_of("only kick", BLIND["only kick"], EASY, 40, 1)
    assert kick == share_of("only kick", BLIND["only kick"], EASY, 40, 1)
    assert kick.low > 0.8, "the gentlest level lets one key win"
    assert share_of("only kick", BLIND["only kick"], NORMAL, 20, 1).won == 0
    assert share_of("mirror", COUNTERS["mirror"], NORMAL, 20, 1).value > 0.5


def test_random_keys_play_all_matches_and_the_others_a_twentieth() -> None:
    found = measure(EASY, 40, 1)
    assert found.blind[RANDOM].matches == 40
    assert {share.matches for share in found.counters.values()} == {2}
    assert len(found.blind) == 5
