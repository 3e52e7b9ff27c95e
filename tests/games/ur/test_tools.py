"""The small buttons of a game of Ur, and the words below them."""

from __future__ import annotations

import itertools

import pygame
import pytest

from games.shell.app import App
from games.ur.scene import Scene
from games.ur.tools import corner
from tests.support.hands import at_table, key
from tests.support.words import Words


@pytest.mark.parametrize(
    ("width", "larger", "worded"),
    [
        (880.0, False, True),
        (880.0, True, True),
        (830.0, True, True),
        (530.0, False, True),
        (465.0, False, False),
        (465.0, True, False),
    ],
)
def test_the_buttons_stay_on_the_stage_and_apart(
    app: App, width: float, larger: bool, worded: bool
) -> None:
    scene = at_table(app, "ur", ("human", "learner"), {})
    buttons = corner(scene.session, (0.0, width), 1.0, {}, larger)
    lefts = [button.box[0] for button in buttons]
    assert [bool(button.word) for button in buttons] == [worded] * 10
    assert lefts[-1] >= 8.0
    assert min(a - b for a, b in itertools.pairwise(lefts)) >= 40.0


def words(scene: Scene) -> dict[str, str]:
    return {button.action: button.word for button in scene.corner_buttons()}


def test_every_button_has_a_word_and_the_speed_its_number(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = at_table(app, "ur", ("human", "learner"), {})
    seen = Words(app, monkeypatch)
    seen.look()
    assert {"Values", "Moves", "Undo", "Speed"} <= {*words(scene).values()}
    assert {*words(scene).values()} <= {word.text for word in seen.seen}
    key(app, pygame.K_EQUALS)
    assert words(scene)["faster"] == "1.5\N{MULTIPLICATION SIGN}"
    scene = at_table(app, "ur", ("greedy", "learner"), {})
    assert {"Copy", "Back", "Step", "Names"} <= {*words(scene).values()}
    assert all(words(scene).values())


def test_what_a_button_does_hides_no_word_of_its_neighbours(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = at_table(app, "ur", ("human", "learner"), {})
    x, y, w, h = next(b.box for b in scene.corner_buttons() if b.action == "faster")
    seen = Words(app, monkeypatch)
    app.input.state.pointer = (x + w / 2, y + h / 2)
    seen.look()
    told = next(word.place for word in seen.seen if word.text.startswith("Faster"))
    under = [word.place for word in seen.seen if word.text in {*words(scene).values()}]
    assert under
    assert told.top >= max(place.bottom for place in under)


def test_what_is_switched_on_is_lit(app: App) -> None:
    scene = at_table(app, "ur", ("human", "greedy"), {})

    def lit() -> set[str]:
        return {button.action for button in scene.corner_buttons() if button.lit}

    assert lit() == {"hints", "coach", "mind"}
    for pressed in (pygame.K_l, pygame.K_m, pygame.K_d, pygame.K_k, pygame.K_k):
        key(app, pressed)  # the coach always, then off
    assert lit() == {"own_throw"}
    scene = at_table(app, "ur", ("random", "greedy"), {})
    assert lit() == {"squares"}
