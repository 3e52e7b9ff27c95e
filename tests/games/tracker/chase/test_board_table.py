"""What the games in the maze share: keys, errands, the cloud that agents tell of, going on."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pygame
import pytest

from games.mind import Field
from games.shell.app import App
from games.tracker.chase.board_table import GHOST, MazeTable
from games.tracker.chase.hiding import HideScene
from games.tracker.chase.hunting import HuntScene
from games.tracker.chase.seeking import SeekScene
from tests.support.hands import FRAME, click, key, press_pad, push_hat, wait
from tests.support.maze_games import opened, rest
from tests.support.ruler import listen


def test_each_game_has_its_scene(app: App) -> None:
    kinds = {"hide": HideScene, "seek": SeekScene, "hunt": HuntScene}
    for play, kind in kinds.items():
        assert type(opened(app, play)) is kind
        app.pop()


@pytest.mark.parametrize("play", ["hide", "seek", "hunt"])
def test_figures_stand_below_the_board(
    app: App, monkeypatch: pytest.MonkeyPatch, play: str
) -> None:
    table = opened(app, play)
    told: list[dict[str, Any]] = []
    listen(monkeypatch, told.append)
    table.draw(app.canvas)
    x, y, w, h = table.foot
    inside = [line for line in told if y <= line["place"][1] <= y + h]
    assert [line for line in inside if x <= line["place"][0] <= x + w and line["text"]]


def test_arrow_keys_and_the_pad_walk(app: App) -> None:
    table = opened(app, "hide")
    for press in ("key", "hat"):
        before, step = table.own_cell(), table.seen.step
        move = sorted(table.match.legal(0))[0]
        if press == "key":
            key(app, getattr(pygame, f"K_{move.upper()}"))
        else:
            x, y = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}[move]
            push_hat(app, x, y)
        assert table.seen.step == step + 1
        assert table.own_cell() != before
        rest(app, table)


def test_a_press_while_a_step_is_shown_is_walked_next(app: App) -> None:
    table = opened(app, "hide")
    move = sorted(table.match.legal(0))[0]
    code = getattr(pygame, f"K_{move.upper()}")
    key(app, code)
    assert table.busy
    back = {"up": "down", "down": "up", "left": "right", "right": "left"}[move]
    key(app, getattr(pygame, f"K_{back.upper()}"))
    rest(app, table)
    assert table.seen.step == 2


def test_a_click_walks_the_short_way(app: App) -> None:
    table = opened(app, "hide")
    ways = table.course.steps_from(table.own_cell() or 0)
    goal = ways.index(4)
    click(app, *table.board.centre(table.course.cells[goal]))
    rest(app, table)
    assert table.seen.over or table.own_cell() == goal
    assert table.seen.over or table.seen.step == 4


def test_the_cloud_is_what_the_tracker_told(app: App) -> None:
    table = opened(app, "hide")
    key(app, getattr(pygame, f"K_{sorted(table.match.legal(0))[0].upper()}"))
    rest(app, table)
    mind = table.session.last_mind(1)
    field = next(item for item in mind if isinstance(item, Field))
    assert table.belief is not None
    assert np.isclose(table.belief.sum(), 1.0, atol=0.05)
    assert np.count_nonzero(table.belief) == len(field.cells)


def test_a_match_that_is_taken_up_again_shows_what_was_told(app: App) -> None:
    table = opened(app, "hide")
    for _ in range(3):
        key(app, getattr(pygame, f"K_{sorted(table.match.legal(0))[0].upper()}"))
        rest(app, table)
    again = opened(app, "hide", turns=table.match.turns)
    assert again.spots == table.spots
    assert again.readings == table.readings
    assert np.array_equal(again.belief, table.belief)  # type: ignore[arg-type]


def test_confirm_stays_where_a_hunter_may(app: App) -> None:
    table = opened(app, "hunt")
    before = table.own_cell()
    press_pad(app, 0)
    rest(app, table)
    assert table.seen.step == 2
    assert table.own_cell() == before


def test_what_moves_comes_to_rest(app: App) -> None:
    for play in ("hide", "hunt"):
        table = opened(app, play)
        wait(app, 2.0)
        assert not table.moving
        assert table.next_frame() is None
        app.pop()


def test_no_step_is_taken_back_while_one_plays(app: App) -> None:
    table = opened(app, "hide")
    key(app, getattr(pygame, f"K_{sorted(table.match.legal(0))[0].upper()}"))
    rest(app, table)
    turns = len(table.match.turns)
    key(app, pygame.K_u)
    assert len(table.match.turns) == turns
    assert app.toasts.texts


def test_another_moment_of_the_match_is_told_anew(app: App) -> None:
    table = opened(app, "hide")
    spots, turns, told = [], [], []
    for _ in range(3):
        key(app, getattr(pygame, f"K_{sorted(table.match.legal(0))[-1].upper()}"))
        rest(app, table)
        spots.append(dict(table.spots))
        turns.append(len(table.match.turns))
    again = table.again()
    table.finished = True
    table.layout(1000.0, 500.0)  # as a page that looks at it again does
    stage = table.stage
    for turn, spot in zip(turns, spots, strict=True):
        again.stand_at(turn)
        assert table.spots == spot
        assert table.stage == stage
        assert again.words(turn).startswith(f"Step {len(told) + 1} of ")
        told.append(turn)
        app.draw()
    walks = [number for number, turn in enumerate(table.match.turns) if turn[0][0] == 0]
    assert again.words(walks[1]).startswith("Step 1 of "), "the first one, before the second"
    assert again.words(walks[1] + 1).startswith("Step 2 of ")


@pytest.mark.parametrize(
    ("play", "seats"),
    [
        ("hide", ("lamplighter", "drifter")),
        ("seek", ("tailer", "random", "drifter")),
        ("hunt", ("strays", "strays", "evader")),
    ],
)
def test_where_agents_play_nobody_is_spoken_to_and_the_truth_is_an_outline(
    app: App, play: str, seats: tuple[str, ...]
) -> None:
    table = opened(app, play, seats)
    told: set[str] = set()
    for _ in range(150):
        table.update(0.3)
        told.update(table.head())
        if len(table.match.turns) > 45:
            break
    assert len(told) >= 4
    spoken = [text for text in told if re.search(r"\b[Yy]ou\b", text)]
    assert spoken == []
    assert outlines(app, table) <= {True}
    assert table.mind_view.mind, "what was thought last stays"
    key(app, pygame.K_t)
    assert outlines(app, table) <= {False}


def outlines(app: App, table: MazeTable) -> set[bool]:
    """Whether a ghost is drawn as an outline, for each time that one is drawn."""
    found: set[bool] = set()
    draw = table.board.draw_walker

    def note(*about: Any, outline: bool = False) -> None:
        if about[4][0] == GHOST and play_of(table) != "seek":
            found.add(outline)
        draw(*about, outline=outline)

    table.board.draw_walker = note  # type: ignore[method-assign]
    table.draw_stage(app.canvas)
    table.board.draw_walker = draw  # type: ignore[method-assign]
    assert found or play_of(table) == "seek", "there it is only shown where it was"
    return found


def play_of(table: MazeTable) -> str:
    return str(table.setup.params["play"])


@pytest.mark.parametrize(
    ("play", "told"),
    [
        ("hide", "Ended early at step 3 of 150"),
        ("hunt", "Ended early at step 3 of 150"),
        ("seek", "Ended early at round 3 of 10"),
    ],
)
def test_one_that_was_ended_early_says_its_step_or_round(app: App, play: str, told: str) -> None:
    table = opened(app, play)
    for _ in range(2):
        assert table.choose(sorted(table.match.legal(0))[0])
        rest(app, table)
    table.finish_now()
    app.frame(FRAME)
    assert table.final_report().headline == told
