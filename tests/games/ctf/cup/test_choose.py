"""Teams and what they play are chosen."""

from __future__ import annotations

from pathlib import Path

from games.ctf.cup.room import CHOOSE
from tests.games.ctf.cup.conftest import Quick, panes


def test_one_team_is_too_few(room: Quick) -> None:
    choose, _ = panes(room)
    choose.chosen = dict.fromkeys(choose.chosen, False) | {"random": True}
    choose.start()
    assert room.asked == []
    assert room.pane is room.panes[CHOOSE]


def test_a_file_that_is_no_team_is_told(room: Quick, tmp_path: Path) -> None:
    choose, _ = panes(room)
    assert not choose.take_file("notes.txt")
    before = dict(choose.chosen)
    assert choose.take_file(str(tmp_path / "missing.py"))
    assert choose.chosen == before
