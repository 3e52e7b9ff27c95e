"""Jaipur in the launcher."""

from __future__ import annotations

import pytest

from games.jaipur.miniature import Miniature
from tests.support.hands import filmed_twice


@pytest.mark.parametrize("reduced", [False, True])
def test_the_miniature_plays_by_itself_and_always_the_same(reduced: bool) -> None:
    pictures, turns = filmed_twice(Miniature, reduced)
    assert len(set(pictures)) > 2
    assert turns > 40
