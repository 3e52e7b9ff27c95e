"""A match taken elsewhere, as text or as a file, and a stranger's match that is looked at. A
stranger's match is checked as every file is, and only looked at: it is not kept, and no file here
is read for it or changed.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from games.core import IllegalMove
from games.fields import BadSave
from games.paths import read_in_time
from games.session.archiving import read_match
from games.session.setup import Shown
from games.shell.draw.theme import TEXT
from games.shell.pages.clipboard import from_clipboard, to_clipboard
from games.shell.pages.page import Page
from games.shell.pages.text_files import (
    FILE_SECONDS,
    export_folder,
    newest_files,
    save_blob,
    short_name,
    unread,
)
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Label
from games.shell.widgets.form import Widget
from games.store.past import MATCH_FILE, PastLog
from games.store.place import printable_path

SUFFIX: Final = ".match"
MOST_LISTED: Final = 40
"""Files of the folder that are offered to be opened, the newest."""
COPIED: Final = "The match is on the clipboard."
NOT_COPIED: Final = "There is no clipboard here; save the match as a file instead."
NOTHING_THERE: Final = "There is no match on the clipboard; copy one first."
OPENERS: Final = frozenset(
    {
        *("a", "an", "it", "its", "no", "nobody", "one", "other", "seat", "seats", "that", "the"),
        *("there", "this", "turn", "two", "what", "with"),
    }
)
"""Words that begin a sentence and are no names; a name keeps its case wherever it stands."""


def match_folder(shell: Shell) -> Path:
    """Return the folder in which matches are saved as files, and looked for."""
    return export_folder(shell)


def copy_match(shell: Shell, past: PastLog) -> None:
    """Put a match on the clipboard as text, and say whether that could be done."""
    text = MATCH_FILE.encode(past).decode("ascii")
    shell.toast(COPIED if to_clipboard(text) else NOT_COPIED)


def save_match(shell: Shell, past: PastLog) -> Path | None:
    """Save a match as a file, and say where; None where that is not possible."""
    row = past.row
    day = datetime.fromisoformat(row.ended).date().isoformat()
    path = match_folder(shell) / f"{row.game}-{day}-{row.key[:8]}{SUFFIX}"
    return path if save_blob(shell, path, MATCH_FILE.encode(past), "the match") else None


def open_text(shell: Shell, blob: bytes) -> bool:
    """Look at the match in a `blob`; whether there is one that can be played here."""
    try:
        return open_shown(shell, read_match(blob))
    except BadSave as problem:
        shell.toast(f"This is no match that can be opened: {_lower(problem)}")
        return False


def open_file(shell: Shell, path: Path) -> bool:
    """Look at the match in the file `path`; whether there is one that can be played here."""
    try:
        blob = read_in_time(path, MATCH_FILE.max_bytes, FILE_SECONDS)
    except OSError as problem:
        shell.toast(f"{short_name(path)} {unread(problem, 'match')}")
        return False
    return open_text(shell, blob)


def open_shown(shell: Shell, shown: Shown) -> bool:
    """Look at a match; whether it can be played by the rules and the agents of here."""
    try:
        page = shell.doors.replay(shell, shown)
    except (IllegalMove, ValueError) as problem:
        shell.toast(f"This match cannot be played here: {_lower(problem)}")
        return False
    shell.push(page)
    return True


def _lower(problem: BaseException) -> str:
    """Return a sentence as the second half of another; a name that it begins with stays as it
    is.
    """
    text = str(problem)[:200]
    if text.partition(" ")[0].lower() not in OPENERS:
        return text
    return text[:1].lower() + text[1:]


class OpenPage(Page):
    """A match from the clipboard, from a file of the folder, or dropped on the window."""

    emblem = "export"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, "Open a match")
        folder = match_folder(shell)
        rows: list[Widget] = [Button("Paste a match", self._paste, "main", "copy")]
        for path in newest_files(shell, SUFFIX, MOST_LISTED):
            rows.append(Button(short_name(path), partial(self._open, path), icon="play"))
        rows.append(Label("Or drop a match on this window.", TEXT, "quiet"))
        rows.append(Button("Show folder", partial(self._show_folder, folder), icon="info"))
        self.fill(rows)

    def _show_folder(self, folder: Path) -> None:
        """Show where files are looked for."""
        text = f"Files that end in {SUFFIX} are listed here from:\n{printable_path(folder)}"
        self.shell.push(self.shell.doors.card(self.shell, "Where matches lie", text, ""))

    def _paste(self) -> None:
        text = from_clipboard(MATCH_FILE.max_bytes).strip()
        if not text:
            self.shell.toast(NOTHING_THERE)
            return
        open_text(self.shell, text.encode("utf-8", "replace"))

    def _open(self, path: Path) -> None:
        open_file(self.shell, path)
