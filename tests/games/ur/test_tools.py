"""The small buttons of a game of Ur, and the words below them."""

from __future__ import annotations

import itertools

import pygame
import pytest

from games.shell.app import App
from games.ur.scene import Scene
from games.ur.tools import Tools, corner
from tests.support.hands import at_table, click_box, key, push_button
from tests.support.words import Words


@pytest.mark.parametrize(
    ("width", "larger", "worded"),
    [
        (880.0, False, True),
        (880.0, True, True),
        (530.0, True, True),
        (465.0, False, True),
        (465.0, True, False),
        (250.0, False, False),
    ],
)
def test_the_buttons_stay_on_the_stage_and_apart(
    app: App, width: float, larger: bool, worded: bool
) -> None:
    scene = at_table(app, "ur", ("human", "learner"), {})
    buttons = corner(scene.session, (0.0, width), 1.0, {}, larger)
    lefts = [button.box[0] for button in buttons]
    assert [bool(button.word) for button in buttons] == [worded] * 5
    assert lefts[-1] >= 8.0
    assert min(a - b for a, b in itertools.pairwise(lefts)) >= 40.0


def words(scene: Scene) -> dict[str, str]:
    return {button.action: button.word for button in scene.corner_buttons()}


def test_four_tools_have_buttons_and_the_others_stand_behind_more(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There were nine."""
    scene = at_table(app, "ur", ("human", "learner"), {})
    seen = Words(app, monkeypatch)
    seen.look()
    named = set(words(scene).values())
    assert named == {"Mind", "Pause", "Coach", "Undo", "More"}
    assert named <= {word.text for word in seen.seen}
    click_box(app, next(b.box for b in scene.corner_buttons() if b.action == "more"))
    assert isinstance(app.top, Tools)
    labels = {getattr(widget, "label", "") for widget in app.top.form.widgets}
    known = {"Redo", "Speed", "Throw the dice yourself", "Legal moves", "Names of the squares"}
    assert {*known, "Square values", "Copy the game"} <= labels
    push_button(app.top, "Take back")
    assert app.top is scene, "the page over the table is closed"


def test_where_agents_play_the_course_of_the_game_has_the_buttons(app: App) -> None:
    scene = at_table(app, "ur", ("greedy", "learner"), {})
    assert set(words(scene).values()) == {"Mind", "Pause", "Speed", "Step", "Back", "More"}
    key(app, pygame.K_EQUALS)
    assert words(scene)["faster"] == "1.5\N{MULTIPLICATION SIGN}"


def test_what_a_button_does_hides_no_word_of_its_neighbours(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = at_table(app, "ur", ("human", "learner"), {})
    x, y, w, h = next(b.box for b in scene.corner_buttons() if b.action == "more")
    seen = Words(app, monkeypatch)
    app.input.state.pointer = (x + w / 2, y + h / 2)
    seen.look()
    told = next(word.place for word in seen.seen if word.text.startswith("More tools"))
    under = [word.place for word in seen.seen if word.text in {*words(scene).values()}]
    assert under
    assert told.top >= max(place.bottom for place in under)


def test_what_is_switched_on_is_lit(app: App) -> None:
    scene = at_table(app, "ur", ("human", "greedy"), {})

    def lit() -> set[str]:
        return {button.action for button in scene.corner_buttons() if button.lit}

    assert lit() == {"coach", "mind"}
    for pressed in (pygame.K_m, pygame.K_k, pygame.K_k):
        key(app, pressed)  # the coach always, then off
    assert lit() == set()


def test_the_words_at_the_trays_stay_where_the_mind_is_closed(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = at_table(app, "ur", ("human", "greedy"), {})
    seen = Words(app, monkeypatch)
    for _ in range(2):
        seen.look()
        assert {"start", "off"} <= {word.text for word in seen.seen}
        key(app, pygame.K_m)
    assert scene.panel is not None
