"""The claims of a mind's first sentence are true: `tests.support.claims` computes each anew.

Karate, Numbers, Ur and Guess 2/3, each agent, in many positions and against players with habits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

from ai.core import Agent
from games import catalog
from games.core import Decision, Player
from games.mind import Note
from tests.support.claims import READERS, faults
from tests.support.minds import Thought, thoughts

FEW: Final = 60
MANY: Final = 2000
AGENTS: Final = [(game, agent.id) for game in READERS for agent in catalog.agents(game)]


class Habitual(Agent):
    """A player with one habit, which its number chooses, and now and then a slip."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._own: list[int] = []

    def act(self, seat: int, view: Any, legal: Sequence[str], limit: Any) -> Decision:
        """Return the move of the habit, one in eight by lot."""
        n, last = len(self._own), self._own[-1] if self._own else 0
        habits = (
            1,
            last + 1,
            last - 1,
            (0, 2)[n % 2],
            (0, 0, 3, 1, 2)[n % 5],
            (1 if n < 20 else last + 1),
            (last + 1 + n * n % 3),
        )
        move = habits[self.number % len(habits)] % len(legal)
        if not self.rng.below(8):
            move = self.rng.below(len(legal))
        self._own.append(move)
        return Decision(list(legal)[move])


def other(game: str) -> Any:
    """The makers of the other side: habits, in the games in which somebody is read."""
    return (lambda number: _fresh(number)) if game in ("karate", "numbers") else None


def _fresh(number: int) -> Player:
    return Habitual(number)


def all_faults(game: str, agent: str, positions: int) -> list[str]:
    found: list[str] = []
    for rival in (None, other(game)):
        for thought in thoughts(game, agent, positions, other=rival):
            found += faults(thought)
    return found


@pytest.mark.parametrize(("game", "agent"), AGENTS)
def test_sentences_claim_what_is_so(game: str, agent: str) -> None:
    found = all_faults(game, agent, FEW)
    assert not found, (len(found), found[:5])


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "agent"), AGENTS)
def test_all_sentences_of_many_positions_claim_what_is_so(game: str, agent: str) -> None:
    found = all_faults(game, agent, MANY)
    assert not found, (len(found), found[:5])


@pytest.mark.parametrize(
    ("game", "agent", "false"),
    [
        ("numbers", "seed", "I expect 3: after 1, 1 you pressed it 77 times."),
        ("numbers", "mind", "I expect 3: you have pressed 3, 99 times in a row."),
        ("numbers", "mind", "I like you."),
        ("karate", "sensei", "I expect kick: you copy my last move (1 of 99 times)."),
        ("karate", "seed-argmax", "I expect kick: after kick, kick you did this 90 times."),
        ("ur", "greedy", "I play 1 to 15: it captures, which comes first for me."),
        ("ur", "perfect", "I pass: no piece of mine can move."),
        ("guess", "level1", "I guess 99: I think one step ahead of the middle, 50."),
        ("guess", "mind", "I expect the target near 99: people usually think so."),
    ],
)
def test_a_false_sentence_is_found(game: str, agent: str, false: str) -> None:
    thought: Thought = list(thoughts(game, agent, 12))[-1]
    mind = (Note(false), *thought.mind[1:])
    assert faults(thought._replace(decision=thought.decision._replace(mind=mind)))
