"""A new game: the null game copied into place, under another name. `python -m tests.new_game ID`.

The copy plays, passes all tests, and is what `games/README.md` builds on. It is removed by deleting
`games/ID`, `ai/ID.py` and `tests/games/ID`, and the word in `games/catalog.py`.
"""

from __future__ import annotations

import keyword
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from games.paths import ROOT

TEMPLATE: Final = Path("tests", "support", "nullgame")
OWN_TESTS: Final = {"case.py": "case.py", "rules.py": "test_rules.py"}
"""What the template has of tests, and what a game calls it: the template's are not collected."""
NAME: Final = re.compile(r"[a-z][a-z0-9]*")
LIST: Final = re.compile(r"(?ms)^GAMES: tuple\[str, \.\.\.\] = \(\n.*?(?=^\))")
"""The ids in the catalogue, up to the bracket behind them."""


class BadName(ValueError):
    """A name that no new game can have."""


def places(game: str) -> Iterator[tuple[Path, Path]]:
    """Yield each file of the template with the place of its copy, both below the tree."""
    root = ROOT / TEMPLATE
    for path in sorted(root.rglob("*")):
        part = path.relative_to(root)
        if path.is_dir() or "__pycache__" in part.parts:
            continue
        if part.parts[0] == "tests":
            yield TEMPLATE / part, Path("tests", "games", game, OWN_TESTS[part.name])
        else:
            yield TEMPLATE / part, Path(str(part).replace("nullgame", game))


def check(game: str, root: Path = ROOT) -> None:
    """Raise `BadName` where a tree cannot have a new game of this id."""
    if NAME.fullmatch(game) is None or keyword.iskeyword(game):
        raise BadName(f"{game[:40]!r} is no id of a game; use small letters and digits, as in ctf.")
    taken = [
        path
        for folder in ("games", "ai", "tests/games")
        for path in (root / folder / game, root / folder / f"{game}.py")
        if path.exists()
    ]
    if taken:
        raise BadName(f"{taken[0].relative_to(root)} is there already; choose another id.")


def renamed(text: str, game: str) -> str:
    """Return a text of the template as that of a game with this id."""
    title = game.capitalize()
    for old, new in (("nullgame", game), ("NullGame", title), ("Null Game", title)):
        text = text.replace(old, new)
    return text.replace("null game", title)


def make(game: str, root: Path = ROOT) -> list[Path]:
    """Put a new game into the tree at `root`; return its files. Raises `BadName`."""
    check(game, root)
    made = []
    for source, place in places(game):
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / source).read_text(encoding="utf-8")
        (root / place).write_text(renamed(text, game), encoding="utf-8")
        made.append(place)
    catalogue = root / "games" / "catalog.py"
    text = catalogue.read_text(encoding="utf-8")
    changed, count = LIST.subn(lambda found: f'{found[0]}    "{game}",\n', text)
    assert count == 1, "the catalogue has its list of games"
    catalogue.write_text(changed, encoding="utf-8")
    return [*made, *record(game, root)]


def record(game: str, root: Path = ROOT) -> list[Path]:
    """Write the golden files of a game anew; return them."""
    folder = root / "tests" / "games" / game / "golden"
    folder.mkdir(exist_ok=True)
    first = ("tests.test_golden", f"{game}-first", game, "1", "heads")
    for words in (first, ("tests.test_golden_minds", game), ("tests.test_golden_frames", game)):
        subprocess.run([sys.executable, "-m", *words], cwd=root, check=True)
    return sorted(path.relative_to(root) for path in folder.iterdir())


def remove(game: str, root: Path = ROOT) -> None:
    """Take a game out of the tree again: its folders, and the word in the catalogue."""
    for folder in ("games", "tests/games"):
        shutil.rmtree(root / folder / game)
    (root / "ai" / f"{game}.py").unlink()
    catalogue = root / "games" / "catalog.py"
    text = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(text.replace(f'    "{game}",\n', ""), encoding="utf-8")


def main(words: list[str]) -> int:
    """Make the game that is named; print what was made and what to do next."""
    try:
        (game,) = words
        made = make(game)
    except ValueError as problem:
        told = str(problem) if isinstance(problem, BadName) else "python -m tests.new_game ID"
        print(told, file=sys.stderr)
        return 2
    print(*made, "games/catalog.py (one word)", sep="\n")
    print(f"\nNow: python main.py play {game}; then change it, by games/README.md.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
