"""The words of a game's guides: the file `help/guide.md` of its folder, a section for each stop.

    ## walk: First steps
    You are the ghost. Walk with {up left down right}.

    - Go once around the pillar.

    > You are the ghost. Walk with the cross.

A heading is the id of a stop, and its title where it has one. Then come the words, what is to be
tried (an item), and the words for a gamepad where they differ (a quotation). An action in braces is
named by its key or button (`games.shell.keys`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from games.paths import game_folder
from games.shell.keys import named

FILE: Final = "guide.md"


class Section(NamedTuple):
    """The texts of one stop.

    >>> Section("", "Press {hint}.", "", "Press a button.").said(False, str.upper)
    'Press HINT.'
    """

    title: str = ""
    words: str = ""
    task: str = ""
    pad_words: str = ""

    def said(self, pad: bool, label: Callable[[str], str]) -> str:
        """Return the words for a person with a gamepad in hand, or not; `label` names a key."""
        return named((pad and self.pad_words) or self.words, label)


def guide_sections(game_id: str) -> Mapping[str, Section]:
    """Return the sections of a game's guides by id; none where its file cannot be read.

    A file that could not be read is tried again the next time.
    """
    home = game_folder(game_id)
    if home is None:
        return {}
    try:
        return _read(home / "help" / FILE)
    except (OSError, ValueError):
        return {}


def guide_section(game_id: str, name: str) -> Section:
    """Return the section `name` of a game's guides; an empty one where there is none."""
    return guide_sections(game_id).get(name, Section())


@functools.cache
def _read(path: Path) -> Mapping[str, Section]:
    return parsed(path.read_text("utf-8"))


def parsed(text: str) -> Mapping[str, Section]:
    """Return the sections of a `text` by id.

    >>> parsed("# First match\\n\\n## walk: A step\\n\\nGo on.\\n\\n- Go north.\\n")
    {'walk': Section(title='A step', words='Go on.', task='Go north.', pad_words='')}
    """
    found: dict[str, Section] = {}
    for part in text.split("\n## ")[1:]:
        head, *blocks = [" ".join(block.split()) for block in part.split("\n\n")]
        name, _, title = head.partition(": ")
        texts = {"title": title}
        for block in filter(None, blocks):
            kind = {"- ": "task", "> ": "pad_words"}.get(block[:2], "words")
            texts[kind] = block.removeprefix("- ").replace("> ", "")
        found[name] = Section(**texts)
    return found
