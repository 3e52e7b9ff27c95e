"""`main.py train`: where it writes, what uses that, and the way back to what ships."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from ai.lab import training
from ai.lab.command_line import BAD_ARGUMENTS, DONE, run
from ai.lab.karate import train as karate
from ai.ur import FITTED
from games import weights
from games.paths import WEIGHTS
from tests.support.forked import forked as forked
from tests.support.trained import give

TRAIN = ["train", "tracker", "--option", "mazes=2", "--option", "steps=100", "--seed", "4"]
ARENA = [
    *("arena", "ur", "--agents", "learner+,random", "--games", "60", "--json"),
    *("--option", "pieces=2"),
]
BACKWARDS = -np.arange(16.0)
"""Values with which a piece that is behind is dearest: hardly a game is won by them."""


def shipped_files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (WEIGHTS / "tracker").iterdir()}


def test_training_leaves_what_ships_alone_and_says_where_it_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = shipped_files()
    assert run([*TRAIN, "--data-dir", str(tmp_path)]) == DONE
    told = capsys.readouterr().out
    folder = tmp_path / "weights" / "tracker"
    assert f"Written to {folder}. The arcade plays with it from now on" in told
    assert "`main.py train tracker --reset` goes back to what ships." in told
    assert sorted(path.name for path in folder.iterdir()) == ["junctions.json", "junctions.npz"]
    card = json.loads((folder / "junctions.json").read_text("utf-8"))
    assert card[weights.SUM] == weights.sum_of(folder / "junctions.npz")
    assert shipped_files() == before
    with weights.choosing(tmp_path / "weights"):
        assert weights.in_use("tracker/junctions") == folder / "junctions.npz"


def made_by(tmp_path: Path, argv: list[str]) -> list[Path]:
    """What a command makes among saved data, where all may read what is made."""
    before = os.umask(0o022)
    try:
        assert run([*argv, "--data-dir", str(tmp_path / "data")]) == DONE
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)
    return list(tmp_path.rglob("*"))


def test_what_is_trained_among_saved_data_is_its_owners_alone(tmp_path: Path) -> None:
    made = made_by(tmp_path, TRAIN)
    assert len(made) >= 4
    assert {path.name for path in made if path.stat().st_mode & 0o077} == set()


@pytest.mark.lab
def test_what_is_solved_among_saved_data_is_its_owners_alone(tmp_path: Path) -> None:
    made = made_by(tmp_path, ["solve", "ur", "--rules", "schultz", "--pieces", "1"])
    assert len(made) >= 2
    assert {path.name for path in made if path.stat().st_mode & 0o077} == set()


def test_ship_writes_in_the_place_of_what_ships(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "WEIGHTS", tmp_path / "assets")
    assert run([*TRAIN, "--ship", "--data-dir", str(tmp_path / "data")]) == DONE
    assert "in the place of what shipped" in capsys.readouterr().out
    assert (tmp_path / "assets" / "tracker" / "junctions.npz").is_file()
    assert not (tmp_path / "data").exists()


def test_the_sensei_is_measured_with_the_weights_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(karate, "SPARRING", karate.ROSTER[:2])
    folder = give(tmp_path, "numbers/mind")
    path = folder / "numbers" / "mind.npz"
    argv = ["train", "karate", "--option", "matches=2", "--option", "rounds=10"]
    assert run([*argv, "--data-dir", str(tmp_path)]) == DONE
    card = json.loads((folder / "karate" / "sensei.json").read_text("utf-8"))
    assert card[weights.MEASURED_WITH] == {"numbers/mind": weights.sum_of(path)}


def test_reset_goes_back_and_says_what_it_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give(tmp_path, "ur/learner")
    give(tmp_path, "ur/learner+")
    back = ["train", "ur", "learner", "--reset", "--data-dir", str(tmp_path)]
    assert run(back) == DONE
    told = capsys.readouterr().out
    assert told == (
        f"ur/learner is what ships again. Yours lie in {tmp_path / 'weights' / 'ur'} as "
        "learner.npz.aside-1 and learner.json.aside-1.\n"
    )
    assert weights.trained_names(tmp_path / "weights", "ur") == ["ur/learner+"]
    assert run(back) == DONE
    nothing = "Nothing was trained here for ur learner; what ships is in use.\n"
    assert capsys.readouterr().out == nothing
    assert run([word for word in back if word != "learner"]) == DONE
    assert "ur/learner+ is what ships again" in capsys.readouterr().out
    for words, sentence in (
        ("train ur lerner --reset", "did you mean learner"),
        ("train chess --reset", "There is no game 'chess'"),
        ("train ur learner --reset --ship", "not allowed with"),
    ):
        assert run([*words.split(), "--data-dir", str(tmp_path)]) == BAD_ARGUMENTS
        assert sentence in capsys.readouterr().err


def test_without_a_home_a_folder_has_to_be_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "USERPROFILE"):
        monkeypatch.delenv(name, raising=False)
    assert run(TRAIN) == BAD_ARGUMENTS
    assert "name one by --data-dir" in capsys.readouterr().err


def share(capsys: pytest.CaptureFixture[str], *more: str) -> float:
    """The share of games that `learner+` wins of `random`, by an arena."""
    assert run([*ARENA, *more]) == DONE
    found = json.loads(capsys.readouterr().out)
    return float(found["pairs"][0]["a_win_share"])


def test_the_arena_uses_what_ships_unless_it_is_told_otherwise(
    forked: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give(tmp_path, "ur/learner+", values=BACKWARDS)
    data = ("--data-dir", str(tmp_path))
    plain = share(capsys)
    assert share(capsys, *data) == plain >= 0.7
    mine = share(capsys, *data, "--trained")
    assert mine < 0.5
    assert run([*ARENA, *data, "--trained", "--jobs", "2"]) == DONE
    out, err = capsys.readouterr()
    assert json.loads(out)["pairs"][0]["a_win_share"] == mine
    assert err.startswith("main.py: Trained weights in use: ur/learner+ of ")
    assert weights.chosen() is None


def test_a_damaged_file_is_told_by_a_command_that_wanted_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give(tmp_path, "ur/learner+", values=BACKWARDS)
    (tmp_path / "weights" / "ur" / "learner+.npz").write_bytes(b"PK")
    argv = ["arena", "ur", "--agents", "learner+,random", "--games", "2", "--trained"]
    argv += ["--jobs", "1"]
    assert run([*argv, "--data-dir", str(tmp_path)]) == DONE
    told = capsys.readouterr().err
    assert "main.py: ur/learner+.npz, which you trained, is damaged" in told
    assert "main.py: Nothing was trained here for ur; what ships is used." in told
    assert told.count("\n") == 2


def test_analyse_uses_what_ships_unless_it_is_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(tmp_path, "ur/learner+", values=BACKWARDS)
    seen = []

    def served(game: str, data_dir: str | None, example: bool) -> int:
        seen.append(FITTED.load() == tuple(BACKWARDS))
        assert not example
        return 0

    monkeypatch.setattr("ai.lab.analyse.serve", served)
    for more in ([], ["--trained"], []):
        assert run(["analyse", "ur", "--data-dir", str(tmp_path), *more]) == DONE
    assert seen == [False, True, False]


def test_attract_mode_uses_what_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    give(tmp_path, "ur/learner+", values=BACKWARDS)
    seen = []

    def looked(*given: object, **more: object) -> int:
        seen.append(FITTED.load() == tuple(BACKWARDS))
        return 0

    monkeypatch.setattr("games.shell.start.run_frames", looked)
    argv = ["play", "ur", "--opponent", "learner+", "--demo", "--frames", "1"]
    assert run([*argv, "--data-dir", str(tmp_path)]) == DONE
    assert seen == [False]
