"""Names and titles: what one may be called, and when two names are the same.

Length counts after normal form C and trimming. Refused are control, bidirectional-override and
unassigned characters, which could hide, turn round or fail to show the rest of a line.
"""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST_NAME: Final = 32
LONGEST_TITLE: Final = 80
_REFUSED: Final = frozenset({"Cc", "Cs", "Cn", "Zl", "Zp"})
_TURNING: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


class BadName(ValueError):
    """A name that nobody can have; the message says why."""


def clean_name(value: object, longest: int = LONGEST_NAME) -> str:
    """The name in normal form C, trimmed; raises `BadName`."""
    if not isinstance(value, str):
        raise BadName("a name is text.")
    name = unicodedata.normalize("NFC", value[: 16 * longest]).strip()
    if not 1 <= len(name) <= longest or len(value) > 16 * longest:
        raise BadName(f"use 1 to {longest} characters.")
    if any(unicodedata.category(sign) in _REFUSED or sign in _TURNING for sign in name):
        raise BadName("leave out control characters and those that turn the text round.")
    return name


def name_key(name: str) -> str:
    """What is equal for two names that count as the same."""
    return unicodedata.normalize("NFC", name.casefold())
