"""Set in the launcher."""

from __future__ import annotations

import pytest

from games.set.miniature import Miniature
from tests.support.hands import filmed_twice


@pytest.mark.parametrize("reduced", [False, True])
def test_the_miniature_plays_by_itself_and_always_the_same(reduced: bool) -> None:
    pictures, turns = filmed_twice(Miniature, reduced)
    assert len(set(pictures)) > 1
    assert turns > 4
