"""What was found hard to read is gone from what a person reads, and what replaced it stands.

A person reads the strings of the program that are no docstrings, and the help of the games. What a
programmer reads, the docstrings, is measured: its rates may only fall.
"""

from __future__ import annotations

import functools
import re

import pytest

from games.paths import ROOT
from tests.support.sources import SOURCES, facts
from tests.wording import NO_VERB, docstrings, habits, rates

GONE = (
    "Return leaves",
    "least guessed",
    "Somebody unseen",
    "How much it may use",
    "all moves alike, whatever",
    "Continues:",
    "How far it takes you to think",
    "What I read you by",
    "What it may still lose",
    "on the table, what the other side",
    "How often its sets held",
    "Open or close the mind",
    "no more than chance explains",
    "But for luck",
    "commonest triple",
    "I had written",
    "It read you",
    "both as shares of pure chance",
    "Bits saved against chance",
    "choices of both +",
    "Play again",
    "Stopped. Space",
    "Rank of each move",
    "with all that grew from it",
    "By up to",
    "Hidden one",
    "the hidden one",
    "Stay weight",
    "as good as 1",
    "nats of surprise",
    "nats a step",
    "You score one nat",
    "Weighs all the others",
    "Half a step on",
    "Half a step back, ",
    "Show the time of a frame",
    "New players start from others",
    "last good copy is used",
    "Every number of it",
    "4,600 years ago",
)
STANDS = (
    "How I read you",
    "What I still dare to stake",
    "Show or hide its mind",
    "Paused. Space plays on, . goes one step.",
    "Likes to stand still",
    "How determined",
    "Sensor range",
    "Half a step forward",
    "Half a step back",
    "Mutations",
    "Step size",
    "Trusts each of the other models as much as it has been right.",
    "Games won / played, with all descendants",
    "I wrote",
    "I read you",
)


JOINT = re.compile(r"[\"']\s+[a-z]?[\"']")
"""Where one string goes on in another."""


@functools.cache
def joined(source: str) -> str:
    """A source with each string in one piece."""
    return JOINT.sub("", source)


def spoken(words: str) -> list[str]:
    """All texts with these words that a person may read."""
    found = [text for text in helps() if words in text]
    for name, source in SOURCES.items():
        told = name != "main.py" and not name.startswith("ai/lab/")
        if told and words in joined(source):  # the tree of few has to be looked at
            found += [text for text in facts(source).texts if words in text]
    return found


@functools.cache
def helps() -> tuple[str, ...]:
    """The help of the games."""
    found: list[str] = []
    for path in sorted((ROOT / "games").rglob("help/*.md")):
        if "originals" not in path.name:  # those speak the language of what they report on
            found.append(path.read_text("utf-8").replace("\n", " "))
    return tuple(found)


@pytest.mark.parametrize("words", GONE)
def test_what_was_hard_to_read_is_gone(words: str) -> None:
    assert spoken(words) == []


@pytest.mark.parametrize("words", STANDS)
def test_the_better_words_stand(words: str) -> None:
    assert spoken(words)


AT_MOST = {"question": 0.15, "opening": 0.9, "pronoun": 0.5, "told": 0.45, "pointer": 0.4}
"""The rates of `tests.wording`: lower one when it has fallen, raise none. `python -m tests.wording`
lists the files with the most places.
"""


def test_docstrings_get_plainer() -> None:
    found = rates(docstrings())
    high = {name: rate for name, rate in found.items() if rate > AT_MOST[name]}
    assert high == {}, "see `python -m tests.wording`, and word what is new by plain words"
    slack = {name: rate for name, rate in found.items() if rate < AT_MOST[name] - 0.5}
    assert slack == {}, "lower AT_MOST to what is reached"


@pytest.mark.parametrize(
    "text", ["The score.", "A move.", "As a text.", "Cards are dealt.", "By seat."]
)
def test_an_opening_without_a_verb_is_seen(text: str) -> None:
    assert NO_VERB.match(text)
    assert not NO_VERB.match(f"Return {text}")


def test_each_habit_is_seen() -> None:
    assert habits("Return the score; a seat that has no move passes.") == {}
    assert habits("What somebody\n told everyone, so\n far as that of no one says.") == {
        "question": 1,
        "pronoun": 3,
        "told": 2,
        "pointer": 2,
    }
