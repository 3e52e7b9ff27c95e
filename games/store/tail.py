"""The tail of an unfinished match: the turns since it was last saved, in a file beside its own.

    profiles/ID/match-GAME-KEY.tail

Each turn is appended before it is shown, so a program that is killed loses none. It is not synced,
which is why a frame can afford it: a power cut may take the tail, never the saved match. The first
line names the saved text that the turns follow, by its digest. After a later save the tail belongs
to an older text and is ignored; the next turn begins it anew. Every line starts with a check of
itself and of all lines before it. Reading stops at the first line whose check is wrong.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final, NamedTuple

from games.store.disk import Disk, NotPlain

SUFFIX: Final = ".tail"
_HEAD: Final = "open-mind-arcade/tail 1"
_OTHER: Final = re.compile(rf"{re.escape(_HEAD)} [0-9a-f]*")
"""The first line of the tail of another text, or one that was cut short."""
MOST_BYTES: Final = 1 << 20  # as long as the text of a match (`games.log.MAX_CHARACTERS`)


class Written(NamedTuple):
    """The content of a tail: `lines` that follow the saved text, and whether it is `whole`."""

    lines: tuple[str, ...] = ()
    whole: bool = True

    @property
    def text(self) -> str:
        """The lines as they stand in the text of a match."""
        return "".join(f"{line}\n" for line in self.lines)


class Tail:
    """A tail that appends the turns after a saved text with this `digest` to the file `path`.

    They have `room` for this number of characters.
    """

    def __init__(self, disk: Disk, path: Path, digest: str, room: int = MOST_BYTES) -> None:
        self._disk, self._path, self._room = disk, path, room
        self._begun, self._check = False, digest

    def add(self, line: str) -> bool:
        """Append one turn; return False if it has no room or the disk refused it."""
        self._room -= len(line) + 1
        if self._room < 0:
            return False
        head = "" if self._begun else f"{_HEAD} {self._check}\n"
        check = _next_check(self._check, line)
        try:
            blob = f"{head}{check} {line}\n".encode("ascii")
            self._disk.append(self._path, blob, anew=not self._begun)
        except (OSError, UnicodeEncodeError):
            return False
        self._begun, self._check = True, check
        return True


def read_tail(disk: Disk, path: Path, digest: str) -> Written:
    """Return the turns in the file `path` that follow the saved text with this `digest`.

    A last line without an end was cut short by the program's end, and is no damage; nor is the tail
    of an older text. A first line of any other kind is.
    """
    try:
        text = disk.read(path, MOST_BYTES).decode("ascii", "replace")
    except FileNotFoundError:
        return Written()
    except (OSError, NotPlain):
        return Written(whole=False)
    head, *rest = text.split("\n")
    if head != f"{_HEAD} {digest}":
        return Written(whole=_HEAD.startswith(head) or _OTHER.fullmatch(head) is not None)
    lines: list[str] = []
    for one in rest[:-1]:
        check, _, line = one.partition(" ")
        if check != _next_check(digest, line):
            return Written(tuple(lines), whole=False)
        lines.append(line)
        digest = check
    return Written(tuple(lines))


def _next_check(before: str, line: str) -> str:
    return hashlib.sha256(f"{before} {line}".encode("ascii", "replace")).hexdigest()[:16]
