"""The table of Ra: one press a choice on every device, and nobody is asked to press for others."""

from __future__ import annotations

import random
import threading
from dataclasses import replace

import pygame
import pytest

from ai.ra.heuristic import MISJUDGES
from games.mind import Note, Series
from games.ra.board import Look
from games.ra.playing.history_page import HistoryPage
from games.ra.rules.state import BID, TURN
from games.ra.scene import Scene
from games.session.line import SEEN
from games.shell.counsel import THINKING
from games.shell.draw.canvas import Canvas
from games.shell.hinting import CAPTION
from games.shell.watched import SPEEDS
from games.shell.widgets.cursor import ARROWS, nearest
from tests.support.hands import (
    Rig,
    at_table,
    click_box,
    press_pad,
    push_entry,
    there_and_back,
    unseen,
)
from tests.support.ra_scene import RA

pytestmark = pytest.mark.rig(size=(1280, 720), **RA)


def opened(rig: Rig, people: int = 1, players: int = 3, **params: object) -> Scene:
    seats = ["human"] * people + ["random"] * (players - people)
    table = at_table(rig.app, "ra", seats, {"players": players, **params}, practice=True)
    assert isinstance(table, Scene)
    if people:
        until_due(rig, table)
    return table


def until_due(rig: Rig, table: Scene) -> None:
    """Let the others play until a person is to choose, or it is over."""
    for _ in range(400):
        if table.reckoning is not None:
            rig.key("return")
        if table.finished or table.waiting_for_person is not None:
            return
        table.update(1.0)
    raise AssertionError("nobody is to choose")


def last_own(table: Scene) -> str:
    """The last move of a person."""
    return next(m for turn in reversed(table.match.turns) for s, m in turn if s == 0)


def test_keys_draw_call_bid_and_pass_at_once(rig: Rig) -> None:
    table = opened(rig, people=3)
    assert table.seen.phase == TURN
    rig.key("d")
    assert last_move(table) == "draw"
    until_due(rig, table)
    while table.seen.phase == BID:
        rig.key("n")
        until_due(rig, table)
    rig.key("c")
    assert last_move(table) == "call"
    until_due(rig, table)
    low = table.seen.up[table.seen.actor][0]
    rig.key("1")
    assert last_move(table) == f"bid {low}"
    until_due(rig, table)
    rig.key("n")
    assert last_move(table) == "pass"


def test_where_a_choice_stands_is_drawn_once_it_is_due(rig: Rig) -> None:
    table = opened(rig)
    drawn: list[str] = []
    draw = table.board.draw

    def note(canvas: Canvas, look: Look) -> None:
        drawn.append(look.cursor)
        draw(canvas, look)

    table.board.draw = note  # type: ignore[method-assign]
    rig.frames()
    rig.key("c")
    for _ in range(40):
        rig.frames(1, 0.5)
    assert table.waiting_for_person is not None
    assert table.seen.phase == BID
    assert drawn[-1] == table.choosing.cursor != ""


@pytest.mark.parametrize("pad", [False, True])
def test_every_choice_has_the_key_that_presses_it_on_the_device_in_hand(
    rig: Rig, pad: bool
) -> None:
    table = opened(rig, people=3)
    rig.key("c")
    until_due(rig, table)
    rig.hat("left") if pad else rig.key("left")
    look = table.said()
    spots = [offer.spot for offer in look.offers]
    assert spots[-1] == "do:pass"
    if not pad:
        assert look.keys == tuple(str(n + 1) for n in range(len(spots)))
        return
    assert look.keys[-1] == "Button 1"
    assert look.keys[spots.index(look.cursor)] == "Button 0"
    assert sorted(look.keys)[:-2] == [""] * (len(spots) - 2)
    bid = look.cursor.removeprefix("bid:")
    rig.pad(0)
    rig.pad(0)  # once more: nothing lies there
    assert last_move(table) == f"bid {bid}"
    until_due(rig, table)
    rig.pad(1)
    assert last_move(table) == "pass"


def test_arrows_go_through_the_choices_before_anything_else(rig: Rig) -> None:
    table = opened(rig, people=3)
    rig.key("c")
    until_due(rig, table)
    rig.frames()
    spots = [offer.spot for offer in table.look().offers]
    assert table.choosing.cursor == spots[-1] == "do:pass"
    for spot in reversed(spots[:-1]):
        rig.key("left")
        assert table.choosing.cursor == spot
    for spot in spots[1:]:
        rig.key("right")
        assert table.choosing.cursor == spot


