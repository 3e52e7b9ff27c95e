"""Through every page of every game with one kind of hands alone: a gamepad, or a mouse.

From the hall to the page before a match, what is folded behind it and the rules; the match, its
pause with help and settings; the result with all figures, the review where there is one, the match
looked at again; then players, what they know, all numbers, the matches kept, one of them looked at
again, and the settings of the hall.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from games import catalog
from games.shell.app import App
from games.shell.pages.launcher import Launcher
from games.shell.pages.page import Page
from games.shell.pages.past.replay import ReplayPage
from games.shell.pages.pause import Pause
from games.shell.pages.result import ResultPage
from games.shell.pages.setup import SetupPage
from games.shell.shell import Scene
from games.shell.table import Table
from games.shell.widgets.form import Form, Widget
from tests.support.hands import (
    Rig,
    click,
    click_box,
    filmed_whole,
    labels_of,
    look,
    passing,
    press_pad,
    push_hat,
    until,
    wait,
)
from tests.support.replays import thinking_here

pytestmark = pytest.mark.sweep

WAYS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
ENOUGH: Final = 120
"""Pushes after which something counts as out of reach."""
TURNS: Final = 6
REST: Final = 4.0
"""Seconds until a page that has just come takes what is pressed."""


def widgets(scene: Scene) -> list[Widget]:
    """Everything on a scene that can be pressed."""
    forms = [form for form in vars(scene).values() if isinstance(form, Form)]
    return [widget for form in forms for widget in form.widgets if widget.enabled]


def named(scene: Scene, name: str) -> Widget:
    """What has this label or hint; raises AssertionError where nothing has."""
    for widget in widgets(scene):
        if name in (getattr(widget, "label", ""), widget.hint):
            return widget
    raise AssertionError(f"{type(scene).__name__} has no {name}")


def middle(widget: Widget) -> tuple[float, float]:
    """The middle of a widget."""
    x, y, w, h = widget.box
    return x + w / 2, y + h / 2


class Walker(ABC):
    """Somebody with one kind of hands at an arcade; lots are drawn from a seed."""

    def __init__(self, app: App) -> None:
        self.app, self.rng = app, random.Random(1)

    @abstractmethod
    def reach(self, find: Callable[[], Widget]) -> None:
        """Press what is found."""

    @abstractmethod
    def back(self) -> None:
        """Go back to where one was."""

    @abstractmethod
    def pause(self, table: Table) -> None:
        """Open the pause page."""

    @abstractmethod
    def try_something(self, table: Table) -> None:
        """Press something on the stage."""

    def press(self, name: str) -> None:
        """Press what is called so on the scene on top."""
        scene = self.app.top
        self.reach(lambda: named(scene, name))
        look(self.app)

    def come_back(self) -> None:
        """Back, which has to lead somewhere."""
        scene = self.app.top
        self.back()
        look(self.app)
        assert self.app.top is not scene, f"there is no way back from {type(scene).__name__}"

    def leave_pages(self, kinds: type[Scene] | tuple[type[Scene], ...]) -> None:
        """Back until a scene of these kinds is on top."""
        for _ in range(8):
            if isinstance(self.app.top, kinds):
                return
            self.come_back()
            wait(self.app, 0.5)
        raise AssertionError(f"stuck at {type(self.app.top).__name__}")

    def play(self, table: Table) -> None:
        """Try things until some turns are played."""
        for _ in range(700):
            if isinstance(self.app.top, ResultPage) or len(table.match.turns) > TURNS:
                break
            self.leave_pages(type(table))  # the odds, say, which something pressed has opened
            self.try_something(table)
            for _ in passing(self.app, 2, 0.25):
                pass
        assert len(table.match.turns) >= 2, "it cannot be played so"


class PadWalker(Walker):
    """By a gamepad alone."""

    def reach(self, find: Callable[[], Widget]) -> None:
        """Push the cross towards it, another way where that led nowhere, and confirm."""
        scene, tried = self.app.top, dict[int, int]()
        for _ in range(ENOUGH):
            form = scene.active if isinstance(scene, Page) else vars(scene)["form"]
            here, goal = form.focused, find()
            if here is goal:
                press_pad(self.app, 0)
                return
            number = tried.get(id(here), 0)
            tried[id(here)] = number + 1
            push_hat(self.app, *WAYS[self._order(here, goal)[number % len(WAYS)]])
            look(self.app)
            assert self.app.top is scene, "a push led out of the page"
        raise AssertionError(f"{type(scene).__name__}: {find().hint or find()} is out of reach")

    def _order(self, here: Widget | None, goal: Widget) -> list[str]:
        """The ways to try from here, the likeliest first."""
        if here is None:
            return list(WAYS)
        (x, y), (u, v) = middle(here), middle(goal)
        order = ["right" if u > x else "left", "down" if v > y else "up"]
        if abs(v - y) > abs(u - x):
            order.reverse()
        return [*order, *(way for way in WAYS if way not in order)]

    def back(self) -> None:
        """The second button."""
        press_pad(self.app, 1)

    def pause(self, table: Table) -> None:
        """The start button."""
        press_pad(self.app, 7)

    def try_something(self, table: Table) -> None:
        """The cross or a face button, by lot."""
        if self.rng.random() < 0.5:
            push_hat(self.app, *self.rng.choice(list(WAYS.values())))
        else:
            press_pad(self.app, self.rng.choice((0, 0, 0, 2, 3)))


class MouseWalker(Walker):
    """By a mouse alone."""

    def reach(self, find: Callable[[], Widget]) -> None:
        """Click it."""
        look(self.app)  # where it stands may depend on what was drawn
        click(self.app, *middle(find()))

    def back(self) -> None:
        """A button that leaves."""
        scene = self.app.top
        if isinstance(scene, Table):
            self.pause(scene)
            look(self.app)
            self.press("Leave")
            return
        labels = {getattr(widget, "label", "") for widget in widgets(scene)}
        name = next(name for name in ("Back", "Leave", "Cancel", "Resume") if name in labels)
        self.press(name)

    def pause(self, table: Table) -> None:
        """The corner button."""
        button = next(button for button in table.corner_buttons() if button.action == "pause")
        click_box(self.app, button.box)

    def try_something(self, table: Table) -> None:
        """A choice, or any place of the stage."""
        boxes = [box for box, _ in table.choice_boxes]
        if boxes and self.rng.random() < 0.7:
            click_box(self.app, self.rng.choice(boxes))
            return
        x, y, w, h = table.stage
        w = w if table.panel is None else min(w, table.panel[0] - x)
        click(self.app, x + self.rng.random() * w, y + 70 + self.rng.random() * (h - 70))


HANDS: Final = {"pad": PadWalker, "mouse": MouseWalker}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[App]:
    """Ada's hall."""
    app = Rig(tmp_path, (1280, 720)).app
    ada = app.library.create("Ada")
    app.change_settings(last_profile=ada.id, reduced_motion=True)
    app.stack.clear()
    app.push(Launcher(app))
    wait(app, 1.0)
    with thinking_here():
        yield app
    app.close()


