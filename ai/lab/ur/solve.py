"""`main.py solve ur`: the solved table of a game of Ur in the data directory, or for shipping.

`python -m ai.lab.ur.solve` makes the 16-bit tables of 4 pieces that ship with the arcade.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

from ai.files import write_arrays
from ai.lab.rooms import Progress
from ai.ur.solve import LayerSolver, unwritten
from ai.ur.table import FULL, SHIPPED, SHIPPED_RULES, SolvedTable, layer_pairs, open_solved, pack
from games.store.place import BadDataDirectory, data_directory, printable_path
from games.ur import SPEC

SHIPPED_PIECES = 4


def solve(
    rules: str, pieces: int, jobs: int, force: bool, data_dir: str | None, progress: Progress
) -> str:
    """Solve into the data directory; returns what to print.

    Raises `BadOption`, `BadDataDirectory`, and `NoCompiler` where numba is missing.
    """
    SPEC.params({"rules": rules, "pieces": pieces})
    root = data_directory(data_dir, os.environ)
    if root is None:
        raise BadDataDirectory("There is no home folder to keep the table in; use --data-dir DIR.")
    folder = root / "tables"
    try:
        found = LayerSolver(rules, pieces, folder, jobs, force).solve(progress)
    except OSError as error:
        raise BadDataDirectory(unwritten(printable_path(folder), error)) from error
    size = found.path.stat().st_size / 1e6
    work = f"{found.sweeps} sweeps in {found.seconds:.1f} s" if found.sweeps else "solved before"
    damaged = f"The table was damaged and is {found.aside} now.\n" if found.aside else ""
    return damaged + (
        f"{rules}, {pieces} pieces: the first player wins {found.first_player:.9f} "
        f"under perfect play ({work}).\n{printable_path(found.path)}, {size:,.1f} MB"
    )


def ship(rules: str, out_dir: Path = SHIPPED) -> None:
    """Make the table of 4 pieces by `rules` that ships, and its card, in `out_dir`."""
    with tempfile.TemporaryDirectory() as scratch:
        found = LayerSolver(rules, SHIPPED_PIECES, Path(scratch)).solve()
        table = open_solved(found.path)
        assert table is not None
        values = sixteen_bits(table)
    path = out_dir / f"perfect-{rules}.npz"
    card = {
        "what": "win probability of the side to move, before its roll, in units of 1/65535",
        "rules": rules,
        "pieces": SHIPPED_PIECES,
        "positions": len(values),
        "first_player": found.first_player,
        "sha256": hashlib.sha256(values.astype("<u2").tobytes()).hexdigest(),
        "made_by": "python -m ai.lab.ur.solve",
    }
    write_arrays(path, pack(values), card)
    print(f"{path.name}: {path.stat().st_size:,} bytes, {found.first_player:.9f}")


def sixteen_bits(table: SolvedTable) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    """Return all values of a table, rounded to 16 bits, in the order of its layers."""
    layers = [table.raw(*pair) for pair in layer_pairs(table.pieces)]
    values = np.concatenate(layers).astype(np.float64) / FULL
    return np.rint(values * 65535.0).astype(np.uint16)


if __name__ == "__main__":
    for name in sys.argv[1:] or SHIPPED_RULES:
        ship(name)
