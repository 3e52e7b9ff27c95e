"""What of a game of Ur is seen, and the cursor among the moves."""

from __future__ import annotations

import pytest

from games.core import Seating
from games.mind import Bars, Note
from games.session.setup import Setup
from games.ur.looks import Cursor, Looks, learning, square_values

MOVES = ("0", "4", "9")


def seated_by(*seats: str, **more: bool) -> Setup:
    return Setup("ur", tuple(map(Seating, seats)), {"rules": "finkel", "pieces": 2}, 1, **more)


def test_squares_and_trays_are_named_unless_chosen_otherwise() -> None:
    placed: list[bool] = []
    looks, game = Looks(lambda: placed.append(True)), seated_by("human", "greedy")
    replayed = seated_by("human", "greedy", demo=True, replay=True)
    assert looks.shows_names(game)
    assert not looks.shows_names(seated_by("human", "greedy", demo=True))
    for looks.panel in (True, False):
        assert looks.ends(game), "also where the mind is closed"
    assert looks.ends(replayed)
    assert placed == []
    looks.set_names(False)
    assert placed == [True]
    assert not looks.shows_names(game)
    assert not looks.ends(replayed)
    looks.set_names(True)
    assert looks.ends(game)
    assert looks.ends(seated_by("learner", "greedy"))
    assert not learning(game)


def test_square_values_lie_on_the_board_while_a_learner_is_open() -> None:
    looks = Looks(lambda: None)
    assert not looks.shows_values("learner")
    looks.panel = True
    assert looks.shows_values("learner+")
    assert not looks.shows_values("greedy")
    looks.toggle_values("greedy")
    assert looks.shows_values("greedy")
    labels = tuple(map(str, range(16)))
    values = tuple(map(float, range(16)))
    mind = (Note("."), Bars("few", labels[:3], values[:3]), Bars("all", labels, values))
    assert square_values(mind, "finkel") == values
    assert square_values(mind, "masters") is None


@pytest.mark.parametrize(("by", "places"), [(1, [0, 1, 2, 0]), (-1, [2, 1, 0, 2])])
def test_the_cursor_goes_around(by: int, places: list[int]) -> None:
    cursor, found = Cursor(), []
    assert cursor.confirmed_move(MOVES) is None
    assert cursor.confirmed_move(MOVES[:1]) == "0"
    for _ in range(4):
        cursor.go(by, MOVES)
        found.append(cursor.at)
    assert found == places
    assert cursor.confirmed_move(MOVES) == MOVES[places[-1]]
    assert cursor.focus("9", MOVES) == 2
    assert cursor.focus(None, MOVES) == places[-1]
    assert cursor.numbered_move(1, "keys", MOVES) == "4"
    assert cursor.numbered_move(0, "gamepad", MOVES) == MOVES[places[-1]]
    assert cursor.numbered_move(3, "keys", MOVES) is None
