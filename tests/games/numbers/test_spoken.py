"""The words of Numbers: keys, guesses, and the share of hits."""

from __future__ import annotations

from games.numbers.rules import GAME, State
from games.numbers.spoken import SPEECH
from games.shell.access.speech import TableSight
from tests.support.spoken import sights

NAMES = ("You", "Reader")


def after(state: State, key: str, guess: str) -> TableSight:
    state, events = GAME.apply(state, {0: key, 1: guess})
    over = not GAME.to_act(state)
    legal = () if over else GAME.legal(state, 0)
    return TableSight({}, state, 0, 0, NAMES, legal, state.pressed, events, over)


def test_a_key_is_spoken_with_the_opened_guess() -> None:
    start = State(60, 5, 2)
    assert SPEECH.events(after(start, "3", "1")) == ["You pressed 3. Reader had guessed 1: a miss."]
    assert SPEECH.events(after(start, "3", "3")) == ["You pressed 3. Reader had guessed it: a hit."]
    assert SPEECH.standing(after(start, "3", "3")) == (
        "Key 7 of 60. Reader has guessed 3 of 6 keys, 50%. Chance guesses 25%."
    )


def test_a_row_and_the_last_key_end_with_the_count() -> None:
    assert SPEECH.events(after(State(60, 19, 9), "1", "1"))[1:] == [
        "So far Reader has guessed 10 of 20 keys, 50%. Chance guesses 25%."
    ]
    told = {hits: SPEECH.events(after(State(60, 59, hits), "1", "2"))[-1] for hits in (2, 15, 40)}
    assert told[2] == "Reader guessed 2 of 60 keys, 3%: below chance."
    assert told[15] == "Reader guessed 15 of 60 keys, 25%: within chance."
    assert told[40] == "Reader guessed 40 of 60 keys, 67%: above chance."


def test_keys_can_be_pressed_until_the_match_is_over() -> None:
    first, *_, last = sights("numbers")
    for at, pressed in ((first, ["1", "2", "3", "4", ""]), (last, [""] * 5)):
        assert [node.press for node in SPEECH.elements(at)] == pressed


def test_choices_are_the_four_keys() -> None:
    at = after(State(60, 5, 2), "3", "1")
    assert [choice.move for choice in SPEECH.choices(at)] == ["1", "2", "3", "4"]
    assert SPEECH.choices(at)[2].brings == "a hit for Reader if it guessed 3, else a miss"
