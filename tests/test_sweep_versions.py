"""Older states of the arcade beside this one, on one folder of saved data.

What they wrote opens here whole; what this one wrote is left as it is by them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from games.paths import ROOT
from games.store.files import Store
from games.store.library import Library
from games.store.profiles import Settings
from games.store.statistics import MatchResult
from tests.support.quick_files import QuickFiles
from tests.support.store_samples import path_of, samples

STATES = (
    ("the first landing", "0463cdc"),
    ("300 before", "80115345"),
    ("100 before", "b0000ce1"),
    ("30 before", "5b0ebf26"),
)
"""States by their commits; those before are before the one that gave each file its version."""
OLD = """
import dataclasses, sys
from pathlib import Path
try:
    from games.store.files import Store
    from games.store.library import Library
    from games.store.statistics import MatchResult
except ImportError:
    from games.store import Store
    from games.library import Library
    from games.statistics import MatchResult
library = Library(Store(Path(sys.argv[1])))
player = library.current
if player is None:
    player = library.create("Ada")
    library.switch(player.id)
for number in range(int(sys.argv[2])):
    library.record(player.id, MatchResult("karate", "nash", "won", "length=25"), f"old{number}")
library.save_settings(dataclasses.replace(library.settings, mute=True, music_volume=0.25))
library.add_score(player, "numbers", "100 keys", 5.0)
library.statistics(player.id)
library.learned(player.id, "karate")
if hasattr(library, "archive"):
    library.archive.finished(player.id, "ur")
if hasattr(library, "matches"):
    library.matches.newest(player.id, "ur")
print(player.id)
"""


@pytest.fixture(params=STATES, ids=[name for name, _ in STATES])
def state(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the code of an older state."""
    folder: Path = tmp_path_factory.mktemp("state")
    commit = request.param[1]
    packed = subprocess.run(
        ["git", "archive", commit, "games", "ai"], cwd=ROOT, capture_output=True, check=False
    )
    if packed.returncode:
        pytest.skip(f"the state {commit} is not in this copy of the project's past")
    subprocess.run(["tar", "x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder


def run(state: Path, root: Path, results: int) -> str:
    """Let an older state play on a folder: its `results`, settings and a score; the player."""
    done = subprocess.run(
        [sys.executable, "-c", OLD, str(root), str(results)],
        cwd=state,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.split()[-1]


@pytest.mark.sweep
def test_what_an_older_state_wrote_opens_whole(tmp_path: Path, state: Path) -> None:
    player = run(state, tmp_path, 3)
    library = Library(Store(tmp_path, QuickFiles()))
    assert library.settings == Settings(mute=True, music_volume=0.25, last_profile=player)
    assert library.statistics(player).total("karate").matches == 3
    assert len(library.scores("numbers", "100 keys").rows) == 1
    assert library.record(player, MatchResult("karate", "nash", "won", "length=25"), "new")
    again = Library(Store(tmp_path)).statistics(player)
    assert [record.matches for record in again.records] == [4]
    assert not list(tmp_path.rglob("*.bad-*"))


@pytest.mark.sweep
def test_what_this_one_wrote_is_left_as_it_is(tmp_path: Path, state: Path) -> None:
    store = Store(tmp_path, QuickFiles())
    for sample in samples():
        for value in (sample.older, sample.newer):
            assert store.save(sample.name, sample.form, value)
    left = [path_of(tmp_path, s.name) for s in samples() if s.form.kind != "scores"]
    before = {path: path.read_bytes() for path in left}
    assert run(state, tmp_path, 2) == "3f2a"
    assert {path: path.read_bytes() for path in before} == before
    assert not list(tmp_path.rglob("*.bad-*"))
    again = Store(tmp_path, QuickFiles())
    for sample in samples()[:-1]:
        assert again.load(sample.name, sample.form, None) == sample.newer
