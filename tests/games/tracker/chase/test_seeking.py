"""Seeking on the screen: only readings are drawn before the marks, and all of it after."""

from __future__ import annotations

import pygame
import pytest

from games.measured import rows as figures
from games.shell.app import App
from games.shell.draw.canvas import Canvas, Point
from games.shell.draw.theme import SEAT_COLOURS, SEAT_MARKS, Colour
from games.shell.opening import continue_match, ensure_profile, saved_match
from games.shell.pages.result import ResultPage
from games.shell.pages.setup import SetupPage
from games.tracker.chase.seeking import POINT_FIRST, SeekScene, moves
from games.tracker.rules.seek import HOPS, RIVAL, ROUNDS, SEEKER
from tests.support.hands import click, give, key, wait
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
def test_what_is_heard_stands_in_a_sentence_on_the_floor_and_below_the_maze(
    app: App, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    give(app, pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
    table, words = seeking(app), Words(app, monkeypatch)
    words.look()
    told = {word.text: word.cut for word in words.seen}
    _, asked, heard = table.head()
    assert told[asked] is told[heard] is False
    reading = table.heard[-1][0]
    assert f"{reading.z} cells away, give or take 6" in heard
    assert {str(readings[0].z) for readings in table.heard} <= set(told)
    course = table.course
    far = {
        cell: abs(x - reading.observer[0]) + abs(y - reading.observer[1])
        for cell, (x, y) in enumerate(course.cells)
    }
    assert reading.z is not None
    fitting = {c for c, d in far.items() if d > course.sight and abs(d - reading.z) <= 6}
    assert table.floor == fitting
    assert table.unseen.cells < table.floor


def test_an_opened_round_shows_the_way_and_says_what_was_ruled_out(app: App) -> None:
    table = seeking(app)
    started, possible = table.known, table.unseen.cells
    outside = next(cell for cell in range(len(table.course.cells)) if cell not in possible)
    click(app, *table.board.centre(table.course.cells[outside]))
    assert table.ruled_out
    assert "ruled out" in table.head()[2]
    truth = table.opened.data["cell"] if table.opened is not None else -1
    assert (table.trail[0], table.trail[-1], len(table.trail)) == (started, truth, HOPS + 1)
    assert truth in possible
    pairs = zip(table.trail, table.trail[1:], strict=False)
    assert all(there in table.course.ways[here] for here, there in pairs)
    wait(app, 2.0)
    key(app, pygame.K_SPACE)
    rest(app, table)
    click(app, *table.board.centre(table.course.cells[min(table.unseen.cells)]))
    assert not table.ruled_out
    assert "dotted line" in table.head()[2]


def test_the_cursor_follows_the_mouse_over_the_maze(app: App) -> None:
    table = seeking(app)
    x, y = table.board.centre(table.course.cells[11])
    give(app, pygame.MOUSEMOTION, pos=(app.canvas.x(x), app.canvas.y(y)), rel=(1, 1), buttons=())
    assert table.cursor == 11
    assert table.opened is None


def test_a_click_marks_and_the_round_opens(app: App) -> None:
    table = seeking(app)
    cell = 7
    click(app, *table.board.centre(table.course.cells[cell]))
    assert table.opened is not None
    assert table.opened.data["marks"][0] == cell
    assert table.belief is not None
    assert len(table.rounds) == 1
    assert table.mind_view.caption == ""
    app.draw()
    assert table.busy
    assert "Space" in table.head()[2]
    key(app, pygame.K_SPACE)
    rest(app, table)
    assert table.opened is None
    assert len(table.heard) == HOPS
    assert table.mind_view.caption == "As it was in round 1"  # nobody has thought of this one yet


def test_a_match_that_is_continued_has_no_mind_and_dates_none(app: App) -> None:
    ensure_profile(app)
    table = seeking(app)
    click(app, *table.board.centre(table.course.cells[7]))
    key(app, pygame.K_SPACE)
    rest(app, table)
    table.session.save()
    app.pop()
    kept = saved_match(app, "tracker")
    assert kept is not None
    again = continue_match(app, kept)
    assert isinstance(again, SeekScene)
    app.push(again)
    rest(app, again)
    assert len(again.rounds) == 1
    assert again.mind_view.mind == ()
    assert again.mind_view.caption == ""


def test_both_marks_have_the_colours_of_their_seats_as_in_the_mind(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seeking(app)
    click(app, *table.board.centre(table.course.cells[7]))
    assert table.opened is not None
    shown: list[tuple[str, object]] = []
    plain = Canvas.icon

    def heard(
        canvas: Canvas, name: str, place: Point, size: float, colour: str | Colour = "paper"
    ) -> None:
        shown.append((name, colour))
        plain(canvas, name, place, size, colour)

    monkeypatch.setattr(Canvas, "icon", heard)
    table.draw(app.canvas)
    assert ("seat-disc", SEAT_COLOURS[SEEKER]) in shown
    assert (SEAT_MARKS[RIVAL], SEAT_COLOURS[RIVAL]) in shown
    assert table.mind_view.owner == SEAT_COLOURS[RIVAL]


def test_the_cursor_goes_over_walls_and_confirm_marks(app: App) -> None:
    table = seeking(app)
    key(app, pygame.K_DOWN)
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


def test_one_space_too_many_in_the_guide_marks_nothing(app: App) -> None:
    table = seeking(app)
    table.start_guide()
    assert table.cursor == table.known
    while table.explaining or table.guide.stop is None:  # until it is the player's turn
        key(app, pygame.K_SPACE)
        wait(app, 0.5)
    key(app, pygame.K_SPACE)
    assert table.opened is None
    key(app, pygame.K_DOWN)
    key(app, pygame.K_RETURN)
    assert table.opened is not None


@pytest.mark.parametrize("code", [pygame.K_SPACE, pygame.K_RETURN])
def test_no_key_marks_before_the_cursor_was_moved_in_the_round(app: App, code: int) -> None:
    """Who pressed only Space marked the place where the ghost set out, and won with it."""
    table = seeking(app)
    for number in range(2):
        rest(app, table)
        assert table.marking
        for _ in range(3):
            key(app, code)
            wait(app, 0.2)
        assert (len(table.rounds), table.opened) == (number, None)
        assert POINT_FIRST in app.toasts.texts
        key(app, pygame.K_DOWN)
        key(app, code)
        assert len(table.rounds) == number + 1
        table.skip()
        app.toasts.leave_scene()


@pytest.mark.parametrize("wall", [True, False])
def test_a_click_on_a_wall_or_beside_the_maze_says_what_to_do(app: App, wall: bool) -> None:
    table = seeking(app)
    x, y = table.board.centre((0, 0)) if wall else (table.board.box[0] - 9, table.board.box[1])
    assert table.board.at(x, y) is None
    click(app, x, y)
    assert table.opened is None
    assert POINT_FIRST in app.toasts.texts


def test_a_mouse_over_the_maze_is_a_move_of_the_cursor(app: App) -> None:
    table = seeking(app)
    x, y = table.board.centre(table.course.cells[11])
    give(app, pygame.MOUSEMOTION, pos=(app.canvas.x(x), app.canvas.y(y)), rel=(1, 1), buttons=())
    key(app, pygame.K_RETURN)
    assert table.opened is not None
    assert table.opened.data["marks"][0] == 11


def test_standing_on_the_start_loses_to_the_gentlest_rival_that_is_offered(app: App) -> None:
    """By 200 mazes for each ghost, as the command of that measurement has them."""
    page = SetupPage(app, "tracker", None)
    offered = [agent.id for agent in page.choices.for_seat(RIVAL)]
    assert offered[0] == page.choices.seats[RIVAL] == "drifter"
    found = figures("tracker", play="seek", seeker="standing")
    assert {row["ghost"] for row in found} >= {"random", "explorer", "evader", "food", "patroller"}
    for row in found:
        assert row["agent"] == offered[0]
        assert row["matches_won"] + row["matches_lost"] <= 200
        assert row["matches_lost"] > 10 * row["matches_won"]
        assert row["ahead_ci95"][1] < 0


def test_ten_rounds_are_compared_and_recorded(app: App) -> None:
    table = seeking(app)
    for number in range(ROUNDS):
        rest(app, table)
        assert len(table.rounds) == number
        key(app, pygame.K_DOWN)
        key(app, pygame.K_RETURN)
        table.skip()
    assert not rest(app, table)
    assert isinstance(app.top, ResultPage)
    own, other = table.state.closer
    assert table.outcome == ("won" if own > other else "lost" if other > own else "drawn")
    assert table.report().headline == f"Closer than Drifter in {own} of 10"
    verdict = {"won": "Won", "lost": "Lost", "drawn": "Draw"}[table.outcome]
    assert app.top.report.headline.startswith(f"{verdict}: Closer than Drifter")
    profile = app.profile
    assert profile is not None
    record = app.library.statistics(profile.id).of("tracker")[0]
    assert (record.agent, getattr(record, table.outcome)) == ("drifter", 1)


def test_moves_in_words() -> None:
    assert [moves(count) for count in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]


@pytest.mark.parametrize("reduced", [False, True])
def test_the_ghost_walks_its_way_or_has_arrived_where_motion_is_reduced(
    app: App, reduced: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.change_settings(reduced_motion=reduced)
    table = seeking(app)
    click(app, *table.board.centre(table.course.cells[7]))
    assert table.opened is not None
    assert table.clock.running
    walked: list[tuple[object, float]] = []

    def walker(canvas: Canvas, cell: object, before: object, share: float, look: object) -> None:
        walked.append((cell, share))

    monkeypatch.setattr(table.board, "draw_walker", walker)
    table.draw(app.canvas)
    table.clock.stop()
    table.draw(app.canvas)
    cells = [table.course.cells[cell] for cell in table.trail]
    assert walked[-1] == (cells[-1], 1.0)
    assert (walked[0] == walked[-1]) == reduced
