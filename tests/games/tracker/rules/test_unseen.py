"""What all games in the maze share: who is told what, where the ghost starts, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import CHANCE, WATCHERS, IllegalMove
from games.streams import Stream
from games.tracker import SPEC
from games.tracker.rules import WalkGame
from games.tracker.rules.hide import HideGame
from games.tracker.rules.hunt import HuntGame
from games.tracker.rules.seek import SeekGame
from games.tracker.rules.unseen import READING, WALKING, UnseenGame, UnseenState

HALL = "#########\n#       #\n# # # # #\n#       #\n#########\n"
RULES: dict[str, UnseenGame[Any]] = {
    "watch": WalkGame(),
    "hide": HideGame(),
    "seek": SeekGame(),
    "hunt": HuntGame(),
}
HEARERS = {"watch": (0, WATCHERS), "hide": None, "seek": None, "hunt": (0, 1, WATCHERS)}
AFTER = {"watch": WALKING, "hide": "answer", "seek": WALKING, "hunt": "chase"}
every_game = pytest.mark.parametrize("play", RULES)


def begun(play: str, **options: Any) -> UnseenState:
    """The first state in which the ghost is to walk."""
    given = {"play": play, "layout": HALL, "start": "known", "sight": 0, "noise": 1, "sensors": 2}
    rules = RULES[play]
    state: UnseenState = rules.new(SPEC.params({**given, **options}))
    while rules.to_act(state) == (CHANCE,):
        state, _ = rules.apply(state, {CHANCE: rules.chance(state)[-1][0]})
    return state


@every_game
def test_the_ghost_alone_is_told_where_it_goes_and_the_readings_go_to_who_may_hear(
    play: str,
) -> None:
    rules, state = RULES[play], begun(play)
    walked, events = rules.apply(state, {rules.ghost: "left"})
    assert [(event.kind, event.audience) for event in events] == [("move", (rules.ghost,))]
    assert events[0].data == {"step": 1, "from": state.cell, "to": walked.cell}
    assert (walked.step, walked.phase) == (1, READING)
    first, events = rules.apply(walked, {CHANCE: rules.chance(walked)[0][0]})
    assert (events, len(first.readings)) == ((), 1)
    heard, events = rules.apply(first, {CHANCE: rules.chance(first)[0][0]})
    assert [(event.kind, event.audience) for event in events] == [("reading", HEARERS[play])]
    assert len(events[0].data["readings"]) == 2
    assert (heard.readings, heard.phase) == ((), AFTER[play])


@every_game
def test_an_unknown_start_is_drawn_and_told_to_the_ghost(play: str) -> None:
    rules = RULES[play]
    params = SPEC.params({"play": play, "layout": HALL, "start": "unknown", "sight": 0})
    state = rules.new(params)
    assert (state.cell, state.placed) == (-1, False)
    cells = [int(outcome.removeprefix("cell")) for outcome, _ in rules.chance(state)]
    assert len(cells) > 10
    put, events = rules.apply(state, {CHANCE: f"cell{cells[-1]}"})
    assert put.cell == cells[-1]
    assert [(event.kind, event.audience) for event in events] == [("start", (rules.ghost,))]


@every_game
def test_what_cannot_be_done_is_refused_in_a_sentence(play: str) -> None:
    rules, state = RULES[play], begun(play)
    with pytest.raises(IllegalMove, match="'up' is not possible here; possible are down, left"):
        rules.apply(state, {rules.ghost: "up"})
    with pytest.raises(IllegalMove, match="are to act"):
        rules.apply(state, {CHANCE: "3"})
    assert rules.legal(state, CHANCE) == ()


@pytest.mark.parametrize("play", ["hide", "seek", "hunt"])
def test_a_ghost_is_imagined_anywhere_for_who_does_not_see_it(play: str) -> None:
    rules, state = RULES[play], begun(play)
    other = next(seat for seat in range(3) if seat != rules.ghost)
    view = rules.view(state, other)
    assert view.cell == -1
    imagined = {
        rules.imagine(view, other, Stream.named(number, "imagine")).cell for number in range(20)
    }
    assert len(imagined) > 5
    assert rules.imagine(state, rules.ghost, Stream.named(1, "imagine")) == state
