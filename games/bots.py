"""Players' own programs, by the names under which matches keep them: `bot:NAME@8HEX`.

NAME is the name of a file, 8HEX the start of its SHA-256. Only `admit` looks a file up, for a name
that a person gave: `bot:FILE`. Whatever comes out of a match, a request or a saved file is such a
kept name, and opens nothing: `file_of` knows the files that were admitted in this process, or
handed to it by the one that started it (`handed`, `take`).
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from games.paths import ASSETS, DATA, plain_file, read_in_time, usual_folder

PREFIX: Final = "bot:"
_KEPT: Final = re.compile(r"bot:(?P<name>[^/\\:,\x00-\x1f]{1,100})@(?P<hash>[0-9a-f]{8})")
DATA_VARIABLE: Final = "OPEN_MIND_ARCADE_DATA"
"""The variable of the environment that names the folder of saved data, for workers, too."""
FOLDER: Final = "bots"
"""The folder of a player's own bots in the saved data."""
SECONDS: Final = "bot_seconds"
"""The option of a bot with the time that it may take for a move."""
MOST_OWN: Final = 12
"""The most bots of their own that a player is shown; chosen by hand."""
EXAMPLES: Final = ASSETS / "bots"
"""The examples of bots, a file for each game."""
_MOST_FILES: Final = 100
MOST_BYTES: Final = 1 << 20
"""The most bytes of a file that is copied among a player's bots."""
COPY_SECONDS: Final = 2.0
"""So long a disk may take to give the file."""
MOST_OPTIONS: Final = 2000
"""Characters of a bot's own options."""
_DRIVE: Final = re.compile(r"[A-Za-z]:[\\/]")


class LostBot(ValueError):
    """Raised for a bot whose file is missing, cannot be run or has changed, and for bad options."""


KNOWN: dict[str, str] = {}
"""The files of bots by their kept names."""


def is_kept(name: str) -> bool:
    """Return whether a `name` is the kept name of a bot; all of its letters can be shown.

    >>> is_kept("bot:mybot.py@0123abcd"), is_kept("bot:my\u202ebot.py@0123abcd")
    (True, False)
    """
    return name.isprintable() and _KEPT.fullmatch(name) is not None


def split(name: str) -> tuple[str, str]:
    """Return the file or the kept name in an agent's `name`, and the options behind it.

    >>> split("bot:mybot.py:greed=2"), split("bot:C:/bots/mybot.py")
    (('bot:mybot.py', 'greed=2'), ('bot:C:/bots/mybot.py', ''))
    """
    rest = name.removeprefix(PREFIX)
    drive = rest[:2] if _DRIVE.match(rest) else ""
    file, _, options = rest.removeprefix(drive).partition(":")
    return f"{PREFIX}{drive}{file}", options


def folder() -> Path | None:
    """Return the folder of a player's own bots, below the saved data; None without a place."""
    named = os.environ.get(DATA_VARIABLE)
    data = Path(named) if named else usual_folder(DATA, "open-mind-arcade", os.environ)
    return None if data is None else data / FOLDER


def _check_runs(file: Path, shown: str) -> None:
    """Raise `LostBot` for a `file`, called as it is `shown`, that cannot be started."""
    if file.is_symlink() and not file.exists():
        raise LostBot(f"The bot {shown[:80]!r} is not there; its link leads nowhere.")
    if not file.is_file() or (file.suffix != ".py" and not os.access(file, os.X_OK)):
        told = repr(shown[:80])
        raise LostBot(f"The bot {told} is neither a .py nor executable; make it one of them.")


def admit(name: str) -> str:
    """Return the kept name, its options behind it, of the bot that a person names.

    The file is looked for in the current folder, then in `folder`. Another agent's name, and the
    name of a bot that is known here, are returned as they are. Raises `LostBot`.
    """
    if not name.startswith(PREFIX):
        return name
    bare, options = split(name)
    if bare in KNOWN:
        return name
    kept = _known_from_now(_found(bare.removeprefix(PREFIX)))
    own_options(options)
    return f"{kept}:{options}" if options else kept


def _known_from_now(file: Path, start: str = "") -> str:
    """Return the kept name of a bot's `file`, by which it is known from now on.

    `start` is the start of its digest, where it is known. Raises `LostBot`.
    """
    kept = f"{PREFIX}{file.name}@{start or digest(file)}"
    if not is_kept(kept):
        raise LostBot(f"A bot cannot have the name {file.name[:60]!r}; give its file another.")
    KNOWN[kept] = str(file)
    return kept


def anew(kept: str) -> str:
    """Return the kept name of the same file as it is now, for another match.

    Any other agent's name is returned as it is, and so is the name of a file that is gone.
    """
    try:
        return _known_from_now(Path(KNOWN[kept])) if kept in KNOWN else kept
    except LostBot:
        return kept


def own(most: int = MOST_OWN) -> list[str]:
    """Return the kept names of the player's own bots in `folder`, by their file names.

    A file that cannot be read or run is left out, and so are those after the first `most`.
    """
    return _look()[0][:most]


def refused() -> list[str]:
    """Return a sentence for each file in `folder` that is no bot, or one too many to be shown."""
    found, sentences = _look()
    more = (
        f"{name_of(kept)[:60]} is not shown: the first {MOST_OWN} are." for kept in found[MOST_OWN:]
    )
    return [*sentences, *more]


