"""The spoken words of Guess 2/3: a round as two lines, places, and numbers to name."""

from __future__ import annotations

import itertools

import pytest

from games.core import CHANCE, Event
from games.guess import MULTIPLIERS, SPEC
from games.guess.rules.game import GAME, State
from games.guess.spoken import SPEECH
from games.shell.access.speech import ELEMENT_WORDS, LINE_WORDS, TableSight


def after_rounds(*rounds: tuple[int, int], **options: object) -> tuple[State, tuple[Event, ...]]:
    state, events = GAME.new(SPEC.params(options)), ()
    for lot in itertools.count():
        if GAME.to_act(state) != (CHANCE,):
            break
        state, _ = GAME.apply(state, {CHANCE: f"lot-{lot}"})
    for own, other in rounds:
        state, events = GAME.apply(state, {0: str(own), 1: str(other)})
    return state, events


def sight(state: State, events: tuple[Event, ...] = (), own: int = 0) -> TableSight:
    view, legal = GAME.view(state, own), GAME.legal(state, own)
    names = ("You", "Trend") if own == 0 else ("Trend", "You")
    return TableSight({}, view, own, own, names, legal, 1, events, state.over)


@pytest.mark.parametrize("own", [0, 1])
def test_a_round_is_told_from_the_side_of_the_person(own: int) -> None:
    state, events = after_rounds((30, 60), size=2)
    first, second = SPEECH.events(sight(state, events, own))
    numbers = (30, 60)
    told = f"Trend named {numbers[1 - own]}. You named {numbers[own]}."
    assert first == f"Round 1. {told} The target was 30.0."
    assert second.endswith("1 to 0." if own == 0 else "0 to 1.")


@pytest.mark.parametrize("multiplier", MULTIPLIERS)
def test_choices_are_the_steps_from_the_last_average(multiplier: str) -> None:
    state, _ = after_rounds((100, 50), size=2, multiplier=multiplier)
    numbers = [int(choice.move) for choice in SPEECH.choices(sight(state))]
    factor = state.terms.factor
    assert numbers == [round(75 * factor**steps) for steps in range(5)]


def test_the_elements_have_the_last_numbers_and_both_places() -> None:
    state, events = after_rounds((20, 33), size=24)
    rows = SPEECH.elements(sight(state, events))
    told = {node.name.partition(":")[0]: node for node in rows}
    assert told["Last target"].name == f"Last target: {state.told.target:.1f}" if state.told else ""
    assert told["You"].name.startswith("You: 20, place ")
    spread = next(node for node in rows if node.name.startswith("Half of all named"))
    assert [int(each) for each in spread.value.split(", ")] == sorted(events[0].data["guesses"])
    assert all(len(node.name.split()) <= ELEMENT_WORDS for node in rows)


def test_the_last_round_says_who_won() -> None:
    state, events = after_rounds(*[(30, 60)] * 5, size=2, rounds=5)
    lines = SPEECH.events(sight(state, events))
    assert lines[-1] == SPEECH.standing(sight(state)) == "You won: 5 to 0."
    assert all(len(line.split()) <= LINE_WORDS for line in lines)
    assert SPEECH.choices(sight(state)) == []
