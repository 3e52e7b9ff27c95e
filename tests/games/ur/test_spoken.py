"""The words of Ur: squares by track, moves by the viewer's numbers, and the danger of a move."""

from __future__ import annotations

import pytest

from games.core import CHANCE
from games.shell.access.node import Node
from games.shell.access.speech import TableSight
from games.ur.rules import GAME, State, from_line
from games.ur.spoken import SPEECH

NAMES = ("Ada", "Greedy")


def sight(state: State, own: int | None = 0, last: tuple[object, ...] = ()) -> TableSight:
    legal = GAME.legal(state, state.turn) if state.turn == own and state.moves else ()
    over = not state.acting
    return TableSight({}, state, own, own, NAMES, legal, 0, last, over)  # type: ignore[arg-type]


def told_of(line: str, move: str, own: int | None = 0) -> list[str]:
    state = from_line(line)
    after, events = GAME.apply(state, {state.acting[0]: move})
    return SPEECH.events(sight(after, own, events))


def stop(state: State, name: str) -> Node:
    nodes = (node for top in SPEECH.elements(sight(state)) for node in top.walk())
    return next(node for node in nodes if node.name.startswith(name))


@pytest.mark.parametrize(
    ("line", "move", "told"),
    [
        ("light off 0 / dark off 0 / light 3", "0", "You moved from the start to square 3."),
        (
            "light 2 off 0 / dark off 0 / light 2",
            "2",
            "You moved from square 2 to square 4, a rosette, and roll again.",
        ),
        (
            "light 6 off 0 / dark 4 off 0 / dark 2",
            "4",
            "Greedy moved from its square 4 to square 6 and captured your piece.",
        ),
        (
            "light 14 off 1 / dark off 0 / light 1",
            "14",
            "You moved from square 14 off the board: 2 of 7 off.",
        ),
        ("light off 0 / dark off 0 / dark 0", "pass", "Greedy had no move: the turn passes."),
    ],
)
def test_a_move_is_one_sentence(line: str, move: str, told: str) -> None:
    assert told_of(f"finkel 7 / {line}", move) == [told]


def test_shared_squares_have_the_viewers_numbers() -> None:
    """On the path of Masters light's square 12 is dark's square 16."""
    line = "masters 7 / light 12 off 0 / dark 14 off 0 / dark 2"
    told = ["Greedy moved from square 14 to square 12, a rosette, and captured your piece"]
    assert told_of(line, "14") == [f"{told[0]} and rolls again."]
    told = ["You moved from square 14 to square 16, a rosette, and captured Ada's piece"]
    assert told_of(line, "14", own=1) == [f"{told[0]} and roll again."]


def test_a_throw_and_the_end_are_spoken() -> None:
    state = from_line("finkel 2 / light 14 off 1 / dark 3 off 1 / light")
    after, events = GAME.apply(state, {CHANCE: "1"})
    assert SPEECH.events(sight(after, 0, events)) == ["You rolled 1."]
    over, events = GAME.apply(after, {0: "14"})
    told = SPEECH.events(sight(over, 0, events))
    assert told[-1] == SPEECH.standing(sight(over)) == "You won: 2 pieces off to 1."
    assert SPEECH.events(sight(over, None, events))[-1] == "Ada won: 2 pieces off to 1."


def test_squares_say_what_stands_there_and_can_be_pressed() -> None:
    state = from_line("finkel 7 / light 2 7 off 0 / dark 8 10 off 2 / light 3")
    assert stop(state, "Square 7").name == "Square 7, shared: your piece"
    assert stop(state, "Square 8").name == "Square 8, rosette, shared, safe: Greedy's piece"
    assert stop(state, "Square 7").press == "7"
    assert stop(state, "Square 8").press == ""
    assert stop(state, "Start").press == "0"
    own, rival = SPEECH.elements(sight(state))[1:]
    assert [own.name, len(own.children)] == ["Your way", 16]
    assert [rival.name, len(rival.children)] == ["Greedy's own squares", 8]


def test_choices_say_captures_rosettes_and_dangers() -> None:
    state = from_line("finkel 7 / light 2 7 off 0 / dark 8 10 off 2 / light 3")
    told = {choice.name: choice.brings for choice in SPEECH.choices(sight(state))}
    assert told["From square 7 to square 10"] == (
        "captures Greedy's piece, captured by 6 of 16 throws"
    )
    assert told["From the start to square 3"] == ""
    state = from_line("finkel 7 / light 2 off 0 / dark off 0 / light 2")
    told = {choice.name: choice.brings for choice in SPEECH.choices(sight(state))}
    assert told["From square 2 to square 4"] == "you roll again"
