"""Seeking on the screen: only readings are drawn before the marks, and all of it after."""

from __future__ import annotations

import pygame
import pytest

from games.shell.app import App
from games.shell.pages.result import ResultPage
from games.tracker.chase.seeking import KEY, SeekScene, moves
from games.tracker.rules.seek import HOPS, ROUNDS
from tests.support.hands import click, give, key
from tests.support.maze_games import opened, rest
from tests.support.words import Words


def seeking(app: App) -> SeekScene:
    table = opened(app, "seek")
    assert isinstance(table, SeekScene)
    return table


def test_nothing_but_readings_is_known_before_the_marks(app: App) -> None:
    table = seeking(app)
    assert table.marking
    assert len(table.heard) == HOPS
    assert table.belief is None
    assert "ghost" not in table.spots
    assert table.seen.cell == -1


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_the_first_round_tells_what_its_marks_mean(
    app: App, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    give(app, pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
    table, words = seeking(app), Words(app, monkeypatch)
    words.look()
    told = {word.text: word.cut for word in words.seen}
    assert [told.get(line) for _, line in KEY] == [False] * len(KEY)
    click(app, *table.board.centre(table.course.cells[7]))
    words.look()
    assert not {word.text for word in words.seen} & {line for _, line in KEY}


def test_a_click_marks_and_the_round_opens(app: App) -> None:
    table = seeking(app)
    cell = 7
    click(app, *table.board.centre(table.course.cells[cell]))
    assert table.opened is not None
    assert table.opened.data["marks"][0] == cell
    assert table.belief is not None
    assert len(table.rounds) == 1
    app.draw()
    assert table.busy
    assert "Space" in table.head()[1]
    key(app, pygame.K_SPACE)
    rest(app, table)
    assert table.opened is None
    assert len(table.heard) == HOPS


def test_the_cursor_goes_over_walls_and_confirm_marks(app: App) -> None:
    table = seeking(app)
    table.cursor = table.course.cells.index((1, 1))
    for code, want in ((pygame.K_DOWN, (1, 2)), (pygame.K_UP, (1, 1)), (pygame.K_LEFT, (1, 1))):
        key(app, code)
        x, y = table.course.cells[table.cursor]
        assert x == 1
        assert (y >= 2) == (want[1] == 2)
    key(app, pygame.K_RIGHT)
    assert table.course.cells[table.cursor][0] > 1
    key(app, pygame.K_RETURN)
    assert table.opened is not None
    assert table.opened.data["marks"][0] == table.state.course.cells.index(
        table.course.cells[table.opened.data["marks"][0]]
    )


def test_ten_rounds_are_compared_and_recorded(app: App) -> None:
    table = seeking(app)
    for number in range(ROUNDS):
        rest(app, table)
        assert len(table.rounds) == number
        key(app, pygame.K_RETURN)
        table.skip()
    assert not rest(app, table)
    assert isinstance(app.top, ResultPage)
    own, other = table.state.closer
    assert table.outcome == ("won" if own > other else "lost" if other > own else "drawn")
    assert table.report().headline == f"Closer than Drifter in {own} of 10"
    profile = app.profile
    assert profile is not None
    record = app.library.statistics(profile.id).of("tracker")[0]
    assert (record.agent, getattr(record, table.outcome)) == ("drifter", 1)


def test_moves_in_words() -> None:
    assert [moves(count) for count in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]
