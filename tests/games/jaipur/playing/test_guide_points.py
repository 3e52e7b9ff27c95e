"""The first match of Jaipur has a guide of five stops."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygame import Rect

from games.jaipur.board import BELOW
from games.jaipur.playing.guide_points import STOPS
from games.jaipur.rules.goods import CAMEL
from games.jaipur.scene import Scene
from games.shell.guide import GuidePoint
from games.shell.guide_text import guide_section
from games.shell.opening import open_game
from tests.support.hands import Rig, until


def stop_of(table: Scene) -> GuidePoint | None:
    """The stop that is shown."""
    return None if table.guide is None else table.guide.stop


@pytest.mark.rig(size=(800, 600), reduced_motion=True, mind_open=False)
def test_the_first_match_is_guided_through_five_stops_and_no_other(rig: Rig) -> None:
    rig.app.change_settings(guided="")
    table = open_game(rig.app, "jaipur", "seed-utility", 7, {}, demo=False)
    assert isinstance(table, Scene)
    rig.show(table)
    told: list[str] = []
    for _ in range(20):
        until(rig.app, lambda: not table.guided or stop_of(table) is not None)
        stop = stop_of(table)
        if stop is None:
            break
        told.append(stop.id)
        assert guide_section("jaipur", stop.id).words
        left, top, wide, high = stop.at(table)
        assert left >= 0
        assert top + high <= table.stage[3]
        assert wide > 20
        rig.frames(12, 0.1)
        if stop.done is None:
            turns = len(table.match.turns)
            assert table.waiting_for_person is None, "the match waits until it is read"
            rig.key("space")
            assert len(table.match.turns) == turns
        else:
            rig.key("1", "return")
            until(rig.app, lambda known=stop: stop_of(table) is not known)
    assert told == [stop.id for stop in STOPS]
    assert len(told) == 5
    assert rig.app.settings.guided == "jaipur"


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (2560, 1440)])
def test_the_words_cover_no_card_to_choose_and_nothing_that_they_explain(
    tmp_path: Path, size: tuple[int, int], larger: bool
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(guided="", larger_text=larger, mind_open=True)
    table = open_game(rig.app, "jaipur", "seed-utility", 7, {}, demo=False)
    assert isinstance(table, Scene)
    rig.show(table)
    for stop in STOPS[:4]:
        until(rig.app, lambda: stop_of(table) is not None)
        rig.frames(10, 0.1)
        rig.app.draw()
        assert table.guide is not None
        words = Rect(table.guide.bubble)
        places = table.board.places
        assert words.top >= 0
        assert stop_of(table) is stop
        spared = [stop.at(table), *places.market, places.hands[BELOW], places.line]
        assert words.collidelist([Rect(box) for box in spared]) < 0, stop.id
        assert words.right <= table.corner_left()
        rig.key("space")


@pytest.mark.rig(size=(1280, 720), reduced_motion=True, mind_open=False)
@pytest.mark.parametrize("hand", ["key", "click"])
def test_a_card_marked_beside_the_words_stays_marked_and_enter_plays_it(
    rig: Rig, hand: str
) -> None:
    rig.app.change_settings(guided="")
    table = open_game(rig.app, "jaipur", "seed-utility", 7, {}, demo=False)
    assert isinstance(table, Scene)
    rig.show(table)
    until(rig.app, lambda: stop_of(table) is not None)
    assert table.explaining
    rig.frames(2, 0.1)
    stall = table.model.before.stall
    place = next(n for n, card in enumerate(stall) if card != CAMEL)
    if hand == "key":
        rig.key(str(place + 1))
    else:
        x, y, w, h = dict(table.board.spots(table.look()))[f"market:{place}"]
        rig.click(x + w / 2, y + h / 2)
    assert table.choosing.marks.places == (place,)
    assert table.explaining, "nobody has read it yet"
    for _ in STOPS[:3]:
        until(rig.app, lambda: table.explaining)
        rig.frames(12, 0.1)
        rig.key("space")
        assert table.choosing.marks.places == (place,)
    until(rig.app, lambda: stop_of(table) is STOPS[-1])  # without a press the guide goes on
    rig.frames(12, 0.1)
    assert table.choosing.marks.places == (place,)
    made = len(table.match.turns)
    rig.key("return")
    until(rig.app, lambda: len(table.match.turns) > made)