def through_the_match(walker: Walker) -> None:
    """From the page before to the result, with help and settings from the pause."""
    app = walker.app
    for name in ("Tune", "Rules and opponents"):
        walker.press(name)
        walker.leave_pages(SetupPage)
    walker.press("Play")
    wait(app, 1.0)
    table = app.top
    assert isinstance(table, Table)
    walker.play(table)
    if not isinstance(app.top, ResultPage):
        walker.leave_pages(type(table))
        walker.pause(table)
        look(app)
        for name in ("Rules and opponents", "Settings"):
            walker.press(name)
            walker.leave_pages(Pause)
        early = table.session.ended_early and table.session.counts
        finish = "End now (does not count)" if early else "Finish and see the report"
        if finish not in labels_of(app.top):
            walker.press("More")
        walker.press(finish)
    wait(app, REST)
    assert isinstance(app.top, ResultPage)


def through_the_result(walker: Walker) -> None:
    """All figures, the review, and the match again, each and back."""
    app, page = walker.app, walker.app.top
    assert isinstance(page, ResultPage)
    walker.press("All figures")
    while page.unfold.label != "Summary":
        walker.press(page.unfold.label)
    walker.press("Summary")
    labels = {getattr(widget, "label", "") for widget in widgets(page)}
    for name in [name for name in ("Review", "Replay") if name in labels]:
        walker.press(name)
        wait(app, 1.0)
        filmed_whole(app)
        if name == "Review":  # choices are judged beside the window, whose time is the real one
            until(app, lambda: not isinstance(app.top, Table))
        assert not isinstance(app.top, ResultPage), name
        walker.leave_pages((ResultPage, Launcher))
        wait(app, REST)
    if isinstance(app.top, ResultPage):
        walker.press("Arcade")
    assert isinstance(app.top, Launcher)


def through_what_is_kept(walker: Walker) -> None:
    """Players, what they know, all numbers, the matches, one again; then the settings."""
    app = walker.app
    walker.press("Players and results")
    walker.press("What they know")
    known = app.top
    walker.press("All numbers")
    walker.come_back()
    assert app.top is known
    walker.press("1 match kept")
    walker.press("Replay")
    wait(app, 1.0)
    assert isinstance(filmed_whole(app), ReplayPage)
    walker.come_back()
    walker.press("Star")
    walker.leave_pages(Launcher)
    walker.press("Settings")
    walker.leave_pages(Launcher)


@pytest.mark.parametrize("game", catalog.GAMES)
@pytest.mark.parametrize("hands", HANDS)
def test_every_page_is_reached_and_left(hall: App, game: str, hands: str) -> None:
    walker = HANDS[hands](hall)
    launcher = hall.top
    assert isinstance(launcher, Launcher)
    tile = next(tile for tile in launcher.tiles if tile.game_id == game)
    walker.reach(lambda: tile)
    look(hall)
    assert isinstance(hall.top, SetupPage)
    through_the_match(walker)
    through_the_result(walker)
    through_what_is_kept(walker)
