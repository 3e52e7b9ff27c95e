"""The review after a game: costly choices as rows, the moment of each, and play on from there."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.mind import Bars
from games.ra.editor.page import RaEditor
from games.ra.review import judging
from games.ra.review.moment_page import MomentPage
from games.ra.review.page import ReviewPage
from games.ra.scene import Scene
from tests.games.ra.review.test_judging import Judge
from tests.support.hands import FRAME, Rig, at_table, push_button


def test_the_review_shows_costly_choices_their_moments_and_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging.catalog, "watcher", lambda game, name: Judge())
    rig = Rig(tmp_path, (800, 600))
    rig.app.change_settings(reduced_motion=True, mind_open=False, guided="ra")
    table = at_table(rig.app, "ra", ["human"] * 3, {"players": 3}, practice=True)
    for _ in range(24):
        table.choose("draw" if table.seen.phase == "turn" else "pass")
        table.update(1.0)
    review = ReviewPage(rig.app, table.setup, tuple(table.match.turns), table.names())
    rig.app.push(review)
    review.review.wait()
    rig.app.frame(FRAME)
    judged = review.costly[0]
    assert review.form.focused is review.rows[0], "Enter shows the costliest, it does not leave"
    rig.key("return")
    assert isinstance(rig.app.top, MomentPage)
    rig.key("escape")
    rig.key("down")
    review.review.count -= 1  # as while it fills
    rig.app.frame(FRAME)
    assert review.form.focused is review.rows[1], "who has gone on stays there while it fills"
    assert len(review.rows) == min(5, len(review.review.costly(0))) > 1
    lost = "Gave away 10% of the chance to win and 1.0 points. Better: call."
    assert review.rows[0].second == lost
    own = sum(one.seat == 0 and one.turn <= judged.asked.turn for one in review.review.asked)
    assert f"choice {own}: " in review.rows[0].first
    assert "gave away" in review.told
    push_button(review, "Next player")
    assert {each.asked.seat for each in review.costly} == {1}
    push_button(review, "Next player")
    push_button(review, "Next player")
    review.rows[0].activate()
    moment = rig.app.top
    assert isinstance(moment, MomentPage)
    rig.app.frame(FRAME)
    assert moment.look.state == judged.asked.state
    assert moment.look.words.prompt == f"{review.names[0]} did: draw. Better: call."
    push_button(moment, "Figures")
    bars = moment.mind[1]
    assert isinstance(bars, Bars)
    assert bars.truth is not None
    assert bars.seat == judged.asked.seat
    assert bars.labels[bars.truth] == judged.own.words
    monkeypatch.undo()  # the editor asks the true oracle
    rig.key("e")
    assert isinstance(rig.app.top, RaEditor), "the key of the table"
    rig.key("escape")
    assert rig.app.top is moment
    push_button(moment, "Set up")
    editor = rig.app.top
    assert isinstance(editor, RaEditor)
    assert editor.setting.state().tiles == judged.asked.state.tiles
    rig.key("escape")
    assert rig.app.top is moment
    push_button(moment, "Play on")
    again = rig.app.top
    assert isinstance(again, Scene)
    assert len(again.match.turns) == judged.asked.turn
    assert again.setup.practice
    rig.app.close()
