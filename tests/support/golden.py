"""Where golden files lie.

Those of the nine first games lie in `tests/golden`. A game that came by the recipe keeps its own in
`tests/games/<id>/golden`, so that it goes with its folders: `minds.txt`, `frames.txt`,
`answers.txt`, and a transcript under any other name.
"""

from __future__ import annotations

from pathlib import Path

from games.paths import ROOT

HOME = ROOT / "tests" / "golden"
KINDS = ("minds", "frames", "answers", "spoken")


def own_folder(game: str) -> Path:
    """The folder of a game's own golden files, which is there for a game by the recipe."""
    return ROOT / "tests" / "games" / game / "golden"


def file_of(kind: str, game: str) -> Path:
    """The golden file of a game, of one of `KINDS`."""
    own = own_folder(game)
    return own / f"{kind}.txt" if own.is_dir() else HOME / kind / f"{game}.txt"


def files_of(kind: str) -> dict[str, Path]:
    """All golden files of one of `KINDS`, by their games."""
    found = {path.stem: path for path in (HOME / kind).glob("*.txt")}
    own = ROOT.glob(f"tests/games/*/golden/{kind}.txt")
    return {**found, **{path.parent.parent.name: path for path in own}}


def transcript(name: str) -> Path:
    """The file of the transcript `name`, which begins with its game and a hyphen."""
    game, _, rest = name.partition("-")
    own = own_folder(game)
    return own / f"{rest}.txt" if own.is_dir() else HOME / f"{name}.txt"


def transcripts() -> list[str]:
    """The names of all transcripts."""
    found = [path.stem for path in HOME.glob("*.txt")]
    for path in ROOT.glob("tests/games/*/golden/*.txt"):
        if path.stem not in KINDS:
            found.append(f"{path.parent.parent.name}-{path.stem}")
    return sorted(found)
