"""Teams and what they play are chosen."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from games.ctf.cup.room import CHOOSE
from games.shell.input import Typed
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


def test_a_team_of_pelitas_is_named_by_keys_too(room: Quick, tmp_path: Path) -> None:
    choose, _ = panes(room)
    before = dict(choose.chosen)
    file = tmp_path / "raiders.py"
    choose.file.typed(Typed(str(file)))
    choose.file.activate()
    assert choose.chosen == before, "there is no such file yet"
    assert choose.file.text == str(file), "it can be mended"
    ran = tmp_path / "ran"
    file.write_text(f"open({str(ran)!r}, 'w').close()\n", "utf-8")
    choose.file.activate()
    assert choose.chosen == before, "by the rules of the post no such team plays"
    room.params["rules"] = "pelita"
    choose.file.activate()
    if find_spec("pelita") is not None:
        assert choose.chosen == {**before, f"pelita:{file}": True}
        assert choose.file.text == ""
    assert not ran.exists(), "to choose a team runs nothing of it"
    assert choose.file in choose.widgets()


@pytest.mark.parametrize("typed", ["W" * 300, "/" + "W" * 300 + ".py", "~nobody-9/team.py", "."])
def test_a_name_that_can_be_no_file_is_told(room: Quick, typed: str) -> None:
    choose, _ = panes(room)
    before = dict(choose.chosen)
    choose.file.typed(Typed(typed))
    choose.file.activate()
    assert choose.chosen == before
    assert any("is no team" in said for said in room.shell.toasts.texts)
