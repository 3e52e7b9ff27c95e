"""Capture-the-flag in the launcher: it plays itself, and tells of all that changes."""

from __future__ import annotations

import pytest

from games.ctf.miniature import Miniature
from tests.support.hands import filmed_twice


@pytest.mark.parametrize("reduced", [False, True])
def test_it_plays_on_the_same_each_time(reduced: bool) -> None:
    pictures, turns = filmed_twice(Miniature, reduced)
    assert len(set(pictures)) > 3
    assert turns > 80
