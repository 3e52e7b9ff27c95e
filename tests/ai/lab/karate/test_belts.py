"""What the blind and the counters win is measured again as it stands in the file that ships."""

from __future__ import annotations

import pytest

from ai.lab.karate.belts import BLIND, COUNTERS, measure, share_of
from ai.lab.karate.partners import Partner
from games.belts import RANDOM
from games.karate import SPEC
from games.karate.rules import MOVES
from games.spec import GameLevel

EASY, NORMAL = SPEC.opponents.levels[:2]


def test_partners_play_whole_matches_that_depend_on_the_seed_alone() -> None:
    kick = share_of("only kick", BLIND["only kick"], EASY, 20, 1)
    assert kick == share_of("only kick", BLIND["only kick"], EASY, 20, 1)
    assert kick.low > 0.8, "the gentlest level lets one key win"
    assert share_of("only kick", BLIND["only kick"], NORMAL, 10, 1).won == 0
    assert share_of("mirror", COUNTERS["mirror"], NORMAL, 10, 1).value > 0.5


def test_random_keys_play_all_matches_and_the_others_a_twentieth() -> None:
    found = measure(EASY, 40, 1)
    assert found.blind[RANDOM].matches == 40
    assert {share.matches for share in found.counters.values()} == {2}
    assert len(found.blind) == 5


class Masher(Partner):
    """The same move in nine rounds of ten, any other in the tenth."""

    def __init__(self, move: int) -> None:
        self.move = move

    def strategy(self) -> list[float]:
        """Return nine tenths on the move."""
        return [0.9 if move == self.move else 0.1 / 3 for move in range(4)]


@pytest.mark.parametrize("level", SPEC.opponents.levels[1:3])
def test_above_the_gentlest_level_one_key_nine_times_of_ten_loses_nine_matches_of_ten(
    level: GameLevel,
) -> None:
    """Kicks win most; 400 matches a key were measured, this repeats some of them."""
    kick = MOVES.index("kick")
    assert share_of("nine kicks", lambda: Masher(kick), level, 30, 1).won <= 3
