"""The first item of a mind is one plain sentence: every agent of every game, in many positions.

It has at most 15 words and no decimals, and says "I" (`games.mind.is_plain_sentence`).
"""

from __future__ import annotations

import re
from typing import Final

import pytest

from games import catalog
from games.mind import Mind, Note, is_plain_sentence, shown_first
from tests.support.minds import thoughts

FEW: Final = 8
"""Positions everyday, in as many matches as they need."""
MANY: Final = 2000
SPEAKS: Final = re.compile(r"\b(I|My|my|me|mine|I'm)\b")
AGENTS: Final = [(game, agent.id) for game in catalog.GAMES for agent in catalog.agents(game)]


def fault(mind: Mind) -> str:
    """What is wrong with the first item of a mind, "" for a plain sentence that says "I"."""
    if not mind:
        return "no mind"
    first = mind[0]
    if not isinstance(first, Note):
        return f"begins with {type(first).__name__}"
    if not is_plain_sentence(first.text):
        return f"not plain: {first.text!r}"
    return "" if SPEAKS.search(first.text) else f"nobody speaks: {first.text!r}"


def faults(game: str, agent: str, positions: int) -> list[str]:
    """Each fault of the minds of an agent, with its place."""
    told = ((fault(t.mind), t.place) for t in thoughts(game, agent, positions))
    return [f"{wrong} ({place})" for wrong, place in told if wrong]


@pytest.mark.parametrize(("game", "agent"), AGENTS)
def test_minds_begin_with_a_plain_sentence(game: str, agent: str) -> None:
    wrong = faults(game, agent, FEW)
    assert not wrong, wrong[:5]


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "agent"), AGENTS)
def test_all_minds_of_many_positions_begin_so(game: str, agent: str) -> None:
    wrong = faults(game, agent, MANY)
    assert not wrong, (len(wrong), wrong[:5])


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("I expect a kick: you kicked after each miss.", True),
        ("I want 5 points for 2 cards.", True),
        ("I want 5.5 points.", False),
        ("I want it. You do not.", False),
        ("I want it", False),
        ("I see 0.3 bits.", False),
        ("I want " + "very " * 13 + "much.", False),
        ("what do I want?", False),
    ],
)
def test_what_a_plain_sentence_is(text: str, plain: bool) -> None:
    assert is_plain_sentence(text) is plain


def test_a_sentence_and_one_picture_are_shown_first() -> None:
    note, picture = Note("I want it."), Note("And more. Much more.")
    assert shown_first((note,)) == 1
    assert shown_first((note, picture, picture)) == 1
    assert shown_first((picture, note)) == 0
    assert shown_first(()) == 0