@pytest.mark.parametrize("device", ["mouse", "arrows"])
def test_the_last_line_says_that_it_opens_the_history_and_does(rig: Rig, device: str) -> None:
    table = opened(rig)
    x, y, w, h = table.board.places.line
    if device == "mouse":
        rig.move(x + w / 2, y + h / 2)
        assert table.said().words.keys == "The whole history (L)"
        rig.click(x + w / 2, y + h / 2)
    else:
        rig.key("down")
        assert table.choosing.cursor == "line"
        assert table.said().words.keys == "The whole history (L)"
        rig.key("return")
    assert isinstance(rig.app.top, HistoryPage)


def test_the_suns_course_opens_the_folded_bag_by_arrows_too(rig: Rig) -> None:
    table = opened(rig)
    rig.frames()
    table.choosing.cursor = "course"
    rig.key("return")
    assert not table.bag_open, "it stands beside the table"
    table.board.places = replace(table.board.places, bag=None)
    for wanted in (True, False):
        rig.key("return")
        assert table.bag_open == wanted


def test_back_closes_the_bag_first_and_pauses_then(rig: Rig) -> None:
    table = opened(rig)
    table.board.places = replace(table.board.places, bag=None)
    rig.key("b")
    assert table.bag_open
    rig.key("escape")
    assert (rig.app.top, table.bag_open) == (table, False)
    rig.key("escape")
    assert rig.app.top is not table, "the pause page"


def test_from_the_history_one_comes_back_to_the_pause_it_was_opened_from(rig: Rig) -> None:
    opened(rig)
    assert isinstance(there_and_back(rig, "History"), HistoryPage)


def test_a_mind_says_whose_it_is_where_two_bear_one_name(rig: Rig) -> None:
    rig.app.change_settings(mind_open=True)
    table = at_table(rig.app, "ra", ["human", "easy", "easy"], {"players": 3}, practice=True)
    assert isinstance(table, Scene)
    wanted, names = {"Farmer Ani", "Farmer Mina"}, set()
    with unseen(rig.app):
        for _ in range(60):
            until_due(rig, table)
            rig.key("d" if table.seen.phase == TURN else "n")
            table.update(1.0)
            names.add(table.mind_view.caption)
            if wanted <= names:
                break
    assert wanted <= names


def last_move(table: Scene) -> str:
    """The last move of anybody but chance."""
    return next(m for turn in reversed(table.match.turns) for s, m in turn if s >= 0)


def test_a_confirmation_asks_for_a_second_press_of_the_same(rig: Rig) -> None:
    table = opened(rig, people=3, confirm_draws=True)
    before = len(table.match.turns)
    rig.key("d")
    assert (len(table.match.turns), table.look().asked) == (before, "draw")
    assert table.said().words.prompt == "Press again to draw."
    rig.key("d")
    assert last_move(table) == "draw"


def test_the_mouse_presses_buttons_and_suns_and_the_pad_what_it_stands_on(rig: Rig) -> None:
    table = opened(rig, people=3)
    click_box(rig.app, dict(table.board.spots(table.look()))["do:call"])
    rig.frames(2)
    until_due(rig, table)
    own = table.seen.actor
    sun = table.seen.up[own][-1]
    spots = [box for name, box in table.board.spots(table.look()) if name == f"bid:{sun}"]
    assert len(spots) == 2, "its button, and the coin in the row"
    click_box(rig.app, spots[1])
    rig.frames(2)
    assert last_move(table) == "call", "it is asked once more: nothing lies there"
    click_box(rig.app, spots[1])
    rig.frames(2)
    assert last_move(table) == f"bid {sun}"
    until_due(rig, table)
    press_pad(rig.app, 0)
    rig.frames(2)
    assert last_move(table) == "pass", "what one stands on at first does the least"


def test_the_others_play_through_and_a_press_skips_to_the_own_choice(rig: Rig) -> None:
    table = opened(rig)
    rig.key("c")
    turns = len(table.match.turns)
    rig.key("space")
    for _ in range(12):
        rig.frames(1, 0.001)
    assert table.waiting_for_person == 0
    assert len(table.match.turns) >= turns + 2


def test_what_is_held_waits_and_steps_one_by_one(rig: Rig) -> None:
    table = opened(rig, people=0)
    rig.key("space")
    rig.frames(20, 0.5)
    held = len(table.match.turns)
    rig.frames(20, 0.5)
    assert len(table.match.turns) == held
    table.course.wait(9)
    told = table.look().chances
    assert told == table.course.moments[held].chances
    assert abs(sum(told) - 1) < 0.01
    assert opened(rig).look().chances == (), "who plays is told nothing"
    rig.app.pop()
    rig.key(".")
    rig.frames(6, 0.5)
    assert held < len(table.match.turns) <= held + 2, "a move, and the tile that it drew"
    rig.key(",")
    assert len(table.match.turns) <= held


