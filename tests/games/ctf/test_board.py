"""The field on the screen: two halves told apart without colour, embers, bots with their marks."""

from __future__ import annotations

import itertools

import numpy as np
import pygame
import pytest

from games.ctf.board import GHOST, PAC, BotLook, FieldBoard
from games.ctf.bot_moments import BotWay
from games.ctf.maze import generate
from games.ctf.rules.state import EnemyReading
from games.shell.app import App
from games.shell.draw.canvas import Canvas

GROUND = generate(3, "16x8")


@pytest.fixture
def board(app: App) -> FieldBoard:
    made = FieldBoard(GROUND.field)
    made.place((0.0, 0.0, 800.0, 420.0))
    app.canvas.fill("ink")
    made.draw_map(app.canvas)
    return made


def grey(surface: pygame.Surface, box: pygame.Rect) -> pygame.Surface:
    return pygame.transform.grayscale(surface.subsurface(box).copy())


def test_walls_have_the_mark_of_their_half(app: App, board: FieldBoard) -> None:
    """In grey, too: a wall of the left half looks otherwise than its image on the right."""
    maze = board.maze
    pairs = [
        ((x, y), (maze.width - 1 - x, maze.height - 1 - y))
        for y in range(1, maze.height - 1)
        for x in range(1, maze.width // 2)
        if maze.rows[y][x] == "#"
    ]
    assert pairs
    (x, y), (u, v) = pairs[0]
    inner = [
        pygame.Rect(app.canvas.box((*board.centre(cell), 0, 0)).topleft, (0, 0)).inflate(9, 9)
        for cell in ((x, y), (u, v))
    ]
    left, right = (grey(app.window, box) for box in inner)
    turned = pygame.transform.rotate(right, 180)
    assert pygame.image.tobytes(left, "RGB") != pygame.image.tobytes(turned, "RGB")


def test_a_bot_is_a_ghost_at_home_and_a_pac_elsewhere(
    app: App, board: FieldBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, int]] = []

    def sprite(self: Canvas, name: str, box: object, alpha: int = 255, **more: object) -> None:
        drawn.append((name, alpha))

    monkeypatch.setattr(Canvas, "sprite", sprite)
    way = BotWay(0, 0, 1.0)
    board.draw_bot(app.canvas, BotLook(0, way, True))
    board.draw_bot(app.canvas, BotLook(1, way, False))
    board.draw_bot(app.canvas, BotLook(1, way, False, seen=False))
    names = [name for name, _ in drawn if name in (GHOST, PAC)]
    assert names == [GHOST, PAC, PAC]
    faint = [alpha for name, alpha in drawn if name == PAC]
    assert faint[0] == 255
    assert faint[1] < 128, "a memory is pale"


def test_what_is_sure_has_a_frame_and_what_is_not_embers(app: App, board: FieldBoard) -> None:
    sure = np.zeros(len(board.cells), np.float32)
    sure[5] = 1.0
    spread = np.full(len(board.cells), 1 / len(board.cells), np.float32)
    before = app.window.copy()
    board.draw_team_belief(app.canvas, 0, (sure,))
    middle = app.canvas.box((*board.centre(board.cells[5]), 0, 0)).topleft
    assert app.window.get_at(middle) == before.get_at(middle), "the cell itself stays free"
    board.draw_team_belief(app.canvas, 0, (spread,))
    blue = app.window.get_at(middle)
    board.draw_team_belief(app.canvas, 1, (spread,))
    red = app.window.get_at(middle)
    assert blue.b > blue.r
    assert red.r > red.b


def test_a_reading_is_drawn_where_it_leaves_an_enemy(
    app: App, board: FieldBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[float] = []
    monkeypatch.setattr(
        FieldBoard, "draw_diamond", lambda self, canvas, cell, far, *rest: lines.append(far)
    )
    board.draw_reading(app.canvas, 0, 3, EnemyReading("z", 10), 6)
    board.draw_reading(app.canvas, 0, 3, EnemyReading("near", 7), 5)
    board.draw_reading(app.canvas, 0, 3, EnemyReading("seen", 7), 5)
    assert lines == [3, 16, 5]


def test_a_way_is_drawn_to_where_it_ends_and_no_two_bots_hide_each_other(
    app: App, board: FieldBoard
) -> None:
    cells = (GROUND.field.starts[0], *GROUND.field.near(GROUND.field.starts[0], 1)[:1])
    pictures = []
    for bot in (0, 2):
        board.draw_map(app.canvas)
        before = pygame.surfarray.array3d(app.canvas.surface)
        board.draw_way(app.canvas, bot, cells)
        drawn = pygame.surfarray.array3d(app.canvas.surface)
        assert (drawn != before).any()
        pictures.append(drawn)
    assert (pictures[0] != pictures[1]).any()
    board.draw_map(app.canvas)
    before = pygame.surfarray.array3d(app.canvas.surface)
    board.draw_way(app.canvas, 0, cells[:1])
    assert (pygame.surfarray.array3d(app.canvas.surface) == before).all(), "who stays has no way"


@pytest.mark.parametrize("wide", [800.0, 420.0, 160.0])
@pytest.mark.parametrize("margin", [40.0, 0.0])
def test_columns_and_rows_have_their_numbers_beside_the_board_or_on_its_walls(
    app: App, board: FieldBoard, wide: float, margin: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as have room, none over another; on the walls where the window ends."""
    board.place((margin, 0.0, wide, wide * 0.5 + 2 * margin))
    seen: list[tuple[str, tuple[float, float]]] = []

    def text(self: Canvas, words: str, place: tuple[float, float], *more: object) -> float:
        seen.append((words, place))
        return 0.0

    monkeypatch.setattr(Canvas, "text", text)
    board.draw_numbers(app.canvas)
    columns = [found for found in seen if found[1][1] == seen[0][1][1]]
    rows = [found for found in seen if found[1][0] == seen[-1][1][0]]
    assert len(columns) + len(rows) == len(seen)
    assert len(columns) > 1
    assert len(rows) > 1
    left, top = board.box[:2]
    for words, (x, y) in columns:
        assert x == board.centre((int(words), 0))[0]
        assert y < top if margin else y == board.centre((0, 0))[1]
    for words, (x, y) in rows:
        assert y == board.centre((0, int(words)))[1]
        assert x < left if margin else x == board.centre((0, 0))[0]
    assert all(b[1][0] - a[1][0] >= 16 for a, b in itertools.pairwise(columns))
    assert all(b[1][1] - a[1][1] >= 14 for a, b in itertools.pairwise(rows))
