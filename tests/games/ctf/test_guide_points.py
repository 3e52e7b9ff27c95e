"""The guide of a first match: short, in its moments, read over a match that waits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from games.ctf.guide_points import STOPS, embers, foot, mate, own_bot, score
from games.ctf.lens import TeamFrame
from games.ctf.model import BREATH, Play
from games.ctf.scene import Scene
from games.shell.draw.canvas import Box
from games.shell.guide import GO_ON, bubble_box
from games.shell.widgets.basic import inside
from tests.games.ctf.played import SMALL
from tests.support.hands import FRAME, Rig, at_table, click
from tests.support.words import IN_EVERY_SIZE, Words

pytestmark = pytest.mark.rig(size=(1280, 720), mind_open=False)

PLAYED = ("human", "gatherer", "gatherer", "gatherer")
LIMIT = 4000


def opened(rig: Rig, seats: tuple[str, ...] = PLAYED) -> Scene:
    table = at_table(rig.app, "ctf", seats, {**SMALL, "maze": "loops-24x12"})
    assert isinstance(table, Scene)
    return table


def next_stop(table: Scene) -> bool:
    """Play until something is told."""
    for _ in range(LIMIT):
        if table.guide is None or table.guide.over or table.session.over:
            return False
        if table.guide.stop is not None:
            return True
        table.update(FRAME)
    return False


def read(table: Scene) -> None:
    """Let the words stand as long as they have to."""
    while table.guide is not None and not table.guide.was_seen:
        table.update(FRAME)


@IN_EVERY_SIZE
def test_the_first_match_is_guided_whole_words_beside_what_they_mean(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(larger_text=larger, mind_open=False)
    table, told = opened(rig), []
    words = Words(rig.app, monkeypatch)
    while next_stop(table):
        stop = table.guide.stop
        moves = table.running.state.moves
        words.look()
        assert any(word.text == GO_ON for word in words.seen)
        told.append(stop.id)
        for _ in range(60):
            table.update(FRAME)
        assert table.running.state.moves == moves, "the match waits until it is read"
        rig.key("space")
        assert table.guide.stop is not stop
    assert told == [stop.id for stop in STOPS]
    assert rig.app.settings.guided == "ctf"
    rig.app.pop()
    assert not opened(rig).guided, "once is enough"
    rig.app.close()


def test_what_is_read_takes_no_time_of_the_match_and_a_breath_follows(rig: Rig) -> None:
    table = opened(rig)
    for _ in range(3):
        assert next_stop(table)
        read(table)
        rig.app.draw()
        click(rig.app, *middle(table.guide.bubble))
    assert next_stop(table)
    read(table)
    play, moves = table.running, table.running.state.moves
    assert isinstance(play, Play)
    assert play.steering.goal is None, "a click on the words sends nobody anywhere"
    table.update(FRAME)
    rig.key("return")
    assert BREATH - 2 * FRAME <= play.wait <= BREATH
    table.update(FRAME)
    assert play.state.moves == moves
    for _ in range(round(2 * BREATH / FRAME)):
        table.update(FRAME)
    assert play.state.moves > moves


def test_the_words_stand_clear_of_the_own_team_and_of_the_score(rig: Rig) -> None:
    table = opened(rig)
    kept = [box(table) for box in (own_bot, mate, score, foot)]
    for stop in STOPS[:3]:
        x, y, w, h = bubble_box((372, 130), stop.at(table), table.stage, None, kept)
        for left, top, wide, tall in kept:
            assert x >= left + wide or left >= x + w or y >= top + tall or top >= y + h


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_the_frame_of_embers_has_the_largest_of_all_and_never_the_whole_maze(
    size: tuple[int, int], tmp_path: Path
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(mind_open=False)
    table = opened(rig)
    assert isinstance(table, Scene)
    board, size_of = table.board, len(table.board.cells)
    even = np.full(size_of, 1 / size_of, np.float32)
    few = np.zeros(size_of, np.float32)
    for at in (0, size_of // 2, size_of - 1):
        few[:] = 0.0
        few[[at, 1 if at else 2]] = 0.6, 0.4
        for beliefs in ((even, few), (few, even)):
            frame = TeamFrame(beliefs, (1.0, 6.0))
            table.running.belief = lambda team, frame=frame: frame
            x, y, w, h = embers(table)
            cx, cy = board.centre(board.cells[at])
            assert x <= cx <= x + w
            assert y <= cy <= y + h
            assert w * h < board.box[2] * board.box[3] / 4
    rig.app.close()


def test_who_watches_has_no_guide(rig: Rig) -> None:
    assert not opened(rig, ("gatherer",) * 4).guided
    assert rig.app.settings.guided == ""


def middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2] / 2, box[1] + box[3] / 2)


@pytest.mark.parametrize("hand", ["key", "click"])
def test_who_plays_on_beside_the_words_is_obeyed_and_has_read_them(rig: Rig, hand: str) -> None:
    table = opened(rig)
    play = table.running
    assert isinstance(play, Play)
    field, goal = play.state.field, None

    for stop in STOPS[:3]:
        for long in (False, True):
            assert next_stop(table)
            if long:
                read(table)
            rig.app.draw()
            play.steering.stop()
            if hand == "key":
                rig.key("up")
            else:
                places = [table.board.centre(cell) for cell in field.cells]
                goal = next(n for n, at in enumerate(places) if not inside(table.guide.bubble, *at))
                click(rig.app, *places[goal])
            asked = (play.steering.wanted, play.steering.goal)
            assert asked == (("up", None) if hand == "key" else ("stay", goal))
            now = table.guide.stop
            assert (now is None or now.id != stop.id) == long, "read after its second, no sooner"


def test_a_click_on_the_words_goes_nowhere(rig: Rig) -> None:
    table = opened(rig)
    assert next_stop(table)
    read(table)
    rig.app.draw()
    stop = table.guide.stop
    click(rig.app, *middle(table.guide.bubble))
    assert table.running.steering.goal is None
    assert table.guide.stop is not stop