def lead(rig: Rig, table: Scene, goal: str) -> None:
    """Stand on a spot by the cross of a pad alone, by the shortest way."""
    rig.frames(1)
    spots = table.board.spots(table.look())
    ways: dict[str, list[str]] = {table.choosing.cursor: []}
    for spot in (queue := [table.choosing.cursor]):
        for way in ARROWS:
            there = nearest(spot, way, spots)
            if there not in ways:
                ways[there] = [*ways[spot], way]
                queue.append(there)
    for way in ways[goal]:
        rig.hat(way)
    assert table.choosing.cursor == goal


def play_on(rig: Rig, table: Scene, device: str) -> None:
    """A whole game by one device, chosen without a plan."""
    lots = random.Random(5)
    for _ in range(900):
        if device != "keyboard":  # the sum of an epoch goes by itself
            for _ in range(30):
                if table.reckoning is None:
                    break
                table.update(1.0)
        until_due(rig, table)
        if table.finished:
            return
        before, spots = len(table.match.turns), dict(table.board.spots(table.look()))
        able = [o for o in table.look().offers if not o.why]
        pick = lots.choice(able)
        if device == "mouse":
            click_box(rig.app, spots[pick.spot])
        elif device == "pad":
            lead(rig, table, pick.spot)
            press_pad(rig.app, 0)
        else:
            number = [o.spot for o in table.look().offers].index(pick.spot)
            rig.key(str(number + 1))
        rig.frames(1)
        if pick.move:
            assert len(table.match.turns) > before, f"one press of {device} is one choice"
    raise AssertionError("the game did not end")


