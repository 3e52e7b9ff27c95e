"""The tournament of the command line: its table, its files, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ai.lab.ctf.study import FILE, arena, report
from ai.lab.errors import BadArguments
from ai.lab.jobs import HERE
from ai.lab.rooms import ArenaQuestion
from games import log
from games.ctf.tournament import Fixture, Outcome, Tournament, play

SMALL = {"rules": "pelita", "maze": "loops-16x8", "moves": "60"}


def test_a_tournament_is_told_and_saved(tmp_path: Path) -> None:
    given = {**SMALL, "study": "tournament", "save": str(tmp_path / "cup")}
    told: list[float] = []
    names = ["random", "gatherer"]
    found = arena(ArenaQuestion(names, 2, 3, given, HERE, lambda share, text: told.append(share)))
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
        arena(ArenaQuestion(names, 1, 1, {**SMALL, **given}, HERE, lambda share, text: None))


class Stopped(Exception):
    """The command is stopped where a game was told."""


def asked(folder: Path, progress: Callable[[float, str], None], seed: int = 3) -> ArenaQuestion:
    given = {**SMALL, "study": "tournament", "save": str(folder)}
    return ArenaQuestion(["random", "gatherer", "hunter"], 2, seed, given, HERE, progress)


def test_each_game_is_on_the_disk_before_it_is_told_and_the_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after `kill -9`: what stops it runs no line of its own any more."""
    folder, told, played = tmp_path / "cup", list[float](), list[int]()

    def stop(share: float, text: str) -> None:
        kept = Tournament.from_text((folder / FILE).read_text("utf-8"))
        assert len(kept.outcomes) == len(list(folder.glob("game-*.log"))) == len(told) + 1
        told.append(share)
        if len(told) == 2:
            raise Stopped

    def counted(fixture: Fixture) -> Outcome:
        played.append(fixture.number)
        return play(fixture)

    monkeypatch.setattr("ai.lab.ctf.study.play", counted)
    with pytest.raises(Stopped):
        arena(asked(folder, stop))
    assert played == [0, 1]
    found = arena(asked(folder, lambda share, text: told.append(share)))
    assert played == [0, 1, 2, 3, 4, 5]
    assert told[2:] == [3 / 6, 4 / 6, 5 / 6, 1.0]
    whole = arena(asked(tmp_path / "other", lambda share, text: None))
    assert {**found, "saved": ""} == {**whole, "saved": ""}
    again = arena(asked(folder, lambda share, text: None))
    assert again == found
    assert len(played) == 12, "one that is over plays nothing"


def test_a_folder_with_another_tournament_is_left_alone(tmp_path: Path) -> None:
    arena(asked(tmp_path, lambda share, text: None))
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(BadArguments, match="holds another tournament"):
        arena(asked(tmp_path, lambda share, text: None, seed=4))
    assert (tmp_path / FILE).read_bytes() == before
    (tmp_path / FILE).write_text("{}")
    with pytest.raises(BadArguments, match="is no tournament that can go on"):
        arena(asked(tmp_path, lambda share, text: None))
    assert (tmp_path / FILE).read_text() == "{}"
