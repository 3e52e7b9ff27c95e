"""Drawing a maze with mouse, keys and pad; its text, its files, and playing in it."""

from __future__ import annotations

import pygame
import pytest

from games.shell.app import App
from games.shell.pages import editor as editor_page
from games.shell.pages.text_files import export_folder
from games.shell.widgets.basic import Button, Slider
from games.shell.widgets.picker import Picker
from games.tracker import SPEC
from games.tracker.chase.hiding import HideScene
from games.tracker.controls import TOUR
from games.tracker.scene import Scene
from games.tracker.workshop.draw_page import STEP_SECONDS, MazeEditor
from tests.support.hands import click, give, key, press_pad, push_button, push_hat


def drawing(app: App) -> MazeEditor:
    page = MazeEditor(app, {})
    app.push(page)
    page.live.clear(21, 11)
    page.take(page.live.text)
    app.frame(1 / 60)
    return page


def test_it_stands_beside_the_game() -> None:
    app = None
    found = Scene.workshop(app)  # type: ignore[arg-type]
    signs = [(label, icon) for label, icon, _ in found]
    assert signs == [("Tour: how a belief thinks", "forward"), ("Draw a maze", "edit")]


def test_the_tour_is_offered_beside_every_mode(app: App) -> None:
    make = Scene.workshop(app)[0][2]
    scene = make(SPEC.params({"play": "seek"}))
    assert isinstance(scene, Scene)
    app.push(scene)
    app.frame(1 / 60)
    assert scene.controls.tab == TOUR
    assert scene.tour.place == 0
    assert not scene.walk.playback.playing


def test_dragging_draws_what_the_first_square_began(app: App) -> None:
    page = drawing(app)
    points = [page.board.centre((x, 3)) for x in range(4, 9)]
    pixels = [(app.canvas.x(x), app.canvas.y(y)) for x, y in points]
    give(app, pygame.MOUSEMOTION, pos=pixels[0], rel=(1, 0), buttons=(0, 0, 0))
    give(app, pygame.MOUSEBUTTONDOWN, pos=pixels[0], button=1)
    for pixel in pixels[1:]:
        give(app, pygame.MOUSEMOTION, pos=pixel, rel=(1, 0), buttons=(1, 0, 0))
    give(app, pygame.MOUSEBUTTONUP, pos=pixels[-1], button=1)
    assert page.live.rows[3] == "#   #####           #"
    give(app, pygame.MOUSEMOTION, pos=pixels[0], rel=(1, 0), buttons=(0, 0, 0))
    click(app, *points[2])
    assert page.live.rows[3] == "#   ## ##           #"


@pytest.mark.parametrize("hand", ["keys", "pad"])
def test_the_cursor_draws(app: App, hand: str) -> None:
    page = drawing(app)
    page.form.focus_on(page.sheet)
    for _ in range(2):
        key(app, pygame.K_RIGHT) if hand == "keys" else push_hat(app, 1, 0)
    key(app, pygame.K_DOWN) if hand == "keys" else push_hat(app, 0, -1)
    assert page.sheet.cursor == (3, 2)
    key(app, pygame.K_RETURN) if hand == "keys" else press_pad(app, 0)
    assert page.live.rows[2][3] == "#"
    assert page.form.focused is page.sheet
    key(app, pygame.K_RETURN) if hand == "keys" else press_pad(app, 0)
    assert page.live.rows[2][3] == " "


def test_the_ghost_walks_on_while_one_draws(app: App) -> None:
    page = drawing(app)
    before = page.live.cloud.copy()
    assert page.next_frame() is not None
    page.update(STEP_SECONDS)
    assert (page.live.cloud != before).any()
    app.draw()
    page.carry()
    assert page.live.carried == 1
    page._show_particles(True)
    app.draw()


def test_text_is_copied_pasted_saved_and_opened(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    page = drawing(app)
    board: list[str] = []
    monkeypatch.setattr(editor_page, "to_clipboard", lambda text: board.append(text) or True)
    monkeypatch.setattr(editor_page, "from_clipboard", lambda most: board[-1] if board else "")
    page.paint((5, 5), False)
    push_button(page, "Copy as text")
    drawn = page.live.rows
    push_button(page, "Save")
    files = list(export_folder(app).glob("*.maze.txt"))
    assert [path.read_text() for path in files] == [page.live.text]
    push_button(page, "Rooms")
    assert page.live.rows != drawn
    push_button(page, "Paste text")
    assert page.live.rows == drawn
    push_button(page, "Loops")
    push_button(page, "Open")
    assert isinstance(app.top, Picker)
    key(app, pygame.K_RETURN)
    assert app.top is page
    assert page.live.rows == drawn
    board.append("no maze")
    push_button(page, "Paste text")
    assert page.live.rows == drawn
    assert app.toasts.texts


def test_there_is_room_for_more_than_a_thousand_mazes(app: App) -> None:
    page, folder = drawing(app), export_folder(app)
    folder.mkdir(parents=True)
    width, height = page.live.size
    for number in range(1, 1000):
        (folder / f"{width}x{height}-{number}.maze.txt").touch()
    push_button(page, "Save")
    assert (folder / f"{width}x{height}-1000.maze.txt").read_text() == page.live.text


def test_sizes_go_from_the_smallest_to_the_largest(app: App) -> None:
    page = drawing(app)
    sliders = [widget for widget in page.form.widgets if isinstance(widget, Slider)]
    assert [(s.low, s.high, s.step) for s in sliders] == [(15, 63, 2), (9, 31, 2)]
    sliders[0].released(63)
    sliders[1].released(31)
    assert page.live.size == (63, 31)
    app.draw()


def test_only_a_maze_that_hangs_together_is_played_in(app: App) -> None:
    page = drawing(app)
    for y in range(1, 10):
        page.paint((10, y), False)
    push_button(page, "Play here")
    assert app.top is page
    assert any("reached" in text for text in app.toasts.texts)
    page.paint((10, 5), True)
    push_button(page, "Play here")
    assert isinstance(app.top, Scene)
    assert app.top.walk.course.maze.rows == page.live.rows
    other = MazeEditor(app, SPEC.params({"play": "hide"}))
    app.push(other)
    push_button(other, "Play here")
    assert isinstance(app.top, HideScene)
    assert app.top.course.maze.rows == other.live.rows
    labels = [w.label for w in page.form.widgets if isinstance(w, Button)]
    assert "Back" in labels
