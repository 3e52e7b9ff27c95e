"""The first game has a guide: each thing is told when its moment has come, and can be done."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from games import catalog
from games.core import CHANCE, Limit
from games.match import Match
from games.ra.playing.guide_points import STOPS
from games.ra.rules.moves import must_bid
from games.ra.scene import Scene
from games.session.starting import rematch
from games.shell.guide import WIDTH, GuidePoint, box_within
from games.shell.guide_text import guide_section
from games.shell.opening import open_game
from tests.support.hands import Rig, at_table
from tests.support.ra_tables import steps


def covered(table: Scene, stop: GuidePoint) -> list[str]:
    """What a stop's words lie over: players with their suns, and tiles."""
    assert stop.room is not None
    tall = 146.0 if stop.id == "centre" else 120.0
    x, y, w, h = box_within((WIDTH, tall), stop.at(table), stop.room(table))
    board, look = table.board, table.look()
    if stop.at(table) != board.places.course:
        assert y >= board.places.course[1] + board.places.course[3], "the sun's course is seen"
    spots = board.spots(look)
    boxes = [(n, b) for n, b in spots if n.startswith(("hand:", "block:", "centre"))]
    boxes += [(f"row of {seat}", info) for seat, info in enumerate(board.places.infos)]
    return [
        name
        for name, (left, top, wide, high) in boxes
        if left < x + w and x < left + wide and top < y + h and y < top + high
    ]


def test_the_first_game_is_guided_through_all_stops_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, (800, 600))
    rig.app.change_settings(reduced_motion=True, mind_open=False, guided="")
    table = at_table(rig.app, "ra", ["human", "random", "random"], {"players": 3}, practice=True)
    assert isinstance(table, Scene)
    assert table.guide is not None
    told = []
    monkeypatch.setattr(rig.app, "draw", lambda: None)
    for _ in range(600):
        table.update(0.5)
        stop = table.guide.stop
        if stop is not None and stop.id not in told:
            told.append(stop.id)
            left, top, wide, high = stop.at(table)
            assert left >= 0
            assert top + high <= rig.app.size[1]
            assert wide > 20
            assert not covered(table, stop)
            turns = len(table.match.turns)
            table.update(0.5)
            assert stop.done is not None or len(table.match.turns) == turns, "the match waits"
        if not table.guided:
            break
        if table.waiting_for_person is None:
            rig.key("space")
        else:
            state = table.seen
            rig.key("n" if state.phase != "turn" else "d" if sum(state.block) < 6 else "c")
            if table.waiting_for_person is not None and table.seen == state:
                rig.key("1")  # somebody has to bid
    assert told == [stop.id for stop in STOPS]
    assert rig.app.settings.guided == "ra"
    rig.app.pop()
    again = at_table(rig.app, "ra", ["human", "random", "random"], {"players": 3}, practice=True)
    assert isinstance(again, Scene)
    assert not again.guided
    rig.app.close()


def test_who_has_to_bid_is_not_told_that_passing_is_free() -> None:
    forced = [state for seed in range(20) for state, _, _ in steps(3, seed, few=0.5)]
    state = next(state for state in forced if must_bid(state))
    table = SimpleNamespace(waiting_for_person=state.actor, seen=state)
    (stop,) = (stop for stop in STOPS if stop.id == "bid")
    assert stop.due(table)
    told = guide_section("ra", stop.id).words
    assert "must bid if nobody has" in told
    assert "costs nothing" not in told


def test_frames_keep_clear_of_the_words_that_they_hold(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (800, 600))
    table = at_table(rig.app, "ra", ["human", "random", "random"], {"players": 3}, practice=True)
    assert isinstance(table, Scene)
    places = table.board.places
    (centre,) = (stop.at(table) for stop in STOPS if stop.id == "centre")
    assert centre[1] + centre[3] > places.centre[1] + places.centre[3] + 5, "the name below it"
    (bar,) = (stop.at(table) for stop in STOPS if stop.id == "bid")
    assert bar[0] <= places.bar[0] - 6, "the words begin at the bar's edge"
    rig.app.close()


@pytest.mark.parametrize("calls", [(), (0,), (1,), (2,)])
def test_the_guided_match_has_four_tiles_before_the_first_ra_and_is_practice(
    rig: Rig, calls: tuple[int, ...]
) -> None:
    rig.app.change_settings(guided="")
    table = open_game(rig.app, "ra", None, None, {}, demo=False)
    assert isinstance(table, Scene)
    assert table.setup.practice
    assert "chosen for its guide" in table.setup.why_practice
    assert not rematch(table.setup).practice, "the next one counts"
    table.leave()
    setup, drawn, own = table.setup, [], 0
    agents = enumerate(seat.agent for seat in setup.seats)
    players = {n: catalog.agent("ra", name).make({}, None) for n, name in agents if n}
    match = Match(catalog.rules("ra"), setup.params, setup.seed, players)
    while "ra" not in drawn:
        (seat,) = match.to_act
        if seat == CHANCE:
            move = match.draw()
            drawn.append(move)
        elif seat:
            move = match.decide(seat, Limit(nodes=50)).move
        else:
            legal = tuple(match.legal(0))
            turn = "draw" in legal
            move = ("call" if own in calls else "draw") if turn else "pass"
            move = move if move in legal else legal[0]
            own += turn
        match.play({seat: move})
    assert drawn[0].startswith("suns")
    assert drawn.index("ra") - 1 >= 4


def test_a_second_first_match_is_like_any_other(rig: Rig) -> None:
    rig.app.change_settings(guided="ra")
    table = open_game(rig.app, "ra", None, None, {}, demo=False)
    assert not table.setup.practice
    table.leave()
