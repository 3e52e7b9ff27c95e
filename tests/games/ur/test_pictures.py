"""The pictures of Ur's rules show what the help says of them, by the rules."""

from __future__ import annotations

from games.core import CHANCE
from games.shell.draw.theme import Theme
from games.ur.pictures import LESSONS, Board
from games.ur.rules import GAME, LIGHT, NOT_ROLLED, State


def after(name: str) -> State:
    """The position at the end of a lesson."""
    return Board(Theme(reduced_motion=True), LESSONS[name]).state


def test_a_capture_sends_the_other_home_and_a_rosette_throws_again() -> None:
    captured = after("capture")
    assert captured.squares(0) == (9,)
    assert captured.squares(1) == ()
    assert captured.turn != LIGHT
    lesson = LESSONS["rosette"]
    first, second = lesson.turns
    state = lesson.start()
    for moves in ({CHANCE: str(first[0])}, {LIGHT: first[1]}):
        state, _ = GAME.apply(state, moves)
    assert (state.turn, state.roll) == (LIGHT, NOT_ROLLED)
    assert state.squares(0) == (4, 5)
    assert after("rosette").turn != LIGHT
    assert second[1] == "5"


def test_on_the_rosette_in_the_middle_nobody_lands_and_the_exact_roll_leaves() -> None:
    lesson = LESSONS["safe"]
    rolled, _ = GAME.apply(lesson.start(), {CHANCE: "3"})
    assert lesson.light == (5,)
    assert lesson.dark == (8,)
    assert "5" not in rolled.moves
    assert after("safe").squares(1) == (8,)
    assert after("off").off(0) == 1
    wrong, _ = GAME.apply(LESSONS["off"].start(), {CHANCE: "3"})
    assert "13" not in wrong.moves


def test_a_lesson_is_played_over_and_over() -> None:
    board = Board(Theme(), LESSONS["capture"])
    seen = []
    for _ in range(160):
        board.update(0.1)
        seen.append(board.arrived.squares(1))
    assert seen[0] == (9,)
    assert () in seen
    assert (9,) in seen[seen.index(()) :]