@pytest.mark.sweep
@pytest.mark.parametrize("device", ["keyboard", "pad", "mouse"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_whole_game_by_one_device(rig: Rig, device: str, players: int) -> None:
    table = opened(rig, players=players)
    play_on(rig, table, device)
    assert table.match.over


def test_an_epoch_is_added_up_stands_and_goes_by_itself(rig: Rig) -> None:
    table = opened(rig)
    for _ in range(300):
        moves = {
            seat: ("call" if table.match.state.phase == TURN else list(table.match.legal(seat))[-1])
            for seat in table.match.to_act
            if seat >= 0
        }
        reveal = table.session.step(moves)
        if any(event.kind == "epoch" for event in reveal.events):
            table.show(reveal)
            break
    assert table.reckoning is not None
    assert table.reckoning.data["ended_by"] == "suns"
    rig.frames(2)
    rig.key("h")
    rig.frames(60, 0.5)
    assert table.reckoning is not None, "it is held"
    rig.key("h")
    rig.frames(40, 0.5)
    assert table.reckoning is None


def test_what_is_hidden_from_people_is_not_drawn(rig: Rig) -> None:
    table = opened(rig, hide="both")
    look = table.look()
    assert look.scores == (10, None, None)
    assert look.dark == {1, 2}
    for _ in range(300):
        if table.reckoning is not None:
            break
        moves = {s: list(table.match.legal(s))[-1] for s in table.match.to_act}
        table.show(table.session.step({s: m for s, m in moves.items() if s >= 0}))
    assert table.reckoning is not None
    assert table.reckoning.data["after"][1:] == [None, None], "what an epoch adds up to is hidden"
    rig.key("return", "l")
    assert isinstance(rig.app.top, HistoryPage)
    ended = [line for line in rig.app.top.lines if line.startswith("Epoch 1 ends")]
    assert [line.count(" = ") for line in ended] == [1], "the own score alone"
    rig.key("escape")
    assert opened(rig).look().scores == (10, 10, 10)


def counted(rig: Rig) -> Scene:
    """A game of three people that would be recorded, in its first auction."""
    table = at_table(rig.app, "ra", ["human"] * 3, {"players": 3})
    assert isinstance(table, Scene)
    until_due(rig, table)
    rig.key("c")
    until_due(rig, table)
    assert not table.setup.practice
    return table


def test_a_bid_is_taken_back_and_the_game_still_counts(rig: Rig) -> None:
    table = counted(rig)
    before = len(table.match.turns)
    rig.key("n")
    until_due(rig, table)
    rig.key("u")
    assert len(table.match.turns) == before
    assert not table.setup.practice, "nothing was seen since"
    assert not rig.app.toasts.texts


def test_the_pause_page_changes_the_speed_and_plays_again_what_was_taken_back(rig: Rig) -> None:
    table = counted(rig)
    rig.key("n")
    until_due(rig, table)
    turns = len(table.match.turns)
    rig.key("escape")
    push_entry(rig.app, "Take back")
    assert len(table.match.turns) == turns - 1
    rig.key("escape")
    push_entry(rig.app, "Play it again")
    assert (len(table.match.turns), rig.app.top) == (turns, table)
    rig.key("escape")
    speeds = []
    for _ in SPEEDS:
        push_entry(rig.app, "Change the speed")
        speeds.append(table.pacing.speed)
    assert sorted(speeds) == sorted(SPEEDS)
    with pytest.raises(AssertionError, match="no button"):
        push_entry(rig.app, "Play it again")


def test_who_chooses_is_told_of_the_keys_that_help(rig: Rig) -> None:
    table = opened(rig)
    assert table.board.places.bag is not None, "it stands beside the table"
    assert table.said().words.keys.startswith("H hint, E editor")
    table.board.places = replace(table.board.places, bag=None)
    assert table.said().words.keys.startswith("H hint, B bag, E editor")


def test_the_speed_is_the_same_in_the_next_match(rig: Rig) -> None:
    first = opened(rig)
    rig.key("=")
    faster = first.pacing.speed
    assert faster > 1.0
    rig.app.pop()
    assert opened(rig).pacing.speed == faster
    assert rig.app.library.settings.ra_speed == faster, "and after a restart"


def test_undo_after_a_drawn_tile_is_practice(rig: Rig) -> None:
    table = counted(rig)
    while table.seen.phase == BID:
        rig.key("n")
        if table.seen.phase == BID and table.waiting_for_person is not None:
            rig.key("1")
        until_due(rig, table)
    turns = len(table.match.turns)
    rig.key("d")
    until_due(rig, table)
    assert len(table.match.turns) > turns
    rig.key("u")
    assert len(table.match.turns) == turns
    assert rig.app.toasts.texts == (SEEN,)
    assert table.session.for_record, "he may still go on as it was"
    rig.key("d")
    assert table.setup.practice


def test_the_window_sleeps_while_a_person_thinks(rig: Rig) -> None:
    table = opened(rig)
    pygame.event.pump()
    rig.frames()
    assert table.next_frame() is None


def test_a_hint_is_a_word_then_all_of_it_and_goes_with_the_choice(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(rig)
    before = table.mind_view.mind
    oracle, gate = table.hinting.counsel.oracle, threading.Event()
    actions = oracle.actions
    monkeypatch.setattr(oracle, "actions", lambda view: actions(view) if gate.wait(9) else ())
    rig.key("h")
    assert table.said().words.prompt == THINKING
    assert table.next_frame() is not None, "it comes while nothing else moves"
    gate.set()
    table.hinting.counsel.wait()
    assert table.next_frame() is not None, "it has come, and is still to be drawn"
    rig.frames(1)
    assert table.next_frame() is None
    assert table.said().words.prompt.startswith("Hint: ")
    rig.key("h")
    assert table.panel is not None
    assert table.mind_view.caption == CAPTION
    told = table.hinting.counsel.mind(("You", "Ani", "Mina"))
    assert table.mind_view.mind[: len(told)] == told
    rig.key("h")
    assert table.mind_view.mind == before, "what stood there stands there again"
    rig.key("h", "h", "c")
    assert table.mind_view.caption != CAPTION
    assert not table.said().words.prompt.startswith("Hint: ")


def test_the_end_tells_what_moved_every_chance(rig: Rig) -> None:
    table = opened(rig)
    rig.key("c")
    titles = [item.title for item in table.report().items if not isinstance(item, Note)]
    assert titles[0] == "Chances to win"
    assert titles[1:] == [
        f"What moved {who} chance, in percent" for who in ("your", "Ani's", "Mina's")
    ]
    played = table.report().items[0]
    assert isinstance(played, Series)
    assert len(played.values) == len(table.match.turns) + 1
    rig.key("u")
    played = table.report().items[0]
    assert isinstance(played, Series)
    assert len(played.values) == len(table.match.turns) + 1, "what is taken back moves nothing"


@pytest.mark.rig(size=(1280, 720), **{**RA, "mind_open": True})
def test_help_to_an_item_of_the_mind_leaves_the_words_of_an_auction_free(rig: Rig) -> None:
    table = opened(rig, people=3)
    rig.frames(2)
    panel, (x, y, w, h) = table.mind_view, table.board.places.auction
    covered = 0
    for top in range(60, 700, 20):
        left, up, wide, tall = panel.tip_box(rig.app.canvas, MISJUDGES, float(top))
        covered += left < x + w and x < left + wide and up < y + h and y < up + tall
    assert panel.box is not None
    assert x + w > panel.box[0] - 336, "help to an item lies beside the panel, over the auction"
    assert not covered
