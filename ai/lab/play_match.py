"""`main.py play GAME --match FILE`: a match looked at again: a window, pictures or a GIF."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ai.lab.errors import BadArguments
from ai.lab.options import FILE_SECONDS
from games import catalog
from games.core import IllegalMove
from games.fields import BadSave
from games.paths import STARTED_AS, read_in_time
from games.session.archiving import read_match
from games.session.setup import Shown
from games.spec import BadOption
from games.store.past import MATCH_FILE

LONGEST: Final = 900
"""Milliseconds of a picture in a short match."""
SHORTEST: Final = 80
WHOLE: Final = 60_000
"""Milliseconds of a match, if that is possible; all chosen by eye."""


Animate = Callable[[Sequence[Path], Path, int], object]
"""Makes a new GIF of the files of pictures, each seen for a number of milliseconds."""


def need_new(gif: str) -> None:
    """Raise `BadArguments` where no new `gif` can have this name."""
    if not gif.lower().endswith(".gif"):
        raise BadArguments("--gif needs a name that ends in .gif; name the file so.")
    if os.path.lexists(gif):
        raise BadArguments(f"{gif[:80]} is there already; name another file, or delete it.")


def milliseconds(pictures: int) -> int:
    """Return the time for which each of these pictures is seen."""
    return max(SHORTEST, min(LONGEST, WHOLE // max(1, pictures)))


def is_replay(given: Mapping[str, Any]) -> bool:
    """Return whether a match is to be looked at, by the arguments that are `given` to `play`.

    Raises `BadArguments` for conflicting ones, and for a name that no new GIF can have.
    """
    if given["gif"] is not None:
        need_new(given["gif"])
    if given["match"] is None:
        if given["frames_to"] is not None:
            raise BadArguments("--frames-to belongs to a replay; add --match FILE.")
        if given["gif"] is not None and not given["demo"] and given["film"] is None:
            raise BadArguments("--gif belongs to a replay; add --match FILE, or --demo.")
        return False
    choices = ("opponent", "seat", "seed", "option", "bot_seconds")
    others = (*choices, "today", "demo", "film", "frames", "screenshot")
    wrong = [name for name in others if given[name] is not False and given[name] not in (None, [])]
    if wrong:
        name = wrong[0].replace("_", "-")
        raise BadArguments(f"A match is looked at as it was played; leave --{name} out.")
    if given["frames_to"] == "":
        raise BadArguments("--frames-to needs a folder; name one.")
    return True


NUMBERED: Final = re.compile(r"[0-9]{4,}\.png", re.IGNORECASE)
"""How pictures of moments are named."""


def read_file(game: str, file: str) -> Shown:
    """Return the match of a `game` in a `file`; raises `BadArguments` where there is none."""
    name = file[:80]
    try:
        shown = read_match(read_in_time(Path(file), MATCH_FILE.max_bytes, FILE_SECONDS))
    except ValueError as problem:
        raise BadArguments(f"{name} is no match that can be opened: {problem}") from None
    except OSError as problem:
        raise BadArguments(f"{name} cannot be read ({problem.strerror}).") from None
    if shown.log.game not in catalog.GAMES:
        told = f"{name} is a match of {shown.log.game[:40]!r}, which this arcade does not have"
        raise BadArguments(f"{told}; it has {', '.join(catalog.GAMES)}.")
    if shown.log.game != game:
        told = f"{name} is a match of {shown.log.game}"
        raise BadArguments(f"{told}; write `main.py play {shown.log.game} --match {name}`.")
    return shown


def serve(
    game: str,
    file: str,
    frames_to: str | None,
    gif: str | None,
    show: Callable[[Shown], int],
    film: Callable[[Shown, Path], list[Path]],
    animate: Animate,
) -> int:
    """Look at the match of a `game` in a `file`: in a window, or as pictures in a folder or a GIF.

    `show` opens the window, `film` writes the pictures, `animate` makes a GIF of them. Returns the
    exit code; raises `BadArguments`.
    """
    shown = read_file(game, file)
    try:
        if frames_to is None and gif is None:
            return show(shown)
        return write(shown, frames_to, gif, film, animate)
    except (IllegalMove, BadSave, BadOption, catalog.UnknownAgent) as problem:
        raise BadArguments(f"{file[:80]} cannot be played here: {problem}") from None


def need_room(folder: Path) -> None:
    """Raise `BadArguments` where a `folder` has numbered pictures: none of them is written over.

    Pictures of a longer match before would also stay among the new ones.
    """
    try:
        names = sorted(os.listdir(folder))
    except OSError:  # it is new, or what is wrong with it is told when it is written to
        return
    taken = next((name for name in names if NUMBERED.fullmatch(name)), None)
    if taken is not None:
        told = f"{str(folder)[:80]} has a picture already ({taken})"
        raise BadArguments(f"{told}; name a new folder, or an empty one.")


def write(
    shown: Shown,
    frames_to: str | None,
    gif: str | None,
    film: Callable[[Shown, Path], list[Path]],
    animate: Animate,
) -> int:
    """Have `film` write the pictures of the match `shown` into a folder, a GIF, or both.

    Returns the exit code.
    """
    if frames_to is not None:
        need_room(Path(frames_to))
    with tempfile.TemporaryDirectory() as spare:
        where = frames_to if frames_to is not None else spare
        try:
            pictures = film(shown, Path(where))
            if frames_to is not None:
                print(f"Wrote {len(pictures)} pictures to {frames_to}.")
            if gif is not None:
                where = gif
                animate(pictures, Path(gif), milliseconds(len(pictures)))
                print(f"Wrote {gif}.")
        except OSError as problem:
            told = problem.strerror or problem
            print(f"{STARTED_AS}: Could not write {where}: {told}; name another.", file=sys.stderr)
            return 2
    return 0
