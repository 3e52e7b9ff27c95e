"""Planet Wars on the screen: orders by mouse, keys and pad, turns that end by themselves."""

from __future__ import annotations

import dataclasses

import pytest

from games.planetwars.scene import FELL, NOT_KEPT, Scene
from tests.support.hands import Rig, open_for_record, until
from tests.support.words import Words

SMALL = "P 0 0 1 100 5\nP 9.5 0 2 100 5\n"


@pytest.fixture
def scene(rig: Rig) -> Scene:
    made = open_for_record(rig.app, "planetwars", "cadet", 5, {})
    rig.app.change_settings(mind_open=False)
    assert isinstance(made, Scene)
    rig.show(made)
    until(rig.app, lambda: bool(made.choice_boxes))
    return made


def home(scene: Scene) -> int:
    return scene.seen.owners.index(1)


def nearest_free(scene: Scene) -> int:
    """The nearest planet that is nobody's."""
    trips = scene.seen.world.trips[home(scene)]
    return min((p for p, owner in enumerate(scene.seen.owners) if not owner), key=trips.__getitem__)


def end_turn(rig: Rig, scene: Scene) -> None:
    turn = scene.seen.turn
    rig.key("return")
    until(rig.app, lambda: scene.seen.turn > turn and bool(scene.choice_boxes))
    rig.frames(30)


def drag(rig: Rig, scene: Scene, source: int, target: int) -> None:
    rig.press(*scene.sky.spots[source])
    rig.move(*scene.sky.spots[target])
    rig.let_go(*scene.sky.spots[target])


def test_a_drag_from_planet_to_planet_sends_a_half(rig: Rig, scene: Scene) -> None:
    source, target = home(scene), nearest_free(scene)
    drag(rig, scene, source, target)
    assert scene.draft.orders(scene.seen) == ((source, target, 50),)
    assert scene.seen.turn == 0, "nothing leaves before the turn is over"
    end_turn(rig, scene)
    own = [fleet for fleet in scene.seen.fleets if fleet.owner == 1]
    assert [(fleet.source, fleet.target, fleet.ships) for fleet in own] == [(source, target, 50)]
    assert scene.draft.orders(scene.seen) == ()


def test_a_click_chooses_and_the_next_sends(rig: Rig, scene: Scene) -> None:
    source, target = home(scene), nearest_free(scene)
    rig.click(*scene.sky.spots[source])
    assert scene.draft.sources == (source,)
    rig.click(*scene.sky.spots[target])
    assert scene.draft.orders(scene.seen) == ((source, target, 50),)
    rig.key("u")
    assert scene.draft.orders(scene.seen) == ()


def test_a_lasso_chooses_what_is_ones_own(rig: Rig, scene: Scene) -> None:
    x, y, w, h = scene.sky.box
    rig.press(x + 2, y + 2)
    rig.move(x + w - 2, y + h - 2)
    assert scene.hand.lasso is not None
    rig.let_go(x + w - 2, y + h - 2)
    assert scene.draft.sources == (home(scene),)
    assert scene.hand.lasso is None


def test_keys_choose_source_share_and_target(rig: Rig, scene: Scene) -> None:
    rig.key("right")
    assert scene.hand.cursor == home(scene)
    rig.key("space", "3")
    assert scene.draft.sources == (home(scene),)
    before = scene.hand.cursor
    for way in ("up", "down", "left", "right"):
        rig.key(way)
        if scene.hand.cursor != before:
            break
    rig.key("space")
    ((source, target, ships),) = scene.draft.orders(scene.seen)
    assert (source, target, ships) == (home(scene), scene.hand.cursor, 30)
    rig.key("s")
    assert scene.draft.share == 0


def test_a_pad_plays_a_turn(rig: Rig, scene: Scene) -> None:
    rig.hat("right")
    rig.pad(0)
    assert scene.draft.sources == (home(scene),)
    rig.pad(3)
    until(rig.app, lambda: scene.seen.turn == 1)


