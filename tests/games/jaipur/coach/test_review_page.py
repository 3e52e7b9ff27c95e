"""The review on the screen: it fills, shows what cost most on the table, and asks for it anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.agents import WIN_CHANCE, Judged
from games.core import Seating
from games.jaipur.coach.positions_page import PositionsPage, loss, told
from games.jaipur.coach.review_page import ReviewPage, open_review
from games.jaipur.rules.state import State, View
from games.jaipur.scene import Scene
from games.mind import Mind
from games.session.setup import Setup
from tests.support.hands import Rig, click_box, push_button
from tests.support.jaipur_matches import PARAMS, chance_turns


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path, (1280, 720))
    rig.app.change_settings(reduced_motion=True)
    yield rig
    rig.app.close()


class Oracle:
    """Judges without thinking: every third choice lost a fifth."""

    asked = 0

    def odds(self, view: View) -> Mind:
        """Nothing to count on."""
        return ()

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """A choice that lost much, or nothing."""
        self.asked += 1
        if self.asked % 3:
            return Judged(state.turn, move, WIN_CHANCE, 0.6, 0.6, move, 0.0, 0.0, 0.0, "")
        return Judged(
            state.turn, move, WIN_CHANCE, 0.6, 0.4, "camels", 0.2, 0.01, 4.0, "grows the herd"
        )


def reviewed(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> ReviewPage:
    """The page of a match that was played to its end."""
    setup = Setup("jaipur", (Seating("human"), Seating("seed-utility")), PARAMS, 4)
    rig.app.push(Scene(rig.app, setup, chance_turns()))
    monkeypatch.setattr("games.catalog.watcher", lambda game, model: Oracle())
    scene = rig.app.top
    assert isinstance(scene, Scene)
    open_review(scene)
    page = rig.app.top
    assert isinstance(page, ReviewPage)
    page.judging.wait(5.0)
    rig.frames(2)
    return page


def test_a_review_shows_rounds_costs_and_positions(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = reviewed(rig, monkeypatch)
    assert page.told[0].startswith("The cards gave you ")
    assert page.heading.startswith("Round 1: ")
    assert len(page.costly) == 3
    assert "lost 20% (±2%), 4 rupees. Better: take all camels" in page.rows[0].label
    page.turn_to(1)
    assert page.heading.startswith("Round 2: ")
    page.turn_to(-1)
    rig.frames(1)
    click_box(rig.app, page.rows[0].box)
    shown = rig.app.top
    assert isinstance(shown, PositionsPage)
    assert not shown.asking
    assert "gives away 20%" in shown.look().line.text
    assert "it grows the herd" in shown.look().line.text
    rig.key("escape")
    assert rig.app.top is page
    x, y, w, h = page.graph_box
    click_box(rig.app, (x + w / 2, y + h / 2, 2, 2))
    assert isinstance(rig.app.top, PositionsPage)


def test_costly_choices_are_asked_for_once_more(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    page = reviewed(rig, monkeypatch)
    push_button(page, "Find better")
    asked = rig.app.top
    assert isinstance(asked, PositionsPage)
    assert asked.asking
    assert "Which move is best?" in asked.look().line.title
    asked.answer("camels")
    assert asked.found == 1
    assert asked.look().line.title == "Best. Take all camels."
    rig.key("space")
    assert asked.number == 1
    assert asked.asking
    rig.key("k")
    assert asked.choosing.marks.caravan or "camel" not in "".join(asked.position.stall)


def test_one_plays_on_from_a_position_for_practice(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = reviewed(rig, monkeypatch)
    turn = page.costly[0].asked.turn
    page.show(page.costly[0].asked)
    monkeypatch.undo()
    assert rig.app.top.title == "Review"
    push_button(rig.app.top, "Play on from here")
    table = rig.app.top
    assert isinstance(table, Scene)
    assert table.setup.practice
    assert len(table.match.turns) == turn
    assert table.match.to_act == (0,)


def test_what_an_end_cost_is_said_to_be_exact() -> None:
    judged = Judged(
        0, "sell-L2", WIN_CHANCE, 0.6, 0.4, "camels", 0.184, 0.012, 4.0, "grows the herd"
    )
    assert loss(judged) == "18% (±2%)"
    assert "gives away exactly 18% of" in told(judged._replace(error=0.0), False).text
