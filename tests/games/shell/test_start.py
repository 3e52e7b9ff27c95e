"""The start: nothing but the launcher stands between it and the first frame."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from games.paths import ROOT
from games.shell.app import App
from games.shell.start import run_game, run_launcher

STARTED = """
import sys
from games.shell.start import open_app
app = open_app(sys.argv[1])
app.push(app.first_scene())
app.frame(1 / 60)
early = [name for name in sys.modules if name.startswith(("games.session.s", "games.shell.table"))]
app.frame(1 / 60)
late = [name for name in sys.modules if name in ("games.shell.table", "games.shell.pages.result")]
print(sorted(early), sorted(late))
"""


def test_pages_are_loaded_once_the_first_frame_is_shown(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STARTED, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    early, late = "['games.session.setup']", "['games.shell.pages.result', 'games.shell.table']"
    assert done.stdout.splitlines()[-1] == f"{early} {late}"


def test_the_first_start_alone_greets_and_a_game_opened_directly_never_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacks: list[list[str]] = []

    def run(app: App) -> int:
        app.frame(1 / 60)
        app.frame(1 / 60)
        stacks.append([type(scene).__name__ for scene in app.stack])
        app.close()
        return 0

    monkeypatch.setattr(App, "run", run)
    run_game("ur", data_dir=str(tmp_path / "play"))
    assert stacks.pop() == ["Launcher", "Scene"]
    for expected in (["Launcher", "FirstLesson"], ["Launcher"]):
        run_launcher(str(tmp_path / "first"))
        assert stacks.pop() == expected


GREETED = STARTED.replace(
    "app.frame(1 / 60)", "app.push(catalog.welcome().FirstLesson(app))\napp.frame(1 / 60)", 1
).replace("import sys", "import sys\nfrom games import catalog", 1)


def test_the_greeting_loads_its_machine_after_the_first_frame_too(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", GREETED, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1].startswith("['games.session.setup'] ")
