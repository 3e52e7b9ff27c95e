"""The exercises that ship: whole positions, a best move that is legal, and files that are bad."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest

from games.agents import WIN_CHANCE, Judged
from games.jaipur.asks import Adviser
from games.jaipur.coach import exercises
from games.jaipur.coach.exercises import shipped
from games.jaipur.coach.exercises_page import LOST, exercises_page, position
from games.jaipur.coach.positions_page import PositionsPage, loss, told
from games.jaipur.marks import marks_of
from games.jaipur.rules import GAME
from games.jaipur.rules.state import State, View
from games.mind import Mind
from games.shell.pages.overlays import Card
from tests.support.hands import Rig


class Calm:
    """Judges every answer as the best."""

    def odds(self, view: View) -> Mind:
        return ()

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        return Judged(state.turn, move, WIN_CHANCE, 0.5, 0.5, move, 0.0, 0.0, 0.0, "")


def test_every_exercise_is_a_position_with_one_best_move() -> None:
    found = shipped()
    assert len(found) >= 12
    for exercise in found:
        assert exercise.best in GAME.legal(exercise.state, exercise.state.turn)
        assert exercise.lost >= 0.05
        assert exercise.lost >= 4 * exercise.error - 0.004  # both are rounded
        assert sorted("".join(exercise.stall)) == sorted(
            letter
            for letter, shift in zip("DGSCPLK", (24, 20, 16, 12, 8, 4, 0), strict=True)
            for _ in range(exercise.state.market >> shift & 15)
        )
    assert position(found[0]).names[found[0].state.turn] == "You"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"rows": 3}',
        '{"rows": [{"exercises": [{"moves": "X Y", "best": "camels", "lost": 1, "error": 0}]}]}',
        '{"rows": [{"exercises": [{"moves": "D", "best": "camels", "lost": 1, "error": 0}, 7]}]}',
    ],
)
def test_what_cannot_be_read_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    path = tmp_path / "jaipur.json"
    path.write_text(text)
    monkeypatch.setattr(exercises, "FILE", path)
    assert shipped() == []


def test_one_that_is_whole_stands_beside_one_that_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = json.loads(exercises.FILE.read_text())["rows"]
    whole = rows[0]["exercises"][0]
    broken = {**whole, "best": "sell-D7"}
    path = tmp_path / "jaipur.json"
    path.write_text(json.dumps({"rows": [{"exercises": [broken, whole]}]}))
    monkeypatch.setattr(exercises, "FILE", path)
    assert len(shipped()) == 1


def test_they_are_asked_or_said_to_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, (1280, 720))
    page = exercises_page(rig.app)
    assert isinstance(page, PositionsPage)
    assert page.asking
    monkeypatch.setattr(exercises, "FILE", tmp_path / "nothing")
    missing = exercises_page(rig.app)
    assert isinstance(missing, Card)
    assert missing.text == LOST
    rig.app.close()


def test_one_answers_by_keys_alone_and_skips_on_the_line(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (1280, 720))
    page = exercises_page(rig.app)
    assert isinstance(page, PositionsPage)
    rig.show(page)
    assert page.next_frame() == 0.0, "what can be known grows beside the table"
    rig.frames(12, 0.2)
    assert not page.mind_view.moving
    page.choosing.cursor = "line"
    rig.key("return")
    assert page.number == 1
    best = page.position.best
    page.adviser = cast(Adviser, Calm())
    page.choosing.mark(marks_of(best, page.before))
    rig.key("return")
    assert not page.asking
    assert page.answers[0].move == best
    page.go_on()
    rig.key("right", "return")
    assert not page.choosing.marks.empty
    rig.app.close()


def test_what_an_end_cost_is_said_to_be_exact() -> None:
    judged = Judged(
        0, "sell-L2", WIN_CHANCE, 0.6, 0.4, "camels", 0.184, 0.012, 4.0, "grows the herd"
    )
    assert loss(judged) == "18% (±2%)"
    assert "gives away exactly 18% of" in told(judged._replace(error=0.0), False).text
