"""How missing packages are installed with the interpreter that runs: one line for the shell."""

from __future__ import annotations

import sys
from pathlib import Path


def install_command(requirements: str, python: str = sys.executable) -> str:
    """The command that installs a file of requirements for `python`.

    Its own pip by its path where that lies below the present folder, as with a virtual
    environment of the project; else whichever Python the shell calls `python`.
    """
    try:
        folder = Path(python).parent.relative_to(Path.cwd())
    except (ValueError, OSError):
        return f"python -m pip install -r {requirements}"
    pip = next((name for name in ("pip", "pip.exe") if (folder / name).is_file()), None)
    start = f"{folder / pip}" if pip else f"{folder / Path(python).name} -m pip"
    return f"{start} install -r {requirements}"
