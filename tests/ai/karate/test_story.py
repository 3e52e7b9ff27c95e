"""One story a match: the simplest depth of thought that explains the moves is the one told."""

from __future__ import annotations

import pytest

from ai.karate.sensei import SenseiFighter
from ai.karate.story import RUNGS, simpler
from games.core import Event
from games.karate.rules import MOVES, gain_matrix
from games.mind import Gauge, Note
from games.streams import Stream

KARATE = gain_matrix("classic")


def met(moves: list[int], seed: int = 1) -> SenseiFighter:
    agent = SenseiFighter()
    agent.seat = 1
    agent.start(KARATE, Stream(seed))
    for move in moves:
        played = (MOVES[move], MOVES[agent.choose()])
        agent.observe([Event("round", {"moves": played})])
    return agent


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_who_kicks_nearly_always_is_told_of_no_deeper_plan(seed: int) -> None:
    rng = Stream(seed)
    agent = met([1 if rng.below(10) else rng.below(4) for _ in range(25)], seed)
    note, *items = agent.mind()
    assert isinstance(note, Note)
    assert "kick" in note.why or "repeat" in note.why
    ladder = next(item for item in items if isinstance(item, Gauge))
    told = agent.findings()
    closing = next(item for item in told if isinstance(item, Gauge))
    assert ladder.index == closing.index == 0
    words = " ".join(item.text for item in told if isinstance(item, Note))
    assert "counter" not in words
    assert "beat" not in words
    assert "You played kick" in words or "You repeated" in words


def test_a_player_who_changed_is_told_at_first_and_later() -> None:
    agent = met([1] * 24 + [0, 1, 2, 3] * 6)
    words = [item.text for item in agent.findings() if isinstance(item, Note)]
    assert words[0].startswith("At first you ")
    assert ", later you " in words[0]


def test_the_rung_told_explains_nearly_as_much_as_the_best() -> None:
    agent = met([0, 1, 3, 1] * 8)
    depths = agent.depths
    assert depths is not None
    told = depths.told()
    assert told is not None
    rows = depths.bits
    means = [sum(row[rung] for row in rows) / len(rows) for rung in range(RUNGS)]
    assert means[told] <= 1.02 * min(means) + 1e-9
    assert all(mean > 1.02 * min(means) for mean in means[:told])


@pytest.mark.parametrize(
    ("idea", "plain"),
    [
        ("you counter what my habit would make me do next", "you try to beat what I usually do"),
        ("you react in the same way to the last two rounds", "you react to my moves"),
        ("you do the same again after the same last two moves", "you repeat orders of moves"),
        ("you avoid repeats", "you avoid repeats"),
    ],
)
def test_a_bubble_says_an_idea_in_plain_words(idea: str, plain: str) -> None:
    assert simpler(idea) == plain
