"""The guide: one thing at a time, the match waits, and what nobody does is done."""

from __future__ import annotations

import re

import pygame
import pytest

from games import catalog
from games.ctf.guide_points import STOPS as CTF_STOPS
from games.ra.playing.guide_points import STOPS as RA_STOPS
from games.shell.app import App
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.shell.guide import GAP, GO_ON, SECONDS, SEEN, Guide, GuidePoint, box_within, bubble_box
from games.shell.guide_text import Section, guide_section
from games.shell.input import Input
from games.tracker.chase.lessons import FLEEING, HIDING, HUNTING, SEEKING
from tests.support.hands import at_table, key, press_pad, push_hat, until
from tests.support.maze_games import opened, rest
from tests.support.words import Words

STAGE = (0.0, 0.0, 800.0, 600.0)
ROOM = (560.0, 300.0, 372.0, 200.0)


STOPS = (
    *(("ra", RA_STOPS), ("ctf", CTF_STOPS), ("tracker", SEEKING), ("tracker", HIDING)),
    *(("tracker", HUNTING), ("tracker", FLEEING)),
)


class Scene:
    """What a guide looks at in these tests."""

    ready = walked = False


def box(scene: Scene) -> tuple[float, float, float, float]:
    return (10.0, 10.0, 20.0, 20.0)


def guide_of(scene: Scene) -> Guide:
    def walk(scene: Scene) -> None:
        scene.walked = True

    stops = (
        GuidePoint("look", lambda scene: scene.ready, box),
        GuidePoint("of another version", lambda scene: True, box),
        GuidePoint("walk", lambda scene: True, box, lambda scene: scene.walked, walk),
    )
    texts = {"look": Section("", "Look here."), "walk": Section("", "Walk.")}
    return Guide(scene, stops, texts)


def test_a_stop_comes_in_its_time_and_holds_the_match_until_it_is_read() -> None:
    scene = Scene()
    guide = guide_of(scene)
    guide.update(1.0)
    assert (guide.stop, guide.holds) == (None, False)
    scene.ready = True
    guide.update(1.0)
    assert guide.stop is not None
    assert (guide.text.words, guide.holds) == ("Look here.", True)
    guide.go_on()
    guide.update(0.1)
    assert guide.text.words == "Walk."
    assert not guide.holds, "what is asked for can be done"
    scene.walked = True
    guide.update(SEEN)
    assert guide.over


def test_a_stop_that_was_on_the_screen_for_less_than_a_second_is_not_read() -> None:
    scene = Scene()
    scene.ready = scene.walked = True
    guide = guide_of(scene)
    for _ in range(20):  # Space, again and again
        guide.update(SEEN / 12)
        guide.read()
        if guide.stop is not None and guide.text.words == "Walk.":
            break
        assert guide.stop is None or guide.text.words == "Look here."
    seconds = 0.0
    while not guide.over:
        guide.update(SEEN / 12)
        seconds += SEEN / 12
    assert seconds > SEEN * 0.9, "a task that was done before stays long enough to be read"


def test_where_nobody_presses_it_goes_on_and_plays_by_itself() -> None:
    scene = Scene()
    scene.ready = True
    guide = guide_of(scene)
    guide.update(0.0)
    guide.update(SECONDS * 0.9)
    guide.note_press()
    guide.update(SECONDS * 0.9)
    assert guide.stop is not None
    assert guide.text.words == "Look here.", "somebody is there and reads"
    guide.update(SECONDS * 0.2)
    guide.update(0.0)
    assert guide.text.words == "Walk."
    guide.update(SECONDS)
    assert scene.walked
    guide.update(0.1)
    assert guide.over


TARGETS = (
    *((0, 0, 30, 30), (770, 570, 30, 30), (380, 280, 30, 30), (20, 20, 760, 200)),
    *((20, 300, 9, 280), (20, 10, 9, 580), (770, 10, 9, 580)),  # these two leave but the sides
)


