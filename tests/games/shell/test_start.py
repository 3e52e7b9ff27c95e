"""The start: nothing but the launcher stands between it and the first frame."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from games.paths import ROOT

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