def test_a_pad_sets_the_share_and_makes_supply_lines(rig: Rig, scene: Scene) -> None:
    shares = [scene.draft.share]
    for _ in range(3):
        rig.pad(4)
        shares.append(scene.draft.share)
    assert shares == [50, 75, 100, 25]
    rig.pad(9)
    assert scene.draft.together
    rig.hat("right")
    rig.pad(0)
    scene.hand.hovered = nearest_free(scene)
    rig.pad(10)
    assert scene.draft.lines == {home(scene): nearest_free(scene)}


def test_the_wheel_turns_the_share(rig: Rig, scene: Scene) -> None:
    x, y = scene.sky.spots[home(scene)]
    rig.wheel(x, y, 1)
    assert scene.draft.share == 55
    rig.wheel(x, y, -1)
    rig.wheel(x, y, -1)
    assert scene.draft.share == 45


def test_the_buttons_of_the_bar_do_what_the_keys_do(rig: Rig, scene: Scene) -> None:
    boxes = {action: box for box, action, _ in scene.buttons}

    def push(action: str) -> None:
        x, y, w, h = boxes[action]
        rig.click(x + w / 2, y + h / 2)

    push("together")
    assert scene.draft.together
    drag(rig, scene, home(scene), nearest_free(scene))
    push("undo")
    assert scene.draft.orders(scene.seen) == ()
    push("end_turn")
    until(rig.app, lambda: scene.seen.turn == 1)


def test_turns_end_by_themselves_at_a_pace(rig: Rig, scene: Scene) -> None:
    rig.key("v")
    assert scene.live
    rig.key("=", "=")
    assert scene.pacing.speed == 4.0
    until(rig.app, lambda: scene.seen.turn >= 3)
    rig.key("v")
    turn = scene.seen.turn
    rig.frames(120)
    assert scene.seen.turn <= turn + 1
    assert not scene.live


def test_what_comes_over_a_planet_stands_beside_it(
    rig: Rig, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = nearest_free(scene)
    words = Words(rig.app, monkeypatch)
    rig.move(*scene.sky.spots[target])
    words.look()
    assert f"Planet {target} stays free" in {word.text for word in words.seen}
    rig.key("9")
    drag(rig, scene, home(scene), target)
    words.look()
    trip = scene.seen.world.trips[home(scene)][target]
    assert f"Planet {target}: yours in {trip}" in {word.text for word in words.seen}


def test_a_position_of_the_past_forgets_the_draft(rig: Rig, scene: Scene) -> None:
    drag(rig, scene, home(scene), nearest_free(scene))
    scene.changed()
    assert scene.draft.orders(scene.seen) == ()


def test_another_match_forgets_the_cursor_of_a_larger_map(rig: Rig, scene: Scene) -> None:
    scene.hand.cursor = scene.hand.hovered = len(scene.sky.spots) - 1
    small = dataclasses.replace(scene.setup, params={**scene.setup.params, "map": SMALL})
    scene.begin_with(small)
    until(rig.app, lambda: bool(scene.choice_boxes))
    assert len(scene.sky.spots) == 2
    rig.key("space", "right", "space")
    assert rig.app.top is scene
    assert scene.draft.sources == (home(scene),)


def test_who_leaves_hears_that_supply_lines_and_waiting_orders_are_not_kept(
    rig: Rig, scene: Scene
) -> None:
    end_turn(rig, scene)
    scene.leave()
    assert NOT_KEPT not in rig.app.toasts.texts, "nothing is lost"
    scene.draft.sources = (home(scene),)
    scene.draft.supply(nearest_free(scene))
    scene.leave()
    assert NOT_KEPT in rig.app.toasts.texts


def test_a_planet_that_falls_with_a_supply_line_is_named(rig: Rig, scene: Scene) -> None:
    lost = nearest_free(scene)
    scene.draft.lines[lost] = home(scene)
    end_turn(rig, scene)
    assert FELL.format(lost) in rig.app.toasts.texts
    assert scene.draft.lines == {}