@pytest.mark.parametrize("target", TARGETS)
def test_the_words_stand_beside_what_they_mean_and_on_the_stage(
    target: tuple[float, float, float, float],
) -> None:
    x, y, w, h = bubble_box((372, 120), target, STAGE)
    assert x >= 0
    assert y >= 0
    assert x + w <= 800
    assert y + h <= 600
    left, top, wide, tall = target
    assert x >= left + wide or x + w <= left or y >= top + tall or y + h <= top


def test_the_words_leave_the_board_free_where_they_can() -> None:
    board = (0.0, 200.0, 800.0, 250.0)
    for target in ((380.0, 280.0, 30.0, 30.0), (0.0, 200.0, 800.0, 250.0), (20.0, 400.0, 9.0, 9.0)):
        _, y, _, h = bubble_box((372, 120), target, STAGE, board)
        assert y >= 450 or y + h <= 200
    aside = bubble_box((372, 120), (20.0, 520.0, 30.0, 30.0), STAGE, board)
    assert aside == bubble_box((372, 120), (20.0, 520.0, 30.0, 30.0), STAGE)
    assert bubble_box((372, 120), (380, 280, 30, 30), STAGE, (0.0, 0.0, 800.0, 600.0))[1] == 332


def test_of_the_places_that_are_left_one_is_taken_that_covers_nothing_spared() -> None:
    target, own = (280.0, 180.0, 30.0, 30.0), (290.0, 320.0, 30.0, 30.0)
    size, whole = (372.0, 140.0), (0.0, 0.0, 800.0, 600.0)
    below = bubble_box(size, target, STAGE, whole)
    assert below[1] == 232
    above = bubble_box(size, target, STAGE, whole, (own,))
    assert above[1] + above[3] <= 180
    head = (0.0, 0.0, 800.0, 100.0)
    assert bubble_box(size, target, STAGE, whole, (own, head))[0] == 310 + GAP
    assert bubble_box(size, target, STAGE, whole, (whole,)) == below  # there is no such place


# -- at the table --------------------------------------------------------------------------


