"""Jaipur as the tests play it."""

from __future__ import annotations

from tests.support.cases import GameCase

CASE = GameCase(
    uncovers=frozenset({"round", "win"}),
    opponent="greedy",
    short={"length": "round"},
    quick="random",
    lots=("seed-weighted", {}),
    learners=("sensei:level=3",),
    originals=("Sébastien Pauchon", "dmackdev/bevy_jaipur", "no licence was found"),
)
