"""Set through the contract of every game."""

from __future__ import annotations

from games.set import SPEC
from games.set.rules.game import GAME
from tests.support import contract


def test_the_contract() -> None:
    for seed, params in enumerate(contract.variants(SPEC)):
        assert contract.check_protocol(GAME, params, seed) >= 2
        assert contract.check_refusals(GAME, params, seed) >= 10
        assert contract.check_replay(GAME, params, seed) >= 2
    assert contract.check_audience(GAME, SPEC.params(), 4) >= 2