@pytest.mark.parametrize("play", ["seek", "hide", "hunt"])
def test_the_first_match_of_each_game_is_guided_and_no_other(
    app: App, play: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.change_settings(guided="")
    table = opened(app, play, resting=False)
    assert table.guided
    words, told = Words(app, monkeypatch), set()
    for _ in range(20):
        if not table.guided:
            break
        until(app, lambda: table.guide.stop is not None or not table.guided, 200, 0.3)
        stop = table.guide.stop
        if stop is None:
            continue
        words.look()
        said = table.guide.text.said(False, app.input.label)
        assert all(not word.cut for word in words.seen if word.text in (GO_ON, said))
        told.add(table.guide.text.words)
        until(app, lambda: table.guide.was_seen, 100, 0.3)
        if stop.done is None:
            key(app, pygame.K_SPACE)
        else:
            stop.play(table)
            until(app, lambda stop=stop: table.guide.stop is not stop, 100, 0.3)
    assert not table.guided
    assert len(told) == len(table.stops()) >= 3
    assert app.settings.guided == play
    app.pop()
    assert not opened(app, play).guided


def test_it_says_what_goes_on_on_the_device_in_hand(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.change_settings(guided="")
    table = opened(app, "hunt", resting=False)
    words = Words(app, monkeypatch)
    until(app, lambda: table.explaining, 200, 0.3)
    words.look()
    assert GO_ON in {word.text for word in words.seen}
    push_hat(app, 0, 1)
    words.look()
    assert "Button 0 goes on" in {word.text for word in words.seen}
    told = table.guide.stop
    until(app, lambda: table.guide.was_seen, 100, 0.3)
    press_pad(app, 0)
    assert table.guide.stop is not told


NAMES_A_KEY = re.compile(r"\b[B-HJ-Z]\b|\bkeys?\b|[Cc]lick|mouse")
"""A letter by itself, but for A and I; or a device that is no gamepad."""


def test_no_words_name_keys_to_who_has_a_gamepad_in_hand() -> None:
    texts = [guide_section(game_id, stop.id) for game_id, own in STOPS for stop in own]
    label = hands_of().label
    keyed = [text for text in texts if NAMES_A_KEY.search(text.said(False, label))]
    assert len(keyed) >= 5
    told = [text.said(True, label) for text in texts]
    assert not [words for words in told if NAMES_A_KEY.search(words)]


def hands_of(**bound: list[str]) -> Input:
    """A keyboard and gamepad with the keys of these games, some of them `bound` otherwise."""
    hands = Input(bound)
    hands.use((*catalog.spec("ctf").actions, *catalog.spec("ra").actions))
    return hands


def test_stops_name_the_keys_as_they_are_bound() -> None:
    usual = hands_of()
    other = hands_of(
        hint=["key:j"],
        confirm=["key:z"],
        up=["key:i"],
        left=["key:f3"],
        go_up=["key:r"],
        bag=["key:y"],
    )
    wanted = (
        ("ra", "hint", "H says what", "J says what"),
        ("ra", "hint", "B shows what", "Y shows what"),
        ("ctf", "steer", "with the arrow keys or WASD,", "with I, F3, Down, Right or RASD,"),
        ("tracker", "seek-mark", "use the arrow keys and Enter.", "use I, F3, Down, Right and Z."),
        ("tracker", "hide-walk", "with the arrow keys, or", "with I, F3, Down, Right, or"),
        ("tracker", "flee-walk", "with the arrow keys, or", "with I, F3, Down, Right, or"),
    )
    for game_id, name, before, after in wanted:
        text = guide_section(game_id, name)
        assert before in text.said(False, usual.label)
        assert after in text.said(False, other.label)
    for game_id, own in STOPS:
        for stop in own:
            said = guide_section(game_id, stop.id).said(False, usual.label)
            assert not re.search(r"[{}]|unbound", said)


def test_the_words_change_with_the_device(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.change_settings(guided="")
    table = at_table(app, "ctf", ["human", "random", "random", "random"], {"maze": "loops-16x8"})
    words = Words(app, monkeypatch)
    until(app, lambda: table.explaining, 200, 0.3)
    for pad, device in ((False, "arrow keys"), (True, "stick"), (False, "arrow keys")):
        push_hat(app, 0, 1) if pad else key(app, pygame.K_F5)
        words.look()
        assert device in " ".join(word.text for word in words.seen)


def test_the_line_from_words_far_below_goes_straight_up(monkeypatch: pytest.MonkeyPatch) -> None:
    canvas = Canvas(pygame.Surface((960, 720)), Theme())
    drawn: list[tuple[tuple[float, float], tuple[float, float]]] = []
    monkeypatch.setattr(canvas, "line", lambda start, end, ink, wide: drawn.append((start, end)))
    wide, narrow = (20.0, 20.0, 900.0, 80.0), (20.0, 20.0, 10.0, 80.0)
    for target in (wide, narrow):
        stop = GuidePoint(
            "look", lambda scene: True, lambda scene, at=target: at, room=lambda scene: ROOM
        )
        guide = Guide(Scene(), (stop,), {"look": Section("", "Look.")})
        guide.update(1.0)
        guide.draw(canvas, (0.0, 0.0, 960.0, 720.0))
    ((start, end), (_, aside)) = drawn
    assert start[0] == end[0], "over nothing that lies between but what it has to cross"
    assert aside[0] == 25.0


def test_the_guide_can_be_asked_for_again(app: App) -> None:
    table = opened(app, "seek")
    assert not table.guided
    ((label, _, start),) = table.pause_entries()
    assert label == "Show me how"
    start()
    assert table.guided
    assert rest(app, table)


def test_words_stand_at_the_right_end_of_their_room_near_what_they_mean() -> None:
    room = (200.0, 100.0, 500.0, 300.0)
    assert box_within((372, 120), (0.0, 0.0, 80.0, 40.0), room) == (328, 100, 372, 120)
    assert box_within((372, 120), (0.0, 230.0, 80.0, 40.0), room)[1] == 190
    assert box_within((372, 120), (0.0, 560.0, 80.0, 40.0), room)[1] == 280
    assert box_within((372, 120), (0.0, 0.0, 9.0, 9.0), (200.0, 100.0, 500.0, 60.0))[1] == 70
