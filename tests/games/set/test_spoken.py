"""The spoken words of Set: cards by row and column, and no set before it was claimed."""

from __future__ import annotations

import pytest

from games.core import Event
from games.set import MODES, SPEC
from games.set.drawing import words
from games.set.rules.cards import NUMBERS
from games.set.rules.claims import Claim, right_claims
from games.set.rules.game import GAME
from games.set.rules.state import FREE, State
from games.set.spoken import SPEECH, spot
from games.shell.access.speech import LINE_WORDS, TableSight
from games.streams import Stream
from tests.support.hands import Rig
from tests.support.set_scene import opened
from tests.support.set_tables import drawn, some_move


def sight(state: State, events: tuple[Event, ...] = ()) -> TableSight:
    legal = GAME.legal(state, 0)
    return TableSight({}, state, 0, 0, ("You", "Steady"), legal, 1, events, state.over)


def dealt(seed: int = 1, **options: object) -> State:
    return drawn(GAME.new(SPEC.params(options)), Stream.named(seed, "spoken"))


def test_each_card_is_named_by_its_row_and_column() -> None:
    state = dealt()
    names = [node.name for node in SPEECH.elements(sight(state))]
    assert len(names) == sum(card != FREE for card in state.table)
    assert names[0] == f"Row 1, column 1: {words(state.table[0])}"
    assert names[4] == f"Row 2, column 2: {words(state.table[4])}"


@pytest.mark.parametrize("mode", MODES)
def test_a_race_of_any_mode_is_told_in_short_lines(mode: str) -> None:
    rng = Stream.named(3, mode)
    state, told = dealt(3, mode=mode, call=3, none="call"), 0
    while not state.over and told < 40:
        moves = {seat: some_move(state, seat, rng) for seat in (0, 1)}
        state, events = GAME.apply(state, moves)
        lines = SPEECH.events(sight(state, events))
        assert lines
        assert all(len(line.split()) <= LINE_WORDS for line in lines), lines
        state, told = drawn(state, rng), told + 1


def test_a_set_is_told_with_its_cards_and_the_score() -> None:
    state = dealt()
    cards = right_claims(state)[0]
    after, events = GAME.apply(state, {0: Claim(1500, cards).text(), 1: "wait"})
    first, second = SPEECH.events(sight(after, events))[:2]
    assert first == f"You took a set at 1.5 s: {', '.join(map(words, cards))}."
    assert second.endswith("1 to 0.")


def test_the_choices_do_not_give_a_set_away() -> None:
    state = dealt()
    (only,) = SPEECH.choices(sight(state))
    assert only.move == "wait"
    assert not any(name in only.brings for name in NUMBERS)


def test_a_press_of_a_card_marks_it(rig: Rig) -> None:
    scene = opened(rig)
    scene.voice.press_spot(spot(4))
    assert scene.acts.marking.marked == [4]
