"""What is said at a table of Set."""

from __future__ import annotations

from games.set.telling import button_words, give_up_words, what_to_do
from tests.support.set_tables import CASES, dealt


def test_giving_up_is_called_by_what_comes_of_it() -> None:
    state = dealt(CASES[0]["deck"])
    assert give_up_words(state, True)[0] == "Deal three"
    assert give_up_words(state, False)[0] == "Give up"
    assert give_up_words(state._replace(deck=0), True)[0] == "End the game"
    assert give_up_words(dealt(CASES[0]["deck"], none="call"), False) == ("No set", "")
    sprint = state._replace(terms=state.terms._replace(goal=10))
    assert give_up_words(sprint, True)[0] == "New table"


def test_buttons_are_one_persons_or_of_two() -> None:
    state = dealt(CASES[0]["deck"], none="call", call=3)
    actions = [action for _, action in button_words(state, False)]
    assert actions == ["set_call", "set_none", "set_hint", "set_letters"]
    pair = [action for _, action in button_words(state, False, True)]
    assert pair[:4] == ["left_set", "left_none", "right_set", "right_none"]


def test_the_first_line_says_what_to_do_and_watchers_are_told_what_they_see() -> None:
    state = dealt(CASES[0]["deck"])
    assert what_to_do(state, False, False).startswith("Mark three cards")
    assert "sealed" in what_to_do(state, True, False)
    assert "Mark" not in what_to_do(state, True, False)
    four = state._replace(terms=state.terms._replace(mode="ultraset", call=5))
    assert "Then mark them in 5 s" in what_to_do(four, False, False)
