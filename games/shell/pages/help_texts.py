"""The texts of a game's help: Markdown files in `games/<id>/help/`, one a page, found by its id.

The pages stand in the order of the numbers that the files' names begin with; `guide.md` is none of
them (`games.shell.guide_text`). The heading with which a file begins is the title of its page.
`{name}` in a text is a figure that the game fills in. A name without a figure is shown as it
stands; tests make sure that there is none. A line with only a name such as `{now_gain}` is for
numbers of the open match, and left out where there are none.

A text is remembered until the arcade ends. A file that cannot be read is tried again the next time,
and its page reports it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from games.paths import game_folder
from games.shell.guide_text import FILE as GUIDE

FOLDER: Final = "help"
_NAME: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_NOW: Final = re.compile(r"^\{now_[a-z0-9_]*\}\n", re.MULTILINE)
_NUMBER: Final = re.compile(r"\d+")
_TITLE: Final = re.compile(r"\s*# +(.+?)\s*(?:\n|$)")


class HelpText(NamedTuple):
    """A page: its title, and its text in the format of `games.shell.draw.prose`."""

    title: str
    text: str


def help_texts(game_id: str, figures: Mapping[str, str]) -> tuple[HelpText, ...]:
    """Return the pages of game `game_id` with its `figures` filled in.

    None where it has no such folder.
    """
    home = game_folder(game_id)
    if home is None:
        return ()
    try:
        paths = sorted((home / FOLDER).iterdir(), key=_order)
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        return (_unread(home / FOLDER, error),)
    pages = (path for path in paths if path.suffix == ".md" and path.name != GUIDE)
    return tuple(_page(path, figures) for path in pages)


def filled(text: str, figures: Mapping[str, str]) -> str:
    """Return the text with each `{name}` of `figures` in its place; other names stay as they are.

    Lines of the match whose name is not among the figures are left out.
    """
    text = _NOW.sub(lambda line: line[0] if line[0].strip("{}\n") in figures else "", text)
    return _NAME.sub(lambda name: figures.get(name[1], name[0]), text)


def names_in(text: str) -> list[str]:
    """Return the names in a text that figures have to fill, in order."""
    return _NAME.findall(text)


def _order(path: Path) -> tuple[int, str]:
    number = _NUMBER.match(path.name)
    return int(number[0]) if number else 0, path.name


def _page(path: Path, figures: Mapping[str, str]) -> HelpText:
    try:
        text = filled(_read(path), figures)
    except (OSError, ValueError) as error:
        return _unread(path, error)
    title = _TITLE.match(text)
    return HelpText(title[1], text[title.end() :].strip()) if title else HelpText(_stem(path), text)


@functools.cache
def _read(path: Path) -> str:
    """Return the content of a file; raises `OSError`, and `UnicodeDecodeError` where it is not
    UTF-8.
    """
    return path.read_text(encoding="utf-8")


def _unread(path: Path, error: Exception) -> HelpText:
    reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
    place = "/".join(path.parts[-3:])
    return HelpText(_stem(path), f"{place} cannot be read: {reason}.")


def _stem(path: Path) -> str:
    """Return the title of a page that does not tell its own: the file's name in words."""
    return path.stem.lstrip("0123456789-_ ").replace("-", " ").capitalize() or path.stem
