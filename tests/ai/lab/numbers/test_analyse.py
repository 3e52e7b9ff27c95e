"""The sentence with the reason, as the analysis of Numbers gives it, for habits of people.

What fits a habit and what contradicts it is judged by the words alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from ai.lab.numbers.analyse import MODELS, serve

Habit = Callable[[str, random.Random], int]


def _noisy(share: float, habit: Callable[[str], int]) -> Habit:
    """A habit that is kept in so many of the presses."""
    return lambda keys, rng: habit(keys) if rng.random() < share else rng.randrange(4)


HABITS: dict[str, tuple[Habit, str, str]] = {
    "avoids repeats": (
        lambda keys, rng: rng.choice([key for key in range(4) if str(key) != keys[-1:]]),
        "avoid repeat|return to earlier keys|back and forth|go (up|down) the keys",
        "you repeat$|times in a row|repeat your last",
    ),
    "climbs": (
        _noisy(0.9, lambda keys: (int(keys[-1:] or 0) + 1) % 4),
        "up the keys one by one|you climb|go round: (0, 1, 2, 3|1, 2, 3, 0|2, 3, 0, 1|3, 0, 1, 2)",
        "down the keys|descend|times in a row|back and forth",
    ),
    "favours a key": (
        _noisy(0.75, lambda keys: 2),
        r"pressed 2|2, \d+ times in a row|favour some keys|repeat your last",
        "avoid repeating",
    ),
    "two in turn": (
        _noisy(0.97, lambda keys: (0, 3)[len(keys) % 2]),
        "back and forth between (0 and 3|3 and 0)|avoid repeat",
        "times in a row|up the keys|down the keys",
    ),
    "leaves no key alone for long": (
        _noisy(0.85, lambda keys: min(range(4), key=lambda key: keys.rfind(str(key)))),
        "left alone longest|return to earlier keys|avoid repeat|go round|up the keys one by one",
        "you repeat$|times in a row|stay with recent keys",
    ),
    "a pattern of five": (
        lambda keys, rng: (0, 2, 2, 1, 3)[len(keys) % 5],
        "go round: |come in patterns",
        "one by one|back and forth",
    ),
}


@pytest.mark.parametrize("name", HABITS)
def test_a_habit_is_told_as_the_reason(name: str) -> None:
    habit, fits, contradicts = HABITS[name]
    rng, keys, told = random.Random(8), "", []
    for number in range(40):
        if number >= 15 and number % 3 == 0:
            reply = serve({"op": "predict", "moves": keys, "mind": True})
            told.append(reply["mind"][0]["text"].rstrip("."))
        keys += str(habit(keys, rng))
    assert [text for text in told if re.search(contradicts, text)] == []
    assert sum(bool(re.search(fits, text)) for text in told) >= 0.8 * len(told), told


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("k", [2, 4, 10])
def test_every_model_opens_its_mind_over_any_alphabet(model: str, k: int) -> None:
    for moves in ("", "0", "0101010101010101"):
        plain = {"op": "predict", "k": k, "moves": moves, "model": model}
        reply = serve({**plain, "mind": True})
        note, bars = reply["mind"][:2]
        assert note["item"] == "note"
        assert bars["labels"] == tuple(str(key) for key in range(k))
        assert reply["probabilities"][-1] == pytest.approx(bars["values"])
        assert serve(plain) == {"probabilities": reply["probabilities"]}


def test_the_other_side_is_part_of_the_reason() -> None:
    other = "1202102210012021"
    request = {"op": "predict", "k": 3, "moves": "0" + other[:-1], "opponent": other, "mind": True}
    assert "you copy my last key" in serve(request)["mind"][0]["text"]
