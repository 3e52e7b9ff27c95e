"""What is said at a table of Set."""

from __future__ import annotations

from games.mind import Bell, Note
from games.set.rules.cards import NUMBERS
from games.set.words import (
    button_words,
    clock_words,
    give_up_words,
    hint_words,
    what_to_do,
    why_right,
    why_wrong,
    with_time,
)
from tests.support.set_tables import CASES, dealt


def test_a_broken_claim_is_told_in_plain_words() -> None:
    def told(*names: str) -> str:
        return why_wrong([NUMBERS[name] for name in names])

    assert told("2000", "2000", "0000") == "The colour breaks it: two are amber, one is indigo."
    assert told("0100", "0000", "0100") == "The shape breaks it: two are waves, one is an oval."
    assert told("0200", "0100", "0200") == "The shape breaks it: two are diamonds, one is a wave."
    assert told("0010", "0000", "0010") == "The shading breaks it: two are striped, one is solid."
    assert told("0001", "0002", "0001") == "The number breaks it: two have two, one has three."
    assert told("0000", "1100", "1100").endswith("one is indigo. So does shape.")
    assert told("2000", "2111", "0111").endswith("So do shape, shading and number.")
    assert told("0000", "0001", "0002") == "That is a set, but not one that counts here."


def test_a_hint_says_how_to_go_on_and_at_last_why() -> None:
    cards = [NUMBERS[name] for name in ("0000", "0001", "0002", "0100")]
    assert hint_words(cards[:1], 3) == "A set has this card: look for the other two."
    assert "goes with these" in hint_words(cards[:2], 3)
    assert hint_words(cards[:3], 3).endswith("different: number.")
    assert hint_words(cards[:2], 4) == "A set has these cards: look for the other two."
    assert hint_words(cards[:1], 4).endswith("the other three.")
    assert "two pairs" in hint_words(cards, 4)


def test_giving_up_is_called_by_what_comes_of_it() -> None:
    state = dealt(CASES[0]["deck"])
    assert give_up_words(state, True)[0] == "Deal three"
    assert give_up_words(state, False)[0] == "Pass this table"
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


def test_a_curve_says_when_a_person_claimed() -> None:
    bell = Bell("times", (0.0, 1.0), 0.0, 9.0, 4.0, (("9 s", 9.0),), "Sealed.")
    mind = (Note("x"), bell)
    (_, shown) = with_time(mind, {"seat": 0, "ms": 2500}, (0,))
    assert isinstance(shown, Bell)
    assert shown.marks[0] == ("you", 2.5)
    assert shown.sentence == "You claimed at 2.5 s. Sealed."
    assert with_time(mind, {"seat": 1, "ms": 2500}, (0,)) == mind
    assert with_time(mind, {"seat": None, "ms": None}, (0,)) == mind


def test_times_are_told_in_tenths() -> None:
    assert [clock_words(ms) for ms in (0, 59_940, 59_960, 83_400)] == [
        "0.0 s",
        "59.9 s",
        "1:00.0",
        "1:23.4",
    ]


def test_why_three_cards_are_a_set_is_said_in_few_words() -> None:
    def why(*names: str) -> str:
        return why_right([NUMBERS[name] for name in names])

    assert why("0000", "0111", "0222") == "same: colour · different: shape, shading, number"
    assert why("0000", "1111", "2222") == "different: colour, shape, shading, number"
