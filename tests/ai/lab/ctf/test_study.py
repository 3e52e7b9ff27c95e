"""The tournament of the command line: its table, its files, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.lab.ctf.study import arena, report
from ai.lab.errors import BadArguments
from ai.lab.jobs import HERE
from ai.lab.rooms import Asked
from games import log
from games.ctf.tournament import Tournament

SMALL = {"rules": "pelita", "maze": "loops-16x8", "moves": "60"}


def test_a_tournament_is_told_and_saved(tmp_path: Path) -> None:
    given = {**SMALL, "study": "tournament", "save": str(tmp_path / "cup")}
    told: list[float] = []
    names = ["random", "gatherer"]
    found = arena(Asked(names, 2, 3, given, HERE, lambda share, text: told.append(share)))
    lines = report(found).splitlines()
    assert told == [0.5, 1.0]
    assert {line.split()[1] for line in lines[2:4]} == set(names)
    assert sum(row["won"] for row in found["table"]) == 2
    text = (tmp_path / "cup" / "tournament.json").read_text("utf-8")
    cup = Tournament.from_text(text)
    assert cup.over
    games = sorted((tmp_path / "cup").glob("game-*.log"))
    assert [log.decode(file.read_text("utf-8")).game for file in games] == ["ctf", "ctf"]
    assert str(tmp_path) in lines[-1]


@pytest.mark.parametrize(
    ("names", "given", "told"),
    [
        (["random", "gatherer"], {"study": "chess"}, "no study 'chess'"),
        (["random", "random"], {}, "named twice"),
        (["random"], {}, "2 to 24"),
    ],
)
def test_what_cannot_be_held_is_refused(names: list[str], given: dict[str, str], told: str) -> None:
    with pytest.raises(BadArguments, match=told):
        arena(Asked(names, 1, 1, {**SMALL, **given}, HERE, lambda share, text: None))
