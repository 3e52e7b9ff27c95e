"""Set with two people at one keyboard, and with Set! said before the cards are marked."""

from __future__ import annotations

import pygame
import pytest

from games.set import KEYS, PAIR_KEYS
from games.set.rules.claims import possible_claims, right_claims
from games.set.rules.state import State
from games.set.scene import Scene
from games.shell.opening import continue_match, saved_match
from tests.support.hands import Rig, push_button, until
from tests.support.set_scene import opened, racing
from tests.support.words import Words


def keys(scene: Scene, seat: int, cards: tuple[int, ...]) -> list[str]:
    """The keys that mark these cards for a person."""
    places = [scene.seen.table.index(card) for card in cards]
    return [PAIR_KEYS[seat][place % 3][place // 3] for place in places]


def together(rig: Rig, *names: str) -> None:
    """Press keys before the next frame."""
    for name in names:
        rig.key_down(name)
        rig.key_up(name)


def wrong(state: State) -> tuple[int, ...]:
    right = right_claims(state)
    return next(cards for cards in possible_claims(state) if cards not in right)


def test_each_has_a_block_of_keys_and_all_of_them_are_different() -> None:
    every = [key for rows in PAIR_KEYS for row in rows for key in row]
    assert len(set(every)) == len(every) == 42
    assert [len(row) for rows in PAIR_KEYS for row in rows] == [7] * 6


def test_both_mark_and_the_first_takes_the_set(rig: Rig) -> None:
    scene = opened(rig, "human")
    cards = right_claims(scene.seen)[0]
    rig.key(*keys(scene, 1, cards)[:2])
    rig.key(*keys(scene, 0, cards))
    left, right = scene.acts.hands.marking.values()
    assert scene.seen.taken == (1, 0)
    assert (left.marked, right.marked) == ([], []), "the cards are gone"


def test_of_two_claims_in_one_frame_that_of_the_first_key_counts(rig: Rig) -> None:
    scene = opened(rig, "human")
    cards = right_claims(scene.seen)[0]
    now = round(1000 * scene.session.raced)
    together(rig, *keys(scene, 1, cards), *keys(scene, 0, cards))
    assert scene.seen.taken == (0, 0), "both are heard first"
    rig.frames(1)
    assert scene.seen.taken == (0, 1)
    moves = dict(scene.match.turns[-1])
    assert moves[1].startswith(f"{now}-")
    assert moves[0].startswith(f"{now + 1}-")


def test_a_claim_of_the_same_frame_holds_when_the_first_was_wrong(rig: Rig) -> None:
    scene = opened(rig, "human")
    cards = right_claims(scene.seen)[0]
    together(rig, *keys(scene, 0, wrong(scene.seen)), *keys(scene, 1, cards))
    rig.frames(1)
    first = dict(scene.match.turns[-1])
    assert scene.seen.points == (-1, 0)
    until(rig.app, lambda: sum(scene.seen.taken) == 1)
    assert scene.seen.points == (-1, 1)
    assert dict(scene.match.turns[-1])[1] == first[1], "at the time of its key"


def test_a_table_is_given_up_when_both_say_so(rig: Rig) -> None:
    scene = opened(rig, "human")
    rig.key("tab")
    rig.frames(2)
    assert len(scene.seen.table) == 12
    rig.key("backspace")
    until(rig.app, lambda: len(scene.seen.table) == 15)


def test_pads_have_a_cursor_each(rig: Rig) -> None:
    scene = opened(rig, "human")
    left, right = scene.acts.hands.marking.values()
    rig.hat("down")
    rig.hat("down")
    assert (left.cursor, right.cursor) == (None, 1)
    rig.pad(0)
    assert right.marked == [1]
    rig.give(pygame.JOYBUTTONDOWN, button=0, instance_id=1)
    rig.give(pygame.JOYHATMOTION, hat=0, value=(0, -1), instance_id=1)
    assert left.cursor == 0


def test_the_mouse_is_the_right_ones(rig: Rig) -> None:
    scene = opened(rig, "human")
    box = scene.scenery.boxes(scene.seen)[4]
    rig.click(box[0] + box[2] / 2, box[1] + box[3] / 2)
    left, right = scene.acts.hands.marking.values()
    assert (left.marked, right.marked) == ([], [4])


def test_both_have_a_result(rig: Rig) -> None:
    scene = opened(rig, "human", mode="junior")
    rig.key(*keys(scene, 0, right_claims(scene.seen)[0]))
    rig.frames(1)
    told = scene.report()
    assert any("Guest: 0 points" in line for line in told.lines)


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_no_words_run_into_others(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    rig.give(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
    scene = opened(rig, "human", call=3)
    words = Words(rig.app, monkeypatch)
    words.look()
    assert words.overlaps() == []
    rig.key("space")
    words.look()
    assert words.overlaps() == []
    assert any(word.text == "Set!" for word in words.seen)
    assert scene.acts.hands.caller == 0


# -- Set! first ----------------------------------------------------------------------------


def test_cards_are_marked_after_set_was_said(rig: Rig) -> None:
    scene = opened(rig, "human", call=3)
    cards = right_claims(scene.seen)[0]
    rig.key(*keys(scene, 0, cards))
    assert scene.acts.marking.marked == []
    assert any("Say Set! first" in text for text in rig.app.toasts.texts)
    rig.key("return", "space")
    assert scene.acts.hands.caller == 1, "the first who says it"
    raced = scene.session.raced
    rig.frames(5, 0.1)
    assert scene.session.raced == raced, "the race stands still"
    rig.key(*keys(scene, 0, cards))
    assert scene.acts.marking.marked == [], "the other is locked out"
    rig.key(*keys(scene, 1, cards))
    rig.frames(1)
    assert scene.seen.taken == (0, 1)
    assert scene.last_race is not None
    assert scene.last_race.data["ms"] == round(1000 * raced)


def test_who_marks_too_late_has_claimed_wrongly_and_the_race_goes_on(rig: Rig) -> None:
    scene = opened(rig, "human", call=3)
    rig.key("space", "q")
    rig.frames(29, 0.1)
    assert scene.seen.points == (0, 0)
    rig.frames(2, 0.1)
    assert scene.seen.points == (-1, 0)
    assert scene.match.turns[-1][0][1].endswith("-late")
    until(rig.app, lambda: racing(scene))
    rig.key("return")
    assert scene.acts.hands.caller == 1


def test_one_person_says_set_with_space_and_the_mouse(rig: Rig) -> None:
    scene = opened(rig, "steady-1", call=5)
    rig.key("space")
    assert scene.acts.hands.caller == 0
    for card in right_claims(scene.seen)[0]:
        box = scene.scenery.boxes(scene.seen)[scene.seen.table.index(card)]
        rig.click(box[0] + box[2] / 2, box[1] + box[3] / 2)
    assert scene.seen.taken == (1, 0)
    until(rig.app, lambda: racing(scene))
    box, name, _ = scene.scenery.buttons(scene.look().buttons)[0]
    assert name == "Set! (Space)"
    rig.click(box[0] + 5, box[1] + 5)
    assert scene.acts.hands.caller == 0


def test_a_pause_after_set_stops_the_time_to_mark(rig: Rig) -> None:
    scene = opened(rig, "human", call=3)
    rig.key("space")
    left = scene.acts.hands.left
    rig.key_down("escape")
    rig.frames(60, 0.1)
    assert scene.look().hidden
    assert scene.acts.hands.left == left


def test_who_leaves_after_set_was_too_late(rig: Rig) -> None:
    opened(rig, "steady-1", call=3)
    rig.key("space", "escape")
    push_button(rig.app.top, "Leave")
    kept = saved_match(rig.app, "set")
    assert kept is not None
    assert kept.turns[-1][0][1].endswith("-late+paused")
    again = continue_match(rig.app, kept)
    assert again.seen.points == (-1, 0)


def test_a_frozen_person_cannot_say_set(rig: Rig) -> None:
    scene = opened(rig, "human", call=3, penalty="freeze")
    rig.key("space")
    rig.frames(31, 0.1)
    until(rig.app, lambda: racing(scene))
    rig.key("space")
    assert scene.acts.hands.caller is None
    assert any("is frozen for" in text for text in rig.app.toasts.texts)
    rig.key("return")
    assert scene.acts.hands.caller == 1


def test_a_kill_after_set_was_said_deals_the_table_anew(rig: Rig) -> None:
    scene = opened(rig, "steady-1", call=3)
    rig.key("space", *keys_of(scene, right_claims(scene.seen)[0]))
    until(rig.app, lambda: racing(scene))
    rig.key("space")
    kept = saved_match(rig.app, "set")  # what a kill leaves
    assert kept is not None
    again = continue_match(rig.app, kept)
    assert isinstance(again, Scene)
    assert again.acts.hands.caller is None
    assert again.seen.taken == (1, 0)
    assert again.seen.waiting


def keys_of(scene: Scene, cards: tuple[int, ...]) -> list[str]:
    """The keys of one person for these cards."""
    places = [scene.seen.table.index(card) for card in cards]
    return [KEYS[place % 3][place // 3] for place in places]
