"""A match that is looked at again: moves, with the truth and both beliefs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.core import CHANCE, Log, Seating
from games.ctf.report import SURPRISE_WORDS
from games.ctf.scene import Scene
from games.session.setup import Shown
from games.shell.pages.past.exchange import open_shown
from games.shell.pages.past.replay import ReplayPage
from tests.games.ctf.played import params_of, turns_of
from tests.support.hands import FRAME, Rig
from tests.support.ruler import texts_told


def shown_on(rig: Rig) -> ReplayPage:
    seats = tuple(map(Seating, ("human", "gatherer", "gatherer", "gatherer")))
    found = Log("ctf", params_of(moves=60), 1, seats, turns_of(60, moves=60))
    page = ReplayPage(rig.app, Shown(found, ("Ada", "", "", "")))
    rig.show(page)
    return page


@pytest.fixture
def page(tmp_path: Path) -> Iterator[ReplayPage]:
    rig = Rig(tmp_path, (1280, 720))
    yield shown_on(rig)
    rig.app.close()


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_the_round_is_told_alike_and_the_surprise_of_both_teams(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    rig = Rig(tmp_path, size)
    page = shown_on(rig)
    lines = texts_told(monkeypatch)
    for moment, number in ((7, 2), (8, 2), (9, 3), (60, 15)):
        page.go_to(moment)
        for _ in range(200):
            page.update(0.0)
        lines.clear()
        rig.app.draw()
        assert f"Round {number}" in lines, moment
        assert any(line.startswith(f"Round {number} of 15, move ") for line in lines), moment
        told = [line for line in lines if line.startswith("how surprised it was: ")]
        assert len(told) == 2, (moment, lines)
    rig.app.close()


def test_a_moment_is_a_move_and_the_fog_is_gone(page: ReplayPage) -> None:
    table = page.table
    assert isinstance(table, Scene)
    assert page.again.moments == 60
    assert page.again.words(0) == "The start"
    assert page.again.words(7) == "Round 2 of 15, move 3"
    assert page.again.words(60) == "Round 15 of 15, move 4"
    page.go_to(40)
    assert page.moment == 40
    look = table.look()
    assert look.state == table.running.tape[40].state
    assert {bot.bot for bot in look.bots} == {0, 1, 2, 3}
    assert set(look.beliefs) == {0, 1}
    page.go_to(12)
    assert table.look().state.moves == 12
    for _ in range(60):
        page.update(0.0)
    told = [getattr(item, "text", "") for item in table.mind_view.mind]
    assert [text for text in told if text] == [SURPRISE_WORDS], "the scale is told once"
    assert table.look().numbered == (table.panel is not None)
    assert table.panel is not None
    assert any("The " in getattr(item, "labels", ("",))[0] for item in table.mind_view.mind)


def test_it_plays_by_itself_as_beliefs_come(page: ReplayPage) -> None:
    page.go_to(0)
    page.playing = True
    for _ in range(240):
        page.update(FRAME)
    assert page.moment > 10
    assert page.again.ready


def test_a_match_that_broke_off_before_anybody_was_to_move_is_told(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (1280, 720))
    seats = tuple(map(Seating, ("human", "gatherer", "gatherer", "gatherer")))
    assert not open_shown(rig.app, Shown(Log("ctf", params_of(moves=60), 1, seats, ()), ()))
    assert "cannot be played here: nobody was to move yet" in rig.app.toasts.texts[-1]
    assert rig.app.top is rig.floor
    rig.app.close()


def test_a_replay_that_is_wound_stands_where_its_match_stands(page: ReplayPage) -> None:
    """The tape stays whole, and is not begun anew."""
    table = page.table
    assert isinstance(table, Scene)
    page.go_to(12)
    running = table.running
    moved = sum(1 for turn in table.match.turns if turn[0][0] != CHANCE)
    table.changed()
    assert table.running is running
    assert running.moment == moved
    assert table.look().state.moves == moved