def _look() -> tuple[list[str], list[str]]:
    """Return the kept names of the bots in `folder`, and why its other files are none."""
    place, found, sentences = folder(), list[str](), list[str]()
    try:
        files = sorted(place.iterdir()) if place is not None else []
    except OSError:
        return [], []
    for file in files[:_MOST_FILES]:
        if file.name.startswith((".", "_")) or file.is_dir():
            continue
        try:
            _check_runs(file, file.name)
            about = file.stat()
            now = about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns
            found.append(_known_from_now(file, _digest_once(file, now)))
        except LostBot as problem:
            sentences.append(str(problem))
        except OSError as problem:
            sentences.append(f"The bot {file.name[:60]!r} cannot be read ({problem.strerror}).")
    return found, sentences


def write_example(game: str) -> Path:
    """Write the example of a bot for `game` among the player's own, in the place of no file; return
    where. Raises `LostBot` and `OSError`.
    """
    place = folder()
    if place is None:
        raise LostBot("There is no folder of saved data here for bots.")
    content = (EXAMPLES / f"{game}.py").read_bytes()
    place.mkdir(parents=True, exist_ok=True)
    for number in range(1, 100):
        file = place / f"{game}_example{number if number > 1 else ''}.py"
        with contextlib.suppress(FileExistsError), file.open("xb") as opened:
            opened.write(content)
            return file
    raise LostBot("There are 99 examples of this game already; delete one.")


def copy_in(file: Path) -> str:
    """Copy a `file` among the player's own bots, in the place of one of its name; return the name.

    A person is asked before. Raises `LostBot` and `OSError`.
    """
    place = folder()
    if place is None:
        raise LostBot("There is no folder of saved data here for bots.")
    if not is_kept(f"{PREFIX}{file.name}@{'0' * 8}"):
        raise LostBot(f"A bot cannot have the name {file.name[:60]!r}; give its file another.")
    content = read_in_time(file, MOST_BYTES, COPY_SECONDS)
    place.mkdir(parents=True, exist_ok=True)
    fresh = place / f".{file.name}.new"
    fresh.write_bytes(content)
    os.replace(fresh, place / file.name)
    return file.name


def present(kept: str, others: Iterable[str]) -> str | None:
    """Return the kept name of a bot as its file is now: the same file, else one of the same name
    among the `others`; None where there is none.
    """
    if kept in KNOWN:
        return anew(kept)
    return next((other for other in others if name_of(other) == name_of(kept)), None)


def recall(kept: str) -> None:
    """Know the bot with this `kept` name again: its file as it was named, or the same one among the
    player's own bots.

    A person is asked before. Raises `LostBot` where there is none, or another one by now: a match
    that was taken up against it would be forfeited at once.
    """
    name, own = name_of(kept), folder()
    file = None if own is None else own / name
    with contextlib.suppress(LostBot):
        file_of(kept)
        return
    if file is None or not file.is_file():
        raise LostBot(f"There is no {name} among your bots; put it into {own}.")
    if digest(file) != kept[-8:]:
        raise LostBot(f"{name} among your bots is another one than in this match.")
    KNOWN[kept] = str(file)


def _found(written: str) -> Path:
    """Return the file of a bot; raises `LostBot`."""
    shown = repr(written[:80])
    if not written or "," in written or "\0" in written:
        raise LostBot(f"{shown} is no file of a bot; name one as in bot:mybot.py.")
    own = folder()
    places = [Path(written)] + ([] if own is None else [own / written])
    try:
        file = next((place for place in places if place.is_file()), None)
    except OSError:
        file = None
    if file is None:
        where = "" if own is None else f", nor in {own}"
        raise LostBot(f"There is no bot {shown} in the current folder{where}.")
    _check_runs(file, written)
    return file.absolute()


def digest(file: Path) -> str:
    """Return the first 8 hexadecimal digits of the SHA-256 of a `file`; raises `LostBot`."""
    try:
        with plain_file(file) as content:
            found = hashlib.sha256()
            while some := content.read(1 << 20):
                found.update(some)
            return found.hexdigest()[:8]
    except OSError as problem:
        raise LostBot(f"The bot {file.name} cannot be read ({problem.strerror}).") from None


@functools.lru_cache(4 * MOST_OWN)
def _digest_once(file: Path, now: tuple[int, ...]) -> str:
    """Return the digest of a `file` that is as `now` says: each page before a game lists them."""
    return digest(file)


def name_of(kept: str) -> str:
    """Return the file name of the bot with this `kept` name."""
    found = _KEPT.fullmatch(kept)
    return kept if found is None else found["name"]


def file_of(kept: str) -> Path:
    """Return the file of the bot with this `kept` name, if it is still the same.

    Raises `LostBot`.
    """
    if kept not in KNOWN:
        raise LostBot(f"The file of {name_of(kept)[:60]} is not known here; name it as bot:FILE.")
    file = Path(KNOWN[kept])
    if not file.is_file():
        raise LostBot("its file is gone")
    if digest(file) != kept[-8:]:
        raise LostBot("its file has changed since it was named")
    return file


def handed() -> dict[str, str]:
    """Return all bots that are known here, for another process to `take`."""
    return dict(KNOWN)


def take(known: Mapping[str, str]) -> None:
    """Know these bots, which the process that started this one has admitted."""
    KNOWN.update(known)


def own_options(text: str) -> dict[str, str]:
    """Return a bot's own options out of their `text`, "name=value:name=value".

    Raises `LostBot` for any other text.

    >>> own_options("greed=2:mood=")
    {'greed': '2', 'mood': ''}
    """
    pairs = [pair.partition("=") for pair in text.split(":") if text]
    found = {name: value for name, _, value in pairs}
    named = all(name and equals for name, equals, _ in pairs)
    if not named or len(found) < len(pairs) or len(text) > MOST_OPTIONS:
        raise LostBot(f"{text[:60]!r} are no options; write bot:FILE:name=value:name=value.")
    return found
